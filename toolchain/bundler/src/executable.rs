//! `--compile`: the runtime and a program in one file.
//!
//! The executable is a copy of the runtime with the program behind it. A mark in the runtime's data, which is zero in the
//! runtime itself, says where the program begins, so that starting an ordinary program costs nothing.

mod included;
mod maps;
pub mod payload;
mod runtime;

use std::collections::BTreeMap;
use std::io::{BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::build::Outcome;
use crate::options::{Options, Target};
use crate::output::{Kind, Output};
use payload::{Appended, Contents, File, Manifest};

/// The file that says how modules are read.
const PACKAGE: &str = "package.json";

/// The options of an executable.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The executable.
    pub file: PathBuf,
    /// The runtime that it contains; by default the one without tools that belongs to the running one, else that one.
    pub runtime: Option<PathBuf>,
    pub of_runtime: OfRuntime,
    /// Arguments that the program gets before those that the executable is called with.
    pub arguments: Vec<String>,
    /// Flags of the runtime that the program runs with.
    pub exec_arguments: Vec<String>,
    /// Others, which `process.execArgv` does not show.
    pub options: Vec<String>,
    /// Whether the source maps of its scripts, which are in them, are written beside the executable too.
    pub writes_maps: bool,
    /// Variables of the environment, for those that it does not have.
    pub variables: BTreeMap<String, String>,
    /// Files and folders that become part of the executable as they are, and what is left out of them.
    pub include: Vec<PathBuf>,
    pub exclude: Vec<PathBuf>,
}

impl Plan {
    /// A plan for an executable of the running runtime, without more than its program.
    pub fn new(file: PathBuf, of_runtime: OfRuntime) -> Self {
        Self {
            file,
            runtime: None,
            of_runtime,
            arguments: Vec::new(),
            exec_arguments: Vec::new(),
            options: Vec::new(),
            writes_maps: false,
            variables: BTreeMap::new(),
            include: Vec::new(),
            exclude: Vec::new(),
        }
    }
}

/// What the running runtime knows.
#[derive(Clone, Copy, Debug)]
pub struct OfRuntime {
    pub home_of: HomeOf,
    pub repacked: Repacked,
}

impl OfRuntime {
    /// Of a runtime that knows nothing.
    pub const NONE: Self = Self { home_of: |_| None, repacked: |_, _| None };
}

/// Finds the runtime that a program is written for (`node`, `bun` or `deno`), by its main file. None when it has no such
/// file.
pub type HomeOf = fn(&Path) -> Option<&'static str>;

/// The bytecode of the builtins at the end of a runtime, for a program of these kinds (`any`, `node`, `bun`, `deno`): smaller,
/// for what the program does not use. None when it stays as it is.
pub type Repacked = fn(&[u8], &[&str]) -> Option<Vec<u8>>;

/// An executable that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its size.
    pub bytes: u64,
    /// The source maps beside it.
    pub maps: Vec<PathBuf>,
    /// Why it contains the complete runtime, if it does.
    pub is_complete_because: Option<String>,
}

/// Writes an executable.
///
/// # Errors
/// A message for the user.
pub fn write(options: &Options, plan: &Plan, outcome: &Outcome) -> Result<Written, String> {
    let main = outcome
        .outputs
        .iter()
        .find(|output| output.kind == Kind::EntryPoint && output.path.ends_with(".js"))
        .ok_or("the build has no program to put into an executable")?;
    let (runtime, is_complete_because) = match &plan.runtime {
        Some(path) => (options.directory.join(path), None),
        None => runtime::choose(&outcome.outputs)?,
    };
    let code = std::fs::read(&runtime)
        .map_err(|error| format!("cannot read the runtime \"{}\": {error}", runtime.display()))?;
    let entry = options.entries.first().map(|entry| PathBuf::from(&entry.path)).unwrap_or_default();
    let included = included::read(&options.directory, &entry, &plan.include, &plan.exclude)?;
    let placed = |path: &str| included.folder.join(path).to_string_lossy().into_owned();
    let file = |output: &Output| {
        let script = if output.path == main.path { as_script(&output.contents) } else { None };
        let contents = match &output.copied {
            Some(copied) => Contents::Of { file: copied.from.clone(), bytes: copied.bytes },
            None => Contents::Bytes(script.unwrap_or_else(|| output.contents.clone())),
        };
        File { path: placed(&output.path), is_asset: output.kind == Kind::Asset, contents }
    };
    let parts = outcome.outputs.iter().filter(|output| !output.path.ends_with(".map"));
    let mut files: Vec<File> = parts.map(file).collect();
    let manifest_main = placed(&main.path);
    for file in included.files {
        if files.iter().any(|one| one.path == file.path) {
            return Err(format!("the included file \"{}\" has the path of an output", file.path));
        }
        files.push(file);
    }
    // The search for it ends there, and not in a folder of the user.
    if !files.iter().any(|file| file.path == PACKAGE) {
        files.push(File { path: PACKAGE.to_owned(), is_asset: false, contents: Contents::Bytes(b"{}\n".to_vec()) });
    }
    let name = plan.file.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let manifest = Manifest {
        name,
        main: manifest_main,
        home: home(options, plan),
        arguments: plan.arguments.clone(),
        exec_arguments: plan.exec_arguments.clone(),
        options: plan.options.clone(),
        variables: plan.variables.clone(),
    };
    let kinds = kinds(manifest.home.as_deref(), &files);
    let repacked = |end: Vec<u8>| (plan.of_runtime.repacked)(&end, &kinds).unwrap_or(end);
    let appended = payload::append(code, &manifest, &files, repacked)
        .map_err(|problem| format!("\"{}\" is not a brio that can be compiled into: {problem}", runtime.display()))?;
    let bytes = write_program(&plan.file, &appended)?;
    let maps = if plan.writes_maps { maps::write(&plan.file, main, &outcome.outputs)? } else { Vec::new() };
    Ok(Written { bytes, maps, is_complete_because })
}

/// Words of programs that use more of Node's and the Web's builtins than those that print.
const WORDS_OF_NODE: &[&str] = &[
    "require",
    "import",
    "node:",
    "process",
    "Buffer",
    "fetch",
    "Request",
    "Response",
    "Headers",
    "Stream",
    "URL",
    "Event",
    "Abort",
    "Blob",
    "File",
    "FormData",
    "Encoder",
    "Decoder",
    "crypto",
    "performance",
    "structuredClone",
    "Worker",
    "Message",
    "WebSocket",
    "navigator",
    "global",
    "setInterval",
    "setImmediate",
];

/// What a program uses of the builtins, as far as its names show. What is missing starts a little slower.
fn kinds(home: Option<&str>, files: &[File]) -> Vec<&'static str> {
    let mut kinds = vec!["any"];
    kinds.extend(["bun", "deno"].into_iter().find(|kind| home == Some(*kind)));
    let has = |file: &File, word: &str| memchr::memmem::find(file.contents.in_memory(), word.as_bytes()).is_some();
    let programs = || files.iter().filter(|file| file.path.ends_with("js"));
    if programs().any(|file| WORDS_OF_NODE.iter().any(|word| has(file, word))) {
        kinds.push("node");
    }
    kinds
}

/// Words of programs that are only modules, or are something else in one.
const WORDS_OF_MODULES: &[&str] =
    &["import", "export", "await", "require", "module", "exports", "__dirname", "__filename"];

/// A module without imports and exports as a script, which starts without the loader of modules. None for another one.
fn as_script(module: &[u8]) -> Option<Vec<u8>> {
    let code = std::str::from_utf8(module).ok()?.trim_end();
    let body = code.strip_suffix("export {};").or_else(|| code.strip_suffix("export{};"))?;
    let has_word = |word: &&str| body.contains(*word);
    let begins_code = !body.starts_with("#!") && !WORDS_OF_MODULES.iter().any(has_word);
    begins_code.then(|| format!("\"use strict\";{body}\n").into_bytes())
}

/// The runtime that the program is written for: the target's, or the one that its sources show.
fn home(options: &Options, plan: &Plan) -> Option<String> {
    let name = match options.target {
        Target::Node => "node",
        Target::Bun => "bun",
        Target::Deno => "deno",
        Target::Brio | Target::Browser => {
            let entry = options.entries.first()?;
            (plan.of_runtime.home_of)(&options.directory.join(&entry.path))?
        }
    };
    Some(name.to_owned())
}

/// Writes the file beside its place, and renames it: a running program of the same name goes on. Returns its size.
fn write_program(file: &Path, program: &Appended<'_>) -> Result<u64, String> {
    let failed = |error: std::io::Error| format!("cannot write \"{}\": {error}", file.display());
    if file.is_dir() {
        return Err(format!("\"{}\" is a folder; --outfile names the executable", file.display()));
    }
    let folder = file.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder).map_err(failed)?;
    let temporary = folder.join(format!(".brio-build-{}", std::process::id()));
    let result = std::fs::File::create(&temporary).and_then(|file| {
        let mut output = BufWriter::new(file);
        let bytes = program.write(&mut output)?;
        output.flush()?;
        output.get_ref().set_permissions(std::fs::Permissions::from_mode(0o755))?;
        Ok(bytes)
    });
    let result = result.and_then(|bytes| std::fs::rename(&temporary, file).map(|()| bytes));
    result.map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        failed(error)
    })
}

#[cfg(test)]
mod tests {
    use super::{as_script, kinds};
    use crate::executable::payload::{Contents, File};

    #[test]
    fn what_a_program_uses_shows_in_its_names() {
        let of = |home, code: &str| {
            let contents = Contents::Bytes(code.into());
            kinds(home, &[File { path: "a.js".to_owned(), is_asset: false, contents }])
        };
        assert_eq!(of(None, "console.log(1)"), ["any"]);
        assert_eq!(of(Some("node"), "import\"node:fs\""), ["any", "node"]);
        assert_eq!(of(Some("bun"), "Bun.serve({})"), ["any", "bun"]);
        assert_eq!(of(Some("deno"), "Deno.serve(()=>new Response)"), ["any", "deno", "node"]);
    }

    #[test]
    fn only_a_module_without_imports_and_exports_becomes_a_script() {
        let script = as_script(b"console.log(1);\nexport {};\n").expect("nothing in it needs a module");
        assert_eq!(script, b"\"use strict\";console.log(1);\n\n");
        for module in
            ["await 1;\nexport {};", "import a from 'a';\nexport {};", "export { a };", "typeof require;\nexport{};"]
        {
            assert_eq!(as_script(module.as_bytes()), None, "{module}");
        }
    }
}
