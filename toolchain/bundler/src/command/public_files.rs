//! The files of the folder `public`, which a built site has at its root under their own names, as Vite has it.

use std::path::{Path, PathBuf};

use crate::html::is_page;
use crate::large_files;
use crate::options::Options;
use crate::output::{Kind, Output};

/// The name of the folder.
const NAME: &str = "public";

/// The files to add to the outputs of a build with pages: those of `public` in the current folder, else beside the first page.
/// Empty when an entry or the output folder is in it. An output that is there already wins.
///
/// # Errors
/// A message that names the file that cannot be read.
pub(super) fn of_build(options: &Options, output_folder: &Path, outputs: &[Output]) -> Result<Vec<Output>, String> {
    let Some(folder) = public_folder(options) else { return Ok(Vec::new()) };
    let is_inside = |path: &Path| path.starts_with(&folder);
    if is_inside(&options.directory.join(output_folder))
        || options.entries.iter().any(|entry| is_inside(&options.directory.join(&entry.path)))
    {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    collect(&folder, &mut files).map_err(|error| format!("cannot read \"{}\": {error}", folder.display()))?;
    files.sort();
    let mut added = Vec::new();
    for file in files {
        let Ok(name) = file.strip_prefix(&folder) else { continue };
        let name = name.to_string_lossy().into_owned();
        if outputs.iter().any(|output| output.path == name) {
            continue;
        }
        let failed = |error: std::io::Error| format!("cannot read \"{}\": {error}", file.display());
        added.push(match large_files::output(&file, None).map_err(failed)? {
            Some(large) => Output { path: name, ..large },
            None => Output::file(name, Kind::Asset, std::fs::read(&file).map_err(failed)?),
        });
    }
    Ok(added)
}

fn public_folder(options: &Options) -> Option<PathBuf> {
    let page = options.entries.iter().find(|entry| is_page(&entry.path))?;
    let beside = options.directory.join(&page.path).parent().map(|folder| folder.join(NAME));
    [Some(options.directory.join(NAME)), beside].into_iter().flatten().find(|folder| folder.is_dir())
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}
