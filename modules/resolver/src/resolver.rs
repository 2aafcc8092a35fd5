//! The resolver that all threads of a process share: its options, its caches, and what both algorithms use.

use crate::deno::{self, DenoConfig, Imported, Mapped, MappedPackage};
use crate::error::{ErrorCode, ResolveError};
use crate::format::{Format, Syntax, file_format};
use crate::home::Home;
use crate::package_json::{PackageCache, PackageJson, PackageType};
use crate::provider::{self, Provider, WantedPackage};
use crate::settings::{ReadSetting, read_freely};
use crate::tsconfig::TsconfigCache;
use parking_lot::RwLock;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// Options that are the same for every resolution of a process.
#[derive(Clone, Debug)]
pub struct Options {
    /// `--preserve-symlinks`: modules keep the path they were found under.
    pub preserve_symlinks: bool,
    /// `--preserve-symlinks-main`: the same for the program's entry.
    pub preserve_symlinks_main: bool,
    /// Where `require` looks after all `node_modules`: `NODE_PATH`, `~/.node_modules`, ….
    pub global_folders: Vec<PathBuf>,
    /// Whether a specifier without `node:` names a built-in module.
    pub is_builtin: fn(&str) -> bool,
    /// Fetches what is not there; None: nothing is fetched.
    pub provider: Option<Arc<dyn Provider>>,
    /// Where Deno's configuration is.
    pub deno: DenoSource,
    /// Reads tsconfigs.
    pub read_setting: ReadSetting,
    /// The tsconfig of all files; by default each has the nearest one.
    pub tsconfig: Option<PathBuf>,
}

/// Where the configuration of a program of Deno is; by default the nearest deno.json.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DenoSource {
    /// `--config`: this file.
    pub config: Option<PathBuf>,
    /// `--no-config`: nowhere.
    pub is_none: bool,
    /// `--import-map`: a file with `imports` and `scopes` in place of those of the configuration.
    pub import_map: Option<PathBuf>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            preserve_symlinks: false,
            preserve_symlinks_main: false,
            global_folders: Vec::new(),
            is_builtin: |_| false,
            provider: None,
            deno: DenoSource::default(),
            read_setting: read_freely,
            tsconfig: None,
        }
    }
}

/// Which of Node's two algorithms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResolveKind {
    /// ES modules: specifiers are URLs, extensions are mandatory.
    Import,
    /// CommonJS: specifiers are paths, extensions and folders are tried.
    Require,
}

/// A resolution request.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The specifier as written.
    pub specifier: &'a str,
    /// The absolute path of the importing file. For a program's entry, any file name in the working directory.
    pub importer: &'a Path,
    /// Import or require.
    pub kind: ResolveKind,
    /// The conditions of `exports` and `imports` that hold, in any order; `default` always does.
    pub conditions: &'a [&'a str],
    /// The home of the program: in Bun's, imports may omit extensions, and tsconfig's paths have priority.
    pub home: Home,
    /// The entry of the program (for [`Options::preserve_symlinks_main`]).
    pub is_entry: bool,
    /// The folders that a require of a bare specifier looks in instead of the `node_modules` upwards and
    /// [`Options::global_folders`]: `module.paths`, or the `paths` of `require.resolve`.
    pub lookup_folders: Option<&'a [PathBuf]>,
    /// The chain of files that required each other, innermost first, for the error of a require.
    pub require_stack: &'a [String],
}

/// A resolution result.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The file; for [`Format::Builtin`] the specifier, `node:` included.
    pub path: PathBuf,
    /// `?…` of an import, or empty. It is part of the module's identity.
    pub query: String,
    /// `#…` of an import, or empty. It is part of the module's identity, too.
    pub fragment: String,
    /// The package scope of the file.
    pub package_json: Option<Arc<PackageJson>>,
    /// How to load it.
    pub format: Format,
    /// The language to transform it from.
    pub syntax: Syntax,
}

/// Resolves specifiers. It is `Sync`: one is shared by all threads.
#[derive(Debug)]
pub struct Resolver {
    pub(crate) options: Options,
    pub(crate) packages: PackageCache,
    pub(crate) tsconfigs: TsconfigCache,
    /// Deno's configuration of the program, read for its first module.
    deno: OnceLock<DenoConfig>,
    /// Folders and their real paths. Files are not cached: their links are resolved each time.
    real_folders: RwLock<HashMap<PathBuf, PathBuf>>,
}

/// The kind of file at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Entry {
    File,
    Directory,
    Missing,
}

impl Resolver {
    /// Makes a resolver with empty caches.
    pub fn new(options: Options) -> Self {
        let packages = PackageCache::default();
        let tsconfigs = TsconfigCache::new(options.read_setting, options.tsconfig.clone());
        Self { options, packages, tsconfigs, deno: OnceLock::new(), real_folders: RwLock::default() }
    }

    /// Finds the file that `request.specifier` means.
    ///
    /// An import follows Node's ESM resolution, a require its CommonJS one. Both find `x.ts` for `./x.js` when only the
    /// former exists, and apply `paths` or `baseUrl` of the nearest tsconfig.json or jsconfig.json (never for files
    /// inside `node_modules`): after Node's rules have failed, or before them in Bun's home.
    ///
    /// # Errors
    /// [`ResolveError`] with Node's code and message.
    pub fn resolve(&self, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        if request.home == Home::Deno && request.is_entry {
            self.deno_config(request.importer);
        }
        if request.home == Home::Bun
            && let Some(path) = self.find_mapped(request)
        {
            return self.finish(path, "", "", request.is_entry);
        }
        let outcome = match request.kind {
            ResolveKind::Import if request.home == Home::Deno => self.resolve_mapped_import(request),
            ResolveKind::Import => self.resolve_import_of_others(request),
            ResolveKind::Require => self.resolve_require(request),
        };
        match outcome {
            Err(error) if request.home == Home::Bun && is_missing_package(&error, request.specifier) => {
                self.provide_for_bun(error, request)
            }
            Err(error) if may_be_mapped(&error) && request.home != Home::Bun => match self.find_mapped(request) {
                Some(path) => self.finish(path, "", "", request.is_entry),
                None => Err(error),
            },
            decided => decided,
        }
    }

    /// An import in a program of Deno: by its import map and its workspace, then as any import.
    fn resolve_mapped_import(&self, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        let config = self.deno_config(request.importer);
        let provider = self.options.provider.as_deref();
        let base = provider.and_then(|provider| provider.address_of(request.importer));
        let given = match &base {
            Some(base) => provider::join(base, request.specifier),
            None => request.specifier.to_owned(),
        };
        let mapped = config.map(&given, request.importer)?;
        let specifier = match &mapped {
            Some(Mapped::Url(specifier)) => specifier.as_str(),
            Some(Mapped::Package(package)) => {
                return match self.resolve_jsr(package, request) {
                    Some(outcome) => outcome,
                    None => self.resolve_package(package, request),
                };
            }
            None => given.as_str(),
        };
        if let (true, Some(provider)) = (provider::is_address(specifier), provider) {
            return self.fetch(provider, specifier, request);
        }
        self.resolve_import(&Request { specifier, ..*request }).map_err(|error| match error.code {
            ErrorCode::ModuleNotFound => deno::not_found(error, request.specifier, request.importer),
            _ => error,
        })
    }

    /// An import in a program of Node or Bun. `npm:` and `jsr:` name packages there too.
    fn resolve_import_of_others(&self, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        match deno::package_of(request.specifier) {
            Some(package) => self.resolve_package(&package, request),
            None => self.resolve_import(request),
        }
    }

    /// A package of JSR in a program of Deno: a module at an address. None: the provider has no address for it.
    fn resolve_jsr(&self, package: &MappedPackage, request: &Request<'_>) -> Option<Result<Resolved, ResolveError>> {
        let provider = self.options.provider.as_deref().filter(|_| package.scheme == "jsr")?;
        let (name, rest) = crate::esm::split_package_name(&package.specifier)?;
        let wanted = WantedPackage { scheme: package.scheme, name, range: &package.range, importer: request.importer };
        match provider.jsr_module(&wanted, &format!(".{rest}"), &|_| Ok(())) {
            Ok(address) => Some(self.fetch(provider, &address?, request)),
            Err(message) => Some(Err(provider::failed(message))),
        }
    }

    /// A package of npm or JSR: from `node_modules`, else from where a provider puts it.
    fn resolve_package(&self, package: &MappedPackage, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        let specifier = package.specifier.as_str();
        let error = match self.resolve_import(&Request { specifier, ..*request }) {
            Err(error) if error.code == ErrorCode::ModuleNotFound => error,
            decided => return decided,
        };
        let Some((name, _)) = crate::esm::split_package_name(specifier) else { return Err(error) };
        let wanted = WantedPackage { scheme: package.scheme, name, range: &package.range, importer: request.importer };
        match self.provide(&wanted, specifier, request) {
            Some(outcome) => outcome,
            None => Err(deno::not_installed(error, specifier)),
        }
    }

    /// A bare name in a program of Bun that no `node_modules` contains; it may have a version (`name@1/path`).
    fn provide_for_bun(&self, error: ResolveError, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        let Some((name, _)) = crate::esm::split_package_name(request.specifier) else { return Err(error) };
        let (plain, range) = match name.get(1..).and_then(|rest| rest.find('@')) {
            Some(at) => (&name[..=at], &name[at + 2..]),
            None => (name, ""),
        };
        let specifier = format!("{plain}{}", &request.specifier[name.len()..]);
        let wanted = WantedPackage { scheme: "bun", name: plain, range, importer: request.importer };
        self.provide(&wanted, &specifier, request).unwrap_or(Err(error))
    }

    /// Resolves `specifier`, which begins with the wanted name, in the folder that the provider names. None: it provides
    /// nothing.
    fn provide(
        &self,
        wanted: &WantedPackage<'_>,
        specifier: &str,
        request: &Request<'_>,
    ) -> Option<Result<Resolved, ResolveError>> {
        let provided = match self.options.provider.as_deref()?.package(wanted) {
            Ok(provided) => provided?,
            Err(message) => return Some(Err(provider::failed(message))),
        };
        let specifier = format!("{}{}", provided.name, &specifier[wanted.name.len()..]);
        let importer = provided.folder.join("_");
        let inner = Request { specifier: &specifier, importer: &importer, ..*request };
        Some(match request.kind {
            ResolveKind::Import => self.resolve_import(&inner),
            ResolveKind::Require => self.resolve_require(&Request { lookup_folders: None, ..inner }),
        })
    }

    /// The module at an address. Its own address is in `query`, where a file's query is.
    fn fetch(&self, provider: &dyn Provider, address: &str, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        let path = provider.module(address, request.importer, &|_| Ok(())).map_err(provider::failed)?;
        let address = provider.address_of(&path).unwrap_or_else(|| address.to_owned());
        Ok(Resolved { query: address, ..self.finish(path, "", "", false)? })
    }

    /// The configuration of Deno that applies to the program; `first` is the first module that was resolved.
    pub(crate) fn deno_config(&self, first: &Path) -> &DenoConfig {
        self.deno.get_or_init(|| DenoConfig::find(&self.options.deno, first))
    }

    /// The package of npm or JSR that an import means by Deno's import map, with its scheme and range. None for another
    /// import, and for a package that a `node_modules` has.
    pub fn mapped_package(&self, specifier: &str, importer: &Path) -> Option<String> {
        let Some(Imported::Package { specifier: package, source }) =
            self.deno_config(importer).imported(specifier, importer)
        else {
            return None;
        };
        let depth = if package.starts_with('@') { 2 } else { 1 };
        let name = package.split('/').take(depth).collect::<Vec<_>>().join("/");
        let folders = Self::node_modules_folders(importer.parent().unwrap_or(Path::new("/")));
        (!folders.iter().any(|folder| folder.join(&name).exists())).then_some(source)
    }

    /// Returns the folders that a require of a bare specifier from a file in `folder` looks in, nearest first
    /// (`module.paths`), without [`Options::global_folders`].
    pub fn node_modules_folders(folder: &Path) -> Vec<PathBuf> {
        let folders = folder.ancestors().filter(|folder| folder.file_name() != Some("node_modules".as_ref()));
        folders.map(|folder| folder.join("node_modules")).collect()
    }

    /// Returns the nearest `package.json` of `file`, not beyond `node_modules`.
    ///
    /// # Errors
    /// `ERR_INVALID_PACKAGE_CONFIG` when it is not a JSON object.
    pub fn package_scope(&self, file: &Path) -> Result<Option<Arc<PackageJson>>, ResolveError> {
        self.packages.scope(file)
    }

    /// Returns the format and the language of `file`.
    ///
    /// # Errors
    /// `ERR_INVALID_PACKAGE_CONFIG` when its `package.json` is not a JSON object.
    pub fn format(&self, file: &Path) -> Result<(Format, Syntax), ResolveError> {
        let package = self.packages.scope(file)?;
        Ok(file_format(file, package.map_or(PackageType::None, |package| package.package_type)))
    }

    /// Clears the caches: after installing packages, or when files are watched.
    pub fn clear_cache(&self) {
        self.packages.clear();
        self.tsconfigs.clear();
        self.real_folders.write().clear();
    }

    pub(crate) fn finish(
        &self,
        path: PathBuf,
        query: &str,
        fragment: &str,
        is_entry: bool,
    ) -> Result<Resolved, ResolveError> {
        // As in Node, `--preserve-symlinks` alone does not apply to the entry.
        let preserve = if is_entry { self.options.preserve_symlinks_main } else { self.options.preserve_symlinks };
        let path = if preserve { path } else { self.real_path(path) };
        let package_json = self.packages.scope(&path)?;
        let package_type = package_json.as_ref().map_or(PackageType::None, |package| package.package_type);
        let (mut format, syntax) = file_format(&path, package_type);
        if is_entry && format == Format::Wasm && package_type == PackageType::None && path.extension().is_none() {
            // Node runs such a main file as CommonJS.
            format = Format::Detect;
        }
        let (query, fragment) = (query.to_owned(), fragment.to_owned());
        Ok(Resolved { path, query, fragment, package_json, format, syntax })
    }

    pub(crate) fn builtin(specifier: &str) -> Resolved {
        let name = specifier.strip_prefix("node:").unwrap_or(specifier);
        Resolved {
            path: PathBuf::from(format!("node:{name}")),
            query: String::new(),
            fragment: String::new(),
            package_json: None,
            format: Format::Builtin,
            syntax: Syntax::JavaScript,
        }
    }

    /// Returns the TypeScript file for the name of the JavaScript file that is compiled from it.
    pub(crate) fn find_typescript(&self, path: &Path) -> Option<PathBuf> {
        let extensions: &[&str] = match path.extension()?.to_str()? {
            "js" => &["ts", "tsx"],
            "mjs" => &["mts"],
            "cjs" => &["cts"],
            "jsx" => &["tsx"],
            _ => return None,
        };
        extensions.iter().map(|extension| path.with_extension(extension)).find(|path| is_file(path))
    }

    /// Maps a bare specifier by the tsconfig's `paths` or `baseUrl`.
    fn find_mapped(&self, request: &Request<'_>) -> Option<PathBuf> {
        let specifier = request.specifier;
        if specifier.starts_with(['/', '.']) || specifier.is_empty() || specifier.contains(':') {
            return None;
        }
        let candidates = self.tsconfigs.mapped_paths(specifier, request.importer);
        candidates.iter().find_map(|path| {
            self.find_typescript(path).filter(|_| !is_file(path)).or_else(|| {
                self.load_as_file(path, Home::Bun).or_else(|| self.load_as_directory(path, Home::Bun).ok().flatten())
            })
        })
    }

    fn real_path(&self, path: PathBuf) -> PathBuf {
        let (Some(folder), Some(name)) = (path.parent(), path.file_name()) else {
            return path;
        };
        if std::fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_symlink()) {
            return std::fs::canonicalize(&path).unwrap_or(path);
        }
        if let Some(real) = self.real_folders.read().get(folder) {
            return real.join(name);
        }
        let real = std::fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned());
        let real_path = real.join(name);
        self.real_folders.write().insert(folder.to_owned(), real);
        real_path
    }
}

pub(crate) fn entry_at(path: &Path) -> Entry {
    match std::fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => Entry::Directory,
        // Named pipes and devices are files here, as in Node.
        Ok(_) => Entry::File,
        Err(_) => Entry::Missing,
    }
}

pub(crate) fn is_file(path: &Path) -> bool {
    entry_at(path) == Entry::File
}

/// Whether a bare name leads to no package.
fn is_missing_package(error: &ResolveError, specifier: &str) -> bool {
    matches!(error.code, ErrorCode::ModuleNotFound | ErrorCode::RequireNotFound)
        && !specifier.starts_with(['.', '/', '#'])
        && !specifier.contains(':')
}

fn may_be_mapped(error: &ResolveError) -> bool {
    matches!(
        error.code,
        ErrorCode::ModuleNotFound
            | ErrorCode::RequireNotFound
            | ErrorCode::PackageImportNotDefined
            | ErrorCode::InvalidModuleSpecifier
    )
}
