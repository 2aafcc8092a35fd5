//! The outcome of a build as JSON, for the builtins. The contents of outputs are taken one by one.

use brio_bundler::{Diagnostic, Kind, Options, Outcome, Output};
use serde_json::{Value, json};

/// The characters of a hash in a name.
const HASH_LENGTH: usize = 8;

/// Writes the outcome: `{ success, outputs, logs, metafile, metafileReport }`.
pub(crate) fn to_json(options: &Options, result: &Result<Outcome, Vec<Diagnostic>>) -> String {
    let written = match result {
        Ok(outcome) => json!({
            "success": true,
            "folder": brio_bundler::folder(options),
            "outputs": outcome.outputs.iter().map(output).collect::<Vec<_>>(),
            "logs": outcome.warnings.iter().map(diagnostic).collect::<Vec<_>>(),
            "metafile": outcome.metafile,
            "metafileReport": outcome.metafile_report,
        }),
        Err(diagnostics) => json!({
            "success": false,
            "outputs": [],
            "logs": diagnostics.iter().map(diagnostic).collect::<Vec<_>>(),
        }),
    };
    written.to_string()
}

/// Writes the result of a single source: its JSON, or `{ errors }`.
pub(crate) fn of_source(result: Result<Value, Vec<Diagnostic>>) -> String {
    let written = match result {
        Ok(value) => value,
        Err(diagnostics) => json!({ "errors": diagnostics.iter().map(diagnostic).collect::<Vec<_>>() }),
    };
    written.to_string()
}

fn output(output: &Output) -> Value {
    let kind = match output.kind {
        Kind::EntryPoint => "entry-point",
        Kind::Chunk => "chunk",
        Kind::Asset => "asset",
        Kind::SourceMap => "sourcemap",
        Kind::LegalComments => "legal-comments",
    };
    let copied = output.copied.as_ref();
    let hash = output.hash.as_deref().or_else(|| copied.map(|copied| &copied.hash[..HASH_LENGTH]));
    let copied = copied.map(|copied| &copied.from);
    json!({ "path": output.path, "kind": kind, "hash": hash, "bytes": output.bytes(), "copied": copied })
}

fn diagnostic(diagnostic: &Diagnostic) -> Value {
    let place = diagnostic.place.as_ref().map(|(file, line, column)| {
        json!({ "file": file, "line": line, "column": column, "lineText": diagnostic.line_text })
    });
    let level = if diagnostic.is_error { "error" } else { "warning" };
    json!({ "level": level, "message": diagnostic.message, "place": place, "text": diagnostic.text })
}
