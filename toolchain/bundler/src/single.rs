//! One source by itself: transformed without its imports, or looked at (`Bun.Transpiler`).

mod aliases;
mod exports;
mod imports;
mod nesting;
mod repl;
mod scan;
pub(crate) mod syntax_support;

use std::collections::BTreeMap;
use std::path::PathBuf;

use brio_resolver::CompilerOptions;
use brio_transform::Language;
use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions, CommentOptions, IndentChar};
use oxc_minifier::{CompressOptions, MangleOptions, Minifier, MinifierOptions};
use oxc_parser::Parser;
use oxc_span::SourceType;
use rolldown_common::bundler_options::{
    EnhancedTransformOptions, TsconfigOption, TypeScriptOptions, enhanced_transform,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::diagnostic::{Diagnostic, Failures};
use crate::macros;
use crate::options::Options;
use crate::syntax::detached_calls;

pub(crate) use imports::with_specifiers;
pub(crate) use scan::exports_of;
pub use scan::scan;

/// The indentation of what is printed.
const INDENT: &str = "  ";

/// How one source is transformed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct SourceOptions {
    pub build: Options,
    /// Whether imports stay that nothing refers to, or only types of TypeScript.
    pub keeps_imports: bool,
    /// The names of exports that are left out.
    pub eliminate: Vec<String>,
    /// What exports become, by name.
    pub replace: BTreeMap<String, Replacement>,
    pub tsconfig: Tsconfig,
    /// The source's macros. None: they are refused.
    pub macros: Option<MacroSettings>,
    /// Whether the source is a line of a REPL, which becomes a script.
    pub repl_mode: bool,
}

/// Where macros of a source are, which are called when it is transformed.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct MacroSettings {
    /// What their specifiers are relative to.
    pub folder: PathBuf,
    /// Names that are macros without an attribute: modules by the specifiers and the names of imports.
    pub remap: BTreeMap<String, BTreeMap<String, String>>,
}

/// What takes the place of an export.
#[derive(Clone, Debug, Deserialize)]
pub struct Replacement {
    pub name: String,
    /// An expression.
    pub value: String,
}

/// What a `tsconfig.json` says of classes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Tsconfig {
    pub experimental_decorators: Option<bool>,
    pub emit_decorator_metadata: Option<bool>,
    pub strict_null_checks: Option<bool>,
    pub use_define_for_class_fields: Option<bool>,
    pub target: Option<String>,
}

impl SourceOptions {
    /// How the language's syntax is lowered that a bundler does not know.
    fn lowering(&self, file_name: &str, loader: &str) -> brio_transform::Options {
        let mut options = brio_transform::Options::for_file(file_name);
        options.language = match loader {
            "ts" => Language::Ts,
            "tsx" => Language::Tsx,
            "jsx" => Language::Jsx,
            _ => Language::Js,
        };
        let given = &self.tsconfig;
        let config = CompilerOptions {
            experimental_decorators: given.experimental_decorators,
            emit_decorator_metadata: given.emit_decorator_metadata,
            strict_null_checks: given.strict_null_checks,
            use_define_for_class_fields: given.use_define_for_class_fields,
            target: given.target.clone(),
            // What nothing refers to is removed afterwards.
            verbatim_module_syntax: Some(true),
            ..CompilerOptions::default()
        };
        brio_compiler_options::apply(&mut options, &config);
        options
    }
}

/// Transforms a source as a build would, and leaves its imports.
///
/// # Returns
/// `{ "code": … }`.
///
/// # Errors
/// Syntax errors.
pub fn transform(source: &str, loader: &str, options: &SourceOptions) -> Result<Value, Vec<Diagnostic>> {
    brio_transform::with_large_stack(source, || transformed(source, loader, options))
}

fn transformed(source: &str, loader: &str, options: &SourceOptions) -> Result<Value, Vec<Diagnostic>> {
    let name = format!("input.{loader}");
    let source_type = source_type_of(source, SourceType::from_path(&name).unwrap_or_default());
    let with_results = with_macros(source, source_type, options)?;
    let source = with_results.as_deref().unwrap_or(source);
    let prepared = if options.repl_mode { repl::prepared(source, source_type) } else { None };
    let source = prepared.as_deref().unwrap_or(source);
    let with_aliases = aliases::without_unused(source, source_type);
    let source = with_aliases.as_deref().unwrap_or(source);
    let with_exports = exports::edited(source, source_type, options);
    let source = with_exports.as_deref().unwrap_or(source);
    // What does not parse is reported below.
    let lowered = brio_transform::lower_for_bundler(source, &options.lowering(&name, loader)).ok().flatten();
    let source = lowered.as_ref().map_or(source, |lowered| lowered.code.as_str());
    let transform = EnhancedTransformOptions {
        source_type: Some(if lowered.is_some() { source_type.with_typescript(false) } else { source_type }),
        tsconfig: Some(TsconfigOption::Disabled),
        typescript: Some(TypeScriptOptions { only_remove_type_imports: Some(true), ..TypeScriptOptions::default() }),
        define: Some(options.build.define.clone()),
        ..EnhancedTransformOptions::default()
    };
    let result = enhanced_transform(&name, source, transform, false);
    if !result.errors.is_empty() {
        return Err(result
            .errors
            .iter()
            .map(|error| Diagnostic::from_engine(error, &options.build.directory, &Failures::default()))
            .collect());
    }
    let mut code = result.code;
    if source_type.is_typescript() && exports::assigns_exports(source) {
        // A file with `export =` is CommonJS: the engine marks it as a module that exports nothing.
        code.truncate(code.trim_end().strip_suffix("export {};").map_or(code.len(), str::len));
    }
    if !options.keeps_imports || exports::has_any(options) {
        code = imports::trimmed(code);
    }
    if lowered.is_some() {
        code = syntax_support::with_used(code);
    }
    if options.repl_mode {
        let mut build = options.build.clone();
        // It would leave out the script's value, which nothing in the script refers to.
        build.minify.syntax = false;
        return Ok(json!({ "code": minified(&repl::script(&code), &build) }));
    }
    let is_printed = !options.build.minify.is_any() && !code.contains("/*") && !code.contains("//");
    let printed = if is_printed { indented(&code) } else { None };
    Ok(json!({ "code": printed.unwrap_or_else(|| minified(&code, &options.build)) }))
}

/// Printed code with the indentation of Bun's. None for code with templates, whose lines may begin with tabs of their own.
fn indented(code: &str) -> Option<String> {
    if !code.contains('\t') {
        return Some(code.to_owned());
    }
    let line = |line: &str| {
        let rest = line.trim_start_matches('\t');
        format!("{}{rest}", INDENT.repeat(line.len() - rest.len()))
    };
    (!code.contains('`')).then(|| code.split_inclusive('\n').map(line).collect())
}

/// The kind of a source. The parser does not know a module by a `for await` at its top level alone.
fn source_type_of(source: &str, found: SourceType) -> SourceType {
    if !source.contains("await") {
        return found;
    }
    let is_valid = |source_type: SourceType| {
        Parser::new(&Allocator::default(), source, source_type).parse().diagnostics.is_empty()
    };
    let module = found.with_module(true);
    if !is_valid(found) && is_valid(module) { module } else { found }
}

/// The source with the results of its macros. None when it has none.
fn with_macros(
    source: &str,
    source_type: SourceType,
    options: &SourceOptions,
) -> Result<Option<String>, Vec<Diagnostic>> {
    let Some(settings) = &options.macros else {
        let has_some = macros::has_some(source, source_type);
        return if has_some { Err(vec![Diagnostic::new(true, "Macros are disabled")]) } else { Ok(None) };
    };
    macros::expand(source, source_type, &settings.folder.join("input"), &settings.remap)
        .map_err(|error| vec![Diagnostic::new(true, format!("{error:#}"))])
}

/// The code without comments but legal ones, with the parts of minification that are requested.
pub(crate) fn minified(code: &str, options: &Options) -> String {
    let allocator = Allocator::default();
    let source_type = source_type_of(code, SourceType::unambiguous());
    let has_detached = options.minify.syntax && detached_calls::may_have(code);
    let edited = if has_detached { detached_calls::edited(code, source_type) } else { None };
    let code = edited.as_deref().unwrap_or(code);
    let mut program = Parser::new(&allocator, code, source_type).parse().program;
    let minify = MinifierOptions {
        mangle: options.minify.identifiers.then(MangleOptions::default),
        mangle_properties: None,
        compress: (options.minify.syntax && !nesting::is_too_deep(&program)).then(CompressOptions::smallest),
    };
    let comments = CommentOptions { normal: false, jsdoc: false, annotation: false, ..CommentOptions::default() };
    let print = match options.minify.whitespace {
        true => CodegenOptions { comments, ..CodegenOptions::minify() },
        false => CodegenOptions {
            comments,
            indent_char: IndentChar::Space,
            indent_width: INDENT.len(),
            ..CodegenOptions::default()
        },
    };
    let printer = Codegen::new().with_options(print);
    if !options.minify.identifiers && !options.minify.syntax {
        return printer.build(&program).code;
    }
    let scoping = Minifier::new(minify).minify(&allocator, &mut program).scoping;
    printer.with_scoping(scoping).build(&program).code
}

#[cfg(test)]
#[path = "single_tests.rs"]
mod tests;
