//! Invalid experiment files, each problem with its line.

use super::read;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

const RIGHT: &str = r#"name = "tiny"
title = "Tiny"
kind = "server"
question = "Which?"

[source]
paper = "P"
authors = "A"
year = 2026
place = "1"

[settings]
primary = "requests_per_second"

[[case]]
name = "one"
connections = 1

[[program]]
name = "bun"
rival = "bun"
file = "a.js"

[[claim]]
says = "x"
metric = "requests_per_second"
case = "one"
left = "bun"
right = "bun"
at_least = 1.0
"#;

fn check(name: &str, text: &str) -> Result<(), String> {
    let folder: PathBuf = std::env::temp_dir().join(format!("brio_lab_check_{}_{name}", std::process::id()));
    fs::create_dir_all(folder.join("programs")).unwrap();
    fs::write(folder.join("programs/a.js"), "").unwrap();
    let file = folder.join("experiment.toml");
    fs::write(&file, text).unwrap();
    let rivals = BTreeSet::from(["bun".to_string(), "node".to_string()]);
    let outcome =
        read(&file, &rivals).map(drop).map_err(|message| message.replace(&format!("{}/", folder.display()), ""));
    fs::remove_dir_all(&folder).unwrap();
    outcome
}

#[test]
fn a_right_file_is_read() {
    assert_eq!(check("right", RIGHT), Ok(()));
}

#[test]
fn a_mistake_names_file_line_and_what_was_expected() {
    let cases = [
        (
            "kind = \"server\"",
            "kind = \"sever\"",
            "experiment.toml:3: unknown variant `sever`, expected one of `server`, `process`, `steps`",
        ),
        ("question = \"Which?\"\n", "question = \"Which?\n", "experiment.toml:4: "),
        ("question = ", "qestion = ", "experiment.toml:4: unknown field `qestion`, expected one of"),
        ("year = 2026", "year = \"2026\"", "experiment.toml:9: invalid type: string \"2026\", expected u32"),
        (
            "name = \"tiny\"",
            "name = \"Tiny one\"",
            "experiment.toml:1: \"Tiny one\" is not a name: expected small letters, digits and hyphens",
        ),
        (
            "connections = 1",
            "connections = 0",
            "experiment.toml:17: no connection makes no load: expected a number above 0",
        ),
        (
            "rival = \"bun\"",
            "rival = \"bun\"\nbuild = [\"{binary:bum}\", \"build\"]",
            "experiment.toml:21: unknown rival \"bum\": expected one of bun, node",
        ),
        ("connections = 1", "x = 1.0", "experiment.toml:16: a case of a server needs connections = NUMBER"),
        ("rival = \"bun\"", "rival = \"bum\"", "experiment.toml:21: unknown rival \"bum\": expected one of bun, node"),
        (
            "file = \"a.js\"",
            "file = \"b.js\"",
            "experiment.toml:22: the program is not there: expected the file programs/b.js",
        ),
        (
            "primary = \"requests_per_second\"",
            "primary = \"wall_ms\"",
            "experiment.toml:13: \"wall_ms\" is not a metric of this kind: expected one of requests_per_second, ",
        ),
        ("left = \"bun\"", "left = \"bin\"", "experiment.toml:28: there is no program \"bin\": expected one of bun"),
        ("case = \"one\"", "case = \"two\"", "experiment.toml:27: there is no case \"two\": expected one of one"),
        (
            "at_least = 1.0",
            "",
            "experiment.toml:25: a claim is about a limit: expected either at_least = RATIO or at_most = RATIO",
        ),
    ];
    for (index, (right, wrong, message)) in cases.into_iter().enumerate() {
        let found = check(&format!("mistake_{index}"), &RIGHT.replacen(right, wrong, 1)).expect_err(wrong);
        assert!(found.starts_with(message), "for {wrong:?}: {found}");
    }
}

#[test]
fn all_mistakes_are_told_at_once() {
    let text = RIGHT.replace("left = \"bun\"", "left = \"l\"").replace("right = \"bun\"", "right = \"r\"");
    let message = check("several", &text).unwrap_err();
    assert_eq!(message.lines().count(), 2, "{message}");
}
