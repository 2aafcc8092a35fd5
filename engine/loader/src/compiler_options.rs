//! From a file's name, its home and its tsconfig to the transformer's options.

use crate::resolution::Resolution;
use brio_resolver::Home;
use brio_transform::{JsxRuntime, Language, ModuleHint, Options};
use std::path::Path;

/// Options for a file; `Detect` decides by its name, else by syntax.
pub fn options_for(resolution: &Resolution, file_name: &str, goal: ModuleHint) -> Options {
    let mut options = Options::for_file(file_name);
    if goal != ModuleHint::Detect {
        options.module = goal;
    }
    let path = Path::new(file_name);
    if resolution.home() == Home::Bun {
        options.bun = true;
        options.assigns_decorated_fields = true;
        if goal == ModuleHint::Detect {
            options.module = ModuleHint::Detect;
        }
    }
    if options.language == Language::Js && resolution.home() == Home::Bun && !is_in_package(path) {
        // Bun reads JSX in .js files.
        options.language = Language::Jsx;
    }
    if resolution.home() == Home::Deno && options.language.has_jsx() {
        options.jsx.runtime = JsxRuntime::Classic;
        if goal == ModuleHint::Detect {
            // Its imports go through the import map.
            options.module = ModuleHint::EsModule;
        }
    }
    if options.language != Language::Js && path.is_absolute() {
        brio_compiler_options::apply(&mut options, &resolution.compiler_options(path));
    }
    options
}

fn is_in_package(path: &Path) -> bool {
    path.components().any(|component| component.as_os_str() == "node_modules")
}

#[cfg(test)]
#[path = "compiler_options_tests.rs"]
mod tests;
