//! What a bundler leaves to this crate: decorators, with TypeScript's metadata, and namespaces of several blocks. Imports
//! and exports stay as they are.

use oxc_allocator::Allocator;
use oxc_ast::ast::{AccessorProperty, Decorator, Program};
use oxc_ast_visit::Visit;

use crate::diagnostic::Diagnostic;
use crate::metadata::{Importer, Modules};
use crate::module_lowering::Needs;
use crate::options::{Decorators, Language, Options};
use crate::output::ModuleKind;
use crate::pipeline::{Text, hint_of};
use crate::source_map::SourceMap;
use crate::{decorators, metadata, namespaces};

/// A module that is lowered for a bundler. It is JavaScript; `babelHelpers` is a free variable of it, whose value is
/// [`crate::HELPERS_SOURCE`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LoweredModule {
    pub code: String,
    pub map: Option<SourceMap>,
    pub kind: ModuleKind,
}

/// Lowers the decorators, `accessor` fields and dependent blocks of namespaces of a module. None when it has none.
pub(crate) fn lower_for_bundler(
    allocator: &Allocator,
    source: &str,
    options: &Options,
) -> Result<Option<LoweredModule>, Vec<Diagnostic>> {
    let mut text = Text::new(allocator, source);
    let mut parsed = text.parse(allocator, options.language, options.module, None)?;
    if !has_decorators(parsed.program) && namespaces::qualify(parsed.program, &parsed.scoping).is_none() {
        return Ok(None);
    }
    let kind = parsed.kind;
    let types = match options.decorators {
        Decorators::Legacy { emit_metadata: true, .. } => metadata::imported_types(parsed.program, &parsed.scoping),
        _ => Vec::new(),
    };
    let modules = Modules::new(allocator, None);
    let importer = Importer { modules: &modules, file_name: &options.file_name };
    if let Decorators::Legacy { emit_metadata: true, strict_null_checks } = options.decorators
        && let Some(edits) = metadata::rewrite(parsed.program, &parsed.scoping, strict_null_checks, importer)
    {
        text.splice(allocator, edits);
        parsed = text.parse(allocator, options.language, hint_of(kind), None)?;
    }
    if let Some(edits) = namespaces::qualify(parsed.program, &parsed.scoping) {
        text.splice(allocator, edits);
        parsed = text.parse(allocator, options.language, hint_of(kind), None)?;
    }
    let names = namespaces::top_level_names(parsed.program);
    let needs = Needs { print: options.language.has_jsx(), decorators: true };
    text.lower_syntax(allocator, parsed, needs, options)?;
    let mut printed = text.parse(allocator, Language::Js, hint_of(kind), None)?;
    if !names.is_empty()
        && let Some(edits) = namespaces::hoist(printed.program, &names)
    {
        text.splice(allocator, edits);
        printed = text.parse(allocator, Language::Js, hint_of(kind), None)?;
    }
    if let Decorators::Legacy { emit_metadata: true, .. } = options.decorators
        && let Some(edits) = metadata::read_late(printed.program, &printed.scoping, &types)
    {
        text.splice(allocator, edits);
        printed = text.parse(allocator, Language::Js, hint_of(kind), None)?;
    }
    if has_decorators(printed.program) {
        text.splice(allocator, decorators::lower(printed.program));
    }
    let (code, map) = text.into_code();
    Ok(Some(LoweredModule { code, map, kind }))
}

/// Finds a decorator or an `accessor` field.
struct Finder {
    found: bool,
}

fn has_decorators(program: &Program<'_>) -> bool {
    let mut finder = Finder { found: false };
    finder.visit_program(program);
    finder.found
}

impl<'a> Visit<'a> for Finder {
    fn visit_decorator(&mut self, _: &Decorator<'a>) {
        self.found = true;
    }

    fn visit_accessor_property(&mut self, _: &AccessorProperty<'a>) {
        self.found = true;
    }
}
