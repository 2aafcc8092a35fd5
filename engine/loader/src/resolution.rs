//! Finding modules: `brio_resolver` with the conditions of the program's home, and which home that is.

use brio_resolver::{CompilerOptions, Detection, Format, ReadSetting, Request, ResolveKind, Resolver, SourceHints};
pub use brio_resolver::{DenoSource, Setting};
pub use brio_resolver::{ErrorCode, Home, MayFetch, ProvidedPackage, Provider, ResolveError, WantedPackage};
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

/// Resolution settings of the command line and the environment. Set before the first request.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// `--conditions`. With `!` before its name, one of the home's that does not hold: `!node-addons`.
    pub conditions: Vec<String>,
    /// `NODE_PATH` and Node's old folders in the home folder.
    pub global_folders: Vec<PathBuf>,
    /// `--preserve-symlinks`.
    pub preserve_symlinks: bool,
    /// `--preserve-symlinks-main`.
    pub preserve_symlinks_main: bool,
}

/// The result of resolving a specifier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The file, or the specifier of a builtin.
    pub path: PathBuf,
    /// Query and fragment, with their marks. For a module that was fetched: its address.
    pub suffix: String,
    /// `builtin`, `module`, `commonjs`, `detect`, `json`, `addon`, `wasm`, or the extension that is none of these.
    pub format: String,
}

/// A request's options besides the specifier and the file that contains it.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResolveRequest<'a> {
    /// A `require`, not an `import`.
    pub is_require: bool,
    /// The program's main file.
    pub is_entry: bool,
    /// Folders to look in instead of the `node_modules` upwards.
    pub lookup_folders: Option<&'a [PathBuf]>,
    /// Conditions instead of those of the home and the settings.
    pub conditions: Option<&'a [String]>,
}

thread_local! {
    /// The conditions of this thread, once it has configured them: a worker has flags of its own.
    static CONDITIONS: RefCell<Option<Rc<[String]>>> = const { RefCell::new(None) };
}

/// The resolver of the process.
#[derive(Default)]
pub struct Resolution {
    /// Those of the first thread.
    settings: RwLock<Settings>,
    is_configured: AtomicBool,
    home: RwLock<Home>,
    resolver: OnceLock<Resolver>,
    provider: OnceLock<Arc<dyn Provider>>,
    deno: OnceLock<DenoSource>,
    read_setting: OnceLock<ReadSetting>,
}

impl Resolution {
    /// Sets the home whose conditions and rules apply.
    pub fn set_home(&self, home: Home) {
        *self.home.write().unwrap_or_else(PoisonError::into_inner) = home;
    }

    /// The home.
    pub fn home(&self) -> Home {
        *self.home.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets what fetches packages and modules that are not there. Call it before the first request.
    pub fn set_provider(&self, provider: Arc<dyn Provider>) {
        // A second provider has no meaning; the first one stays.
        let _ = self.provider.set(provider);
    }

    /// Sets what reads tsconfigs. Call it before the first request.
    pub fn set_read_setting(&self, read: ReadSetting) {
        // All loaders of a process have the same.
        let _ = self.read_setting.set(read);
    }

    /// Sets where the configuration of Deno is. Call it before the first request.
    pub fn set_deno_source(&self, source: DenoSource) {
        // The threads of a process have the command line of the first.
        let _ = self.deno.set(source);
    }

    /// Sets the conditions of this thread; and folders and links, if no thread has before. Those have no effect once
    /// something was resolved.
    pub fn configure(&self, settings: Settings) {
        CONDITIONS.set(Some(settings.conditions.as_slice().into()));
        if self.is_configured.swap(true, Ordering::Relaxed) {
            return;
        }
        *self.settings.write().unwrap_or_else(PoisonError::into_inner) = settings;
    }

    /// Resolves `specifier` in the file `importer` (an absolute path).
    ///
    /// # Errors
    /// Node's, with its code and message.
    pub fn resolve(
        &self,
        specifier: &str,
        importer: &Path,
        request: ResolveRequest<'_>,
    ) -> Result<Found, ResolveError> {
        let home = self.home();
        let settings = self.settings.read().unwrap_or_else(PoisonError::into_inner);
        let own = CONDITIONS.with_borrow(Clone::clone);
        let added = own.as_deref().unwrap_or(&settings.conditions);
        let conditions: Vec<&str> = match request.conditions {
            Some(given) => given.iter().map(String::as_str).collect(),
            None => conditions_of(home, request.is_require)
                .iter()
                .copied()
                .filter(|name| !added.iter().any(|given| given.strip_prefix('!') == Some(*name)))
                .chain(added.iter().map(String::as_str))
                .collect(),
        };
        let resolved = self.resolver().resolve(&Request {
            specifier,
            importer,
            kind: if request.is_require { ResolveKind::Require } else { ResolveKind::Import },
            conditions: &conditions,
            home,
            is_entry: request.is_entry,
            lookup_folders: request.lookup_folders,
            require_stack: &[],
        })?;
        let mut format = format_name(resolved.format, &resolved.path, home);
        // A module from an address is an ES module, whatever its syntax.
        if resolved.query.starts_with("http") && matches!(format.as_str(), "detect" | "commonjs") {
            format = "module".to_string();
        }
        Ok(Found { path: resolved.path, suffix: resolved.query + &resolved.fragment, format })
    }

    /// The home of a program, and why.
    pub fn detect_home(&self, entry: &Path, hints: SourceHints) -> Detection {
        self.resolver().detect_home(entry, hints)
    }

    /// Whether an import leads to a file by Bun's rules and to none by Node's.
    pub fn is_found_by_bun_only(&self, specifier: &str, importer: &Path) -> bool {
        let resolves = |home: Home| {
            let request = Request {
                specifier,
                importer,
                kind: ResolveKind::Import,
                conditions: conditions_of(home, false),
                home,
                is_entry: false,
                lookup_folders: None,
                require_stack: &[],
            };
            self.resolver().resolve(&request).is_ok()
        };
        !resolves(Home::Node) && resolves(Home::Bun)
    }

    /// How a file is loaded.
    ///
    /// # Errors
    /// ERR_INVALID_PACKAGE_CONFIG when its package.json is not a JSON object.
    pub fn format(&self, file: &Path) -> Result<String, ResolveError> {
        Ok(format_name(self.resolver().format(file)?.0, file, self.home()))
    }

    /// The package.json that applies to a file.
    ///
    /// # Errors
    /// ERR_INVALID_PACKAGE_CONFIG when it is not a JSON object.
    pub fn package_scope(&self, file: &Path) -> Result<Option<PathBuf>, ResolveError> {
        Ok(self.resolver().package_scope(file)?.map(|package| package.path.clone()))
    }

    /// The package that an import means by Deno's import map, as [`Resolver::mapped_package`].
    pub fn mapped_package(&self, specifier: &str, importer: &Path) -> Option<String> {
        self.resolver().mapped_package(specifier, importer)
    }

    /// The paths that a specifier may mean by `paths` or `baseUrl` of the tsconfig, as [`Resolver::tsconfig_paths`].
    pub fn tsconfig_paths(&self, specifier: &str, importer: &Path) -> Vec<PathBuf> {
        self.resolver().tsconfig_paths(specifier, importer)
    }

    /// The tsconfig's options for a file. A tsconfig that cannot be read has none: running does not need it.
    pub fn compiler_options(&self, file: &Path) -> CompilerOptions {
        let options = match self.home() {
            Home::Deno => self.resolver().deno_compiler_options(file),
            Home::Node | Home::Bun => self.resolver().compiler_options(file),
        };
        options.unwrap_or_default()
    }

    fn resolver(&self) -> &Resolver {
        self.resolver.get_or_init(|| {
            let settings = self.settings.read().unwrap_or_else(PoisonError::into_inner).clone();
            Resolver::new(brio_resolver::Options {
                preserve_symlinks: settings.preserve_symlinks,
                preserve_symlinks_main: settings.preserve_symlinks_main,
                global_folders: settings.global_folders,
                is_builtin: brio_resolver::is_bare_builtin,
                provider: self.provider.get().cloned(),
                deno: self.deno.get().cloned().unwrap_or_default(),
                read_setting: self
                    .read_setting
                    .get()
                    .copied()
                    .unwrap_or(brio_resolver::Options::default().read_setting),
                tsconfig: None,
            })
        })
    }
}

/// The conditions that each runtime resolves with, as observed.
fn conditions_of(home: Home, is_require: bool) -> &'static [&'static str] {
    match (home, is_require) {
        (Home::Node, false) => &["node", "import", "module-sync", "node-addons"],
        (Home::Node, true) => &["node", "require", "module-sync", "node-addons"],
        (Home::Bun, false) => &["bun", "node", "import", "node-addons"],
        (Home::Bun, true) => &["bun", "node", "require", "node-addons"],
        (Home::Deno, false) => &["deno", "node", "import", "module-sync"],
        (Home::Deno, true) => &["node", "require", "module-sync"],
    }
}

fn format_name(format: Format, path: &Path, home: Home) -> String {
    let extension = || path.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
    let name = match format {
        // Bun reads the syntax of a file, whatever its name and its package say.
        Format::CommonJs if home == Home::Bun => "detect",
        // Deno does so for a package of CommonJS, unless the extension is explicit.
        Format::CommonJs if home == Home::Deno && !matches!(extension().as_str(), "cjs" | "cts") => "detect",
        Format::Module => "module",
        Format::CommonJs => "commonjs",
        Format::Detect => "detect",
        Format::Json => "json",
        Format::Addon => "addon",
        Format::Wasm => "wasm",
        Format::Builtin => "builtin",
        Format::Unknown => return extension(),
    };
    name.to_string()
}
