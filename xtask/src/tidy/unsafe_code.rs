//! `unsafe` only in the allowed folders, and every block with its SAFETY comment.

use super::lexer::{Language, code_only};
use super::tree::{SourceFile, Tree};

/// Folders with raw pointers: the engine, foreign code, and system calls without a safe wrapper.
const ALLOWED: &[&str] = &[
    "engine/",
    "host/napi/",
    "host/ffi/",
    "base/descriptor/",
    "base/sandbox/",
    "base/spawn/",
    "base/compression/src/deflate_raw.rs",
    "base/text_encoding/src/simd.rs",
    "base/reactor/src/signal_doorbell.rs",
    "base/tls/src/ffi.rs",
    "base/lazy_linking/",
    "base/libcrypto/src/raw.rs",
    "base/libcrypto/src/lazy_linking.rs",
    "base/libcrypto/src/raw_macs.rs",
    "base/http2/src/ffi/",
    "base/sqlite/src/ffi/",
];

pub fn check(tree: &Tree) -> Vec<String> {
    tree.files.iter().filter(|file| file.path.ends_with(".rs")).flat_map(check_file).collect()
}

fn check_file(file: &SourceFile) -> Vec<String> {
    let code = code_only(&file.text, Language::Rust);
    let lines: Vec<&str> = file.text.lines().collect();
    let mut problems = Vec::new();
    for (index, line) in code.lines().enumerate() {
        let Some(rest) = after_unsafe(line) else { continue };
        let place = format!("{}:{}", file.path, index + 1);
        if !ALLOWED.iter().any(|folder| file.path.starts_with(folder)) {
            problems.push(format!(
                "{place}: unsafe belongs under {}; wrap it there and call the safe function",
                ALLOWED.join(", ")
            ));
        } else if needs_reason(rest) && !has_reason(&lines, index) {
            problems.push(format!(
                "{place}: say above it, after \"// SAFETY:\", what makes this sound and who guarantees it"
            ));
        }
    }
    problems
}

/// What follows the keyword `unsafe` in the line.
fn after_unsafe(line: &str) -> Option<&str> {
    let is_word = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices("unsafe").find_map(|(position, word)| {
        let rest = &line[position + word.len()..];
        let is_whole =
            !line[..position].chars().next_back().is_some_and(is_word) && !rest.chars().next().is_some_and(is_word);
        is_whole.then(|| rest.trim_start())
    })
}

/// Blocks and impls need a justification; declarations pass the obligation on. An attribute `#[unsafe(…)]` needs one,
/// too, but for `no_mangle`: two functions of one name do not link.
fn needs_reason(rest: &str) -> bool {
    rest.starts_with('{')
        || rest.starts_with("impl")
        || (rest.starts_with('(') && !rest.starts_with("(no_mangle)"))
        || rest.is_empty()
}

/// A SAFETY comment in the same line or in the comment and attribute lines directly above, also above the first line of
/// the statement that contains the block.
fn has_reason(lines: &[&str], index: usize) -> bool {
    let is_reason = |line: &str| line.contains("SAFETY:");
    if is_reason(lines[index]) {
        return true;
    }
    let mut above = lines[..index].iter().rev().map(|line| line.trim()).peekable();
    let ends_statement =
        |line: &str| line.is_empty() || line.ends_with(';') || line.ends_with('{') || line.ends_with('}');
    while above.peek().is_some_and(|line| !line.starts_with("//") && !line.starts_with("#[") && !ends_statement(line)) {
        above.next();
    }
    above.take_while(|line| line.starts_with("//") || line.starts_with("#[")).any(is_reason)
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    fn problems(path: &str, text: &str) -> usize {
        check(&Tree::of(&[(path, text)])).len()
    }

    #[test]
    fn unsafe_outside_the_wall_fails_even_with_a_reason() {
        for text in ["// SAFETY: x\nunsafe { f() }", "unsafe fn f() {}", "unsafe impl Send for A {}"] {
            assert_eq!(problems("host/fs/src/lib.rs", text), 1, "{text}");
        }
    }

    #[test]
    fn a_block_or_impl_behind_the_wall_needs_a_reason() {
        for text in [
            "let a = unsafe { f() };",
            "unsafe impl Send for A {}",
            "// SAFETY: x\nlet a = 1;\nlet b = unsafe { f() };",
        ] {
            assert_eq!(problems("engine/jsc/src/a.rs", text), 1, "{text}");
        }
        for text in [
            "// SAFETY: x\nlet a = unsafe { f() };",
            "// SAFETY: x\n// y\nlet a =\n    unsafe { f() };",
            "unsafe { f() } // SAFETY: x",
            "/// # Safety\n/// x\nunsafe fn f() {}",
            "unsafe extern \"C\" {}",
        ] {
            assert_eq!(problems("engine/jsc/src/a.rs", text), 0, "{text}");
        }
    }

    #[test]
    fn the_word_in_comments_strings_and_longer_names_is_no_block() {
        assert_eq!(problems("host/fs/src/lib.rs", "// unsafe {\nlet a = \"unsafe {\";\n#![deny(unsafe_code)]\n"), 0);
    }
}
