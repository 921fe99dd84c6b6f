//! Adapters and templates are embedded in the binary: a new file among them must make it anew.
#![expect(clippy::disallowed_macros, reason = "this is how a build script speaks to cargo")]

fn main() {
    println!("cargo::rerun-if-changed=adapters");
    println!("cargo::rerun-if-changed=templates");
}
