//! The shared libraries that a native addon brings along: what its ELF tables need (`DT_NEEDED`) and its search path
//! (`DT_RPATH`, `DT_RUNPATH`) finds relative to the addon itself. sharp's addon finds libvips in another package that way.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use object::Endianness;
use object::elf::{DT_NEEDED, DT_RPATH, DT_RUNPATH, FileHeader64};
use object::read::elf::{Dyn, FileHeader};

use crate::output::normal;

/// The folder of the output in which an addon and its libraries have the places that they have in `node_modules`.
const FOLDER: &str = "native";

/// What the tables of a file say.
#[derive(Debug, Default)]
struct Tables {
    needed: Vec<String>,
    search_paths: Vec<String>,
}

/// The libraries of an addon, with those that they need. Empty for an addon that only needs those of the system.
pub(crate) fn of_addon(addon: &Path) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    let mut waiting = vec![addon.to_owned()];
    while let Some(file) = waiting.pop() {
        let Some(tables) = std::fs::read(&file).ok().and_then(|contents| tables(&contents)) else { continue };
        let Some(origin) = file.parent() else { continue };
        for name in &tables.needed {
            let places = tables.search_paths.iter().filter_map(|path| beside(path, origin));
            let library = places.map(|folder| normal(&folder.join(name))).find(|library| library.is_file());
            if let Some(library) = library.filter(|library| found.insert(library.clone())) {
                waiting.push(library);
            }
        }
    }
    found.into_iter().collect()
}

/// The name of the output of an addon, or of one of its libraries: its path in the innermost `node_modules`. None outside of one.
pub(crate) fn output_name(file: &Path) -> Option<String> {
    let path = file.to_string_lossy();
    let (_, inside) = path.rsplit_once("/node_modules/")?;
    Some(format!("{FOLDER}/{inside}"))
}

/// The folder that an entry of a search path means, if it is relative to the file's own.
fn beside(path: &str, origin: &Path) -> Option<PathBuf> {
    let rest = path.strip_prefix("$ORIGIN").or_else(|| path.strip_prefix("${ORIGIN}"))?;
    Some(origin.join(rest.trim_start_matches('/')))
}

/// None for a file that is not ELF of 64 bits, or is damaged.
fn tables(contents: &[u8]) -> Option<Tables> {
    let header = FileHeader64::<Endianness>::parse(contents).ok()?;
    let endian = header.endian().ok()?;
    let sections = header.sections(endian, contents).ok()?;
    let (entries, link) = sections.dynamic(endian, contents).ok()??;
    let strings = sections.strings(endian, contents, link).ok()?;
    let mut tables = Tables::default();
    for entry in entries {
        let list = match entry.tag32(endian) {
            Some(DT_NEEDED) => &mut tables.needed,
            Some(DT_RPATH | DT_RUNPATH) => &mut tables.search_paths,
            _ => continue,
        };
        let text = entry.string(endian, strings).ok()?;
        list.extend(String::from_utf8_lossy(text).split(':').map(str::to_owned));
    }
    Some(tables)
}

/// Whether a file is an addon for another system, by its name.
pub(crate) fn is_for_other_system(file: &Path) -> bool {
    const SYSTEMS: &[&str] = &["linux", "darwin", "win32", "android", "freebsd", "sunos", "aix"];
    const PROCESSORS: &[&str] = &["x64", "arm64", "ia32", "arm", "ppc64", "s390x", "riscv64", "loong64"];
    let name = file.file_stem().unwrap_or_default().to_string_lossy().replace("linuxmusl", "linux-musl");
    let words: Vec<&str> = name.split(['-', '.', '_']).collect();
    let system = if cfg!(target_os = "macos") { "darwin" } else { std::env::consts::OS };
    let processor = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    };
    let is_other = |known: &[&str], own: &str| words.iter().any(|word| known.contains(word) && *word != own);
    let is_other_library = words.contains(&"musl") != cfg!(target_env = "musl") && words.contains(&"musl");
    file.extension().is_some_and(|extension| extension == "node")
        && (is_other(SYSTEMS, system) || is_other(PROCESSORS, processor) || is_other_library)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;

    fn compile(output: &Path, arguments: &[&str]) {
        let source = output.with_extension("c");
        std::fs::create_dir_all(output.parent().expect("a folder")).expect("it can be made");
        std::fs::write(&source, "int value(void) { return 1; }\n").expect("it can be written");
        let status =
            Command::new("cc").arg("-shared").arg("-fPIC").arg("-o").arg(output).arg(source).args(arguments).status();
        assert!(status.expect("a compiler").success());
    }

    #[test]
    fn a_library_in_another_package_is_found_by_the_search_path() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = folder.path().join("node_modules/@a");
        compile(&root.join("deep/lib/libdeep.so"), &["-Wl,-soname,libdeep.so"]);
        let deep = root.join("deep/lib/libdeep.so");
        compile(
            &root.join("lib/lib/libx.so.1"),
            &[
                "-Wl,-soname,libx.so.1",
                "-Wl,--no-as-needed",
                deep.to_str().expect("UTF-8"),
                "-Wl,-rpath,$ORIGIN/../../deep/lib",
            ],
        );
        let library = root.join("lib/lib/libx.so.1");
        compile(
            &root.join("addon/build/addon.node"),
            &["-Wl,--no-as-needed", library.to_str().expect("UTF-8"), "-Wl,-rpath,$ORIGIN/../../lib/lib"],
        );
        let addon = root.join("addon/build/addon.node");
        assert_eq!(of_addon(&addon), [deep, library.clone()]);
        assert_eq!(output_name(&library).as_deref(), Some("native/@a/lib/lib/libx.so.1"));
    }

    #[test]
    fn other_files_have_none() {
        assert!(tables(b"no ELF").is_none());
        assert!(of_addon(Path::new("/nowhere/addon.node")).is_empty());
    }
}
