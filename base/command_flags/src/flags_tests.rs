use super::*;

const FLAGS: Flags = Flags {
    flags: &[
        Flag { long: "--minify", short: Some("-m"), takes: Takes::Nothing, about: "make it small" },
        Flag { long: "--outdir", short: None, takes: Takes::Value("FOLDER"), about: "where to" },
        Flag { long: "--sourcemap", short: None, takes: Takes::OptionalValue("KIND"), about: "with a map" },
        Flag { long: "--define", short: None, takes: Takes::Value("NAME=VALUE"), about: "replace" },
    ],
    aliases: &[("--out-dir", "--outdir")],
    prefixes: &[("--define:", "--define")],
};

fn parse(line: &str) -> Result<Arguments, String> {
    parse_as(line, Syntax::default())
}

fn parse_as(line: &str, syntax: Syntax<'_>) -> Result<Arguments, String> {
    let words = line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    FLAGS.parse(&words, syntax).map_err(|error| error.to_string())
}

#[test]
fn values_stand_behind_an_equals_sign_or_as_the_next_argument() {
    assert_eq!(parse("a --outdir=x b").unwrap().value("--outdir"), Some("x"));
    let arguments = parse("a --out-dir x b").unwrap();
    assert_eq!(arguments.value("--outdir"), Some("x"));
    assert_eq!(arguments.words, ["a", "b"]);
}

#[test]
fn an_optional_value_does_not_take_the_next_argument() {
    let arguments = parse("--sourcemap a.ts").unwrap();
    assert!(arguments.has("--sourcemap"));
    assert_eq!(arguments.value("--sourcemap"), None);
    assert_eq!(arguments.words, ["a.ts"]);
    assert_eq!(parse("--sourcemap=inline").unwrap().value("--sourcemap"), Some("inline"));
}

#[test]
fn a_switch_can_be_turned_off_again() {
    assert!(!parse("-m --no-minify").unwrap().has("--minify"));
    assert!(!parse("--minify=false").unwrap().has("--minify"));
    assert_eq!(parse("").unwrap().switch("--minify"), None);
}

#[test]
fn values_with_equals_signs_are_kept() {
    let arguments = parse("--define A=1=2 --define:B=3").unwrap();
    assert_eq!(arguments.values("--define").collect::<Vec<_>>(), ["A=1=2", "B=3"]);
}

#[test]
fn mistakes_are_reported() {
    assert_eq!(parse("--minfy"), Err("unknown flag --minfy (did you mean --minify?)".to_owned()));
    assert_eq!(parse("--outdir"), Err("--outdir requires a value: FOLDER".to_owned()));
    assert_eq!(parse("--minify=much"), Err("--minify takes no value".to_owned()));
    assert!(parse("--zzz").unwrap_err().starts_with("unknown flag --zzz"));
}

#[test]
fn what_follows_two_dashes_are_words() {
    assert_eq!(parse("-- --minify").unwrap().words, ["--minify"]);
}

#[test]
fn a_command_knows_only_its_own_flags_of_a_table() {
    let syntax = Syntax { known: Some(&["--outdir", "--define"]), ends_at_word: false };
    assert_eq!(parse_as("--outdir=x", syntax).unwrap().value("--outdir"), Some("x"));
    assert_eq!(parse_as("--outdri x", syntax), Err("unknown flag --outdri (did you mean --outdir?)".to_owned()));
    assert_eq!(parse_as("-m", syntax), Err("unknown flag -m".to_owned()));
    assert!(parse_as("--no-minify", syntax).is_err());
    assert!(!FLAGS.help(syntax).contains("--minify"));
}

#[test]
fn what_follows_the_first_word_can_belong_to_another_program() {
    let arguments = parse_as("-m tool --wat -m", Syntax { known: None, ends_at_word: true }).unwrap();
    assert!(arguments.has("--minify"));
    assert_eq!(arguments.words, ["tool", "--wat", "-m"]);
}
