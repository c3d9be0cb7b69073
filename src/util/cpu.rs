//! Processor time, as the system counts it.

use std::time::Duration;

/// Processor time of this program so far, all threads together, where the system tells.
#[cfg(unix)]
pub fn process_time() -> Option<Duration> {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(u64::try_from(now.tv_sec).ok()?, u32::try_from(now.tv_nsec).ok()?))
}

/// Processor time of this program so far, all threads together, where the system tells.
#[cfg(not(unix))]
pub fn process_time() -> Option<Duration> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_grows_with_work() {
        let before = process_time();
        let sum: u64 = (0..20_000_000u64).map(std::hint::black_box).sum();
        assert!(sum > 0);
        assert!(before.is_none() || process_time() > before);
    }
}
