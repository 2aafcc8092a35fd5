//! The engine's source: Debian's package `webkit2gtk`, fetched by apt, which checks its signatures. Apt works with a
//! sources list and package lists of its own in the build's folder, so nothing changes in the system's.
//!
//! Debian's patches are for portability only and are not applied; Brio's own are in `patches`.

use std::cmp::Ordering;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const PACKAGE: &str = "webkit2gtk";
/// The release whose versions are taken: the newest one that Debian supports.
const RELEASE: &str = "trixie";
/// Where Debian is when the system's own sources do not name a mirror.
const MIRROR: &str = "http://deb.debian.org/debian";
const SECURITY_MIRROR: &str = "http://deb.debian.org/debian-security";
const KEYRING: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// A source package whose files were fetched.
pub struct Package {
    /// Debian's version, as `2.52.6-1~deb13u1`.
    pub version: String,
    folder: PathBuf,
}

/// An unpacked source.
pub struct Source {
    pub folder: PathBuf,
    /// WebKit's version, as `2.52.6`.
    pub version: String,
    /// When that version was released, as `2026-04-21`; empty when the source does not say.
    pub date: String,
}

/// Fetches the newest version that the mirror really has, or the one that was requested.
pub fn fetch(work: &Path, version: Option<&str>) -> Result<Package, String> {
    let explain = |error: std::io::Error| format!("{}: {error}", work.display());
    for folder in ["apt/lists/partial", "apt/cache/archives/partial"] {
        fs::create_dir_all(work.join(folder)).map_err(explain)?;
    }
    fs::write(work.join("apt/sources.list"), sources_list(&system_sources())).map_err(explain)?;
    fs::write(work.join("apt/status"), "").map_err(explain)?;
    let updated = apt(work, "apt-get").arg("update").status().is_ok_and(|status| status.success());
    let versions = match version {
        Some(version) => vec![version.to_string()],
        None => available_versions(work)?,
    };
    if versions.is_empty() {
        let why = if updated { "no version is listed" } else { "the lists of packages cannot be fetched" };
        return Err(format!(
            "{why}: the engine's source needs a Debian mirror that has sources of {RELEASE} (`deb-src`); \
             `--build-folder FOLDER` uses a source that is there already"
        ));
    }
    for version in &versions {
        eprintln!("x: fetching {PACKAGE} {version}");
        let fetched = apt(work, "apt-get")
            .args(["source", "--download-only", &format!("{PACKAGE}={version}")])
            .current_dir(work)
            .status();
        if fetched.is_ok_and(|status| status.success()) {
            return Ok(Package { version: version.clone(), folder: work.to_path_buf() });
        }
        eprintln!("x: that version cannot be fetched");
    }
    Err(format!("none of the versions can be fetched: {}", versions.join(", ")))
}

/// Unpacks a package, unless that was done before.
pub fn unpack(work: &Path, package: &Package) -> Result<Source, String> {
    let upstream = package.version.split_once('-').map_or(&*package.version, |(upstream, _)| upstream);
    let archive = package.folder.join(format!("{PACKAGE}_{upstream}.orig.tar.xz"));
    let folder = work.join(format!("source-{upstream}"));
    if !folder.exists() {
        let partial = work.join(format!("source-{upstream}.partial"));
        let _ = fs::remove_dir_all(&partial);
        fs::create_dir_all(&partial).map_err(|error| format!("{}: {error}", partial.display()))?;
        eprintln!("x: unpacking {}", archive.display());
        let status = Command::new("tar").arg("-xf").arg(&archive).arg("-C").arg(&partial).status();
        if !status.is_ok_and(|status| status.success()) {
            return Err(format!("{} cannot be unpacked; delete it to fetch it again", archive.display()));
        }
        fs::rename(&partial, &folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    }
    unpacked_in(&folder)
}

/// The source that was unpacked in a folder.
pub fn unpacked_in(folder: &Path) -> Result<Source, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let found = entries
        .flatten()
        .map(|entry| entry.path())
        .find(|path| path.join("Source/JavaScriptCore/CMakeLists.txt").is_file());
    let found = found.ok_or_else(|| format!("{} has no folder with WebKit's source", folder.display()))?;
    let name = found.file_name().unwrap_or_default().to_string_lossy();
    let version = name.rsplit('-').next().unwrap_or_default().to_string();
    let date = modified_date(&found.join("CMakeLists.txt")).unwrap_or_default();
    Ok(Source { version, date, folder: found })
}

/// The date of a file of the release archive, which is that of the release.
fn modified_date(file: &Path) -> Option<String> {
    let output = Command::new("date").args(["--utc", "--reference"]).arg(file).arg("+%F").output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

/// An apt program that reads and writes only below the build's folder.
fn apt(work: &Path, program: &str) -> Command {
    let mut command = Command::new(program);
    let apt = work.join("apt");
    let mut set = |name: &str, value: &Path| {
        command.arg("-o").arg(format!("{name}={}", value.display()));
    };
    set("Dir::Etc::sourcelist", &apt.join("sources.list"));
    set("Dir::Etc::sourceparts", Path::new("/dev/null"));
    set("Dir::State::lists", &apt.join("lists"));
    set("Dir::State::status", &apt.join("status"));
    set("Dir::Cache", &apt.join("cache"));
    // Without this apt warns that its own user cannot read the folder.
    command.args(["-o", "APT::Sandbox::User=root"]).env("LC_ALL", "C");
    command
}

/// The versions that the lists have, newest first.
fn available_versions(work: &Path) -> Result<Vec<String>, String> {
    let output = apt(work, "apt-cache").args(["showsrc", PACKAGE]).output();
    let output = output.map_err(|error| format!("cannot start apt-cache: {error}"))?;
    let mut versions = versions_in(&String::from_utf8_lossy(&output.stdout));
    versions.sort_by(|one, other| compare(other, one));
    Ok(versions)
}

fn versions_in(text: &str) -> Vec<String> {
    let mut versions: Vec<String> = text
        .lines()
        .filter_map(|line| line.strip_prefix("Version: "))
        .map(|version| version.trim().to_string())
        .collect();
    versions.sort();
    versions.dedup();
    versions
}

/// The order of Debian's versions.
fn compare(one: &str, other: &str) -> Ordering {
    let is = |relation: &str| {
        Command::new("dpkg").args(["--compare-versions", one, relation, other]).status().is_ok_and(|s| s.success())
    };
    if is("lt") {
        Ordering::Less
    } else if is("gt") {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// The contents of the system's sources lists.
fn system_sources() -> String {
    let mut files = vec![PathBuf::from("/etc/apt/sources.list")];
    if let Ok(entries) = fs::read_dir("/etc/apt/sources.list.d") {
        files.extend(entries.flatten().map(|entry| entry.path()));
    }
    files.iter().map(|file| fs::read_to_string(file).unwrap_or_default() + "\n").collect()
}

/// Our own sources list: the sources of the release from the mirrors that the system's lists name for Debian.
fn sources_list(system: &str) -> String {
    let mirrors: Vec<&str> = system
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'))
        .flat_map(str::split_ascii_whitespace)
        .filter(|word| word.starts_with("http://") || word.starts_with("https://"))
        .map(|word| word.trim_end_matches('/'))
        .collect();
    let find = |ending: &str| mirrors.iter().copied().find(|mirror| mirror.ends_with(ending));
    let options = if Path::new(KEYRING).exists() { format!("[signed-by={KEYRING}] ") } else { String::new() };
    format!(
        "deb-src {options}{} {RELEASE} main\ndeb-src {options}{} {RELEASE}-security main\n",
        find("/debian").unwrap_or(MIRROR),
        find("/debian-security").unwrap_or(SECURITY_MIRROR)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mirrors_of_the_system_are_used() {
        let system = "# deb http://old.example/debian x main\nTypes: deb\nURIs: http://mirror.example/debian/\nSuites: \
                      bookworm\n\nURIs: http://mirror.example/debian-security\ndeb https://other.example/apt x main\n";
        let list = sources_list(system);
        assert!(list.contains(" http://mirror.example/debian trixie main\n"), "{list}");
        assert!(list.contains(" http://mirror.example/debian-security trixie-security main\n"), "{list}");
        assert!(sources_list("").contains(&format!(" {MIRROR} trixie main\n")));
    }

    #[test]
    fn versions_are_listed_once() {
        let text = "Package: webkit2gtk\nVersion: 2.52.6-1~deb13u1\n\nVersion: 2.54.3-1\nVersion: 2.54.3-1\n";
        assert_eq!(versions_in(text), ["2.52.6-1~deb13u1", "2.54.3-1"]);
    }
}
