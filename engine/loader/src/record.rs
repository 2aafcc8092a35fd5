//! A module's record as JSON, for `internal:loader`.

use crate::syntax_messages::worded;
use brio_transform::{Diagnostic, ImportName, Location, ModuleKind, Output, Phase};
use serde_json::{Value, json};

/// Imports, exports and facts of a transformed module.
pub fn of_output(output: &Output) -> String {
    if output.kind == ModuleKind::CommonJs {
        let (names, reexports) = output
            .cjs_exports
            .as_ref()
            .map(|exports| (exports.names.clone(), exports.reexports.clone()))
            .unwrap_or_default();
        return json!({ "kind": "commonjs", "names": names, "reexports": reexports, "parameters": output.head.parameters, "helpers": output.uses.helpers, "intrinsics": output.uses.intrinsics, "temporal": output.uses.temporal, "isSimple": is_simple(output), "bun": output.uses.bun, "deno": output.uses.deno, "counters": output.coverage.as_ref().map(|coverage| &coverage.id) }).to_string();
    }
    let record = output.record.clone().unwrap_or_default();
    let requests: Vec<Value> = record
        .requests
        .iter()
        .map(|request| json!([request.specifier, request.attributes, phase(request.phase), place(&request.location)]))
        .collect();
    let imports: Vec<Value> = record
        .imports
        .iter()
        .map(|import| json!([import.request, import_name(&import.name), place(&import.location)]))
        .collect();
    let locals: Vec<&str> = record.local_exports.iter().map(|export| export.name.as_str()).collect();
    let indirect: Vec<Value> = record
        .indirect_exports
        .iter()
        .map(|export| json!([export.name, export.request, import_name(&export.import), place(&export.location)]))
        .collect();
    json!({
        "kind": "module",
        "requests": requests,
        "imports": imports,
        "locals": locals,
        "indirect": indirect,
        "stars": record.star_exports,
        "isAsync": output.uses.top_level_await,
        "typescript": record.from_typescript,
        "intrinsics": output.uses.intrinsics,
        "temporal": output.uses.temporal,
        "bun": output.uses.bun,
        "deno": output.uses.deno,
    })
    .to_string()
}

/// Whether a CommonJS source cannot observe what its function is called with: it contains none of the identifiers that
/// lead there. One inside a string or a comment counts too; such a source merely takes the slower path.
fn is_simple(output: &Output) -> bool {
    const WORDS: [&str; 9] =
        ["require", "module", "exports", "__filename", "__dirname", "arguments", "eval", "import", "\\u"];
    let has_extra_parameters = output.head.parameters.matches(',').count() != NODE_PARAMETER_COUNT - 1;
    !has_extra_parameters
        && !output.uses.intrinsics
        && !output.uses.temporal
        && output.body.len() <= SIMPLE_BYTES_MAX
        && !WORDS.iter().any(|word| output.body.contains(word))
}

/// `exports`, `require`, `module`, `__filename`, `__dirname`.
const NODE_PARAMETER_COUNT: usize = 5;
/// Larger sources are programs, which load something.
const SIMPLE_BYTES_MAX: usize = 64 << 10;

/// Null represents the whole namespace.
fn import_name(name: &ImportName) -> Value {
    match name {
        ImportName::Name(name) => json!(name),
        ImportName::Namespace => Value::Null,
    }
}

/// 0 for a plain import, 1 for `defer`, 2 for `source`.
fn phase(phase: Phase) -> u8 {
    match phase {
        Phase::Evaluation => 0,
        Phase::Defer => 1,
        Phase::Source => 2,
    }
}

fn place(location: &Location) -> Value {
    json!([location.line, location.column])
}

/// The first error of a source, with the line it is on.
pub fn of_error(source: &str, file_name: &str, diagnostics: &[Diagnostic]) -> String {
    let Some(first) = diagnostics.first() else {
        return json!({ "error": { "message": "cannot be parsed", "file": file_name, "line": 1, "column": 1, "width": 1, "text": "" } })
            .to_string();
    };
    let worded = worded(first, source);
    let (line, column) = if worded.start == first.start as usize {
        (first.line as usize, first.column as usize)
    } else {
        line_and_column(source, worded.start)
    };
    let text = source.split(LINE_BREAKS).nth(line.saturating_sub(1)).unwrap_or_default().trim_end_matches('\r');
    let width = worded.end.saturating_sub(worded.start).max(1);
    json!({
        "error": { "message": worded.message, "help": first.help, "code": first.code, "file": file_name, "line": line, "column": column, "width": width, "text": text }
    })
    .to_string()
}

const LINE_BREAKS: [char; 3] = ['\n', '\u{2028}', '\u{2029}'];

/// Both from 1, the column in UTF-16 units.
fn line_and_column(source: &str, offset: usize) -> (usize, usize) {
    let before = &source[..offset];
    let line = before.matches(LINE_BREAKS).count() + 1;
    let start =
        before.rfind(LINE_BREAKS).map_or(0, |index| index + before[index..].chars().next().map_or(0, char::len_utf8));
    (line, before[start..].encode_utf16().count() + 1)
}

/// What an input of an interactive prompt is, and the source to run in its place.
pub fn of_input(kind: &str, text: &str) -> String {
    json!({ "kind": kind, "text": text }).to_string()
}

/// An input that cannot run.
pub fn of_invalid_input(source: &str, error: Diagnostic) -> String {
    of_error(source, "", &[error]).replacen('{', "{\"kind\":\"invalid\",", 1)
}

/// An error without a place.
pub fn of_plain_error(code: &str, message: &str) -> String {
    json!({ "code": code, "message": message }).to_string()
}
