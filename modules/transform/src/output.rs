//! The result of [`crate::transform`], and how the loader assembles it for evaluation.

use crate::source_map::SourceMap;

/// A transformed file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The body, without the function around it; [`Output::assemble`] adds that.
    pub body: String,
    /// Maps positions of the body; `None` when every position is that of the source.
    pub map: Option<SourceMap>,
    pub kind: ModuleKind,
    pub head: Head,
    /// Imports and exports of an ES module.
    pub record: Option<ModuleRecord>,
    /// The exports of a CommonJS module, as far as static analysis can determine them.
    pub cjs_exports: Option<CjsExports>,
    pub uses: Uses,
    /// The counters, with [`crate::Options::coverage`].
    pub coverage: Option<crate::Coverage>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModuleKind {
    EsModule,
    CommonJs,
}

/// Facts about the source.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    pub top_level_await: bool,
    pub import_meta: bool,
    pub dynamic_import: bool,
    /// Reads `.stack`; a CommonJS wrapper then has the parameter for it.
    pub stack: bool,
    /// Lowered code calls helpers; a CommonJS wrapper then has the parameter for them.
    pub helpers: bool,
    /// `Bun` is referenced as a free variable.
    pub bun: bool,
    /// `Deno` is referenced as a free variable.
    pub deno: bool,
    /// `require` is referenced as a free variable.
    pub require: bool,
    /// `module` or `exports` is referenced as a free variable.
    pub module: bool,
    /// `__filename` is referenced as a free variable.
    pub file_name: bool,
    /// `__dirname` is referenced as a free variable.
    pub folder_name: bool,
    /// `new Worker(…)` constructs a free variable, without a test whether it exists.
    pub worker: bool,
    /// One of these has an option `type`.
    pub module_worker: bool,
    /// May use an intrinsic that the runtime replaces: a constructor of functions, `Array.fromAsync`.
    pub intrinsics: bool,
    /// `Temporal` is referenced as a free variable: the runtime then lets `Intl.DateTimeFormat` format its objects.
    pub temporal: bool,
    /// Has `await`; a CommonJS wrapper then has the parameter for the cell of the asynchronous context.
    pub awaits: bool,
    /// An ES module reads `require`, `__filename` or `__dirname` whenever it is evaluated, without asking whether they
    /// exist: Node refuses it.
    pub needs_common_js: bool,
    /// Reads `import.meta.dir`, `.file` or `.path` and not what Node has in their place, or the lines of `console`.
    pub bun_features: bool,
}

/// The parts of the function around the body.
///
/// An ES module's function has as parameters its context, then one environment object for each of
/// [`ModuleRecord::requests`] (for [`Phase::Defer`] a function that evaluates the module and returns it). The loader
/// supplies these members of the context, which the body uses:
///
/// - `x(getters)`: publishes the local exports; absent when there are none. The names on environments are
///   exported names; the linker adds the getters of indirect and star exports.
/// - `meta`: the `import.meta` object.
/// - `import(specifier, options)`, `importDefer(…)`, `importSource(…)`: dynamic import.
/// - `constant(environment)`: the environment with names that throw when they are assigned to.
/// - `ns(index)`: the module namespace object of a request (deferred for [`Phase::Defer`]).
/// - `name(function)`: sets the name of an anonymous default export to `default`.
/// - `stack(object, mode)`: reads `object.stack` in V8's format. Mode 1 or 2: `undefined` for a nullish object; 2: the
///   caller continues to read from the result with `?.`, so throw the TypeError of a missing `stack` here. 3: returns
///   an object to destructure, with such a `stack`.
/// - `async`: the cell of the asynchronous context: `f` is the current frame, the methods `w`, `g`, `t`, `p`, `e` and `i`
///   carry it over suspensions (`module_lowering/awaits.rs` and `frames.rs`).
/// - `code(text)`, `globalCode(text)`: return the source that a direct or indirect `eval` compiles instead of `text`;
///   `scope`, which the body sets, describes how the former reads imports.
/// - `helpers`: the value of [`crate::HELPERS_SOURCE`].
/// - `counters(id)`: the counters of a file with that [`crate::Coverage::id`].
/// - `require`, `filename`, `dirname`: what these variables are in programs of Bun ([`crate::Options::bun`]).
///
/// A CommonJS module's function has Node's five parameters, then, when [`Uses`] says so, `import` (with `defer` and
/// `source` as its methods), `stack`, `helpers`, `async`, `code` and the counters; up to the last one used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Head {
    /// Parameter names, separated by commas.
    pub parameters: String,
    /// Statements before the body: `"use strict"` and the publication of the exports.
    pub prologue: String,
    /// Statements after the body: exports of a builtin that are published as values.
    pub epilogue: String,
}

/// The form of function that an ES module is lowered to. CommonJS and modules outside of cycles use `Plain` or `Async`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `function`: publishes the exports, then evaluates. Not for modules with top-level `await`.
    Plain,
    /// `function*`: the first `next()` publishes the exports and hoists functions, the second evaluates.
    Generator,
    /// `async function`, for top-level `await` outside of cycles.
    Async,
    /// `async function*`, for top-level `await` in a cycle.
    AsyncGenerator,
}

/// Source that evaluates to a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assembled {
    pub code: String,
    /// Width of the code before the body on line 1, in UTF-16 code units, for [`SourceMap::lookup`].
    pub head_columns: u32,
}

/// An ES module's static imports and exports (ECMA-262 §16.2.1.6).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ModuleRecord {
    /// Requested modules, in source order and without duplicates; parameter `$i` stands for `requests[i]`.
    pub requests: Vec<Request>,
    pub imports: Vec<Import>,
    pub local_exports: Vec<LocalExport>,
    pub indirect_exports: Vec<IndirectExport>,
    /// `export * from`: indices into `requests`.
    pub star_exports: Vec<u32>,
    /// The source was TypeScript, where a re-exported name may turn out to be a type that does not exist.
    pub from_typescript: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub specifier: String,
    /// Import attributes, sorted by key.
    pub attributes: Vec<(String, String)>,
    pub phase: Phase,
    pub location: Location,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    Evaluation,
    /// `import defer`: the parameter is a function that evaluates the module and returns its environment.
    Defer,
    /// `import source`: the parameter has the source object as its `default`; the module is not evaluated.
    Source,
}

/// A position in the source file: byte offsets, and line and UTF-16 column counted from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Location {
    pub start: u32,
    pub end: u32,
    pub line: u32,
    pub column: u32,
}

/// A binding that the linker has to find: its absence is a SyntaxError at `location`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub request: u32,
    pub name: ImportName,
    pub local: String,
    pub location: Location,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImportName {
    Name(String),
    Namespace,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalExport {
    pub name: String,
    /// Expression that the getter of the environment object returns.
    pub local: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndirectExport {
    pub name: String,
    pub request: u32,
    pub import: ImportName,
    pub location: Location,
}

/// Names that `import` may use of a CommonJS module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CjsExports {
    pub names: Vec<String>,
    /// Specifiers whose exports are re-exported.
    pub reexports: Vec<String>,
}

impl Head {
    /// Declares the variable of the counters.
    pub(crate) fn receive_counters(&mut self, coverage: &crate::Coverage, is_module: bool) {
        let crate::Coverage { variable, id, .. } = coverage;
        if is_module {
            let context = self.parameters.split(',').next().unwrap_or_default();
            self.prologue.push_str(&format!("const {variable}={context}.counters(\"{id}\");"));
        } else {
            self.parameters.push(',');
            self.parameters.push_str(variable);
        }
    }
}

impl Output {
    /// The source of a function expression around the body, without changing the lines of the body.
    ///
    /// # Panics
    /// When a module with top-level `await` is requested in a synchronous form.
    pub fn assemble(&self, form: Form) -> Assembled {
        let asynchronous = matches!(form, Form::Async | Form::AsyncGenerator);
        assert!(asynchronous || !self.uses.top_level_await, "top-level await needs an async form");
        let (keyword, pause) = match form {
            Form::Plain => ("function", ""),
            Form::Generator => ("function*", "yield;"),
            Form::Async => ("async function", ""),
            Form::AsyncGenerator => ("async function*", "yield;"),
        };
        let Head { parameters, prologue, epilogue } = &self.head;
        let head = format!("({keyword}({parameters}){{{prologue}{pause}");
        let mut code = String::with_capacity(head.len() + self.body.len() + 3);
        code.push_str(&head);
        code.push_str(&self.body);
        code.push_str(epilogue);
        code.push_str("\n})");
        Assembled { code, head_columns: crate::position::utf16_length(&head) }
    }
}
