//! Imports: ESM_RESOLVE of Node's documentation of ES modules.

use crate::error::{ErrorCode, ResolveError};
use crate::exports::{Subpaths, Target, import_not_defined};
use crate::file_url;
use crate::home::Home;
use crate::resolver::{Entry, Request, Resolved, Resolver, entry_at, is_file};
use std::path::{Path, PathBuf};

/// The target of a specifier before the file system is consulted.
pub(crate) enum Location {
    /// An absolute URL path, percent-encoded, with query and fragment.
    UrlPath(String),
    /// A built-in module.
    Builtin(String),
}

impl Resolver {
    pub(crate) fn resolve_import(&self, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        let outcome = self.resolve_import_strictly(request);
        let Err(error) = &outcome else { return outcome };
        if !matches!(error.code, ErrorCode::ModuleNotFound | ErrorCode::UnsupportedDirImport) {
            return outcome;
        }
        if request.home == Home::Bun {
            let UrlSplit { path, query, fragment } = UrlSplit::of(request.specifier);
            let lenient = Request { specifier: &path, ..*request };
            if let Ok(found) = self.find_as_require(&lenient) {
                return self.finish(found, &query, &fragment, request.is_entry);
            }
            return outcome;
        }
        outcome.map_err(|error| self.with_hint(error, request))
    }

    fn resolve_import_strictly(&self, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        match self.locate(request.specifier, request.importer, request.conditions)? {
            Location::Builtin(specifier) => Ok(Self::builtin(&specifier)),
            Location::UrlPath(url_path) => self.finish_import(&url_path, request),
        }
    }

    fn locate(&self, specifier: &str, importer: &Path, conditions: &[&str]) -> Result<Location, ResolveError> {
        if is_path_specifier(specifier) {
            if specifier.starts_with('/') {
                return Ok(Location::UrlPath(specifier.to_owned()));
            }
            let folder = importer.parent().unwrap_or(Path::new("/"));
            let url = file_url::path_to_file_url(folder);
            let folder = url.trim_start_matches("file://").trim_end_matches('/');
            return Ok(Location::UrlPath(format!("{folder}/{specifier}")));
        }
        if specifier.starts_with('#') {
            return self.locate_import(specifier, importer, conditions);
        }
        match file_url::scheme(specifier) {
            Some(scheme) if scheme.eq_ignore_ascii_case("file") => {
                let rest = &specifier[scheme.len() + 1..];
                file_url::file_url_path(rest).map(|path| Location::UrlPath(path.to_owned()))
            }
            Some("node") => Ok(Location::Builtin(specifier.to_owned())),
            Some(scheme) => {
                let message = format!(
                    "Only URLs with a scheme in: file, data, and node are supported by the default ESM loader. \
                     Received protocol '{}:'",
                    scheme.to_ascii_lowercase()
                );
                Err(ResolveError::new(ErrorCode::UnsupportedUrlScheme, message))
            }
            None => self.locate_package(specifier, importer, conditions),
        }
    }

    /// PACKAGE_IMPORTS_RESOLVE
    pub(crate) fn locate_import(
        &self,
        name: &str,
        importer: &Path,
        conditions: &[&str],
    ) -> Result<Location, ResolveError> {
        if name == "#" || name.ends_with('/') {
            let reason = "is not a valid internal imports specifier name";
            return Err(ResolveError::invalid_specifier(name, reason, Some(importer)));
        }
        let Some(package) = self.packages.scope(importer)? else {
            return Err(import_not_defined(name, None, Some(importer)));
        };
        let subpaths = Subpaths { package: &package, conditions, importer: Some(importer) };
        match subpaths.resolve_imports(name)? {
            Target::UrlPath(url_path) => Ok(Location::UrlPath(url_path)),
            Target::Bare(specifier) => self.locate_package(&specifier, &package.path, conditions),
        }
    }

    /// PACKAGE_RESOLVE
    fn locate_package(&self, specifier: &str, importer: &Path, conditions: &[&str]) -> Result<Location, ResolveError> {
        if (self.options.is_builtin)(specifier) {
            return Ok(Location::Builtin(specifier.to_owned()));
        }
        let Some((name, rest)) = split_package_name(specifier) else {
            let reason = "is not a valid package name";
            return Err(ResolveError::invalid_specifier(specifier, reason, Some(importer)));
        };
        let subpath = format!(".{rest}");
        let resolve_exports = |package| {
            let subpaths = Subpaths { package, conditions, importer: Some(importer) };
            subpaths.resolve_exports(&subpath).map(Target::into_location)
        };
        if let Some(package) = self.packages.scope(importer)?
            && package.name.as_deref() == Some(name)
            && !package.exports.is_null()
        {
            return resolve_exports(&package);
        }
        for folder in importer.ancestors().skip(1) {
            let folder = folder.join("node_modules").join(name);
            if entry_at(&folder) != Entry::Directory {
                continue;
            }
            let base = format!("\"{specifier}\" from {}", importer.display());
            let package = self.packages.read(&folder, Some(&base))?;
            if let Some(package) = &package
                && !package.exports.is_null()
            {
                return resolve_exports(package);
            }
            if subpath == "." {
                let main = package.and_then(|package| package.main.clone());
                return legacy_main(&folder, main.as_deref(), importer);
            }
            let url = file_url::path_to_file_url(&folder);
            return Ok(Location::UrlPath(format!("{}{rest}", &url["file://".len()..])));
        }
        Err(ResolveError::package_not_found(name, importer))
    }

    /// The end of ESM_RESOLVE: the URL must be that of a file.
    fn finish_import(&self, url_path: &str, request: &Request<'_>) -> Result<Resolved, ResolveError> {
        let url = file_url::split(url_path);
        let normalized = file_url::normalize(url.path);
        if file_url::has_encoded_separator(&normalized) {
            let reason = "must not include encoded \"/\" or \"\\\" characters";
            let importer = Some(request.importer);
            return Err(ResolveError::invalid_specifier(&normalized, reason, importer));
        }
        let shown = file_url::percent_decode(&normalized)?;
        let path = PathBuf::from(&shown);
        // Node treats a trailing slash as a folder, whatever exists there.
        let entry = if shown.ends_with('/') { Entry::Directory } else { entry_at(&path) };
        match entry {
            Entry::Directory => Err(ResolveError::directory_import(&shown, request.importer)),
            Entry::File => self.finish(path, url.query, url.fragment, request.is_entry),
            Entry::Missing => match self.find_typescript(&path) {
                Some(found) => self.finish(found, url.query, url.fragment, request.is_entry),
                None => Err(ResolveError::module_not_found(&shown, request.importer)),
            },
        }
    }

    /// Adds Node's suggestion when a require would have found a file.
    fn with_hint(&self, mut error: ResolveError, request: &Request<'_>) -> ResolveError {
        let UrlSplit { path, .. } = UrlSplit::of(request.specifier);
        let lenient = Request { specifier: &path, ..*request };
        let Ok(found) = self.find_as_require(&lenient) else {
            return error;
        };
        let suggestion = if request.specifier.starts_with('.') {
            let folder = request.importer.parent().unwrap_or(Path::new("/"));
            relative_specifier(folder, &found)
        } else if request.specifier.starts_with('/') {
            Some(found.to_string_lossy().into_owned())
        } else {
            let found_text = found.to_string_lossy();
            let in_package = found_text.rsplit_once("/node_modules/");
            Some(in_package.map_or_else(|| file_url::path_to_file_url(&found), |(_, rest)| rest.to_owned()))
        };
        if let Some(suggestion) = suggestion.filter(|text| text != request.specifier) {
            error.message.push_str(&format!("\nDid you mean to import \"{suggestion}\"?"));
        }
        error
    }
}

impl Target {
    fn into_location(self) -> Location {
        match self {
            Target::UrlPath(url_path) => Location::UrlPath(url_path),
            // Only `imports` have such targets.
            Target::Bare(specifier) => Location::Builtin(specifier),
        }
    }
}

/// The parts of a specifier, with its path decoded.
struct UrlSplit {
    path: String,
    query: String,
    fragment: String,
}

impl UrlSplit {
    fn of(specifier: &str) -> Self {
        // The `#` of an import from the package's own `imports` does not start a fragment.
        let mark = usize::from(specifier.starts_with('#'));
        let url = file_url::split(&specifier[mark..]);
        let path = file_url::percent_decode(url.path).unwrap_or_else(|_| url.path.to_owned());
        let path = if mark == 1 { format!("#{path}") } else { path };
        Self { path, query: url.query.to_owned(), fragment: url.fragment.to_owned() }
    }
}

/// Whether a specifier is relative or absolute, not a package's name.
pub(crate) fn is_path_specifier(specifier: &str) -> bool {
    specifier.starts_with('/')
        || specifier.starts_with("./")
        || specifier.starts_with("../")
        || matches!(specifier, "." | "..")
}

/// Splits `@scope/name/rest` into the package's name and the rest with its slash.
pub(crate) fn split_package_name(specifier: &str) -> Option<(&str, &str)> {
    let mut end = specifier.find('/');
    if specifier.starts_with('@') {
        let slash = end?;
        end = specifier[slash + 1..].find('/').map(|index| slash + 1 + index);
    }
    let (name, rest) = specifier.split_at(end.unwrap_or(specifier.len()));
    let valid = !name.starts_with('.') && !name.contains(['%', '\\']);
    valid.then_some((name, rest))
}

/// LEGACY_MAIN_RESOLVE: the meaning of `main` without `exports`.
fn legacy_main(folder: &Path, main: Option<&str>, importer: &Path) -> Result<Location, ResolveError> {
    const MAIN_ENDINGS: [&str; 7] = ["", ".js", ".json", ".node", "/index.js", "/index.json", "/index.node"];
    const INDEXES: [&str; 3] = ["index.js", "index.json", "index.node"];
    let mains = main.into_iter().flat_map(|main| {
        MAIN_ENDINGS.iter().map(move |ending| file_url::join_main(folder, &format!("{main}{ending}")))
    });
    let indexes = INDEXES.iter().map(|index| folder.join(index));
    match mains.chain(indexes).find(|path| is_file(path)) {
        Some(path) => {
            let url = file_url::path_to_file_url(&path);
            Ok(Location::UrlPath(url["file://".len()..].to_owned()))
        }
        None => {
            let main = main.unwrap_or("index.js");
            let wanted: PathBuf = file_url::join_main(folder, main).components().collect();
            Err(ResolveError::package_not_found(&wanted.to_string_lossy(), importer))
        }
    }
}

/// Returns `file` as a specifier relative to `folder`.
fn relative_specifier(folder: &Path, file: &Path) -> Option<String> {
    let common = folder.ancestors().find(|ancestor| file.starts_with(ancestor))?;
    let ups = folder.components().count() - common.components().count();
    let down: PathBuf = file.strip_prefix(common).ok()?.into();
    let start = if ups == 0 { "./".to_owned() } else { "../".repeat(ups) };
    Some(format!("{start}{}", down.display()))
}
