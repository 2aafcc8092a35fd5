//! The steps from source to lowered code, and which of them a file needs.
//!
//! Most files need one: parse, then splice. Syntax that cannot be spliced is printed first, decorators are lowered
//! next, and the resulting source is parsed again and spliced like any other.

use std::cell::RefCell;

use oxc_allocator::Allocator;

use crate::coverage::Coverage;
use crate::diagnostic::{self, Diagnostic, SourceError};
use crate::edits::Edits;
use crate::metadata::{Importer, Modules};
use crate::module_lowering::{self, Lowered, LoweringOptions, Needs, ScriptNames, Target};
use crate::namespaces;
use crate::options::{Decorators, Language, ModuleHint, Options};
use crate::output::{CjsExports, Location, ModuleKind, ModuleRecord, Output};
use crate::parse::{self, Parsed};
use crate::source_map::{Layer, SourceMap};
use crate::stack_guard::{on_large_stack, with_large_stack};
use crate::type_sources::TypeSources;
use crate::type_stripping::{self, Stripped};
use crate::{cjs_exports, coverage, decorators, defines, metadata, print};

thread_local! {
    /// The allocator of the last transform on this thread, reused by the next one.
    static ALLOCATOR: RefCell<Allocator> = RefCell::new(Allocator::default());
}

/// An allocator above this size is freed instead of reused.
const KEPT_BYTES_MAX: usize = 32 << 20;

/// Calls `work` with an allocator for the tree of `source` and enough stack.
pub(crate) fn with_allocator<T: Send>(source: &str, work: impl FnOnce(&Allocator) -> T + Send) -> T {
    with_large_stack(source, || with_own_allocator(work))
}

/// As [`with_allocator`], for sources of any nesting.
pub(crate) fn with_allocator_and_large_stack<T: Send>(work: impl FnOnce(&Allocator) -> T + Send) -> T {
    on_large_stack(|| with_own_allocator(work))
}

/// Calls `work` with the allocator of this thread.
pub(crate) fn with_own_allocator<T>(work: impl FnOnce(&Allocator) -> T) -> T {
    ALLOCATOR.with_borrow_mut(|allocator| {
        let result = work(allocator);
        if allocator.capacity() > KEPT_BYTES_MAX {
            *allocator = Allocator::default();
        } else {
            allocator.reset();
        }
        result
    })
}

pub(crate) fn transform(
    allocator: &Allocator,
    source: &str,
    options: &Options,
    target: Option<Target>,
    script: ScriptNames<'_>,
    types: Option<&dyn TypeSources>,
) -> Result<Output, Vec<Diagnostic>> {
    let mut text = Text::new(allocator, source);
    let first = text.parse_defined(allocator, options, target)?;
    let kind = first.kind;
    parse::refuse_assertions(text.text, &first, options)?;
    let target = target.unwrap_or(match kind {
        ModuleKind::EsModule => Target::EsModule,
        ModuleKind::CommonJs => Target::CommonJs,
    });
    let lowering = LoweringOptions {
        target,
        elide_types: options.language.is_typescript() && !options.verbatim_module_syntax && !options.strip_only,
        builtin: options.builtin,
        counters: options.coverage,
        stack_reads: !options.builtin,
        from_typescript: options.language.is_typescript(),
        bun: options.bun,
        printed: false,
        script,
    };
    let mut first = text.count(allocator, first, options, target)?;
    let (stripped, mut needs) = strip(&first, text.text, options, target)?;
    if needs == Needs::default() {
        let mut lowered = module_lowering::lower(first.program, &first.scoping, lowering, text.positions());
        needs = lowered.needs;
        if needs == Needs::default() {
            if let Some(stripped) = stripped {
                lowered.edits.append(stripped.edits);
            }
            return finish(&first, text, lowered, lowering);
        }
    }
    let (annotated, types) = annotate(&mut text, allocator, first, options, lowering, types)?;
    first = annotated;
    if let Some(edits) = namespaces::qualify(first.program, &first.scoping) {
        text.splice(allocator, edits);
        first = text.parse(allocator, options.language, hint_of(kind), Some(target))?;
    }
    let names = namespaces::top_level_names(first.program);
    text.lower_syntax(allocator, first, needs, options)?;
    let lowering = LoweringOptions { elide_types: false, printed: true, ..lowering };
    let mut printed = text.parse(allocator, Language::Js, hint_of(kind), Some(target))?;
    if !names.is_empty()
        && let Some(edits) = namespaces::hoist(printed.program, &names)
    {
        text.splice(allocator, edits);
        printed = text.parse(allocator, Language::Js, hint_of(kind), Some(target))?;
    }
    let mut lowered = module_lowering::lower(printed.program, &printed.scoping, lowering, text.positions());
    lowered.record.imports.retain(|import| !types.contains(&import.local));
    if !lowered.needs.decorators {
        return finish(&printed, text, lowered, lowering);
    }
    let edits = decorators::lower(printed.program);
    text.splice(allocator, edits);
    let last = text.parse(allocator, Language::Js, hint_of(kind), Some(target))?;
    let mut lowered = module_lowering::lower(last.program, &last.scoping, lowering, text.positions());
    lowered.record.imports.retain(|import| !types.contains(&import.local));
    finish(&last, text, lowered, lowering)
}

/// Makes the annotations of decorated members mean what TypeScript's metadata says. Returns the imported names that only
/// types use, too: they may be missing.
fn annotate<'a>(
    text: &mut Text<'a>,
    allocator: &'a Allocator,
    first: Parsed<'a>,
    options: &Options,
    lowering: LoweringOptions<'_>,
    sources: Option<&'a dyn TypeSources>,
) -> Result<(Parsed<'a>, Vec<String>), Vec<Diagnostic>> {
    let Decorators::Legacy { emit_metadata: true, strict_null_checks } = options.decorators else {
        return Ok((first, Vec::new()));
    };
    let types = match lowering.elide_types {
        true => metadata::imported_types(first.program, &first.scoping),
        false => Vec::new(),
    };
    let modules = Modules::new(allocator, sources);
    let importer = Importer { modules: &modules, file_name: &options.file_name };
    let Some(edits) = metadata::rewrite(first.program, &first.scoping, strict_null_checks, importer) else {
        return Ok((first, types));
    };
    let kind = first.kind;
    text.splice(allocator, edits);
    Ok((text.parse(allocator, options.language, hint_of(kind), Some(lowering.target))?, types))
}

/// Blanks types, and rejects syntax that blanking cannot express.
pub(crate) fn strip_types(allocator: &Allocator, source: &str) -> Result<String, Vec<Diagnostic>> {
    let options = Options { strip_only: true, ..Options::for_file("stripped.ts") };
    let text: &str = allocator.alloc_str(source);
    let parsed = parse::parse(allocator, text, Language::Ts, ModuleHint::Detect)?;
    let (stripped, _) = strip(&parsed, source, &options, Target::CommonJs)?;
    let mut output = String::with_capacity(text.len());
    match stripped {
        Some(stripped) => drop(stripped.edits.apply(text, &mut output)),
        None => output.push_str(text),
    }
    Ok(output)
}

/// An intermediate source, and how it was produced.
pub(crate) struct Text<'a> {
    text: &'a str,
    layers: Vec<Layer>,
    counted: Option<Counted>,
}

/// What is known of the source before counters were inserted.
struct Counted {
    coverage: Coverage,
    /// The analysis would not recognize the counted source.
    cjs_exports: Option<CjsExports>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(allocator: &'a Allocator, source: &str) -> Self {
        Self { text: allocator.alloc_str(source), layers: Vec::new(), counted: None }
    }

    /// From this source's positions to those of the program's.
    fn positions(&self) -> Option<SourceMap> {
        SourceMap::new(self.layers.clone())
    }

    pub(crate) fn into_code(self) -> (String, Option<SourceMap>) {
        (self.text.to_owned(), SourceMap::new(self.layers))
    }

    pub(crate) fn parse(
        &self,
        allocator: &'a Allocator,
        language: Language,
        hint: ModuleHint,
        target: Option<Target>,
    ) -> Result<Parsed<'a>, Vec<Diagnostic>> {
        match target {
            Some(Target::Script) => parse::parse_script(allocator, self.text, language),
            _ => parse::parse(allocator, self.text, language, hint),
        }
    }

    /// Parses the source, after the substitutions of its options.
    fn parse_defined(
        &mut self,
        allocator: &'a Allocator,
        options: &Options,
        target: Option<Target>,
    ) -> Result<Parsed<'a>, Vec<Diagnostic>> {
        let parsed = self.parse_first(allocator, options, target)?;
        let Some(defines) = &options.defines else { return Ok(parsed) };
        let Some(edits) = defines::substitute(parsed.program, &parsed.scoping, defines) else { return Ok(parsed) };
        self.splice(allocator, edits);
        self.parse_first(allocator, options, target)
    }

    /// Parses what its options say that the source is.
    fn parse_first(
        &self,
        allocator: &'a Allocator,
        options: &Options,
        target: Option<Target>,
    ) -> Result<Parsed<'a>, Vec<Diagnostic>> {
        match options.bun && target.is_none() && options.module == ModuleHint::EsModule {
            true => parse::parse_for_bun(allocator, self.text, options.language),
            false => self.parse(allocator, options.language, hint(options, target), target),
        }
    }

    /// Inserts counters when they are requested, and parses the result.
    fn count(
        &mut self,
        allocator: &'a Allocator,
        parsed: Parsed<'a>,
        options: &Options,
        target: Target,
    ) -> Result<Parsed<'a>, Vec<Diagnostic>> {
        if !options.coverage || target == Target::Script {
            return Ok(parsed);
        }
        // Its errors have the positions of the source.
        strip(&parsed, self.text, options, target)?;
        let Some((edits, coverage)) = coverage::instrument(parsed.program, &parsed.scoping, &options.file_name) else {
            return Ok(parsed);
        };
        let cjs_exports = (parsed.kind == ModuleKind::CommonJs).then(|| cjs_exports::find(parsed.program));
        self.counted = Some(Counted { coverage, cjs_exports });
        self.splice(allocator, edits);
        self.parse(allocator, options.language, hint_of(parsed.kind), None)
    }

    pub(crate) fn lower_syntax(
        &mut self,
        allocator: &'a Allocator,
        parsed: Parsed<'a>,
        needs: Needs,
        options: &Options,
    ) -> Result<(), Vec<Diagnostic>> {
        let legacy = matches!(options.decorators, Decorators::Legacy { .. });
        // Imports that only types use are removed as well, which splicing would leave to the module lowering.
        let typed = options.language.is_typescript();
        if needs.print || (needs.decorators && (legacy || typed)) {
            let printed = print::print(allocator, self.text, parsed, options)?;
            self.text = allocator.alloc_str(&printed.text);
            self.layers.push(Layer::Print(printed.segments));
        }
        Ok(())
    }

    pub(crate) fn splice(&mut self, allocator: &'a Allocator, edits: Edits) {
        let mut spliced = String::new();
        self.layers.push(Layer::Splices(edits.apply(self.text, &mut spliced)));
        self.text = allocator.alloc_str(&spliced);
    }
}

/// Erases types, and determines whether more steps are needed.
fn strip(
    parsed: &Parsed<'_>,
    source: &str,
    options: &Options,
    target: Target,
) -> Result<(Option<Stripped>, Needs), Vec<Diagnostic>> {
    if !options.language.is_typescript() {
        return Ok((None, Needs::default()));
    }
    let stripped = type_stripping::strip(parsed.program, target != Target::EsModule);
    let mut needs = Needs { print: !options.use_define_for_class_fields, decorators: false };
    for (_, what) in &stripped.not_erasable {
        match *what {
            "decorator" | "accessor" => needs.decorators = true,
            type_stripping::TYPE_ASSERTION => {}
            _ => needs.print = true,
        }
    }
    let refused = stripped.not_erasable.iter().find(|(_, what)| !matches!(*what, "decorator" | "accessor" | "JSX"));
    if let Some((span, what)) = refused
        && options.strip_only
    {
        let message = match *what {
            type_stripping::TYPE_ASSERTION => "The angle-bracket syntax for type assertions, `<T>expr`, is not supported in type strip mode. Instead, use the 'as' syntax: `expr as T`.".to_owned(),
            what => format!("TypeScript {what} is not supported in strip-only mode"),
        };
        let mut error = SourceError::new(message, *span);
        error.code = Some("ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX");
        return Err(diagnostic::from_errors(source, vec![error]));
    }
    Ok((Some(stripped), needs))
}

fn finish(
    parsed: &Parsed<'_>,
    text: Text<'_>,
    lowered: Lowered,
    options: LoweringOptions<'_>,
) -> Result<Output, Vec<Diagnostic>> {
    let Lowered { edits, mut head, mut record, uses, .. } = lowered;
    let is_lone = options.target == Target::Script;
    if is_lone && uses.helpers && options.script.helpers.is_empty() {
        let message = "'using' and decorators are not supported in a script without helpers";
        let error = SourceError::new(message, oxc_span::Span::default());
        return Err(diagnostic::from_errors(text.text, vec![error]));
    }
    if options.bun && parsed.kind == ModuleKind::EsModule && uses.module && !uses.top_level_await {
        refuse_common_js_names(parsed, &record, text.text)?;
    }
    let mut layers = text.layers;
    let (coverage, known_exports) = match text.counted {
        Some(counted) => (Some(counted.coverage), counted.cjs_exports),
        None => (None, None),
    };
    let cjs_exports =
        known_exports.or_else(|| (parsed.kind == ModuleKind::CommonJs).then(|| cjs_exports::find(parsed.program)));
    if let Some(map) = SourceMap::new(layers.clone()) {
        relocate(&mut record, &map);
    }
    let mut body = String::new();
    layers.push(Layer::Splices(edits.apply(text.text, &mut body)));
    let is_module = parsed.kind == ModuleKind::EsModule;
    if let Some(coverage) = &coverage {
        head.receive_counters(coverage, is_module);
    }
    Ok(Output {
        body,
        map: SourceMap::new(layers),
        kind: parsed.kind,
        head,
        record: is_module.then_some(record),
        cjs_exports,
        uses,
        coverage,
    })
}

/// Bun refuses `module` and `exports` in a file whose only syntax of an ES module are imports. In other ES modules they
/// are undefined.
fn refuse_common_js_names(parsed: &Parsed<'_>, record: &ModuleRecord, source: &str) -> Result<(), Vec<Diagnostic>> {
    let is_export = |statement: &oxc_ast::ast::Statement<'_>| {
        statement.as_module_declaration().is_some_and(|declaration| declaration.is_export())
    };
    if record.requests.is_empty() || parsed.program.body.iter().any(is_export) {
        return Ok(());
    }
    let import = parsed.program.body.iter().find(|statement| statement.as_module_declaration().is_some());
    let span = import.map(oxc_span::GetSpan::span).unwrap_or_default();
    let error = SourceError::new("Cannot use import statement with CommonJS-only features", span);
    Err(diagnostic::from_errors(source, vec![error]))
}

/// Maps the record's positions from the printed code to the source. Byte offsets are meaningless then.
fn relocate(record: &mut ModuleRecord, map: &SourceMap) {
    let relocate_one = |location: &mut Location| {
        let (line, column) = map.lookup(location.line, location.column, 0);
        *location = Location { start: 0, end: 0, line, column };
    };
    record.requests.iter_mut().for_each(|one| relocate_one(&mut one.location));
    record.imports.iter_mut().for_each(|one| relocate_one(&mut one.location));
    record.indirect_exports.iter_mut().for_each(|one| relocate_one(&mut one.location));
}

fn hint(options: &Options, target: Option<Target>) -> ModuleHint {
    match target {
        Some(Target::EsModule) => ModuleHint::EsModule,
        Some(Target::CommonJs) => ModuleHint::CommonJs,
        _ => options.module,
    }
}

pub(crate) fn hint_of(kind: ModuleKind) -> ModuleHint {
    match kind {
        ModuleKind::EsModule => ModuleHint::EsModule,
        ModuleKind::CommonJs => ModuleHint::CommonJs,
    }
}
