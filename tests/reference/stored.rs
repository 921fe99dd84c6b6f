//! Generated pages in docs/.

use std::fs;
use std::path::Path;

/// Compares a page with the stored one, or stores it if `UPDATE_REFERENCE` is set.
pub fn assert_stored(name: &str, page: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs").join(name);
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        fs::write(&path, page).expect("a page");
        return;
    }
    let stored = fs::read_to_string(&path).unwrap_or_default();
    let differing = page.lines().zip(stored.lines()).find(|(one, other)| one != other);
    assert!(
        page == stored,
        "docs/{name} is out of date: UPDATE_REFERENCE=1 cargo test --test reference\n{differing:#?}"
    );
}
