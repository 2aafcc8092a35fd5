//! Finds the tsconfig.json or jsconfig.json of a file, and its options. Parsing, `extends`, `references`, `include` and
//! `paths` are done by `oxc_resolver`.

use crate::overrides;
use crate::settings::{ReadSetting, read_freely};
use oxc_resolver::{
    FileMetadata, FileSystem, FileSystemOs, ResolveError, ResolveOptions, ResolverGeneric, TsConfig, TsconfigDiscovery,
};
use parking_lot::RwLock;
use serde_json::Value;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The options that affect the transform of a file; unset ones are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompilerOptions {
    /// The file that the options come from (not those that it extends).
    pub path: Option<PathBuf>,
    /// `experimentalDecorators`: TypeScript's own decorators instead of the standard's.
    pub experimental_decorators: Option<bool>,
    /// `emitDecoratorMetadata`
    pub emit_decorator_metadata: Option<bool>,
    /// `strictNullChecks`, or `strict` without it.
    pub strict_null_checks: Option<bool>,
    /// `useDefineForClassFields`
    pub use_define_for_class_fields: Option<bool>,
    /// `verbatimModuleSyntax`: keep unused imports.
    pub verbatim_module_syntax: Option<bool>,
    /// `jsx`, such as `react-jsx`.
    pub jsx: Option<String>,
    /// `jsxImportSource`
    pub jsx_import_source: Option<String>,
    /// `jsxFactory`
    pub jsx_factory: Option<String>,
    /// `jsxFragmentFactory`
    pub jsx_fragment_factory: Option<String>,
    /// `target`, such as `es2022`.
    pub target: Option<String>,
}

impl CompilerOptions {
    /// The options of an object like the `compilerOptions` of a tsconfig. Members of other types are left out.
    #[must_use]
    pub fn from_json(given: &Value) -> Self {
        let text = |name: &str| given[name].as_str().map(str::to_owned);
        let flag = |name: &str| given[name].as_bool();
        Self {
            path: None,
            experimental_decorators: flag("experimentalDecorators"),
            emit_decorator_metadata: flag("emitDecoratorMetadata"),
            strict_null_checks: flag("strictNullChecks").or(flag("strict")),
            use_define_for_class_fields: flag("useDefineForClassFields"),
            verbatim_module_syntax: flag("verbatimModuleSyntax"),
            jsx: text("jsx"),
            jsx_import_source: text("jsxImportSource"),
            jsx_factory: text("jsxFactory"),
            jsx_fragment_factory: text("jsxFragmentFactory"),
            target: text("target"),
        }
    }

    /// As [`Self::from_json`], for the source of such an object. All options are unset for what is not JSON.
    #[must_use]
    pub fn of_source(json: &str) -> Self {
        serde_json::from_str(json).map_or_else(|_| Self::default(), |given| Self::from_json(&given))
    }

    /// These options, with `other` for those that are not set.
    pub(crate) fn over(&self, other: Self) -> Self {
        let own = self.clone();
        Self {
            path: other.path,
            experimental_decorators: own.experimental_decorators.or(other.experimental_decorators),
            emit_decorator_metadata: own.emit_decorator_metadata.or(other.emit_decorator_metadata),
            strict_null_checks: own.strict_null_checks.or(other.strict_null_checks),
            use_define_for_class_fields: own.use_define_for_class_fields.or(other.use_define_for_class_fields),
            verbatim_module_syntax: own.verbatim_module_syntax.or(other.verbatim_module_syntax),
            jsx: own.jsx.or(other.jsx),
            jsx_import_source: own.jsx_import_source.or(other.jsx_import_source),
            jsx_factory: own.jsx_factory.or(other.jsx_factory),
            jsx_fragment_factory: own.jsx_fragment_factory.or(other.jsx_fragment_factory),
            target: own.target.or(other.target),
        }
    }
}

/// A tsconfig that cannot be read, parsed or extended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TsconfigError {
    /// The error with the path.
    pub message: String,
}

impl std::fmt::Display for TsconfigError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.message)
    }
}

impl std::error::Error for TsconfigError {}

impl crate::Resolver {
    /// Returns the compiler options for `file`, all `None` when it has no tsconfig. Files inside `node_modules` have
    /// none: they were published for programs with other settings.
    ///
    /// # Errors
    /// [`TsconfigError`] when the tsconfig, or one it extends, is missing, malformed or circular.
    pub fn compiler_options(&self, file: &Path) -> Result<CompilerOptions, TsconfigError> {
        let Some(config) = self.tsconfigs.find(file)? else {
            return Ok(overrides::applied(CompilerOptions::default()));
        };
        let options = &config.compiler_options;
        Ok(overrides::applied(CompilerOptions {
            path: Some(config.path().to_owned()),
            experimental_decorators: options.experimental_decorators,
            emit_decorator_metadata: options.emit_decorator_metadata,
            strict_null_checks: options.strict_null_checks.or(options.strict),
            use_define_for_class_fields: options.use_define_for_class_fields,
            verbatim_module_syntax: options.verbatim_module_syntax,
            jsx: options.jsx.clone(),
            jsx_import_source: options.jsx_import_source.clone().filter(|_| !self.tsconfigs.has_written()),
            jsx_factory: options.jsx_factory.clone(),
            jsx_fragment_factory: options.jsx_fragment_factory.clone(),
            target: options.target.clone(),
        }))
    }
}

impl crate::Resolver {
    /// Returns the absolute paths that `specifier` may mean in `importer` by `paths` or `baseUrl` of a tsconfig. They need
    /// not exist.
    pub fn tsconfig_paths(&self, specifier: &str, importer: &Path) -> Vec<PathBuf> {
        self.tsconfigs.mapped_paths(specifier, importer)
    }

    /// Returns the compiler options for `file` in a program of Deno: those of its deno.json, and where it has none
    /// those of its tsconfig.
    ///
    /// # Errors
    /// As [`crate::Resolver::compiler_options`].
    pub fn deno_compiler_options(&self, file: &Path) -> Result<CompilerOptions, TsconfigError> {
        match self.deno_config(file).compiler_options(file) {
            Some(options) => Ok(options.clone()),
            None => self.compiler_options(file),
        }
    }
}

type Found = Result<Option<Arc<TsConfig>>, TsconfigError>;

pub(crate) struct TsconfigCache {
    reader: ResolverGeneric<Files>,
    /// The tsconfig of all files.
    given: Option<PathBuf>,
    /// By file, since `include` and `files` differ for the files of one folder.
    files: RwLock<HashMap<PathBuf, Found>>,
    /// A configuration was read that the program may have written.
    has_written: Arc<AtomicBool>,
}

impl TsconfigCache {
    pub(crate) fn new(read_setting: ReadSetting, given: Option<PathBuf>) -> Self {
        let tsconfig = Some(TsconfigDiscovery::Auto);
        let options = ResolveOptions { tsconfig, node_path: false, ..ResolveOptions::default() };
        let has_written = Arc::new(AtomicBool::new(false));
        let files = Files { system: FileSystemOs::new(false), read: read_setting, has_written: has_written.clone() };
        let reader = ResolverGeneric::new_with_file_system(files, options);
        Self { reader, given, files: RwLock::default(), has_written }
    }

    pub(crate) fn find(&self, file: &Path) -> Found {
        if file.components().any(|component| component.as_os_str() == "node_modules") {
            return Ok(None);
        }
        if let Some(path) = overrides::tsconfig().or_else(|| self.given.clone()) {
            return self.named(&path).map_err(|error| TsconfigError { message: error.to_string() });
        }
        if let Some(found) = self.files.read().get(file) {
            return found.clone();
        }
        let found = self.read(file).map_err(|error| TsconfigError { message: error.to_string() });
        self.files.write().insert(file.to_owned(), found.clone());
        found
    }

    /// Returns the absolute paths that `specifier` may mean by `paths` or `baseUrl`. An invalid tsconfig maps nothing
    /// here: [`crate::Resolver::compiler_options`] reports it. Nor does any tsconfig from when one was read that the
    /// program may have written: it could name any file. Declarations of types, which `paths` may name for an editor,
    /// are left out: they are no modules that can run.
    pub(crate) fn mapped_paths(&self, specifier: &str, importer: &Path) -> Vec<PathBuf> {
        let mut paths = match self.find(importer) {
            Ok(Some(config)) if !self.has_written() => config.resolve_path_alias_or_base_url(specifier),
            _ => return Vec::new(),
        };
        paths.retain(|path| !is_declaration(path));
        paths
    }

    /// Whether a configuration was read that the program may have written.
    fn has_written(&self) -> bool {
        self.has_written.load(Ordering::Acquire)
    }

    pub(crate) fn clear(&self) {
        self.reader.clear_cache();
        self.files.write().clear();
    }

    /// The tsconfig of all files. Its reader caches it; what is cached by file are the files' own.
    fn named(&self, path: &Path) -> Result<Option<Arc<TsConfig>>, ResolveError> {
        BEFORE.with_borrow_mut(Vec::clear);
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.reader.resolve_tsconfig(path).map(Some)
    }

    fn read(&self, file: &Path) -> Result<Option<Arc<TsConfig>>, ResolveError> {
        BEFORE.with_borrow_mut(Vec::clear);
        let found = self.reader.find_tsconfig(file);
        if let Ok(Some(config)) = found {
            return Ok(Some(config));
        }
        // Tests are often excluded from what is built, and are compiled with the same options. So are they where a
        // configuration further up is invalid.
        let nearest = |name: &str| file.ancestors().skip(1).map(|folder| folder.join(name)).find(|path| path.is_file());
        match nearest("tsconfig.json").or_else(|| nearest("jsconfig.json")) {
            Some(path) => self.reader.resolve_tsconfig(path).map(Some),
            None => found,
        }
    }
}

/// Whether a file only declares types (`.d.ts`, `.d.mts`, `.d.cts`).
fn is_declaration(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    [".d.ts", ".d.mts", ".d.cts"].iter().any(|ending| name.ends_with(ending))
}

thread_local! {
    /// The configurations that the search of this thread has read.
    static BEFORE: RefCell<Vec<PathBuf>> = const { RefCell::new(Vec::new()) };
}

/// The file system, whose configurations are read as [`crate::Options`] says.
struct Files {
    system: FileSystemOs,
    read: ReadSetting,
    has_written: Arc<AtomicBool>,
}

impl FileSystem for Files {
    fn new(yarn_pnp: bool) -> Self {
        Self { system: FileSystemOs::new(yarn_pnp), read: read_freely, has_written: Arc::default() }
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        BEFORE.with_borrow_mut(|before| {
            let found = (self.read)(path, before)?;
            before.push(path.to_owned());
            self.has_written.fetch_or(found.is_of_program, Ordering::AcqRel);
            Ok(found.bytes)
        })
    }

    fn read_to_string(&self, path: &Path) -> io::Result<String> {
        String::from_utf8(self.read(path)?).map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
    }

    fn metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.system.metadata(path)
    }

    fn symlink_metadata(&self, path: &Path) -> io::Result<FileMetadata> {
        self.system.symlink_metadata(path)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, ResolveError> {
        self.system.read_link(path)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.system.canonicalize(path)
    }
}

impl std::fmt::Debug for TsconfigCache {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("TsconfigCache").finish_non_exhaustive()
    }
}
