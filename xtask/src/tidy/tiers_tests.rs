use super::{KNOT, check, largest_knot};
use crate::tidy::tree::Tree;

const TABLE: &str = "| tier | what |\n|---|---|\n| `core/` | a |\n| `web/` | b |\n| `node/` | c |\n";

fn problems(files: &[(&str, &str)]) -> Vec<String> {
    let mut all = vec![("ARCHITECTURE.md", TABLE), (KNOT, "1\n"), ("builtins/internal/core/errors.ts", "// Errors.\n")];
    all.extend(files);
    check(&Tree::of(&all))
}

#[test]
fn imports_downwards_and_inside_a_tier_pass() {
    let text = "import { a } from \"internal:core/errors\";\nimport defer * as b from \"web:url\";\nload(\"internal:node/b\");\n";
    assert_eq!(problems(&[("builtins/internal/node/a.ts", text)]), Vec::<String>::new());
}

#[test]
fn imports_upwards_fail_however_they_are_written() {
    for text in
        ["import { a } from \"internal:node/a\";", "import defer * as a from \"web:url\";", "load(\"internal:web/a\");"]
    {
        let found = problems(&[("builtins/internal/core/a.ts", text)]);
        assert!(found.len() == 1 && found[0].contains("core/ is below"), "{text}: {found:?}");
    }
    assert_eq!(
        problems(&[("builtins/internal/core/a.ts", "import type { A } from \"internal:node/a\";")]),
        Vec::<String>::new()
    );
}

#[test]
fn internal_modules_import_no_public_ones() {
    let found = problems(&[("builtins/internal/node/a.ts", "import fs from \"node:fs\";")]);
    assert!(found[0].contains("imports no public one"), "{found:?}");
    assert!(problems(&[("builtins/web/a.ts", "load(\"node:fs\");")])[0].contains("imports no public one"));
}

#[test]
fn public_modules_are_thin() {
    let thin = "// `node:fs`.\nexport * from \"internal:node/fs\";\nexport { default } from \"internal:node/fs\";\n";
    assert_eq!(problems(&[("builtins/node/fs.ts", thin)]), Vec::<String>::new());
    assert!(
        problems(&[("builtins/node/fs.ts", "// `node:fs`.\nexport const a = 1;\n")])[0]
            .contains("fs.ts:2: public modules only")
    );
}

#[test]
fn a_folder_that_is_no_tier_fails() {
    assert!(problems(&[("builtins/internal/stray/a.ts", "// A.\n")])[0].contains("is not a tier"));
}

#[test]
fn the_largest_circle_is_counted_and_may_only_shrink() {
    let circle = [
        ("builtins/internal/core/a.ts", "import defer * as b from \"internal:core/b\";"),
        ("builtins/internal/core/b.ts", "load(\"internal:core/c\");"),
        ("builtins/internal/core/c.ts", "import { a } from \"internal:core/a\";"),
        ("builtins/internal/core/d.ts", "import { a } from \"internal:core/a\";"),
    ];
    assert_eq!(largest_knot(&Tree::of(&circle)).len(), 3);
    assert!(problems(&circle)[0].contains("3 builtins import each other"));
    let mut allowed = circle.to_vec();
    allowed.extend([("ARCHITECTURE.md", TABLE), (KNOT, "4\n")]);
    assert!(check(&Tree::of(&allowed))[0].contains("--ratchet"));
}
