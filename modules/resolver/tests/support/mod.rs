//! A folder of files for one test.

use brio_resolver::{Format, Home, Options, Request, ResolveError, ResolveKind, Resolved, Resolver};
use std::path::PathBuf;

pub struct Project {
    folder: tempfile::TempDir,
    pub resolver: Resolver,
}

pub const IMPORT_CONDITIONS: &[&str] = &["node", "import", "module-sync", "node-addons"];
pub const REQUIRE_CONDITIONS: &[&str] = &["node", "require", "module-sync", "node-addons"];

impl Project {
    /// Writes `files` (path, contents) to a new folder.
    pub fn new(files: &[(&str, &str)]) -> Self {
        Self::with_options(files, Options { is_builtin: |name| name == "fs", ..Options::default() })
    }

    pub fn with_options(files: &[(&str, &str)], options: Options) -> Self {
        let project = Self { folder: tempfile::tempdir().unwrap(), resolver: Resolver::new(options) };
        for (path, text) in files {
            project.write(path, text);
        }
        project
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.path(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root().join(path)
    }

    pub fn root(&self) -> PathBuf {
        self.folder.path().canonicalize().unwrap()
    }

    pub fn resolve(
        &self,
        specifier: &str,
        importer: &str,
        kind: ResolveKind,
        home: Home,
    ) -> Result<Resolved, ResolveError> {
        let importer = self.path(importer);
        let require_stack = [importer.to_string_lossy().into_owned()];
        self.resolver.resolve(&Request {
            specifier,
            importer: &importer,
            kind,
            conditions: if kind == ResolveKind::Import { IMPORT_CONDITIONS } else { REQUIRE_CONDITIONS },
            home,
            is_entry: false,
            lookup_folders: None,
            require_stack: &require_stack,
        })
    }

    /// Describes the outcome in one line: the path, or code and message; `~` is the project's folder.
    pub fn show(&self, specifier: &str, importer: &str, kind: ResolveKind, home: Home) -> String {
        let text = match self.resolve(specifier, importer, kind, home) {
            Ok(found) if found.format == Format::Builtin => found.path.display().to_string(),
            Ok(found) => format!("{}{}{}", found.path.display(), found.query, found.fragment),
            Err(error) => format!("{} | {}", error.code.as_str(), error.message),
        };
        self.shorten(&text)
    }

    pub fn import(&self, specifier: &str, importer: &str) -> String {
        self.show(specifier, importer, ResolveKind::Import, Home::Node)
    }

    pub fn require(&self, specifier: &str, importer: &str) -> String {
        self.show(specifier, importer, ResolveKind::Require, Home::Node)
    }

    pub fn shorten(&self, text: &str) -> String {
        text.replace(&*self.root().to_string_lossy(), "~")
    }
}
