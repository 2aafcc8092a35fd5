//! `./x engine`: the static engine, JavaScriptCore built from Debian's source package for linking into the binary
//! (`docs/internals/engine.md`). It lies in the user's cache under its version, and under what else decides how it
//! turns out: the flags and the compiler.
//!
//! Start reading at `build`.

mod compile;
mod icu;
mod icu_package;
mod patches;
mod resources;
mod result;
mod source;

use crate::system_packages;
use crate::workspace::{Workspace, cache_folder};
use std::path::PathBuf;
use std::process::Command;

pub use result::Engine;

/// What builds the engine, by the name of a program and its Debian package.
const TOOLS: &[(&str, &str)] = &[
    ("clang-19", "clang-19"),
    ("cmake", "cmake"),
    ("ninja", "ninja-build"),
    ("ruby", "ruby"),
    ("gperf", "gperf"),
    ("perl", "perl"),
    ("python3", "python3"),
    ("xz", "xz-utils"),
    ("zstd", "zstd"),
    ("patch", "patch"),
    ("pkg-config", "pkg-config"),
];
/// A file of the package that has ICU's headers and static libraries.
const ICU: (&str, &str) = ("icu-i18n", "libicu-dev");

/// `./x engine build [--version VERSION] [--build-folder FOLDER]` and `./x engine show`.
pub fn run(_workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    match arguments.first().map(String::as_str) {
        Some("build") => build(&Options::read(&arguments[1..])?),
        Some("show") if arguments.len() == 1 => show(),
        _ => Err("usage: ./x engine build [--version VERSION] [--build-folder FOLDER], or ./x engine show".to_string()),
    }
}

/// The engine that `./x build --engine static` links: the newest in the cache.
pub fn installed() -> Result<Engine, String> {
    let found = result::installed(&engines_folder()?)?;
    found.into_iter().next_back().ok_or_else(|| {
        "there is no static engine yet: `./x engine build` makes one (about an hour of processor time, 6 GB of disk)"
            .to_string()
    })
}

/// The same, with ICU's data as `jsc_sys/static/unicode_data.cpp` reads them.
pub fn for_linking() -> Result<Engine, String> {
    let engine = installed()?;
    if !result::has_current_data(&engine) {
        install_tools()?;
        result::update_data(&engine)?;
    }
    Ok(engine)
}

#[derive(Default)]
struct Options {
    /// A version of the Debian package; None for the newest that can be fetched.
    version: Option<String>,
    /// A folder with an unpacked source and a build in the folder `b`, which is continued.
    build_folder: Option<PathBuf>,
}

impl Options {
    fn read(arguments: &[String]) -> Result<Self, String> {
        let mut options = Self::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || rest.next().cloned().ok_or_else(|| format!("{argument} needs a value"));
            match argument.as_str() {
                "--version" => options.version = Some(value()?),
                "--build-folder" => options.build_folder = Some(PathBuf::from(value()?)),
                other => return Err(format!("\"{other}\" is not an option of `./x engine build`")),
            }
        }
        Ok(options)
    }
}

fn build(options: &Options) -> Result<i32, String> {
    install_tools()?;
    let folder = engines_folder()?;
    let compiler = compile::compiler()?;
    let (source, build) = match &options.build_folder {
        Some(folder) => (source::unpacked_in(folder)?, folder.join("b")),
        None => {
            let work = folder.join("work");
            let package = source::fetch(&work, options.version.as_deref())?;
            if let Some(engine) = result::find(&folder, &package.version, &compiler)? {
                println!("{} is built already: {}", engine.version, engine.folder.display());
                return Ok(0);
            }
            resources::check(&work)?;
            let source = source::unpack(&work, &package)?;
            let build = work.join(format!("build-{}", result::key(&source.version, &compiler)));
            (source, build)
        }
    };
    patches::apply(&source)?;
    compile::run(&source, &build, &compiler)?;
    let engine = result::install(&folder, &source, &build, &compiler)?;
    println!("engine {} of {} is ready: {}", engine.version, engine.date, engine.folder.display());
    println!("`./x build --engine static` links it");
    Ok(0)
}

fn show() -> Result<i32, String> {
    let found = result::installed(&engines_folder()?)?;
    if found.is_empty() {
        println!("no static engine is built: ./x engine build");
    }
    for engine in found {
        println!("{}  {}  {}  {}", engine.version, engine.date, engine.compiler, engine.folder.display());
    }
    Ok(0)
}

fn engines_folder() -> Result<PathBuf, String> {
    Ok(cache_folder()?.join("engine"))
}

fn install_tools() -> Result<(), String> {
    let mut missing: Vec<&str> = TOOLS
        .iter()
        .filter(|(program, _)| system_packages::find_program(program).is_none())
        .map(|(_, package)| *package)
        .collect();
    let has_icu = Command::new("pkg-config").args(["--exists", ICU.0]).status().is_ok_and(|status| status.success());
    if !has_icu {
        missing.push(ICU.1);
    }
    if missing.is_empty() { Ok(()) } else { system_packages::install(&missing) }
}

#[cfg(test)]
mod tests {
    use super::Options;

    #[test]
    fn options_are_read() {
        let words = |text: &str| text.split(' ').map(str::to_string).collect::<Vec<_>>();
        let options = Options::read(&words("--version 2.52.6-1 --build-folder /tmp/b")).expect("they are options");
        assert_eq!(options.version.as_deref(), Some("2.52.6-1"));
        assert_eq!(options.build_folder, Some("/tmp/b".into()));
        assert!(Options::read(&words("--version")).is_err_and(|reason| reason == "--version needs a value"));
        assert!(Options::read(&words("--nonsense")).is_err());
    }
}
