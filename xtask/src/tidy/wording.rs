//! Words that the glossary of STYLE.md replaces, in comments and documents. Texts that Node, Bun or Deno define are
//! strings in code, which this does not read.

use super::lexer::{code_only, language};
use super::tree::{SourceFile, Tree};

/// Each with what to write instead.
const REFUSED: &[(&str, &str)] = &[
    ("whoever", "say which code, caller or program"),
    ("nobody", "say which code, caller or program"),
    ("somebody", "say which code, caller or program"),
    ("its kin", "list the members, or name the group"),
    ("their kin", "list the members, or name the group"),
    ("by turns", "alternately, interleaved"),
    ("heeds", "respects, applies"),
    ("told", "reported, called with; distinguished"),
    ("hears", "receives, is called with"),
    ("learns", "receives, is called with"),
    ("the like", "list the members, or name the group"),
    ("the other end", "the peer, client or server"),
    ("under way", "in flight, pending"),
    ("what is no", "invalid …, not a …"),
];

/// Where the words themselves are listed, or texts of others are quoted.
const EXCEPT: &[&str] =
    &["STYLE.md", "xtask/src/tidy/wording.rs", "lab/results/", "docs/changes/", "tests/apps/", "examples/papers/"];

pub fn check(tree: &Tree) -> Vec<String> {
    let read = |file: &&SourceFile| {
        !EXCEPT.iter().any(|path| file.path.starts_with(path))
            && (file.path.ends_with(".md") || language(&file.path).is_some())
    };
    tree.files.iter().filter(read).flat_map(refused_in).collect()
}

fn refused_in(file: &SourceFile) -> Vec<String> {
    let code = language(&file.path).map(|language| code_only(&file.text, language));
    let mut code_lines = code.as_deref().map(str::lines);
    let mut problems = Vec::new();
    for (index, line) in file.text.lines().enumerate() {
        let comment = match &mut code_lines {
            Some(code) => comment_of(line, code.next().unwrap_or("")),
            None => line,
        };
        let comment = comment.to_lowercase();
        let found = REFUSED.iter().filter(|(words, _)| contains_words(&comment, words));
        problems.extend(found.map(|(words, instead)| format!("{}:{}: \"{words}\": {instead}", file.path, index + 1)));
    }
    problems
}

/// The part of a line from its comment on; empty for a line that is all code.
pub(super) fn comment_of<'a>(line: &'a str, code: &str) -> &'a str {
    let trimmed = line.trim_start();
    if ["//", "/*", "*"].iter().any(|start| trimmed.starts_with(start)) {
        return line;
    }
    // `code_only` blanks comments and strings out; a comment behind code begins with two slashes.
    line.find("// ").filter(|at| code.get(*at..).is_none_or(|rest| rest.trim().is_empty())).map_or("", |at| &line[at..])
}

fn contains_words(text: &str, words: &str) -> bool {
    // A word in backquotes is a name, as of the Unix user `nobody`.
    let is_letter = |character: char| character.is_alphanumeric() || "_`".contains(character);
    text.match_indices(words).any(|(at, _)| {
        !text[..at].chars().next_back().is_some_and(is_letter)
            && !text[at + words.len()..].chars().next().is_some_and(is_letter)
    })
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn problems(path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn comments_and_documents_are_read() {
        assert_eq!(problems("base/a.rs", "//! Whoever calls this.\nfn f() {} // nobody else\n"), 2);
        assert_eq!(problems("builtins/web/a.ts", "/** For somebody. */\n"), 1);
        assert_eq!(problems("docs/a.md", "By turns.\n"), 1);
    }

    #[test]
    fn code_and_its_strings_are_left_alone() {
        assert_eq!(problems("builtins/web/a.ts", "throw new Error(\"nobody\"); const url = \"http://nobody\";\n"), 0);
        assert_eq!(problems("base/a.rs", "let user = \"nobody\";\n"), 0);
        assert_eq!(problems("base/a.rs", "// nobodys, the user `nobody`\n"), 0);
    }
}
