//! Requires: the algorithm of Node's documentation of CommonJS modules ("All together").

use crate::error::{ErrorCode, ResolveError};
use crate::esm::{Location, is_path_specifier, split_package_name};
use crate::exports::{Subpaths, Target};
use crate::file_url;
use crate::home::Home;
use crate::package_json::PackageJson;
use crate::resolver::{Entry, Request, Resolved, Resolver, entry_at, is_file};
use std::path::{Path, PathBuf};

/// The extensions that a require tries, in order.
const NODE_EXTENSIONS: &[&str] = &[".js", ".json", ".node"];

/// The extensions that Bun tries, for imports too.
const BUN_EXTENSIONS: &[&str] = &[".tsx", ".jsx", ".ts", ".mjs", ".js", ".mts", ".cjs", ".cts", ".json", ".node"];

impl Resolver {
    pub(crate) fn resolve_require(&self, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        let specifier = request.specifier;
        if specifier.starts_with("node:") || (self.options.is_builtin)(specifier) {
            return Ok(Self::builtin(specifier));
        }
        if specifier.starts_with('#')
            && let Some(package) = self.packages.scope(request.importer)?
            && !package.imports.is_null()
        {
            return self.require_import(request, &package);
        }
        let path = self.find_as_require(request)?;
        self.finish(path, "", "", request.is_entry)
    }

    /// Finds the file of a specifier other than `#name`, trying extensions and folders.
    pub(crate) fn find_as_require(&self, request: &Request<'_>) -> Result<PathBuf, ResolveError> {
        let specifier = request.specifier;
        let folder = request.importer.parent().unwrap_or(Path::new("/"));
        if is_path_specifier(specifier) {
            let path = file_url::join(folder, specifier);
            return match self.load(&path, request.home)? {
                Some(found) => Ok(found),
                None => self.find_typescript(&path).ok_or_else(|| not_found(request)),
            };
        }
        if let Some(found) = self.load_self(request)? {
            return Ok(found);
        }
        let folders = match request.lookup_folders {
            Some(folders) => folders.to_vec(),
            None => {
                let mut folders = Self::node_modules_folders(folder);
                folders.extend_from_slice(&self.options.global_folders);
                folders
            }
        };
        for folder in folders {
            if entry_at(&folder) != Entry::Directory {
                continue;
            }
            if let Some(found) = self.load_exports(&folder, request)? {
                return Ok(found);
            }
            if let Some(found) = self.load(&file_url::join(&folder, specifier), request.home)? {
                return Ok(found);
            }
        }
        Err(not_found(request))
    }

    /// LOAD_AS_FILE: the path itself, then with each extension.
    pub(crate) fn load_as_file(&self, path: &Path, home: Home) -> Option<PathBuf> {
        if is_file(path) {
            return Some(path.to_owned());
        }
        load_with_extension(path, home)
    }

    /// LOAD_AS_DIRECTORY: the package's `main`, then the index.
    pub(crate) fn load_as_directory(&self, folder: &Path, home: Home) -> Result<Option<PathBuf>, ResolveError> {
        if entry_at(folder) != Entry::Directory {
            return Ok(None);
        }
        let index = || load_with_extension(&folder.join("index"), home);
        let package = self.packages.read(folder, None)?;
        let named = |field: Option<&String>| field.filter(|path| !path.is_empty()).cloned();
        let main = named(package.as_ref().and_then(|package| package.main.as_ref()));
        // Bun reads `module` of a package without a `main` that exists.
        let module = package.as_ref().and_then(|package| package.module.as_ref()).filter(|_| home == Home::Bun);
        let module = || self.load_entry(folder, &named(module)?, home).1;
        let Some(main) = main else { return Ok(module().or_else(index)) };
        let (path, found) = self.load_entry(folder, &main, home);
        let found = found.or_else(module).or_else(index);
        if found.is_some() {
            return Ok(found);
        }
        let message = format!(
            "Cannot find module '{}'. Please verify that the package.json has a valid \"main\" entry",
            path.display()
        );
        let error = ResolveError::new(ErrorCode::RequireNotFound, message);
        Err(error.with_path(folder.join("package.json")))
    }

    /// The path that a field of a `package.json` names, and the file that is meant.
    fn load_entry(&self, folder: &Path, entry: &str, home: Home) -> (PathBuf, Option<PathBuf>) {
        let path: PathBuf = file_url::join_main(folder, entry).components().collect();
        let found = self
            .load_as_file(&path, home)
            .or_else(|| load_with_extension(&path.join("index"), home))
            .or_else(|| self.find_typescript(&path));
        (path, found)
    }

    fn load(&self, path: &Path, home: Home) -> Result<Option<PathBuf>, ResolveError> {
        let is_folder_path = path.as_os_str().as_encoded_bytes().ends_with(b"/");
        if !is_folder_path && let Some(found) = self.load_as_file(path, home) {
            return Ok(Some(found));
        }
        self.load_as_directory(path, home)
    }

    /// LOAD_PACKAGE_IMPORTS
    fn require_import(&self, request: &Request<'_>, package: &PackageJson) -> Result<Resolved, ResolveError> {
        match self.locate_import(request.specifier, request.importer, request.conditions) {
            Ok(Location::Builtin(specifier)) => Ok(Self::builtin(&specifier)),
            Ok(Location::UrlPath(url_path)) => {
                let path = self.finish_match(&url_path, &package.path, Some(request.importer))?;
                self.finish(path, "", "", request.is_entry)
            }
            Err(error) if error.code == ErrorCode::ModuleNotFound => {
                Err(ResolveError::require_not_found(request.specifier, &[]))
            }
            Err(error) => Err(error),
        }
    }

    /// LOAD_PACKAGE_SELF: a package may name itself if it has `exports`.
    fn load_self(&self, request: &Request<'_>) -> Result<Option<PathBuf>, ResolveError> {
        let Some(package) = self.packages.scope(request.importer)? else {
            return Ok(None);
        };
        let rest = package.name.as_deref().and_then(|name| request.specifier.strip_prefix(name));
        let Some(rest) = rest.filter(|rest| rest.is_empty() || rest.starts_with('/')) else {
            return Ok(None);
        };
        if package.exports.is_null() {
            return Ok(None);
        }
        let importer = Some(request.importer);
        self.load_match(&package, rest, request.conditions, importer).map(Some)
    }

    /// LOAD_PACKAGE_EXPORTS
    fn load_exports(&self, folder: &Path, request: &Request<'_>) -> Result<Option<PathBuf>, ResolveError> {
        let parts = split_package_name(request.specifier).filter(|(name, _)| !name.is_empty());
        let Some((name, rest)) = parts else {
            return Ok(None);
        };
        match self.packages.read(&folder.join(name), None)? {
            Some(package) if !package.exports.is_null() => {
                self.load_match(&package, rest, request.conditions, None).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn load_match(
        &self,
        package: &PackageJson,
        rest: &str,
        conditions: &[&str],
        importer: Option<&Path>,
    ) -> Result<PathBuf, ResolveError> {
        let subpaths = Subpaths { package, conditions, importer };
        match subpaths.resolve_exports(&format!(".{rest}"))? {
            Target::UrlPath(url_path) => self.finish_match(&url_path, package.directory(), importer),
            Target::Bare(specifier) => Err(ResolveError::require_not_found(&specifier, &[])),
        }
    }

    /// RESOLVE_ESM_MATCH: the target of `exports` or `imports` must be a file.
    fn finish_match(
        &self,
        url_path: &str,
        package_path: &Path,
        importer: Option<&Path>,
    ) -> Result<PathBuf, ResolveError> {
        let url = file_url::split(url_path);
        if file_url::has_encoded_separator(url.path) {
            let reason = "must not include encoded \"/\" or \"\\\" characters";
            return Err(ResolveError::invalid_specifier(url.path, reason, importer));
        }
        let path = PathBuf::from(file_url::percent_decode(&file_url::normalize(url.path))?);
        if is_file(&path) {
            return Ok(path);
        }
        self.find_typescript(&path)
            .ok_or_else(|| ResolveError::require_not_found(&path.to_string_lossy(), &[]).with_path(package_path))
    }
}

fn load_with_extension(path: &Path, home: Home) -> Option<PathBuf> {
    let extensions = if home == Home::Bun { BUN_EXTENSIONS } else { NODE_EXTENSIONS };
    let candidates = extensions.iter().map(|extension| {
        let mut name = path.as_os_str().to_owned();
        name.push(extension);
        PathBuf::from(name)
    });
    candidates.into_iter().find(|path| is_file(path))
}

fn not_found(request: &Request<'_>) -> ResolveError {
    ResolveError::require_not_found(request.specifier, request.require_stack)
}
