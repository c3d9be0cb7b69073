//! The weights that come with the program.

use super::file::WeightsError;
use super::model::Models;
use crate::util::sealed;
use std::sync::{Arc, OnceLock};

static FILE: &[u8] = include_bytes!("../../assets/patterns.bin");

/// The weights inside the program. They are unpacked once for all engines; nothing ever changes them.
pub fn shipped() -> Result<Arc<Models>, WeightsError> {
    static UNPACKED: OnceLock<Result<Arc<Models>, WeightsError>> = OnceLock::new();
    UNPACKED.get_or_init(|| Models::from_bytes(FILE).map(Arc::new)).clone()
}

/// How large the file inside the program is.
pub fn shipped_bytes() -> &'static [u8] {
    FILE
}

/// A number for what is in the file inside the program: other weights, other verdicts.
pub fn shipped_checksum() -> u64 {
    sealed::checksum(FILE)
}
