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
    let (flags, arguments) = compile(&words("-A --no-check -o app main.ts --port 80")).expect("they are known");
    assert_eq!(flags, words("--compile --target deno --outfile app main.ts"));
    assert_eq!(arguments, words("--port 80"));
}

#[test]
fn compile_does_not_give_more_permissions_than_requested() {
    assert!(compile(&words("main.ts")).unwrap_err().contains("-A"));
    assert!(compile(&words("--allow-read main.ts")).unwrap_err().contains("--allow-read"));
    assert!(compile(&words("-R main.ts")).unwrap_err().contains("-R"));
}
