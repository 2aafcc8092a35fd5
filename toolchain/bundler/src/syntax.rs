//! Edits of sources before they are bundled: import attributes, calls that are to be dropped, workers, and imports whose
//! specifier is a pattern.

mod ambient;
mod assigned_paths;
mod barrels;
mod class_patterns;
mod compiler_declarations;
mod computed_specifiers;
mod constant_writes;
mod created_requires;
mod decorated;
mod default_names;
mod deferred;
pub(crate) mod detached_calls;
mod early_returns;
mod features;
mod file_patterns;
mod glob_imports;
mod known_paths;
mod listed_requires;
pub(crate) mod main_module;
mod meta_globs;
mod module_start;
mod native_bindings;
mod overlaps;
mod package_files;
pub(crate) mod reexported_types;
mod renames;
mod sloppy_code;
mod suppliers;
mod visitor;
mod worker_chunks;
mod wrapper_names;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_ast_visit::Visit;
use oxc_parser::{ParseOptions, Parser, ParserReturn};
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{SourceType, Span};
use rolldown_common::side_effects::HookSideEffects;
use rolldown_common::{EmittedAsset, ModuleType, RUNTIME_MODULE_KEY};
use rolldown_plugin::{
    HookTransformArgs, HookTransformOutput, HookTransformReturn, HookUsage, Plugin, PluginHookMeta, PluginOrder,
    SharedTransformPluginContext,
};
use string_wizard::{MagicString, SourceMapOptions};

use crate::compiler_options;
use crate::corrections::{Corrections, is_of_package};
use crate::decorators::may_have_decorators;
use crate::development::Served;
use crate::diagnostic::{Diagnostic, shown_path};
use crate::loaders::COMPILED_LANGUAGES;
use crate::options::{Format, Options};
use crate::resolution::{sites, without_query};
use crate::star_exports;
use crate::text_search::places;
use crate::worker_imports::WorkerImport;
use known_paths::KnownPaths;
use visitor::{Edits, Settings};
use worker_chunks::{Start, WorkerChunks};

pub(crate) use compiler_declarations::is_declaration;
pub(crate) use meta_globs::Searched;
pub(crate) use visitor::Edit;

/// How the ids of Rolldown's own functions begin, which it finds by their names.
const RUNTIME: &str = "\0rolldown/";

/// Whether `require.main === module` becomes a question of the ES module.
pub(crate) fn asks_for_main(options: &Options) -> bool {
    options.target.has_node_modules() && options.format == Format::Esm
}

/// Edits the sources of a build.
#[derive(Debug)]
pub(crate) struct Syntax {
    drop: Vec<String>,
    features: Vec<String>,
    splitting: bool,
    /// Whether the output can load native addons.
    has_addons: bool,
    /// Whether files that modules find by their places become outputs.
    has_files: bool,
    /// The folder that workers of an executable are relative to.
    worker_folder: Option<PathBuf>,
    /// Where workers go that the development server has; None in a build.
    served: Option<Arc<Served>>,
    /// Whether a worker was found, which needs an output of its own.
    pub(crate) has_workers: AtomicBool,
    /// The current folder.
    directory: PathBuf,
    /// The file that the program starts with. None when there are several.
    entry: Option<PathBuf>,
    /// The files that programs start with, where the output is an ES module and can ask whether it is the program.
    mains: Option<Vec<PathBuf>>,
    /// Whether decorated classes keep their names.
    keeps_decorated: bool,
    /// Whether anonymous default exports are named here.
    names_defaults: bool,
    /// Whether code is shortened.
    shortens: bool,
    /// Patterns of computed specifiers that may stay as they are; None: any may.
    allowed: Option<Vec<String>>,
    /// Computed specifiers that may not, by module.
    refused: Mutex<BTreeMap<String, Vec<Diagnostic>>>,
    /// About patterns of files that nothing fits.
    warnings: Mutex<Vec<Diagnostic>>,
    /// Where paths from the root of a site lead.
    sites: Vec<PathBuf>,
    /// The folders of prefixes of specifiers.
    aliases: Vec<(String, PathBuf)>,
    tsconfig: meta_globs::Tsconfig,
    /// What calls of `import.meta.glob` found, by module.
    globs: Mutex<BTreeMap<String, Globs>>,
    corrections: Corrections,
    /// Packages whose modules that only export others have no effects.
    optimized: Vec<String>,
    /// Calls of `feature` that are wrong, by module.
    wrong_features: Mutex<BTreeMap<String, Vec<Diagnostic>>>,
    workers: WorkerChunks,
}

/// The calls of `import.meta.glob` of a module.
#[derive(Debug)]
struct Globs {
    searches: Vec<Searched>,
    errors: Vec<Diagnostic>,
}

impl Syntax {
    pub(crate) fn new(options: &Options, served: Option<Arc<Served>>) -> Self {
        Self {
            drop: options.drop.clone(),
            features: options.features.clone(),
            splitting: options.splitting,
            has_addons: options.target.has_node_modules(),
            has_files: options.target.has_node_modules()
                && options.format != Format::Iife
                && options.public_path.is_none()
                && served.is_none(),
            names_defaults: options.splitting && !options.keep_names && !options.minify.identifiers && served.is_none(),
            worker_folder: options.executable.then(|| options.directory.clone()),
            served,
            has_workers: AtomicBool::new(false),
            directory: options.directory.canonicalize().unwrap_or_else(|_| options.directory.clone()),
            entry: match options.entries.as_slice() {
                [entry] => options.directory.join(&entry.path).canonicalize().ok(),
                _ => None,
            },
            mains: asks_for_main(options).then(|| {
                let files = options.entries.iter().map(|entry| options.directory.join(&entry.path));
                files.filter_map(|file| file.canonicalize().ok()).collect()
            }),
            keeps_decorated: options.minify.identifiers && !options.keep_names,
            shortens: options.minify.syntax,
            allowed: options.allow_unresolved.clone().filter(|all| !all.iter().any(|pattern| pattern == "*")),
            refused: Mutex::default(),
            warnings: Mutex::default(),
            sites: sites(options),
            aliases: aliases(options),
            tsconfig: meta_globs::Tsconfig(Arc::new(compiler_options::resolver(options))),
            globs: Mutex::default(),
            corrections: options.corrections.clone(),
            optimized: options.optimize_imports.clone(),
            wrong_features: Mutex::default(),
            workers: WorkerChunks::default(),
        }
    }

    /// What is wrong with calls of `import.meta.glob`, and computed specifiers that may not stay.
    pub(crate) fn errors(&self) -> Vec<Diagnostic> {
        let (Ok(globs), Ok(refused), Ok(features)) =
            (self.globs.lock(), self.refused.lock(), self.wrong_features.lock())
        else {
            return Vec::new();
        };
        let of_globs = globs.values().flat_map(|of_module| &of_module.errors);
        of_globs.chain(refused.values().flatten()).chain(features.values().flatten()).cloned().collect()
    }

    /// The report of a worker that is missing, in the place of Rolldown's.
    pub(crate) fn missing_worker(&self, report: &Diagnostic) -> Option<Diagnostic> {
        self.workers.located(&report.message)
    }

    /// Notes the computed specifiers of a module that may not stay as they are.
    fn refuse_computed(&self, id: &str, program: &Program<'_>, scoping: &Scoping, edits: &[Edit]) {
        let Some(allowed) = &self.allowed else { return };
        let shown = shown_path(without_query(id), &self.directory);
        let reports = computed_specifiers::refused(program, scoping, id, allowed, edits).into_iter().map(|computed| {
            let (start, end) = (computed.call.start as usize, computed.call.end as usize);
            Diagnostic::at(true, &computed.message(), &shown, program.source_text, start, end)
        });
        if let Ok(mut refused) = self.refused.lock() {
            refused.insert(id.to_owned(), reports.collect());
        }
    }

    /// The files of the modules whose calls of `import.meta.glob` would find other files now.
    pub(crate) fn outdated(&self) -> Vec<PathBuf> {
        let Ok(globs) = self.globs.lock() else { return Vec::new() };
        let is_outdated = |of_module: &Globs| of_module.searches.iter().any(Searched::has_changed);
        let outdated = globs.iter().filter(|(_, of_module)| is_outdated(of_module));
        outdated.map(|(id, _)| PathBuf::from(without_query(id))).collect()
    }

    /// The searches of calls of `import.meta.glob`.
    pub(crate) fn searches(&self) -> Vec<Searched> {
        let Ok(globs) = self.globs.lock() else { return Vec::new() };
        globs.values().flat_map(|of_module| of_module.searches.iter().cloned()).collect()
    }

    /// Takes the warnings about the sources.
    pub(crate) fn take_warnings(&self) -> Vec<Diagnostic> {
        self.warnings.lock().map(|mut all| std::mem::take(&mut *all)).unwrap_or_default()
    }

    /// Whether a module is of the program itself, and not of a package.
    fn is_own(id: &str) -> bool {
        !is_of_package(id)
    }

    /// Warns of a pattern that no file fits; a name of one file may be of something else.
    fn warn_of_pattern(&self, id: &str, code: &str, pattern: &str, start: usize, end: usize) {
        if !pattern.contains('*') {
            return;
        }
        let message = "no file fits this pattern when the program is built, and files that it finds when it runs are not \
                       in the bundle: list the classes, as in `entities: [User]`";
        let warning = Diagnostic::at(false, message, &shown_path(id, &self.directory), code, start, end);
        if let Ok(mut all) = self.warnings.lock() {
            all.push(warning);
        }
    }

    /// Warns of packages that stay imports although they are installed.
    fn warn_of_packages(&self, packages: &[(&str, String)]) {
        let Some((_, user)) = packages.first() else { return };
        let names = packages.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let message = format!(
            "installed, and left as imports at run time: {names} (\"{user}\" can use them, but neither the program's \
             package.json nor a package with \"{user}\" names them)"
        );
        if let Ok(mut all) = self.warnings.lock() {
            all.push(Diagnostic::new(false, message));
        }
    }

    /// Whether a source can have something to edit. Looks at the text only.
    fn concerns(&self, id: &str, code: &str, is_typescript: bool) -> bool {
        !id.starts_with(RUNTIME) && self.concerns_source(id, code, is_typescript)
    }

    fn concerns_source(&self, id: &str, code: &str, is_typescript: bool) -> bool {
        self.concerns_classes(id, code)
            || Self::concerns_scripts(id, code)
            || !self.corrections.types_of(id).is_empty()
            || self.corrections.writes_constants(id)
            || self.corrections.evaluation_number(id).is_some()
            || self.corrections.star_exports(id).is_some()
            || has_attributes(code)
            || (self.shortens && detached_calls::may_have(code))
            || (self.names_defaults && default_names::may_have(code))
            || deferred::may_have(code)
            || (self.allowed.is_some() && computed_specifiers::may_have(code))
            || meta_globs::may_have(code)
            || code.contains(features::MODULE)
            || (is_typescript && ambient::may_have(code))
            || (self.mains.is_some() && main_module::may_have(code))
            || (self.has_addons && created_requires::may_have(code))
            || (self.has_files && code.contains("new URL(") && code.contains("import.meta.url"))
            || WorkerImport::of(id).is_some_and(|import| import.is_address)
            || (code.contains("Worker(") && (code.contains("import.meta") || self.worker_folder.is_some()))
            || code.contains("import(`")
            || code.contains("require(`")
            || (code.contains("import(") && code.contains("' +") | code.contains("\" +"))
            || (self.has_addons && listed_requires::may_have(code))
            || (self.has_addons && !Self::is_own(id) && suppliers::may_load_by_name(code))
            || (self.has_files && package_files::may_have(code, Self::is_own(id)))
            || (self.has_files && package_files::may_have_transport(code))
            || (self.served.is_none() && code.contains("import.meta.hot"))
            || (self.has_addons
                && code.contains("require(")
                && native_bindings::FINDERS.iter().any(|name| is_quoted(code, name)))
            || self.drop.iter().any(|name| code.contains(name.split('.').next().unwrap_or(name)))
    }

    /// As [`Self::concerns`], about what only CommonJS has.
    fn concerns_scripts(id: &str, code: &str) -> bool {
        !module_start::is_of_module(code)
            && (early_returns::may_have(code)
                || sloppy_code::may_have(Path::new(without_query(id)), code)
                || wrapper_names::may_have(code))
    }

    /// As [`Self::concerns`], about classes: those of patterns, and those that keep their names.
    fn concerns_classes(&self, id: &str, code: &str) -> bool {
        let has_wildcard = || code.contains("/*.") || code.contains("**") || code.contains("dirname");
        let has_list = || class_patterns::PROPERTIES.iter().any(|name| code.contains(name));
        let has_pattern = || self.has_addons && has_wildcard() && has_list();
        let has_decorated = || {
            self.keeps_decorated
                && (may_have_decorators(code) || code.contains("__decorate(") || class_patterns::has_migration(code))
        };
        Self::is_own(id) && (has_pattern() || has_decorated())
    }

    /// What is edited in a module.
    fn settings<'s>(&'s self, id: &str, file: &'s Path) -> Settings<'s> {
        Settings {
            drop: &self.drop,
            drops_hot: self.served.is_none(),
            of_addons: self.has_addons.then_some(file),
            with_files: self.has_files.then_some(file),
            program_folders: [Some(self.directory.as_path()), self.entry.as_deref().and_then(Path::parent)]
                .into_iter()
                .flatten()
                .collect(),
            is_package: !Self::is_own(id),
            is_worker_address: WorkerImport::of(id).is_some_and(|import| import.is_address),
            worker_folder: self.worker_folder.as_deref(),
            class_paths: (self.has_addons && Self::is_own(id))
                .then(|| KnownPaths::new(file, &self.directory, self.entry.as_deref())),
            package_paths: (self.has_files && !Self::is_own(id))
                .then(|| KnownPaths::new(file, &self.directory, self.entry.as_deref())),
            keeps_decorated: self.keeps_decorated && Self::is_own(id),
        }
    }

    /// What is edited by other visitors.
    fn other_edits(&self, file: &Path, program: &Program<'_>, scoping: &Scoping) -> Vec<Edit> {
        let code = program.source_text;
        let mut found = Vec::new();
        if early_returns::may_have(code) {
            found.extend(early_returns::edits(program));
        }
        if ambient::may_have(code) {
            found.extend(ambient::edits(program));
        }
        if sloppy_code::may_have(file, code) {
            found.extend(sloppy_code::edits(program));
        }
        if self.has_addons && created_requires::may_have(code) {
            found.extend(created_requires::edits(file, program, scoping));
        }
        if self.names_defaults && default_names::may_have(code) {
            found.extend(default_names::edits(program));
        }
        if self.shortens && detached_calls::may_have(code) {
            found.extend(detached_calls::edits(program));
        }
        if wrapper_names::may_have(code) {
            found.extend(wrapper_names::edits(program, scoping));
        }
        if let Some(mains) = self.mains.as_ref().filter(|_| main_module::may_have(code)) {
            found.extend(main_module::edits(program, scoping, mains.iter().any(|main| main == file)));
        }
        found
    }

    /// Replaces the calls of `feature` of a module, and notes those that are wrong.
    fn features(&self, id: &str, program: &Program<'_>, scoping: &Scoping) -> Vec<Edit> {
        let features::Found { edits, wrong } = features::edits(program, scoping, &self.features);
        let shown = shown_path(without_query(id), &self.directory);
        let report = |(message, span): (&str, Span)| {
            Diagnostic::at(true, message, &shown, program.source_text, span.start as usize, span.end as usize)
        };
        if let Ok(mut all) = self.wrong_features.lock() {
            all.insert(id.to_owned(), wrong.into_iter().map(report).collect());
        }
        edits
    }

    /// Lets assignments to constants throw when they run, and warns of those of the program itself.
    fn constant_writes(&self, id: &str, program: &Program<'_>, scoping: &Scoping) -> Vec<Edit> {
        let constant_writes::Found { edits, warnings } = constant_writes::found(program, scoping, is_of_package(id));
        let shown = shown_path(without_query(id), &self.directory);
        let report = |(message, span): &(String, Span)| {
            Diagnostic::at(false, message, &shown, program.source_text, span.start as usize, span.end as usize)
        };
        if let Ok(mut all) = self.warnings.lock() {
            all.extend(warnings.iter().filter(|_| Self::is_own(id)).map(report));
        }
        edits
    }

    /// Expands the calls of `import.meta.glob` of a module. One of a package that cannot be expanded stays.
    fn globs(&self, id: &str, program: &Program<'_>) -> Vec<Edit> {
        let places = meta_globs::Places {
            file: PathBuf::from(without_query(id)),
            roots: self.sites.clone(),
            aliases: self.aliases.clone(),
            tsconfig: self.tsconfig.clone(),
        };
        let expanded = meta_globs::expand(program, places);
        let shown = shown_path(without_query(id), &self.directory);
        let report = |(message, span): &(String, Span)| {
            Diagnostic::at(true, message, &shown, program.source_text, span.start as usize, span.end as usize)
        };
        let errors = expanded.errors.iter().filter(|_| Self::is_own(id)).map(report).collect();
        if let Ok(mut globs) = self.globs.lock() {
            globs.insert(id.to_owned(), Globs { searches: expanded.searches, errors });
        }
        expanded.edits
    }

    /// What takes the place of the address of a worker. None for one that stays.
    fn worker_address(&self, ctx: &SharedTransformPluginContext, start: &Start<'_>) -> anyhow::Result<Option<String>> {
        if let Some(served) = &self.served {
            let address = served.add_worker(start.importer, start.specifier);
            return Ok(address.map(|address| format!("new URL(\"{address}\", location.origin)")));
        }
        self.has_workers.store(true, Ordering::Relaxed);
        if !self.splitting {
            return Ok(None);
        }
        let reference = ctx.emit_chunk(self.workers.chunk(start, &self.directory))?;
        Ok(Some(format!("new URL(import.meta.ROLLUP_FILE_URL_{reference})")))
    }

    fn edit_code(&self, ctx: &SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        // The names of Rolldown's own functions stay.
        if !is_code(args.module_type) || args.id == RUNTIME_MODULE_KEY {
            return Ok(None);
        }
        let is_typescript = matches!(args.module_type, ModuleType::Ts | ModuleType::Tsx);
        let edited = match self.concerns(args.id, args.code, is_typescript) {
            true => self.edit(ctx, args)?,
            false => None,
        };
        if args.code.contains(".css") && barrels::imports_style_sheet(args.code) {
            let edited = edited.unwrap_or_default();
            return Ok(Some(HookTransformOutput { side_effects: Some(HookSideEffects::True), ..edited }));
        }
        if self.is_optimized(args) {
            let edited = edited.unwrap_or_default();
            return Ok(Some(HookTransformOutput { side_effects: Some(HookSideEffects::False), ..edited }));
        }
        Ok(edited)
    }

    /// Whether a module only exports others, and is of a package of which only what is used is to be read.
    fn is_optimized(&self, args: &HookTransformArgs<'_>) -> bool {
        !self.optimized.is_empty()
            && barrels::package_of(Path::new(without_query(args.id)))
                .is_some_and(|package| self.optimized.contains(&package))
            && barrels::is_barrel(args.code, source_type(args.id, args.module_type))
    }

    /// Everything that is edited in a module.
    fn found(&self, id: &str, program: &Program<'_>) -> Vec<Edit> {
        let code = program.source_text;
        let scoping = SemanticBuilder::new().build(program).semantic.into_scoping();
        let file = Path::new(without_query(id));
        let mut edits = Edits::new(self.settings(id, file), &scoping);
        edits.visit_program(program);
        self.warn_of_packages(&edits.not_meant);
        let mut found = edits.found;
        found.extend(self.other_edits(file, program, &scoping));
        found.extend(reexported_types::edits(program, &self.corrections.types_of(id)));
        if meta_globs::may_have(code) {
            found.extend(self.globs(id, program));
        }
        if code.contains(features::MODULE) {
            found.extend(self.features(id, program, &scoping));
        }
        if self.corrections.writes_constants(id) {
            found.extend(self.constant_writes(id, program, &scoping));
        }
        if let Some(names) = self.corrections.star_exports(id) {
            found.extend(star_exports::edits(program, names));
        }
        if let Some(number) = self.corrections.evaluation_number(id) {
            found.extend(deferred::evaluation(program, number));
        }
        self.refuse_computed(id, program, &scoping, &found);
        found
    }

    fn edit(&self, ctx: &SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        let code = args.code.as_str();
        let allocator = Allocator::default();
        let options = ParseOptions { allow_return_outside_function: true, ..ParseOptions::default() };
        let parser = Parser::new(&allocator, code, source_type(args.id, args.module_type)).with_options(options);
        let parsed = parser.parse();
        if !is_understood(&parsed) {
            return Ok(None);
        }
        let found = self.found(args.id, &parsed.program);
        if found.is_empty() {
            return Ok(None);
        }
        let (edits, functions) = self.replacements(ctx, args, found)?;
        let mut text = MagicString::new(code);
        for edit in overlaps::outermost(edits) {
            let edited = match edit {
                Edit::Insert { at, text: new } => text.append_left(at, new),
                Edit::Replace { start, end, text: new } => text.update(start, end, new),
                _ => continue,
            };
            edited.map_err(anyhow::Error::msg)?;
        }
        if !functions.is_empty() {
            text.append(functions);
        }
        let map = text.source_map(SourceMapOptions { source: args.id.into(), ..SourceMapOptions::default() });
        Ok(Some(HookTransformOutput {
            code: Some(text.to_string()),
            map: map.into(),
            ..HookTransformOutput::default()
        }))
    }

    /// What the edits of a module insert and replace, and the functions that the module gets for it.
    fn replacements(
        &self,
        ctx: &SharedTransformPluginContext,
        args: &HookTransformArgs<'_>,
        found: Vec<Edit>,
    ) -> anyhow::Result<(Vec<Edit>, String)> {
        let file = Path::new(without_query(args.id));
        let mut edits = Vec::new();
        let mut functions = String::new();
        for (index, edit) in found.into_iter().enumerate() {
            match edit {
                Edit::Insert { .. } | Edit::Replace { .. } => edits.push(edit),
                Edit::Beside { path } => drop(ctx.emit_file(file_beside(&path)?, None, None)?),
                Edit::Worker { start, end, specifier } => {
                    let range = (start as usize, end as usize);
                    let started = Start { specifier: &specifier, importer: args.id, source: args.code, range };
                    let Some(text) = self.worker_address(ctx, &started)? else { continue };
                    edits.push(Edit::Replace { start, end, text });
                }
                Edit::GlobImport { start, end, pattern, specifier, call } => {
                    let Some(map) = glob_imports::object(args.id, &pattern, &call) else { continue };
                    let name = format!("__brio_glob_{index}");
                    // A function declaration is there before any statement runs.
                    functions += &format!("\nfunction {name}() {{ return {map}; }}");
                    let text = glob_imports::call(&name, &specifier, call.is_require);
                    edits.push(Edit::Replace { start, end, text });
                }
                Edit::Classes { start, end, pattern } => {
                    let name = format!("__brio_classes_{index}");
                    let Some(function) = class_patterns::function(&name, &pattern, file) else {
                        self.warn_of_pattern(args.id, args.code, &pattern, start as usize, end as usize);
                        continue;
                    };
                    functions += &function;
                    edits.push(Edit::Replace { start, end, text: format!("...{name}()") });
                }
            }
        }
        Ok((edits, functions))
    }
}

/// Whether a source parses, besides what is said about names that are only announced.
fn is_understood(parsed: &ParserReturn<'_>) -> bool {
    parsed.diagnostics.is_empty()
        || (!parsed.panicked && ambient::is_about_them(parsed.diagnostics.iter().map(|one| one.message.as_ref())))
}

/// All files below a folder, without those of packages and hidden ones, sorted.
pub(crate) fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    glob_imports::collect(folder, &mut files);
    files.sort();
    files
}

/// The folders of aliases, with what specifiers have for them.
fn aliases(options: &Options) -> Vec<(String, PathBuf)> {
    let folder = |path: &String| options.directory.join(path.trim_start_matches("./"));
    options.alias.iter().map(|(name, path)| (name.clone(), folder(path))).collect()
}

/// An output with the name that the file has.
fn file_beside(path: &Path) -> anyhow::Result<EmittedAsset> {
    Ok(EmittedAsset {
        name: None,
        original_file_name: Some(path.to_string_lossy().into_owned()),
        file_name: path.file_name().map(|name| name.to_string_lossy().as_ref().into()),
        source: std::fs::read(path)?.into(),
    })
}

/// Whether a word is a string of a source.
fn is_quoted(code: &str, word: &str) -> bool {
    code.match_indices(word).any(|(start, _)| {
        let quote = code[..start].chars().next_back().filter(|character| "\"'`".contains(*character));
        quote.is_some_and(|quote| code[start + word.len()..].starts_with(quote))
    })
}

/// Whether a source can have import attributes: `"name" with {`, or `{ with: {`.
pub(crate) fn has_attributes(code: &str) -> bool {
    // The former keyword is understood too.
    let ends =
        ["with", "assert"].into_iter().flat_map(|word| places(code, word).map(|start| (start, start + word.len())));
    code.contains("type")
        && ends.into_iter().any(|(start, end)| {
            let behind = code[end..].trim_start();
            let before = code[..start].trim_end();
            match behind.chars().next() {
                Some('{') => before.ends_with(['"', '\'', '/']),
                Some(':') => before.ends_with(['{', ',', '/']),
                _ => false,
            }
        })
}

/// How a module is parsed.
pub(crate) fn source_type(id: &str, module_type: &ModuleType) -> SourceType {
    let of_file = SourceType::from_path(without_query(id)).unwrap_or_default();
    match module_type {
        ModuleType::Ts => of_file.with_typescript(true).with_jsx(false),
        ModuleType::Tsx => of_file.with_typescript(true).with_jsx(true),
        ModuleType::Js | ModuleType::Jsx => SourceType::unambiguous().with_jsx(true),
        _ => of_file,
    }
}

/// Whether a module is of a file that plugins compile, as `.vue`.
fn is_compiled(id: &str) -> bool {
    let extension = Path::new(without_query(id)).extension();
    extension.is_some_and(|extension| COMPILED_LANGUAGES.iter().any(|language| extension == *language))
}

/// Whether a module is source code.
pub(crate) fn is_code(module_type: &ModuleType) -> bool {
    matches!(module_type, ModuleType::Js | ModuleType::Jsx | ModuleType::Ts | ModuleType::Tsx)
}

impl Plugin for Syntax {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:syntax")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::Transform
    }

    fn transform_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    async fn transform(&self, ctx: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        if is_compiled(args.id) { Ok(None) } else { self.edit_code(&ctx, args) }
    }
}

/// Edits what compilers make of other languages, behind their plugins.
#[derive(Debug)]
pub(crate) struct CompiledSyntax(pub(crate) Arc<Syntax>);

impl Plugin for CompiledSyntax {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:syntax of compiled files")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::Transform
    }

    async fn transform(&self, ctx: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        if is_compiled(args.id) { self.0.edit_code(&ctx, args) } else { Ok(None) }
    }
}
