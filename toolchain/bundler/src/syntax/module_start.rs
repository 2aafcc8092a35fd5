//! Which sources are certainly ES modules, by their beginning: what concerns CommonJS alone is not looked for in them.

/// Whether the first statement of a source imports or exports. Many ES modules begin otherwise.
pub(super) fn is_of_module(code: &str) -> bool {
    let first = first_statement(code);
    let is_name = |text: &str| text.starts_with(|next: char| next.is_alphanumeric() || "_$".contains(next));
    if let Some(behind) = first.strip_prefix("export") {
        return !is_name(behind);
    }
    let Some(behind) = first.strip_prefix("import").filter(|behind| !is_name(behind)) else { return false };
    // A call, or `import a = require("b")` of TypeScript.
    let is_assigned = || behind.split(['"', '\'']).next().is_some_and(|before| before.contains('='));
    !behind.trim_start().starts_with(['(', '.']) && !is_assigned()
}

/// A source from its first statement that is neither a comment nor a directive.
fn first_statement(code: &str) -> &str {
    const LINE_ENDS: [char; 4] = ['\n', '\r', '\u{2028}', '\u{2029}'];
    let behind_line = |text| str::split_once(text, LINE_ENDS).map_or("", |(_, behind)| behind);
    let mut rest = code.strip_prefix('\u{feff}').unwrap_or(code);
    if rest.starts_with("#!") {
        rest = behind_line(rest);
    }
    loop {
        rest = rest.trim_start();
        rest = match rest.chars().next() {
            Some('/') if rest.starts_with("//") => behind_line(rest),
            Some('/') if rest.starts_with("/*") => rest[2..].split_once("*/").map_or("", |(_, behind)| behind),
            Some(';') => &rest[1..],
            Some(quote @ ('"' | '\'')) => match rest[1..].split_once(quote) {
                Some((directive, behind)) if !directive.contains('\\') => behind,
                _ => return rest,
            },
            _ => return rest,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::is_of_module;

    #[test]
    fn the_first_statement_of_a_module() {
        for code in [
            "import a from 'a';",
            "import{a}from'a'",
            "import\"a\"",
            "import * as a from \"a\"",
            "export const a = 1;",
            "export{a}",
            "export*from'a'",
            "export default 1",
            "\u{feff}#!/usr/bin/env node\n// a\n/* b\n */ 'use strict';\n\"use client\"\nimport a from 'a' with { b: 'c' }",
        ] {
            assert!(is_of_module(code), "{code}");
        }
        for code in [
            "",
            "const a = require('a');",
            "import('a')",
            "import (a)",
            "import.meta.url",
            "imported = 1",
            "exports.a = 1",
            "export_ = 1",
            "import a = require('a')",
            "import type a = require('a')",
            "'use strict'; return",
            "'a\\'; import b'",
            "// import a from 'a'",
            "/* export {}",
            "`\nimport a from 'a'`",
        ] {
            assert!(!is_of_module(code), "{code}");
        }
    }
}
