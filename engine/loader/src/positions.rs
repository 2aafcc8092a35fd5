//! Where positions of evaluated source come from. Only modules whose columns or lines moved have an entry of size.

use brio_transform::SourceMap;
use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

#[derive(Default)]
pub(crate) struct Positions {
    by_url: RwLock<HashMap<String, Entry>>,
}

struct Entry {
    map: Option<SourceMap>,
    head_columns: u32,
}

impl Positions {
    pub fn remember(&self, url: &str, map: Option<SourceMap>, head_columns: u32) {
        let mut by_url = self.by_url.write().unwrap_or_else(PoisonError::into_inner);
        by_url.insert(url.to_string(), Entry { map, head_columns });
    }

    pub fn map(&self, url: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        let by_url = self.by_url.read().unwrap_or_else(PoisonError::into_inner);
        let entry = by_url.get(url)?;
        Some(match &entry.map {
            Some(map) => map.lookup(line, column, entry.head_columns),
            None if line == 1 => (1, column.saturating_sub(entry.head_columns).max(1)),
            None => (line, column),
        })
    }

    /// The position in evaluated code of a position in the source: the reverse of [`Positions::map`].
    pub fn locate(&self, url: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        let by_url = self.by_url.read().unwrap_or_else(PoisonError::into_inner);
        let entry = by_url.get(url)?;
        Some(match &entry.map {
            Some(map) => map.locate(line, column, entry.head_columns),
            None if line == 1 => (1, column + entry.head_columns),
            None => (line, column),
        })
    }
}
