use super::{parse::parse, rust};

const CONTRACT: &str = r#"
// native:sample
import type { Bytes, Path, u32 } from "./types.ts";
/** Reads a file. */
export declare function readFile(path: Path, flags: u32 | null): Promise<Bytes>;
/** Tells the size. */
export interface Size { /** In bytes. */ bytes: u32; }
/** Direct one. */
export declare function sizeOf(view: Bytes): Size;
"#;

#[test]
fn a_contract_becomes_a_trait_and_glue() {
    let text = rust::write("sample", &parse(CONTRACT).expect("parses")).expect("types cross");
    assert!(text.contains("fn read_file(path: &Path, flags: Option<u32>) -> Result<Vec<u8>, OpError>;"), "{text}");
    assert!(text.contains("fn size_of(&self, view: &[u8]) -> Result<Size, OpError>;"), "{text}");
    assert!(text.contains("let mut path: PathBuf = op::argument(cx, &arguments, 0, \"readFile: path\")?;"), "{text}");
}

#[test]
fn a_type_that_cannot_cross_is_refused() {
    let error =
        rust::write("sample", &parse("/** x */ export declare function f(callback: Function): void;").expect("parses"))
            .expect_err("must fail");
    assert_eq!(error, "f: type Function cannot cross the boundary");
}

#[test]
fn a_function_without_a_doc_comment_is_refused() {
    assert!(parse("export declare function f(): void;").expect_err("must fail").contains("has no doc comment"));
}

#[test]
fn names_change_their_case() {
    assert_eq!(rust::rust_name("readFileUTF8"), "read_file_utf8");
    assert_eq!(rust::rust_name("domainToASCII"), "domain_to_ascii");
}

#[test]
fn an_op_that_is_tried_at_once_gets_a_second_method() {
    let contract = "/** Closes. @atOnce */ export declare function close(fd: u32): Promise<void>;";
    let text = rust::write("sample", &parse(contract).expect("parses")).expect("types cross");
    assert!(text.contains("fn close_at_once(fd: u32) -> Option<Result<(), OpError>>;"), "{text}");
    assert!(text.contains("return op::done_at_once(outcome);"), "{text}");
    let direct = "/** Closes. @atOnce */ export declare function close(fd: u32): void;";
    assert!(rust::write("sample", &parse(direct).expect("parses")).is_err());
}

#[test]
fn a_rest_parameter_takes_the_arguments_as_they_are() {
    let contract = "/** Runs. */ export declare function run(statement: u32, ...values: Any[]): i32;";
    let text = rust::write("sample", &parse(contract).expect("parses")).expect("types cross");
    assert!(
        text.contains(
            "fn run<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<i32, Thrown<'cx>>;"
        ),
        "{text}"
    );
    assert!(text.contains("let values = arguments.rest(1);"), "{text}");
    let middle = "/** Runs. */ export declare function run(...values: Any[], statement: u32): i32;";
    assert!(rust::write("sample", &parse(middle).expect("parses")).is_err());
}
