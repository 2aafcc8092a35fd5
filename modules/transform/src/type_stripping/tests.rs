use crate::{Options, transform};

fn strip(source: &str) -> String {
    transform(source, &Options::for_file("a.ts")).unwrap_or_else(|errors| panic!("{source}: {errors:?}")).body
}

/// The stripped source, with each run of spaces as one.
fn squeezed(source: &str) -> String {
    let stripped = strip(source);
    assert_eq!(stripped.len(), source.len(), "{source} keeps its columns");
    stripped.split(' ').filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
}

#[test]
fn types_become_spaces() {
    for (source, expected) in [
        ("let a: number = 1, b!: string", "let a = 1, b "),
        ("function f<T>(this: X, a?: T, ...r: T[]): a is T {}", "function f ( a , ...r ) {}"),
        ("f<string>(1); new Map<a, b>(); x!.y!.z!", "f (1); new Map (); x .y .z"),
        ("type A = 1; interface B { c: D } declare let d: E", "; ; ;"),
        ("class A<T> extends B<T> implements C, D {}", "class A extends B {}"),
        (
            "abstract class A { abstract b(): void; private readonly c = 1; d?(): void {} }",
            "class A { ; c = 1; d () {} }",
        ),
        ("try {} catch (e: unknown) {}", "try {} catch (e ) {}"),
        ("a satisfies B as C", "a"),
        ("namespace N { type A = 1 }", ";"),
    ] {
        assert_eq!(squeezed(source).trim_end(), expected.trim_end(), "{source}");
    }
}

#[test]
fn statements_do_not_join_where_a_type_kept_them_apart() {
    assert_eq!(strip("a as any\n(b)"), "a;      \n(b)");
    assert_eq!(strip("class A { a = 1\n private ['b'] = 2 }"), "class A { a = 1\n ;       ['b'] = 2 }");
    assert_eq!(strip("class A { get: any\n b() {} }"), "class A { get;    \n b() {} }");
}

#[test]
fn arrow_functions_keep_their_parentheses_on_the_right_line() {
    assert_eq!(strip("(a): {\n b: C } => a"), "(a    \n      ) => a");
    assert_eq!(strip("async <T,\n>(a) => a"), "async (  \n  a) => /*$*/$a.t(a/*$*/)");
    assert_eq!(strip("() => <T>{ a: 1 }"), "() => (  { a: 1 })");
}

#[test]
fn imports_that_only_types_use_disappear() {
    let source =
        "import { A, b } from 'x'; import C from 'y'; import 'z'; import { type D } from 'w'; let e: A | C = b;";
    let record = transform(source, &Options::for_file("a.mts")).expect("valid").record.expect("an ES module");
    let requests: Vec<_> = record.requests.iter().map(|request| request.specifier.as_str()).collect();
    let imports: Vec<_> = record.imports.iter().map(|import| import.local.as_str()).collect();
    assert_eq!(requests, ["x", "z"]);
    assert_eq!(imports, ["b"]);
}

#[test]
fn strip_only_keeps_imports_and_refuses_enums_as_node_does() {
    let options = Options { strip_only: true, ..Options::for_file("a.mts") };
    let record = transform("import { A } from 'x'", &options).expect("valid").record.expect("an ES module");
    assert_eq!(record.requests.len(), 1);
    for source in ["enum A {}", "namespace N { let a }", "class A { constructor(public a) {} }", "import a = b.c"] {
        let errors = transform(source, &options).expect_err(source);
        assert_eq!(errors[0].code, Some("ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX"), "{source}");
    }
}

#[test]
fn imports_with_the_name_of_a_value_of_the_module_are_types() {
    let source = "import { A, B, c } from 'x'; import { D } from 'y'; const { A } = c; class B {} function D() {} export { A, B, D };";
    let record = transform(source, &Options::for_file("a.mts")).expect("valid").record.expect("an ES module");
    let requests: Vec<_> = record.requests.iter().map(|request| request.specifier.as_str()).collect();
    let imports: Vec<_> = record.imports.iter().map(|import| import.local.as_str()).collect();
    assert_eq!(requests, ["x"]);
    assert_eq!(imports, ["c"]);
    assert!(record.indirect_exports.is_empty());
}
