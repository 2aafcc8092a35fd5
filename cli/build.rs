//! Links the binary, with the engine in it or not, so that it starts fast and stays small in memory: it has a fixed
//! address and so no relative relocations, and the functions that programs use lie together, in the order of the file
//! that `./x build` made (`docs/decisions/0042-function-order.md`).

/// The functions that native addons look up in the binary, one name per line.
const EXPORTS: &str = "../engine/napi/exports.txt";
/// The functions that the system's engine calls instead of its own, or of the C library's (`brio_jsc`, `thread_stops.rs`,
/// `reference_errors.rs`, `evaluated_errors.rs`, `thrown_errors.rs`, `redefinitions.rs`, `inspector.rs` and `yields.rs` of `system_engine/`).
const REPLACEMENTS: &[&str] = &[
    "_ZN3JSC7VMTraps24cancelThreadStopIfNeededEv",
    "_ZN3JSC7VMTraps25requestThreadStopIfNeededEj",
    "_ZN9Inspector24RemoteControllableTarget4initEv",
    "_ZN3JSC20createReferenceErrorEPNS_14JSGlobalObjectERKN3WTF6StringE",
    "_ZN3JSC8JSObject17defineOwnPropertyEPS0_PNS_14JSGlobalObjectENS_12PropertyNameERKNS_18PropertyDescriptorEb",
    "_ZN3JSC11createErrorEPNS_14JSGlobalObjectENS_7JSValueERKN3WTF6StringEPFS4_S6_NS3_10StringViewENS_11RuntimeTypeENS_13ErrorInstance28SourceTextWhereErrorOccurredEE",
    "_ZN3JSC2VM14throwExceptionEPNS_14JSGlobalObjectENS_7JSValueE",
    "_ZN3WTF7RunLoop5cycleEj",
    "sched_yield",
];
/// Those of both engines (`refused_assignments.rs`): the linker redirects the calls of the static one.
const WORDED: &[&str] = &[
    "_ZN3JSC8JSObject13putInlineSlowEPNS_14JSGlobalObjectENS_12PropertyNameENS_7JSValueERNS_15PutPropertySlotE",
    "_ZN3JSC14throwTypeErrorEPNS_14JSGlobalObjectERNS_10ThrowScopeEN3WTF12ASCIILiteralE",
    "_ZN3JSC11createErrorEPNS_14JSGlobalObjectENS_22ErrorTypeWithExtensionERKN3WTF6StringE",
];

/// Those of the static engine alone (`engine/jsc_sys/static/unknown_variables.cpp`).
const REDIRECTED: &[&str] = &["_ZN3JSC28createUndefinedVariableErrorEPNS_14JSGlobalObjectERKNS_10IdentifierE"];

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_static = std::env::var_os("BRIO_STATIC_ENGINE").is_some();
    export_functions(if is_static { Vec::new() } else { [REPLACEMENTS, WORDED].concat() });
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        // At a fixed address nothing is relocated when the program starts: 300 to 400 pages less are written.
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    println!("cargo::rerun-if-env-changed=BRIO_STATIC_ENGINE");
    if is_static {
        link_static_engine();
    } else if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        // Functions with the same code are one: 1 MB less. The engine compares addresses of functions, our code none.
        println!("cargo::rustc-link-arg-bins=-Wl,--icf=all");
    }
    println!("cargo::rerun-if-env-changed=BRIO_FUNCTION_ORDER");
    // Of a linker that knows the option: LLD, which comes with the compiler for this processor.
    if let (Ok(order), Ok("x86_64")) =
        (std::env::var("BRIO_FUNCTION_ORDER"), std::env::var("CARGO_CFG_TARGET_ARCH").as_deref())
    {
        println!("cargo::rerun-if-changed={order}");
        println!("cargo::rustc-link-arg-bins=-Wl,--no-warn-symbol-ordering,--symbol-ordering-file={order}");
    }
}

/// Leaves out what is not used of the engine and has the same code, and marks the binary: bytecode is stored with the
/// mark (`brio_jsc::bytecode`).
fn link_static_engine() {
    for name in [WORDED, REDIRECTED].concat() {
        println!("cargo::rustc-link-arg-bins=-Wl,--wrap={name}");
    }
    for option in ["--gc-sections", "--icf=safe", "--build-id=sha1", "-O2"] {
        println!("cargo::rustc-link-arg-bins=-Wl,{option}");
    }
}

/// Exports exactly the functions of Node-API and these: `-u` keeps them, the dynamic list makes them visible.
fn export_functions(others: Vec<&str>) {
    println!("cargo::rerun-if-changed={EXPORTS}");
    let names = std::fs::read_to_string(EXPORTS).expect("the list of exported functions is in the repository");
    let folder = std::env::var("OUT_DIR").expect("cargo sets the folder of build scripts");
    let list = std::path::Path::new(&folder).join("exports.list");
    let names: Vec<&str> = names.lines().filter(|line| !line.is_empty()).chain(others).collect();
    std::fs::write(
        &list,
        format!("{{\n{}\n}};\n", names.iter().map(|name| format!("  {name};")).collect::<Vec<_>>().join("\n")),
    )
    .expect("the folder of the build script can be written");
    println!("cargo::rustc-link-arg-bins=-Wl,--dynamic-list={}", list.display());
    for name in names {
        println!("cargo::rustc-link-arg-bins=-Wl,-u,{name}");
    }
}
