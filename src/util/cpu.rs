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

/// Time that this thread has run on a processor, since some moment in the past; waiting does not
/// count. Where the system cannot tell, the time on the wall.
pub fn thread_time() -> Duration {
    #[cfg(unix)]
    {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(now.tv_sec.try_into().unwrap_or(0), now.tv_nsec.try_into().unwrap_or(0))
    }
    #[cfg(not(unix))]
    {
        static START: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
        START.get_or_init(std::time::Instant::now).elapsed()
    }
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

    #[test]
    fn waiting_is_no_work_of_a_thread() {
        let before = thread_time();
        std::thread::sleep(Duration::from_millis(60));
        let waited = thread_time() - before;
        assert!(!cfg!(unix) || waited < Duration::from_millis(30), "sleeping cost {waited:?}");
    }
}
