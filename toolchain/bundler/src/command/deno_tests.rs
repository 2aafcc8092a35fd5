use super::*;

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn bundle_keeps_what_a_build_has_and_names_the_target() {
    let flags = |line: &str| bundle(&words(line)).expect("they are known").flags;
    let translated = flags("main.ts --no-check --output=out.js --minify --frozen --lock a.lock -L debug");
    assert_eq!(translated, words("main.ts --output=out.js --minify --target deno"));
    assert_eq!(flags("--platform browser main.ts"), words("--platform browser main.ts"));
}

#[test]
fn the_configuration_is_the_one_that_is_named() {
    let bundled = bundle(&words("-c a/deno.json --import-map=map.json main.ts")).expect("they are known");
    assert_eq!(bundled.flags, words("main.ts --target deno"));
    let deno = bundled.given.deno.expect("it is a program of Deno");
    assert_eq!((deno.config, deno.import_map), (Some("a/deno.json".into()), Some("map.json".into())));
    let compiled = compile(&words("-A --no-config --node-modules-linker hoisted main.ts")).expect("they are known");
    assert!(compiled.given.deno.expect("it is a program of Deno").is_none);
    assert!(bundle(&words("--config")).unwrap_err().contains("requires a value"));
}

#[test]
fn what_is_not_supported_says_why() {
    for line in ["-A --engine quickjs main.ts", "-A --watch main.ts", "-A -P=all main.ts", "-A --preload a.ts main.ts"]
    {
        assert!(compile(&words(line)).unwrap_err().contains(" is not supported: "), "{line}");
    }
    assert!(bundle(&words("--declaration main.ts")).unwrap_err().starts_with("--declaration is not supported: "));
}

#[test]
fn compile_gives_the_program_what_follows_its_file() {
    let compiled = compile(&words("-A --no-check -o app --include data main.ts --port 80")).expect("they are known");
    assert_eq!(compiled.flags, words("--compile --target deno --outfile app --include data main.ts"));
    assert_eq!(compiled.given.arguments, words("--port 80"));
    assert!(compiled.given.exec_arguments.is_empty());
}

#[test]
fn compile_gives_the_permissions_that_are_requested() {
    let given = |line: &str| compile(&words(line)).expect("they are known").given.exec_arguments;
    assert_eq!(given("--allow-read=data -N --no-prompt main.ts"), words("--allow-read=data -N --no-prompt"));
    assert_eq!(given("-RW main.ts"), words("-RW"));
    assert!(compile(&words("main.ts")).unwrap_err().contains("-A"));
    assert!(compile(&words("-Z main.ts")).unwrap_err().contains("-Z"));
}

#[test]
fn compile_reads_variables() {
    let flags = |line: &str| compile(&words(line)).expect("they are known").flags;
    assert!(flags("-A --env-file main.ts").contains(&"--env-file=.env".to_owned()));
    assert!(flags("-A --env-file=a.env main.ts").contains(&"--env-file=a.env".to_owned()));
}
