//! Comments that exclude code from coverage, as far as they are about the syntax that follows: `istanbul ignore
//! next|if|else|file`, and the same of `v8`. Those that count lines (`c8 ignore next 3`, `v8 ignore start`,
//! `node:coverage disable`, `deno-coverage-ignore`) are applied by the reports, which have the lines.

use oxc_ast::ast::Program;
use rustc_hash::FxHashMap;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Hint {
    Next,
    If,
    Else,
}

pub(super) struct Hints {
    /// By the offset of the token that follows.
    by_token: FxHashMap<u32, Hint>,
    pub excludes_file: bool,
}

impl Hints {
    pub(super) fn of_program(program: &Program<'_>) -> Self {
        let mut hints = Self { by_token: FxHashMap::default(), excludes_file: false };
        for comment in &program.comments {
            let content = comment.content_span();
            let text = program.source_text[content.start as usize..content.end as usize].trim();
            let Some((tool, rest)) = text.split_once(char::is_whitespace) else {
                hints.excludes_file |= text == "deno-coverage-ignore-file";
                continue;
            };
            let Some(rest) = rest.trim_start().strip_prefix("ignore").filter(|_| is_tool(tool)) else { continue };
            let mut words = rest.split_whitespace();
            let hint = match words.next() {
                Some("file") => {
                    hints.excludes_file = true;
                    continue;
                }
                // A number of lines, and c8's one line, are applied by the reports.
                Some("next") if tool != "c8" && !words.next().is_some_and(is_number) => Hint::Next,
                Some("if") => Hint::If,
                Some("else") => Hint::Else,
                _ => continue,
            };
            hints.by_token.insert(comment.attached_to, hint);
        }
        hints
    }

    pub(super) fn excludes_next(&self, at: u32) -> bool {
        self.by_token.get(&at) == Some(&Hint::Next)
    }

    pub(super) fn excludes_if(&self, at: u32) -> bool {
        self.by_token.get(&at) == Some(&Hint::If)
    }

    pub(super) fn excludes_else(&self, at: u32) -> bool {
        self.by_token.get(&at) == Some(&Hint::Else)
    }
}

fn is_tool(word: &str) -> bool {
    matches!(word, "istanbul" | "v8" | "c8")
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}
