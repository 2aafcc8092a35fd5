//! The files of a build: what is written where, and the checks before anything is.

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};

use crate::options::{Entry, Options};

/// What an output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    EntryPoint,
    Chunk,
    Asset,
    SourceMap,
    LegalComments,
}

/// A file of a build.
#[derive(Clone, Debug)]
pub struct Output {
    /// Relative to the output folder.
    pub path: String,
    pub kind: Kind,
    pub contents: Vec<u8>,
    /// The source file of an entry or an asset.
    pub source: Option<PathBuf>,
    /// The hash in its name, or of its contents.
    pub hash: Option<String>,
    /// The modules in it, with the bytes that each takes.
    pub modules: Vec<(String, usize)>,
    pub imports: Vec<String>,
    pub dynamic_imports: Vec<String>,
    pub exports: Vec<String>,
}

impl Output {
    /// An output without modules.
    pub fn file(path: String, kind: Kind, contents: Vec<u8>) -> Self {
        Self {
            path,
            kind,
            contents,
            source: None,
            hash: None,
            modules: Vec::new(),
            imports: Vec::new(),
            dynamic_imports: Vec::new(),
            exports: Vec::new(),
        }
    }
}

/// The folder that outputs are written to. None when the build has none.
pub fn folder(options: &Options) -> Option<PathBuf> {
    match (&options.out_dir, &options.out_file) {
        (Some(folder), _) => Some(options.directory.join(folder)),
        (None, Some(file)) => Some(options.directory.join(file).parent().map(Path::to_owned).unwrap_or_default()),
        (None, None) => None,
    }
}

/// The deepest folder with all entries.
pub(crate) fn common_folder(options: &Options, entries: &[Entry]) -> PathBuf {
    let folders = entries.iter().map(|entry| {
        let path = options.directory.join(&entry.path);
        path.parent().map(Path::to_owned).unwrap_or_default()
    });
    let common = folders.reduce(|common, folder| {
        common.components().zip(folder.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    });
    common.unwrap_or_else(|| options.directory.clone())
}

/// A path without `.` and `..`.
pub(crate) fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => drop(normal.pop()),
            Component::CurDir => {}
            part => normal.push(part),
        }
    }
    normal
}

/// Checks that outputs can be written: no two for one path, none over a source.
///
/// # Errors
/// A message for the user.
pub(crate) fn check(options: &Options, outputs: &[Output], sources: &[PathBuf]) -> Result<(), String> {
    let mut seen: BTreeMap<&str, &[u8]> = BTreeMap::new();
    for output in outputs {
        match seen.insert(&output.path, &output.contents) {
            Some(contents) if contents != output.contents.as_slice() => {
                return Err(format!(
                    "two outputs have the path \"{}\" (--entry-names \"[dir]/[name]-[hash]\" makes them different)",
                    output.path
                ));
            }
            _ => {}
        }
    }
    let Some(folder) = folder(options) else { return Ok(()) };
    for output in outputs {
        let target = folder.join(&output.path);
        let real = target.canonicalize().unwrap_or(target);
        if sources.contains(&real) {
            return Err(format!("the output \"{}\" would overwrite a source file of the same path", real.display()));
        }
    }
    Ok(())
}

/// Writes outputs. Each file is complete or not there: it is written beside its place and renamed.
///
/// # Errors
/// A message for the user with the path.
pub fn write(folder: &Path, outputs: &[Output]) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("cannot write \"{}\": {error}", path.display());
    let mut written = Vec::new();
    let result = (|| {
        for (index, output) in outputs.iter().enumerate() {
            let path = folder.join(&output.path);
            let parent = path.parent().unwrap_or(folder);
            std::fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
            let temporary = parent.join(format!(".brio-build-{}-{index}", std::process::id()));
            written.push((temporary.clone(), path.clone()));
            std::fs::write(&temporary, &output.contents).map_err(|error| failed(&path, error))?;
        }
        Ok(())
    })();
    if let Err(message) = result {
        for (temporary, _) in &written {
            let _ = std::fs::remove_file(temporary);
        }
        return Err(message);
    }
    for (temporary, path) in &written {
        std::fs::rename(temporary, path).map_err(|error| failed(path, error))?;
    }
    Ok(())
}
