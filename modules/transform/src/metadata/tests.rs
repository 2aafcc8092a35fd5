use crate::{Decorators, Options, TypeSource, TypeSources, transform_with_types};

const DECLARATIONS: &str = "
class R { x: number = 1; method() {} } abstract class Q {} interface I { a: string; b?: number } interface Call { (): void }
interface More extends Call {} class Merged {} interface Merged { a: 1 }
enum N { a, b } enum S { a = 'a' } enum M { a, b = 'b' } enum Empty {} declare enum D { a } const enum CS { a = 's' }
type Str = string; type Lits = 'a' | 'b'; type Maybe = string | null; type Loop = string | Loop[]; type Fn = () => void;
type Brand = string & { brand: 1 }; type Of<T> = T; type OfStr = Of<string>; type Keys = keyof I; type Element = I['a'];
type Exact = NonNullable<Maybe>; type Sure = string extends number ? 1 : 'a'; type True = 'b' extends Str ? 1 : 'a'; type Some = Str extends Lits ? 1 : 'a';
const keys = { a: 'a' } as const; type Values = (typeof keys)[keyof typeof keys]; const K = class {}; type K = InstanceType<typeof K>;
const Shaped = class {}; interface Shaped { a: 1 }
namespace A { export class C {} export enum E { a } export type T = string; export interface I {} }
namespace A { export class F {} export namespace B { export class G {} } }
import AC = A.C; import AB = A.B;
function fn() {} const arrow = () => 1; async function later() {} const typed: string = fn(); declare const callback: () => void;
const cls = class {}; namespace A { export function inside() {} }
type OfFn = typeof fn; type OfArrow = typeof arrow; type OfLater = typeof later; type OfTyped = typeof typed;
type OfCallback = typeof callback; type OfClass = typeof R; type OfValue = typeof cls; type OfInside = typeof A.inside;
const NAME = 's'; const TEMPLATE = `t${NAME}`; const COUNT = 3; const circular = circular;
enum Named { a = NAME } enum Template { a = TEMPLATE } enum Joined { a = NAME + 'x' } enum Counted { a = COUNT }
enum Called { a = fn() } enum OfOther { a = Named.a } enum Mixed { a = NAME, b = 1 } enum Circular { a = circular }
import { Other } from './o'; import type { Erased } from './o';
";

/// A type, and what TypeScript 5.9 writes for it with and without `strictNullChecks`.
const TYPES: &[(&str, &str, &str)] = &[
    ("R", "R", "R"),
    ("R | null", "Object", "R"),
    ("(R | undefined) | null", "Object", "R"),
    ("R | Q", "Object", "Object"),
    ("R | R", "R", "R"),
    ("R | I | null", "Object", "Object"),
    ("R & unknown", "R", "R"),
    ("R & never", "void 0", "void 0"),
    ("Merged", "Merged", "Merged"),
    ("Shaped", "Shaped", "Shaped"),
    ("I", "Object", "Object"),
    ("Call", "Function", "Function"),
    ("More", "Function", "Function"),
    ("N", "Number", "Number"),
    ("N.a | null", "Object", "Number"),
    ("S | string", "String", "String"),
    ("M", "Object", "Object"),
    ("M.b", "String", "String"),
    ("Empty", "Number", "Number"),
    ("D", "Number", "Number"),
    ("CS", "String", "String"),
    ("Str", "String", "String"),
    ("Lits | undefined", "Object", "String"),
    ("Maybe", "Object", "String"),
    ("Loop", "Object", "Object"),
    ("Fn", "Function", "Function"),
    ("Brand", "String", "String"),
    ("Of<string>", "Object", "Object"),
    ("OfStr", "String", "String"),
    ("Keys", "String", "String"),
    ("Element", "String", "String"),
    ("Exact", "String", "String"),
    ("Sure", "String", "String"),
    ("True", "Number", "Number"),
    ("Some", "String", "String"),
    ("Values", "String", "String"),
    ("K", "K", "K"),
    ("A.C", "A.C", "A.C"),
    ("A.E | null", "Object", "Number"),
    ("A.T", "String", "String"),
    ("A.I", "Object", "Object"),
    ("AC", "A.C", "A.C"),
    ("AB.G", "A.B.G", "A.B.G"),
    ("Other | null", "Object", "Other"),
    ("Erased", "Object", "Object"),
    ("OfFn", "Function", "Function"),
    ("OfArrow", "Function", "Function"),
    ("OfLater", "Function", "Function"),
    ("OfTyped", "String", "String"),
    ("OfCallback", "Function", "Function"),
    ("OfClass", "Object", "Object"),
    ("OfValue", "Object", "Object"),
    ("OfInside", "Function", "Function"),
    ("typeof fn", "Object", "Object"),
    ("Named", "String", "String"),
    ("Template", "String", "String"),
    ("Joined", "String", "String"),
    ("Counted", "Number", "Number"),
    ("Called", "Number", "Number"),
    ("OfOther", "String", "String"),
    ("Mixed", "Object", "Object"),
    ("Mixed.a", "String", "String"),
    ("Circular", "Number", "Number"),
    ("string[] | null", "Object", "Array"),
    ("readonly string[]", "Array", "Array"),
    ("Array<R> | R[]", "Array", "Array"),
    ("ReadonlyArray<R>", "Array", "Array"),
    ("(() => void) | Function", "Function", "Function"),
    ("'a' | 1", "Object", "Object"),
    ("-1", "Number", "Number"),
    ("-1n", "BigInt", "BigInt"),
    ("`a${string}`", "String", "String"),
    ("null | undefined", "void 0", "void 0"),
    ("keyof R", "Object", "Object"),
    ("Symbol", "Object", "Object"),
    ("Promise<R>", "Promise", "Promise"),
    ("string extends number ? R : R", "R", "R"),
];

fn design_types(types: &str, strict_null_checks: bool) -> Vec<String> {
    design_types_of(&format!("{DECLARATIONS}{types}"), strict_null_checks)
}

/// Other modules: the file of a specifier is the one that it ends with.
struct OtherModules;

impl TypeSources for OtherModules {
    fn find(&self, _importer: &str, specifier: &str) -> Option<TypeSource> {
        let (file_name, text) = OTHERS.iter().find(|(name, _)| *name == specifier)?;
        Some(TypeSource { file_name: format!("{file_name}.ts"), text: (*text).into() })
    }
}

const OTHERS: &[(&str, &str)] = &[
    (
        "./types",
        "export type Id = string; export type Of<T> = T | null; export interface Call { (): void } export class Cl { static make() {} }
        export enum S { a = 'a' } export namespace Ns { export type T = number } export const keys = { a: 'a' } as const; export type Make = typeof Cl.make;",
    ),
    ("./barrel", "export * from './cycle'; export { Id as Name, type Cl as OnlyType } from './types'; export * as all from './types';"),
    ("./cycle", "export * from './barrel'; export * from './types'; export default interface Shape { a: 1 }"),
];

/// A type of another module, and what TypeScript 5.9 writes for it without `strictNullChecks`.
const IMPORTED: &[(&str, &str)] = &[
    ("Id", "String"),
    ("Aliased", "String"),
    ("Applied", "Number"),
    ("Call", "Function"),
    ("More", "Function"),
    ("Cl", "Cl"),
    ("OnlyType", "Function"),
    ("S.a", "String"),
    ("Ns.T", "Number"),
    ("Make", "Function"),
    ("Values", "String"),
    ("Name", "String"),
    ("all.Id", "String"),
    ("Shape", "Object"),
    ("Named", "String"),
    ("Unknown", "Unknown"),
    ("Missing", "Missing"),
];

#[test]
fn types_of_other_modules_are_written_as_typescript_writes_them() {
    let head = "import { Id, Of, Call, Cl, S, Ns, keys, type Make } from './types'; import { Name, OnlyType, all, Missing } from './barrel';
        import Shape from './cycle'; import { Unknown } from './unknown';
        type Aliased = Id; type Applied = Of<number>; interface More extends Call {} type Values = (typeof keys)[keyof typeof keys];
        type Named = import('./barrel').Name;";
    let members: String =
        IMPORTED.iter().enumerate().map(|(index, row)| format!("@d p{index}: {};\n", row.0)).collect();
    let written = design_types_of(&format!("{head} class C {{ {members} }}"), false);
    assert_eq!(written, IMPORTED.iter().map(|row| row.1).collect::<Vec<_>>());
}

fn design_types_of(source: &str, strict_null_checks: bool) -> Vec<String> {
    let decorators = Decorators::Legacy { emit_metadata: true, strict_null_checks };
    let options = Options { decorators, ..Options::for_file("a.mts") };
    let body = transform_with_types(source, &options, Some(&OtherModules)).expect("valid").body;
    let written = body.split("decorateMetadata(\"design:type\", ").skip(1);
    let names = written.map(|rest| {
        let end = rest.find(")]").or_else(|| rest.find("),")).expect("the call ends");
        // `[()=>typeof A === "undefined" ? Object : A]` is `A`; an import is read from its module.
        let expression = rest[..end].rsplit(" : ").next().expect("there is a part");
        let read = expression.rsplit_once(" .").map_or(expression, |(_, name)| name);
        read.trim_end_matches(']').to_owned()
    });
    names.collect()
}

#[test]
fn types_are_written_as_typescript_writes_them() {
    for (strict_null_checks, column) in [(true, 1), (false, 2)] {
        let members: String =
            TYPES.iter().enumerate().map(|(index, row)| format!("@d p{index}: {};\n", row.0)).collect();
        let written = design_types(&format!("class C {{ {members} }}"), strict_null_checks);
        assert_eq!(written.len(), TYPES.len());
        for (row, name) in TYPES.iter().zip(&written) {
            let expected = if column == 1 { row.1 } else { row.2 };
            assert_eq!(name, expected, "{} with strictNullChecks {strict_null_checks}", row.0);
        }
    }
}

#[test]
fn type_parameters_of_the_class_count_and_those_of_a_method_do_not() {
    let written = design_types("class C<T extends string, U> { @d a: T; @d b: U; @d c: T | null }", false);
    assert_eq!(written, ["String", "Object", "String"]);
}

#[test]
fn an_accessor_has_the_type_of_its_setter() {
    let written = design_types(
        "class C { @d get a() { return 1 } set a(v: R) {} @d get b(): S { return null } @d set c(v) {} get c(): R { return null } }",
        false,
    );
    assert_eq!(written, ["R", "String", "R"]);
}
