//! The pages inside of this binary, if it was built where they had been.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// What `web/` was built to. The build script has put it there; there is nothing where nobody has
/// built it.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/pages/"]
struct EmbeddedPages;

/// A file that a browser loads.
#[derive(Debug, Clone)]
pub struct PageFile {
    pub bytes: Cow<'static, [u8]>,
    pub media_type: &'static str,
}

/// This binary has no pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "this rathaus was built without its pages\n  help: with Node.js and npm installed, run `scripts/pages` in its sources, and build it again"
)]
pub struct PagesMissing;

/// The file of this name.
pub fn page(name: &str) -> Result<Option<PageFile>, PagesMissing> {
    if EmbeddedPages::get("index.html").is_none() {
        return Err(PagesMissing);
    }
    Ok(EmbeddedPages::get(name).map(|file| PageFile { bytes: file.data, media_type: media_type(name) }))
}

fn media_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
