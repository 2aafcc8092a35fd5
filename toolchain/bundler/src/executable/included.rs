//! Files that become part of an executable as they are (`--include`), at their places beside the entry.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use super::payload::{Contents, File};
use crate::large_files::LARGE_MIN;

/// The files, and the folder of the executable that the outputs of the build belong to.
#[derive(Debug, Default)]
pub(super) struct Included {
    pub(super) files: Vec<File>,
    /// Of the entry, relative to the deepest folder with the entry and everything that is included.
    pub(super) folder: PathBuf,
}

/// Reads files and folders. `directory` is what their paths are relative to, `entry` the program's source.
///
/// # Errors
/// A message for the user: a file that is missing or cannot be read.
pub(super) fn read(
    directory: &Path,
    entry: &Path,
    include: &[PathBuf],
    exclude: &[PathBuf],
) -> Result<Included, String> {
    if include.is_empty() {
        return Ok(Included::default());
    }
    let located = |paths: &[PathBuf]| paths.iter().map(|path| normal(&directory.join(path))).collect::<Vec<_>>();
    let (include, exclude) = (located(include), located(exclude));
    let mut paths = BTreeSet::new();
    for path in &include {
        collect(path, &exclude, &mut BTreeSet::new(), &mut paths)
            .map_err(|error| format!("cannot include \"{}\": {error}", path.display()))?;
    }
    let entry = normal(&directory.join(entry));
    let folder = entry.parent().unwrap_or(Path::new("/"));
    let common = include.iter().filter_map(|path| path.parent()).fold(folder.to_owned(), |common, folder| {
        common.components().zip(folder.components()).take_while(|(a, b)| a == b).map(|(a, _)| a).collect()
    });
    let mut files = Vec::new();
    for path in paths {
        let contents = contents(&path).map_err(|error| format!("cannot read \"{}\": {error}", path.display()))?;
        let name = path.strip_prefix(&common).unwrap_or(&path).to_string_lossy().into_owned();
        files.push(File { path: name, is_asset: true, contents });
    }
    Ok(Included { files, folder: folder.strip_prefix(&common).unwrap_or(Path::new("")).to_owned() })
}

/// What a file has in it: of a large one only its name and size.
fn contents(path: &Path) -> std::io::Result<Contents> {
    let metadata = path.metadata()?;
    if metadata.is_file() && metadata.len() >= LARGE_MIN {
        return Ok(Contents::Of { file: path.to_owned(), bytes: metadata.len() });
    }
    std::fs::read(path).map(Contents::Bytes)
}

/// A path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
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

/// Adds the files at and below a path. A folder is entered once, also when links lead back to it.
fn collect(
    path: &Path,
    exclude: &[PathBuf],
    entered: &mut BTreeSet<PathBuf>,
    paths: &mut BTreeSet<PathBuf>,
) -> std::io::Result<()> {
    if exclude.iter().any(|one| path.starts_with(one)) {
        return Ok(());
    }
    if !path.metadata()?.is_dir() {
        paths.insert(path.to_owned());
        return Ok(());
    }
    if !entered.insert(path.canonicalize()?) {
        return Ok(());
    }
    for item in std::fs::read_dir(path)? {
        collect(&item?.path(), exclude, entered, paths)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder() -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("a temporary folder");
        for name in ["src/main.ts", "data/a.txt", "data/no/b.txt"] {
            let path = folder.path().join(name);
            std::fs::create_dir_all(path.parent().expect("it has one")).expect("it can be made");
            std::fs::write(path, name).expect("it can be written");
        }
        folder
    }

    fn names(included: &Included) -> Vec<&str> {
        included.files.iter().map(|file| file.path.as_str()).collect()
    }

    #[test]
    fn files_keep_their_places_beside_the_entry() {
        let folder = folder();
        std::os::unix::fs::symlink(folder.path().join("data"), folder.path().join("data/again")).expect("a link");
        let read = |include: &str, exclude: &[PathBuf]| {
            read(folder.path(), Path::new("src/main.ts"), &[PathBuf::from(include)], exclude).expect("they exist")
        };
        let all = read("./data", &[PathBuf::from("data/no")]);
        assert_eq!(names(&all), ["data/a.txt"]);
        assert_eq!(all.folder, Path::new("src"));
        let beside = read("src/../src/main.ts", &[]);
        assert_eq!((names(&beside), beside.folder.as_path()), (vec!["main.ts"], Path::new("")));
    }

    #[test]
    fn what_is_missing_is_named() {
        let folder = folder();
        let problem = read(folder.path(), Path::new("src/main.ts"), &[PathBuf::from("gone")], &[]).unwrap_err();
        assert!(problem.contains("gone"));
    }
}
