//! Lowers a module to a function over its imports by editing its source.
//!
//! `imports.rs` and `exports.rs` remove the declarations and write the module record, `references.rs` with
//! `identifiers.rs` redirects the uses of imported bindings, `stack_reads.rs` the reads of `.stack`, `evals.rs` the
//! source for `eval`, `using.rs` lowers explicit resource management. `docs/decisions/0002-es-modules-as-functions.md`
//! explains the form and its cost.

mod awaits;
mod bun_signs;
mod combinators;
mod continues;
mod evals;
mod exports;
mod frames;
mod identifiers;
mod imports;
mod names;
mod publishing;
mod references;
mod stack_reads;
mod using;
mod yields;

use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;
use oxc_semantic::{Scoping, SymbolId};
use oxc_span::{GetSpan, Span};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::edits::Edits;
use crate::output::{Head, ImportName, Location, ModuleRecord, Uses};
use crate::position::LineIndex;
use crate::source_map::SourceMap;
use bun_signs::BunSigns;
pub(crate) use exports::is_anonymous_function_definition;
use frames::Around;
use names::Names;
use publishing::Publication;

/// What the environment of the code provides for `import()` and the other lowered operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    EsModule,
    CommonJs,
    /// A standalone script; there is no wrapper, so `import()` needs the name of a free variable.
    Script,
}

#[derive(Clone, Copy)]
pub(crate) struct LoweringOptions<'o> {
    pub target: Target,
    /// Drop imports and exports that only types use.
    pub elide_types: bool,
    /// Redirect reads of `.stack`.
    pub stack_reads: bool,
    /// The source was TypeScript.
    pub from_typescript: bool,
    /// A builtin: there is no linker, so re-exports are published like local exports, and exports that never change are
    /// published as values (`publishing.rs`).
    pub builtin: bool,
    /// The body counts what runs: a CommonJS wrapper has all parameters, and one for the counters.
    pub counters: bool,
    /// Bun's names of CommonJS in ES modules.
    pub bun: bool,
    /// The source was printed by the code generator, which calls helpers as members of [`PRINTED_HELPERS`].
    pub printed: bool,
    pub script: ScriptNames<'o>,
}

/// Marks additions for `Function.prototype.toString` to remove: it is inserted before each closing bracket, after each
/// lone opening one, before calls that the source does not have, and after the replacement of `import`.
const MARK: &str = "/*$*/";

/// Marks a member whose value is iterated, before its key.
const ITERATED: &str = "/*$o*/";

/// Free variable with the helpers, in the output of the code generator.
const PRINTED_HELPERS: &str = "babelHelpers";

pub(crate) struct Lowered {
    pub edits: Edits,
    /// Syntax that has to be lowered first: the result is unusable then.
    pub needs: Needs,
    pub head: Head,
    pub record: ModuleRecord,
    pub uses: Uses,
}

/// Free variables of a standalone script, which has no wrapper, with the functions that its lowering uses.
#[derive(Clone, Copy, Debug)]
pub struct ScriptNames<'o> {
    /// Called for `import()`.
    pub import_function: &'o str,
    /// Called for reads of `.stack`; empty to leave them alone.
    pub stack: &'o str,
    /// The value of [`crate::HELPERS_SOURCE`].
    pub helpers: &'o str,
    /// The cell of the asynchronous context; empty to leave `await` alone.
    pub context: &'o str,
    /// Called with the argument of `eval`; empty to leave it alone.
    pub code: &'o str,
    /// The imports of the module around source for `eval`: local names, and the expressions that read them.
    pub bindings: &'o [(&'o str, &'o str)],
}

/// Syntax of the source that the engine does not have and that this pass does not lower.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Needs {
    /// JSX.
    pub print: bool,
    /// Decorators or `accessor`.
    pub decorators: bool,
}

/// `positions`: from those of this source to those of the program's; None when they are the same.
pub(crate) fn lower(
    program: &Program<'_>,
    scoping: &Scoping,
    options: LoweringOptions<'_>,
    positions: Option<SourceMap>,
) -> Lowered {
    let mut lowering = Lowering {
        source: program.source_text,
        scoping,
        options,
        positions,
        names: Names::new(scoping),
        lines: None,
        edits: Edits::default(),
        record: ModuleRecord { from_typescript: options.from_typescript, ..ModuleRecord::default() },
        uses: Uses::default(),
        needs: Needs::default(),
        imports: FxHashMap::default(),
        anonymous_default_function: false,
        published: FxHashSet::default(),
        module_using: None,
        module_statements: program.body.as_ptr().cast(),
        function_depth: 0,
        awaits: 0,
        around: Around::top_level(options.target),
        is_for_await_opened: false,
        labels: Vec::new(),
        is_async_generator: false,
        yields: Vec::new(),
        lowers_code: false,
        this_depth: 0,
        statement_start: NOWHERE,
        callee_start: NOWHERE,
        new_callee_start: NOWHERE,
        asks_for_worker: false,
        bun_signs: BunSigns::default(),
        shorthand_start: NOWHERE,
        chain: None,
    };
    if let Some(hashbang) = &program.hashbang {
        lowering.edits.replace(hashbang.span.start, hashbang.span.start + 2, "//");
    }
    if options.target == Target::EsModule {
        lowering.collect_imports(program);
    }
    lowering.visit_program(program);
    let head = lowering.head();
    lowering.close_module_using(program);
    let Lowering { edits, record, mut uses, needs, asks_for_worker, bun_signs, .. } = lowering;
    uses.worker &= !asks_for_worker;
    if options.target == Target::EsModule {
        bun_signs.add_to(&mut uses, program, options.from_typescript);
    }
    Lowered { edits, needs, head, record, uses }
}

/// An offset that no token has.
const NOWHERE: u32 = u32::MAX;

/// The origin of an imported local binding.
#[derive(Clone, Debug)]
struct ImportedBinding {
    request: u32,
    deferred: bool,
    /// `None` for the whole namespace.
    name: Option<String>,
}

struct Lowering<'s, 'o> {
    source: &'s str,
    scoping: &'s Scoping,
    options: LoweringOptions<'o>,
    positions: Option<SourceMap>,
    names: Names,
    lines: Option<LineIndex>,
    edits: Edits,
    record: ModuleRecord,
    uses: Uses,
    needs: Needs,
    imports: FxHashMap<SymbolId, ImportedBinding>,
    /// Local exports of a builtin that are published where they are declared.
    published: FxHashSet<String>,
    /// `export default function () {}`: hoisted, and has to be given its name.
    anonymous_default_function: bool,
    /// The module's top level has `using` declarations.
    module_using: Option<using::Using>,
    /// Address of the program's statement list, to distinguish it from nested lists.
    module_statements: *const (),
    /// Functions around the current node, arrows included.
    function_depth: u32,
    /// How many `await`s of the current function were visited.
    awaits: u32,
    around: Around,
    /// The block around the next `for await` was opened before its labels.
    is_for_await_opened: bool,
    /// The labels of the next `for await`.
    labels: Vec<String>,
    /// The current function is an asynchronous generator.
    is_async_generator: bool,
    /// The `yield`s of the current function that were visited.
    yields: Vec<yields::Yield>,
    /// Source for a direct `eval` is passed through the function that lowers it.
    lowers_code: bool,
    /// Nesting depth of code with its own `this` and `arguments`.
    this_depth: u32,
    /// Offset of the current expression statement when it is in a statement list: a replacement there that begins with
    /// `(` needs a `;` before it.
    statement_start: u32,
    /// Offset of an identifier that is called: the call must not get `this`.
    callee_start: u32,
    /// Offset of the operand of `new`: a replacement there that contains a call needs parentheses.
    new_callee_start: u32,
    /// `Worker` is referenced as a free variable other than after `new`.
    asks_for_worker: bool,
    bun_signs: BunSigns,
    /// Offset of the identifier of a shorthand property.
    shorthand_start: u32,
    chain: Option<stack_reads::Chain>,
}

impl Lowering<'_, '_> {
    fn location(&mut self, span: Span) -> Location {
        let source = self.source;
        let lines = self.lines.get_or_insert_with(|| LineIndex::new(source));
        let (line, column) = lines.line_and_column(source, span.start);
        Location { start: span.start, end: span.end, line, column }
    }

    fn text(&self, node: &impl GetSpan) -> &str {
        let span = node.span();
        &self.source[span.start as usize..span.end as usize]
    }

    fn head(&mut self) -> Head {
        match self.options.target {
            Target::EsModule => self.module_head(),
            Target::CommonJs => self.common_js_head(),
            Target::Script => Head::default(),
        }
    }

    fn close_module_using(&mut self, program: &Program<'_>) {
        if let (Some(using), Some(last)) = (self.module_using, program.body.last()) {
            let closing = self.using_closing(using);
            self.edits.insert(last.span().end, closing);
        }
    }

    fn module_head(&mut self) -> Head {
        let context = self.names.context();
        let mut parameters = context.clone();
        for index in 0..self.record.requests.len() {
            parameters.push(',');
            parameters.push_str(&self.names.request(index as u32));
        }
        let mut prologue = "\"use strict\";".to_owned();
        if self.uses.awaits {
            prologue.push_str(&format!("const {}={context}.async;", self.names.async_context()));
        }
        if self.around.uses_variable() {
            prologue.push_str(&format!("let {};", self.names.frame()));
        }
        if self.options.bun {
            prologue.push_str(&self.names_of_common_js(&context));
        }
        prologue.push_str(&self.evaluated_scope());
        if self.module_using.is_some() {
            prologue.push_str(&self.using_opening());
        }
        let reexports: &[_] = match self.options.builtin {
            true => &self.record.indirect_exports,
            false => &[],
        };
        if !self.record.local_exports.is_empty() || !reexports.is_empty() {
            prologue.push_str(&format!("{context}.x({{__proto__:null"));
            for export in &self.record.local_exports {
                let key = property_key(&export.name);
                match self.publication(export) {
                    Publication::Getter => prologue.push_str(&format!(",get {key}(){{return {}}}", export.local)),
                    Publication::AtStart => prologue.push_str(&format!(",{key}:{}", export.local)),
                    Publication::Later => {}
                }
            }
            for export in reexports {
                let key = property_key(&export.name);
                let value = match &export.import {
                    ImportName::Name(name) => member(&self.names.request(export.request), name),
                    ImportName::Namespace => format!("{context}.ns({})", export.request),
                };
                prologue.push_str(&format!(",get {key}(){{return {value}}}"));
            }
            prologue.push_str("});");
        }
        if self.options.builtin {
            for request in &self.record.star_exports {
                prologue.push_str(&format!("{context}.star({});", self.names.request(*request)));
            }
        }
        if self.anonymous_default_function {
            prologue.push_str(&format!("{context}.name({});", self.names.default_export()));
        }
        Head { parameters, prologue, epilogue: self.epilogue() }
    }

    /// What an ES module of Bun has of CommonJS.
    fn names_of_common_js(&self, context: &str) -> String {
        [
            (self.uses.require, "require", "require"),
            (self.uses.file_name, "__filename", "filename"),
            (self.uses.folder_name, "__dirname", "dirname"),
        ]
        .iter()
        .filter(|(is_used, ..)| *is_used)
        .map(|(_, name, member)| format!("const {name}={context}.{member};"))
        .collect()
    }

    fn common_js_head(&self) -> Head {
        let mut parameters = "exports,require,module,__filename,__dirname".to_owned();
        let extra = [
            (self.uses.dynamic_import, self.names.dynamic_import()),
            (self.uses.stack, self.names.stack()),
            (self.uses.helpers, self.names.helpers()),
            (self.uses.awaits, self.names.async_context()),
            (self.lowers_code, self.names.code()),
        ];
        let last = extra.iter().rposition(|(used, _)| *used || self.options.counters);
        let count = last.map_or(0, |index| index + 1);
        for (_, name) in &extra[..count] {
            parameters.push(',');
            parameters.push_str(name);
        }
        Head { parameters, prologue: String::new(), epilogue: String::new() }
    }
}

/// `name` as a property key of an object literal.
fn property_key(name: &str) -> String {
    if oxc_syntax::identifier::is_identifier_name(name) { name.to_owned() } else { quote(name) }
}

/// Reads the property `name` of `object`.
fn member(object: &str, name: &str) -> String {
    if oxc_syntax::identifier::is_identifier_name(name) {
        format!("{object}.{name}")
    } else {
        format!("{object}[{}]", quote(name))
    }
}

/// A string literal.
fn quote(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                quoted.push('\\');
                quoted.push(character);
            }
            '\n' | '\r' | '\0'..='\u{1F}' | '\u{2028}' | '\u{2029}' => {
                quoted.push_str(&format!("\\u{:04x}", character as u32));
            }
            _ => quoted.push(character),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod bun_signs_tests;
#[cfg(test)]
mod bun_tests;
#[cfg(test)]
mod tests;
