//! Links the binary so that it starts fast and stays small in memory: its many relative relocations are packed, so that the loader
//! touches fewer pages, and the functions that programs use lie together, in the order of the file that `./x build` made
//! (`docs/decisions/0042-function-order.md`).

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() == Ok("linux") {
        println!("cargo::rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
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
