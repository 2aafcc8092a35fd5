use crate::{Coverage, Options, Output, transform};

fn output(source: &str, file_name: &str) -> Output {
    transform(source, &Options { coverage: true, ..Options::for_file(file_name) }).expect("valid")
}

/// The counted source, with `«n»` for statements, `‹n,` and `›` for expressions.
fn counted(source: &str) -> String {
    let body = output(source, "a.cts").body;
    let mut short = String::new();
    let mut rest = body.as_str();
    while let Some(at) = rest.find("$c[") {
        let (number, after) = rest[at + 3..].split_once(']').expect("an index");
        let is_expression = after.starts_with("++,");
        let before = if is_expression { &rest[..at - 1] } else { &rest[..at] };
        short.push_str(before);
        short.push_str(&if is_expression { format!("‹{number},") } else { format!("«{number}»") });
        rest = &after[3..];
    }
    short.push_str(rest);
    short.replace("/*$*/)", "›").replace("{/*$*/", "{").replace("/*$*/", "")
}

fn coverage(source: &str) -> Coverage {
    output(source, "a.ts").coverage.expect("counted")
}

#[test]
fn statements_that_certainly_follow_each_other_share_a_counter() {
    assert_eq!(
        counted("let a = 1, b = a + 2; a = b; f(a); b++; a = 2;"),
        "«0»let a = 1, b = a + 2; a = b; f(a); «1»b++; a = 2;"
    );
    assert_eq!(counted("let a = f(), b = 2;"), "«0»let a = f(), b = ‹1,2›;");
}

#[test]
fn arms_and_bodies_are_counted() {
    assert_eq!(counted("if (a) b(); else c()"), "«0»if (a) {«1»b();} else {«2»c()}");
    assert_eq!(counted("if (a) { b() }"), "«0»if (a) {«1» b() } else{«2»}");
    assert_eq!(counted("for (const x of y) z(x)"), "«0»for (const x of y) {«1»z(x)}");
    assert_eq!(
        counted("switch (a) { case 1: b(); break; default: }"),
        "«0»switch (a) { case 1: «1»b(); «2»break; default:«3» }"
    );
    assert_eq!(
        counted("try { a() } catch { b() } finally { c() }"),
        "«0»try { a() } catch {«1» b() } finally {«2» c() }"
    );
    assert_eq!(counted("x: for (;;) { continue x }"), "«0»x: for (;;) {«1» continue x }");
}

#[test]
fn a_body_that_is_not_counted_ends_before_the_else_that_is() {
    for body in ["return", "return\n", "throw e", "while (c) d()", "return;", "{ return }"] {
        let source = format!("function f(a) {{ /* istanbul ignore if */ if (a) {body}\n return 1 }}");
        let counted = output(&source, "a.cts").body;
        assert!(counted.contains("else{"), "{counted}");
        transform(&counted, &Options::for_file("b.cjs")).expect(&counted);
    }
}

#[test]
fn functions_and_expressions_are_counted() {
    assert_eq!(counted("function f(a = 1) { b }"), "function f(a = ‹1,1›) { «0»b }");
    assert_eq!(counted("x = () => 1"), "«0»x = () => ‹1,1›");
    assert_eq!(counted("x = a && (b || c) ? d : e"), "«0»x = ‹1,a› && (‹2,b› || ‹3,c›) ? ‹4,d› : ‹5,e›");
    assert_eq!(counted("class A { b = 1; c() {} }"), "class A { b = ‹0,1›; c() {«1»} }");
}

#[test]
fn anonymous_functions_keep_their_names() {
    assert_eq!(
        counted("class A { b = () => {} }"),
        "class A { b = ‹0,{\"b\":() => {«1»}})[\"b\"]; }".replace("; }", " }")
    );
}

#[test]
fn types_have_no_counters() {
    let source = "interface A { b: 1 }\ntype C = A;\nenum E { F = 1 }\ndeclare const g: number;\nabstract class H { abstract i(): void; j(): void; j() {} }";
    let map = coverage(source).map;
    assert!(map.contains("\"statements\":[]") && map.matches("\"j\"").count() == 1, "{map}");
}

#[test]
fn positions_are_those_of_the_source_in_utf_16() {
    let Coverage { map, counter_count, .. } = coverage("const a: string = '😀';\nf(a as any);");
    assert_eq!(counter_count, 1);
    assert!(map.contains("\"statements\":[[18,22,0],[24,36,0]]"), "{map}");
}

#[test]
fn comments_exclude_what_follows() {
    let statements = |source: &str| {
        coverage(source)
            .map
            .split("\"statements\":")
            .nth(1)
            .map_or(0, |rest| rest[..rest.find("\"functions\"").unwrap_or(0)].matches('[').count() - 1)
    };
    assert_eq!(statements("a(); /* istanbul ignore next */ b(); c();"), 2);
    assert_eq!(statements("/* v8 ignore next -- @preserve */ function f() { a(); b(); }\nc();"), 1);
    assert_eq!(statements("/* istanbul ignore else */ if (a) b(); else c();"), 2);
    assert!(output("/* istanbul ignore file */ a();", "a.js").coverage.is_none());
}

/// The regions, each with its code, or the rest of the source when its end is open, and its counter.
fn regions(source: &str) -> Vec<(String, i64)> {
    let map = coverage(source).map;
    let (_, list) = map.rsplit_once("\"regions\":[").expect("regions");
    let numbers = |entry: &str| entry.split(',').map(|number| number.parse::<i64>().expect("a number")).collect();
    list.trim_end_matches("]}")
        .split("],")
        .map(|entry| numbers(entry.trim_matches(['[', ']'])))
        .map(|entry: Vec<i64>| {
            let end = if entry[1] < 0 { source.len() } else { entry[1] as usize };
            (source[entry[0] as usize..end].to_owned(), entry[2])
        })
        .collect()
}

#[test]
fn code_behind_jumps_branches_and_suspensions_has_a_region() {
    let open = |code: &str, counter| (code.to_owned(), counter);
    assert_eq!(regions("x: { break x; ; a(); }"), [open(" ; a(); }", -1)]);
    assert_eq!(regions("x: { break x; a(b ? c : d); }"), [open(" a(b ? c : d); }", -1)]);
    assert_eq!(regions("x: { a(); break x; ; }\nb();"), [open("\nb();", 2)]);
    assert_eq!(regions("do { a() } while (b); c();"), [open("{ a() }", 1), open(" while (b); c();", 2)]);
    assert_eq!(regions("a(await b) ; c();"), [open(") ; c();", 1)]);
    assert_eq!(regions("a = (b && c)||(d)"), [open("&& c", 2), open("||(d)", 3)]);
}

#[test]
fn the_module_receives_its_counters() {
    let module = output("export const a = 1;", "a.mts");
    let id = module.coverage.expect("counted").id;
    assert!(module.head.prologue.contains(&format!("const $c=$m.counters(\"{id}\");")), "{}", module.head.prologue);
    let script = output("a(); $c;", "a.cts");
    assert!(script.head.parameters.ends_with(",$code,$1_c"), "{}", script.head.parameters);
    assert!(script.body.starts_with("$1_c[0]++;"), "{}", script.body);
}

#[test]
fn exports_of_common_js_are_found_as_without_counters() {
    let source = "0 && (module.exports = { a }); exports.b = 1; Object.defineProperty(exports, 'c', { enumerable: true, get: function () { return m.c; } });";
    let plain = transform(source, &Options::for_file("a.cjs")).expect("valid").cjs_exports;
    assert_eq!(output(source, "a.cjs").cjs_exports, plain);
}
