//! Which files of a folder belong to its package, and the tarball of them: npm's rules (`files`, `.npmignore`,
//! `.gitignore`, and what is always in or out).

mod rules;

use self::rules::RuleFile;
use crate::error::{Error, Result};
use crate::project::Project;
use libdeflater::{CompressionLvl, Compressor};
use serde_json::Value;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// The time of all entries, as npm writes it: reproducible tarballs.
const ENTRY_TIME_SECONDS: u64 = 499_162_500;
const BLOCK_BYTES: usize = 512;
/// What node-gyp writes about the machine.
const CONFIG_OF_GYP: &str = "build/config.gypi";

/// A file of the package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedFile {
    /// Relative, with `/`.
    pub path: String,
    pub bytes: Vec<u8>,
    pub is_executable: bool,
}

/// A tarball with what is in it.
#[derive(Clone, Debug)]
pub struct Tarball {
    /// `name-1.0.0.tgz`.
    pub file_name: String,
    pub files: Vec<PackedFile>,
    pub bytes: Vec<u8>,
}

/// Packs a project.
///
/// # Errors
/// `ENONAME` without a name and a version; files that cannot be read.
pub fn pack(project: &Project) -> Result<Tarball> {
    let manifest = project.manifest();
    if manifest.name.is_empty() || manifest.version.is_empty() {
        let message = format!("{} has no name or no version", project.folder.join("package.json").display());
        return Err(Error::new("ENONAME", message).with_hint("a package needs both"));
    }
    let files = files_of(project)?;
    let base = manifest.name.trim_start_matches('@').replace('/', "-");
    let bytes = compress(&tar(&files)?)?;
    Ok(Tarball { file_name: format!("{base}-{}.tgz", manifest.version), files, bytes })
}

/// The tarball of a project that need not have a name and a version.
///
/// # Errors
/// Files that cannot be read.
pub fn compressed(project: &Project) -> Result<Vec<u8>> {
    compress(&tar(&files_of(project)?)?)
}

fn files_of(project: &Project) -> Result<Vec<PackedFile>> {
    let manifest = project.manifest();
    let mut files = Vec::new();
    for path in paths(project) {
        let full = project.folder.join(&path);
        let failed = |error: std::io::Error| Error::of_file(&error, "read", &full);
        let bytes = match path == "package.json" && project.has_changed() {
            // As it is published, which may be different from what the folder has.
            true => project.to_text().into_bytes(),
            false => std::fs::read(&full).map_err(failed)?,
        };
        let mode = std::fs::metadata(&full).map_err(failed)?.permissions().mode();
        let is_command = manifest.commands.iter().any(|(_, command)| *command == path);
        files.push(PackedFile { path, bytes, is_executable: mode & 0o111 != 0 || is_command });
    }
    Ok(files)
}

/// The files, sorted as npm sorts them.
pub fn paths(project: &Project) -> Vec<String> {
    let manifest = project.manifest();
    let json = Value::Object(project.json.clone());
    let listed: Option<Vec<String>> = json.get("files").and_then(Value::as_array).map(|list| {
        list.iter().filter_map(Value::as_str).map(|path| path.trim_start_matches("./").to_string()).collect()
    });
    let mut always: Vec<String> = manifest.commands.iter().map(|(_, path)| path.clone()).collect();
    for name in ["main", "browser"] {
        always.extend(json.get(name).and_then(Value::as_str).map(|path| path.trim_start_matches("./").to_string()));
    }
    let mut found = Vec::new();
    let walk = Walk { root: &project.folder, listed: listed.as_deref(), always: &always, bundled: &manifest.bundled };
    walk.folder("", &mut Vec::new(), &mut found);
    found.sort_by_key(|one| order(one));
    found
}

/// npm lists files by extension, then by name; `package.json` last would not change the tarball's meaning.
fn order(path: &str) -> (String, String) {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    let extension = name.rfind('.').filter(|at| *at > 0).map(|at| name[at..].to_string()).unwrap_or_default();
    (extension, format!("{name}\0{path}"))
}

struct Walk<'a> {
    root: &'a Path,
    listed: Option<&'a [String]>,
    always: &'a [String],
    bundled: &'a [String],
}

impl Walk<'_> {
    fn folder(&self, folder: &str, rules: &mut Vec<RuleFile>, found: &mut Vec<String>) {
        let full = self.root.join(folder);
        let before = rules.len();
        // With `files` the ignore files of the root do not count.
        if !(folder.is_empty() && self.listed.is_some()) {
            let read = |name: &str| std::fs::read_to_string(full.join(name)).ok();
            let text = read(".npmignore").or_else(|| read(".gitignore")).unwrap_or_default();
            rules.push(RuleFile::parse(folder, &text));
        }
        let mut names: Vec<(String, std::fs::FileType)> = std::fs::read_dir(&full)
            .into_iter()
            .flatten()
            .flatten()
            .filter_map(|entry| Some((entry.file_name().into_string().ok()?, entry.file_type().ok()?)))
            .collect();
        names.sort_by(|left, right| left.0.cmp(&right.0));
        for (name, kind) in names {
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            if kind.is_dir() {
                if self.enters(&path, &name, rules) {
                    self.folder(&path, rules, found);
                }
            } else if kind.is_file() && self.takes(&path, &name, rules) {
                found.push(path);
            }
        }
        rules.truncate(before);
    }

    fn enters(&self, path: &str, name: &str, rules: &[RuleFile]) -> bool {
        if name == "node_modules" {
            return !self.bundled.is_empty() && path == "node_modules";
        }
        if let Some(inside) = path.strip_prefix("node_modules/") {
            return self.bundled.iter().any(|bundled| {
                inside == bundled
                    || inside.starts_with(&format!("{bundled}/"))
                    || bundled.starts_with(&format!("{inside}/"))
            });
        }
        if matches!(name, ".git" | ".svn" | ".hg" | "CVS") {
            return false;
        }
        let has_required =
            || self.always.iter().any(|one| one.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')));
        rules.iter().all(|file| file.enters(path)) || has_required()
    }

    fn takes(&self, path: &str, name: &str, rules: &[RuleFile]) -> bool {
        let is_top = !path.contains('/');
        if is_never(name, is_top) {
            return false;
        }
        if path == "package.json" || is_top && is_always(name) || self.always.iter().any(|one| one == path) {
            return true;
        }
        let is_listed = self.listed.is_none_or(|listed| is_listed(listed, path));
        // What `files` names at the top, or by its path, is meant.
        let names_path = |one: &String| one.trim_start_matches('/') == path;
        let is_near = is_top || path == CONFIG_OF_GYP;
        let is_named = self.listed.is_some_and(|listed| is_near && is_listed || listed.iter().any(names_path));
        if is_left_out(path, name) && !is_named {
            return false;
        }
        path.starts_with("node_modules/") || is_listed && rules.iter().all(|file| file.includes(path))
    }
}

fn is_always(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let stem = lower.split('.').next().unwrap_or_default();
    ["readme", "license", "licence", "copying"].contains(&stem)
}

fn is_never(name: &str, is_top: bool) -> bool {
    let is_lockfile = ["package-lock.json", "pnpm-lock.yaml", "yarn.lock", "bun.lock", "bun.lockb"].contains(&name);
    is_top && is_lockfile || name == ".npmrc"
}

/// What is not packed unless `files` names it.
fn is_left_out(path: &str, name: &str) -> bool {
    matches!(name, ".gitignore" | ".npmignore" | ".DS_Store" | "npm-debug.log")
        || path == CONFIG_OF_GYP
        || path.ends_with("/build/config.gypi")
        || name == ".lock-wscript"
        || name.starts_with(".wafpickle-")
        || name.starts_with("._")
        || name.ends_with(".orig")
        || name.starts_with('.') && name.ends_with(".swp")
}

/// Whether the patterns of `files` name a path: the last one that fits decides.
fn is_listed(listed: &[String], path: &str) -> bool {
    let mut is_in = false;
    for pattern in listed {
        let (includes, pattern) = match pattern.strip_prefix('!') {
            Some(pattern) => (false, pattern),
            None => (true, pattern.as_str()),
        };
        if fits_listed(pattern.trim_end_matches('/'), path) {
            is_in = includes;
        }
    }
    is_in
}

/// A pattern of `files`: a file, a folder with all that is in it, or a glob.
fn fits_listed(pattern: &str, path: &str) -> bool {
    let pattern = pattern.trim_start_matches('/');
    if pattern.is_empty() || pattern == "." || pattern == "*" && !path.contains('/') {
        return true;
    }
    let parts: Vec<&str> = pattern.split('/').collect();
    let names: Vec<&str> = path.split('/').collect();
    (1..=names.len()).any(|count| crate::workspace::matches_path(&parts, &names[..count]))
}

/// POSIX ustar, with pax headers for long paths.
fn tar(files: &[PackedFile]) -> Result<Vec<u8>> {
    let mut archive = Vec::new();
    for file in files {
        let path = format!("package/{}", file.path);
        let (prefix, name) = match split_path(&path) {
            Some(parts) => parts,
            None => {
                let record = pax_record("path", &path);
                archive.extend(header("PaxHeader", "", record.len(), 0o644, b'x')?);
                pad(&mut archive, record.as_bytes());
                ("", "package/long")
            }
        };
        let mode = if file.is_executable { 0o755 } else { 0o644 };
        archive.extend(header(name, prefix, file.bytes.len(), mode, b'0')?);
        pad(&mut archive, &file.bytes);
    }
    archive.extend_from_slice(&[0; 2 * BLOCK_BYTES]);
    Ok(archive)
}

fn pad(archive: &mut Vec<u8>, bytes: &[u8]) {
    archive.extend_from_slice(bytes);
    let rest = bytes.len() % BLOCK_BYTES;
    if rest > 0 {
        archive.resize(archive.len() + BLOCK_BYTES - rest, 0);
    }
}

/// Prefix and name of a header; None when the path does not fit.
fn split_path(path: &str) -> Option<(&str, &str)> {
    if path.len() <= 100 {
        return Some(("", path));
    }
    path.match_indices('/')
        .map(|(at, _)| (&path[..at], &path[at + 1..]))
        .find(|(prefix, name)| prefix.len() <= 155 && name.len() <= 100 && !name.is_empty())
}

/// `LENGTH path=…\n`, where the length counts its own digits.
fn pax_record(key: &str, value: &str) -> String {
    let rest = key.len() + value.len() + 3;
    let mut length = rest + 1;
    while rest + length.to_string().len() != length {
        length = rest + length.to_string().len();
    }
    format!("{length} {key}={value}\n")
}

fn header(name: &str, prefix: &str, bytes: usize, mode: u32, kind: u8) -> Result<[u8; BLOCK_BYTES]> {
    if bytes >= 1 << 33 {
        return Err(Error::new("ETOOLARGE", format!("{name} is too large for a package")));
    }
    let mut block = [0u8; BLOCK_BYTES];
    let mut put = |at: usize, text: &[u8]| block[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, format!("{mode:06o} \0").as_bytes());
    put(124, format!("{bytes:011o} ").as_bytes());
    put(136, format!("{ENTRY_TIME_SECONDS:011o} ").as_bytes());
    put(148, b"        ");
    put(156, &[kind]);
    put(257, b"ustar\x0000");
    put(345, prefix.as_bytes());
    let sum: u32 = block.iter().map(|byte| u32::from(*byte)).sum();
    block[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(block)
}

fn compress(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut compressor = Compressor::new(CompressionLvl::best());
    let mut output = vec![0; compressor.gzip_compress_bound(bytes.len())];
    let count = compressor
        .gzip_compress(bytes, &mut output)
        .map_err(|_| Error::new("ETARBALL", "the tarball cannot be compressed"))?;
    output.truncate(count);
    Ok(output)
}

#[cfg(test)]
#[path = "pack_tests.rs"]
mod tests;
