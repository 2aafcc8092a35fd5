//! The files of a build: what is written where, and the checks before anything is.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
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
    /// The file that it is a copy of, if it is a large one: the contents are empty.
    pub copied: Option<Copied>,
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

/// A large file that is copied when outputs are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Copied {
    pub from: PathBuf,
    pub bytes: u64,
    /// The hash of its contents.
    pub hash: String,
}

impl Output {
    /// Its size.
    pub fn bytes(&self) -> u64 {
        self.copied.as_ref().map_or(self.contents.len() as u64, |copied| copied.bytes)
    }

    /// Its contents, read from the file that it is a copy of.
    ///
    /// # Errors
    /// The system's.
    pub fn read(&self) -> std::io::Result<Cow<'_, [u8]>> {
        match &self.copied {
            Some(copied) => std::fs::read(&copied.from).map(Cow::Owned),
            None => Ok(Cow::Borrowed(&self.contents)),
        }
    }

    fn has_contents_of(&self, other: &Self) -> bool {
        self.contents == other.contents
            && self.copied.as_ref().map(|copied| (copied.bytes, &copied.hash))
                == other.copied.as_ref().map(|copied| (copied.bytes, &copied.hash))
    }

    fn write(&self, path: &Path) -> std::io::Result<()> {
        let Some(copied) = &self.copied else { return std::fs::write(path, &self.contents) };
        // Not with its permissions: an output can be replaced.
        std::io::copy(&mut File::open(&copied.from)?, &mut File::create(path)?).map(drop)
    }

    /// An output without modules.
    pub fn file(path: String, kind: Kind, contents: Vec<u8>) -> Self {
        Self {
            path,
            kind,
            contents,
            copied: None,
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

/// The folder that sources in maps are relative to: where the outputs go, else that of the build.
pub(crate) fn maps_folder(options: &Options) -> PathBuf {
    normal(&folder(options).unwrap_or_else(|| options.directory.clone()))
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

/// Leaves one of outputs of several runs that are the same file.
pub(crate) fn merge_equal(outputs: &mut Vec<Output>) {
    let mut first: BTreeMap<&str, usize> = BTreeMap::new();
    let mut again = BTreeSet::new();
    for (index, output) in outputs.iter().enumerate() {
        match first.get(output.path.as_str()) {
            Some(other) if output.has_contents_of(&outputs[*other]) => drop(again.insert(index)),
            Some(_) => {}
            None => drop(first.insert(&output.path, index)),
        }
    }
    let mut indices = 0..;
    outputs.retain(|_| indices.next().is_none_or(|index: usize| !again.contains(&index)));
}

/// Checks that outputs can be written: no two for one path, none over a source.
///
/// # Errors
/// A message for the user.
pub(crate) fn check(options: &Options, outputs: &[Output], sources: &[PathBuf]) -> Result<(), String> {
    let mut seen: BTreeMap<&str, &Output> = BTreeMap::new();
    for output in outputs {
        match seen.insert(&output.path, output) {
            Some(other) if !other.has_contents_of(output) => {
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
    write_all(folder, &[outputs])
}

/// Writes the outputs of several lists: all of them, or when one cannot be written none.
///
/// # Errors
/// As [`write`].
pub(crate) fn write_all(folder: &Path, lists: &[&[Output]]) -> Result<(), String> {
    let failed = |path: &Path, error: std::io::Error| format!("cannot write \"{}\": {error}", path.display());
    let mut written = Vec::new();
    let result = (|| {
        for (index, output) in lists.iter().copied().flatten().enumerate() {
            let path = folder.join(&output.path);
            let parent = path.parent().unwrap_or(folder);
            std::fs::create_dir_all(parent).map_err(|error| failed(parent, error))?;
            let temporary = parent.join(format!(".brio-build-{}-{index}", std::process::id()));
            written.push((temporary.clone(), path.clone()));
            if path.is_dir() {
                return Err(failed(&path, std::io::ErrorKind::IsADirectory.into()));
            }
            output.write(&temporary).map_err(|error| failed(&path, error))?;
        }
        written
            .iter()
            .try_for_each(|(temporary, path)| std::fs::rename(temporary, path).map_err(|error| failed(path, error)))
    })();
    if result.is_err() {
        for (temporary, _) in &written {
            // Those that have their place are not there any more.
            let _ = std::fs::remove_file(temporary);
        }
    }
    result
}
