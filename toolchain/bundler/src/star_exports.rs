//! `export * from "package"` of a CommonJS package, in an entry or in what an entry exports all of: the output has the names
//! that the package exports by static analysis, as `import` has them in Node.js. Rolldown leaves all of them out, because it
//! knows them only when the program runs.

use std::collections::{BTreeMap, BTreeSet};

use brio_transform::ModuleHint;
use oxc_allocator::Allocator;
use oxc_ast::ast::*;
use oxc_parser::Parser;
use oxc_span::GetSpan;
use oxc_syntax::identifier::is_identifier_name;

use crate::engine_options::exported_names;
use crate::importers::Importers;
use crate::metafile::Graph;
use crate::options::Options;
use crate::resolution::without_query;
use crate::syntax::Edit;

/// The names of CommonJS modules that a module exports all of, by its specifiers of them.
pub(crate) type Names = BTreeMap<String, BTreeSet<String>>;

/// The modules that export all of a CommonJS module, by ids.
pub(crate) fn found(
    options: &Options,
    graph: &Graph,
    importers: &Importers,
    entries: &[String],
) -> BTreeMap<String, Names> {
    let is_cjs = |id: &str| graph.modules.get(id).is_some_and(|module| module.is_cjs());
    // What is imported when the program runs is an output of its own.
    let loaded = graph.modules.values().flat_map(|module| &module.dynamic_imports).filter(|_| options.splitting);
    let mut waiting: Vec<String> = entries.iter().chain(loaded).cloned().collect();
    let has_stars = |id: &String| !stars(&source_of(options, id), id).is_empty();
    if !graph.modules.keys().any(|id| is_cjs(id)) || !waiting.iter().any(has_stars) {
        return BTreeMap::new();
    }
    let targets = targets(importers);
    let target = |id: &str, specifier: &str| targets.get(&(id.to_owned(), specifier.to_owned()));
    let mut all: BTreeMap<String, Names> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id.clone()) {
            continue;
        }
        for specifier in stars(&source_of(options, &id), &id) {
            match target(&id, &specifier) {
                Some(of) if is_cjs(of) => {
                    let mut names = BTreeSet::new();
                    collect(options, of, &target, &mut names, &mut BTreeSet::new());
                    all.entry(id.clone()).or_default().insert(specifier, names);
                }
                Some(of) => waiting.push(of.clone()),
                None => {}
            }
        }
    }
    all
}

/// The names that a module exports, with those of what it exports all of. None when they are known only when it runs.
pub(crate) fn names(options: &Options, graph: &Graph, importers: &Importers, first: &str) -> Option<BTreeSet<String>> {
    let targets = targets(importers);
    let mut names = BTreeSet::new();
    let mut seen = BTreeSet::from([first.to_owned()]);
    let mut waiting = vec![first.to_owned()];
    while let Some(id) = waiting.pop() {
        let module = graph.modules.get(&id).filter(|module| module.is_esm())?;
        // A star has no default export, and is listed as an export itself.
        let is_first = id == first;
        let is_name = |name: &&String| *name != "*" && (is_first || *name != "default");
        names.extend(module.exports.iter().filter(is_name).cloned());
        for specifier in stars(&source_of(options, &id), &id) {
            let of = targets.get(&(id.clone(), specifier))?;
            if seen.insert(of.clone()) {
                waiting.push(of.clone());
            }
        }
    }
    Some(names)
}

/// What the specifiers of modules mean, by the ids of these.
fn targets(importers: &Importers) -> BTreeMap<(String, String), String> {
    let mut targets = BTreeMap::new();
    for ((importer, id), imports) in importers.imports() {
        targets.extend(imports.into_iter().map(|(specifier, _)| ((importer.clone(), specifier), id.clone())));
    }
    targets
}

fn source_of(options: &Options, id: &str) -> String {
    let path = without_query(id);
    let given = options.files.get(path).cloned();
    given.or_else(|| std::fs::read_to_string(path).ok()).unwrap_or_default()
}

/// The specifiers of what a source exports all of.
fn stars(source: &str, id: &str) -> Vec<String> {
    if !source.contains('*') || !source.contains("export") {
        return Vec::new();
    }
    let allocator = Allocator::default();
    let source_type = oxc_span::SourceType::from_path(without_query(id)).unwrap_or_default();
    let program = Parser::new(&allocator, source, source_type).parse().program;
    program.body.iter().filter_map(star).map(|export| export.source.value.to_string()).collect()
}

fn star<'s, 'a>(statement: &'s Statement<'a>) -> Option<&'s ExportAllDeclaration<'a>> {
    match statement {
        Statement::ExportAllDeclaration(export) if export.exported.is_none() && export.export_kind.is_value() => {
            Some(export)
        }
        _ => None,
    }
}

/// Adds the names that a CommonJS module exports, and those of the modules that it exports in its turn.
fn collect<'t>(
    options: &Options,
    id: &str,
    target: &impl Fn(&str, &str) -> Option<&'t String>,
    names: &mut BTreeSet<String>,
    seen: &mut BTreeSet<String>,
) {
    if !seen.insert(id.to_owned()) {
        return;
    }
    let path = without_query(id);
    let lowering = brio_transform::Options { module: ModuleHint::CommonJs, ..brio_transform::Options::for_file(path) };
    let Ok(output) = brio_transform::transform(&source_of(options, id), &lowering) else { return };
    let Some(exports) = output.cjs_exports else { return };
    names.extend(exports.names);
    for of in exports.reexports.iter().filter_map(|specifier| target(id, specifier)) {
        collect(options, of, target, names, seen);
    }
}

/// Lets a module export by name what it exports all of.
pub(crate) fn edits(program: &Program<'_>, names: &Names) -> Vec<Edit> {
    let mut taken: BTreeSet<String> = program.body.iter().flat_map(exported_names).collect();
    taken.extend(["default", "__esModule", "module.exports"].map(str::to_owned));
    let mut found = Vec::new();
    for export in program.body.iter().filter_map(star) {
        let specifier = export.source.value.as_str();
        let of_module = names.get(specifier).into_iter().flatten();
        let added: Vec<&str> = of_module
            .filter(|name| is_identifier_name(name) && taken.insert((*name).clone()))
            .map(String::as_str)
            .collect();
        if !added.is_empty() {
            let from = serde_json::to_string(specifier).unwrap_or_default();
            let text = format!(";export {{ {} }} from {from};", added.join(", "));
            found.push(Edit::Insert { at: export.span().end, text });
        }
    }
    found
}
