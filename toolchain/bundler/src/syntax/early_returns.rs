//! Sources of CommonJS that return at their top level. oxc's removal of dead code takes them for scripts, where a conditional
//! `return` without effects seems to do nothing: their code becomes the body of a function.

use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::visitor::Edit;
use crate::top_level_returns;

/// What begins a line that such a `return` is in, or that opens its block.
const STATEMENTS: &[&str] = &["return", "if", "else", "try", "for", "while", "switch", "do", "{"];

/// Whether a source can have such a `return`: in a line that is not indented, or in a block that such a line opens. Looks at
/// the text only.
pub(super) fn may_have(code: &str) -> bool {
    if !code.contains("return") {
        return false;
    }
    let mut is_in_block = false;
    code.lines().any(|line| {
        let is_indented = line.starts_with([' ', '\t']);
        let is_plain = !line.starts_with(['/', '*']) && !line.contains("function") && !line.contains("=>");
        if !is_indented && is_plain && line.contains(" return") {
            return true;
        }
        if !is_indented {
            let is_statement = STATEMENTS.iter().any(|word| line.starts_with(word));
            let is_next_block = line.starts_with('}') && line.ends_with('{');
            is_in_block = (is_statement || is_next_block) && is_plain;
        }
        let word = line.trim_start();
        let begins = |word: &str| word.starts_with("return") && !word[6..].starts_with(|c: char| c.is_alphanumeric());
        is_in_block && (begins(word) || word.contains(") return"))
    })
}

/// The edits that make the code of a source the body of a function, on the same lines. Without its `return` it is still CommonJS
/// by what its `this` is.
pub(super) fn edits(program: &Program<'_>) -> Vec<Edit> {
    let is_module = program.body.iter().any(Statement::is_module_declaration);
    let first = program.directives.first().map(|directive| directive.span.start);
    let first = first.or_else(|| program.body.first().map(|statement| statement.span().start));
    let Some(first) = first.filter(|_| !is_module && top_level_returns::is_synchronous(program)) else {
        return Vec::new();
    };
    let end = program.body.last().map_or(first, |statement| statement.span().end);
    vec![
        Edit::Insert { at: first, text: "(function () { ".to_owned() },
        Edit::Insert { at: end, text: "\n}).call(module.exports);".to_owned() },
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_return_outside_of_functions_is_looked_for() {
        for source in
            ["if (x) return;", "if (x) {\n  a();\n  return;\n}", "try {\n  if (x) return;\n} catch {}", "return;"]
        {
            assert!(may_have(source), "{source}");
        }
        for source in [
            "function a() {\n  return 1;\n}",
            "const a = () => {\n  return 1;\n};",
            "class A {\n  b() { return; }\n}",
            "export default {\n  a() {\n    return 1;\n  },\n};",
        ] {
            assert!(!may_have(source), "{source}");
        }
    }
}
