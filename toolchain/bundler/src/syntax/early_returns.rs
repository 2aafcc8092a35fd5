//! Sources of CommonJS that return at their top level. oxc's removal of dead code takes them for scripts, where a conditional
//! `return` without effects seems to do nothing: their code becomes the body of a function.

use oxc_ast::ast::*;
use oxc_span::GetSpan;

use super::visitor::Edit;
use crate::text_search::{lines, places};
use crate::top_level_returns;

const RETURN: &str = "return";
/// What begins a statement that can contain such a `return`.
const STATEMENTS: &[&str] = &["return", "if", "else", "try", "for", "while", "switch", "do", "{"];

/// Whether a source can have such a `return`: in a line that is not indented (minified sources are one), or in lines that are
/// and belong to such a statement. Looks at the text only; [`edits`] decides by the syntax.
pub(super) fn may_have(code: &str) -> bool {
    if !code.contains(RETURN) {
        return false;
    }
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let outermost = lines(code).find(|line| !line.trim_start().is_empty()).map_or(0, indentation);
    let mut is_in_statement = false;
    lines(code).any(|line| {
        // Most lines are so, and need no closer look.
        if outermost == 0 && !is_in_statement && line.starts_with([' ', '\t']) {
            return false;
        }
        let text = line.trim_start();
        let is_indented = indentation(line) > outermost;
        // A condition of several lines ends with `)`.
        if !is_indented && !text.is_empty() && !text.starts_with(')') {
            let is_next_block = text.starts_with('}') && text.ends_with('{');
            is_in_statement = is_next_block || STATEMENTS.iter().any(|word| text.starts_with(word));
        }
        (!is_indented || is_in_statement) && !text.starts_with(['/', '*']) && has_return(text)
    })
}

fn has_return(text: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$' | '.');
    // Behind a quote it is in a string.
    let is_end = |character: char| is_part(character) || "\"'`".contains(character);
    places(text, RETURN).any(|at| {
        !text[..at].ends_with(is_end) && !text[at + RETURN.len()..].starts_with(|next| next != '.' && is_part(next))
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
        for source in [
            "if (x) return;",
            "if (x) {\n  a();\n  return;\n}",
            "try {\n  if (x) return;\n} catch {}",
            "return;",
            "if(x)return;",
            "exports.a=1;if(x)return;exports.a=2",
            "if (typeof x === 'function') return;",
            "if (typeof x === 'function') {\n  return;\n}",
            "if (\n  x\n)\n  return;",
            "  exports.a = 1;\n  if (x) return;",
        ] {
            assert!(may_have(source), "{source}");
        }
        for source in [
            "function a() {\n  return 1;\n}",
            "const a = () => {\n  return 1;\n};",
            "class A {\n  b() { return; }\n}",
            "export default {\n  a() {\n    return 1;\n  },\n};",
            "a.return(returned, $return);",
            "if (a) {\n  a.set('b', 'return;');\n}",
        ] {
            assert!(!may_have(source), "{source}");
        }
    }
}
