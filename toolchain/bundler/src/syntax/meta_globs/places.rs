//! Where the patterns of `import.meta.glob` lead, and what its files are called.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use brio_resolver::Resolver;

use super::call::Glob;
use super::relative;
use crate::output::normal;
use crate::syntax::file_patterns::{self, PACKAGES, Signs};

/// The places that patterns of one module start from.
#[derive(Clone, Debug)]
pub(in crate::syntax) struct Places {
    /// The module.
    pub(in crate::syntax) file: PathBuf,
    /// Where paths from the root of a site lead: the first one with fitting files counts.
    pub(in crate::syntax) roots: Vec<PathBuf>,
    /// The folders of prefixes such as `@`.
    pub(in crate::syntax) aliases: Vec<(String, PathBuf)>,
    pub(in crate::syntax) tsconfig: Tsconfig,
}

/// The `paths` of the configurations of TypeScript.
#[derive(Clone, Debug)]
pub(in crate::syntax) struct Tsconfig(pub(in crate::syntax) Arc<Resolver>);

/// What a call means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Found {
    /// The root that patterns beginning with `/` led to.
    pub(super) root: PathBuf,
    pub(super) files: BTreeSet<PathBuf>,
}

/// A pattern below a folder.
struct Located {
    folder: PathBuf,
    segments: Vec<String>,
    is_excluding: bool,
}

impl Located {
    fn segments(&self) -> Vec<&str> {
        self.segments.iter().map(String::as_str).collect()
    }

    /// The folder that all results are in.
    fn fixed_folder(&self) -> PathBuf {
        let is_name = |segment: &&String| !segment.contains(['*', '?', '[', '\\']);
        let fixed = self.segments.iter().take_while(is_name).count().min(self.segments.len().saturating_sub(1));
        self.segments[..fixed].iter().fold(self.folder.clone(), |folder, segment| folder.join(segment))
    }

    fn fits(&self, file: &Path) -> bool {
        let Ok(below) = file.strip_prefix(&self.folder) else { return false };
        let names: Vec<_> = below.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        let names: Vec<&str> = names.iter().map(AsRef::as_ref).collect();
        file_patterns::path_fits(&self.segments(), &names)
    }
}

impl Places {
    /// The folder of the module. What has no file of its own is at the root.
    fn folder(&self) -> &Path {
        match self.file.parent() {
            Some(folder) if self.file.is_absolute() => folder,
            _ => &self.roots[0],
        }
    }

    fn base(&self, glob: &Glob, root: &Path) -> PathBuf {
        match glob.base.as_deref() {
            None => self.folder().to_owned(),
            Some(base) => normal(&match base.strip_prefix('/') {
                Some(path) => root.join(path),
                None => self.folder().join(base),
            }),
        }
    }

    /// The files that a call means, without the module itself.
    pub(super) fn find(&self, glob: &Glob) -> Result<Found, String> {
        for root in &self.roots {
            let files = self.files_of_root(glob, root)?;
            if !files.is_empty() {
                return Ok(Found { root: root.clone(), files });
            }
        }
        Ok(Found { root: self.roots[0].clone(), files: BTreeSet::new() })
    }

    fn files_of_root(&self, glob: &Glob, root: &Path) -> Result<BTreeSet<PathBuf>, String> {
        let located = self.located(glob, root)?;
        let (excluding, including): (Vec<&Located>, Vec<&Located>) =
            located.iter().partition(|pattern| pattern.is_excluding);
        let mut found = BTreeSet::new();
        for pattern in &including {
            file_patterns::find(&pattern.folder, &pattern.segments(), glob.search, &mut found);
        }
        let common = including.iter().map(|pattern| pattern.fixed_folder()).reduce(|one, other| {
            one.components().zip(other.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
        });
        let is_of_package = |file: &Path| {
            let below = common.as_ref().and_then(|common| file.strip_prefix(common).ok());
            below.is_some_and(|below| below.components().any(|part| part.as_os_str() == PACKAGES))
        };
        found.retain(|file| {
            *file != self.file
                && (glob.search.is_exhaustive || !is_of_package(file))
                && !excluding.iter().any(|pattern| pattern.fits(file))
        });
        Ok(found)
    }

    /// The folders where a new file can be a result.
    pub(super) fn folders(&self, glob: &Glob) -> Vec<PathBuf> {
        let located = self.roots.iter().flat_map(|root| self.located(glob, root).unwrap_or_default());
        let mut folders = BTreeSet::new();
        for pattern in located.filter(|pattern| !pattern.is_excluding) {
            let fixed = pattern.fixed_folder();
            if pattern.segments.iter().any(|segment| segment == "**") || pattern.segments.len() > 1 {
                add_folders(&fixed, &mut folders);
            }
            folders.insert(fixed);
        }
        folders.into_iter().collect()
    }

    fn located(&self, glob: &Glob, root: &Path) -> Result<Vec<Located>, String> {
        let mut all = Vec::new();
        for pattern in &glob.patterns {
            let (is_excluding, pattern) = match pattern.strip_prefix('!') {
                Some(pattern) => (true, pattern),
                None => (false, pattern.as_str()),
            };
            for one in file_patterns::alternatives(pattern, Signs::Stay) {
                let (folder, below) = self.start(&one, glob, root, is_excluding)?;
                all.push(located(folder, &below, is_excluding));
            }
        }
        Ok(all)
    }

    /// The folder that a pattern starts from, and what is left of it.
    fn start(&self, pattern: &str, glob: &Glob, root: &Path, is_excluding: bool) -> Result<(PathBuf, String), String> {
        if let Some(below) = pattern.strip_prefix('/') {
            return Ok((root.to_owned(), below.to_owned()));
        }
        if pattern.starts_with("./") || pattern.starts_with("../") {
            return Ok((self.base(glob, root), pattern.to_owned()));
        }
        if pattern.starts_with("**") {
            // What is excluded in this way is excluded wherever it is.
            let folder = if is_excluding { PathBuf::from("/") } else { root.to_owned() };
            return Ok((folder, pattern.to_owned()));
        }
        let of_alias = |(name, folder): &(String, PathBuf)| {
            let rest = pattern.strip_prefix(name.as_str())?;
            let below = if name.ends_with('/') { rest } else { rest.strip_prefix('/')? };
            Some((folder.clone(), below.to_owned()))
        };
        let of_tsconfig = || {
            let paths = self.tsconfig.0.tsconfig_paths(pattern, &self.file);
            Some((PathBuf::from("/"), paths.first()?.to_string_lossy().into_owned()))
        };
        self.aliases.iter().find_map(of_alias).or_else(of_tsconfig).ok_or_else(|| {
            format!("a pattern of import.meta.glob must begin with \"./\", \"../\", \"/\" or an alias: \"{pattern}\"")
        })
    }

    /// The name of a file in the object.
    pub(super) fn key(&self, glob: &Glob, root: &Path, file: &Path) -> String {
        if glob.base.is_some() {
            return relative(&self.base(glob, root), file);
        }
        if glob.patterns.iter().all(|pattern| pattern.starts_with(['.', '!'])) {
            return relative(self.folder(), file);
        }
        let below = relative(root, file);
        below.strip_prefix('.').filter(|rest| rest.starts_with('/')).map_or(below.clone(), str::to_owned)
    }

    /// How the module imports a file.
    pub(super) fn specifier(&self, file: &Path) -> String {
        match self.file.is_absolute() {
            true => relative(self.folder(), file),
            false => file.to_string_lossy().into_owned(),
        }
    }
}

/// A pattern without `.` and `..`.
fn located(mut folder: PathBuf, pattern: &str, is_excluding: bool) -> Located {
    let mut segments: Vec<String> = Vec::new();
    for segment in pattern.split('/') {
        match segment {
            "" | "." => {}
            ".." => {
                if segments.pop().is_none() {
                    folder.pop();
                }
            }
            name => segments.push(name.to_owned()),
        }
    }
    Located { folder, segments, is_excluding }
}

/// Adds the folders below a folder.
fn add_folders(folder: &Path, folders: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_left_out = entry.file_name() == PACKAGES || entry.file_name().to_string_lossy().starts_with('.');
        let path = entry.path();
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !is_left_out {
            add_folders(&path, folders);
            folders.insert(path);
        }
    }
}
