use super::*;

fn words(text: &str) -> Vec<String> {
    text.split(' ').map(str::to_owned).collect()
}

#[test]
fn bundle_keeps_what_a_build_has_and_names_the_target() {
    let translated = bundle(&words("main.ts --no-check --output=out.js --minify --frozen"));
    assert_eq!(translated, words("main.ts --output=out.js --minify --target deno"));
    assert_eq!(bundle(&words("--platform browser main.ts")), words("--platform browser main.ts"));
}

#[test]
fn compile_gives_the_program_what_follows_its_file() {
    let compiled = compile(&words("-A --no-check -o app --include data main.ts --port 80")).expect("they are known");
    assert_eq!(compiled.flags, words("--compile --target deno --outfile app --include data main.ts"));
    assert_eq!(compiled.of_program.arguments, words("--port 80"));
    assert!(compiled.of_program.exec_arguments.is_empty());
}

#[test]
fn compile_gives_the_permissions_that_are_requested() {
    let given = |line: &str| compile(&words(line)).expect("they are known").of_program.exec_arguments;
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
