//! Modules that run while others await at their tops.
//!
//! Rolldown writes the modules of an output one behind the other, so that one which awaits holds up all that follow, and an
//! output that others import holds up what those import besides. A module waits for what it imports only (ECMA-262,
//! InnerModuleEvaluation): what has no other order runs meanwhile, and can be what the first one waits for.
//! Programs in which this can be seen are built with each module in a function of its own (`strict_execution_order`), and
//! [`AsyncSiblings`] lets these functions start together.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_parser::Parser;
use oxc_span::{GetSpan, SourceType, Span};
use rolldown_plugin::{
    HookRenderChunkArgs, HookRenderChunkOutput, HookRenderChunkReturn, HookTransformOutputMap, HookUsage, Plugin,
    PluginContext, PluginHookMeta, PluginOrder,
};
use string_wizard::{Hires, MagicString, SourceMapOptions};

use crate::metafile::{Graph, reached};

/// How the ids of modules begin that are part of each build, and in whose order nothing can be seen.
const OWN: &[&str] = &["\0rolldown/", "\0brio:"];

/// Whether a module runs, in a program of a graph, while another one awaits. `roots` are the entries, and `run_with` gives
/// the imports that run with a module.
pub(crate) fn exist<'g>(graph: &'g Graph, roots: &'g [String], run_with: impl Fn(&str) -> &'g [String]) -> bool {
    let awaiting: Vec<&str> =
        graph.modules.iter().filter(|(_, module)| module.awaits).map(|(id, _)| id.as_str()).collect();
    if awaiting.is_empty() {
        return false;
    }
    let importers = graph.importers(&run_with);
    let loaded = graph.modules.values().flat_map(|module| &module.dynamic_imports);
    let roots: BTreeSet<&str> = roots.iter().chain(loaded).map(String::as_str).collect();
    let waiting: Vec<BTreeSet<&str>> =
        awaiting.iter().map(|module| reached(module, |id| importers.get(id).into_iter().flatten().copied())).collect();
    let is_found = awaiting.iter().zip(&waiting).any(|(module, waiting)| {
        let mut of_roots = roots.iter().filter(|root| waiting.contains(**root));
        let is_held_up = |id: &&str| !waiting.contains(id) && !OWN.iter().any(|own| id.starts_with(own));
        // What is in several programs is an output of its own.
        of_roots.clone().count() > 1
            || of_roots.any(|root| order(root, &run_with).iter().skip_while(|id| *id != module).any(is_held_up))
    });
    let waiting: BTreeSet<&str> = waiting.into_iter().flatten().collect();
    let mut of_roots = roots.iter().filter(|root| waiting.contains(**root));
    is_found && of_roots.all(|root| enters_cycles_at_start(&order(root, &run_with), &importers, &roots, &waiting))
}

/// Whether modules that await are imported by others outside of their cycles only where the cycle starts: who imports another
/// one waits for the whole cycle, which the functions of modules do not.
fn enters_cycles_at_start(
    order: &[&str],
    importers: &BTreeMap<&str, Vec<&str>>,
    roots: &BTreeSet<&str>,
    waiting: &BTreeSet<&str>,
) -> bool {
    let importers_of = |id: &str| importers.get(id).into_iter().flatten().copied();
    let mut left: BTreeSet<&str> = order.iter().copied().collect();
    for start in order.iter().rev() {
        if !left.contains(start) {
            continue;
        }
        // Of those that end before it, a module that leads to it is in a cycle with it.
        let cycle = reached(start, |id| importers_of(id).filter(|id| left.contains(id)).collect::<Vec<_>>());
        let is_entered = |id: &&str| roots.contains(id) || importers_of(id).any(|importer| !cycle.contains(importer));
        if cycle.iter().any(|id| waiting.contains(id)) && cycle.iter().filter(|id| *id != start).any(is_entered) {
            return false;
        }
        left.retain(|id| !cycle.contains(id));
    }
    true
}

/// The modules that an entry runs, in their order.
fn order<'g>(root: &'g str, run_with: &impl Fn(&str) -> &'g [String]) -> Vec<&'g str> {
    let mut order = Vec::new();
    let mut seen = BTreeSet::new();
    // An explicit stack: a chain of imports may be long.
    let mut stack = vec![(root, false)];
    while let Some((id, is_done)) = stack.pop() {
        if is_done {
            order.push(id);
        } else if seen.insert(id) {
            stack.push((id, true));
            stack.extend(run_with(id).iter().rev().map(|import| (import.as_str(), false)));
        }
    }
    order
}

/// Lets the functions of modules that a module imports start together.
#[derive(Debug)]
pub(crate) struct AsyncSiblings;

impl Plugin for AsyncSiblings {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:async siblings")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::RenderChunk
    }

    fn render_chunk_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    async fn render_chunk(&self, _: &PluginContext, args: &HookRenderChunkArgs<'_>) -> HookRenderChunkReturn {
        let edits = edits(&args.code);
        if edits.is_empty() {
            return Ok(None);
        }
        let mut text = MagicString::new(args.code.as_str());
        for (span, new) in edits {
            text.update(span.start, span.end, new).map_err(anyhow::Error::msg)?;
        }
        let map = HookTransformOutputMap::from_if_enabled(args.options.sourcemap.is_some(), || {
            text.source_map(SourceMapOptions {
                hires: Hires::Boundary,
                source: args.chunk.filename.as_str().into(),
                ..SourceMapOptions::default()
            })
        });
        Ok(Some(HookRenderChunkOutput { code: text.to_string(), map }))
    }
}

/// The function that makes a module's function run once, in Rolldown's outputs. A number may follow.
const WRAPPER: &str = "__esmMin";

/// What is replaced in an output, and with what.
fn edits(code: &str) -> Vec<(Span, String)> {
    if !code.contains(WRAPPER) || !code.contains("await ") {
        return Vec::new();
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, code, SourceType::mjs()).parse();
    let mut starts = Starts { code, edits: Vec::new() };
    starts.visit_program(&parsed.program);
    starts.edits
}

struct Starts<'c> {
    code: &'c str,
    edits: Vec<(Span, String)>,
}

impl<'a> Visit<'a> for Starts<'_> {
    fn visit_call_expression(&mut self, call: &CallExpression<'a>) {
        let is_wrapper =
            matches!(&call.callee, Expression::Identifier(callee) if callee.name.as_str().starts_with(WRAPPER));
        match call.arguments.first().and_then(Argument::as_expression).map(Expression::get_inner_expression) {
            Some(Expression::ArrowFunctionExpression(function)) if is_wrapper && function.r#async => {
                if let ArrowFunctionBody::FunctionBody(body) = &function.body {
                    self.edits.extend(together(self.code, &body.statements));
                }
            }
            _ => {}
        }
        walk::walk_call_expression(self, call);
    }
}

/// What takes the place of the statements that start the imports of a module, where one waits for another in vain.
fn together(code: &str, body: &[Statement<'_>]) -> Option<(Span, String)> {
    let statements: Vec<&Expression<'_>> = body
        .iter()
        .map_while(|statement| match statement {
            Statement::ExpressionStatement(statement) if is_start(&statement.expression) => Some(&statement.expression),
            _ => None,
        })
        .collect();
    let starts: Vec<&Expression<'_>> = statements.iter().flat_map(|expression| parts(expression)).collect();
    let first = starts.iter().position(|start| matches!(start, Expression::AwaitExpression(_)))?;
    let [waiting, _, ..] = &starts[first..] else { return None };
    let text = |expression: &Expression<'_>| {
        let span = expression.span();
        code[span.start as usize..span.end as usize].to_owned()
    };
    let before: String = starts[..first].iter().map(|start| format!("{};\n", text(start))).collect();
    let started: Vec<String> = starts[first..]
        .iter()
        .map(|start| match start {
            Expression::AwaitExpression(wait) => text(&wait.argument),
            // A value is not waited for, whatever it is.
            Expression::AssignmentExpression(_) => format!("void ({})", text(start)),
            _ => text(start),
        })
        .collect();
    let statement_of = |part: &Expression<'_>| {
        body.iter().find(|statement| statement.span().contains_inclusive(part.span())).map(GetSpan::span)
    };
    let start = statement_of(starts.first().unwrap_or(waiting))?.start;
    let end = statement_of(starts.last().unwrap_or(waiting))?.end;
    Some((Span::new(start, end), format!("{before}await Promise.all([{}]);", started.join(", "))))
}

/// The expressions of a sequence, or the expression.
fn parts<'e, 'a>(expression: &'e Expression<'a>) -> Vec<&'e Expression<'a>> {
    match expression {
        Expression::SequenceExpression(sequence) => sequence.expressions.iter().collect(),
        _ => vec![expression],
    }
}

/// Whether an expression starts modules: `init_a()`, `await init_a()`, `import_a = __toESM(require_a())`, or several.
fn is_start(expression: &Expression<'_>) -> bool {
    let is_named = |call: &CallExpression<'_>, prefixes: &[&str]| match &call.callee {
        Expression::Identifier(callee) => prefixes.iter().any(|prefix| callee.name.as_str().starts_with(prefix)),
        _ => false,
    };
    match expression {
        Expression::SequenceExpression(sequence) => sequence.expressions.iter().all(is_start),
        Expression::AwaitExpression(wait) => match &wait.argument {
            Expression::CallExpression(call) => call.arguments.is_empty() && is_named(call, &["init_"]),
            _ => false,
        },
        Expression::CallExpression(call) => call.arguments.is_empty() && is_named(call, &["init_", "require_"]),
        Expression::AssignmentExpression(assignment) => match &assignment.right {
            Expression::CallExpression(call) => is_named(call, &["__toESM", "require_"]),
            _ => false,
        },
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(body: &str) -> Option<String> {
        let code = format!("var init_main = __esmMin((async () => {{\n{body}\nrun();\n}}));");
        edits(&code).first().map(|(_, text)| text.clone())
    }

    #[test]
    fn what_follows_a_module_that_awaits_starts_with_it() {
        let all = edited("init_first();\nawait init_a();\nimport_c = __toESM(require_c());\nawait init_b();").unwrap();
        assert_eq!(
            all,
            "init_first();\nawait Promise.all([init_a(), void (import_c = __toESM(require_c())), init_b()]);"
        );
        assert_eq!(
            edited("init_a(), await init_b(), init_c();").unwrap(),
            "init_a();\nawait Promise.all([init_b(), init_c()]);"
        );
    }

    #[test]
    fn one_that_is_last_stays() {
        assert_eq!(edited("init_a();\nawait init_b();"), None);
        assert_eq!(edited("await wait();\nawait init_b();"), None);
    }

    #[test]
    fn a_module_beside_one_that_awaits_is_found() {
        let graph = |modules: &[(&str, &str, bool)]| {
            let mut graph = Graph::default();
            for (id, imports, awaits) in modules {
                let imports = imports.split_whitespace().map(str::to_owned).collect();
                let mut module = crate::metafile::Module::default();
                module.imports = imports;
                module.awaits = *awaits;
                graph.modules.insert((*id).to_owned(), module);
            }
            graph
        };
        let roots = ["main".to_owned()];
        let found = |modules: &[(&str, &str, bool)]| {
            let graph = graph(modules);
            exist(&graph, &roots, |id| graph.imports_of(id))
        };
        assert!(found(&[("main", "a b", false), ("a", "", true), ("b", "", false)]));
        assert!(!found(&[("main", "b a", false), ("a", "b", true), ("b", "", false)]));
        assert!(!found(&[("main", "a", true), ("a", "", false)]));
        let cycle = |imports| {
            found(&[("main", imports, false), ("root", "leaf", true), ("leaf", "root", true), ("b", "", false)])
        };
        assert!(cycle("root b"));
        // What imports the leaf waits for the root, too.
        assert!(!cycle("root b leaf"));
    }
}
