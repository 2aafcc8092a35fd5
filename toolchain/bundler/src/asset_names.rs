//! The names of assets: the template of the options, in which `[dir]` is the folder of a file below the root of the entries.

use std::path::{Path, PathBuf};

use crate::options::Options;
use crate::output::{common_folder, normal};

const FOLDER: &str = "[dir]";

/// The template of a build.
#[derive(Clone, Debug)]
pub(crate) struct AssetNames {
    template: Option<String>,
    root: PathBuf,
}

impl AssetNames {
    pub(crate) fn new(options: &Options) -> Self {
        let common = || common_folder(options, &options.entries);
        let root = normal(&options.root.as_ref().map_or_else(common, |root| options.directory.join(root)));
        Self { template: options.asset_names.clone(), root: root.canonicalize().unwrap_or(root) }
    }

    /// Whether names depend on the folders of files.
    pub(crate) fn have_folders(&self) -> bool {
        self.template.as_deref().is_some_and(|template| template.contains(FOLDER))
    }

    /// The template for a file.
    pub(crate) fn of(&self, file: &Path) -> Option<String> {
        let template = self.template.as_deref()?;
        let folder = file.parent().and_then(|folder| folder.strip_prefix(&self.root).ok());
        let folder = folder.map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
        let name = match folder.is_empty() {
            true => template.replace("[dir]/", "").replace(FOLDER, ""),
            false => template.replace(FOLDER, &folder),
        };
        Some(name.trim_start_matches("./").to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_relative_to_the_root() {
        let names = |template: &str| AssetNames { template: Some(template.to_owned()), root: PathBuf::from("/src") };
        let of = |template, file| names(template).of(Path::new(file)).expect("it has a template");
        assert_eq!(of("[dir]/[name].[ext]", "/src/a/b/c.png"), "a/b/[name].[ext]");
        assert_eq!(of("./img/[dir]/[name]", "/src/c.png"), "img/[name]");
        assert_eq!(of("[dir]/[name]", "/other/c.png"), "[name]");
        assert!(names("[dir]/x").have_folders() && !names("[name]").have_folders());
    }
}
