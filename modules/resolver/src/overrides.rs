//! What the command line says about compiling: it has precedence over the tsconfig of every file.

use crate::tsconfig::CompilerOptions;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// The flags of Bun that change how files are compiled; `None` for those that were not given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompilerOverrides {
    /// `--tsconfig-override`: the tsconfig of all files.
    pub tsconfig: Option<PathBuf>,
    /// `--jsx-runtime`: `automatic` or `classic`.
    pub jsx_runtime: Option<String>,
    /// `--jsx-import-source`
    pub jsx_import_source: Option<String>,
    /// `--jsx-factory`
    pub jsx_factory: Option<String>,
    /// `--jsx-fragment`
    pub jsx_fragment_factory: Option<String>,
}

static OVERRIDES: OnceLock<CompilerOverrides> = OnceLock::new();

/// Sets the overrides of this process; the first ones stay.
pub fn override_compiler_options(overrides: CompilerOverrides) {
    let _ = OVERRIDES.set(overrides);
}

/// The tsconfig of all files, if one was named that exists.
pub(crate) fn tsconfig() -> Option<&'static Path> {
    OVERRIDES.get()?.tsconfig.as_deref().filter(|path| path.is_file())
}

/// The options with what the command line says instead.
pub(crate) fn applied(options: CompilerOptions) -> CompilerOptions {
    OVERRIDES.get().map_or(options.clone(), |overrides| overrides.apply(options))
}

impl CompilerOverrides {
    fn apply(&self, options: CompilerOptions) -> CompilerOptions {
        let runtime = self.jsx_runtime.as_deref().map(|runtime| match runtime {
            "classic" => "react".to_owned(),
            _ => "react-jsx".to_owned(),
        });
        CompilerOptions {
            jsx: runtime.or(options.jsx),
            jsx_import_source: self.jsx_import_source.clone().or(options.jsx_import_source),
            jsx_factory: self.jsx_factory.clone().or(options.jsx_factory),
            jsx_fragment_factory: self.jsx_fragment_factory.clone().or(options.jsx_fragment_factory),
            ..options
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_have_precedence_and_leave_the_rest() {
        let options = CompilerOptions {
            jsx: Some("react-jsx".to_owned()),
            jsx_factory: Some("h".to_owned()),
            target: Some("es2020".to_owned()),
            ..CompilerOptions::default()
        };
        let overrides = CompilerOverrides {
            jsx_runtime: Some("classic".to_owned()),
            jsx_fragment_factory: Some("F".to_owned()),
            ..CompilerOverrides::default()
        };
        let expected = CompilerOptions {
            jsx: Some("react".to_owned()),
            jsx_fragment_factory: Some("F".to_owned()),
            ..options.clone()
        };
        assert_eq!(overrides.apply(options), expected);
    }
}
