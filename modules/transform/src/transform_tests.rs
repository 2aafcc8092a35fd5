use crate::{
    Decorators, Form, JsxRuntime, Options, ScriptNames, cache_key, lower_for_bundler, transform, transform_script,
};

#[test]
fn jsx_uses_the_automatic_runtime_unless_told_otherwise() {
    let source = "export default <a b=\"c\">{d}</a>;";
    let mut options = Options::for_file("a.jsx");
    let output = transform(source, &options).expect("valid");
    assert_eq!(output.record.expect("an ES module").requests[0].specifier, "react/jsx-runtime");
    options.jsx.import_source = "preact".to_owned();
    let output = transform(source, &options).expect("valid");
    assert_eq!(output.record.expect("an ES module").requests[0].specifier, "preact/jsx-runtime");
    options.jsx.runtime = JsxRuntime::Classic;
    options.jsx.factory = "h".to_owned();
    let output = transform(source, &options).expect("valid");
    assert!(output.body.contains("h(\"a\""), "{}", output.body);
}

#[test]
fn legacy_decorators_emit_metadata() {
    let source = "class A { @b c: string = ''; constructor(@d e: Date) {} }";
    let decorators = Decorators::Legacy { emit_metadata: true, strict_null_checks: false };
    let output = transform(source, &Options { decorators, ..Options::for_file("a.cts") }).expect("valid");
    assert!(output.uses.helpers);
    for part in
        ["$helpers.decorate(", "$helpers.decorateParam(0, d)", "$helpers.decorateMetadata(\"design:type\", String)"]
    {
        assert!(output.body.contains(part), "{part} in {}", output.body);
    }
}

#[test]
fn members_of_enums_that_may_be_strings_are_checked_when_they_run() {
    let source = "const K = 's'; let v = 1; enum E { A = K, B = `${v}`, C = 1 << 2, D = v } enum F { A = E.A }";
    let body = transform(source, &Options::for_file("a.cts")).expect("valid").body;
    for checked in [
        r#"typeof (E["A"] = K) === "string" || (E[E["A"]] = "A");"#,
        r#"E["B"] = `${v}`;"#,
        r#"E[E["C"] = 4] = "C";"#,
        r#"E[E["D"] = v] = "D";"#,
        r#"typeof (F["A"] = E.A) === "string" || (F[F["A"]] = "A");"#,
    ] {
        assert!(body.contains(checked), "{checked} in {body}");
    }
}

#[test]
fn metadata_of_enums_is_the_type_of_their_members_exported_or_not() {
    let source = "enum A { X = 'x' } export enum B { Y = 'y' }\nexport enum C { N }\nclass K { @p a: A; @p b: B; @p c: C; }\nexport enum D { M = 'm' } export namespace D { export const more = 1; }";
    let decorators = Decorators::Legacy { emit_metadata: true, strict_null_checks: false };
    let options = Options { decorators, ..Options::for_file("a.mts") };
    let output = transform(source, &options).expect("valid");
    assert_eq!(output.body.matches("decorateMetadata(\"design:type\", String)").count(), 2, "{}", output.body);
    assert_eq!(output.body.matches("decorateMetadata(\"design:type\", Number)").count(), 1, "{}", output.body);
    let record = output.record.expect("a module");
    let mut names: Vec<&str> = record.local_exports.iter().map(|export| export.name.as_str()).collect();
    names.sort_unstable();
    assert_eq!(names, ["B", "C", "D"]);
}

#[test]
fn metadata_reads_imported_types_that_may_be_missing_or_not_initialized() {
    let source = "import { Request, Router, type Next } from 'express';\nexport class A { @d a(b: Request, c: Router, e: Next) { return new Router(); } @d f: Request; }";
    let decorators = Decorators::Legacy { emit_metadata: true, strict_null_checks: false };
    let options = Options { decorators, ..Options::for_file("a.mts") };
    let output = transform(source, &options).expect("valid");
    let read = |name: &str| format!("[()=>typeof $0 .{name} === \"undefined\" ? Object : $0 .{name}]");
    for part in [read("Request") + ",", read("Router") + ",", format!("\"design:type\", {})", read("Request"))] {
        assert!(output.body.contains(&part), "{part} in {}", output.body);
    }
    let record = output.record.expect("a module");
    let names: Vec<&str> = record.imports.iter().map(|import| import.local.as_str()).collect();
    assert_eq!(names, ["Router"], "only what values use must exist");
}

#[test]
fn metadata_in_a_bundle_reads_imported_types_that_may_be_missing_or_not_initialized() {
    let source = "import Main, { type Next, Request as R, Router } from 'express';\nexport class A { @d a(b: R, c: Router, e: Next) { return new Router(); } @d f: Main; }";
    let decorators = Decorators::Legacy { emit_metadata: true, strict_null_checks: false };
    let options = Options { decorators, ..Options::for_file("a.mts") };
    let code = lower_for_bundler(source, &options).expect("valid").expect("it has decorators").code;
    assert!(code.contains("import * as $metadataTypes0 from"), "{code}");
    let read = |name: &str| format!("[()=>typeof {name} === \"undefined\" ? Object : {name}]");
    for part in [read("$metadataTypes0.Request"), read("Router"), read("$metadataTypes0.default")] {
        assert!(code.contains(&part), "{part} in {code}");
    }
    let first = code.lines().next().expect("there is a line");
    assert!(first.starts_with("import { Router } from") && !first.contains("Main"), "{first}");
}

#[test]
fn typescript_fields_can_be_assignments() {
    let source = "class A { a; b = 1 }";
    let options = Options { use_define_for_class_fields: false, ..Options::for_file("a.cts") };
    let body = transform(source, &options).expect("valid").body;
    assert!(body.contains("this.b = 1") && !body.contains("a;"), "{body}");
}

#[test]
fn decorated_fields_can_be_assigned_where_others_are_defined() {
    let decorators = Decorators::Legacy { emit_metadata: false, strict_null_checks: false };
    let options = Options { decorators, assigns_decorated_fields: true, ..Options::for_file("a.cts") };
    let source = "class A { @d a = 1; b = 2; @d c; @d static e = 3; @d 'f' = 4; @d [g] = 5 }";
    let body = transform(source, &options).expect("valid").body;
    for part in ["void (this.a = 1, this[\"f\"] = 4)", "b = 2;", "static e = 3;", "= 5;", "\"c\", void 0)"] {
        assert!(body.contains(part), "{part} in {body}");
    }
    assert!(!body.contains("a = 1;") && !body.contains("c;"), "{body}");
}

#[test]
fn decorators_of_declared_fields_are_called() {
    let decorators = Decorators::Legacy { emit_metadata: false, strict_null_checks: false };
    let options = Options { decorators, ..Options::for_file("a.cts") };
    for source in ["class A { @d declare a: string }", "abstract class A { @d abstract a: string }"] {
        let body = transform(source, &options).expect("valid").body;
        assert!(body.contains("decorate([d], A.prototype, \"a\", void 0)"), "{source}: {body}");
    }
}

#[test]
fn private_fields_stay_private_where_fields_are_assignments() {
    let source = "class A { #secret = 1; b = 2; get() { return this.#secret } }";
    let options = Options { use_define_for_class_fields: false, ..Options::for_file("a.cts") };
    let body = transform(source, &options).expect("valid").body;
    for part in ["this.b = 2", "classPrivateFieldInitSpec(this", "classPrivateFieldGet2("] {
        assert!(body.contains(part), "{part} in {body}");
    }
    for helper in [
        "classPrivateFieldInitSpec",
        "classPrivateFieldGet2",
        "classPrivateFieldSet2",
        "assertClassBrand",
        "toSetter",
        "checkInRHS",
        "superPropGet",
        "superPropSet",
    ] {
        assert!(crate::HELPERS_SOURCE.contains(&format!("\t{helper}(")), "{helper}");
    }
}

#[test]
fn scripts_have_no_wrapper() {
    let names = ScriptNames {
        import_function: "__import",
        stack: "__stack",
        helpers: "__helpers",
        context: "__context",
        code: "__code",
        bindings: &[("named", "$0.named"), ("space", "$m.ns(1)")],
    };
    let output = transform_script("let a: T = import('b').stack", &Options::for_file("a.ts"), names).expect("valid");
    assert_eq!(output.body, "let a    = __stack(__import/*$*/('b'))");
    let evaluating = transform_script("eval(a)", &Options::for_file("a.js"), names).expect("valid");
    assert_eq!(evaluating.body, "eval(/*$*/__code(a/*$*/))");
    let around = "named(named, typeof space); ({ named }); { let named; named } x.named; named = 1";
    let reading = transform_script(around, &Options::for_file("a.js"), names).expect("valid");
    assert_eq!(
        reading.body,
        ";(0 ,$0.named )($0.named, typeof $m.ns(1)); ({ named:$0.named }); { let named; named } x.named; null.named = 1"
    );
    let without_helpers = ScriptNames { helpers: "", ..names };
    assert!(transform_script("{ using a = b }", &Options::for_file("a.js"), without_helpers).is_err());
    assert!(transform_script("return", &Options::for_file("a.js"), names).is_err());
}

#[test]
fn builtins_are_minified_and_keep_their_stack_reads() {
    let source = "import { a } from 'x';\n// comment\nexport function f(b: string) {\n  return a(b.stack);\n}\n";
    let output = transform(source, &Options { builtin: true, ..Options::for_file("a.ts") }).expect("valid");
    assert_eq!(output.body, "function f(b){return(0,$0.a)(b.stack)}");
    assert_eq!(output.map, None);
}

#[test]
fn minifying_keeps_what_only_the_exports_use() {
    let source = "export const a = f(); const { b } = a; export let c = b; export default () => c; g(b);";
    let options = Options { builtin: true, ..Options::for_file("a.mts") };
    let output = transform(source, &options).expect("valid");
    for part in ["a=f()", "{b}=a", "c=b", "$default={"] {
        assert!(output.body.contains(part), "{part} in {}", output.body);
    }
    assert!(!output.body.contains("export"), "{}", output.body);
}

#[test]
#[should_panic = "top-level await needs an async form"]
fn top_level_await_cannot_be_assembled_synchronously() {
    transform("await 1", &Options::for_file("a.mjs")).expect("valid").assemble(Form::Plain);
}

#[test]
fn the_cache_key_depends_on_source_and_options() {
    let options = Options::for_file("a.ts");
    let key = cache_key("a", &options);
    assert_eq!(key, cache_key("a", &options.clone()));
    assert_ne!(key, cache_key("b", &options));
    assert_ne!(key, cache_key("a", &Options { strip_only: true, ..options }));
}
