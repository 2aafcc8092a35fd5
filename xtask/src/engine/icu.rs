//! ICU's data without what no program can reach, and compressed: they are the largest part of the binary.
//!
//! `Intl` reads locales, collations, calendars, units, currencies, time zones, dictionaries of word breaks, and the
//! rules of numerals that some calendars use. It does not convert encodings (`TextDecoder` is Brio's own),
//! transliterate, name characters, or prepare strings for protocols older than IDNA 2008.

use super::icu_package::{self, File};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ARCHIVE: &str = "libicudata.a";
/// The program of the package icu-devtools, which libicu-dev depends on.
const TOOL: &str = "icupkg";
/// Resources share words, names of units for instance, which a dictionary saves; larger files have enough of their own.
const LARGEST_SAMPLE: u64 = 65_536;
const DICTIONARY_SIZE: &str = "112KB";
const LEVEL: &str = "-19";
/// Files whose names are given to one command.
const BATCH: usize = 500;

/// Whether a file of the data cannot be reached from JavaScript.
fn is_unused(name: &str) -> bool {
    const ENDINGS: &[&str] = &[".cnv", ".spp", ".cfu"];
    name.starts_with("translit/") || name == "unames.icu" || ENDINGS.iter().any(|ending| name.ends_with(ending))
}

/// Whether programs that format for American English, Node's default, read it: it stays as it is, because decompressing
/// all of these takes 5 ms.
fn is_common(name: &str) -> bool {
    const FOLDERS: &[&str] = &["", "brkitr", "coll", "curr", "zone"];
    const LOCALES: &[&str] = &["en.res", "en_US.res", "en_US_POSIX.res", "pool.res", "root.res"];
    const SHARED: &[&str] = &[
        "brkitr/char.brk",
        "brkitr/word.brk",
        "coll/ucadata.icu",
        "curr/supplementalData.res",
        "keyTypeData.res",
        "likelySubtags.res",
        "metaZones.res",
        "numberingSystems.res",
        "pluralRanges.res",
        "plurals.res",
        "supplementalData.res",
        "timezoneTypes.res",
        "zoneinfo64.res",
    ];
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    SHARED.contains(&name) || FOLDERS.contains(&folder) && LOCALES.contains(&file)
}

/// Writes an archive like the system's, with fewer data, into a folder of libraries.
pub fn write_archive(libraries: &Path) -> Result<(), String> {
    let work = libraries.join("icu");
    fs::create_dir_all(&work).map_err(|error| format!("{}: {error}", work.display()))?;
    let outcome = make(&work, libraries);
    let _ = fs::remove_dir_all(&work);
    outcome
}

fn make(work: &Path, libraries: &Path) -> Result<(), String> {
    let system = PathBuf::from(output(Command::new("cc").arg(format!("-print-file-name={ARCHIVE}")))?.trim());
    run(Command::new("ar").arg("x").arg(&system).current_dir(work))?;
    let object = work.join(output(Command::new("ar").arg("t").arg(&system))?.trim());
    let symbols = output(Command::new("nm").args(["--defined-only", "--portability"]).arg(&object))?;
    let symbol = symbols.split(' ').next().filter(|name| name.starts_with("icudt")).unwrap_or_default();
    let version = symbol.trim_start_matches("icudt").trim_end_matches("_dat");
    if version.is_empty() {
        return Err(format!("{} has no data of ICU", system.display()));
    }
    // The data name themselves by their file: the letter says that they are little-endian.
    let package = format!("icudt{version}l");
    let all = work.join(format!("{package}.dat"));
    run(Command::new("objcopy").args(["-O", "binary", "--only-section=.rodata"]).arg(&object).arg(&all))?;
    let used = work.join("used.bin");
    let bytes = compress(work, &all, &package)?;
    fs::write(&used, bytes).map_err(|error| format!("{}: {error}", used.display()))?;
    let assembly = work.join("data.s");
    let text = format!(
        ".section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol}, @object\n{symbol}:\n.incbin \"{}\"\n.size \
         {symbol}, . - {symbol}\n.section .note.GNU-stack,\"\",@progbits\n",
        used.display()
    );
    fs::write(&assembly, text).map_err(|error| format!("{}: {error}", assembly.display()))?;
    let assembled = work.join("data.o");
    run(Command::new("cc").arg("-c").arg(&assembly).arg("-o").arg(&assembled))?;
    run(Command::new("ar").arg("crs").arg(libraries.join(ARCHIVE)).arg(&assembled))
}

/// The bytes of a package with the files of `all` that can be reached.
fn compress(work: &Path, all: &Path, package: &str) -> Result<Vec<u8>, String> {
    let listed = output(Command::new(TOOL).arg("-l").arg(all))?;
    let names: Vec<&str> = listed.lines().filter(|name| !is_unused(name)).collect();
    let files = work.join("files");
    fs::create_dir_all(&files).map_err(|error| format!("{}: {error}", files.display()))?;
    run(Command::new(TOOL).arg("-d").arg(&files).args(["-x", "*"]).arg(all))?;
    let length = |name: &str| {
        let path = files.join(name);
        fs::metadata(&path).map(|data| data.len()).map_err(|error| format!("{}: {error}", path.display()))
    };
    let mut samples = Vec::new();
    for name in &names {
        if name.ends_with(".res") && length(name)? < LARGEST_SAMPLE {
            samples.push(*name);
        }
    }
    let dictionary = work.join("dictionary");
    let maximum = format!("--maxdict={DICTIONARY_SIZE}");
    run(Command::new("zstd")
        .args(["-q", "--train", &maximum, "-o"])
        .arg(&dictionary)
        .args(samples)
        .current_dir(&files))?;
    for batch in names.chunks(BATCH) {
        let arguments = ["-q", LEVEL, "--no-check", "-D"];
        run(Command::new("zstd").args(arguments).arg(&dictionary).args(batch).current_dir(&files))?;
    }
    let read = |path: &Path| fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let mut contents = Vec::new();
    for name in names {
        let mut data = read(&files.join(format!("{name}.zst")))?;
        let length = length(name)? as usize;
        if is_common(name) || data.len() >= length {
            data = read(&files.join(name))?;
        }
        contents.push(File { name: format!("{package}/{name}"), data, length });
    }
    icu_package::write(contents, &read(&dictionary)?)
}

fn run(command: &mut Command) -> Result<(), String> {
    output(command).map(|_| ())
}

fn output(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    if !output.status.success() {
        return Err(format!("{command:?} failed\n{}", String::from_utf8_lossy(&output.stderr)));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{is_common, is_unused};

    #[test]
    fn only_what_intl_does_not_read_is_left_out() {
        for name in ["gb18030.cnv", "translit/root.res", "unames.icu", "rfc3491.spp", "confusables.cfu"] {
            assert!(is_unused(name), "{name}");
        }
        for name in ["de.res", "coll/zh.res", "brkitr/cjdict.dict", "rbnf/he.res", "zoneinfo64.res", "uts46.nrm"] {
            assert!(!is_unused(name), "{name}");
        }
    }

    #[test]
    fn what_english_needs_is_not_compressed() {
        for name in ["en.res", "curr/pool.res", "coll/root.res", "zoneinfo64.res", "brkitr/word.brk"] {
            assert!(is_common(name), "{name}");
        }
        for name in ["de.res", "lang/pool.res", "unit/root.res", "brkitr/cjdict.dict", "coll/zh.res"] {
            assert!(!is_common(name), "{name}");
        }
    }
}
