//! ICU's data without what no program can reach: they are the largest part of the binary.
//!
//! `Intl` reads locales, collations, calendars, units, currencies, time zones, dictionaries of word breaks, and the
//! rules of numerals that some calendars use. It does not convert encodings (`TextDecoder` is Brio's own),
//! transliterate, name characters, or prepare strings for protocols older than IDNA 2008.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const ARCHIVE: &str = "libicudata.a";
/// The program of the package icu-devtools, which libicu-dev depends on.
const TOOL: &str = "icupkg";

/// Whether a file of the data cannot be reached from JavaScript.
fn is_unused(name: &str) -> bool {
    const ENDINGS: &[&str] = &[".cnv", ".spp", ".cfu"];
    name.starts_with("translit/") || name == "unames.icu" || ENDINGS.iter().any(|ending| name.ends_with(ending))
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
    let (all, used) =
        (work.join(format!("icudt{version}l.dat")), work.join("used").join(format!("icudt{version}l.dat")));
    fs::create_dir_all(work.join("used")).map_err(|error| format!("{}: {error}", work.display()))?;
    run(Command::new("objcopy").args(["-O", "binary", "--only-section=.rodata"]).arg(&object).arg(&all))?;
    let names = output(Command::new(TOOL).arg("-l").arg(&all))?;
    let list = work.join("unused.txt");
    let unused: String = names.lines().filter(|name| is_unused(name)).map(|name| format!("{name}\n")).collect();
    fs::write(&list, unused).map_err(|error| format!("{}: {error}", list.display()))?;
    run(Command::new(TOOL).arg("-r").arg(&list).arg(&all).arg(&used))?;
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
    use super::is_unused;

    #[test]
    fn only_what_intl_does_not_read_is_left_out() {
        for name in ["gb18030.cnv", "translit/root.res", "unames.icu", "rfc3491.spp", "confusables.cfu"] {
            assert!(is_unused(name), "{name}");
        }
        for name in ["de.res", "coll/zh.res", "brkitr/cjdict.dict", "rbnf/he.res", "zoneinfo64.res", "uts46.nrm"] {
            assert!(!is_unused(name), "{name}");
        }
    }
}
