//! Adapters are embedded in the binary: a new file among them must make it anew.

fn main() {
    println!("cargo::rerun-if-changed=adapters");
}
