//! Paths: the repository, the binary, the cache; and a walk over the files that git would list.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The engine of a binary.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EngineKind {
    /// The library of the system.
    #[default]
    System,
    /// The one that `./x engine build` made, linked in.
    Static,
}

/// The repository that `./x` belongs to.
pub struct Workspace {
    pub root: PathBuf,
    /// The engine of the binary that is built and tested.
    pub engine: EngineKind,
}

impl EngineKind {
    /// Reads the value of `--engine`.
    pub fn parse(name: &str) -> Result<EngineKind, String> {
        match name {
            "system" => Ok(EngineKind::System),
            "static" => Ok(EngineKind::Static),
            other => Err(format!("\"{other}\" is no engine; there are `system` and `static`")),
        }
    }

    /// The name in `out/` of the runtime of executables.
    pub fn runtime(self) -> &'static str {
        match self {
            EngineKind::System => "brio-runtime",
            EngineKind::Static => "brio-static-runtime",
        }
    }

    /// The name of the binary in `out/`.
    pub fn binary(self) -> &'static str {
        match self {
            EngineKind::System => "brio",
            EngineKind::Static => "brio-static",
        }
    }
}

impl Workspace {
    /// Uses BRIO_ROOT, which `x` sets, or else the nearest folder above the current one that contains the script `x`.
    pub fn find() -> Result<Workspace, String> {
        if let Some(root) = std::env::var_os("BRIO_ROOT") {
            return Ok(Workspace { root: PathBuf::from(root), engine: EngineKind::System });
        }
        let here = std::env::current_dir().map_err(|error| format!("the current folder cannot be read: {error}"))?;
        let root = here.ancestors().find(|folder| folder.join("x").is_file() && folder.join("Cargo.toml").is_file());
        root.map(|root| Workspace { root: root.to_path_buf(), engine: EngineKind::System })
            .ok_or_else(|| "not inside the repository: no ./x here or above".to_string())
    }

    /// The path of the binary that `./x build` creates.
    pub fn binary(&self) -> PathBuf {
        self.root.join("out").join(self.engine.binary())
    }

    /// The path of the runtime of executables, which `./x build` creates too.
    pub fn runtime(&self) -> PathBuf {
        self.root.join("out").join(self.engine.runtime())
    }

    /// The same repository with another engine for its binary.
    pub fn with_engine(&self, engine: EngineKind) -> Workspace {
        Workspace { root: self.root.clone(), engine }
    }

    /// The command that the black-box tests run: `out/brio`, or BRIO_BINARY, which may include leading arguments.
    /// `BRIO_BINARY=node ./x test --only unit` shows that the tests state Node's behaviour.
    pub fn brio(&self) -> Command {
        let words = std::env::var("BRIO_BINARY").unwrap_or_default();
        let mut words = words.split_whitespace();
        let mut command = words.next().map_or_else(|| Command::new(self.binary()), Command::new);
        command.args(words);
        // The program must not see the variables that `x` sets for itself.
        command.env_remove("BRIO_ROOT").env_remove("BRIO_BINARY").env_remove("CARGO_TARGET_DIR");
        command
    }

    /// Whether the tests run a binary that this repository did not build.
    pub fn binary_is_foreign(&self) -> bool {
        std::env::var_os("BRIO_BINARY").is_some()
    }

    /// Every file below `folder` (relative to the root) whose name ends with `suffix`, sorted; paths are absolute.
    pub fn files(&self, folder: &str, suffix: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        collect(&self.root.join(folder), suffix, &mut found);
        found.sort();
        found
    }

    /// `path` as it is written in messages: relative to the root, with forward slashes.
    pub fn relative(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).to_string_lossy().into_owned()
    }
}

/// The folder for things that are downloaded or built once per user: `$XDG_CACHE_HOME/brio` or `~/.cache/brio`.
pub fn cache_folder() -> Result<PathBuf, String> {
    let base = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let base = base.or_else(|| std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache")));
    base.map(|base| base.join("brio"))
        .ok_or_else(|| "neither XDG_CACHE_HOME nor HOME is set, so there is no cache folder".to_string())
}

fn collect(folder: &Path, suffix: &str, found: &mut Vec<PathBuf>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        // Build output, packages and git's own files are skipped; a link may lead out of the repository.
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder && !matches!(name.to_str(), Some(".git" | "target" | "out" | "node_modules")) {
            collect(&path, suffix, found);
        } else if !is_folder && name.to_string_lossy().ends_with(suffix) && path.is_file() {
            found.push(path);
        }
    }
}
