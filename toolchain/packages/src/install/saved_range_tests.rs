use super::{Rule, range_to_save};
use crate::spec::Spec;
use brio_lockfile::Format;
use std::path::Path;

/// What npm 11.19, pnpm 12.21, yarn 1.22, yarn 4.18 and Bun 1.4.5 save for these requests of is-odd (1.0.0, 2.0.0, 3.0.0,
/// 3.0.1).
const SAVED: &[(&str, &str, [&str; 5])] = &[
    ("", "3.0.1", ["^3.0.1"; 5]),
    ("latest", "3.0.1", ["^3.0.1"; 5]),
    ("3.0.0", "3.0.0", ["^3.0.0", "3.0.0", "3.0.0", "3.0.0", "3.0.0"]),
    ("^2.0.0", "2.0.0", ["^2.0.0"; 5]),
    ("~2.0.0", "2.0.0", ["~2.0.0"; 5]),
    ("1", "1.0.0", ["^1.0.0", "^1.0.0", "1", "1", "1"]),
    ("2.x", "2.0.0", ["^2.0.0", "~2.0.0", "2.x", "2.x", "2.x"]),
    (">=1", "3.0.1", ["^3.0.1", "^3.0.1", ">=1", ">=1", ">=1"]),
    ("*", "3.0.1", ["^3.0.1", "^3.0.1", "*", "*", "*"]),
    (">=1 <3", "2.0.0", ["^2.0.0", "^2.0.0", ">=1 <3", ">=1 <3", ">=1 <3"]),
];

/// The same with `--save-exact`.
const EXACT: &[(&str, &str, [&str; 5])] = &[
    ("", "3.0.1", ["3.0.1"; 5]),
    ("2", "2.0.0", ["2.0.0", "^2.0.0", "2", "2", "2.0.0"]),
    ("^2.0.0", "2.0.0", ["2.0.0", "^2.0.0", "^2.0.0", "^2.0.0", "2.0.0"]),
    ("~2.0.0", "2.0.0", ["2.0.0", "~2.0.0", "~2.0.0", "~2.0.0", "2.0.0"]),
];

const FORMATS: [Format; 5] = [Format::Npm, Format::Pnpm, Format::YarnClassic, Format::YarnBerry, Format::Bun];

#[test]
fn each_manager_saves_its_own_way() {
    for (table, is_exact) in [(SAVED, false), (EXACT, true)] {
        for (raw, version, saved) in table {
            let argument = if raw.is_empty() { "is-odd".to_string() } else { format!("is-odd@{raw}") };
            let spec = Spec::of_argument(&argument, Path::new("/")).expect("a valid argument");
            for (format, expected) in FORMATS.iter().zip(saved) {
                let rule = Rule { format: *format, prefix: "^", is_exact };
                assert_eq!(range_to_save(&rule, &spec, version), *expected, "{argument} {format:?} {is_exact}");
            }
        }
    }
}

#[test]
fn aliases_are_saved_as_what_they_mean() {
    for (argument, version, saved) in [
        ("odd@npm:is-odd", "3.0.1", ["^3.0.1", "^3.0.1", "^3.0.1"]),
        ("odd@npm:is-odd@2.0.0", "2.0.0", ["^2.0.0", "2.0.0", "2.0.0"]),
        ("odd@npm:is-odd@^2", "2.0.0", ["^2.0.0", "^2.0.0", "^2"]),
    ] {
        let spec = Spec::of_argument(argument, Path::new("/")).expect("a valid argument");
        for (format, expected) in [Format::Npm, Format::Pnpm, Format::Bun].iter().zip(saved) {
            let rule = Rule { format: *format, prefix: "^", is_exact: false };
            assert_eq!(range_to_save(&rule, &spec, version), expected, "{argument} {format:?}");
        }
    }
}
