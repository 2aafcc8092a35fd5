//! The compared runtimes ("rivals"), as adapters: how to find or install one, and how to start a program with it. An
//! adapter is a file in `lab/rivals/`; a new runtime needs no code. `install` fetches npm packages.

pub mod install;

use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The adapters that are built into the lab.
const BUILT_IN: &[(&str, &str)] = &[
    ("brio.toml", include_str!("../rivals/brio.toml")),
    ("brio_system.toml", include_str!("../rivals/brio_system.toml")),
    ("bun.toml", include_str!("../rivals/bun.toml")),
    ("deno.toml", include_str!("../rivals/deno.toml")),
    ("esbuild.toml", include_str!("../rivals/esbuild.toml")),
    ("native.toml", include_str!("../rivals/native.toml")),
    ("node.toml", include_str!("../rivals/node.toml")),
    ("node_lts.toml", include_str!("../rivals/node_lts.toml")),
];

/// One adapter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rival {
    pub name: String,
    pub title: String,
    /// The pinned version; None for any.
    #[serde(default)]
    pub version: Option<String>,
    /// An older version is reported and not used.
    #[serde(default)]
    pub minimum: Option<String>,
    /// Its name on PATH.
    #[serde(default)]
    pub on_path: Option<String>,
    /// How to start a program; `{binary}` and `{file}` are replaced.
    pub command: Vec<String>,
    /// The npm packages that contain it, `{arch}` being x64 or arm64.
    #[serde(default)]
    pub packages: Vec<String>,
    /// Where the binary is in the folder of the packages.
    #[serde(default)]
    pub binary: Option<String>,
}

/// An available rival.
#[derive(Clone, Debug)]
pub struct Found {
    pub rival: Rival,
    pub binary: PathBuf,
    pub version: String,
    /// "on the path", "npm package", "given".
    pub origin: &'static str,
}

impl Found {
    /// The command line that starts this program, by the rival's `command` or by another with the same placeholders.
    pub fn command(&self, other: &[String], file: &str, arguments: &[String]) -> Vec<String> {
        let binary = self.binary.to_string_lossy();
        let command = if other.is_empty() { &self.rival.command } else { other };
        let words = command.iter().map(|word| word.replace("{binary}", &binary).replace("{file}", file));
        words.chain(arguments.iter().cloned()).collect()
    }

    /// "Bun 1.4.5"; what follows a comma in the title follows here, too: "Brio 0.1.0, system engine".
    pub fn label(&self) -> String {
        let title = &self.rival.title;
        if self.version.is_empty() {
            return title.clone();
        }
        let (name, variant) = title.split_once(',').unwrap_or((title, ""));
        let name = name.split(' ').next().unwrap_or(name);
        let variant = if variant.is_empty() { String::new() } else { format!(",{variant}") };
        format!("{name} {}{variant}", self.version)
    }
}

/// All adapters: those of `home`, and the built-in ones that it does not override.
pub fn adapters(home: Option<&Path>) -> Result<Vec<Rival>, String> {
    let mut texts: BTreeMap<String, String> =
        BUILT_IN.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect();
    for entry in home.and_then(|home| fs::read_dir(home.join("rivals")).ok()).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        if name.ends_with(".toml") {
            texts.insert(
                name,
                fs::read_to_string(entry.path())
                    .map_err(|error| format!("{}: cannot be read: {error}", entry.path().display()))?,
            );
        }
    }
    texts
        .iter()
        .map(|(name, text)| {
            toml::from_str(text).map_err(|error| {
                let line = text[..error.span().map_or(0, |span| span.start.min(text.len()))].matches('\n').count() + 1;
                format!("rivals/{name}:{line}: {}", error.message().trim())
            })
        })
        .collect()
}

/// The names of the adapters.
pub fn names(adapters: &[Rival]) -> BTreeSet<String> {
    adapters.iter().map(|rival| rival.name.clone()).collect()
}

/// Finds a rival: given by path, on PATH in the pinned version, as an npm package, or on PATH in another version that
/// is new enough. The error is a sentence that says why it is unavailable.
pub fn find(rival: &Rival, given: Option<&Path>, cache: &Path) -> Result<Found, String> {
    let found = |binary: PathBuf, version: String, origin| Found { rival: rival.clone(), binary, version, origin };
    if rival.on_path.is_none() && rival.packages.is_empty() && given.is_none() {
        return Ok(found(PathBuf::new(), String::new(), "itself"));
    }
    if let Some(path) = given {
        let path = fs::canonicalize(path)
            .map_err(|error| format!("{} was given as {}: {error}", rival.title, path.display()))?;
        let version = version_of(&path)?;
        return check_age(found(path, version, "given"));
    }
    let on_path = on_path(rival).and_then(|binary| Some((version_of(&binary).ok()?, binary)));
    if let Some((version, binary)) = &on_path
        && rival.version.as_ref().is_none_or(|pinned| pinned == version)
    {
        return check_age(found(binary.clone(), version.clone(), "on the path"));
    }
    let installed = install::rival(rival, cache);
    match (installed, on_path) {
        (Ok(binary), _) => {
            let version = version_of(&binary)?;
            check_age(found(binary, version, "npm package"))
        }
        (Err(_), Some((version, binary))) => check_age(found(binary, version, "on the path, not the pinned version")),
        (Err(reason), None) => Err(format!("{} is missing: {reason}", rival.title)),
    }
}

fn check_age(found: Found) -> Result<Found, String> {
    match &found.rival.minimum {
        Some(minimum) if numbers(&found.version) < numbers(minimum) => Err(format!(
            "{} {} at {} is too old: at least {minimum} is needed",
            found.rival.title,
            found.version,
            found.binary.display()
        )),
        _ => Ok(found),
    }
}

/// The binary beside the lab's own, or the one on PATH. Symbolic links are resolved, because npm's wrapper scripts
/// would be measured too.
fn on_path(rival: &Rival) -> Option<PathBuf> {
    let name = rival.on_path.as_ref()?;
    let beside = std::env::current_exe().ok().and_then(|lab| Some(lab.parent()?.join(name)));
    let folders = std::env::var_os("PATH").unwrap_or_default();
    let candidates = beside
        .into_iter()
        .filter(|_| rival.packages.is_empty())
        .chain(std::env::split_paths(&folders).map(|folder| folder.join(name)));
    candidates.filter_map(|path| fs::canonicalize(path).ok()).find(|path| path.is_file())
}

/// The version that the binary prints.
fn version_of(binary: &Path) -> Result<String, String> {
    let output = Command::new(binary)
        .arg("--version")
        .output()
        .map_err(|error| format!("cannot start {}: {error}", binary.display()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    first_version(&text).ok_or_else(|| {
        format!(
            "{} does not report its version; it printed \"{}\"",
            binary.display(),
            text.lines().next().unwrap_or("")
        )
    })
}

/// The first `1.2.3` in a string.
fn first_version(text: &str) -> Option<String> {
    let words = text
        .split(|character: char| character.is_whitespace() || character == 'v' || character == '(' || character == ',');
    words
        .map(|word| word.trim_end_matches(|character: char| !character.is_ascii_alphanumeric()))
        .find(|word| word.starts_with(|character: char| character.is_ascii_digit()) && word.contains('.'))
        .map(str::to_string)
}

fn numbers(version: &str) -> Vec<u64> {
    version.split(['.', '-', '+']).map_while(|part| part.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::{Rival, adapters, find, first_version, numbers};
    use std::path::Path;

    #[test]
    fn versions_are_found_in_what_runtimes_print() {
        for (text, version) in [
            ("v26.10.0\n", "26.10.0"),
            ("1.4.5\n", "1.4.5"),
            ("deno 2.9.6 (stable, release)\nv8 1.2", "2.9.6"),
            ("brio 0.1.0 (JavaScriptCore 2.50.6)", "0.1.0"),
        ] {
            assert_eq!(first_version(text).as_deref(), Some(version), "{text}");
        }
        assert_eq!(first_version("no version"), None);
        assert!(numbers("1.10.0") > numbers("1.9.3"));
    }

    #[test]
    fn the_built_in_adapters_are_right() {
        let all = adapters(None).expect("they are read");
        assert_eq!(
            all.iter().map(|rival| rival.name.as_str()).collect::<Vec<_>>(),
            ["brio", "brio-system", "bun", "deno", "esbuild", "native", "node", "node-lts"]
        );
    }

    fn shell(minimum: &str) -> Rival {
        Rival {
            name: "sh".into(),
            title: "Shell".into(),
            version: None,
            minimum: Some(minimum.into()),
            on_path: Some("no-such-runtime".into()),
            command: vec!["{binary}".into(), "{file}".into()],
            packages: Vec::new(),
            binary: None,
        }
    }

    #[test]
    fn a_missing_or_old_rival_is_reported() {
        let missing = find(&shell("1.0"), None, Path::new("/nonexistent")).expect_err("it is not there");
        assert_eq!(
            missing,
            "Shell is missing: there is no \"no-such-runtime\" on the path, and no npm package brings it"
        );
        let old =
            find(&shell("9999.0"), Some(Path::new("/bin/bash")), Path::new("/nonexistent")).expect_err("it is old");
        assert!(old.starts_with("Shell 5.") && old.ends_with("is too old: at least 9999.0 is needed"), "{old}");
    }
}
