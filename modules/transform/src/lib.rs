//! Transforms JavaScript and TypeScript into code that an engine without a module loader can evaluate.
//!
//! Does: decide between ES module and CommonJS, strip types, lower TypeScript's run-time syntax, JSX, decorators and
//! `using`, and lower an ES module to a function over its imports, with the module record, the exported names of a
//! CommonJS module, and source maps.
//! Does not: read files, resolve specifiers, link modules or run anything.
//!
//! Start reading at [`transform`], then `pipeline.rs`.

mod abstract_fields;
mod assigned_fields;
mod bundling;
mod cache_key;
mod capabilities;
mod cjs_exports;
mod coverage;
mod decorators;
mod defines;
mod diagnostic;
mod early_errors;
mod edits;
mod metadata;
mod minify;
mod module_lowering;
mod namespaces;
mod options;
mod output;
mod parse;
mod pipeline;
mod position;
mod print;
mod repl;
mod source_map;
mod stack_guard;
mod type_sources;
mod type_stripping;

pub use bundling::LoweredModule;
pub use cache_key::cache_key;
pub use capabilities::{Capability, capabilities};
pub use coverage::Coverage;
pub use defines::Defines;
pub use diagnostic::Diagnostic;
pub use metadata::TYPES_PREFIX;
pub use module_lowering::ScriptNames;
pub use options::{Decorators, Jsx, JsxRuntime, Language, ModuleHint, Options};
pub use output::{
    Assembled, CjsExports, Form, Head, Import, ImportName, IndirectExport, LocalExport, Location, ModuleKind,
    ModuleRecord, Output, Phase, Request, Uses,
};
pub use repl::{ReplInput, read_repl_input};
pub use source_map::{Segment, SourceMap};
pub use stack_guard::with_large_stack;
pub use type_sources::{TypeSource, TypeSources};

use module_lowering::Target;
use oxc_allocator::Allocator;

/// Source of the helpers object of lowered code: an expression for the loader to evaluate once per realm, when the
/// first module with [`Uses::helpers`] is loaded (`$m.helpers`, or the CommonJS wrapper's last parameter).
pub const HELPERS_SOURCE: &str = include_str!("syntax_support.js");

/// Transforms a module (ES or CommonJS).
///
/// # Errors
/// The first syntax or early error of the file, with its position.
pub fn transform(source: &str, options: &Options) -> Result<Output, Vec<Diagnostic>> {
    transform_with_types(source, options, None)
}

/// As [`transform`], with the sources of the types that the file imports, which the metadata of its decorators depends
/// on.
///
/// # Errors
/// As [`transform`].
pub fn transform_with_types(
    source: &str,
    options: &Options,
    types: Option<&dyn TypeSources>,
) -> Result<Output, Vec<Diagnostic>> {
    let output = transform_with_hint(source, options, types)?;
    if output.kind == ModuleKind::EsModule || !output.uses.top_level_await {
        return Ok(output);
    }
    // `await using` parses with every goal symbol, and only an ES module can run it.
    if options.module == ModuleHint::CommonJs {
        return Err(diagnostic::top_level_await_outside_of_module(source));
    }
    let module = Options { module: ModuleHint::EsModule, ..options.clone() };
    transform_with_hint(source, &module, types)
}

fn transform_with_hint(
    source: &str,
    options: &Options,
    types: Option<&dyn TypeSources>,
) -> Result<Output, Vec<Diagnostic>> {
    let work = |allocator: &Allocator| pipeline::transform(allocator, source, options, None, NO_NAMES, types);
    let output = if types.is_some() && source.contains('@') && options.decorators.emit_metadata() {
        // The other sources may be nested more deeply.
        pipeline::with_allocator_and_large_stack(work)
    } else if stack_guard::may_nest_deeply(source) {
        transform_on_kept_thread(source.to_owned(), options.clone())
    } else {
        pipeline::with_allocator(source, work)
    }?;
    if !options.builtin {
        return Ok(output);
    }
    let exports: Vec<&str> = output
        .record
        .iter()
        .flat_map(|record| &record.local_exports)
        .map(|export| export.local.as_str())
        .filter(|local| !local.contains('('))
        .collect();
    let minified = pipeline::with_allocator(&output.body, |allocator| {
        minify::minify(allocator, &output.body, output.kind, &exports)
    });
    Ok(Output { body: minified.unwrap_or(output.body), map: None, ..output })
}

fn transform_on_kept_thread(source: String, options: Options) -> Result<Output, Vec<Diagnostic>> {
    stack_guard::on_kept_large_stack(move || {
        pipeline::with_own_allocator(|allocator| {
            pipeline::transform(allocator, &source, &options, None, NO_NAMES, None)
        })
    })
}

/// A module receives everything from its wrapper.
const NO_NAMES: ScriptNames<'_> =
    ScriptNames { import_function: "", stack: "", helpers: "", context: "", code: "", bindings: &[] };

/// Transforms a standalone script (`vm.Script`, or source for `eval`): types are erased, `import()` and helpers become
/// uses of the free variables in `names`. The result's `body` is the script; there is no function around it.
///
/// # Errors
/// As [`transform`].
pub fn transform_script(source: &str, options: &Options, names: ScriptNames<'_>) -> Result<Output, Vec<Diagnostic>> {
    pipeline::with_allocator(source, |allocator| {
        pipeline::transform(allocator, source, options, Some(Target::Script), names, None)
    })
}

/// Blanks the types of TypeScript source and changes nothing else (Node's `stripTypeScriptTypes`).
///
/// # Errors
/// The first syntax error, or `ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX` for syntax that blanking cannot express.
pub fn strip_types(source: &str) -> Result<String, Vec<Diagnostic>> {
    pipeline::with_allocator(source, |allocator| pipeline::strip_types(allocator, source))
}

/// Lowers what a bundler cannot, as [`transform`] does, and leaves imports and exports: decorators, `accessor` fields, and
/// TypeScript's namespaces that have several blocks or export variables. TypeScript comes back as JavaScript.
///
/// # Returns
/// None when the module has nothing of these.
///
/// # Errors
/// As [`transform`].
pub fn lower_for_bundler(source: &str, options: &Options) -> Result<Option<LoweredModule>, Vec<Diagnostic>> {
    if !["@", "accessor", "namespace", "module"].iter().any(|word| source.contains(word)) {
        return Ok(None);
    }
    pipeline::with_allocator(source, |allocator| bundling::lower_for_bundler(allocator, source, options))
}

#[cfg(test)]
#[path = "transform_tests.rs"]
mod tests;
