//! The options of a transform.

use crate::defines::Defines;
use std::path::Path;
use std::sync::Arc;

/// Everything besides the source that determines the output of [`crate::transform`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Name used in diagnostics and for the file name in JSX development output; never opened.
    pub file_name: String,
    pub language: Language,
    pub module: ModuleHint,
    pub jsx: Jsx,
    pub decorators: Decorators,
    /// TypeScript's `useDefineForClassFields`. `false` makes class fields assignments in the constructor.
    pub use_define_for_class_fields: bool,
    /// Assign fields with TypeScript's own decorators where others are defined, as Bun does.
    pub assigns_decorated_fields: bool,
    /// TypeScript's `verbatimModuleSyntax`: keep unused imports. Plain JavaScript always does.
    pub verbatim_module_syntax: bool,
    /// Reject TypeScript with run-time semantics (enums, namespaces, parameter properties, …) and keep unused imports,
    /// as Node's type stripping does.
    pub strip_only: bool,
    /// Read the file as Bun does: only its syntax makes it an ES module or CommonJS, and an ES module may use `require`,
    /// `__filename` and `__dirname`, and compare `require.main` with `module`.
    pub bun: bool,
    /// Compile a builtin: minify, drop comments and the source map, leave `.stack` alone.
    pub builtin: bool,
    /// Insert counters of what runs ([`crate::Coverage`]).
    pub coverage: bool,
    /// Substitutions of the command line.
    pub defines: Option<Arc<Defines>>,
}

impl Options {
    /// Default options for the extension of a file, without any configuration file.
    pub fn for_file(file_name: &str) -> Self {
        let (language, module) = by_extension(file_name);
        Self {
            file_name: file_name.to_owned(),
            language,
            module,
            jsx: Jsx::default(),
            decorators: Decorators::Standard,
            use_define_for_class_fields: true,
            assigns_decorated_fields: false,
            verbatim_module_syntax: false,
            strip_only: false,
            bun: false,
            builtin: false,
            coverage: false,
            defines: None,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    Js,
    Jsx,
    Ts,
    Tsx,
}

impl Language {
    pub fn is_typescript(self) -> bool {
        matches!(self, Self::Ts | Self::Tsx)
    }

    pub fn has_jsx(self) -> bool {
        matches!(self, Self::Jsx | Self::Tsx)
    }
}

/// Which goal symbol the source is parsed with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ModuleHint {
    EsModule,
    CommonJs,
    /// Decide by syntax as Node does: `import`/`export` declarations, `import.meta`, top-level `await`,
    /// or top-level redeclaration of the CommonJS wrapper's parameters make an ES module.
    Detect,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Jsx {
    pub runtime: JsxRuntime,
    /// `jsxImportSource`, for the automatic runtime.
    pub import_source: String,
    /// `jsxFactory`, for the classic runtime.
    pub factory: String,
    /// `jsxFragmentFactory`, for the classic runtime.
    pub fragment_factory: String,
}

impl Default for Jsx {
    fn default() -> Self {
        Self {
            runtime: JsxRuntime::Automatic,
            import_source: "react".to_owned(),
            factory: "React.createElement".to_owned(),
            fragment_factory: "React.Fragment".to_owned(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JsxRuntime {
    Automatic,
    /// The automatic runtime's development variant (`jsxDEV`, with source positions).
    AutomaticDevelopment,
    Classic,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Decorators {
    /// The TC39 proposal's decorators.
    Standard,
    /// TypeScript's `experimentalDecorators`.
    Legacy {
        /// `emitDecoratorMetadata`
        emit_metadata: bool,
        /// `strictNullChecks`: whether `null` and `undefined` in a union count for its metadata.
        strict_null_checks: bool,
    },
}

impl Decorators {
    pub(crate) fn emit_metadata(self) -> bool {
        matches!(self, Self::Legacy { emit_metadata: true, .. })
    }
}

fn by_extension(file_name: &str) -> (Language, ModuleHint) {
    match Path::new(file_name).extension().and_then(|extension| extension.to_str()) {
        Some("mjs") => (Language::Js, ModuleHint::EsModule),
        Some("cjs") => (Language::Js, ModuleHint::CommonJs),
        Some("jsx") => (Language::Jsx, ModuleHint::Detect),
        Some("ts") => (Language::Ts, ModuleHint::Detect),
        Some("tsx") => (Language::Tsx, ModuleHint::Detect),
        Some("mts") => (Language::Ts, ModuleHint::EsModule),
        Some("cts") => (Language::Ts, ModuleHint::CommonJs),
        _ => (Language::Js, ModuleHint::Detect),
    }
}
