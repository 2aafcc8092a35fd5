//! Every source file begins with a comment that says what it contains and what it leaves to others.

use super::tree::{SourceFile, Tree};

pub fn check(tree: &Tree) -> Vec<String> {
    tree.files
        .iter()
        .filter(|file| !file.is_test())
        .filter_map(|file| missing(file).map(|what| format!("{}: begins without {what}", file.path)))
        .collect()
}

/// What the file lacks, or None. Tests are described by their names.
fn missing(file: &SourceFile) -> Option<&'static str> {
    let first = file.text.lines().find(|line| !line.trim().is_empty() && !line.starts_with("#!"))?.trim_start();
    if file.path.ends_with(".rs") {
        (!first.starts_with("//!") && !first.starts_with("// "))
            .then_some("a `//!` comment that says what the file does")
    } else if file.has_suffix(&[".ts", ".tsx", ".mts", ".js", ".mjs", ".cjs", ".jsx"]) {
        (!first.starts_with("//") && !first.starts_with("/*")).then_some("a `//` comment that says what the file does")
    } else if file.has_suffix(&[".sh"]) || file.text.starts_with("#!") {
        (!first.starts_with('#')).then_some("a `#` comment that says what the script does")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::tidy::tree::Tree;

    #[test]
    fn a_header_is_asked_of_every_source_file() {
        let bad = [
            ("base/a/src/lib.rs", "pub fn f() {}"),
            ("builtins/node/a.ts", "export const a = 1;"),
            ("x", "#!/bin/sh\nset -e\n"),
        ];
        for (path, text) in bad {
            assert_eq!(check(&Tree::of(&[(path, text)])).len(), 1, "{path}");
        }
    }

    #[test]
    fn headers_tests_and_data_pass() {
        let good = [
            ("base/a/src/lib.rs", "//! Reads.\n"),
            ("builtins/node/a.ts", "\n// Reads.\n"),
            ("x", "#!/bin/sh\n# Runs.\n"),
            ("tests/unit/a/b.test.ts", "test();"),
            ("tsconfig.json", "{}"),
        ];
        assert_eq!(check(&Tree::of(&good)), Vec::<String>::new());
    }
}
