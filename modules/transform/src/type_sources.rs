//! Where the metadata of decorators finds the types that a file imports.

use std::sync::Arc;

/// Finds the sources of modules whose types a file imports.
pub trait TypeSources: Sync {
    /// The source that declares the types of the module `specifier` for the file `importer`. `None` when it is not
    /// there, or has no types.
    fn find(&self, importer: &str, specifier: &str) -> Option<TypeSource>;
}

/// A source that declares types.
#[derive(Clone, Debug)]
pub struct TypeSource {
    /// Its absolute path, by which its own imports are found.
    pub file_name: String,
    pub text: Arc<str>,
}
