//! What Rolldown writes about the exports of a CommonJS or IIFE output, where that keeps it from running.

use crate::options::Format;

/// How it marks the exports as those of a module, before and behind its printer. Without exports an IIFE has no object for them.
const MARKS: &[&str] = &[
    "Object.defineProperty(exports, Symbol.toStringTag, { value: 'Module' });",
    "Object.defineProperty(exports, Symbol.toStringTag, { value: \"Module\" });",
];
/// How the export of an entry begins that is CommonJS and that its own modules require: a getter, so that nothing runs the entry.
const LAZY: &[&str] = &["Object.defineProperty(exports, 'default', {", "Object.defineProperty(exports, \"default\", {"];
const RETURN: &str = "return ";
const LAZY_END: &str = "});";

/// What takes the place of parts of the code of an output: where each starts and ends, and the text.
pub(crate) fn edits(code: &str, format: Format, has_exports: bool) -> Vec<(usize, usize, String)> {
    let mut found = Vec::new();
    if format == Format::Iife && !has_exports {
        let mark = MARKS.iter().find_map(|mark| Some((code.find(mark)?, mark.len())));
        found.extend(mark.map(|(start, length)| (start, start + length, String::new())));
    }
    if format != Format::Esm && has_exports {
        found.extend(lazy_entry(code).map(|(start, end, call)| {
            let export = if format == Format::Cjs { "module.exports" } else { "exports.default" };
            (start, end, format!("{export} = {call};"))
        }));
    }
    found
}

/// The getter that runs an entry, and the call that does it.
fn lazy_entry(code: &str) -> Option<(usize, usize, &str)> {
    let start = LAZY.iter().find_map(|lazy| code.rfind(lazy))?;
    let rest = &code[start..];
    let value = rest.find(RETURN)? + RETURN.len();
    let call = rest[value..].split(';').next()?;
    let is_plain = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
    let is_call = call.strip_suffix("()").is_some_and(|name| !name.is_empty() && name.chars().all(is_plain));
    let end = value + rest[value..].find(LAZY_END)? + LAZY_END.len();
    is_call.then_some((start, start + end, call))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_is_run() {
        let code = "a;\nObject.defineProperty(exports, 'default', {\n  enumerable: true,\n  get: function () {\n    return require_a();\n  }\n});\n";
        let edited = edits(code, Format::Cjs, true);
        assert_eq!(edited, [(3, code.len() - 1, "module.exports = require_a();".to_owned())]);
        assert_eq!(edits(code, Format::Iife, true)[0].2, "exports.default = require_a();");
        let other = code.replace("require_a()", "a_default");
        assert!(edits(&other, Format::Cjs, true).is_empty() && edits(code, Format::Esm, true).is_empty());
    }

    #[test]
    fn only_an_iife_without_exports_has_no_object() {
        let code = format!("(function() {{ {} }})();", MARKS[0]);
        assert_eq!(edits(&code, Format::Iife, false), [(14, 14 + MARKS[0].len(), String::new())]);
        assert!(edits(&code, Format::Iife, true).is_empty() && edits(&code, Format::Cjs, false).is_empty());
    }
}
