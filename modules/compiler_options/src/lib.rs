//! From a tsconfig's options to the transform's: what running and bundling a program have in common.

use brio_resolver::CompilerOptions;
use brio_transform::{Decorators, JsxRuntime, Options};

/// Applies the options of the tsconfig of a file, with TypeScript's defaults for what it leaves out.
pub fn apply(options: &mut Options, config: &CompilerOptions) {
    if options.language.is_typescript() {
        let is_legacy = config.experimental_decorators == Some(true);
        if is_legacy {
            options.decorators = Decorators::Legacy {
                emit_metadata: config.emit_decorator_metadata == Some(true),
                // TypeScript's default was off in all the years of these decorators, and Bun leaves `null` out as well.
                strict_null_checks: config.strict_null_checks == Some(true),
            };
        }
        // Bun defines fields whatever the target is: those of old decorators are assigned anyway.
        let defines = options.assigns_decorated_fields || defines_fields(config.target.as_deref(), is_legacy);
        options.use_define_for_class_fields = config.use_define_for_class_fields.unwrap_or(defines);
        options.verbatim_module_syntax = config.verbatim_module_syntax == Some(true);
    }
    match config.jsx.as_deref() {
        Some("react") => options.jsx.runtime = JsxRuntime::Classic,
        // Deno's "precompile" is a faster form of the same.
        Some("react-jsx" | "precompile") => options.jsx.runtime = JsxRuntime::Automatic,
        Some("react-jsxdev") => options.jsx.runtime = JsxRuntime::AutomaticDevelopment,
        _ => {}
    }
    let fields = [
        (&mut options.jsx.import_source, &config.jsx_import_source),
        (&mut options.jsx.factory, &config.jsx_factory),
        (&mut options.jsx.fragment_factory, &config.jsx_fragment_factory),
    ];
    for (field, value) in fields {
        if let Some(value) = value {
            field.clone_from(value);
        }
    }
}

/// TypeScript's default of `useDefineForClassFields`: true from the target ES2022 on. Without a target the program
/// counts as modern, unless it uses the old decorators, whose libraries rely on assignment.
fn defines_fields(target: Option<&str>, has_legacy_decorators: bool) -> bool {
    const ASSIGNING: [&str; 10] =
        ["es3", "es5", "es6", "es2015", "es2016", "es2017", "es2018", "es2019", "es2020", "es2021"];
    match target {
        Some(target) => !ASSIGNING.contains(&target.to_ascii_lowercase().as_str()),
        None => !has_legacy_decorators,
    }
}
