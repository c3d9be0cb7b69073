//! How much of a processor a thread has used.

use std::time::Duration;

/// Time that this thread has run on a processor, since some moment in the past; waiting does not
/// count. Where the system cannot tell, the time on the wall.
pub fn thread_cpu_time() -> Duration {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec.try_into().unwrap_or(0), time.tv_nsec.try_into().unwrap_or(0))
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
    fn work_counts_and_waiting_does_not() {
        let before = thread_cpu_time();
        std::thread::sleep(Duration::from_millis(60));
        let waited = thread_cpu_time() - before;
        let mut sum = 0u64;
        for i in 0..3_000_000u64 {
            sum = std::hint::black_box(sum.wrapping_mul(31).wrapping_add(i));
        }
        let worked = thread_cpu_time() - before;
        assert!(!cfg!(unix) || waited < Duration::from_millis(30), "sleeping cost {waited:?}");
        assert!(worked > waited, "{sum}");
    }
}
