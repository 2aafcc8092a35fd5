//! Built engines in the cache: one folder each, complete or not there. A folder has the libraries, the headers that
//! Brio's own C++ files need, and `engine.json`, which is written last.

use super::compile::{CXX_COMPILER, FLAGS};
use super::icu;
use super::icu_package::FORM;
use super::patches::PATCHES;
use super::source::Source;
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a folder must have to be used.
const LIBRARIES: &[&str] = &["libJavaScriptCore.a", "libWTF.a", "libbmalloc.a"];
const HEADERS: &[&str] = &["JavaScriptCore/Headers", "JavaScriptCore/PrivateHeaders", "WTF/Headers", "bmalloc/Headers"];
/// The engine's shell, below the folder of a build.
const SHELL: &str = "bin/jsc";
const CONFIGURATION: &str = "cmakeconfig.h";
const DESCRIPTION: &str = "engine.json";

/// A built engine.
pub struct Engine {
    pub folder: PathBuf,
    /// WebKit's version.
    pub version: String,
    /// When that version was released.
    pub date: String,
    pub compiler: String,
}

/// The name of an engine's folder: its version, and a hash of the flags, the compiler and Brio's patches.
pub fn key(version: &str, compiler: &str) -> String {
    // FNV-1a, which does not change with the toolchain.
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let patches = PATCHES.iter().flat_map(|(_, patch)| patch.bytes());
    for byte in FLAGS.join(" ").bytes().chain(compiler.bytes()).chain(patches) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    format!("{version}-{:08x}", hash >> 32)
}

/// The engine of a package's version with the current flags and compiler, if it is built.
pub fn find(engines: &Path, package_version: &str, compiler: &str) -> Result<Option<Engine>, String> {
    let version = package_version.split_once('-').map_or(package_version, |(upstream, _)| upstream);
    Ok(read(&engines.join(key(version, compiler))))
}

/// All built engines, the newest version last.
pub fn installed(engines: &Path) -> Result<Vec<Engine>, String> {
    let Ok(entries) = fs::read_dir(engines) else { return Ok(Vec::new()) };
    let mut found: Vec<Engine> = entries.flatten().filter_map(|entry| read(&entry.path())).collect();
    let numbers =
        |engine: &Engine| -> Vec<u32> { engine.version.split('.').map(|number| number.parse().unwrap_or(0)).collect() };
    found.sort_by_key(|engine| (numbers(engine), modified(&engine.folder)));
    Ok(found)
}

impl Engine {
    /// The engine's own shell.
    pub fn shell(&self) -> PathBuf {
        self.folder.join(SHELL)
    }
}

/// Whether ICU's data in an engine's folder have the present form.
pub fn has_current_data(engine: &Engine) -> bool {
    description(engine).is_ok_and(|description| description["icu"] == FORM)
}

/// Brings ICU's data in an engine's folder into the present form.
pub fn update_data(engine: &Engine) -> Result<(), String> {
    let mut description = description(engine)?;
    icu::write_archive(&engine.folder.join("lib"))?;
    description["icu"] = json!(FORM);
    let path = engine.folder.join(DESCRIPTION);
    fs::write(&path, format!("{description:#}\n")).map_err(|error| format!("{}: {error}", path.display()))
}

fn description(engine: &Engine) -> Result<serde_json::Value, String> {
    let path = engine.folder.join(DESCRIPTION);
    let text = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
}

/// Copies what linking needs, and the shell, from a build's folder into the cache.
pub fn install(engines: &Path, source: &Source, build: &Path, compiler: &str) -> Result<Engine, String> {
    let key = key(&source.version, compiler);
    let partial = engines.join(format!("{key}.partial"));
    let folder = engines.join(&key);
    let _ = fs::remove_dir_all(&partial);
    let explain = |error: std::io::Error| format!("{}: {error}", partial.display());
    fs::create_dir_all(partial.join("lib")).map_err(explain)?;
    for library in LIBRARIES {
        fs::copy(build.join("lib").join(library), partial.join("lib").join(library))
            .map_err(|error| format!("{library} was not built: {error}"))?;
    }
    icu::write_archive(&partial.join("lib"))?;
    fs::copy(build.join(CONFIGURATION), partial.join(CONFIGURATION)).map_err(explain)?;
    for headers in HEADERS {
        let target = partial.join(headers);
        fs::create_dir_all(target.parent().expect("it has one")).map_err(explain)?;
        let copied = Command::new("cp").arg("-rL").arg(build.join(headers)).arg(&target).status();
        if !copied.is_ok_and(|status| status.success()) {
            return Err(format!("the headers in {} cannot be copied", build.join(headers).display()));
        }
    }
    // For `./x jsc-stress` and `./x test262 --engine`.
    fs::create_dir_all(partial.join("bin")).map_err(explain)?;
    fs::copy(build.join(SHELL), partial.join(SHELL)).map_err(|error| format!("{SHELL} was not built: {error}"))?;
    // For the scripts that compile Brio's C++ files.
    fs::write(partial.join("compiler"), CXX_COMPILER).map_err(explain)?;
    let description = json!({
        "version": source.version,
        "date": source.date,
        "compiler": compiler,
        "flags": FLAGS,
        "icu": FORM,
    });
    fs::write(partial.join(DESCRIPTION), format!("{description:#}\n")).map_err(explain)?;
    let _ = fs::remove_dir_all(&folder);
    fs::rename(&partial, &folder).map_err(explain)?;
    read(&folder).ok_or_else(|| format!("{} is not complete", folder.display()))
}

/// The engine in a folder; None when the folder is not complete.
fn read(folder: &Path) -> Option<Engine> {
    let description: serde_json::Value =
        serde_json::from_str(&fs::read_to_string(folder.join(DESCRIPTION)).ok()?).ok()?;
    let text = |name: &str| description[name].as_str().map(str::to_string);
    let is_complete =
        LIBRARIES.iter().all(|library| fs::metadata(folder.join("lib").join(library)).is_ok_and(|data| data.len() > 0));
    is_complete.then_some(())?;
    Some(Engine {
        folder: folder.to_path_buf(),
        version: text("version")?,
        date: text("date")?,
        compiler: text("compiler")?,
    })
}

fn modified(folder: &Path) -> Option<std::time::SystemTime> {
    fs::metadata(folder.join(DESCRIPTION)).and_then(|data| data.modified()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn engine_in(engines: &Path, version: &str) -> PathBuf {
        let folder = engines.join(version);
        fs::create_dir_all(folder.join("lib")).expect("a temporary folder");
        for library in LIBRARIES {
            fs::write(folder.join("lib").join(library), "x").expect("a temporary folder");
        }
        let description = json!({ "version": version, "date": "2026-01-02", "compiler": "clang" });
        fs::write(folder.join(DESCRIPTION), description.to_string()).expect("a temporary folder");
        folder
    }

    #[test]
    fn the_newest_complete_engine_comes_last() {
        let engines = std::env::temp_dir().join(format!("brio-engines-{}", std::process::id()));
        for version in ["2.9.1", "2.52.6", "2.50.10"] {
            engine_in(&engines, version);
        }
        let damaged = engine_in(&engines, "3.0.0");
        fs::write(damaged.join("lib/libWTF.a"), "").expect("a temporary folder");
        let versions: Vec<String> =
            installed(&engines).expect("it is readable").into_iter().map(|engine| engine.version).collect();
        fs::remove_dir_all(&engines).expect("ours");
        assert_eq!(versions, ["2.9.1", "2.50.10", "2.52.6"]);
    }

    #[test]
    fn keys_differ_by_version_and_compiler() {
        assert_ne!(key("2.52.6", "clang 19"), key("2.52.6", "clang 20"));
        assert_ne!(key("2.52.6", "clang 19"), key("2.52.7", "clang 19"));
        assert!(key("2.52.6", "clang 19").starts_with("2.52.6-"));
    }
}
