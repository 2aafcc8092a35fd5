//! Programs' modules as source: finds a file, reads and transforms it, and records how its positions map to the source.
//! Linking and evaluation are JavaScript's (`internal:loader`). One loader serves all realms of a runtime, which owns it.
//!
//! Start reading at [`Loader`].

mod cache_log;
mod columns;
mod compiled;
mod compiler_options;
mod coverage;
mod disk_cache;
mod files;
mod home;
mod imported_types;
mod positions;
mod program_bytecode;
mod record;
mod resolution;
mod source_lines;
mod syntax_messages;

pub use brio_resolver::{CompilerOptions, CompilerOverrides, override_compiler_options};
pub use brio_transform::{Coverage, Defines, Form, HELPERS_SOURCE, ModuleHint, Options, ScriptNames};
pub use coverage::{CoverageRegistry, RealmCounters};
pub use program_bytecode::ModuleText;
pub use resolution::{
    DenoSource, ErrorCode, Found, Home, MayFetch, ProvidedPackage, Provider, Resolution, ResolveError, ResolveRequest,
    Setting, Settings, WantedPackage,
};

use brio_resolver::SourceHints;
use brio_transform::{Diagnostic, ReplInput, TypeSources, transform, transform_script, transform_with_types};
use cache_log::CacheLog;
use compiled::Compiled;
use disk_cache::DiskCache;
use imported_types::ImportedTypes;
use positions::Positions;
use program_bytecode::ProgramBytecode;
use source_lines::SourceLines;
use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The loader's data about the modules of this process.
#[derive(Default)]
pub struct Loader {
    modules: Mutex<HashMap<u32, Open>>,
    next_handle: AtomicU32,
    positions: Positions,
    source_lines: SourceLines,
    resolution: Resolution,
    disk_cache: DiskCache,
    bytecode: ProgramBytecode,
    coverage: CoverageRegistry,
    defines: OnceLock<Arc<Defines>>,
    /// A file that was loaded ahead of its evaluation, with the options of its transform.
    prepared: Mutex<Option<(PathBuf, Options, Loaded)>>,
    /// The program has permissions: what it imports for its types alone is not read.
    has_permissions: bool,
}

/// Transformed source that was not evaluated yet.
#[derive(Debug)]
struct Open {
    compiled: Arc<Compiled>,
    /// It is a file unchanged from the disk, so that later processes will evaluate the same source.
    is_file: bool,
}

/// A module that was read and transformed.
#[derive(Debug)]
pub struct Loaded {
    /// Its handle for [`Loader::text`]; 0 when `record` holds an error.
    pub handle: u32,
    /// JSON: kind, requests, imports, exports (`record.rs`), or `{"error": …}` with a syntax error and its place.
    pub record: String,
    hints: Option<SourceHints>,
}

impl Loader {
    /// A loader with the disk cache of the user.
    pub fn of_user() -> Self {
        Self { disk_cache: DiskCache::of_user(), ..Self::default() }
    }

    /// A loader for a program with permissions: NODE_COMPILE_CACHE has no effect until [`Self::name_cache`] is called.
    pub fn of_user_with_permissions() -> Self {
        Self { disk_cache: DiskCache::of_user_unnamed(), has_permissions: true, ..Self::default() }
    }

    /// The resolver.
    pub fn resolution(&self) -> &Resolution {
        &self.resolution
    }

    /// The transformer's options for a file: those of its extension, its home and its tsconfig. `Detect`
    /// decides by its name, else by syntax.
    pub fn options_for(&self, file_name: &str, goal: ModuleHint) -> Options {
        let options = compiler_options::options_for(&self.resolution, file_name, goal);
        Options { coverage: self.coverage.counts(file_name), defines: self.defines.get().cloned(), ..options }
    }

    /// Sets the substitutions of the command line, for files that are loaded from now on. A second call has no effect.
    pub fn set_defines(&self, defines: Defines) {
        // The threads of a process have the command line of the first.
        let _ = self.defines.set(Arc::new(defines));
    }

    /// Sets how files are compiled that are loaded from now on, in place of an earlier call and of the command line:
    /// `tsconfig` in place of their own (empty: their own), and `options`, the JSON of `compilerOptions` that have
    /// precedence over it.
    pub fn override_compiler_options(&self, tsconfig: &str, options: &str) {
        let tsconfig = (!tsconfig.is_empty()).then(|| PathBuf::from(tsconfig));
        override_compiler_options(CompilerOverrides { tsconfig, options: CompilerOptions::of_source(options) });
        self.drop_prepared();
    }

    /// The counters of what runs.
    pub fn coverage(&self) -> &CoverageRegistry {
        &self.coverage
    }

    /// What the counters of a file would count (JSON, see `brio_transform`'s `coverage/map.rs`). None for a file that a
    /// comment excludes or that has an error.
    ///
    /// # Errors
    /// The system's error when it cannot be read.
    pub fn coverage_map(&self, path: &Path) -> std::io::Result<Option<String>> {
        let bytes = files::read(path)?;
        let source = String::from_utf8_lossy(&bytes);
        let options = Options { coverage: true, ..self.options_for(&path.to_string_lossy(), ModuleHint::Detect) };
        let output = transform(source.strip_prefix('\u{feff}').unwrap_or(&source), &options);
        Ok(output.ok().and_then(|output| output.coverage).map(|coverage| coverage.map))
    }

    /// Reads and transforms a file, which `open` opens, with the options of [`Loader::options_for`].
    ///
    /// # Errors
    /// The system's error when it cannot be read.
    pub fn load_file_as(
        &self,
        path: &Path,
        goal: ModuleHint,
        open: impl FnOnce(&Path) -> std::io::Result<File>,
    ) -> std::io::Result<Loaded> {
        let options = self.options_for(&path.to_string_lossy(), goal);
        match self.take_prepared(path, &options) {
            Some(loaded) => Ok(loaded),
            None => self.load_open(open(path)?, &options),
        }
    }

    /// Reads and transforms a file.
    ///
    /// # Errors
    /// The system's error when it cannot be read.
    pub fn load_file(&self, path: &Path, options: &Options) -> std::io::Result<Loaded> {
        self.load_open(File::open(path)?, options)
    }

    fn load_open(&self, file: File, options: &Options) -> std::io::Result<Loaded> {
        let metadata = file.metadata()?;
        let bytes = files::read_open(file, &metadata)?;
        let source = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        };
        let loaded = self.load_cached(source.strip_prefix('\u{feff}').unwrap_or(&source), options);
        if let Some(open) = lock(&self.modules).get_mut(&loaded.handle) {
            open.is_file = true;
        }
        Ok(loaded)
    }

    /// Transforms source that is not a file, or was changed.
    pub fn load_source(&self, source: &str, options: &Options) -> Loaded {
        self.keep_outcome(source, options, transform(source, options).map(Compiled::of_output))
    }

    /// Transforms a classic script (`vm`, `-e`): types are erased, and lowered syntax uses the globals named in
    /// `names`.
    pub fn load_script(&self, source: &str, options: &Options, names: ScriptNames<'_>) -> Loaded {
        self.keep_outcome(source, options, transform_script(source, options, names).map(Compiled::of_output))
    }

    /// The source of a module in the form that the linker chose, to be evaluated under `url`; the handle is used up.
    /// None for a handle that is not open.
    pub fn text(&self, handle: u32, form: Form, url: &str) -> Option<String> {
        Some(self.assemble(handle, form, url)?.0)
    }

    /// As [`Loader::text`], with the engine's bytecode of it if an earlier process stored it.
    pub fn text_to_evaluate(&self, handle: u32, form: Form, url: &str) -> Option<ModuleText> {
        let (text, is_file) = self.assemble(handle, form, url)?;
        Some(if is_file { self.bytecode.of(text, &self.disk_cache) } else { ModuleText::Plain(text) })
    }

    /// Stores bytecode of programs' files from now on, and uses what was stored. `engine_version` is the version of the
    /// engine that made it.
    pub fn enable_bytecode(&self, engine_version: u32) {
        self.bytecode.enable(engine_version);
    }

    /// Neither uses nor stores bytecode of programs' files from now on.
    pub fn refuse_bytecode(&self) {
        self.bytecode.refuse();
    }

    /// Stores the bytecode of the source that was returned with that number, and the engine's hash of that source.
    /// Returns whether that worked.
    pub fn store_bytecode(&self, number: usize, bytes: &[u8], text_hash: u32) -> bool {
        self.bytecode.store(number, bytes, text_hash, &self.disk_cache)
    }

    fn assemble(&self, handle: u32, form: Form, url: &str) -> Option<(String, bool)> {
        let Open { compiled, is_file } = lock(&self.modules).remove(&handle)?;
        let assembled = compiled.output.assemble(form);
        self.positions.remember(url, compiled.output.map.clone(), assembled.head_columns);
        Some((assembled.code, is_file))
    }

    /// The source of a script, without a function around it; the handle is used up.
    pub fn script_text(&self, handle: u32, url: &str) -> Option<String> {
        let Open { compiled, .. } = lock(&self.modules).remove(&handle)?;
        self.positions.remember(url, compiled.output.map.clone(), 0);
        if compiled.output.map.is_none() {
            self.source_lines.remember(url, &compiled.output.body);
        }
        Some(compiled.output.body.clone())
    }

    /// Drops a module that is not needed.
    pub fn release(&self, handle: u32) {
        lock(&self.modules).remove(&handle);
    }

    /// The place that V8 would report in the source for the engine's place in evaluated source; both count from 1,
    /// columns in UTF-16 units. None for a url that this loader did not evaluate.
    pub fn map_position(&self, url: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        let (line, column) = self.positions.map(url, line, column)?;
        let shown = self.source_lines.with(url, line, |text| columns::v8_column(text, column));
        Some((line, shown.unwrap_or(column)))
    }

    /// The position in the source of a position in evaluated code, as a debugger needs it: where a statement begins.
    pub fn source_position(&self, url: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        self.positions.map(url, line, column)
    }

    /// The position in evaluated code of a position in the source; both count from 1, columns in UTF-16 units.
    pub fn evaluated_position(&self, url: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        self.positions.locate(url, line, column)
    }

    fn load_cached(&self, source: &str, options: &Options) -> Loaded {
        let Some(key) = self.disk_cache.key(source, options) else {
            return self.keep_outcome(source, options, self.compile(source, options));
        };
        let log = CacheLog::of(&self.disk_cache, &options.file_name);
        let entry = self.disk_cache.get(key);
        let is_current = |entry: &Compiled| imported_types::are_unchanged(&entry.dependencies, &self.resolution);
        if let Some(compiled) = entry.filter(is_current) {
            log.hit(&compiled);
            return self.keep(compiled, options);
        }
        match self.compile(source, options) {
            Ok(compiled) => {
                // Files that have moved import others.
                let is_lasting = compiled.dependencies.is_empty() || !self.disk_cache.is_portable();
                log.miss(&compiled, is_lasting && self.disk_cache.put(key, &compiled));
                self.keep(compiled, options)
            }
            Err(diagnostics) => {
                log.failure();
                failed(source, options, &diagnostics)
            }
        }
    }

    /// Transforms the source of a file.
    fn compile(&self, source: &str, options: &Options) -> Result<Compiled, Vec<Diagnostic>> {
        let types = ImportedTypes::new(&self.resolution);
        let sources = (!self.has_permissions).then_some(&types as &dyn TypeSources);
        let output = transform_with_types(source, options, sources)?;
        Ok(Compiled { dependencies: types.into_dependencies(), ..Compiled::of_output(output) })
    }

    /// Moves the cache of transformed sources into a folder below `directory` (`module.enableCompileCache`). Returns
    /// that folder.
    ///
    /// # Errors
    /// The system's, when it cannot be made.
    pub fn name_cache(&self, directory: &Path, is_portable: bool) -> std::io::Result<PathBuf> {
        let folder = self.disk_cache.name(directory, is_portable)?;
        self.drop_prepared();
        Ok(folder)
    }

    /// What was loaded ahead is loaded again, through the cache.
    fn drop_prepared(&self) {
        if let Some((.., loaded)) = lock(&self.prepared).take() {
            self.release(loaded.handle);
        }
    }

    /// The folder of the cache, when the program or NODE_COMPILE_CACHE named it.
    pub fn named_cache(&self) -> Option<PathBuf> {
        self.disk_cache.named()
    }

    fn keep_outcome(&self, source: &str, options: &Options, outcome: Result<Compiled, Vec<Diagnostic>>) -> Loaded {
        match outcome {
            Ok(compiled) => self.keep(compiled, options),
            Err(diagnostics) => failed(source, options, &diagnostics),
        }
    }

    fn keep(&self, mut compiled: Compiled, options: &Options) -> Loaded {
        let (record, hints) = (std::mem::take(&mut compiled.record), Some(compiled.hints));
        if let Some(coverage) = &compiled.output.coverage {
            self.coverage.add(coverage, &options.file_name);
        }
        let handle = self.next_handle.fetch_add(1, Ordering::Relaxed) + 1;
        lock(&self.modules).insert(handle, Open { compiled: Arc::new(compiled), is_file: false });
        Loaded { handle, record, hints }
    }

    fn prepare(&self, path: &Path, options: Options, loaded: Loaded) {
        *lock(&self.prepared) = Some((path.to_path_buf(), options, loaded));
    }

    /// The source that was prepared, when it is the requested one: the home that it indicated may transform it with
    /// other options.
    fn take_prepared(&self, path: &Path, options: &Options) -> Option<Loaded> {
        let mut prepared = lock(&self.prepared);
        if prepared.as_ref().is_none_or(|(known, ..)| known != path) {
            return None;
        }
        let (_, known, loaded) = prepared.take()?;
        if known == *options {
            return Some(loaded);
        }
        self.release(loaded.handle);
        None
    }
}

/// Lowers the source of a script that the program itself compiles (`eval`, `new Function`). None when it cannot be
/// parsed: the engine reports the error.
pub fn lower_code(source: &str, names: ScriptNames<'_>) -> Option<String> {
    let options = Options { module: ModuleHint::CommonJs, ..Options::for_file("code.js") };
    transform_script(source, &options, names).ok().map(|output| output.body)
}

/// Replaces the types of a source by white space.
///
/// # Errors
/// JSON `{ code, message }` of the first error.
pub fn strip_types(source: &str) -> Result<String, String> {
    brio_transform::strip_types(source).map_err(|diagnostics| {
        let first = diagnostics.first();
        let code = first.and_then(|error| error.code).unwrap_or("ERR_INVALID_TYPESCRIPT_SYNTAX");
        record::of_plain_error(code, first.map_or("cannot be parsed", |error| &error.message))
    })
}

/// Parses an input of an interactive prompt: JSON `{ kind, text?, error? }`, `kind` being `script`, `awaiting` (run
/// `text` in its place), `incomplete` or `invalid`; `error` is that of a record.
pub fn read_repl_input(source: &str) -> String {
    match brio_transform::read_repl_input(source) {
        ReplInput::Script => record::of_input("script", ""),
        ReplInput::Awaiting(text) => record::of_input("awaiting", &text),
        ReplInput::Incomplete => record::of_input("incomplete", ""),
        ReplInput::Invalid(error) => record::of_invalid_input(source, *error),
    }
}

fn failed(source: &str, options: &Options, diagnostics: &[Diagnostic]) -> Loaded {
    Loaded { handle: 0, record: record::of_error(source, &options.file_name, diagnostics), hints: None }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
