//! Files of at most 800 lines and functions of at most 70. What exceeded that when the rule was introduced is in a list
//! whose numbers may only decrease. Tests and generated files may be longer.

use super::lexer::{Language, code_only, language};
use super::tree::Tree;
use std::collections::BTreeMap;

const FILE_LINES_MAX: usize = 800;
const FUNCTION_LINES_MAX: usize = 70;

/// What exceeds a limit: `path` or `path function`, with its lines.
pub type Offenders = BTreeMap<String, usize>;

/// Everything that exceeds its limit now.
pub fn offenders(tree: &Tree) -> Offenders {
    let mut found = Offenders::new();
    for file in tree.files.iter().filter(|file| !file.is_test() && !file.is_generated()) {
        let Some(language) = language(&file.path) else { continue };
        let lines = file.text.lines().count();
        if lines > FILE_LINES_MAX {
            found.insert(file.path.clone(), lines);
        }
        for (name, lines) in functions(&code_only(&file.text, language), language) {
            if lines > FUNCTION_LINES_MAX {
                let key = format!("{} {name}", file.path);
                let lines = lines.max(found.get(&key).copied().unwrap_or(0));
                found.insert(key, lines);
            }
        }
    }
    found
}

/// Lines such as `812 host/fs/src/lib.rs` or `95 host/fs/src/lib.rs open`; `#` begins a comment.
pub fn read_ratchet(text: &str) -> Offenders {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(lines, key)| Some((key.to_string(), lines.parse().ok()?)))
        .collect()
}

/// Sentences about everything that is larger than allowed, and about numbers in the list that could be lowered.
pub fn compare(found: &Offenders, allowed: &Offenders, list: &str) -> Vec<String> {
    let mut problems = Vec::new();
    for (key, lines) in found {
        let limit = if key.contains(' ') { FUNCTION_LINES_MAX } else { FILE_LINES_MAX };
        if allowed.get(key).is_none_or(|allowed| lines > allowed) {
            problems.push(format!(
                "{key}: {lines} lines, more than {}; split it by subject",
                allowed.get(key).unwrap_or(&limit)
            ));
        }
    }
    if allowed.iter().any(|(key, allowed)| found.get(key).is_none_or(|lines| lines < allowed)) {
        problems.push(format!("{list} is higher than the code needs: run ./x tidy --ratchet"));
    }
    problems
}

/// The list with every number lowered to the current size, and without missing entries. Nothing is added.
pub fn lower(text: &str, found: &Offenders) -> String {
    let mut lines: Vec<String> = text.lines().filter(|line| line.starts_with('#')).map(str::to_string).collect();
    for (key, allowed) in read_ratchet(text) {
        if let Some(lines_now) = found.get(&key) {
            lines.push(format!("{} {key}", allowed.min(*lines_now)));
        }
    }
    lines.join("\n") + "\n"
}

/// An open brace: its function, if any, and the head that continues after it when it is inside parentheses (an object
/// type of a parameter, a callback's body).
struct OpenBrace {
    function: Option<(String, usize)>,
    interrupted: Option<(String, usize, i32)>,
}

/// Every function of the code: its name and how many lines it has from its head to its closing brace.
fn functions(code: &str, language: Language) -> Vec<(String, usize)> {
    let mut found = Vec::new();
    let mut open: Vec<OpenBrace> = Vec::new();
    let (mut line, mut head, mut head_line, mut parentheses) = (1, String::new(), 1, 0_i32);
    for character in code.chars() {
        match character {
            '{' => {
                let function = name_of(&head, language).map(|name| (name, head_line));
                let interrupted = (parentheses > 0).then(|| (head.clone(), head_line, parentheses));
                open.push(OpenBrace { function, interrupted });
                head.clear();
                parentheses = 0;
            }
            '}' => {
                let brace = open.pop().unwrap_or(OpenBrace { function: None, interrupted: None });
                found.extend(brace.function.map(|(name, start)| (name, line - start + 1)));
                (head, head_line, parentheses) = brace.interrupted.unwrap_or((String::new(), line, 0));
            }
            ';' if parentheses == 0 => head.clear(),
            ',' if parentheses == 0 && language == Language::TypeScript && !has_open_angle(&head) => head.clear(),
            _ => {
                if head.trim().is_empty() && !character.is_whitespace() {
                    head.clear();
                    head_line = line;
                }
                line += usize::from(character == '\n');
                parentheses += i32::from(matches!(character, '(' | '[')) - i32::from(matches!(character, ')' | ']'));
                head.push(if character == '\n' { ' ' } else { character });
            }
        }
    }
    found
}

/// Whether a list of type parameters is open, in which a comma does not end a member of an object.
fn has_open_angle(head: &str) -> bool {
    let head = head.replace("=>", "");
    head.matches('<').count() > head.matches('>').count()
}

/// The name of the function that begins with this head, or None when the brace does not open a function.
fn name_of(head: &str, language: Language) -> Option<String> {
    let head = head.trim();
    let word_after = |keyword: &str| {
        let rest = head.split(keyword).nth(1)?;
        let name: String = rest
            .trim_start_matches(['*', ' '])
            .chars()
            .take_while(|character| character.is_alphanumeric() || "_$#".contains(*character))
            .collect();
        Some(if name.is_empty() { "(anonymous)".to_string() } else { name })
    };
    if language == Language::Rust {
        return (head.starts_with("fn ") || head.contains(" fn ")).then(|| word_after("fn ")).flatten();
    }
    if head.starts_with("function") || head.contains(" function") || head.contains("(function") {
        return word_after("function");
    }
    if head.ends_with("=>") {
        let name = head.split('=').next().unwrap_or("").trim().rsplit(' ').next().unwrap_or("");
        let is_name =
            !name.is_empty() && name.chars().all(|character| character.is_alphanumeric() || "_$".contains(character));
        return Some(if is_name { name.to_string() } else { "(anonymous)".to_string() });
    }
    let (before, _) = head.split_once('(').filter(|_| head.contains(')'))?;
    let name = before.trim().rsplit(' ').next().unwrap_or("");
    let is_statement = matches!(name, "if" | "for" | "while" | "switch" | "catch" | "with" | "await" | "");
    let is_name = name.chars().all(|character| character.is_alphanumeric() || "_$#".contains(character));
    let begins_block =
        ["class ", "else", "do", "try", "finally", "return", "const ", "let ", "export class", "interface "]
            .iter()
            .any(|start| head.starts_with(start));
    (!is_statement && is_name && !begins_block).then(|| name.to_string())
}

#[cfg(test)]
#[path = "sizes_tests.rs"]
mod tests;
