//! Rebuilds the binary when embedded adapters, templates or pages change.
#![expect(clippy::disallowed_macros, reason = "this is how a build script speaks to cargo")]
#![expect(clippy::disallowed_methods, reason = "it copies files")]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// The folder where `scripts/pages` puts the pages.
const PAGES: &str = "web/dist";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=adapters");
    println!("cargo::rerun-if-changed=templates");
    // Cargo takes a missing folder as changed on every build, so watch `web` instead.
    println!("cargo::rerun-if-changed={}", if Path::new(PAGES).exists() { PAGES } else { "web" });
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it")).join("pages");
    collect_pages(Path::new(PAGES), &target)
}

/// Copies the pages to the folder that they are embedded from. If no pages were built, that folder
/// exists and is empty.
fn collect_pages(source: &Path, target: &Path) -> io::Result<()> {
    if target.exists() {
        fs::remove_dir_all(target)?;
    }
    fs::create_dir_all(target)?;
    if !source.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(source)? {
        let entry = entry?;
        if entry.file_type()?.is_file() {
            fs::copy(entry.path(), target.join(entry.file_name()))?;
        }
    }
    Ok(())
}
