//! How many bytes of a chunk each module takes, for the metafile.
//!
//! Rolldown knows it before the chunk is minified. What is left afterwards is read from the source map, which says for
//! each part of the output where it is from. Modules that no part is from (JSON, text, what Rolldown adds) have the size
//! that they have when they are minified alone, if there is space for it between their neighbours.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use rolldown_common::OutputChunk;

use crate::options::{Options, SourceMap};
use crate::output::{maps_folder, normal};
use crate::resolution::without_query;
use crate::single;

/// Whether a build needs source maps only to count bytes.
pub(crate) fn needs_map(options: &Options) -> bool {
    options.metafile && options.minify.is_any() && options.source_map == SourceMap::None
}

/// The modules of a chunk with their bytes in it.
pub(crate) fn of_chunk(options: &Options, chunk: &OutputChunk) -> Vec<(String, usize)> {
    let modules = || chunk.modules.keys.iter().zip(&chunk.modules.values);
    let ids = modules().map(|(id, _)| id.to_string());
    let Some(map) = chunk.map.as_ref().filter(|_| options.metafile && options.minify.is_any()) else {
        return ids.zip(modules().map(|(_, module)| module.rendered_length())).collect();
    };
    let folder = maps_folder(options).join(chunk.filename.as_str());
    let folder = folder.parent().unwrap_or(&options.directory);
    let index_of: HashMap<PathBuf, usize> =
        modules().enumerate().map(|(index, (id, _))| (PathBuf::from(without_query(id.as_str())), index)).collect();
    let of_source: Vec<Option<usize>> =
        map.get_sources().map(|source| index_of.get(&normal(&folder.join(source))).copied()).collect();
    let places: Vec<Place> = map
        .get_tokens()
        .map(|token| Place {
            line: token.get_dst_line(),
            column: token.get_dst_col(),
            module: token.get_source_id().and_then(|source| of_source.get(source as usize).copied().flatten()),
        })
        .collect();
    // What other modules use of one is not known here, so nothing is left out of it.
    let mut minify_alone = options.clone();
    minify_alone.minify.syntax = false;
    let named: HashSet<usize> = places.iter().filter_map(|place| place.module).collect();
    let alone: Vec<usize> = modules()
        .enumerate()
        .map(|(index, (_, module))| match named.contains(&index) {
            true => 0,
            false => module.code().map_or(0, |code| single::minified(&code, &minify_alone).trim_end().len()),
        })
        .collect();
    ids.zip(shares(&chunk.code, &places, &alone)).collect()
}

/// Where a part of the code starts: line, column in UTF-16 units, and the module that it is from.
struct Place {
    line: u32,
    column: u32,
    module: Option<usize>,
}

/// The bytes of each module. `alone` are the sizes of those that no place is from.
fn shares(code: &str, places: &[Place], alone: &[usize]) -> Vec<usize> {
    let mut bytes = vec![0; alone.len()];
    let mut current: Option<usize> = None;
    let mut start = 0;
    let mut cursor = Cursor::new(code);
    for place in places.iter().filter(|place| place.module.is_some()) {
        let Some(end) = cursor.offset(place) else { break };
        let next = place.module.unwrap_or_default();
        add(&mut bytes, alone, current, next, end.saturating_sub(start));
        (current, start) = (Some(next), end);
    }
    add(&mut bytes, alone, current, alone.len(), code.len() - start);
    // A value that is used once stands where it is used, in a module that follows.
    for index in 0..alone.len() {
        let size = alone[index];
        if size > 0
            && bytes[index] == 0
            && let Some(user) = (index + 1..alone.len()).find(|user| bytes[*user] >= size)
        {
            bytes[user] -= size;
            bytes[index] = size;
        }
    }
    bytes
}

/// Adds the bytes between a place of `current` and one of `next`: first those of the modules between them.
fn add(bytes: &mut [usize], alone: &[usize], current: Option<usize>, next: usize, length: usize) {
    let mut rest = length;
    let first = current.map_or(0, |current| current + 1);
    for (index, size) in alone.iter().copied().enumerate().take(next).skip(first) {
        // In the chunk it may be shorter than alone, but not much.
        if size > 0 && bytes[index] == 0 && size / 2 <= rest {
            bytes[index] = size.min(rest);
            rest -= bytes[index];
        }
    }
    if let Some(current) = current {
        bytes[current] += rest;
    }
}

/// A place in a source that only moves forward.
struct Cursor<'c> {
    code: &'c str,
    line: u32,
    column: u32,
    offset: usize,
}

impl<'c> Cursor<'c> {
    fn new(code: &'c str) -> Self {
        Self { code, line: 0, column: 0, offset: 0 }
    }

    /// The offset of a place in bytes. None behind the end.
    fn offset(&mut self, place: &Place) -> Option<usize> {
        while (self.line, self.column) < (place.line, place.column) {
            let character = self.code.get(self.offset..)?.chars().next()?;
            self.offset += character.len_utf8();
            match character {
                '\n' => (self.line, self.column) = (self.line + 1, 0),
                _ => self.column += character.len_utf16() as u32,
            }
        }
        Some(self.offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(column: u32, module: usize) -> Place {
        Place { line: 0, column, module: Some(module) }
    }

    #[test]
    fn bytes_belong_to_the_module_that_the_map_names() {
        // The first two characters are one of two UTF-16 units and four bytes, and one of two bytes.
        let code = "\u{1f600}\u{e9}aaaabbb";
        assert_eq!(shares(code, &[place(0, 0), place(3, 0), place(7, 1)], &[0, 0]), [10, 3]);
        assert_eq!(shares("aa\nbb", &[place(0, 0), Place { line: 1, column: 0, module: Some(1) }], &[0, 0]), [3, 2]);
    }

    #[test]
    fn a_module_without_places_is_between_its_neighbours_if_it_fits() {
        // jjjjj is of module 1.
        let places = [place(0, 0), place(2, 0), place(9, 2)];
        assert_eq!(shares("aaaajjjjjcc", &places, &[0, 5, 0]), [4, 5, 2]);
        // What does not fit was left out, or is a part of another module.
        assert_eq!(shares("aaaajjjjjcc", &places, &[0, 50, 0]), [9, 0, 2]);
        // What is first has no neighbour before it.
        assert_eq!(shares("jjjcc", &[place(3, 1)], &[3, 0]), [3, 2]);
    }
}
