//! Unpacking a tarball into a folder of the store, file by file as they are decompressed.

use super::Index;
use super::seal::{self, Key, Sealing};
use crate::content::Content;
use crate::error::{Error, Result};
use crate::tarball::{self, Entry, EntryContent};
use indexmap::IndexMap;
use rustc_hash::FxHashSet;
use rustix::fd::OwnedFd;
use rustix::fs::{CWD, Mode, OFlags, mkdirat, openat};
use rustix::io::Errno;
use serde_json::Value;
use std::fs;
use std::io::{BufRead, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// A larger `package.json` is refused.
const MANIFEST_BYTES_MAX: usize = 16 * 1024 * 1024;

/// Writes the files of a package, and then its index.
///
/// # Errors
/// Those of `tarball::visit`, of the system, `ETARBALL` without a `package.json`, and `EJSONPARSE`.
pub fn write(folder: &Path, content: &Content, integrity: &str, key: &Key, what: &str) -> Result<()> {
    unpack(folder, content, integrity, key).map_err(|error| error.while_doing(format!("unpacking {what}")))
}

fn unpack(folder: &Path, content: &Content, integrity: &str, key: &Key) -> Result<()> {
    let root = folder.join("files");
    fs::create_dir_all(&root).map_err(|error| failed(&error, &root))?;
    let flags = OFlags::DIRECTORY | OFlags::CLOEXEC;
    let opened = openat(CWD, &root, flags, Mode::empty()).map_err(|error| failed(&error.into(), &root))?;
    let (folders, files) = (FxHashSet::default(), IndexMap::new());
    let sealing = Sealing::start(key)?;
    let mut unpacking = Unpacking { root, opened, folders, files, sealing, is_listed: true, manifest: None };
    tarball::visit(content, &mut |entry, content| unpacking.add(entry, content))?;
    let manifest = unpacking.manifest()?;
    unpacking.make_commands_executable(&manifest)?;
    let mut listing = String::new();
    let listed = || unpacking.files.iter().filter(|(path, _)| is_listable(path));
    for (path, is_executable) in listed() {
        listing.push_str(if *is_executable { "x " } else { "- " });
        listing.push_str(path);
        listing.push('\n');
    }
    let seal = match unpacking.is_listed {
        true => unpacking.sealing.finish()?,
        false => seal::of_files(key, &unpacking.root, listed().map(|(path, _)| path.as_str()))?,
    };
    let header = Index { integrity: integrity.to_string(), seal, manifest: reduced(manifest) };
    let header = serde_json::to_string(&header).unwrap_or_default();
    fs::write(folder.join("index"), format!("{header}\n{listing}")).map_err(|error| failed(&error, folder))
}

fn failed(error: &std::io::Error, path: &Path) -> Error {
    Error::of_file(error, "write", path)
}

/// The folder is new: another file of the package has that name.
fn same_name(path: &str) -> Error {
    let message =
        format!("the file system of the store does not distinguish {path:?} from another file of the package");
    Error::new("ESAMENAME", message).with_hint("a store elsewhere (`BRIO_PACKAGES`) can have both")
}

/// A path with a line break could claim to be another entry.
fn is_listable(path: &str) -> bool {
    !path.contains('\n')
}

struct Unpacking {
    root: PathBuf,
    /// The same folder: files are made below it without looking for it each time.
    opened: OwnedFd,
    /// Folders that have been made.
    folders: FxHashSet<String>,
    /// By path, whether it is executable.
    files: IndexMap<String, bool>,
    sealing: Sealing,
    /// Whether the files that were sealed are those that are listed, in their order.
    is_listed: bool,
    manifest: Option<Vec<u8>>,
}

impl Unpacking {
    /// Writes a file. Of several with the same path the last one counts.
    fn add(&mut self, entry: Entry, content: &mut EntryContent<'_, '_>) -> Result<()> {
        let mut file = self.create(&entry).map_err(|error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => same_name(&entry.path),
            _ => failed(&error, &self.root.join(&entry.path)),
        })?;
        let mut manifest = (entry.path == "package.json").then(Vec::new);
        loop {
            let bytes = content.fill_buf().map_err(|error| tarball::of_read(&error))?;
            if bytes.is_empty() {
                break;
            }
            self.sealing.content(bytes)?;
            file.write_all(bytes).map_err(|error| failed(&error, &self.root.join(&entry.path)))?;
            if let Some(manifest) = &mut manifest {
                manifest.extend_from_slice(bytes);
                if manifest.len() > MANIFEST_BYTES_MAX {
                    return Err(Error::new(
                        "ETOOLARGE",
                        format!("its package.json has more than {MANIFEST_BYTES_MAX} bytes"),
                    ));
                }
            }
            let count = bytes.len();
            content.consume(count);
        }
        self.sealing.end_file(&entry.path)?;
        self.is_listed &= is_listable(&entry.path);
        self.is_listed &= self.files.insert(entry.path, entry.is_executable).is_none();
        self.manifest = manifest.or_else(|| self.manifest.take());
        Ok(())
    }

    fn create(&mut self, entry: &Entry) -> std::io::Result<fs::File> {
        if let Some((parent, _)) = entry.path.rsplit_once('/') {
            self.make_folder(parent)?;
        }
        if self.files.contains_key(&entry.path) {
            fs::remove_file(self.root.join(&entry.path))?;
        }
        let mode = Mode::from_raw_mode(if entry.is_executable { 0o555 } else { 0o444 });
        let flags = OFlags::WRONLY | OFlags::CREATE | OFlags::EXCL | OFlags::CLOEXEC;
        Ok(openat(&self.opened, &entry.path, flags, mode)?.into())
    }

    fn make_folder(&mut self, folder: &str) -> rustix::io::Result<()> {
        if self.folders.contains(folder) {
            return Ok(());
        }
        if let Some((above, _)) = folder.rsplit_once('/') {
            self.make_folder(above)?;
        }
        match mkdirat(&self.opened, folder, Mode::from_raw_mode(0o777)) {
            // On some file systems a folder with another spelling.
            Ok(()) | Err(Errno::EXIST) => {
                self.folders.insert(folder.to_string());
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    fn manifest(&mut self) -> Result<Value> {
        let Some(bytes) = self.manifest.take() else {
            return Err(Error::new("ETARBALL", "it has no package.json"));
        };
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&bytes);
        serde_json::from_slice(text).map_err(|error| Error::of_json(&error, "package.json"))
    }

    /// What `bin` names can be executed, whatever the archive says.
    fn make_commands_executable(&mut self, manifest: &Value) -> Result<()> {
        for (_, path) in crate::manifest::Manifest::of_json(manifest).commands {
            let Some(is_executable) = self.files.get_mut(&path).filter(|is_executable| !**is_executable) else {
                continue;
            };
            *is_executable = true;
            let full = self.root.join(&path);
            let change = || {
                let mode = fs::metadata(&full)?.permissions().mode();
                fs::set_permissions(&full, fs::Permissions::from_mode(mode | (mode & 0o444) >> 2))
            };
            change().map_err(|error: std::io::Error| failed(&error, &full))?;
        }
        Ok(())
    }
}

/// The fields of a `package.json` that installing needs.
fn reduced(manifest: Value) -> Value {
    const FIELDS: [&str; 20] = [
        "name",
        "version",
        "bin",
        "license",
        "funding",
        "scripts",
        "engines",
        "os",
        "cpu",
        "libc",
        "dependencies",
        "optionalDependencies",
        "peerDependencies",
        "peerDependenciesMeta",
        "bundleDependencies",
        "bundledDependencies",
        "directories",
        "gypfile",
        "deprecated",
        "workspaces",
    ];
    match manifest {
        Value::Object(object) => {
            Value::Object(object.into_iter().filter(|(name, _)| FIELDS.contains(&name.as_str())).collect())
        }
        other => other,
    }
}
