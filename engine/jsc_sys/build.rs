//! Links JavaScriptCore: the system's library, which `pkg-config` finds, or with the feature `static_engine` the one
//! that `./x engine build` made, in the folder that `BRIO_STATIC_ENGINE` names.
//!
//! With the static engine two more things are made here: an object of the C++ files in `static/`, compiled with the
//! engine's own headers, and a table of the functions that `brio_jsc` looks up by their mangled names.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// The folder of the static engine.
const FOLDER: &str = "BRIO_STATIC_ENGINE";
/// Its libraries, each of which needs those that follow.
const LIBRARIES: &[&str] = &["JavaScriptCore", "WTF", "bmalloc"];
/// ICU, which the engine's `Intl` and strings need: data come last.
const ICU: &[&str] = &["icui18n", "icuuc", "icudata"];
/// The compiler's libraries: the second unwinds the stack, for which Rust otherwise loads `libgcc_s.so`.
const COMPILERS: &[&str] = &["stdc++", "gcc_eh", "atomic"];
/// The C++ files that replace or extend the engine's interface.
const ADDITIONS: &[&str] = &[
    "run_loop",
    "heap_snapshot",
    "shared_memory",
    "refused_assignments",
    "unknown_variables",
    "inspector",
    "termination",
    "unicode_data",
    "uint8_arrays",
    "jobs",
];
/// Where the names that are looked up are written.
const CALLERS: &str = "../jsc/src";

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_STATIC_ENGINE").is_none() {
        if let Err(error) = pkg_config::Config::new().atleast_version("2.48").probe("javascriptcoregtk-4.1") {
            panic!(
                "JavaScriptCore was not found; run `./x setup`, which installs libjavascriptcoregtk-4.1-dev ({error})"
            );
        }
        return;
    }
    println!("cargo:rerun-if-env-changed={FOLDER}");
    let folder = env::var_os(FOLDER).map(PathBuf::from).unwrap_or_default();
    let libraries = folder.join("lib");
    if !libraries.join("libJavaScriptCore.a").is_file() {
        panic!("{FOLDER} names no folder with a static engine; run `./x build --engine static`, which makes one");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets the folder of build scripts"));
    describe(&folder);
    compile_additions(&folder, &out);
    bind_names(&libraries, &out);
    link(&libraries, &out);
}

/// Passes version and date of the engine on.
fn describe(folder: &Path) {
    let description = fs::read_to_string(folder.join("engine.json")).unwrap_or_default();
    let field = |name: &str| -> &str {
        let after = description.split_once(&format!("\"{name}\"")).map_or("", |(_, after)| after);
        after.split('"').nth(1).unwrap_or_default()
    };
    println!("cargo:rustc-env=BRIO_ENGINE_VERSION={}", field("version"));
    println!("cargo:rustc-env=BRIO_ENGINE_DATE={}", field("date"));
}

fn link(libraries: &Path, out: &Path) {
    println!("cargo:rustc-link-search=native={}", out.display());
    println!("cargo:rustc-link-search=native={}", libraries.display());
    // The object of the additions comes first: its definitions take the place of the engine's.
    println!("cargo:rustc-link-lib=static:+whole-archive,-bundle=brio_engine");
    for library in LIBRARIES {
        println!("cargo:rerun-if-changed={}", libraries.join(format!("lib{library}.a")).display());
        println!("cargo:rustc-link-lib=static:-bundle={library}");
    }
    for name in ICU.iter().chain(COMPILERS) {
        let file = format!("lib{name}.a");
        if !libraries.join(&file).is_file() {
            link_to(&file, out);
        }
        println!("cargo:rustc-link-lib=static:-bundle={name}");
    }
}

/// Makes an archive of the system available in a folder without shared libraries: other crates ask for `stdc++` in any
/// form, and get the archive.
fn link_to(file: &str, folder: &Path) {
    let source = folder_of(file).unwrap_or_else(|| panic!("{file} was not found; install libicu-dev and g++"));
    let link = folder.join(file);
    let _ = fs::remove_file(&link);
    std::os::unix::fs::symlink(source.join(file), link).expect("the folder of the build script can be written");
}

/// Where the C compiler finds a library.
fn folder_of(file: &str) -> Option<PathBuf> {
    let output = Command::new("cc").arg(format!("-print-file-name={file}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    path.is_absolute().then(|| path.parent().map(Path::to_path_buf)).flatten()
}

fn compile_additions(folder: &Path, out: &Path) {
    let compiler = fs::read_to_string(folder.join("compiler")).unwrap_or_default();
    let compiler = if compiler.trim().is_empty() { "clang++-19" } else { compiler.trim() };
    let mut objects = Vec::new();
    for name in ADDITIONS {
        let source = format!("static/{name}.cpp");
        println!("cargo:rerun-if-changed={source}");
        let object = out.join(format!("{name}.o"));
        let mut command = Command::new(compiler);
        command.args(FLAGS.split_ascii_whitespace());
        for headers in HEADERS {
            command.arg("-isystem").arg(folder.join(headers));
        }
        run(command.arg("-c").arg(&source).arg("-o").arg(&object));
        objects.push(object);
    }
    let archive = out.join("libbrio_engine.a");
    let _ = fs::remove_file(&archive);
    run(Command::new("ar").arg("crs").arg(&archive).args(&objects));
}

/// How the engine's own files are compiled, as far as it concerns its headers.
const FLAGS: &str = "-DBUILDING_JSCONLY__ -DBUILDING_WEBKIT=1 -DBUILDING_WITH_CMAKE=1 -DHAVE_CONFIG_H=1 -DPAS_BMALLOC=1
    -DSTATICALLY_LINKED_WITH_JavaScriptCore -DSTATICALLY_LINKED_WITH_WTF -DSTATICALLY_LINKED_WITH_bmalloc
    -D_GLIBCXX_ASSERTIONS=1 -DNDEBUG -O2 -std=c++2b -fPIC -fno-exceptions -fno-rtti -fno-strict-aliasing
    -ffunction-sections -fdata-sections -fvisibility=hidden -fvisibility-inlines-hidden -ffp-contract=off";
const HEADERS: &[&str] = &[
    ".",
    "JavaScriptCore/Headers",
    "JavaScriptCore/PrivateHeaders",
    "JavaScriptCore/PrivateHeaders/JavaScriptCore",
    "WTF/Headers",
    "bmalloc/Headers",
];

fn run(command: &mut Command) {
    let done = command.status().is_ok_and(|status| status.success());
    assert!(done, "{command:?} failed; its messages are above");
}

/// Writes `bound.rs`: of the names in the callers' sources those that the engine defines, with their addresses.
fn bind_names(libraries: &Path, out: &Path) {
    let wanted = names_in_sources();
    let mut defined = BTreeMap::new();
    for library in LIBRARIES {
        let archive = libraries.join(format!("lib{library}.a"));
        let output =
            Command::new("nm").args(["--defined-only", "--extern-only", "--portability"]).arg(archive).output();
        let output = output.unwrap_or_else(|error| panic!("nm, of the package binutils, cannot be started: {error}"));
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let mut columns = line.split(' ');
            if let (Some(name), Some(kind)) = (columns.next(), columns.next())
                && wanted.contains(name)
            {
                defined.insert(name.to_string(), kind.to_string());
            }
        }
    }
    let missing: Vec<&String> = wanted.iter().filter(|name| !defined.contains_key(*name)).collect();
    for name in missing {
        println!("cargo:warning=the static engine does not define {name}: what needs it is switched off");
    }
    let names: Vec<&String> = defined.keys().collect();
    let mut text = String::from("unsafe extern \"C\" {\n");
    for (index, name) in names.iter().enumerate() {
        text += &format!("    #[link_name = \"{name}\"]\n    static SYMBOL_{index}: u8;\n");
    }
    text += "}\n\nfn bound_address(name: &[u8]) -> Option<*const u8> {\n    Some(match name {\n";
    for (index, name) in names.iter().enumerate() {
        text += &format!("        b\"{name}\" => &raw const SYMBOL_{index},\n");
    }
    text += "        _ => return None,\n    })\n}\n";
    fs::write(out.join("bound.rs"), text).expect("the folder of the build script can be written");
}

/// The names in C string literals of the callers that look like the engine's.
fn names_in_sources() -> BTreeSet<String> {
    println!("cargo:rerun-if-changed={CALLERS}");
    let mut names = BTreeSet::new();
    let folder = fs::read_dir(CALLERS).expect("the callers are in the repository");
    for entry in folder.flatten() {
        let text = fs::read_to_string(entry.path()).unwrap_or_default();
        for literal in text.split("c\"").skip(1) {
            let name = literal.split('"').next().unwrap_or_default();
            if name.starts_with("_Z") || name.starts_with("JS") && name.len() > 8 || name == "g_config" {
                names.insert(name.to_string());
            }
        }
    }
    names
}
