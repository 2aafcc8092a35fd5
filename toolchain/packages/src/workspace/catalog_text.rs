//! New entries of catalogs in the text of `pnpm-workspace.yaml`.

use super::catalog_files::Entry;
use super::yaml_text::{replace_entry, set_entry, set_nested_entry};

/// The text with the entries; the catalog without a name is `catalog`, or `default` among `catalogs` where that is there.
pub fn with_entries(text: String, entries: &[Entry]) -> String {
    entries.iter().fold(text, |text, Entry { catalog, name, value }| {
        let is_default = catalog == "default";
        let has_own = is_default && !text.lines().any(|line| line.trim() == "default:");
        match has_own.then(|| replace_entry(&text, "catalog", name, value)) {
            Some(Some(replaced)) => replaced,
            Some(None) => set_entry(&text, "catalog", name, value),
            None => set_nested_entry(&text, ("catalogs", catalog), name, value),
        }
    })
}
