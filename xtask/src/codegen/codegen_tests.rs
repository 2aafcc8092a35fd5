use super::{parse::parse, rust};

const CONTRACT: &str = r#"
// native:sample
import type { Bytes, Path, u32 } from "./types.ts";
/** Reads a file. */
export declare function readFile(path: Path, flags: u32 | null): Promise<Bytes>;
/** The size of a view. */
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
    let options = "/** Which. */ export interface Range extends Options { from: f64 }\n\
        /** Reads. @atOnce */ export declare function read(fd: u32, range: Range): Promise<void>;";
    let text = rust::write("sample", &parse(options).expect("parses")).expect("types cross");
    assert!(text.contains("fn read_at_once(fd: u32, range: &Range)"), "{text}");
    assert!(text.contains("::read_at_once(fd, &range)"), "{text}");
    let bytes = "/** Reads. @atOnce */ export declare function read(fd: u32, target: BytesMut): Promise<void>;";
    let text = rust::write("sample", &parse(bytes).expect("parses")).expect("types cross");
    assert!(text.contains("let mut target: op::UnpinnedBytes<'_> ="), "{text}");
    assert!(text.contains("let mut target = target.pin(cx);"), "{text}");
    let direct = "/** Closes. @atOnce */ export declare function close(fd: u32): void;";
    assert!(rust::write("sample", &parse(direct).expect("parses")).is_err());
}

#[test]
fn a_rest_parameter_takes_the_arguments_as_they_are() {
    let contract = "/** Runs. */ export declare function run(statement: u32, ...values: Any<unknown>[]): i32;";
    let text = rust::write("sample", &parse(contract).expect("parses")).expect("types cross");
    assert!(
        text.contains(
            "fn run<'cx>(&self, cx: Context<'cx>, statement: u32, values: &[Value<'cx>]) -> Result<i32, Thrown<'cx>>;"
        ),
        "{text}"
    );
    assert!(text.contains("let values = arguments.rest(1);"), "{text}");
    let middle = "/** Runs. */ export declare function run(...values: Any<unknown>[], statement: u32): i32;";
    assert!(rust::write("sample", &parse(middle).expect("parses")).is_err());
}

#[test]
fn a_value_of_the_engine_has_a_type_in_javascript() {
    let write = |parameter: &str, result: &str| {
        let contract = format!(
            "export type Shape = {{ size: number; name: string }};
             /** Calls. */ export declare function call(value: {parameter}): {result};"
        );
        rust::write("sample", &parse(&contract).expect("parses"))
    };
    let text =
        write("Any<(promise: Promise<unknown>, code: number) => void>", "Any<Shape | null>").expect("types cross");
    assert!(
        text.contains("fn call<'cx>(&self, cx: Context<'cx>, value: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;"),
        "{text}"
    );
    assert!(write("Any", "void").is_err() && write("u32", "Any").is_err() && write("...Any[]", "void").is_err());
}

#[test]
fn constants_become_numbers_on_both_sides() {
    let contract = parse(
        "/** How. */ export declare const SendFlags: Flags<u8, { /** Ends. */ END: 1; CLOSE: 2 }>;
         export type SendFlags = FlagsOf<typeof SendFlags>;
         /** What. */ export declare const Kind: Enum<u16, { TEXT: 1; LONG_BYTES: 2 }>;
         /** Sends. */ export declare function send(kind: Kind, flags: SendFlags): void;",
    )
    .expect("parses");
    let text = rust::write("sample", &contract).expect("types cross");
    assert!(text.contains("pub mod send_flags {"), "{text}");
    assert!(text.contains("pub const CLOSE: u8 = 2;"), "{text}");
    assert!(text.contains("LongBytes = 2,"), "{text}");
    assert!(text.contains("fn send(&self, kind: Kind, flags: u8) -> Result<(), OpError>;"), "{text}");
    let mut table = super::constants::Table::default();
    table.add(&contract).expect("the names are new");
    assert!(table.write().contains("(\"Kind.LONG_BYTES\", 2),"), "{}", table.write());
    assert!(table.add(&contract).is_err());
}

#[test]
fn an_enum_crosses_in_both_directions_and_may_be_negative() {
    let contract = parse(
        "/** How it went. */ export declare const Outcome: Enum<i32, { FAILED: -1; DONE: 0 }>;
         export type Outcome = EnumOf<typeof Outcome>;
         /** Runs. */ export declare function run(): Outcome;",
    )
    .expect("parses");
    let text = rust::write("sample", &contract).expect("types cross");
    assert!(text.contains("Failed = -1,") && text.contains("-1 => Self::Failed,"), "{text}");
    assert!(text.contains("impl<'cx> op::IntoValue<'cx> for Outcome {"), "{text}");
    assert!(text.contains("fn run(&self) -> Result<Outcome, OpError>;"), "{text}");
    let mut table = super::constants::Table::default();
    table.add(&contract).expect("the names are new");
    assert!(table.write().contains("(\"Outcome.FAILED\", -1),"), "{}", table.write());
}

#[test]
fn events_of_the_loop_share_one_space_of_numbers() {
    let contract = |name: &str| {
        parse(&format!("/** What. */ export declare const {name}: Enum<i32, {{ EXIT: 70 }}>;")).expect("parses")
    };
    let mut table = super::constants::Table::default();
    table.add(&contract("ChildLoopEvent")).expect("the number is new");
    assert_eq!(
        table.add(&contract("PortLoopEvent")),
        Err("PortLoopEvent.EXIT: ChildLoopEvent.EXIT has that number".to_string())
    );
    table.add(&contract("Signal")).expect("it is no event of the loop");
}

#[test]
fn options_become_a_struct_that_is_read_from_an_object() {
    let write = |options: &str, result: &str| {
        let contract = format!(
            "/** How. */ export interface SpawnOptions extends Options {{ {options} }}
             /** Spawns. */ export declare function spawn(file: Path, options: SpawnOptions): {result};"
        );
        rust::write("sample", &parse(&contract).expect("parses"))
    };
    let text = write("stdio: Bytes; /** Null keeps it. */ userId: u32 | null;", "u32").expect("types cross");
    assert!(text.contains("pub struct SpawnOptions<'cx> {") && text.contains("pub stdio: &'cx [u8],"), "{text}");
    assert!(text.contains("user_id: op::field(cx, value, \"userId\")?,"), "{text}");
    assert!(
        text.contains("fn spawn(&self, file: &Path, options: SpawnOptions<'_>) -> Result<u32, OpError>;"),
        "{text}"
    );
    assert!(write("stdio: Bytes;", "Promise<u32>").is_err());
    assert!(write("name: string;", "Promise<u32>").is_ok());
    assert!(write("value: Any;", "u32").is_err());
}

#[test]
fn handlers_become_a_struct_that_is_read_from_an_object() {
    let contract = "/** What a server notifies. */ export interface ServerHandlers extends Handlers {
        /** A request. */ request(connection: u32, more: (a: u8) => void): number;
        /** It opened. */ opened?(connection: u32): void;
        /** Whether it wants URLs. */ wantsUrls: boolean;
    }
    /** Sets them. */ export declare function setHandlers(server: u32, handlers: ServerHandlers): void;";
    let text = rust::write("sample", &parse(contract).expect("parses")).expect("types cross");
    assert!(text.contains("pub request: op::Root,") && text.contains("pub opened: Option<op::Root>,"), "{text}");
    assert!(text.contains("wants_urls: op::field(cx, value, \"wantsUrls\")?,"), "{text}");
    assert!(
        text.contains("fn set_handlers(&self, server: u32, handlers: ServerHandlers) -> Result<(), OpError>;"),
        "{text}"
    );
}

#[test]
fn permissions_are_checked_by_the_glue() {
    let write = |contract: &str| rust::write("sample", &parse(contract).expect("parses"));
    let function = "export declare function open(path: Path, port: u16): void;";
    let text = write(&format!("/** Opens.\n * @permission read(path)\n * @permission net(path, port)\n */ {function}"))
        .expect("valid");
    let check = "op::permit(cx, &[op::Permission::Read(op::Subject::from(&path)), op::Permission::Net(op::Subject::from(&path), Some(port.into()))])?;";
    assert!(text.contains(check), "{text}");
    assert!(
        !write(&format!("/** Opens.\n * @permission none: it is open already */ {function}"))
            .expect("valid")
            .contains("permit")
    );
    for wrong in ["fly(path)", "read(other)", "read", "read()", "none"] {
        assert!(write(&format!("/** Opens.\n * @permission {wrong} */ {function}")).is_err(), "{wrong}");
    }
}

#[test]
fn a_permission_without_an_argument_is_for_all_of_its_kind() {
    let contract = "/** Queries.\n * @permission net()\n * @permission env() */ export declare function query(): void;";
    let text = rust::write("sample", &parse(contract).expect("parses")).expect("valid");
    let check =
        "op::permit(cx, &[op::Permission::Net(op::Subject::Any, None), op::Permission::Env(op::Subject::Any)])?;";
    assert!(text.contains(check), "{text}");
}

#[test]
fn an_asynchronous_op_that_is_refused_rejects_unless_it_says_otherwise() {
    let write = |tag: &str| {
        let contract = format!(
            "/** Opens.\n * @permission read(path)\n{tag} */ export declare function open(path: Path): Promise<void>;"
        );
        rust::write("sample", &parse(&contract).expect("parses")).expect("valid")
    };
    assert!(write("").contains("return op::refuse(cx, error);"));
    let at_once = write(" * @refusesAtOnce\n");
    assert!(at_once.contains("op::permit(cx, &[op::Permission::Read(op::Subject::from(&path))])?;"), "{at_once}");
}
