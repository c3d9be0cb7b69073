//! Builds the tree of the engine with loom's atomics (src/engine/sync.rs).

fn main() {
    println!("cargo::rustc-cfg=loom");
}
