//! The system asks the program to end (SIGTERM, SIGHUP, SIGINT): the window hears of it, keeps what is
//! not saved for the next start, and ends with the code that shells give to such an end.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};

/// A window that does not draw any more cannot end in order; it is not waited for longer.
#[cfg(unix)]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// The signal that was heard, if any.
#[derive(Clone, Debug, Default)]
pub struct Signals(Arc<AtomicI32>);

impl Signals {
    /// The number of the signal that asks the program to end.
    pub fn heard(&self) -> Option<i32> {
        Some(self.0.load(Ordering::Relaxed)).filter(|&signal| signal != 0)
    }

    /// Says that a signal came; whether it is the first.
    fn hear(&self, signal: i32) -> bool {
        self.0.swap(signal, Ordering::Relaxed) == 0
    }

    /// Begins to listen; `wake` is called when a signal came.
    #[cfg(unix)]
    pub fn listen(wake: impl Fn() + Send + 'static) -> std::io::Result<Signals> {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let signals = Signals::default();
        let heard = signals.clone();
        let mut incoming = signal_hook::iterator::Signals::new([SIGTERM, SIGHUP, SIGINT])?;
        std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
            for signal in incoming.forever() {
                // Whoever asks twice does not want to wait.
                if !heard.hear(signal) {
                    std::process::exit(exit_code(signal).into());
                }
                wake();
                std::thread::spawn(move || {
                    std::thread::sleep(PATIENCE);
                    std::process::exit(exit_code(signal).into());
                });
            }
        })?;
        Ok(signals)
    }

    /// Elsewhere the system closes the window itself, or says nothing.
    #[cfg(not(unix))]
    pub fn listen(_wake: impl Fn() + Send + 'static) -> std::io::Result<Signals> {
        Ok(Signals::default())
    }

    /// As if a signal had come, for tests.
    pub fn pretend(&self, signal: i32) {
        self.hear(signal);
    }
}

/// What shells say of a program that a signal ended.
pub fn exit_code(signal: i32) -> u8 {
    128 + (signal as u8 & 0x7f)
}
