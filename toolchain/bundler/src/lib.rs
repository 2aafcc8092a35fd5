//! Bundles programs: `brio build` and `Bun.build`.
//!
//! Does: what is particular to Brio on top of Rolldown: which modules a target has, optional dependencies, decorators as
//! the runtime lowers them, loaders, style sheets, pages, the checks before anything is written.
//! Does not: parse, link, shake and print, which Rolldown and oxc do; run anything.
//!
//! Start reading at [`build()`].

mod analysis;
mod asset_names;
mod async_siblings;
mod browser_packages;
mod build;
mod builtin_modules;
mod circular_exports;
pub mod command;
mod compiler_options;
mod corrections;
mod data_modules;
mod data_urls;
mod decorators;
mod deferred_imports;
pub mod development;
mod diagnostic;
mod engine_options;
mod engine_wording;
mod entry_exports;
mod environment;
pub mod executable;
mod externals;
mod html;
mod imported_pages;
mod importers;
mod incomplete_configs;
mod large_files;
mod legal_comments;
mod loaded_files;
mod loaders;
mod macros;
mod main_fields;
mod metafile;
mod metafile_report;
mod missing_exports;
mod module_bytes;
mod native_libraries;
mod optional_imports;
mod options;
mod output;
mod plain_scripts;
pub mod plugins;
mod programs;
mod repeated;
mod resolution;
mod single;
mod source_errors;
mod sqlite_imports;
mod star_exports;
mod style_assets;
mod syntax;
mod text_search;
mod top_level_returns;
mod wasm_imports;
mod watched;
mod worker_imports;

use command::size as command_size;

pub use build::{Extensions, Outcome, build};
pub use diagnostic::Diagnostic;
pub use macros::expand_macros;
pub use options::{Entry, Env, Format, Jsx, LegalComments, Loader, Minify, Options, SourceMap, Target};
pub use output::{Kind, Output, folder, write};
pub use single::{SourceOptions, scan, transform};
