//! What a resolution needs that is missing: a package that no `node_modules` contains, a module at an address.
//! The resolver knows neither registries nor the network; who embeds it may give it a [`Provider`].

use crate::error::{ErrorCode, ResolveError};
use crate::file_url;
use std::fmt;
use std::path::{Path, PathBuf};

/// A package that an import names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WantedPackage<'a> {
    /// `npm` or `jsr` for a specifier with that scheme; `bun` for a bare name in a program of Bun.
    pub scheme: &'a str,
    /// With its scope; that of a package of JSR is the one under which JSR publishes for npm (`@jsr/…`).
    pub name: &'a str,
    /// The range of versions or the tag; empty when the specifier has none.
    pub range: &'a str,
    /// The importing file.
    pub importer: &'a Path,
}

/// Where a package is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvidedPackage {
    /// A folder with a `node_modules`.
    pub folder: PathBuf,
    /// The name of the package's folder in that `node_modules`.
    pub name: String,
}

/// Refuses an address with a sentence for the user.
pub type MayFetch<'a> = dyn Fn(&str) -> Result<(), String> + 'a;

/// Fetches what is not there. Called on the thread that resolves, which waits.
pub trait Provider: fmt::Debug + Send + Sync {
    /// Fetches a package. None: the provider does not fetch for this importer.
    ///
    /// # Errors
    /// A sentence for the user.
    fn package(&self, wanted: &WantedPackage<'_>) -> Result<Option<ProvidedPackage>, String>;

    /// Fetches the module at an `http:` or `https:` address and returns the file that has it. `may_fetch` is called with
    /// each address that a redirect leads to.
    ///
    /// # Errors
    /// A sentence for the user, and those of `may_fetch`.
    fn module(&self, address: &str, importer: &Path, may_fetch: &MayFetch<'_>) -> Result<PathBuf, String>;

    /// The address of a module of JSR, in a program of Deno: `subpath` is `.` or `./…`. None: the package is looked up as
    /// one of npm. `may_fetch` is called with the addresses of the registry's records before they are fetched.
    ///
    /// # Errors
    /// A sentence for the user, and those of `may_fetch`.
    fn jsr_module(
        &self,
        wanted: &WantedPackage<'_>,
        subpath: &str,
        may_fetch: &MayFetch<'_>,
    ) -> Result<Option<String>, String>;

    /// The address of a file that [`Provider::module`] returned; None for other files.
    fn address_of(&self, file: &Path) -> Option<String>;
}

/// Whether a specifier is an address that a provider fetches.
pub(crate) fn is_address(specifier: &str) -> bool {
    let starts = |scheme: &str| specifier.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme));
    starts("https://") || starts("http://")
}

/// What `specifier` means in the module at `base`: an address for a path, else the specifier itself.
pub(crate) fn join(base: &str, specifier: &str) -> String {
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
    if !is_relative && !specifier.starts_with('/') {
        return specifier.to_owned();
    }
    let Some((scheme, rest)) = base.split_once("://") else { return specifier.to_owned() };
    if let Some(authority) = specifier.strip_prefix("//") {
        return format!("{scheme}://{authority}");
    }
    let (authority, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    let given = file_url::split(specifier);
    let path = file_url::split(path).path;
    let start = if is_relative { path.rsplit_once('/').map_or("", |(folder, _)| folder) } else { "" };
    let joined = file_url::normalize(&format!("{start}/{}", given.path.trim_start_matches('/')));
    format!("{scheme}://{authority}{joined}{}{}", given.query, given.fragment)
}

pub(crate) fn failed(message: String) -> ResolveError {
    ResolveError::new(ErrorCode::ModuleNotFound, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_relative_to_the_address() {
        let base = "https://deno.land/std@0.200.0/path/mod.ts?x";
        for (specifier, expected) in [
            ("./posix.ts", "https://deno.land/std@0.200.0/path/posix.ts"),
            ("../assert/mod.ts?y#z", "https://deno.land/std@0.200.0/assert/mod.ts?y#z"),
            ("../../../../a.ts", "https://deno.land/a.ts"),
            ("/x/a.ts", "https://deno.land/x/a.ts"),
            ("//esm.sh/a", "https://esm.sh/a"),
            ("https://esm.sh/b", "https://esm.sh/b"),
            ("npm:chalk@5", "npm:chalk@5"),
            ("lib", "lib"),
        ] {
            assert_eq!(join(base, specifier), expected);
        }
        assert_eq!(join("https://esm.sh", "./a"), "https://esm.sh/a");
        assert!(is_address("HTTPS://a/b") && is_address("http://a") && !is_address("./https://a"));
    }
}
