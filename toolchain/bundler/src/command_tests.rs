use super::*;

fn parse(line: &str) -> Result<Options, String> {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    options(
        &flags::FLAGS.parse(&words, brio_command_flags::Syntax::default()).map_err(|error| error.to_string())?,
        PathBuf::from("/project"),
    )
}

#[test]
fn esbuilds_way_to_write_flags_is_understood() {
    let options =
        parse("app.ts --bundle --external:pg --define:A=1 --loader:.svg=text --platform=node --target=es2020").unwrap();
    assert_eq!(options.external, ["pg"]);
    assert_eq!(options.define, [("A".to_owned(), "1".to_owned())]);
    assert_eq!(options.loaders.get(".svg"), Some(&Loader::Text));
    assert_eq!(options.target, Target::Node);
    assert_eq!(options.engines, ["es2020"]);
}

#[test]
fn buns_way_to_write_flags_is_understood() {
    let options =
        parse("./index.tsx --outdir ./out --target browser --loader .svg:file --minify --sourcemap=inline").unwrap();
    assert_eq!(options.out_dir, Some(PathBuf::from("./out")));
    assert_eq!(options.target, Target::Browser);
    assert_eq!(options.loaders.get(".svg"), Some(&Loader::File));
    assert_eq!(options.minify, Minify::ALL);
    assert_eq!(options.source_map, SourceMap::Inline);
}

#[test]
fn parts_of_minification_are_separate() {
    let options = parse("a.js --minify --no-minify-identifiers").unwrap();
    assert_eq!(options.minify, Minify { whitespace: true, identifiers: false, syntax: true });
}

#[test]
fn a_page_is_for_browsers() {
    assert_eq!(parse("index.html").unwrap().target, Target::Browser);
    assert_eq!(parse("index.ts").unwrap().target, Target::Brio);
}

#[test]
fn wrong_values_name_the_right_ones() {
    assert_eq!(parse("a.js --format umd").unwrap_err(), "--format is \"umd\"; it can be esm, cjs or iife");
    assert!(parse("a.js --target moon").unwrap_err().contains("brio, node, bun"));
    assert_eq!(parse("a.js --define A").unwrap_err(), "--define requires NAME=VALUE, not \"A\"");
}
