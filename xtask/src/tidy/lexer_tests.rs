use super::{Language, code_only};

fn squeeze(text: &str, language: Language) -> String {
    code_only(text, language).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn rust(text: &str) -> String {
    squeeze(text, Language::Rust)
}

fn typescript(text: &str) -> String {
    squeeze(text, Language::TypeScript)
}

#[test]
fn comments_go_and_lines_stay() {
    let text = "a /* x\ny */ b // c\nd";
    let code = code_only(text, Language::Rust);
    assert_eq!(code.len(), text.len());
    assert_eq!(code.lines().count(), 3);
    assert_eq!(rust(text), "a b d");
    assert_eq!(rust("a /* b /* c */ d */ e"), "a e");
    assert_eq!(typescript("a /* b /* c */ d"), "a d");
}

#[test]
fn rust_literals_go_and_lifetimes_stay() {
    assert_eq!(rust(r#"f("a \" unsafe {", 'x', '\'', b)"#), "f(\" \", ' ', ' ', b)");
    assert_eq!(rust("fn f<'a>(x: &'a str) -> 'static {"), "fn f<'a>(x: &'a str) -> 'static {");
    assert_eq!(rust("let s = r#\"{ \" }\"#; r#type"), "let s = ; r#type");
    assert_eq!(rust("let c = '{'; let d = 'é'; end"), "let c = ' '; let d = ' '; end");
}

#[test]
fn typescript_literals_go_and_code_inside_templates_stays() {
    assert_eq!(typescript("f('a{', \"b{\", `c{ ${d({e})} }`)"), "f(' ', \" \", ` d({e}) `)");
    assert_eq!(typescript("`${`${a}`}` + b"), "` ` a ` ` + b");
}

#[test]
fn a_regular_expression_is_told_from_a_division() {
    assert_eq!(typescript("x = /[/{]\"/g; y"), "x = / /g; y");
    assert_eq!(typescript("return /{/;"), "return / /;");
    assert_eq!(typescript("a / b / c; (a) / 2"), "a / b / c; (a) / 2");
}
