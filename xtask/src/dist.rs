//! `./x dist`: the files that people install, below `out/dist`: archives, Debian packages, npm packages and an image for
//! containers, with a list of checksums and one of what is inside (an SBOM). The same commit and the same binaries
//! always make the same bytes: times are the commit's, owners are root, entries are sorted.
//!
//! Start reading at `make`. `./x dist check` installs each of them in a clean system (`check`).

mod archive;
mod check;
mod debian;
mod image;
mod npm;
mod sbom;

use crate::build;
use crate::workspace::{EngineKind, Workspace};
use archive::Tree;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What all files are made from.
struct Release {
    root: PathBuf,
    version: String,
    /// Seconds since 1970: the time of every entry.
    time: u64,
    /// Debian's name of the processor, and npm's.
    debian_processor: &'static str,
    npm_processor: &'static str,
    binary: Vec<u8>,
    system_binary: Vec<u8>,
    /// The runtimes of executables.
    runtime: Vec<u8>,
    system_runtime: Vec<u8>,
    /// Where the files are written.
    folder: PathBuf,
}

/// `./x dist [check]`.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    match arguments {
        [] => make(workspace).map(|()| 0),
        [word] if word == "check" => check::run(&workspace.root.join("out/dist")),
        _ => Err("usage: ./x dist, which makes the files, and ./x dist check, which installs them".to_string()),
    }
}

fn make(workspace: &Workspace) -> Result<(), String> {
    for engine in [EngineKind::System, EngineKind::Static] {
        build::build_if_stale(&workspace.with_engine(engine), true)?;
    }
    let release = Release::of(workspace)?;
    let explain = |error: std::io::Error| format!("{}: {error}", release.folder.display());
    let _ = fs::remove_dir_all(&release.folder);
    fs::create_dir_all(&release.folder).map_err(explain)?;
    archive_of_release(&release)?;
    debian::write(&release)?;
    npm::write(&release)?;
    image::write(&release)?;
    sbom::write(&release)?;
    write_checksums(&release)?;
    let mut names = release.files()?;
    names.sort();
    for name in names {
        let size = fs::metadata(release.folder.join(&name)).map_or(0, |data| data.len());
        println!("out/dist/{name} ({:.1} MB)", size as f64 / 1e6);
    }
    Ok(())
}

impl Release {
    fn of(workspace: &Workspace) -> Result<Self, String> {
        let read = |path: PathBuf| fs::read(&path).map_err(|error| format!("{}: {error}", path.display()));
        let (linked, system) = (workspace.with_engine(EngineKind::Static), workspace.with_engine(EngineKind::System));
        let (debian_processor, npm_processor) = match std::env::consts::ARCH {
            "x86_64" => ("amd64", "x64"),
            "aarch64" => ("arm64", "arm64"),
            other => return Err(format!("there are no packages for {other}")),
        };
        Ok(Self {
            version: version_of(&workspace.root)?,
            time: time_of_commit(&workspace.root),
            debian_processor,
            npm_processor,
            binary: read(linked.binary())?,
            system_binary: read(system.binary())?,
            runtime: read(linked.runtime())?,
            system_runtime: read(system.runtime())?,
            folder: workspace.root.join("out/dist"),
            root: workspace.root.clone(),
        })
    }

    fn read(&self, name: &str) -> Result<Vec<u8>, String> {
        fs::read(self.root.join(name)).map_err(|error| format!("{name}: {error}"))
    }

    /// The names of the files that were written.
    fn files(&self) -> Result<Vec<String>, String> {
        let entries = fs::read_dir(&self.folder).map_err(|error| format!("{}: {error}", self.folder.display()))?;
        Ok(entries.flatten().map(|entry| entry.file_name().to_string_lossy().into_owned()).collect())
    }

    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), String> {
        fs::write(self.folder.join(name), bytes).map_err(|error| format!("{name}: {error}"))
    }
}

fn archive_of_release(release: &Release) -> Result<(), String> {
    let name = format!("brio-{}-linux-{}", release.version, release.npm_processor);
    let mut tree = Tree::default();
    tree.add_program(&format!("{name}/brio"), release.binary.clone());
    tree.add_program(&format!("{name}/brio-runtime"), release.runtime.clone());
    for file in ["LICENSE", "README.md"] {
        tree.add_file(&format!("{name}/{file}"), release.read(file)?);
    }
    release.write(&format!("{name}.tar.gz"), &archive::gzip(&tree.to_tar("", release.time))?)
}

/// The version of the workspace's packages.
fn version_of(root: &Path) -> Result<String, String> {
    let manifest = fs::read_to_string(root.join("Cargo.toml")).map_err(|error| format!("Cargo.toml: {error}"))?;
    let manifest = manifest.parse::<toml_edit::DocumentMut>().map_err(|error| format!("Cargo.toml: {error}"))?;
    let version = manifest["workspace"]["package"]["version"].as_str();
    version.map(str::to_string).ok_or_else(|| "Cargo.toml has no version".to_string())
}

/// SOURCE_DATE_EPOCH, or the time of the last commit.
fn time_of_commit(root: &Path) -> u64 {
    if let Some(time) = std::env::var("SOURCE_DATE_EPOCH").ok().and_then(|text| text.parse().ok()) {
        return time;
    }
    let output = Command::new("git").arg("-C").arg(root).args(["log", "-1", "--format=%ct"]).output();
    output.ok().and_then(|output| String::from_utf8_lossy(&output.stdout).trim().parse().ok()).unwrap_or(0)
}

fn write_checksums(release: &Release) -> Result<(), String> {
    let mut names = release.files()?;
    names.sort();
    let mut text = String::new();
    for name in names {
        let bytes = fs::read(release.folder.join(&name)).map_err(|error| format!("{name}: {error}"))?;
        text += &format!("{}  {name}\n", archive::sha256(&bytes)?);
    }
    release.write("SHA256SUMS", text.as_bytes())
}
