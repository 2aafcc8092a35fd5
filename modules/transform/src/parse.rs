//! Parsing, the choice between ES module and CommonJS, and the checks that need scopes.

use oxc_allocator::Allocator;
use oxc_ast::ast::{
    BindingIdentifier, BindingPattern, Declaration, FunctionBody, IdentifierReference, Program, Statement,
    VariableDeclarationKind,
};
use oxc_ast_visit::Visit;
use oxc_diagnostics::Diagnostics;
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::SourceType;

use crate::diagnostic::{self, Diagnostic};
use crate::early_errors;
use crate::options::{Language, ModuleHint, Options};
use crate::output::ModuleKind;

/// A parsed and checked program.
pub(crate) struct Parsed<'a> {
    pub program: &'a mut Program<'a>,
    pub kind: ModuleKind,
    pub scoping: Scoping,
}

pub(crate) fn parse<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    language: Language,
    hint: ModuleHint,
) -> Result<Parsed<'a>, Vec<Diagnostic>> {
    let (kind, parsed) = match hint {
        ModuleHint::EsModule => (ModuleKind::EsModule, parse_as(allocator, source, language, Goal::EsModule)),
        ModuleHint::CommonJs => (ModuleKind::CommonJs, parse_as(allocator, source, language, Goal::CommonJs)),
        ModuleHint::Detect => detect(allocator, source, language),
    };
    check(allocator, source, kind, parsed)
}

/// Parses a file that its name or its package declares to be an ES module, which for Bun is CommonJS when it has no
/// syntax of ES modules and uses the names of CommonJS.
pub(crate) fn parse_for_bun<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    language: Language,
) -> Result<Parsed<'a>, Vec<Diagnostic>> {
    let names_common_js =
        ["module", "exports", "require", "__filename", "__dirname"].iter().any(|name| source.contains(name));
    let hint = if names_common_js { ModuleHint::Detect } else { ModuleHint::EsModule };
    parse(allocator, source, language, hint)
}

/// Parses a standalone script (`vm`, `eval`): no wrapper, no `return`.
pub(crate) fn parse_script<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    language: Language,
) -> Result<Parsed<'a>, Vec<Diagnostic>> {
    check(allocator, source, ModuleKind::CommonJs, parse_as(allocator, source, language, Goal::Script))
}

/// Parses a module of either kind, without the checks that need scopes. None when it cannot be parsed.
pub(crate) fn parse_leniently<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    language: Language,
) -> Option<Program<'a>> {
    let (_, parsed) = detect(allocator, source, language);
    (!parsed.panicked && !parsed.diagnostics.has_errors()).then_some(parsed.program)
}

#[derive(Clone, Copy)]
enum Goal {
    EsModule,
    CommonJs,
    Script,
    Unknown,
}

fn parse_as<'a>(allocator: &'a Allocator, source: &'a str, language: Language, goal: Goal) -> ParserReturn<'a> {
    let source_type = match goal {
        Goal::EsModule => SourceType::mjs(),
        Goal::CommonJs => SourceType::cjs(),
        Goal::Script => SourceType::script(),
        Goal::Unknown => SourceType::unambiguous(),
    };
    let source_type = source_type.with_typescript(language.is_typescript()).with_jsx(language.has_jsx());
    let options = ParseOptions { parse_regular_expression: true, ..ParseOptions::default() };
    Parser::new(allocator, source, source_type).with_options(options).parse()
}

fn detect<'a>(allocator: &'a Allocator, source: &'a str, language: Language) -> (ModuleKind, ParserReturn<'a>) {
    let (kind, parsed) = detect_by_syntax(allocator, source, language);
    if kind == ModuleKind::CommonJs && parsed.diagnostics.is_empty() && names_await(source, &parsed.program) {
        // `await (a)`, `await [a]` and their like are also a script's use of a variable, which no program has.
        let es_module = parse_as(allocator, source, language, Goal::EsModule);
        if es_module.diagnostics.is_empty() {
            return (ModuleKind::EsModule, es_module);
        }
    }
    (kind, parsed)
}

/// Whether code outside functions reads a variable of the name `await` that the program does not declare.
fn names_await(source: &str, program: &Program<'_>) -> bool {
    #[derive(Default)]
    struct Finder {
        reads: bool,
        declares: bool,
    }
    impl<'a> Visit<'a> for Finder {
        fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
            self.reads |= it.name == "await";
        }

        fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
            self.declares |= it.name == "await";
        }

        fn visit_function_body(&mut self, _: &FunctionBody<'a>) {}
    }
    let mut finder = Finder::default();
    if source.contains("await") {
        finder.visit_program(program);
    }
    finder.reads && !finder.declares
}

fn detect_by_syntax<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    language: Language,
) -> (ModuleKind, ParserReturn<'a>) {
    let hints = ["import", "export", "await"].map(|word| source.contains(word));
    if !hints.contains(&true) {
        return as_common_js(allocator, source, language);
    }
    let unknown = parse_as(allocator, source, language, Goal::Unknown);
    if language.is_typescript() && is_only_assigned(&unknown.program) {
        let common_js = parse_as(allocator, source, language, Goal::CommonJs);
        if common_js.diagnostics.is_empty() {
            return (ModuleKind::CommonJs, common_js);
        }
    }
    if unknown.program.source_type.is_module() {
        return (ModuleKind::EsModule, unknown);
    }
    if unknown.diagnostics.is_empty() && !redeclares_wrapper_parameter(&unknown.program) {
        return (ModuleKind::CommonJs, unknown);
    }
    as_common_js(allocator, source, language)
}

/// Whether a module has `export =` and no other statement of modules that is left without types.
fn is_only_assigned(program: &Program<'_>) -> bool {
    let is_assignment = |statement: &Statement<'_>| matches!(statement, Statement::TSExportAssignment(_));
    program.body.iter().any(is_assignment) && early_errors::check_common_js(program).is_empty()
}

/// Parses as CommonJS; syntax that is invalid there but valid in an ES module makes it an ES module.
fn as_common_js<'a>(allocator: &'a Allocator, source: &'a str, language: Language) -> (ModuleKind, ParserReturn<'a>) {
    let common_js = parse_as(allocator, source, language, Goal::CommonJs);
    if common_js.diagnostics.is_empty() && !redeclares_wrapper_parameter(&common_js.program) {
        return (ModuleKind::CommonJs, common_js);
    }
    let may_be_module = common_js.diagnostics.is_empty() || source.contains("await");
    if may_be_module {
        let es_module = parse_as(allocator, source, language, Goal::EsModule);
        if es_module.diagnostics.is_empty() {
            return (ModuleKind::EsModule, es_module);
        }
    }
    (ModuleKind::CommonJs, common_js)
}

/// Whether a top-level `let`, `const` or `class` has the name of a CommonJS wrapper's parameter.
fn redeclares_wrapper_parameter(program: &Program<'_>) -> bool {
    let is_parameter = |name: &str| matches!(name, "exports" | "require" | "module" | "__filename" | "__dirname");
    program.body.iter().any(|statement| match statement.as_declaration() {
        Some(Declaration::VariableDeclaration(variable)) => {
            variable.kind != VariableDeclarationKind::Var
                && variable.declarations.iter().any(|declarator| binds(&declarator.id, &is_parameter))
        }
        Some(Declaration::ClassDeclaration(class)) => class.id.as_ref().is_some_and(|id| is_parameter(&id.name)),
        _ => false,
    })
}

fn binds(pattern: &BindingPattern<'_>, test: &dyn Fn(&str) -> bool) -> bool {
    pattern.get_binding_identifiers().iter().any(|identifier| test(&identifier.name))
}

fn check<'a>(
    allocator: &'a Allocator,
    source: &'a str,
    kind: ModuleKind,
    parsed: ParserReturn<'a>,
) -> Result<Parsed<'a>, Vec<Diagnostic>> {
    if parsed.diagnostics.has_errors() || parsed.panicked {
        return Err(first_error(source, &parsed.diagnostics));
    }
    let program = allocator.alloc(parsed.program);
    // Borrowed shared for the scope analysis, which only reads; returned as mutable afterwards.
    let (scoping, diagnostics) = analyze(program);
    if diagnostics.has_errors() {
        return Err(first_error(source, &diagnostics));
    }
    let errors = match kind {
        ModuleKind::EsModule => early_errors::check_module(program, &scoping),
        ModuleKind::CommonJs => early_errors::check_common_js(program),
    };
    if !errors.is_empty() {
        return Err(diagnostic::from_errors(source, errors));
    }
    Ok(Parsed { program, kind, scoping })
}

/// Refuses the keyword `assert` before import attributes, which only Bun still knows.
pub(crate) fn refuse_assertions(source: &str, parsed: &Parsed<'_>, options: &Options) -> Result<(), Vec<Diagnostic>> {
    if parsed.kind != ModuleKind::EsModule || options.bun || options.builtin {
        return Ok(());
    }
    match early_errors::find_assertion(source, parsed.program) {
        Some(error) => Err(diagnostic::from_errors(source, vec![error])),
        None => Ok(()),
    }
}

fn analyze(program: &Program<'_>) -> (Scoping, Diagnostics) {
    let built = SemanticBuilder::new_compiler().with_enum_eval(true).build(program);
    (built.semantic.into_scoping(), built.diagnostics)
}

/// Only the first error is reported: the following ones are mostly its consequences.
fn first_error(source: &str, diagnostics: &Diagnostics) -> Vec<Diagnostic> {
    let mut errors = diagnostic::from_oxc(source, diagnostics);
    errors.sort_by_key(|error| error.start);
    errors.truncate(1);
    if errors.is_empty() {
        errors.push(Diagnostic {
            message: "Invalid or unexpected token".to_owned(),
            help: None,
            code: None,
            start: 0,
            end: 0,
            line: 1,
            column: 1,
        });
    }
    errors
}

#[cfg(test)]
#[path = "parse_tests.rs"]
mod tests;
