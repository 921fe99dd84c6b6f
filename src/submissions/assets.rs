//! The embedded adapters, and their unpacking.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

#[derive(RustEmbed)]
#[folder = "adapters/"]
#[exclude = "*/tests/*"]
#[exclude = "*.md"]
#[exclude = "*__pycache__*"]
struct EmbeddedAdapters;

/// The paths and contents of all `adapter.toml` files.
pub(super) fn adapter_manifests() -> impl Iterator<Item = (String, String)> {
    EmbeddedAdapters::iter().filter(|path| path.ends_with("/adapter.toml")).filter_map(|path| {
        let file = EmbeddedAdapters::get(&path)?;
        Some((path.into_owned(), String::from_utf8_lossy(&file.data).into_owned()))
    })
}

/// The SHA-256 of all adapters, in hexadecimal. Each version of them is unpacked once.
pub(super) fn hash() -> &'static str {
    static HASH: OnceLock<String> = OnceLock::new();
    HASH.get_or_init(|| {
        let mut hash = Sha256::new();
        for path in EmbeddedAdapters::iter() {
            hash.update(path.as_bytes());
            hash.update(
                EmbeddedAdapters::get(&path).map(|file| file.metadata.sha256_hash()).unwrap_or_default(),
            );
        }
        hex::encode(hash.finalize())
    })
}

/// Unpacks the adapter of one language into the cache, unless it is there already. Returns its
/// folder.
pub(super) fn unpack(cache: &Path, language: &str) -> io::Result<PathBuf> {
    let target = cache.join("adapters").join(&hash()[..16]).join(language);
    super::atomic_folder::create_whole(&target, |folder| {
        for path in EmbeddedAdapters::iter() {
            let Some(inner) = path.strip_prefix(language).and_then(|rest| rest.strip_prefix('/')) else {
                continue;
            };
            let Some(file) = EmbeddedAdapters::get(&path) else { continue };
            let unpacked = folder.join(inner);
            std::fs::create_dir_all(unpacked.parent().unwrap_or(folder))?;
            std::fs::write(unpacked, file.data)?;
        }
        Ok(())
    })?;
    Ok(target)
}
