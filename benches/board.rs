//! Times the board's hot operations: `cargo bench`.
fn main() {}
