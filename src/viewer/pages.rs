//! The pages embedded in this binary, if they existed when it was built.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// The built pages of `web/`, copied there by the build script. Empty if `web/` was not built.
#[derive(RustEmbed)]
#[folder = "$OUT_DIR/pages/"]
struct EmbeddedPages;

/// A file of the pages.
#[derive(Debug, Clone)]
pub struct PageFile {
    pub bytes: Cow<'static, [u8]>,
    pub media_type: &'static str,
}

impl PageFile {
    /// The page with a mark that tells its script whether persons can play here.
    pub fn with_play(self, has_play: bool) -> PageFile {
        /// The element that the script fills.
        const ROOT: &str = "<div id=\"app\"";
        if !has_play {
            return self;
        }
        let text = String::from_utf8_lossy(&self.bytes).replace(ROOT, &format!("{ROOT} data-play"));
        PageFile { bytes: Cow::Owned(text.into_bytes()), ..self }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "this rathaus was built without its pages\n  help: with Node.js and npm installed, run `scripts/pages` in its sources, and build it again"
)]
pub struct PagesMissing;

/// The file of this name, if there is one.
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
