//! A module's record as JSON, for `internal:loader`.

use brio_transform::{Diagnostic, ImportName, Location, ModuleKind, Output, Phase};
use serde_json::{Value, json};

/// Imports, exports and facts of a transformed module.
pub fn of_output(output: &Output) -> String {
    if output.kind == ModuleKind::CommonJs {
        let (names, reexports) = output.cjs_exports.as_ref().map(|exports| (exports.names.clone(), exports.reexports.clone())).unwrap_or_default();
        return json!({ "kind": "commonjs", "names": names, "reexports": reexports, "parameters": output.head.parameters, "helpers": output.uses.helpers, "isSimple": is_simple(output), "bun": output.uses.bun, "deno": output.uses.deno }).to_string();
    }
    let record = output.record.clone().unwrap_or_default();
    let requests: Vec<Value> = record
        .requests
        .iter()
        .map(|request| json!([request.specifier, request.attributes, request.phase == Phase::Defer, place(&request.location)]))
        .collect();
    let imports: Vec<Value> = record.imports.iter().map(|import| json!([import.request, import_name(&import.name), place(&import.location)])).collect();
    let locals: Vec<&str> = record.local_exports.iter().map(|export| export.name.as_str()).collect();
    let indirect: Vec<Value> =
        record.indirect_exports.iter().map(|export| json!([export.name, export.request, import_name(&export.import), place(&export.location)])).collect();
    json!({
        "kind": "module",
        "requests": requests,
        "imports": imports,
        "locals": locals,
        "indirect": indirect,
        "stars": record.star_exports,
        "isAsync": output.uses.top_level_await,
        "typescript": record.from_typescript,
        "bun": output.uses.bun,
        "deno": output.uses.deno,
    })
    .to_string()
}

/// Whether a CommonJS text cannot tell what its function is called with: it has none of the words that lead there.
/// A word inside a string or a comment counts too; such a text merely takes the longer way.
fn is_simple(output: &Output) -> bool {
    const WORDS: [&str; 9] = ["require", "module", "exports", "__filename", "__dirname", "arguments", "eval", "import", "\\u"];
    let has_extra_parameters = output.head.parameters.matches(',').count() != NODE_PARAMETER_COUNT - 1;
    !has_extra_parameters && output.body.len() <= SIMPLE_BYTES_MAX && !WORDS.iter().any(|word| output.body.contains(word))
}

/// `exports`, `require`, `module`, `__filename`, `__dirname`.
const NODE_PARAMETER_COUNT: usize = 5;
/// Larger texts are programs, which load something.
const SIMPLE_BYTES_MAX: usize = 64 << 10;

/// Null stands for the whole namespace.
fn import_name(name: &ImportName) -> Value {
    match name {
        ImportName::Name(name) => json!(name),
        ImportName::Namespace => Value::Null,
    }
}

fn place(location: &Location) -> Value {
    json!([location.line, location.column])
}

/// The first error of a text, with the line it is on.
pub fn of_error(source: &str, file_name: &str, diagnostics: &[Diagnostic]) -> String {
    let Some(first) = diagnostics.first() else {
        return json!({ "error": { "message": "cannot be parsed", "file": file_name, "line": 1, "column": 1, "width": 1, "text": "" } }).to_string();
    };
    let text = source.split(['\n', '\u{2028}', '\u{2029}']).nth(first.line.saturating_sub(1) as usize).unwrap_or_default().trim_end_matches('\r');
    let width = (first.end.saturating_sub(first.start)).max(1);
    let message = message_of(first, source);
    json!({
        "error": { "message": message, "help": first.help, "code": first.code, "file": file_name, "line": first.line, "column": first.column, "width": width, "text": text }
    })
    .to_string()
}

/// An error without a place.
pub fn of_plain_error(code: &str, message: &str) -> String {
    json!({ "code": code, "message": message }).to_string()
}

/// The parser's message; for a token that has no place where it is, V8's, which names the token.
fn message_of(diagnostic: &Diagnostic, source: &str) -> String {
    if diagnostic.message == "Cannot assign to this expression" {
        let before = source.get(..diagnostic.start as usize).unwrap_or_default().trim_end();
        let after = source.get(diagnostic.end as usize..).unwrap_or_default().trim_start();
        let is_step = |text: Option<&str>| matches!(text, Some("++" | "--"));
        return match (is_step(before.get(before.len().saturating_sub(2)..)), is_step(after.get(..2))) {
            (true, _) => "Invalid left-hand side expression in prefix operation",
            (_, true) => "Invalid left-hand side expression in postfix operation",
            _ => "Invalid left-hand side in assignment",
        }
        .to_string();
    }
    if diagnostic.message != "Unexpected token" {
        return diagnostic.message.clone();
    }
    let token = source.get(diagnostic.start as usize..diagnostic.end as usize).unwrap_or_default();
    match token.chars().next() {
        None => "Unexpected end of input".to_string(),
        Some('"' | '\'') => "Unexpected string".to_string(),
        Some('`') => "Unexpected template string".to_string(),
        Some(first) if first.is_ascii_digit() => "Unexpected number".to_string(),
        Some(first) if is_reserved(token) || !(first.is_alphabetic() || matches!(first, '_' | '$')) => format!("Unexpected token '{token}'"),
        Some(_) => format!("Unexpected identifier '{token}'"),
    }
}

fn is_reserved(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "break", "case", "catch", "class", "const", "continue", "debugger", "default", "delete", "do", "else", "enum", "export", "extends", "false",
        "finally", "for", "function", "if", "import", "in", "instanceof", "new", "null", "return", "super", "switch", "this", "throw", "true", "try",
        "typeof", "var", "void", "while", "with",
    ];
    WORDS.contains(&word)
}
