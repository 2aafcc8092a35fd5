//! The records in the user's cache.

use crate::packument::Packument;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::path::Path;

/// The header of a cached record.
#[derive(Deserialize, Serialize, Default)]
#[serde(default)]
pub struct CacheHeader {
    pub etag: String,
    pub fetched_ms: i64,
    pub fresh_seconds: i64,
    pub is_full: bool,
}

/// Reads a record; None when it is not there or damaged.
pub fn read(file: &Path) -> Option<(CacheHeader, Packument)> {
    let (header, record) = Packument::of_file(File::open(file).ok()?)?;
    Some((serde_json::from_slice(&header).ok()?, record))
}

/// Returns whether it was written. Without the cached record the next command fetches it again, so failures are ignored.
pub fn write(file: &Path, header: &CacheHeader, record: &Packument) -> bool {
    let mut line = serde_json::to_vec(header).unwrap_or_default();
    line.push(b'\n');
    let outcome = crate::files::replace_with(file, &mut |output| {
        output.write_all(&line)?;
        record.write_to(output)
    });
    outcome.is_ok()
}
