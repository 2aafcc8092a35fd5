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

#[test]
fn values_that_nothing_has_are_refused() {
    let message = |line: &str| parse(line).expect_err(line);
    assert_eq!(message("a.js --jsx weird"), "--jsx is \"weird\"; it can be automatic, transform or preserve");
    assert_eq!(message("a.js --jsx-runtime weird"), "--jsx-runtime is \"weird\"; it can be automatic or classic");
    assert_eq!(message("a.js --resolve-extensions ts"), "--resolve-extensions has \"ts\"; extensions start with a dot");
    assert_eq!(message("a.js --target node,browser"), "--target names two runtimes, node and browser");
    assert_eq!(
        message("a.js --target node --platform browser"),
        "--platform browser and --target node exclude each other"
    );
    assert!(message("a.js --target es1").contains("es5 to esnext"));
    assert!(message("a.js --define A={").contains("not an expression"));
    assert!(message("a.js --global-name 1x").contains("an identifier"));
    assert!(message("a.js --entry-names ../[name]").contains("not in the folder"));
    assert_eq!(parse("a.js --target node --platform node").unwrap().target, Target::Node);
}

/// Why flags exclude each other; empty when they do not.
fn conflict(line: &str) -> String {
    let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
    let arguments = flags::FLAGS.parse(&words, brio_command_flags::Syntax::default()).expect("the flags are known");
    let options = options(&arguments, PathBuf::from("/project")).expect("each value is right");
    conflicts::check(&arguments, &options).err().unwrap_or_default()
}

#[test]
fn flags_that_exclude_each_other_are_refused() {
    for (line, message) in [
        ("--outdir out", "no entry"),
        ("a.js --compile --watch", "--watch and --compile"),
        ("a.js --compile --outdir out", "--outdir and --compile"),
        ("a.js --compile --no-bundle", "excludes --no-bundle"),
        ("a.html a.js --compile --target browser", "with --target browser for pages alone"),
        ("a.js --no-bundle --metafile m.json", "--metafile is for bundles"),
        ("a.js --outdir out --outfile b.js", "exclude each other"),
        ("a.js b.js --outfile c.js", "--outfile is for one entry"),
        ("a.js --sourcemap=linked", "a linked source map is a file of its own"),
        ("a.js --sourcemap=external", "an external source map is a file of its own"),
        ("a.js --legal-comments external", "--legal-comments external writes"),
        ("a.js --splitting --format cjs --outdir out", "requires --format esm"),
        ("a.js --splitting", "name a folder"),
        ("a.js --splitting --outfile b.js", "name a folder"),
        ("a.html --format cjs --outdir out", "is a page"),
        ("a.html --outfile b.js", "is a page"),
        ("a.html --compile --target node", "is a page"),
        ("a.js --outfile=", "--outfile is empty"),
    ] {
        assert!(conflict(line).contains(message), "{line}: {}", conflict(line));
    }
}

#[test]
fn flags_that_go_together_are_accepted() {
    for line in [
        "a.js b.js --compile --outfile app",
        "a.js --compile --splitting",
        "a.js --compile --sourcemap=external",
        "a.js --sourcemap",
        "a.js --sourcemap=inline --legal-comments eof",
        "a.js --no-bundle --external b --minify",
        "a.html --outfile b.html",
        "a.js --splitting --outdir out --watch",
    ] {
        assert_eq!(conflict(line), "", "{line}");
    }
}
