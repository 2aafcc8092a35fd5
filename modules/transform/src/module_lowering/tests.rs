use crate::{Form, ImportName, Options, Phase, transform};

fn lower(source: &str) -> crate::Output {
    transform(source, &Options::for_file("a.mjs")).unwrap_or_else(|errors| panic!("{source}: {errors:?}"))
}

fn body(source: &str) -> String {
    lower(source).body
}

#[test]
fn imported_bindings_are_read_from_their_environment() {
    for (source, expected) in [
        (
            "import { a } from 'x'; a; a(); a`b`; ({ a }); new a.B();",
            "$0 .a; ;(0 ,$0 .a )(); ;(0 ,$0 .a )`b`; ({ a:$0/**/.a }); new $0 .a.B();",
        ),
        ("import a from 'x'; f(a()); (a)();", "f((0,$0/*=a*/.default )()); ((0,$0/*=a*/.default ))();"),
        ("import { 'b c' as a } from 'x'; typeof a;", "typeof $0/*=a*/[\"b c\"];"),
        (
            "import * as n from 'x'; n.a; n.a(); n['a']; n[a]; n;",
            "$0/*n*/.a; $0/*n*/.a(); $0/*n*/['a']; $m.ns(0/*n*/)[a]; $m.ns(0/*n*/);",
        ),
        ("import defer * as n from 'x'; n.a; new n.A();", "$0()/*n*/.a; new ( $0()/*n*/).A();"),
        (
            "import defer * as n from 'x'; n.then; n['then']; n.catch;",
            "$m.ns(0/*n*/).then; $m.ns(0/*n*/)['then']; $0()/*n*/.catch;",
        ),
        (
            "import { a } from 'x'; { let a; a; } a = 1; ({ a } = {});",
            "{ let a; a; } $m.constant($0/*=a*/).a = 1; ({ a:$m.constant($0/*=a*/).a } = {});",
        ),
        ("import { a } from 'x'; if (b) a(); else a();", "if (b) (0,$0 .a )(); else (0,$0 .a )();"),
    ] {
        let body = body(source);
        assert_eq!(body.trim_start_matches(['"', ';', ' ']).trim(), expected.trim_start_matches(';'), "{source}");
    }
}

#[test]
fn members_that_are_iterated_are_marked() {
    for (source, expected) in [
        ("for (a of b.c) d.e;", "for (a of b/*$o*/.c) d.e;"),
        ("for (a of b?.[c]) ;", "for (a of b/*$o*/?.[c]) ;"),
        ("let [a = b.c] = (d.e), { f } = g.h;", "let [a = b.c] = (d/*$o*/.e), { f } = g.h;"),
        ("[a, [b] = c.d] = e.f; a = b.c;", "[a, [b] = c/*$o*/.d] = e/*$o*/.f; a = b.c;"),
        (
            "function* f([a] = b.c, { d: [e] = g.h }) { yield* i.j; yield k.l; }",
            "function* f([a] = b/*$o*/.c, { d: [e] = g/*$o*/.h }) { yield* i/*$o*/.j; yield k.l; }",
        ),
        ("for (a of b.c()) ; for (a in b.c) ; for (a of b) ;", "for (a of b.c()) ; for (a in b.c) ; for (a of b) ;"),
    ] {
        assert_eq!(transform(source, &Options::for_file("a.cjs")).expect(source).body, expected);
    }
}

#[test]
fn a_call_at_the_start_of_a_statement_does_not_join_the_line_before() {
    assert_eq!(body("import { a } from 'x'\nlet b = c\na()"), ";                    \nlet b = c\n;(0 ,$0 .a )()");
}

#[test]
fn exports_are_published_before_the_body() {
    let output =
        lower("export let a = 1, { b } = c; export function f() {} export { a as 'x y' }; export default class K {}");
    let code = output.assemble(Form::Plain).code;
    assert!(
        code.starts_with(concat!(
            "(function($m){\"use strict\";$m.x({__proto__:null,get a(){return a},get b(){return b},get f(){return f},",
            "get \"x y\"(){return a},get default(){return K}});",
        )),
        "{code}"
    );
    assert!(output.assemble(Form::Generator).code.contains("});yield;"));
}

#[test]
fn anonymous_default_exports_are_named_default() {
    assert_eq!(body("export default () => {};"), "const $default={default:() => {}}.default;");
    assert_eq!(body("export default (class {});"), "const $default={default:(class {})}.default;");
    let output = lower("export default function () {}");
    assert_eq!(output.body.trim(), "function  $default() {}");
    assert!(output.head.prologue.ends_with("$m.name($default);"));
}

#[test]
fn the_record_tells_local_indirect_and_star_exports_apart() {
    let source = "import { a as b } from 'x'; import * as n from 'y'; export { b, n }; export * from 'z'; \
                  export * as q from 'z'; export { default as d } from 'x'; export let l;";
    let record = lower(source).record.expect("an ES module");
    let specifiers: Vec<_> = record.requests.iter().map(|request| request.specifier.as_str()).collect();
    assert_eq!(specifiers, ["x", "y", "z"]);
    assert_eq!(record.star_exports, [2]);
    let indirect: Vec<_> = record
        .indirect_exports
        .iter()
        .map(|export| (export.name.as_str(), export.request, export.import.clone()))
        .collect();
    assert_eq!(
        indirect,
        [
            ("b", 0, ImportName::Name("a".to_owned())),
            ("n", 1, ImportName::Namespace),
            ("q", 2, ImportName::Namespace),
            ("d", 0, ImportName::Name("default".to_owned())),
        ]
    );
    assert_eq!(record.local_exports.len(), 1);
}

#[test]
fn attributes_and_phase_make_separate_requests() {
    let source =
        "import a from 'x' with { type: 'json' }; import b from 'x'; import defer * as c from 'x'; import 'x';";
    let requests = lower(source).record.expect("an ES module").requests;
    assert_eq!(requests.len(), 3);
    assert_eq!(requests[0].attributes, [("type".to_owned(), "json".to_owned())]);
    assert_eq!(requests[2].phase, Phase::Defer);
}

#[test]
fn names_of_ours_avoid_those_of_the_source() {
    let output = lower("import { a } from 'x'; let $0 = a, $m;");
    assert_eq!(output.head.parameters, "$1_m,$1_0");
    assert!(output.body.ends_with("let $0 = $1_0 .a, $m;"));
}

#[test]
fn reads_of_stack_are_redirected_and_nothing_else() {
    for (source, expected) in [
        ("e.stack; e['stack']; f(e).stack.split()", "$m.stack(e); $m.stack(e); $m.stack(f(e)).split()"),
        (
            "e?.stack; e?.stack.a; e?.stack[0]; e?.a.stack",
            "$m.stack(e,1); $m.stack(e,2)?.a; $m.stack(e,2)?.[0]; $m.stack(e?.a,1)",
        ),
        (
            "e.stack = 1; delete e.stack; e.stack(); e.stack++; ({ stack: 1 })",
            "e.stack = 1; delete e.stack; e.stack(); e.stack++; ({ stack: 1 })",
        ),
        ("e.stack += a", "e.stack=$m.stack(e)+(a)"),
        ("let { stack } = e; ({ stack: a } = e);", "let { stack } = $m.stack(e,3); ({ stack: a } = $m.stack(e,3));"),
        ("try {} catch ({ stack }) { a }", "try {} catch ($e) {let { stack }=$m.stack($e,3); a }"),
        ("new e.stack.A()", "new ($m.stack(e)).A()"),
    ] {
        assert_eq!(body(source), expected, "{source}");
    }
}

#[test]
fn stack_in_a_last_parameter_is_redirected() {
    for (source, expected) in [
        ("f(({ stack }) => stack)", "f(($e) => {var { stack }=$m.stack($e,3);return(stack)})"),
        ("function f(a, { stack: b }) { 'x'; b }", "function f(a, $e) { 'x';var { stack: b }=$m.stack($e,3); b }"),
        ("({ stack = 1 }) => stack", "({ stack = 1 }) => stack"),
    ] {
        assert_eq!(body(source), expected, "{source}");
    }
}

#[test]
fn common_js_gets_the_parameters_it_uses() {
    let of = |source: &str| transform(source, &Options::for_file("a.cjs")).expect(source);
    assert_eq!(of("a").head.parameters, "exports,require,module,__filename,__dirname");
    let output = of("#!/bin/x\n'use strict'; import('a'); e.stack; this; arguments;");
    assert_eq!(output.head.parameters, "exports,require,module,__filename,__dirname,$import,$stack");
    assert_eq!(output.body, "///bin/x\n'use strict'; $import/*$*/('a'); $stack(e); this; arguments;");
}

#[test]
fn the_wrapper_is_not_seen_through_arguments() {
    assert_eq!(
        body("arguments; typeof arguments; () => arguments; function f() { arguments }"),
        ";(0,eval)(\"arguments\"); typeof globalThis.arguments; () => (0,eval)(\"arguments\"); function f() { arguments }"
    );
}

#[test]
fn using_moves_its_statement_list_into_a_try() {
    assert_eq!(
        body("{ using a = b; c }"),
        "{ const $u=$m.helpers.usingCtx();try{const a = $u.u(b); c}catch($e){$u.e=$e}finally{$u.d()} }"
    );
    let output = lower("export let a = 1; await using b = c;");
    assert!(output.uses.top_level_await);
    assert!(output.head.prologue.contains("usingCtx();try{$m.x("));
    assert!(output.body.ends_with("}catch($e){$u.e=$e}finally{await $u.d()}"));
}

#[test]
fn free_references_and_top_level_await_are_noted() {
    let uses = lower("Bun.serve; { let Deno; Deno } async function f() { await 1 }").uses;
    assert!(uses.bun && !uses.deno && !uses.top_level_await);
    assert!(lower("if (a) await b").uses.top_level_await);
    let uses = lower("if (typeof Bun !== 'undefined' || 'object' == typeof Deno) f(typeof Bun)").uses;
    assert!(uses.bun && !uses.deno);
    assert!(!lower("const isBun = typeof Bun != \"undefined\"").uses.bun);
}

#[test]
fn what_is_only_declared_is_free() {
    let uses = |source: &str| {
        let options = Options::for_file("a.ts");
        transform(source, &options).expect("valid").uses
    };
    assert!(uses("declare const Bun: any; Bun.serve({});").bun);
    assert!(uses("declare namespace Deno { const args: string[] } export const count = Deno.args.length;").deno);
    assert!(!uses("declare const Bun: any; type A = typeof Bun;").bun);
    assert!(!uses("interface Bun { a: 1 } const Bun = { a: 1 }; Bun.a;").bun);
}

#[test]
fn workers_of_the_web_are_noted() {
    let workers = |source: &str| {
        let uses = lower(source).uses;
        (uses.worker, uses.module_worker)
    };
    assert_eq!(workers("new Worker('a')"), (true, false));
    assert_eq!(workers("new Worker('a', { type: 'module' })"), (true, true));
    assert_eq!(workers("if (typeof Worker !== 'undefined') new Worker('a')"), (false, false));
    assert_eq!(workers("import { Worker } from 'x'; new Worker('a')"), (false, false));
    assert_eq!(workers("class Worker {} new Worker()"), (false, false));
    assert_eq!(workers("Worker.name"), (false, false));
}

#[test]
fn a_builtin_publishes_what_never_changes_as_values() {
    let source = "import { a } from 'x'; export function f() {} export const c = 1; export let n = 0; export class K {} const late = 2; export { late, a }; export default f; function up() { n++ }";
    let options = Options { builtin: true, ..Options::for_file("a.mjs") };
    let output = transform(source, &options).expect("valid");
    assert_eq!(
        output.head.prologue,
        "\"use strict\";$m.x({__proto__:null,f:f,get n(){return n},get a(){return $0.a}});"
    );
    assert!(output.body.contains("$m.e.c=") && output.body.contains("$m.e.K=K"), "{}", output.body);
    assert_eq!(output.head.epilogue, "\n;$m.e.late=late;$m.e.default=$default;");
    let program = lower(source).head;
    assert!(program.prologue.contains("get f(){return f}") && program.epilogue.is_empty());
}

/// Lowered code without what reports the errors that leave asynchronous functions.
fn without_reports(code: &str) -> String {
    let mut code = code.replace("/*$*/}catch($x){throw $a.x($x,$n)}", "").replace("let $f,$n;try{", "let $f;");
    code = code.replace("$a.x(e,$n,1);", "");
    while let Some(start) = code.find(",$n=") {
        let digits = code[start + 4..].bytes().take_while(u8::is_ascii_digit).count();
        code.replace_range(start..start + 4 + digits, "");
    }
    code
}

#[test]
fn errors_that_leave_an_asynchronous_function_are_reported_with_the_last_await() {
    let site = |line: u32, column: u32| ((line << 16) | column).to_string();
    for (source, expected) in [
        (
            "async function f() {\n  await a;\n}",
            format!(
                "async function f() {{\n  let $f,$n;try{{/*$*//*$*/$a.g(await /*$*/$a.w(a/*$*/,$f=$a.f,$n={}),$f);\n\
                 /*$*/}}catch($x){{throw $a.x($x,$n)}}}}",
                site(2, 3)
            ),
        ),
        (
            "async () => await a",
            format!(
                "async () => {{let $f,$n;try{{return(/*$*//*$*/$a.g(await /*$*/$a.w(a/*$*/,$f=$a.f,$n={}),$f)/*$*/)\
                 /*$*/}}catch($x){{throw $a.x($x,$n)}}/*$*/}}",
                site(1, 13)
            ),
        ),
    ] {
        assert_eq!(body(source), expected, "{source}");
    }
    let caught = body("async () => { try { await a } catch (error) { b } }");
    assert!(caught.contains("catch (error) {$a.f=$s;$a.x(error,$n,1); b }"), "{caught}");
    // The code of a module stores the position in its context.
    let caught = body("try {\n await a } catch (error) { b }");
    assert!(caught.contains(&format!("$f=$a.f,$m.n={})", site(2, 2))), "{caught}");
    assert!(caught.contains("catch (error) {$a.f=$s;$a.x(error,$m.n,1); b }"), "{caught}");
    // Functions in a block are lexical: another declaration of the name would be an error there.
    for source in
        ["async function f() { await a; var g; function g() {} }", "async function f(g) { await a; function g() {} }"]
    {
        let code = body(source);
        assert!(!code.contains("catch"), "{code}");
    }
    assert!(body("async function f() { await a; function g() {} }").contains("catch($x)"));
    assert!(body("async function f() { a: for (;;) { await a; break a } }").contains("catch($x)"));
    assert!(body("async function* f() { await a }").contains("catch($x)"));
    let yielding = body("async function* f() { yield a; yield; yield await b }");
    assert!(
        yielding.contains("yield (/*$*/$n=void 0,a/*$*/); yield/*$*/ void($n=void 0); yield /*$*/$a.g("),
        "{yielding}"
    );
    assert_eq!(body("async function* f() { yield a; yield }"), "async function* f() { yield a; yield }");
    // A loop waits where it binds, again after each iteration.
    let looping = body("async () => { for await (const x of y) { await z } }");
    let (first, again) = (format!("$a.i(y/*$*/,$n={})", site(1, 32)), format!("/*$*/;$n={};}}", site(1, 32)));
    assert!(looping.contains(&first) && looping.contains(&again), "{looping}");
    assert!(!body("async () => { for await (const x of y) { z } }").contains(";$n="));
    // So does what continues it; another loop's statement does not.
    let looping =
        body("async () => { a: for await (const x of y) { await z; for (;;) { continue a } for (;;) { continue } } }");
    let expected = format!("{{/*$*//*$*/;$n={};continue a/*$*/}}", site(1, 35));
    assert!(looping.contains(&expected) && looping.contains("{ continue }"), "{looping}");
}

#[test]
fn what_waits_for_several_promises_stores_them_until_they_are_settled() {
    let site = |combinator: u64, line: u64, column: u64| ((combinator << 48) | (line << 16) | column).to_string();
    for (name, combinator) in [("all", 1), ("any", 3)] {
        assert_eq!(
            body(&format!("async function f() {{ await Promise.{name}(a) }}")),
            format!(
                "async function f() {{ let $f,$n,$q;try{{/*$*//*$*/$a.g(await /*$*/$a.w(Promise.{name}(/*$*/$q=a)/*$*/,$f=$a.f,$n={}),$f,$q=0) \
                 /*$*/}}catch($x){{throw $a.x($x,$n,0,$q)}}}}",
                site(combinator, 1, 22)
            ),
        );
    }
    let settled = body("async () => await Promise.allSettled(a)");
    let expected = format!("$a.l(await /*$*/$a.w(Promise.allSettled(a)/*$*/,$f=$a.f,$n={}),$f,$n)", site(2, 1, 13));
    assert!(settled.contains(&expected) && !settled.contains("$q"), "{settled}");
    let caught = body("async () => { try { await Promise.all(a) } catch (error) { b } }");
    assert!(caught.contains("$a.x(error,$n,1,$q);"), "{caught}");
    let module = body("try { await Promise.all(a) } catch (error) { b }");
    assert!(module.contains("$m.q=a)") && module.contains("$a.x(error,$m.n,1,$m.q);"), "{module}");
    for other in
        ["Promise.race(a)", "Promise.all(...a)", "Promise.all(a, b)", "Promise.all?.(a)", "other.all(a)", "Promise.all"]
    {
        assert!(!body(&format!("async () => {{ await {other} }}")).contains("$q"), "{other}");
    }
    assert!(!body("async (Promise) => { await Promise.all(a) }").contains("$q"));
}

#[test]
fn the_asynchronous_context_outlives_await() {
    // «a» stands for the lowered form of `await a`.
    let expand = |text: &str| text.replace('«', "/*$*/$a.g(await /*$*/$a.w(").replace('»', "/*$*/,$f=$a.f),$f)");
    for (source, expected) in [
        ("export async function f() { await a(await b); }", "       async function f() { let $f;/*$*/«a(«b»)»; }"),
        ("async () => await a", "async () => {let $f;return(/*$*/«a»/*$*/)/*$*/}"),
        ("async () => ({ a: await b })", "async () => {let $f;return(/*$*/({ a: «b» })/*$*/)/*$*/}"),
        ("export default await a", "const $default=/*$*/$a.g(await /*$*/$a.w(a/*$*/,$f=$a.f,$m.n=65552),$f)"),
        (
            "async function f() { 'use strict'\n await (a, b) }",
            "async function f() { 'use strict'\n let $f;/*$*/«(a, b)» }",
        ),
        (
            "async () => { function f() { async () => { await a } } }",
            "async () => { function f() { async () => { let $f;/*$*/«a» } } }",
        ),
        (
            "async () => { try { await a } catch (e) { b } finally { c } }",
            "async () => { let $f;/*$*/{const $s=$a.f;try { «a» } catch (e) {$a.f=$s; b } finally {$a.f=$s; c }/*$*/} }",
        ),
        ("async () => { try { a } catch { await b } }", "async () => { let $f;/*$*/try { a } catch { «b» } }"),
        (
            "async()=>{try{await a}catch{await b}finally{await c}}",
            "async()=>{let $f;/*$*/{const $s=$a.f;try{«a»}catch{$a.f=$s;«b»}finally{$a.f=$s;«c»}/*$*/}}",
        ),
        ("async()=>{try{a}finally{await b}}", "async()=>{let $f;/*$*/try{a}finally{«b»}}"),
        (
            "async () => { try { a } catch { await b } finally { c } }",
            "async () => { let $f;/*$*/{const $s=$a.f;try { a } catch { «b» } finally {$a.f=$s; c }/*$*/} }",
        ),
        (
            "async () => { try { async () => { await a } } catch { b } }",
            "async () => { try { async () => { let $f;/*$*/«a» } } catch { b } }",
        ),
        (
            "async () => { for await (const x of y) { z } }",
            "async () => { let $f;/*$*/{const $s=$a.f;for await (const x of /*$*/$a.i(y/*$*/)) {$a.f=$s; z }$a.f=$s;/*$*/} }",
        ),
        (
            "async () => { for await (const x of y) z(x); }",
            "async () => { let $f;/*$*/{const $s=$a.f;for await (const x of /*$*/$a.i(y/*$*/)) {/*$*/$a.f=$s;z(x);/*$*/}$a.f=$s;/*$*/} }",
        ),
        (
            "async () => { a: b: for await (x of y) { continue a } }",
            "async () => { let $f;/*$*/{const $s=$a.f;a: b: for await (x of /*$*/$a.i(y/*$*/)) {$a.f=$s; continue a }$a.f=$s;/*$*/} }",
        ),
        (
            "async () => { try { for await (x of y); } catch { z } }",
            "async () => { let $f;/*$*/{const $s=$a.f;try { {const $s=$a.f;for await (x of /*$*/$a.i(y/*$*/)){/*$*/$a.f=$s;;/*$*/}$a.f=$s;/*$*/} } catch {$a.f=$s; z }/*$*/} }",
        ),
        (
            "async () => { for await (x of[y, await z]); }",
            "async () => { let $f;/*$*/{const $s=$a.f;for await (x of/*$*/$a.i([y, «z»]/*$*/)){/*$*/$a.f=$s;;/*$*/}$a.f=$s;/*$*/} }",
        ),
        (
            "async function* f() { yield* g(); yield a; function* h() { yield* g() } }",
            "async function* f() { let $f;/*$*/yield* /*$*/$a.i(g()/*$*/); yield (/*$*/$n=void 0,a/*$*/); function* h() { yield* g() } }",
        ),
        ("async function* f() { yield await a }", "async function* f() { let $f;/*$*/yield «a» }"),
    ] {
        assert_eq!(without_reports(&body(source)), expand(expected), "{source}");
    }
    let head = lower("export const x = await y;").head;
    assert_eq!(head.prologue, "\"use strict\";const $a=$m.async;let $f;$m.x({__proto__:null,get x(){return x}});");
    let script = transform("module.exports = async () => await a;", &Options::for_file("a.cjs")).expect("valid");
    assert_eq!(script.head.parameters, "exports,require,module,__filename,__dirname,$import,$stack,$helpers,$a");
    assert!(lower("const $a = 1; export const x = await y;").head.prologue.contains("const $1_a=$1_m.async;"));
}

#[test]
fn results_of_asynchronous_functions_keep_the_context() {
    for (source, expected) in [
        ("async function f() { return g() }", "async function f() { return /*$*/$a.t(g()/*$*/) }"),
        ("async function f() { return(a, b) }", "async function f() { return(a, b) }"),
        ("async function f() { return }", "async function f() { return }"),
        (
            "async function f() { return 1 + a; function g() { return a } }",
            "async function f() { return 1 + a; function g() { return a } }",
        ),
        ("async () => a", "async () => /*$*/$a.t(a/*$*/)"),
        ("async () => (a)", "async () => /*$*/$a.t((a)/*$*/)"),
        (
            "async () => { return await a }",
            "async () => { let $f;/*$*/return /*$*/$a.g(await /*$*/$a.w(a/*$*/,$f=$a.f),$f) }",
        ),
        (
            "async () => a(await b)",
            "async () => {let $f;return(/*$*//*$*/$a.t(a(/*$*/$a.g(await /*$*/$a.w(b/*$*/,$f=$a.f),$f))/*$*/)/*$*/)/*$*/}",
        ),
        ("() => a; function f() { return a }", "() => a; function f() { return a }"),
        ("async () => { () => a; return () => a }", "async () => { () => a; return () => a }"),
    ] {
        assert_eq!(without_reports(&body(source)), expected, "{source}");
    }
    let builtin = Options { builtin: true, ..Options::for_file("a.mjs") };
    let body = transform("export const f = async () => a();", &builtin).expect("valid").body;
    assert!(body.contains("a()") && !body.contains(".t("), "{body}");
}

#[test]
fn promises_of_the_constructor_pass_the_context() {
    for (source, expected) in [
        ("new Promise((r) => r(a))", "/*$*/$a.p(new Promise(/*$*/$a.e((r) => r(a)/*$*/))/*$*/)"),
        ("a\nnew Promise(b).then(c)", "a\n/*$*/$a.p(new Promise(/*$*/$a.e(b/*$*/))/*$*/).then(c)"),
        (
            "() => new Promise((r) => new Promise(r))",
            "() => /*$*/$a.p(new Promise(/*$*/$a.e((r) => /*$*/$a.p(new Promise(/*$*/$a.e(r/*$*/))/*$*/)/*$*/))/*$*/)",
        ),
        (
            "new Promise(...a); new Promise; new a.Promise(b); new new Promise(b)",
            "new Promise(...a); new Promise; new a.Promise(b); new new Promise(b)",
        ),
        ("(Promise) => new Promise(a)", "(Promise) => new Promise(a)"),
        ("import Promise from 'x'; new Promise(a)", ";                        new $0/*=Promise*/.default(a)"),
    ] {
        assert_eq!(body(source), expected, "{source}");
    }
    let builtin = Options { builtin: true, ..Options::for_file("a.mjs") };
    let body = transform("export const f = () => new Promise(a);", &builtin).expect("valid").body;
    assert!(body.contains("new Promise(a)"), "{body}");
}

#[test]
fn text_for_eval_passes_a_function() {
    for (source, expected) in [
        ("eval(a, b); eval(); eval(...c);", "eval(/*$*/$m.code(a/*$*/), b); eval(); eval(...c);"),
        (
            "(0, eval)(a); eval?.(a); globalThis.eval(a);",
            "(0, eval)(/*$*/$m.globalCode(a/*$*/)); eval?.(/*$*/$m.globalCode(a/*$*/)); globalThis.eval(/*$*/$m.globalCode(a/*$*/));",
        ),
        ("a.eval(b); let self = c; self.eval(b);", "a.eval(b); let self = c; self.eval(b);"),
        (
            "import { eval as b } from 'x'; b(c); d.eval; const e = eval;",
            "(0 ,$0/*=b*/.eval )(c); d.eval; const e = eval;",
        ),
        ("eval(eval(a))", "eval(/*$*/$m.code(eval(/*$*/$m.code(a/*$*/))/*$*/))"),
    ] {
        assert_eq!(body(source).trim_start_matches([' ', ';']), expected, "{source}");
    }
    let scope = "import { a as b, c, d } from 'x'; import * as e from 'y'; eval(f); function g(d) {}";
    assert!(
        lower(scope)
            .head
            .prologue
            .ends_with("$m.scope={__proto__:null,b:\"$0/*=b*/.a\",c:\"$0 .c\",e:\"$m.ns(1/*e*/)\"};"),
        "{}",
        lower(scope).head.prologue
    );
    assert!(!lower("import { a } from 'x'; (0, eval)(f)").head.prologue.contains("scope"));
    let of = |source: &str| transform(source, &Options::for_file("a.cjs")).expect(source);
    let output = of("eval(a)");
    assert_eq!(output.head.parameters, "exports,require,module,__filename,__dirname,$import,$stack,$helpers,$a,$code");
    assert_eq!(output.body, "eval(/*$*/$code(a/*$*/))");
    assert_eq!(of("function f(eval) { eval(a) }").body, "function f(eval) { eval(a) }");
}

#[test]
fn intrinsics_with_a_better_one_are_noted() {
    let intrinsics = |source: &str| lower(source).uses.intrinsics;
    for source in [
        "new Function('a')",
        "globalThis.Function",
        "(async () => {}).constructor",
        "Object.getPrototypeOf(async function () {}).constructor",
        "a instanceof Function",
        "Array.fromAsync(a)",
    ] {
        assert!(intrinsics(source), "{source}");
    }
    for source in [
        "class A { constructor() { this.constructor.name } }",
        "import { Function } from 'x'; Function",
        "({ Function: 1 })",
        "'Function'",
    ] {
        assert!(!intrinsics(source), "{source}");
    }
}

#[test]
fn temporal_is_noted_where_it_is_the_global() {
    let temporal = |source: &str| lower(source).uses.temporal;
    assert!(temporal("typeof Temporal"));
    assert!(temporal("f.format(Temporal.Now.instant())"));
    assert!(!temporal("import { Temporal } from 'x'; Temporal.Now"));
    assert!(!temporal("a.Temporal"));
}

#[test]
fn dynamic_import_is_marked_for_the_text_of_functions() {
    assert_eq!(
        body("import(a); import.defer(b); import.source (c)"),
        "$m.import/*$*/(a); $m.importDefer/*$*/(b); $m.importSource/*$*/(c)"
    );
}

#[test]
fn a_builtin_takes_errors_on_demand() {
    let options = Options { builtin: true, ..Options::for_file("a.mjs") };
    let source = "import { ERR_X } from 'internal:core/errors'; import { y } from 'internal:y'; export function f() { throw new ERR_X(y) }";
    let output = transform(source, &options).expect("valid");
    assert!(
        output.body.contains("throw new($0()).ERR_X($1.y)") || output.body.contains("throw new($0().ERR_X)($1.y)"),
        "{}",
        output.body
    );
    let record = output.record.expect("a module");
    assert_eq!(
        record.requests.iter().map(|request| request.phase).collect::<Vec<_>>(),
        [Phase::Defer, Phase::Evaluation]
    );
}
