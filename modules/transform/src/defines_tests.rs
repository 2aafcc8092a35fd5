use std::sync::Arc;

use super::Defines;
use crate::{Options, transform};

fn transformed(source: &str) -> String {
    let values = [("A", "\"text\""), ("N", "(9)"), ("process.env.MODE", "\"test\""), ("import.meta.env.MODE", "1")];
    let defines = Defines {
        values: values.map(|(name, value)| (name.to_owned(), value.to_owned())).into(),
        drops: vec!["console".to_owned(), "a.b".to_owned(), "debugger".to_owned()],
    };
    let options = Options { defines: Some(Arc::new(defines)), ..Options::for_file("a.cts") };
    transform(source, &options).expect("it parses").body
}

#[test]
fn free_names_and_paths_are_replaced() {
    assert_eq!(
        transformed("f(A, typeof A, { A }, A.length, N.toFixed())"),
        r#"f("text", typeof "text", { A: "text" }, "text".length, (9).toFixed())"#
    );
    assert_eq!(transformed("f(process.env.MODE, process.env['MODE'])"), r#"f("test", "test")"#);
    assert_eq!(transformed("g\nN.toFixed()"), "g\nvoid 0,(9).toFixed()");
}

#[test]
fn other_uses_stay() {
    for source in [
        "function f(A) { return A }",
        "o.A; o.process.env.MODE",
        "process?.env.MODE; process.env.MODES",
        "A = 1; process.env.MODE = 'x'; delete process.env.MODE; process.env.MODE++",
        "[A, process.env.MODE] = list",
        "({ A: 1 }); let { x } = process.env",
    ] {
        assert_eq!(transformed(source), source);
    }
    assert_eq!(transformed("let x: typeof A = f as A"), "let x           = f     ");
}

#[test]
fn calls_and_debugger_statements_are_dropped() {
    assert_eq!(transformed("console.log(A); f(console?.info(1).x)"), "void 0,(void 0); f((void 0).x)");
    assert_eq!(
        transformed("debugger; a.b(); a.c(); consoles.log(); function g(console) { console.log() }"),
        "; void 0,(void 0); a.c(); consoles.log(); function g(console) { console.log() }"
    );
}
