//! Flags that take effect before the engine starts: those that compile differently, and those that libraries read from the
//! environment.

use super::command_line::Program;
use brio_runtime::realm::jsc::set_environment;
use brio_runtime::{CompilerOptions, CompilerOverrides, override_compiler_options};
use std::path::PathBuf;

/// Applies the flags of the program.
pub fn apply(program: &Program) {
    let value = |name: &str| program.options.iter().rev().find(|(given, _)| given == name).map(|(_, value)| value);
    if value("--jitless").is_some() {
        set_environment("JSC_useJIT", "0");
    }
    if let Some(file) = value("--openssl-config") {
        set_environment("OPENSSL_CONF", file);
    }
    let runtime = value("--jsx-runtime").map(|runtime| if runtime == "classic" { "react" } else { "react-jsx" });
    let overrides = CompilerOverrides {
        tsconfig: value("--tsconfig-override").map(PathBuf::from),
        options: CompilerOptions {
            jsx: runtime.map(str::to_owned),
            jsx_import_source: value("--jsx-import-source").cloned(),
            jsx_factory: value("--jsx-factory").cloned(),
            jsx_fragment_factory: value("--jsx-fragment").cloned(),
            ..CompilerOptions::default()
        },
    };
    if overrides != CompilerOverrides::default() {
        override_compiler_options(overrides);
    }
}
