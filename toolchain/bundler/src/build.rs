//! One build: from options to outputs.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use brio_bundler_engine::BundleOutput;
use rolldown_common::{Output as EngineOutput, OutputChunk};
use rolldown_error::{BatchedBuildDiagnostic, BuildDiagnostic, EventKind};
use rolldown_plugin::__inner::SharedPluginable;

use crate::async_siblings::AsyncSiblings;
use crate::corrections::Corrections;
use crate::decorators::{DecoratorLowering, Origins};
use crate::deferred_imports::DeferredImports;
use crate::development::Served;
use crate::diagnostic::{Diagnostic, Failures, shown_path, unique};
use crate::loaders::{Loaders, asset_path};
use crate::macros::Macros;
use crate::metafile::{self, Graph};
use crate::optional_imports::{self, Use};
use crate::options::{Entry, Format, Loader, Options, SourceMap};
use crate::output::{self, Kind, Output};
use crate::plugins::{Given, Remote};
use crate::resolution::{Resolution, Unresolved, without_query};
use crate::syntax::{CompiledSyntax, Syntax};
use crate::watched::{Places, Watched};
use crate::{
    engine_options, html, legal_comments, metafile_report, module_bytes, programs, star_exports, top_level_returns,
};
use brio_style_sheets::Sheet;

/// What a build has besides its options.
#[derive(Clone, Default)]
pub struct Extensions {
    /// Plugins that come before our own.
    pub(crate) plugins: Vec<SharedPluginable>,
    pub(crate) failures: Failures,
    pub(crate) given: Given,
    /// The plugins that run elsewhere, for what style sheets import.
    pub(crate) remote: Option<Arc<Remote>>,
    pub(crate) watched: Watched,
}

/// What Rolldown warns of although the options refuse it.
const IIFE_WITHOUT_NAME: &str = "If you do not supply \"output.name\"";
/// More optional packages than this are only counted.
const OPTIONAL_LISTED_MAX: usize = 12;

/// The result of a build without errors.
#[derive(Debug, Default)]
pub struct Outcome {
    pub outputs: Vec<Output>,
    pub warnings: Vec<Diagnostic>,
    /// Every file that was read.
    pub sources: Vec<PathBuf>,
    /// In esbuild's format, if it was requested.
    pub metafile: Option<String>,
    /// The same as a page of Markdown, if it was requested.
    pub metafile_report: Option<String>,
    /// The programs that outputs start by their paths, with the names of their outputs.
    pub(crate) programs: BTreeMap<PathBuf, String>,
}

/// Builds.
///
/// # Errors
/// Every error that was found, and the warnings.
pub fn build(options: &Options, extensions: &Extensions) -> Result<Outcome, Vec<Diagnostic>> {
    check_options(options)?;
    match options.self_contained {
        true => html::self_contained::build(options, extensions),
        false => build_outputs(options, extensions),
    }
}

/// Builds all outputs.
pub(crate) fn build_outputs(options: &Options, extensions: &Extensions) -> Result<Outcome, Vec<Diagnostic>> {
    let (pages, scripts): (Vec<&Entry>, Vec<&Entry>) =
        options.entries.iter().partition(|entry| html::is_page(&entry.path) && !options.loaders.contains_key(".html"));
    let scripts: Vec<Entry> = scripts.into_iter().cloned().collect();
    let mut outcome = Outcome::default();
    let mut graph = Graph::default();
    let splits = options.splitting && options.format != Format::Iife;
    let mut errors = Vec::new();
    // Without shared chunks each entry is a bundle of its own.
    let bundles = if splits { scripts.len().max(1) } else { 1 };
    for entries in scripts.chunks(bundles) {
        errors.extend(run(options, entries, extensions, &mut outcome, &mut graph).err().into_iter().flatten());
    }
    for page in pages {
        errors.extend(html::build(options, page, extensions, &mut outcome, &mut graph).err().into_iter().flatten());
    }
    if !errors.is_empty() {
        return Err(unique(errors));
    }
    complete(options, extensions, outcome, graph)
}

/// Completes the outcome of all bundles.
pub(crate) fn complete(
    options: &Options,
    extensions: &Extensions,
    mut outcome: Outcome,
    mut graph: Graph,
) -> Result<Outcome, Vec<Diagnostic>> {
    programs::build(options, extensions, &mut outcome, &mut graph);
    output::merge_equal(&mut outcome.outputs);
    outcome.warnings = unique(outcome.warnings);
    outcome.sources.sort();
    outcome.sources.dedup();
    output::check(options, &outcome.outputs, &outcome.sources)
        .map_err(|message| vec![Diagnostic::new(true, message)])?;
    if options.metafile {
        let metafile = metafile::write(options, &outcome.outputs, &graph);
        if options.metafile_report {
            let report = metafile_report::page(&metafile);
            outcome.metafile_report = Some(report.map_err(|message| vec![Diagnostic::new(true, message)])?);
        }
        outcome.metafile = Some(metafile);
    }
    Ok(outcome)
}

pub(crate) fn check_options(options: &Options) -> Result<(), Vec<Diagnostic>> {
    let fail = |message: &str| Err(vec![Diagnostic::new(true, message)]);
    if options.entries.is_empty() {
        return fail("no entry: name at least one file to build");
    }
    if options.out_file.is_some() && options.entries.len() > 1 {
        return fail("--outfile is for one entry; use --outdir for several");
    }
    if options.out_file.is_some() && options.out_dir.is_some() {
        return fail("--outfile and --outdir exclude each other");
    }
    if let Some(root) = options.root.as_ref().filter(|root| !options.directory.join(root).is_dir()) {
        return fail(&format!("the folder \"{}\", which is the root of the entries, does not exist", root.display()));
    }
    if options.splitting && options.format != Format::Esm {
        return fail("--splitting requires --format esm");
    }
    if options.self_contained && options.splitting {
        return fail("a page that needs no other file cannot be split: --splitting and --compile exclude each other");
    }
    Ok(())
}

/// Runs Rolldown for some entries, and adds what comes out.
pub(crate) fn run(
    options: &Options,
    entries: &[Entry],
    extensions: &Extensions,
    outcome: &mut Outcome,
    graph: &mut Graph,
) -> Result<(), Vec<Diagnostic>> {
    if entries.is_empty() {
        return Ok(());
    }
    let mut splits = options.splitting && options.format != Format::Iife;
    let mut corrections = Corrections::default();
    loop {
        let pass_options = Options { splitting: splits, corrections: corrections.clone(), ..options.clone() };
        let pass = Pass::new(&pass_options, extensions, None);
        let made = pass.bundle(&pass_options, entries, extensions, splits)?;
        if pass.has_learned(options, &made, &mut corrections) {
            continue;
        }
        let output = pass.checked(&pass_options, made)?;
        if pass.syntax.has_workers.load(Ordering::Relaxed) && !splits && options.format != Format::Iife {
            // A worker is an output of its own, so the bundle has more than one.
            splits = true;
            continue;
        }
        for warning in corrections.warnings() {
            if !outcome.warnings.contains(&warning) {
                outcome.warnings.push(warning);
            }
        }
        return pass.collect(options, entries, &output, outcome, graph);
    }
}

/// The report when the system has no more threads.
pub(crate) fn no_threads(error: std::io::Error) -> Vec<Diagnostic> {
    vec![Diagnostic::new(true, format!("cannot start threads: {error}"))]
}

/// Rolldown's run, with the plugins whose findings are needed afterwards.
pub(crate) struct Pass {
    macros: Arc<Macros>,
    decorators: Arc<DecoratorLowering>,
    pub(crate) syntax: Arc<Syntax>,
    deferred: Arc<DeferredImports>,
    resolution: Arc<Resolution>,
    loaders: Arc<Loaders>,
    pub(crate) graph: Arc<metafile::Recorder>,
    failures: Failures,
    watched: Watched,
    origins: Origins,
    /// Whether modules start while others await.
    starts_together: bool,
}

impl Pass {
    pub(crate) fn new(options: &Options, extensions: &Extensions, served: Option<&Arc<Served>>) -> Self {
        let origins = Origins::default();
        Self {
            decorators: Arc::new(DecoratorLowering::new(options, origins.clone(), served.is_some())),
            macros: Arc::new(Macros::new(options, &extensions.failures)),
            syntax: Arc::new(Syntax::new(options, served.cloned())),
            deferred: Arc::new(DeferredImports::new(options)),
            resolution: Arc::new(Resolution::new(options)),
            loaders: Arc::new(Loaders::new(options, extensions, served.cloned())),
            graph: Arc::new(metafile::Recorder::default()),
            failures: extensions.failures.clone(),
            watched: extensions.watched.clone(),
            origins,
            starts_together: options.corrections.has_async_siblings(),
        }
    }

    /// A report of Rolldown's, with its place in the source where Rolldown has something else.
    fn report(&self, options: &Options, diagnostic: &BuildDiagnostic) -> Diagnostic {
        let report = Diagnostic::from_engine(diagnostic, &options.directory, &self.failures);
        self.placed(options, self.syntax.missing_worker(&report).unwrap_or(report))
    }

    /// A report whose place is in a lowered module, with the place in its source.
    fn placed(&self, options: &Options, report: Diagnostic) -> Diagnostic {
        let Some((file, line, column)) = &report.place else { return report };
        // A file outside of the build's folder is shown with `..`.
        let file = output::normal(&options.directory.join(file));
        let Some((line, column)) = self.origins.position(&file.to_string_lossy(), *line, *column) else {
            return report;
        };
        match std::fs::read_to_string(&file) {
            Ok(source) => report.moved(&source, line, column),
            Err(_) => report,
        }
    }

    fn bundle(
        &self,
        options: &Options,
        entries: &[Entry],
        extensions: &Extensions,
        splitting: bool,
    ) -> Result<Result<BundleOutput, BatchedBuildDiagnostic>, Vec<Diagnostic>> {
        let engine = engine_options::convert(options, entries, splitting)
            .map_err(|message| vec![Diagnostic::new(true, message)])?;
        brio_bundler_engine::generate(engine, self.plugins(&extensions.plugins)).map_err(no_threads)
    }

    /// Whether the pass has found what another pass has to know, which is added to the corrections.
    pub(crate) fn has_learned<T>(
        &self,
        options: &Options,
        made: &Result<T, BatchedBuildDiagnostic>,
        corrections: &mut Corrections,
    ) -> bool {
        let errors = made.as_ref().err();
        let has_learned = corrections.learn(options, &self.resolution.main_fields, errors);
        let graph = self.graph.graph();
        let has_learned = has_learned | corrections.learn_awaiting(options, &self.deferred, &graph, errors);
        if has_learned || made.is_err() {
            return has_learned;
        }
        let roots = self.roots(options);
        let importers = &self.resolution.importers;
        let stars = star_exports::found(options, &graph, importers, &roots);
        let names = self.deferred.names(options, &graph, importers);
        corrections.learn_deferred_names(names)
            | corrections.learn_evaluating(&self.deferred, &graph)
            | corrections.learn_stars(stars)
            | corrections.learn_async_siblings(&self.deferred, &graph, &roots)
    }

    /// The entries by the ids of their modules.
    fn roots(&self, options: &Options) -> Vec<String> {
        entry_files(options).iter().map(|path| path.to_string_lossy().into_owned()).collect()
    }

    /// The plugins of a build: those of its program, then ours.
    pub(crate) fn plugins(&self, first: &[SharedPluginable]) -> Vec<SharedPluginable> {
        let mut all: Vec<SharedPluginable> = vec![Arc::<DeferredImports>::clone(&self.deferred)];
        all.extend(first.iter().cloned());
        all.push(Arc::<Macros>::clone(&self.macros));
        all.push(Arc::<Syntax>::clone(&self.syntax));
        if !first.is_empty() {
            all.push(Arc::new(CompiledSyntax(Arc::clone(&self.syntax))));
        }
        all.push(Arc::<DecoratorLowering>::clone(&self.decorators));
        all.push(Arc::<Resolution>::clone(&self.resolution));
        all.push(Arc::<Loaders>::clone(&self.loaders));
        if self.starts_together {
            all.push(Arc::new(AsyncSiblings));
        }
        all.push(Arc::<metafile::Recorder>::clone(&self.graph));
        all
    }

    /// What Rolldown made, unless something was wrong. What was not found is an error too, and is reported with the others.
    pub(crate) fn checked<T>(
        &self,
        options: &Options,
        made: Result<T, BatchedBuildDiagnostic>,
    ) -> Result<T, Vec<Diagnostic>> {
        self.note_watched();
        let (_, mut errors) = self.unresolved(options);
        errors.extend(self.loaders.pages.iter().flat_map(|pages| pages.errors()));
        errors.extend(self.loaders.inline_workers.errors());
        errors.extend(self.loaders.missing_assets());
        errors.extend(self.syntax.errors());
        errors.extend(self.graph.returning().iter().map(|id| top_level_returns::report(id, &options.directory)));
        let explained = |mut all: Vec<Diagnostic>| {
            // Modules are parsed beside each other, so the reports of several come in any order.
            all.sort_by(|one, other| one.place.cmp(&other.place));
            let entries = entry_files(options);
            let is_entry = |id: &str| entries.iter().any(|entry| entry == Path::new(id));
            for report in all.iter_mut().filter(|report| report.is_error) {
                self.resolution.importers.explain(report, &options.directory, is_entry);
            }
            all
        };
        match made {
            Ok(made) if errors.is_empty() => Ok(made),
            Ok(_) => Err(explained(errors)),
            Err(error) => {
                let diagnostics = error.into_vec();
                let reports = diagnostics.iter().map(|one| self.report(options, one));
                let mut all: Vec<Diagnostic> = Vec::new();
                for report in reports.chain(errors) {
                    // Of a cycle, each of its modules reports the same.
                    if !all.contains(&report) {
                        all.push(report);
                    }
                }
                Err(explained(all))
            }
        }
    }

    /// Notes what the build depends on, whether or not it has succeeded.
    fn note_watched(&self) {
        let unresolved = self.resolution.unresolved.lock().map(|all| all.clone()).unwrap_or_default();
        let missing =
            unresolved.iter().filter(|one| one.specifier.starts_with("./") || one.specifier.starts_with("../"));
        let file = |one: &Unresolved| {
            let folder = Path::new(without_query(&one.importer)).parent()?;
            Some(output::normal(&folder.join(without_query(&one.specifier))))
        };
        self.watched.add(Places {
            files: self.graph.files().into_iter().collect(),
            missing: missing.filter_map(file).collect(),
            searches: self.syntax.searches(),
        });
    }

    /// Forgets what was not found: it is looked for again.
    pub(crate) fn forget_unresolved(&self) {
        if let Ok(mut all) = self.resolution.unresolved.lock() {
            all.clear();
        }
    }

    /// The specifiers that were not found: the optional ones, and the errors.
    fn unresolved(&self, options: &Options) -> (BTreeSet<String>, Vec<Diagnostic>) {
        let all = self.resolution.unresolved.lock().map(|all| all.clone()).unwrap_or_default();
        let mut by_importer: BTreeMap<String, Vec<Unresolved>> = BTreeMap::new();
        for one in all {
            let list = by_importer.entry(one.importer.clone()).or_default();
            if !list.contains(&one) {
                list.push(one);
            }
        }
        let importers = self.graph.importers();
        let entries = entry_files(options);
        let is_entry = |id: &str| entries.iter().any(|entry| entry == Path::new(id));
        let is_loaded = |id: &str| optional_imports::is_loaded_at_start(id, &importers, is_entry);
        let mut optional = BTreeSet::new();
        let mut errors = Vec::new();
        for (importer, list) in by_importer {
            let path = without_query(&importer);
            let given = options.files.get(path).cloned();
            let source = given.or_else(|| std::fs::read_to_string(path).ok()).unwrap_or_default();
            let specifiers: Vec<&str> = list.iter().map(|one| one.specifier.as_str()).collect();
            let uses = optional_imports::uses(&source, path, &specifiers);
            for one in &list {
                let message = match &one.reason {
                    Some(reason) => reason.clone(),
                    None => format!(
                        "cannot find package \"{}\" (`brio add {}` installs it; --external leaves it out of the bundle)",
                        one.specifier,
                        package_name(&one.specifier)
                    ),
                };
                let found = uses.get(&one.specifier).copied();
                let place = match found {
                    Some(Use::Required { start, end }) if is_path(&one.specifier) || is_loaded(&importer) => {
                        Some((start, end))
                    }
                    // What is not a package is part of the program.
                    Some(Use::Optional { start, end }) if is_path(&one.specifier) => Some((start, end)),
                    _ => None,
                };
                let shown = shown_path(path, &options.directory);
                match (place, found) {
                    (Some((start, end)), _) => {
                        let (start, end) = (start as usize, end as usize);
                        errors.push(Diagnostic::at(true, &message, &shown, &source, start, end));
                    }
                    // Constants made it: the source has another expression, as a template.
                    (None, None) if one.is_call && is_source(path, &source) => {
                        optional.insert(one.specifier.clone());
                    }
                    (None, None) if is_path(&one.specifier) => {
                        errors.push(Diagnostic::new(true, format!("{message}, imported by {shown}")));
                    }
                    _ if is_path(&one.specifier) => {}
                    _ => drop(optional.insert(one.specifier.clone())),
                }
            }
        }
        (optional, errors)
    }

    /// Rolldown's warnings that are of use to the reader.
    fn warnings(&self, options: &Options, output: &BundleOutput) -> Vec<Diagnostic> {
        // A type that metadata of decorators reads need not exist, and an iife needs no name. The lowered line, which the
        // report shows before it is placed, has the name by which metadata imports types.
        let is_wanted = |report: &Diagnostic| {
            !report.text.contains(brio_transform::TYPES_PREFIX) && !report.text.contains(IIFE_WITHOUT_NAME)
        };
        let wanted = output.warnings.iter().filter(|one| !is_unwanted(one));
        let reports = wanted.map(|one| Diagnostic::from_engine(one, &options.directory, &self.failures));
        reports.filter(is_wanted).map(|report| self.placed(options, report)).collect()
    }

    /// Adds what Rolldown made to an outcome.
    pub(crate) fn collect(
        &self,
        options: &Options,
        entries: &[Entry],
        output: &BundleOutput,
        outcome: &mut Outcome,
        graph: &mut Graph,
    ) -> Result<(), Vec<Diagnostic>> {
        outcome.warnings.extend(self.warnings(options, output));
        outcome.warnings.extend(self.syntax.take_warnings());
        let (optional, _) = self.unresolved(options);
        if !optional.is_empty() {
            outcome.warnings.push(Diagnostic::new(false, optional_message(&optional)));
        }
        let mut recorded = self.graph.graph();
        if options.metafile {
            recorded.add_imports(&self.resolution.importers);
        }
        outcome.sources.extend(recorded.files().map(PathBuf::from));
        let styles = self.loaders.styles.lock().map(|styles| styles.clone()).unwrap_or_default();
        outcome.sources.extend(styles.values().flat_map(|sheet| sheet.files.clone()));
        let mut assets: BTreeMap<String, String> = BTreeMap::new();
        let mut outputs = Vec::new();
        for item in &output.assets {
            match item {
                EngineOutput::Chunk(chunk) => outputs.push(chunk_output(options, chunk)),
                EngineOutput::Asset(asset) if module_bytes::needs_map(options) && is_map(output, &asset.filename) => {}
                EngineOutput::Asset(asset) => {
                    for original in &asset.original_file_names {
                        assets.insert(original.clone(), asset.filename.to_string());
                    }
                    outputs.push(asset_output(asset));
                }
            }
        }
        for (file, output) in self.loaders.large_files.outputs() {
            assets.insert(file.to_string_lossy().into_owned(), output.path.clone());
            outputs.push(output);
        }
        let programs = self.loaders.programs.lock().map(|programs| programs.clone()).unwrap_or_default();
        outcome.programs.extend(programs.into_iter().filter(|(_, name)| programs::is_started(name, &outputs)));
        let sheets = css_outputs(options, entries, &recorded, &styles, &assets, &outputs);
        remove_scripts_of_sheets(&mut outputs, &styles);
        let legal = legal_comments::move_out(options, &mut outputs);
        outputs.extend(sheets);
        outputs.extend(legal);
        for page in self.loaders.pages.iter().flat_map(|pages| pages.take()) {
            outputs.extend(page.outputs);
            outcome.sources.extend(page.sources);
            outcome.warnings.extend(page.warnings);
        }
        outcome.outputs.extend(outputs);
        graph.extend(recorded);
        Ok(())
    }
}

/// Whether a warning is about something that its reader cannot change, or did on purpose: a direct `eval` of a package, a flag
/// that has precedence over `tsconfig.json`.
fn is_unwanted(warning: &BuildDiagnostic) -> bool {
    match warning.kind() {
        EventKind::Eval => warning.id().is_some_and(|id| id.contains("node_modules")),
        EventKind::ConfigurationFieldConflict => true,
        _ => false,
    }
}

/// Whether an asset is the source map of a chunk.
fn is_map(output: &BundleOutput, name: &str) -> bool {
    let is_of = |chunk: &OutputChunk| name.strip_suffix(".map").is_some_and(|name| name == chunk.filename.as_str());
    output.assets.iter().any(|item| matches!(item, EngineOutput::Chunk(chunk) if is_of(chunk)))
}

/// The files of the entries.
fn entry_files(options: &Options) -> Vec<PathBuf> {
    let paths = options.entries.iter().map(|entry| options.directory.join(&entry.path));
    paths.map(|path| path.canonicalize().unwrap_or(path)).collect()
}

/// Whether the file of a module has its source.
fn is_source(path: &str, contents: &str) -> bool {
    let is_code = |loader| matches!(loader, Loader::Js | Loader::Jsx | Loader::Ts | Loader::Tsx);
    !contents.is_empty() && Loader::of_file(path).is_some_and(is_code)
}

/// Whether a specifier is a path, and not the name of a package or module.
fn is_path(specifier: &str) -> bool {
    specifier.starts_with(['.', '/'])
}

/// The warning about packages that were not found, each once.
fn optional_message(specifiers: &BTreeSet<String>) -> String {
    let packages: BTreeSet<String> = specifiers.iter().map(|specifier| package_name(specifier)).collect();
    let listed: Vec<&str> = packages.iter().map(String::as_str).take(OPTIONAL_LISTED_MAX).collect();
    let more = match packages.len() - listed.len() {
        0 => String::new(),
        count => format!(" and {count} more"),
    };
    format!("not found, and left as imports at run time: {}{more}", listed.join(", "))
}

/// `@scope/name/sub` is of the package `@scope/name`. A path has no other name.
fn package_name(specifier: &str) -> String {
    if is_path(specifier) {
        return specifier.to_owned();
    }
    let parts = if specifier.starts_with('@') { 2 } else { 1 };
    specifier.split('/').take(parts).collect::<Vec<_>>().join("/")
}

fn chunk_output(options: &Options, chunk: &OutputChunk) -> Output {
    let path = chunk.filename.to_string();
    let hash = path.rsplit_once('-').and_then(|(_, rest)| rest.split('.').next()).map(str::to_owned);
    Output {
        kind: if chunk.is_entry { Kind::EntryPoint } else { Kind::Chunk },
        contents: code_of(options, chunk).into_bytes(),
        copied: None,
        source: chunk.facade_module_id.as_ref().map(|id| PathBuf::from(id.as_str())),
        hash: hash.filter(|hash| hash.len() >= 8 && !chunk.is_entry),
        modules: module_bytes::of_chunk(options, chunk),
        imports: chunk.imports.iter().map(ToString::to_string).collect(),
        dynamic_imports: chunk.dynamic_imports.iter().map(ToString::to_string).collect(),
        exports: chunk.exports.iter().map(ToString::to_string).collect(),
        path,
    }
}

/// The code of a chunk; for a public path its imports of other chunks are addresses.
fn code_of(options: &Options, chunk: &OutputChunk) -> String {
    // JSON is UTF-8: other bundlers do not say so, and tools look for their form.
    const LONG: &str = "//# sourceMappingURL=data:application/json;charset=utf-8;base64,";
    let mut code = chunk.code.clone();
    if let (SourceMap::Inline, Some(start)) = (options.source_map, code.rfind(LONG)) {
        code.replace_range(start..start + LONG.len(), "//# sourceMappingURL=data:application/json;base64,");
    }
    if let Some(public_path) = options.public_path.as_deref().filter(|path| !path.is_empty()) {
        for import in chunk.imports.iter().chain(&chunk.dynamic_imports) {
            let address = asset_path(Some(public_path), &chunk.filename, import);
            for quote in ['"', '\'', '`'] {
                code = code.replace(&format!("{quote}./{import}{quote}"), &format!("{quote}{address}{quote}"));
            }
        }
    }
    remove_lone_end(&mut code, options.source_map == SourceMap::None);
    if !code.ends_with('\n') {
        code.push('\n');
    }
    code
}

/// Removes the end of the region of Rolldown's own functions when its start went with the first of them, which is not used. A
/// source map counts the line.
fn remove_lone_end(code: &mut String, with_line: bool) {
    const END: &str = "//#endregion\n";
    let Some(end) = code.find(END) else { return };
    let is_line = end == 0 || code[..end].ends_with('\n');
    if is_line && !code[..end].contains("//#region ") {
        code.replace_range(end..end + END.len(), if with_line { "" } else { "\n" });
    }
}

fn asset_output(asset: &rolldown_common::OutputAsset) -> Output {
    let path = asset.filename.to_string();
    let kind = if path.ends_with(".map") { Kind::SourceMap } else { Kind::Asset };
    let mut output = Output::file(path, kind, asset.source.as_bytes().to_vec());
    output.source = asset.original_file_names.first().map(PathBuf::from);
    output
}

/// The style sheets of each entry: those that its modules import, in the order in which they are loaded.
fn css_outputs(
    options: &Options,
    entries: &[Entry],
    graph: &Graph,
    styles: &BTreeMap<String, Sheet>,
    assets: &BTreeMap<String, String>,
    outputs: &[Output],
) -> Vec<Output> {
    if styles.is_empty() {
        return Vec::new();
    }
    let entry_outputs = outputs.iter().filter(|output| output.kind == Kind::EntryPoint);
    let mut sheets = Vec::new();
    for output in entry_outputs {
        let Some(source) = &output.source else { continue };
        let order = graph.load_order(&source.to_string_lossy());
        let is_sheet = styles.contains_key(source.to_string_lossy().as_ref());
        // A template without `[ext]` is the whole name.
        let is_named = options.entry_names.as_deref().is_some_and(|names| {
            let name = names.rsplit_once('/').map_or(names, |(_, name)| name);
            name.contains('.') && !name.contains("[ext]")
        });
        let stem = output.path.rsplit_once('.').map_or(output.path.as_str(), |(stem, _)| stem);
        let path = match (&options.out_file, entries) {
            (Some(file), [_]) if is_sheet || file.extension().is_some_and(|extension| extension == "css") => {
                output.path.clone()
            }
            _ if is_sheet && is_named => output.path.clone(),
            _ => format!("{stem}.css"),
        };
        let mut css = String::new();
        for sheet in order.iter().filter_map(|id| styles.get(id.as_str())) {
            css += &sheet_text(options, sheet, &path, assets);
            if !css.ends_with('\n') && !options.minify.whitespace {
                css.push('\n');
            }
        }
        if !css.is_empty() || is_sheet {
            let mut sheet = Output::file(path, Kind::Asset, css.into_bytes());
            sheet.source = Some(source.clone());
            sheets.push(sheet);
        }
    }
    sheets
}

/// Removes the scripts, with their source maps, of entries that are style sheets.
fn remove_scripts_of_sheets(outputs: &mut Vec<Output>, styles: &BTreeMap<String, Sheet>) {
    let is_sheet = |output: &Output| {
        let source = output.source.as_ref().map(|source| source.to_string_lossy());
        output.kind == Kind::EntryPoint && source.is_some_and(|source| styles.contains_key(source.as_ref()))
    };
    let removed: Vec<String> =
        outputs.iter().filter(|output| is_sheet(output)).map(|output| output.path.clone()).collect();
    let is_removed =
        |output: &Output| removed.iter().any(|path| output.path == *path || output.path == format!("{path}.map"));
    outputs.retain(|output| !is_removed(output));
}

/// A style sheet with the addresses of its assets.
fn sheet_text(options: &Options, sheet: &Sheet, path: &str, assets: &BTreeMap<String, String>) -> String {
    let mut css = sheet.css.clone();
    for asset in &sheet.assets {
        if let Some(address) = &asset.inlined {
            css = css.replace(&asset.placeholder, address);
            continue;
        }
        let name = assets.get(asset.file.to_string_lossy().as_ref());
        let address = name.map_or_else(
            || asset.url.clone(),
            |name| {
                let suffix = asset.url.find(['?', '#']).map_or("", |index| &asset.url[index..]);
                format!("{}{suffix}", asset_path(options.public_path.as_deref(), path, name))
            },
        );
        css = css.replace(&asset.placeholder, &address);
    }
    css
}
