//! What is known of a page: its bundle, its sources, what is wrong with them, and how a change reaches loaded pages.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use brio_bundler_engine::{BundleOutput, Incremental};
use rolldown_common::Output as EngineOutput;
use rolldown_common::bundler_options as engine;
use serde::Deserialize;

use super::document::{self, Document};
use super::patched_data::PatchedData;
use super::refresh::Refresh;
use super::{FOLDER, Served, client};
use crate::build::{Extensions, Outcome, Pass, no_threads, run};
use crate::corrections::Corrections;
use crate::diagnostic::{Diagnostic, shown_path};
use crate::engine_options;
use crate::metafile::Graph;
use crate::options::{Entry, Jsx, Options, SourceMap, Target};
use crate::output::Kind;
use crate::watched::Places;

/// What a page is opened with.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Settings {
    /// The page's file.
    pub page: PathBuf,
    /// The folder that addresses from the root are relative to.
    pub directory: PathBuf,
    /// A name for this opening of the page, which its browsers send back.
    pub session: String,
    /// Whether loaded pages follow changes.
    pub hot: bool,
    /// Whether the page's console is sent to the server.
    pub console: bool,
    /// Values of variables of the environment by the expressions that they replace.
    #[serde(default)]
    pub define: Vec<(String, String)>,
    /// Whether functions imported as macros may run.
    #[serde(default)]
    pub macros: bool,
    /// What plugins set.
    #[serde(default)]
    pub alias: Vec<(String, String)>,
    #[serde(default)]
    pub conditions: Vec<String>,
    #[serde(default)]
    pub jsx: Jsx,
}

/// A message for browsers, or what is wrong.
pub(super) type Message = Result<Change, Vec<Diagnostic>>;

/// How a loaded page becomes current.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    Reload,
    /// The script at `address` has the functions of modules; `changed` are those to run again.
    Patch {
        version: u32,
        address: String,
        changed: Vec<String>,
    },
}

/// A bundle and what it was made with.
struct Bundle {
    incremental: Incremental,
    pass: Pass,
    options: Options,
    document: Document,
    /// The document as it is sent. None after a change.
    written: Option<String>,
}

/// A page.
pub(super) struct State {
    pub(super) settings: Settings,
    extensions: Extensions,
    served: Arc<Served>,
    bundle: Option<Bundle>,
    /// What the last build depended on.
    places: Places,
    errors: Option<Vec<Diagnostic>>,
    /// Counts the changes that loaded pages are notified of.
    pub(super) version: u32,
    /// The files that were read, with a hash of their contents; None for one that is missing.
    sources: BTreeMap<PathBuf, Option<String>>,
}

/// A file that changes how all others are read.
fn is_configuration(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    name == "package.json" || (name.starts_with("tsconfig") && name.ends_with(".json"))
}

fn contents_hash(path: &Path) -> Option<String> {
    std::fs::read(path).ok().map(|contents| super::served::hash(&contents))
}

impl State {
    pub(super) fn new(settings: Settings, extensions: Extensions, served: Arc<Served>) -> Self {
        Self {
            settings,
            extensions,
            served,
            bundle: None,
            places: Places::default(),
            errors: None,
            version: 0,
            sources: BTreeMap::new(),
        }
    }

    /// Whether the page has been built, with or without errors.
    pub(super) fn is_built(&self) -> bool {
        self.bundle.is_some() || self.errors.is_some()
    }

    /// Whether something is known to be wrong.
    pub(super) fn has_errors(&self) -> bool {
        self.errors.is_some()
    }

    /// The files that the page is made from.
    pub(super) fn sources(&self) -> Vec<PathBuf> {
        self.sources.keys().cloned().collect()
    }

    /// The folders of the sources, and those where new files matter.
    pub(super) fn folders(&mut self) -> BTreeSet<PathBuf> {
        let found = self.extensions.watched.take();
        if !found.files.is_empty() {
            self.places = found;
        }
        let of_sources = self.sources.keys().filter_map(|file| file.parent()).map(Path::to_owned);
        of_sources.chain(self.places.folders()).collect()
    }

    /// The current document. Builds if needed.
    pub(super) fn document(&mut self) -> Result<String, Vec<Diagnostic>> {
        if let Some(errors) = &self.errors {
            return Err(errors.clone());
        }
        if let Some(written) = self.bundle.as_ref().and_then(|bundle| bundle.written.clone()) {
            return Ok(written);
        }
        let result = if self.bundle.is_some() { self.generate() } else { self.build() };
        self.errors = result.as_ref().err().cloned();
        result
    }

    /// Reads everything and builds.
    fn build(&mut self) -> Result<String, Vec<Diagnostic>> {
        self.bundle = None;
        // A build that fails is tried again when one of these changes.
        let page = self.settings.page.clone();
        self.note_sources([page.clone()]);
        let document = Document::read(&self.settings, &self.served)?;
        self.note_sources(document.files.iter().cloned());
        let scripts = document.inline_scripts.clone();
        let shown = shown_path(&page.to_string_lossy(), &self.settings.directory);
        self.build_document(document, Corrections::default()).map_err(|mut errors| {
            for script in &scripts {
                errors.iter_mut().for_each(|error| script.in_page(error, &shown));
            }
            errors
        })
    }

    fn build_document(&mut self, document: Document, mut corrections: Corrections) -> Result<String, Vec<Diagnostic>> {
        let options = Options { corrections: corrections.clone(), ..self.options(&document) };
        let pass = Pass::new(&options, &self.extensions, Some(&self.served));
        let mut converted = engine_options::convert(&options, &options.entries, false)
            .map_err(|message| vec![Diagnostic::new(true, message)])?;
        for_development(&mut converted, &self.settings, document::has_react(&self.settings.page));
        let mut plugins = pass.plugins(&self.extensions.plugins);
        plugins.push(Arc::new(Refresh));
        plugins.push(Arc::new(PatchedData));
        let opened = Incremental::new(converted, plugins).map_err(no_threads)?;
        let mut incremental = pass.checked(&options, opened)?;
        let made = incremental.build();
        if pass.has_learned(&options, &made, &mut corrections) {
            return self.build_document(document, corrections);
        }
        let made = pass.checked(&options, made);
        self.note_sources(self.served.read_files());
        let output = made?;
        let mut bundle = Bundle { incremental, pass, options, document, written: None };
        let written = self.write(&mut bundle, &output)?;
        self.bundle = Some(bundle);
        Ok(written)
    }

    /// Makes the bundle of the modules as they are known.
    fn generate(&mut self) -> Result<String, Vec<Diagnostic>> {
        let Some(mut bundle) = self.bundle.take() else { return self.build() };
        let made = bundle.incremental.generate();
        let output = bundle.pass.checked(&bundle.options, made)?;
        let written = self.write(&mut bundle, &output)?;
        self.bundle = Some(bundle);
        Ok(written)
    }

    /// Serves what Rolldown made, and the workers. Returns the document.
    fn write(&mut self, bundle: &mut Bundle, output: &BundleOutput) -> Result<String, Vec<Diagnostic>> {
        let mut address = String::new();
        for item in &output.assets {
            let (name, contents) = match item {
                EngineOutput::Chunk(chunk) => (chunk.filename.to_string(), chunk.code.as_bytes().to_vec()),
                EngineOutput::Asset(asset) => (asset.filename.to_string(), asset.source.as_bytes().to_vec()),
            };
            let path = format!("{FOLDER}client/{name}");
            if matches!(item, EngineOutput::Chunk(chunk) if chunk.is_entry) {
                // The version makes the address new, so that no cache has an older script.
                address = format!("{path}?{}", super::served::hash(&contents));
            }
            self.served.put(path, contents);
        }
        let mut outcome = Outcome::default();
        for (address, file) in self.served.workers() {
            worker(&bundle.options, &file, &mut outcome)?;
            for output in outcome.outputs.drain(..) {
                // What a worker loads is beside it.
                let beside = format!("{FOLDER}worker/{}", output.path);
                let is_worker = output.kind == Kind::EntryPoint;
                let contents = output.read().map_err(|error| vec![Diagnostic::new(true, error.to_string())])?;
                self.served.put(if is_worker { address.clone() } else { beside }, contents.into_owned());
            }
        }
        self.note_sources(outcome.sources);
        self.note_sources(self.served.read_files());
        let graph = bundle.pass.graph.graph();
        let order = bundle.options.entries.first().map(|entry| graph.load_order(&entry.path)).unwrap_or_default();
        let sheets: Vec<(String, String)> = order.iter().filter_map(|id| self.served.sheet(id)).collect();
        let configuration = client::configuration(self);
        let written = bundle.document.write(&address, &sheets, &configuration)?;
        bundle.written = Some(written.clone());
        Ok(written)
    }

    fn options(&self, document: &Document) -> Options {
        let entry = document.entry(&self.settings.page);
        Options {
            entries: vec![Entry { path: entry, name: Some(self.script_name()) }],
            directory: self.settings.directory.clone(),
            target: Target::Browser,
            source_map: SourceMap::Linked,
            define: self.settings.define.clone(),
            macros: self.settings.macros,
            alias: self.settings.alias.clone(),
            conditions: self.settings.conditions.clone(),
            jsx: self.settings.jsx.clone(),
            entry_names: Some("[name].[ext]".to_owned()),
            files: document.entry_sources(&self.settings.page),
            ..Options::default()
        }
    }

    /// The name of the script: that of the page, and what distinguishes it from a page of the same name.
    fn script_name(&self) -> String {
        let stem = self.settings.page.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        format!("{}-{}", stem.unwrap_or_default(), self.settings.session)
    }

    fn note_sources(&mut self, files: impl IntoIterator<Item = PathBuf>) {
        for file in files {
            self.sources.entry(file).or_insert_with_key(|file| contents_hash(file));
        }
    }

    /// Reads changed files again. None: no source has changed.
    pub(super) fn change(&mut self, paths: &BTreeSet<PathBuf>) -> Option<Message> {
        if !self.is_built() {
            return None;
        }
        let mut changed: Vec<PathBuf> = paths.iter().filter(|path| self.has_changed(path)).cloned().collect();
        if let Some(bundle) = self.bundle.as_ref().filter(|_| paths.iter().any(|path| self.is_new_or_gone(path))) {
            // A new file can be one that `import.meta.glob` of another means.
            changed.extend(bundle.pass.syntax.outdated());
        }
        // A build that failed may have looked for a file that is here now.
        let may_resolve = self.errors.is_some() && paths.iter().any(|path| self.may_be_source(path));
        if changed.is_empty() && !may_resolve {
            return None;
        }
        for path in &changed {
            self.sources.insert(path.clone(), contents_hash(path));
        }
        let needs_build = self.bundle.is_none()
            || may_resolve
            || changed.iter().any(|path| *path == self.settings.page || is_configuration(path));
        let result = if needs_build { self.rebuild() } else { self.update(&changed) };
        self.errors = result.as_ref().err().cloned();
        if result.as_ref().is_ok_and(Option::is_some) {
            self.version += 1;
        }
        match result {
            Ok(change) => change.map(Ok),
            Err(errors) => Some(Err(errors)),
        }
    }

    /// Whether a file is new and not one that an editor makes for itself.
    fn may_be_source(&self, path: &Path) -> bool {
        let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        !self.sources.contains_key(path) && !name.starts_with('.') && !name.ends_with('~') && path.is_file()
    }

    fn is_new_or_gone(&self, path: &Path) -> bool {
        !self.sources.contains_key(path) || !path.exists()
    }

    fn has_changed(&self, path: &Path) -> bool {
        self.sources.get(path).is_some_and(|known| *known != contents_hash(path))
    }

    fn rebuild(&mut self) -> Result<Option<Change>, Vec<Diagnostic>> {
        self.bundle = None;
        // The document carries the version that the reloaded page has.
        self.version += 1;
        let result = self.build();
        self.version -= 1;
        result.map(|_| Some(Change::Reload))
    }

    fn update(&mut self, changed: &[PathBuf]) -> Result<Option<Change>, Vec<Diagnostic>> {
        let Some(bundle) = &mut self.bundle else { return self.rebuild() };
        let workers = self.served.workers();
        // A worker is a program of its own, which cannot be patched.
        let read = self.served.read_files();
        if changed.iter().any(|path| !read.contains(path) || workers.values().any(|worker| worker == path)) {
            return self.rebuild();
        }
        bundle.written = None;
        bundle.pass.forget_unresolved();
        let mut modules = self.served.sheets_with(changed);
        modules.extend(changed.iter().cloned());
        modules.extend(self.extensions.given.deferred());
        let files: Vec<(String, bool)> =
            modules.iter().map(|path| (path.to_string_lossy().into_owned(), path.exists())).collect();
        let updated = bundle.incremental.update(&files);
        let was_read = updated.is_ok();
        let patch = match bundle.pass.checked(&bundle.options, updated) {
            Ok(patch) => patch,
            Err(errors) => {
                if was_read {
                    // Rolldown has taken the change, without what was not found: the next one starts anew.
                    self.bundle = None;
                }
                return Err(errors);
            }
        };
        self.note_sources(self.served.read_files());
        let Some(patch) = patch else { return Ok(None) };
        let version = self.version + 1;
        let address = format!("{FOLDER}client/patch-{}-{version}.js", self.settings.session);
        self.served.put(address.clone(), patch.code.into_bytes());
        if let Some((name, map)) = patch.map {
            self.served.put(format!("{FOLDER}client/{name}"), map.into_bytes());
        }
        Ok(Some(Change::Patch { version, address, changed: patch.changed }))
    }

    /// The code of a module, by its name in the bundle, with what it imports.
    pub(super) fn module(&mut self, name: &str) -> Option<String> {
        let bundle = self.bundle.as_mut()?;
        let id = bundle.options.directory.join(name).canonicalize().ok()?;
        bundle.incremental.module(&id.to_string_lossy()).ok()
    }
}

/// Builds a worker: a program of its own, which does not follow changes.
fn worker(page: &Options, file: &Path, outcome: &mut Outcome) -> Result<(), Vec<Diagnostic>> {
    let entry = Entry { path: file.to_string_lossy().into_owned(), name: None };
    let options =
        Options { entries: vec![entry.clone()], files: BTreeMap::new(), source_map: SourceMap::Inline, ..page.clone() };
    run(&options, &[entry], &Extensions::default(), outcome, &mut Graph::default())
}

/// What is different from a build: modules register themselves, and components can be replaced.
fn for_development(options: &mut engine::BundlerOptions, settings: &Settings, has_react: bool) {
    if let Some(experimental) = &mut options.experimental {
        experimental.dev_mode = Some(engine::DevModeOptions {
            implement: Some(client::runtime(settings)),
            ..engine::DevModeOptions::default()
        });
    }
    options.minify = Some(engine::RawMinifyOptions::Bool(false));
    // Patches have no function for it.
    options.keep_names = Some(false);
    // Modules of a development server are functions of their own already.
    options.strict_execution_order = None;
    if !has_react {
        return;
    }
    let transform = options.transform.get_or_insert_default();
    let mut jsx = match transform.jsx.take() {
        Some(engine::Either::Right(jsx)) => jsx,
        _ => engine::JsxOptions::default(),
    };
    jsx.refresh = Some(engine::Either::Left(true));
    transform.jsx = Some(engine::Either::Right(jsx));
}
