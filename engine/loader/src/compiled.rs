//! Transformed source as it is stored in memory and on disk: what evaluation needs, and the record as JSON.
//!
//! The form on disk, all integers little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `MAGIC`, with the version of this layout |
//! | 16 | the key of the entry |
//! | 4 | flags: kind, uses, hints, whether there is a map |
//! | 7 × 4 | lengths of parameters, prologue, record, map, body, counters, dependencies |
//! | … | these seven, one after the other |
//! | 8 | XXH3 of everything before |

use crate::{coverage, record};
use brio_resolver::{Home, SourceHints};
use brio_transform::{Head, ModuleKind, Output, SourceMap, Uses};
use xxhash_rust::xxh3::xxh3_64;

const MAGIC: &[u8; 8] = b"brioTF\x08\n";
const HEAD_BYTES: usize = 8 + 16 + 4 + 7 * 4;
const CHECKSUM_BYTES: usize = 8;

/// Transformed source.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Compiled {
    /// Without the record, which is in `record`.
    pub output: Output,
    /// JSON.
    pub record: String,
    pub hints: SourceHints,
    /// The other files that it was made from, see `imported_types.rs`.
    pub dependencies: String,
}

impl Compiled {
    /// Takes what evaluation needs of a transformer's output.
    pub fn of_output(mut output: Output) -> Self {
        let record = record::of_output(&output);
        let hints = crate::home::hints_of_output(&output);
        output.record = None;
        output.cjs_exports = None;
        Self { output, record, hints, dependencies: String::new() }
    }

    /// The entry of the disk cache.
    pub fn to_bytes(&self, key: u128) -> Vec<u8> {
        let map = self.output.map.as_ref().map(SourceMap::to_bytes);
        let coverage = self.output.coverage.as_ref().map(coverage::to_text);
        let parts: [&[u8]; 7] = [
            self.output.head.parameters.as_bytes(),
            self.output.head.prologue.as_bytes(),
            self.record.as_bytes(),
            map.as_deref().unwrap_or_default(),
            self.output.body.as_bytes(),
            coverage.as_deref().unwrap_or_default().as_bytes(),
            self.dependencies.as_bytes(),
        ];
        let length = HEAD_BYTES + parts.iter().map(|part| part.len()).sum::<usize>() + CHECKSUM_BYTES;
        let mut bytes = Vec::with_capacity(length);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&key.to_le_bytes());
        bytes.extend_from_slice(&self.flags().to_le_bytes());
        parts.iter().for_each(|part| bytes.extend_from_slice(&(part.len() as u32).to_le_bytes()));
        parts.iter().for_each(|part| bytes.extend_from_slice(part));
        let checksum = xxh3_64(&bytes);
        bytes.extend_from_slice(&checksum.to_le_bytes());
        bytes
    }

    /// Reads an entry; None when it is damaged, of another version, or for another key.
    pub fn from_bytes(bytes: &[u8], key: u128) -> Option<Self> {
        let (content, checksum) = bytes.split_at_checked(bytes.len().checked_sub(CHECKSUM_BYTES)?)?;
        let head = content.get(..HEAD_BYTES)?;
        if &head[..8] != MAGIC || head[8..24] != key.to_le_bytes() || checksum != xxh3_64(content).to_le_bytes() {
            return None;
        }
        let number =
            |offset: usize| u32::from_le_bytes([head[offset], head[offset + 1], head[offset + 2], head[offset + 3]]);
        let mut rest = &content[HEAD_BYTES..];
        let mut part = |index: usize| {
            let (part, after) = rest.split_at_checked(number(28 + index * 4) as usize)?;
            rest = after;
            Some(part)
        };
        let parameters = text(part(0)?)?;
        let prologue = text(part(1)?)?;
        let record = text(part(2)?)?;
        let map = part(3)?;
        let body = text(part(4)?)?;
        let coverage = coverage::from_text(part(5)?);
        let dependencies = text(part(6)?)?;
        let flags = Flags(number(24));
        let map = if flags.has(MAP) { Some(SourceMap::from_bytes(map)?) } else { None };
        let kind = if flags.has(ES_MODULE) { ModuleKind::EsModule } else { ModuleKind::CommonJs };
        let head = Head { parameters, prologue, ..Head::default() };
        let output = Output { body, map, kind, head, record: None, cjs_exports: None, uses: flags.uses(), coverage };
        Some(Self { output, record, hints: flags.hints(), dependencies })
    }

    fn flags(&self) -> u32 {
        let Uses {
            top_level_await,
            import_meta,
            dynamic_import,
            stack,
            helpers,
            bun,
            deno,
            require,
            module,
            file_name,
            folder_name,
            worker,
            module_worker,
            intrinsics,
            temporal,
            awaits,
            needs_common_js,
            bun_features,
        } = self.output.uses;
        let hints = self.hints;
        let flags = [
            (ES_MODULE, self.output.kind == ModuleKind::EsModule),
            (MAP, self.output.map.is_some()),
            (TOP_LEVEL_AWAIT, top_level_await),
            (IMPORT_META, import_meta),
            (DYNAMIC_IMPORT, dynamic_import),
            (STACK, stack),
            (HELPERS, helpers),
            (BUN, bun),
            (DENO, deno),
            (REQUIRE, require),
            (MODULE, module),
            (FILE_NAME, file_name),
            (FOLDER_NAME, folder_name),
            (WORKER, worker),
            (MODULE_WORKER, module_worker),
            (INTRINSICS, intrinsics),
            (TEMPORAL, temporal),
            (AWAITS, awaits),
            (NEEDS_COMMON_JS, needs_common_js),
            (BUN_FEATURES, bun_features),
            (IMPORTS_BUN, hints.imports_bun),
            (IMPORTS_DENO, hints.imports_deno),
            (IMPORTS_NODE_ADAPTER, hints.imports_node_adapter),
            (IMPORTS_LIKE_BUN, hints.imports_like_bun),
            (IMPORTS_WITHOUT_EXTENSION, hints.imports_without_extension),
            (COMMON_JS, hints.is_common_js),
            (HASHBANG_NODE, hints.hashbang == Some(Home::Node)),
            (HASHBANG_BUN, hints.hashbang == Some(Home::Bun)),
            (HASHBANG_DENO, hints.hashbang == Some(Home::Deno)),
        ];
        flags.iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag).sum()
    }
}

const ES_MODULE: u32 = 1;
const MAP: u32 = 1 << 1;
const TOP_LEVEL_AWAIT: u32 = 1 << 2;
const IMPORT_META: u32 = 1 << 3;
const DYNAMIC_IMPORT: u32 = 1 << 4;
const STACK: u32 = 1 << 5;
const HELPERS: u32 = 1 << 6;
const BUN: u32 = 1 << 7;
const DENO: u32 = 1 << 8;
const REQUIRE: u32 = 1 << 9;
const IMPORTS_BUN: u32 = 1 << 10;
const IMPORTS_DENO: u32 = 1 << 11;
const IMPORTS_NODE_ADAPTER: u32 = 1 << 12;
const AWAITS: u32 = 1 << 13;
const WORKER: u32 = 1 << 14;
const MODULE_WORKER: u32 = 1 << 15;
const INTRINSICS: u32 = 1 << 16;
const MODULE: u32 = 1 << 17;
const FILE_NAME: u32 = 1 << 18;
const FOLDER_NAME: u32 = 1 << 24;
const COMMON_JS: u32 = 1 << 25;
const TEMPORAL: u32 = 1 << 26;
const NEEDS_COMMON_JS: u32 = 1 << 27;
const BUN_FEATURES: u32 = 1 << 28;
const IMPORTS_LIKE_BUN: u32 = 1 << 19;
const IMPORTS_WITHOUT_EXTENSION: u32 = 1 << 20;
const HASHBANG_NODE: u32 = 1 << 21;
const HASHBANG_BUN: u32 = 1 << 22;
const HASHBANG_DENO: u32 = 1 << 23;

struct Flags(u32);

impl Flags {
    fn has(&self, flag: u32) -> bool {
        self.0 & flag != 0
    }

    fn uses(&self) -> Uses {
        Uses {
            top_level_await: self.has(TOP_LEVEL_AWAIT),
            import_meta: self.has(IMPORT_META),
            dynamic_import: self.has(DYNAMIC_IMPORT),
            stack: self.has(STACK),
            helpers: self.has(HELPERS),
            bun: self.has(BUN),
            deno: self.has(DENO),
            require: self.has(REQUIRE),
            module: self.has(MODULE),
            file_name: self.has(FILE_NAME),
            folder_name: self.has(FOLDER_NAME),
            worker: self.has(WORKER),
            module_worker: self.has(MODULE_WORKER),
            intrinsics: self.has(INTRINSICS),
            temporal: self.has(TEMPORAL),
            awaits: self.has(AWAITS),
            needs_common_js: self.has(NEEDS_COMMON_JS),
            bun_features: self.has(BUN_FEATURES),
        }
    }

    fn hints(&self) -> SourceHints {
        SourceHints {
            uses_bun_global: self.has(BUN),
            uses_deno_global: self.has(DENO),
            needs_common_js: self.has(NEEDS_COMMON_JS),
            uses_bun_features: self.has(BUN_FEATURES),
            uses_web_worker: self.has(WORKER),
            uses_module_worker: self.has(MODULE_WORKER),
            imports_bun: self.has(IMPORTS_BUN),
            imports_deno: self.has(IMPORTS_DENO),
            imports_node_adapter: self.has(IMPORTS_NODE_ADAPTER),
            imports_like_bun: self.has(IMPORTS_LIKE_BUN),
            imports_without_extension: self.has(IMPORTS_WITHOUT_EXTENSION),
            hashbang: [(HASHBANG_NODE, Home::Node), (HASHBANG_BUN, Home::Bun), (HASHBANG_DENO, Home::Deno)]
                .into_iter()
                .find_map(|(flag, home)| self.has(flag).then_some(home)),
            is_common_js: self.has(COMMON_JS),
            is_refused_by_node: false,
        }
    }
}

fn text(bytes: &[u8]) -> Option<String> {
    String::from_utf8(bytes.to_vec()).ok()
}

#[cfg(test)]
#[path = "compiled_tests.rs"]
mod tests;
