//! `import db from "./file.sqlite" with { type: "sqlite" }` of Bun: a database that is opened when its module runs.
//!
//! The file is where the specifier leads from the output, and is not read here. With `embed: "true"` it is copied beside the output;
//! an executable opens a copy of it in memory.

/// The names of the loaders, behind the specifier.
pub(crate) const EXTERNAL: &str = "sqlite";
pub(crate) const EMBEDDED: &str = "sqlite-embedded";

/// The loader for an import with the attribute.
pub(crate) fn loader(is_embedded: bool) -> &'static str {
    if is_embedded { EMBEDDED } else { EXTERNAL }
}

/// The module of a database that is not part of the build. In an executable its path is relative to the current folder.
pub(crate) fn of_path(specifier: &str, is_executable: bool) -> String {
    let quoted = serde_json::to_string(specifier).unwrap_or_default();
    let path = match specifier.starts_with('/') || is_executable {
        true => quoted,
        false => format!("require(\"node:path\").join(import.meta.dirname, {quoted})"),
    };
    module(&format!("new Database({path}, {{ readwrite: true, create: false }})"))
}

/// The module of a database that is an output. `path` is an expression for where it is.
pub(crate) fn of_output(path: &str, is_executable: bool) -> String {
    module(&match is_executable {
        true => format!("Database.deserialize(require(\"node:fs\").readFileSync({path}))"),
        false => format!("new Database({path})"),
    })
}

fn module(database: &str) -> String {
    format!("import {{ Database }} from \"bun:sqlite\";\nexport const db = {database};\nexport default db;\n")
}
