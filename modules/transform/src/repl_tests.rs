use super::{ReplInput, read_repl_input};

fn awaiting(source: &str) -> String {
    match read_repl_input(source) {
        ReplInput::Awaiting(text) => text,
        other => panic!("{source}: {other:?}"),
    }
}

#[test]
fn complete_scripts_are_left_alone() {
    for source in ["", "1 + 1", "var await = 3; await", "async function f() { await 1 }", "const a = 1; // b", "`${1}`"]
    {
        assert_eq!(read_repl_input(source), ReplInput::Script, "{source}");
    }
}

#[test]
fn what_breaks_off_is_incomplete() {
    for source in [
        "function f() {",
        "[1, 2",
        "({",
        "`a",
        "`a ${",
        "`a ${b} c",
        "function f( { }",
        "/* a",
        "'a\\",
        "1 +",
        "if (a) {",
        "foo(",
        "class A {",
        "let a =",
        "async () => { await",
        "await (",
        "for (;;",
        "function a(b,",
        "var a = {\n b: 1,\n",
        "do {} while (",
        "try {",
    ] {
        assert_eq!(read_repl_input(source), ReplInput::Incomplete, "{source}");
    }
}

#[test]
fn what_no_line_can_complete_is_invalid() {
    for source in ["}", "1 1", "'a", "let 1", "/a", "foo(]", "let a; let a", "return 1", "import x from 'y'"] {
        assert!(matches!(read_repl_input(source), ReplInput::Invalid(_)), "{source}: {:?}", read_repl_input(source));
    }
}

// The expected sources are those that Node's REPL makes of the same inputs, except for white space.
#[test]
fn awaiting_inputs_keep_their_declarations_and_their_value() {
    for (source, expected) in [
        ("await 0", "(async () => { return { __proto__: null, value: (await 0) }\n})()"),
        ("await 0;", "(async () => { return { __proto__: null, value: (await 0) }\n})()"),
        ("var a = await 1", "var a; (async () => { void (a = await 1)\n})()"),
        ("let a = await 1", "let a; (async () => { void (a = await 1)\n})()"),
        ("const a = await 1", "let a; (async () => { void (a = await 1)\n})()"),
        (
            "for (var i = 0; i < 1; ++i) { await i }",
            "var i; (async () => { for (void (i = 0); i < 1; ++i) { await i }\n})()",
        ),
        ("for (let i = 0; i < 1; ++i) { await i }", "(async () => { for (let i = 0; i < 1; ++i) { await i }\n})()"),
        ("var {a} = {a:1}, [b] = [await 2]", "var a, b; (async () => { void ( ({a} = {a:1}), ([b] = [await 2]))\n})()"),
        ("await 0; function foo() {}", "var foo; (async () => { await 0; this.foo = foo; function foo() {}\n})()"),
        (
            "class A {}; await 0",
            "let A; (async () => { A=class A {}; return { __proto__: null, value: (await 0) }\n})()",
        ),
        ("for await (let a of b) a", "(async () => { for await (let a of b) a\n})()"),
        ("for (var a of await b) a", "var a; (async () => { for ( a of await b) a\n})()"),
        ("let a, b = await 1", "let a, b; (async () => { void ( (a=undefined), (b = await 1))\n})()"),
    ] {
        assert_eq!(awaiting(source), expected, "{source}");
    }
}

#[test]
fn an_await_in_a_function_or_beside_a_return_is_not_the_inputs_own() {
    assert_eq!(read_repl_input("async () => { await 0 }"), ReplInput::Script);
    assert!(matches!(read_repl_input("await 0; return 0;"), ReplInput::Invalid(_)));
}
