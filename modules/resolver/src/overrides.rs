//! What has precedence over the tsconfig of every file: flags of the command line, and the options of a group of tests.

use crate::tsconfig::CompilerOptions;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError, RwLock};

/// Options of the compilation of all files; `None` for those that the files' own configurations decide.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CompilerOverrides {
    /// `--tsconfig-override`: the tsconfig of all files.
    pub tsconfig: Option<PathBuf>,
    /// Options that replace those of the tsconfig; `path` has no meaning here.
    pub options: CompilerOptions,
}

static OVERRIDES: RwLock<Option<Arc<CompilerOverrides>>> = RwLock::new(None);

/// Sets the overrides of this process for the files that are loaded from now on, in place of earlier ones.
pub fn override_compiler_options(overrides: CompilerOverrides) {
    let overrides = (overrides != CompilerOverrides::default()).then(|| Arc::new(overrides));
    *OVERRIDES.write().unwrap_or_else(PoisonError::into_inner) = overrides;
}

fn current() -> Option<Arc<CompilerOverrides>> {
    OVERRIDES.read().unwrap_or_else(PoisonError::into_inner).clone()
}

/// The tsconfig of all files, if one was named that exists.
pub(crate) fn tsconfig() -> Option<PathBuf> {
    current()?.tsconfig.clone().filter(|path| path.is_file())
}

/// The options with those that replace them.
pub(crate) fn applied(options: CompilerOptions) -> CompilerOptions {
    match current() {
        Some(overrides) => overrides.options.over(options),
        None => options,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn the_options_that_are_set_replace_those_of_a_tsconfig() {
        let options = CompilerOptions {
            path: Some("/tsconfig.json".into()),
            jsx: Some("react-jsx".to_owned()),
            jsx_factory: Some("h".to_owned()),
            target: Some("es2020".to_owned()),
            experimental_decorators: Some(true),
            ..CompilerOptions::default()
        };
        let given = json!({ "jsx": "react", "jsxFragmentFactory": "F", "experimentalDecorators": false });
        let expected = CompilerOptions {
            jsx: Some("react".to_owned()),
            jsx_fragment_factory: Some("F".to_owned()),
            experimental_decorators: Some(false),
            ..options.clone()
        };
        assert_eq!(CompilerOptions::from_json(&given).over(options), expected);
    }
}
