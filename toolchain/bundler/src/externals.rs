//! What `--external` names: specifiers that stay as they are.

use std::path::{Path, PathBuf};

use crate::options::Options;
use crate::resolution::is_package;

/// The patterns of specifiers that stay as they are.
#[derive(Debug)]
pub(crate) struct Externals {
    patterns: Vec<Pattern>,
    directory: PathBuf,
}

impl Externals {
    pub(crate) fn new(options: &Options) -> Self {
        let patterns = options.external.iter().map(|pattern| Pattern::new(pattern)).collect();
        Self { patterns, directory: options.directory.clone() }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    /// Whether a specifier stays as it is.
    pub(crate) fn has(&self, specifier: &str) -> bool {
        self.patterns.iter().any(|pattern| pattern.matches(specifier))
    }

    /// Whether a specifier of a style sheet stays as it is: a pattern that is a path means the file, wherever it is named.
    pub(crate) fn has_in_sheet(&self, specifier: &str, sheet: &Path) -> bool {
        if self.has(specifier) {
            return true;
        }
        if self.is_empty() || specifier.starts_with('/') {
            return false;
        }
        let file = crate::output::normal(&sheet.parent().unwrap_or(Path::new("/")).join(specifier));
        let below = file.strip_prefix(&self.directory).ok().map(|path| format!("./{}", path.to_string_lossy()));
        self.has(&file.to_string_lossy()) || below.is_some_and(|below| self.has(&below))
    }
}

/// A specifier in which `*` stands for anything.
#[derive(Debug)]
struct Pattern {
    before: String,
    after: Option<String>,
}

impl Pattern {
    fn new(pattern: &str) -> Self {
        match pattern.split_once('*') {
            Some((before, after)) => Self { before: before.to_owned(), after: Some(after.to_owned()) },
            None => Self { before: pattern.to_owned(), after: None },
        }
    }

    /// Whether the pattern means the specifier. A package's name also means its subpaths.
    fn matches(&self, specifier: &str) -> bool {
        match &self.after {
            Some(after) => {
                specifier.len() >= self.before.len() + after.len()
                    && specifier.starts_with(&self.before)
                    && specifier.ends_with(after)
            }
            None => specifier
                .strip_prefix(&self.before)
                .is_some_and(|rest| rest.is_empty() || (rest.starts_with('/') && is_package(specifier))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_in_style_sheets_are_files() {
        let external = ["./src/a.png", "pkg", "*.woff"].map(str::to_owned).to_vec();
        let options = Options { external, directory: PathBuf::from("/p"), ..Options::default() };
        let externals = Externals::new(&options);
        assert!(externals.has("pkg/x") && externals.has("b.woff") && !externals.has("./a.png"));
        assert!(externals.has_in_sheet("./a.png", Path::new("/p/src/a.css")));
        assert!(!externals.has_in_sheet("./a.png", Path::new("/p/b.css")));
    }
}
