//! The options of a build. The command line and `Bun.build` both fill in these options.

use std::collections::BTreeMap;
use std::path::PathBuf;

use brio_resolver::DenoSource;
use serde::Deserialize;

use crate::corrections::Corrections;

/// The options of a build.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Options {
    pub entries: Vec<Entry>,
    /// The folder that relative paths are relative to.
    pub directory: PathBuf,
    pub out_dir: Option<PathBuf>,
    pub out_file: Option<PathBuf>,
    /// The folder that `[dir]` in names is relative to; by default the deepest one with all entries.
    pub root: Option<PathBuf>,
    pub target: Target,
    /// Language versions and engines that must understand the output, such as `es2020` or `chrome90`.
    pub engines: Vec<String>,
    pub format: Format,
    /// The global variable that an IIFE's exports are assigned to.
    pub global_name: Option<String>,
    pub minify: Minify,
    pub keep_names: bool,
    pub legal_comments: LegalComments,
    pub source_map: SourceMap,
    pub source_root: Option<String>,
    pub omit_sources: bool,
    pub splitting: bool,
    /// Specifiers that stay imports; `*` stands for anything.
    pub external: Vec<String>,
    /// Patterns of computed specifiers that may stay as they are; None: any may.
    pub allow_unresolved: Option<Vec<String>>,
    /// All packages stay imports.
    pub packages_external: bool,
    /// Packages whose modules that only export others are read as far as they are used, whatever their manifests say.
    pub optimize_imports: Vec<String>,
    pub alias: Vec<(String, String)>,
    /// Expressions by the identifiers and members that they replace.
    pub define: Vec<(String, String)>,
    /// Functions whose calls are removed, `debugger` and labels.
    pub drop: Vec<String>,
    /// The features of `bun:bundle` that are on.
    pub features: Vec<String>,
    /// Functions without side effects.
    pub pure: Vec<String>,
    /// Modules whose exports replace free variables of the same names.
    pub inject: Vec<PathBuf>,
    /// Loaders by extension, with its dot.
    pub loaders: BTreeMap<String, Loader>,
    pub conditions: Vec<String>,
    pub main_fields: Vec<String>,
    pub extensions: Vec<String>,
    pub preserve_symlinks: bool,
    pub banner: Option<String>,
    pub footer: Option<String>,
    pub entry_names: Option<String>,
    pub chunk_names: Option<String>,
    pub asset_names: Option<String>,
    pub out_extensions: BTreeMap<String, String>,
    pub public_path: Option<String>,
    pub env: Env,
    pub production: bool,
    pub ignore_annotations: bool,
    /// Whether annotations such as `@__PURE__` stay in output without blanks.
    pub emit_annotations: bool,
    pub no_tree_shaking: bool,
    pub jsx: Jsx,
    pub tsconfig: Option<PathBuf>,
    /// Where the configuration of a program of Deno is. None: it is one if that is its target.
    #[serde(skip)]
    pub deno: Option<DenoSource>,
    /// Whether the outputs become an executable.
    pub executable: bool,
    /// Whether pages have everything in them that they need.
    pub self_contained: bool,
    /// Whether functions imported as macros may run, in a process of their own.
    pub macros: bool,
    /// Whether the outcome has a metafile.
    pub metafile: bool,
    /// Whether it has the metafile as a page of Markdown too.
    pub metafile_report: bool,
    /// Sources that have no file: contents by absolute path.
    pub files: BTreeMap<String, String>,
    /// What former passes of the build have found.
    #[serde(skip)]
    pub corrections: Corrections,
}

/// A file to build.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Entry {
    pub path: String,
    /// The name of its output, without extension; by default that of the file.
    #[serde(default)]
    pub name: Option<String>,
}

/// Where the output runs. It decides about builtin modules, conditions and main fields.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum Target {
    #[default]
    Brio,
    Node,
    Bun,
    Deno,
    Browser,
}

impl Target {
    /// Reads a target as the command line names it.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "brio" => Self::Brio,
            "node" => Self::Node,
            "bun" => Self::Bun,
            "deno" => Self::Deno,
            "browser" => Self::Browser,
            _ => return None,
        })
    }

    /// Whether Node's modules exist there.
    pub fn has_node_modules(self) -> bool {
        self != Self::Browser
    }
}

/// The form of the output.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum Format {
    #[default]
    Esm,
    Cjs,
    Iife,
}

impl Format {
    /// Reads a format as the command line names it.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "esm" | "es" | "module" => Self::Esm,
            "cjs" | "commonjs" => Self::Cjs,
            "iife" => Self::Iife,
            _ => return None,
        })
    }
}

/// The parts of minification.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", default)]
pub struct Minify {
    pub whitespace: bool,
    pub identifiers: bool,
    pub syntax: bool,
}

impl Minify {
    /// Every part.
    pub const ALL: Self = Self { whitespace: true, identifiers: true, syntax: true };

    /// Whether any part is requested.
    pub fn is_any(self) -> bool {
        self != Self::default()
    }
}

/// What becomes of comments with licences.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum LegalComments {
    #[default]
    Inline,
    None,
    /// At the end of each output.
    Eof,
    /// In a file `NAME.LEGAL.txt` that the output names.
    Linked,
    /// In a file `NAME.LEGAL.txt`.
    External,
}

impl LegalComments {
    /// Reads a kind as the command line names it.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "none" => Self::None,
            "inline" => Self::Inline,
            "eof" => Self::Eof,
            "linked" => Self::Linked,
            "external" => Self::External,
            _ => return None,
        })
    }
}

/// Where source maps go.
#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum SourceMap {
    #[default]
    None,
    /// A file that the output names.
    Linked,
    /// In the output.
    Inline,
    /// A file that the output does not name.
    External,
}

impl SourceMap {
    /// Reads a kind as the command line names it.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "none" | "false" => Self::None,
            "linked" | "file" | "true" => Self::Linked,
            "inline" => Self::Inline,
            "external" | "hidden" => Self::External,
            _ => return None,
        })
    }
}

/// Which environment variables are replaced by their values.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum Env {
    #[default]
    None,
    All,
    /// Those whose names start so.
    Prefix(String),
}

/// How JSX is compiled. What is None comes from `tsconfig.json`.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase", default)]
pub struct Jsx {
    /// `automatic`, `classic` or `preserve`.
    pub runtime: Option<String>,
    pub development: Option<bool>,
    pub import_source: Option<String>,
    pub factory: Option<String>,
    pub fragment: Option<String>,
    pub side_effects: bool,
}

/// How the contents of a file become a module.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub enum Loader {
    Js,
    Jsx,
    Ts,
    Tsx,
    Json,
    Jsonc,
    Json5,
    Toml,
    Yaml,
    Text,
    /// A `Uint8Array`.
    Bytes,
    Base64,
    Dataurl,
    /// A file beside the output, and its path.
    File,
    /// As `File`, and the specifier stays an import.
    Copy,
    Empty,
    Css,
    /// CSS whose class names are local.
    LocalCss,
    Html,
    /// A native addon.
    Napi,
    Wasm,
}

impl Loader {
    /// Reads a loader as the command line, `Bun.build` or an import attribute names it.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "js" => Self::Js,
            "jsx" => Self::Jsx,
            "ts" => Self::Ts,
            "tsx" => Self::Tsx,
            "json" => Self::Json,
            "jsonc" => Self::Jsonc,
            "json5" => Self::Json5,
            "toml" => Self::Toml,
            "yaml" | "yml" => Self::Yaml,
            "text" => Self::Text,
            "bytes" | "binary" => Self::Bytes,
            "base64" => Self::Base64,
            "dataurl" => Self::Dataurl,
            "file" => Self::File,
            "copy" => Self::Copy,
            "empty" => Self::Empty,
            "css" | "global-css" => Self::Css,
            "local-css" => Self::LocalCss,
            "html" => Self::Html,
            "napi" | "node" => Self::Napi,
            "wasm" => Self::Wasm,
            _ => return None,
        })
    }

    /// The loader of a file by its name, when the options name none.
    pub fn of_file(name: &str) -> Option<Self> {
        if name.ends_with(".module.css") {
            return Some(Self::LocalCss);
        }
        // Configuration files of TypeScript have comments, as Bun's lockfile has.
        let base = name.rsplit('/').next().unwrap_or(name);
        let is_configuration = base.starts_with("tsconfig") || base.starts_with("jsconfig");
        if base == "bun.lock" || (is_configuration && base.ends_with(".json")) {
            return Some(Self::Jsonc);
        }
        Some(match name.rsplit_once('.')?.1 {
            "js" | "mjs" | "cjs" => Self::Js,
            "jsx" => Self::Jsx,
            "ts" | "mts" | "cts" => Self::Ts,
            "tsx" => Self::Tsx,
            "json" => Self::Json,
            "jsonc" => Self::Jsonc,
            "json5" => Self::Json5,
            "toml" => Self::Toml,
            "yaml" | "yml" => Self::Yaml,
            "txt" => Self::Text,
            "css" => Self::Css,
            "html" | "htm" => Self::Html,
            "node" => Self::Napi,
            "wasm" => Self::Wasm,
            _ => return None,
        })
    }
}
