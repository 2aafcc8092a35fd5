//! How often each builtin says `any`: the type that switches checking off. The numbers of the list may only fall; a file
//! that is not listed may have none.

use super::lexer::{Language, code_only};
use super::tree::Tree;
use std::collections::BTreeMap;

/// Lines such as `12 builtins/node/fs.ts`; `#` begins a comment.
pub const LIST: &str = "xtask/ratchets/any.txt";
const HEADER: &str =
    "# How many `any` each builtin has. `./x tidy --ratchet` writes the list anew when their sum did not rise.\n";

type Counts = BTreeMap<String, usize>;

pub fn check(tree: &Tree) -> Vec<String> {
    let allowed = read(tree.text(LIST).unwrap_or(""));
    let found = count(tree);
    let mut problems: Vec<String> = found
        .iter()
        .filter(|(path, count)| **count > allowed.get(*path).copied().unwrap_or(0))
        .map(|(path, count)| {
            let limit = allowed.get(path).copied().unwrap_or(0);
            format!("{path}: {count} times `any`, more than {limit}; give the value a type, or `unknown` until it is checked")
        })
        .collect();
    if problems.is_empty() && found != allowed {
        problems.push(format!("{LIST} is higher than the code needs: run ./x tidy --ratchet"));
    }
    problems
}

/// The list as the code is now. Fails when there are more than the list has in sum.
pub fn lower(tree: &Tree) -> Result<String, String> {
    let (allowed, found) = (read(tree.text(LIST).unwrap_or("")), count(tree));
    let (before, now) = (allowed.values().sum::<usize>(), found.values().sum::<usize>());
    if now > before && !allowed.is_empty() {
        return Err(format!("there are {now} `any` in the builtins, more than the {before} of {LIST}"));
    }
    Ok(found.iter().fold(HEADER.to_string(), |list, (path, count)| format!("{list}{count} {path}\n")))
}

fn count(tree: &Tree) -> Counts {
    let builtins = tree.files.iter().filter(|file| {
        file.path.starts_with("builtins/") && file.path.ends_with(".ts") && !file.is_test() && !file.is_generated()
    });
    builtins
        .map(|file| (file.path.clone(), words(&code_only(&file.text, Language::TypeScript), "any")))
        .filter(|(_, count)| *count > 0)
        .collect()
}

fn words(code: &str, word: &str) -> usize {
    let is_name = |character: char| character.is_alphanumeric() || "_$".contains(character);
    // `.any(` is a method, as of AbortSignal.
    code.match_indices(word)
        .filter(|(at, _)| {
            let before = code[..*at].chars().next_back();
            let after = code[at + word.len()..].chars().next();
            !before.is_some_and(|character| is_name(character) || character == '.') && !after.is_some_and(is_name)
        })
        .count()
}

fn read(text: &str) -> Counts {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(' '))
        .filter_map(|(count, path)| Some((path.to_string(), count.parse().ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::{LIST, check, lower};
    use crate::tidy::tree::Tree;

    const FILE: &str = "builtins/web/a.ts";

    fn tree(text: &str, list: &str) -> Tree {
        Tree::of(&[(FILE, text), (LIST, list)])
    }

    #[test]
    fn only_the_word_in_code_counts() {
        let text = "// any\nconst many = anyone.any(\"any\");\n";
        assert_eq!(check(&tree(text, "")), Vec::<String>::new());
        assert!(check(&tree("let a: any;\n", ""))[0].contains("1 times `any`, more than 0"));
    }

    #[test]
    fn the_numbers_may_only_fall() {
        let text = "let a: any;\nlet b: any[];\n";
        assert_eq!(check(&tree(text, "2 builtins/web/a.ts\n")), Vec::<String>::new());
        assert!(check(&tree(text, "1 builtins/web/a.ts\n"))[0].contains("2 times"));
        assert!(check(&tree(text, "3 builtins/web/a.ts\n"))[0].contains("--ratchet"));
    }

    #[test]
    fn a_moved_file_keeps_its_number_if_the_sum_does_not_rise() {
        let list = lower(&tree("let a: any;\n", "1 builtins/web/old.ts\n")).expect("the sum is the same");
        assert!(list.ends_with("\n1 builtins/web/a.ts\n"), "{list}");
        assert!(lower(&tree("let a: any, b: any;\n", "1 builtins/web/a.ts\n")).is_err());
    }
}
