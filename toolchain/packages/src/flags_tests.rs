//! Command lines.

use super::*;

fn parse(line: &str) -> Result<Arguments> {
    let words: Vec<String> = line.split_whitespace().map(str::to_string).collect();
    Arguments::parse(&words, &["--save-dev", "--omit", "--json"], false)
}

#[test]
fn flags_words_and_values() {
    let parsed = parse("a -D --omit=dev b --omit peer -- -x").expect("valid");
    assert_eq!(parsed.words, ["a", "b", "-x"]);
    assert!(parsed.has("--save-dev") && !parsed.has("--json"));
    assert_eq!(parsed.values("--omit").collect::<Vec<_>>(), ["dev", "peer"]);
    assert!(parse("--dev").expect("an alias").has("--save-dev"));
}

#[test]
fn a_wrong_flag_is_answered_with_the_right_one() {
    assert_eq!(parse("--save-dve").expect_err("wrong").hint, "did you mean --save-dev?");
    assert!(parse("--offline").is_err());
    assert!(parse("--json=no").is_err());
    assert!(parse("--omit").is_err());
}

#[test]
fn what_follows_the_first_word_can_belong_to_another_program() {
    let words: Vec<String> = ["--json", "tool", "--wat", "--json"].iter().map(|word| word.to_string()).collect();
    assert_eq!(Arguments::parse(&words, &["--json"], true).expect("valid").words, ["tool", "--wat", "--json"]);
}

#[test]
fn every_flag_is_declared_once() {
    for flag in FLAGS {
        assert_eq!(FLAGS.iter().filter(|other| other.long == flag.long).count(), 1, "{}", flag.long);
        assert!(find(flag.long) == Some(flag));
    }
    for (_, target) in ALIASES {
        assert!(find(target).is_some(), "{target}");
    }
}
