//! Finds the system's JavaScriptCore and prints Cargo's options for linking it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if let Err(error) = pkg_config::Config::new().atleast_version("2.48").probe("javascriptcoregtk-4.1") {
        panic!("JavaScriptCore was not found; run `./x setup`, which installs libjavascriptcoregtk-4.1-dev ({error})");
    }
}
