use crate::{Options, transform};

fn body(source: &str) -> String {
    transform(source, &Options::for_file("a.cjs")).unwrap_or_else(|errors| panic!("{source}: {errors:?}")).body
}

#[test]
fn accessor_becomes_storage_with_a_getter_and_a_setter() {
    assert_eq!(
        body("class A { static accessor b = 1; }"),
        "class A { ;static get b(){return this.#$das0}static set b(v){this.#$das0=v}static #$das0 = 1;; }"
    );
}

#[test]
fn decorators_are_evaluated_where_they_stand() {
    assert_eq!(
        body("class A { @b @c() d() {} }"),
        concat!(
            "const $d0=$helpers.decorators([]);class A {",
            "static{$d0.run(this,[{index:0,kind:\"method\",isStatic:false,key:\"d\"}])}#$d0i=$d0.start(this); ",
            ";static[$d0.e(0,[ b,  c(),])](){} d() {} }"
        )
    );
}

#[test]
fn a_decorated_class_is_bound_to_what_its_decorators_return() {
    let code = body("@a class B {}");
    assert!(code.starts_with("let B=$helpers.decorators([ a, ]).class(($d0,B)=>({B:class"), "{code}");
    assert!(code.contains("static{B=$d0.run(this,[])}"), "{code}");
}

#[test]
fn decorated_lines_stay() {
    let source = "@a\n@b({\n  c: 1,\n})\nclass D {\n  @e\n  f = 1;\n\n  @g h() {}\n}\nmarker";
    let line = |text: &str| text.split("marker").next().map(|before| before.matches('\n').count());
    assert_eq!(line(&body(source)), line(source));
}
