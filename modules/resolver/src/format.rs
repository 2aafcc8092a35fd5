//! The format of a module file (Node's ESM_FILE_FORMAT, with TypeScript and JSX).

use crate::package_json::PackageType;
use std::path::Path;

/// How a file is loaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// An ES module.
    Module,
    /// A CommonJS module.
    CommonJs,
    /// Neither the extension nor a `type` field decides: an ES module if it only parses as one.
    Detect,
    /// JSON.
    Json,
    /// A native addon.
    Addon,
    /// WebAssembly.
    Wasm,
    /// A built-in module; the path is its specifier.
    Builtin,
    /// An unknown extension. A home may define it; `require` reads it as CommonJS.
    Unknown,
}

/// The language of a source file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Syntax {
    /// JavaScript, or no source at all.
    JavaScript,
    /// JavaScript with JSX.
    Jsx,
    /// TypeScript.
    TypeScript,
    /// TypeScript with JSX.
    Tsx,
}

/// Returns the format of `path`, whose package scope has the given type.
pub(crate) fn file_format(path: &Path, package_type: PackageType) -> (Format, Syntax) {
    let by_type = match package_type {
        PackageType::Module => Format::Module,
        PackageType::CommonJs => Format::CommonJs,
        PackageType::None => Format::Detect,
    };
    let Some(extension) = path.extension() else {
        // A file without extension may be WebAssembly, except in a package of CommonJS: its first bytes decide.
        let wasm = package_type != PackageType::CommonJs && starts_like_wasm(path);
        return (if wasm { Format::Wasm } else { by_type }, Syntax::JavaScript);
    };
    match extension.to_str().unwrap_or_default() {
        "js" => (by_type, Syntax::JavaScript),
        "mjs" => (Format::Module, Syntax::JavaScript),
        "cjs" => (Format::CommonJs, Syntax::JavaScript),
        "ts" => (by_type, Syntax::TypeScript),
        "mts" => (Format::Module, Syntax::TypeScript),
        "cts" => (Format::CommonJs, Syntax::TypeScript),
        "jsx" => (by_type, Syntax::Jsx),
        "tsx" => (by_type, Syntax::Tsx),
        "json" => (Format::Json, Syntax::JavaScript),
        "node" => (Format::Addon, Syntax::JavaScript),
        "wasm" => (Format::Wasm, Syntax::JavaScript),
        _ => (Format::Unknown, Syntax::JavaScript),
    }
}

/// Returns the format of a `data:` URL by its media type, or `None` for one that cannot be imported
/// (`ERR_UNKNOWN_MODULE_FORMAT`).
pub fn data_url_format(url: &str) -> Option<(Format, Syntax)> {
    let (head, _) = url.strip_prefix("data:")?.split_once(',')?;
    let media_type = head.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match media_type.as_str() {
        "text/javascript" | "application/javascript" => Some((Format::Module, Syntax::JavaScript)),
        "application/typescript" | "text/typescript" => Some((Format::Module, Syntax::TypeScript)),
        "application/json" => Some((Format::Json, Syntax::JavaScript)),
        "application/wasm" => Some((Format::Wasm, Syntax::JavaScript)),
        _ => None,
    }
}

/// Returns the message of `ERR_UNKNOWN_FILE_EXTENSION` for an import of `path`.
pub fn unknown_extension_message(path: &Path) -> String {
    let extension = path.extension().map(|text| text.to_string_lossy()).unwrap_or_default();
    format!("Unknown file extension \".{extension}\" for {}", path.display())
}

fn starts_like_wasm(path: &Path) -> bool {
    use std::io::Read;
    // Opening a pipe would wait for its other end.
    if !path.is_file() {
        return false;
    }
    let mut magic = [0; 4];
    let read = std::fs::File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    read.is_ok() && magic == *b"\0asm"
}
