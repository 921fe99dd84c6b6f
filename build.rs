//! Adapters, templates and pages are embedded in the binary: a new file among them must make it
//! anew.
#![expect(clippy::disallowed_macros, reason = "this is how a build script speaks to cargo")]
#![expect(clippy::disallowed_methods, reason = "it copies files")]

use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Where `scripts/pages` puts the pages.
const PAGES: &str = "web/dist";

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=adapters");
    println!("cargo::rerun-if-changed=templates");
    // Of a folder that is not there, cargo would see a change every time.
    println!("cargo::rerun-if-changed={}", if Path::new(PAGES).exists() { PAGES } else { "web" });
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names it")).join("pages");
    collect_pages(Path::new(PAGES), &target)
}

/// Copies the pages to where they are embedded from: that folder is there, and empty, where nobody
/// has built them.
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
