//! `build`, `run`, `dev` and `setup`: the release binary, built when one of its sources has changed.

use crate::workspace::{EngineKind, Workspace, cache_folder};
use crate::{bytecode, engine, function_order};
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// The package that produces the binary, and the binary's name.
const PACKAGE: &str = "brio_cli";
const BINARY: &str = "brio";
/// The binary without tools, for executables: it uses the same bytecode.
const RUNTIME: &str = "brio-runtime";
/// The package that has the feature of the static engine, and the feature.
const ENGINE_PACKAGE: &str = "brio_jsc";
const STATIC_ENGINE: &str = "brio_jsc/static_engine";
/// Where the build scripts find the static engine.
const STATIC_ENGINE_FOLDER: &str = "BRIO_STATIC_ENGINE";
/// The lab's package and its binary, which `brio lab` looks for beside itself.
const LAB_PACKAGE: &str = "brio_lab";
const LAB_BINARY: &str = "brio-lab";

/// The sources of the binary. Builtins are embedded in it, so they count unless they are read from disk.
const RUST_SOURCES: &[&str] = &["base", "modules", "toolchain", "engine", "host", "runtime", "cli", "ops"];
const BUILTINS: &str = "builtins";

/// `./x build [--engine static]`: always calls Cargo, which knows best what is stale.
pub fn build(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let engine = match arguments {
        [] => workspace.engine,
        [option, engine] if option == "--engine" => EngineKind::parse(engine)?,
        _ => return Err("usage: ./x build [--engine static]".to_string()),
    };
    let workspace = &workspace.with_engine(engine);
    build_binary(workspace)?;
    build_lab(workspace)?;
    let size = fs::metadata(workspace.binary()).map(|data| data.len()).unwrap_or(0);
    println!("{} is ready ({:.1} MB)", workspace.relative(&workspace.binary()), size as f64 / 1e6);
    Ok(0)
}

/// `./x run FILE [ARGS]`. Does not return when the program starts: it replaces this process (exec).
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    if arguments.is_empty() {
        return Err("which program? usage: ./x run FILE [ARGS]".to_string());
    }
    build_if_stale(workspace, true)?;
    Err(start(workspace, arguments, None))
}

/// `./x dev FILE [ARGS]`: builtins are read from the work tree, so only a change of Rust code needs a build.
pub fn dev(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    if arguments.is_empty() {
        return Err("which program? usage: ./x dev FILE [ARGS]".to_string());
    }
    build_if_stale(workspace, false)?;
    Err(start(workspace, arguments, Some(workspace.root.join(BUILTINS))))
}

/// `./x setup`: the script has installed missing tools before this runs; lists what is available.
pub fn setup(workspace: &Workspace, _arguments: &[String]) -> Result<i32, String> {
    let version = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output().ok().filter(|output| output.status.success());
        output.map_or("missing".to_string(), |output| {
            String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or("").trim().to_string()
        })
    };
    println!("cargo            {}", version("cargo", &["--version"]));
    println!("JavaScriptCore   {}", version("pkg-config", &["--modversion", "javascriptcoregtk-4.1"]));
    println!("C compiler       {}", version("cc", &["--version"]));
    println!("cache            {}", cache_folder()?.display());
    println!("binary           {}", if workspace.binary().exists() { "out/brio" } else { "not built yet: ./x build" });
    println!(
        "\nonly for ./x bench: npm {}, taskset {}",
        version("npm", &["--version"]),
        version("taskset", &["--version"])
    );
    Ok(0)
}

/// Builds unless `out/brio` is newer than all its sources.
pub fn build_if_stale(workspace: &Workspace, builtins_count: bool) -> Result<(), String> {
    if workspace.binary_is_foreign() {
        return Ok(());
    }
    let built = fs::metadata(workspace.binary()).and_then(|data| data.modified());
    match built {
        Ok(built) if newest_source(workspace, builtins_count) < built => Ok(()),
        _ => build_binary(workspace),
    }
}

fn build_binary(workspace: &Workspace) -> Result<(), String> {
    if !workspace.root.join("cli/Cargo.toml").exists() {
        return Err(format!("cli/Cargo.toml is missing, so there is no package {PACKAGE} to build"));
    }
    let target = claim_target(workspace)?;
    let order = target.folder.join(function_order_file(workspace.engine));
    let known = fs::read_to_string(&order).unwrap_or_default();
    let explain = |error: std::io::Error| format!("{}: {error}", order.display());
    if known.is_empty() {
        fs::write(&order, "").map_err(explain)?;
    }
    compile(workspace)?;
    let installed = workspace.binary();
    let built = target.folder.join("release").join(BINARY);
    let collect = || {
        bytecode::collect(workspace, &built, &target.folder.join(format!("{}.bytecode", workspace.engine.binary())))
            .unwrap_or_else(|reason| {
                eprintln!("the builtins have no bytecode, so every program starts more slowly: {reason}");
                Vec::new()
            })
    };
    let mut pack = collect();
    if !function_order::is_fresh(&known, &built)? {
        match learn_order(workspace, &built, &pack) {
            Ok(learned) => {
                fs::write(&order, learned).map_err(explain)?;
                compile(workspace)?;
                // The pack fits one state of the builtins, and they may have changed since.
                pack = collect();
            }
            Err(reason) => {
                eprintln!("the functions are not ordered, so every program uses more memory: {reason}")
            }
        }
    }
    install(&built.with_file_name(RUNTIME), &workspace.runtime(), &pack)?;
    install(&built, &installed, &pack)
}

fn compile(workspace: &Workspace) -> Result<(), String> {
    let mut cargo = cargo(workspace);
    cargo.args(["build", "--release", "--package", PACKAGE]);
    if workspace.engine == EngineKind::Static {
        cargo.args(["--package", ENGINE_PACKAGE, "--features", STATIC_ENGINE]);
        cargo.env(STATIC_ENGINE_FOLDER, engine::for_linking()?.folder);
    }
    let status = cargo.status().map_err(|error| format!("cannot start cargo: {error}"))?;
    if status.success() { Ok(()) } else { Err("the build failed; the errors are above".to_string()) }
}

/// The order of the functions that a newly built binary uses, when it has its bytecode.
fn learn_order(workspace: &Workspace, built: &Path, pack: &[u8]) -> Result<String, String> {
    let complete = built.with_extension("traced");
    let explain = |error: std::io::Error| format!("{}: {error}", complete.display());
    fs::copy(built, &complete).map_err(explain)?;
    if !pack.is_empty() {
        bytecode::append(&complete, pack).map_err(explain)?;
    }
    let learned = function_order::learn(workspace, &complete);
    fs::remove_file(&complete).map_err(explain)?;
    learned
}

/// Builds the lab. Returns the path of its binary.
pub fn build_lab(workspace: &Workspace) -> Result<PathBuf, String> {
    let target = claim_target(workspace)?;
    let status = cargo(workspace)
        .args(["build", "--release", "--package", LAB_PACKAGE])
        .status()
        .map_err(|error| format!("cannot start cargo: {error}"))?;
    if !status.success() {
        return Err("the build of the lab failed; the errors are above".to_string());
    }
    let installed = workspace.root.join("out").join(LAB_BINARY);
    install(&target.folder.join("release").join(LAB_BINARY), &installed, &[])?;
    Ok(installed)
}

/// A lock on the shared target folder, for one clone at a time; released when the value is dropped.
pub struct Target {
    pub folder: PathBuf,
    _lock: fs::File,
}

/// Waits until no other clone uses the shared target folder, and locks it.
///
/// Cargo uses the same directory for a package in every clone, and compares only modification times: an older file of
/// this clone would pass for the compiled one of another clone. So when the last user was another clone, all workspace
/// packages are compiled again; the dependencies, which take most of the time, stay.
pub fn claim_target(workspace: &Workspace) -> Result<Target, String> {
    let folder = target_folder()?;
    let explain = |error: std::io::Error| format!("cannot lock the target folder {}: {error}", folder.display());
    fs::create_dir_all(&folder).map_err(explain)?;
    let lock = fs::File::create(folder.join("brio.lock")).map_err(explain)?;
    lock.lock().map_err(explain)?;
    let owner = folder.join("brio.owner");
    let root = workspace.root.to_string_lossy().into_owned();
    let is_ours = fs::read_to_string(&owner).is_ok_and(|last| last == root);
    if !is_ours && folder.join("release").exists() {
        eprintln!("another clone built here last: compiling Brio's own crates again");
        let members = members(workspace)?;
        let cleaned = cargo(workspace)
            .args(["clean", "--quiet", "--release"])
            .args(members.iter().flat_map(|member| ["--package", member]))
            .status();
        if !cleaned.map_err(explain)?.success() {
            return Err("cargo clean failed; its message is above".to_string());
        }
    }
    fs::write(&owner, root).map_err(explain)?;
    Ok(Target { folder, _lock: lock })
}

/// The names of the workspace's packages.
fn members(workspace: &Workspace) -> Result<Vec<String>, String> {
    let output = cargo(workspace).args(["metadata", "--no-deps", "--format-version", "1"]).output();
    let output = output.map_err(|error| format!("cannot start cargo: {error}"))?;
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("cargo metadata: {error}\n{}", String::from_utf8_lossy(&output.stderr)))?;
    let packages = metadata["packages"].as_array().into_iter().flatten();
    Ok(packages.filter_map(|package| package["name"].as_str().map(str::to_string)).collect())
}

/// Replaces the binary atomically, so that a running Brio keeps its own file. `pack` is appended to it.
fn install(built: &Path, target: &Path, pack: &[u8]) -> Result<(), String> {
    let explain = |error: std::io::Error| format!("cannot copy {} to {}: {error}", built.display(), target.display());
    let folder = target.parent().expect("the target is inside out/");
    fs::create_dir_all(folder).map_err(explain)?;
    let temporary = folder.join(format!("{BINARY}.{}", std::process::id()));
    fs::copy(built, &temporary).map_err(explain)?;
    // Symbol names are for profilers, which find them in the target folder; without `strip` the binary is larger, but
    // works.
    let _ = Command::new("strip").arg("--strip-all").arg(&temporary).status();
    if !pack.is_empty() {
        bytecode::append(&temporary, pack).map_err(explain)?;
    }
    fs::rename(&temporary, target).map_err(explain)
}

/// A Cargo command in the repository, with the shared target folder.
pub fn cargo(workspace: &Workspace) -> Command {
    let mut cargo = Command::new("cargo");
    cargo.current_dir(&workspace.root);
    if let Ok(folder) = target_folder() {
        cargo
            .env("BRIO_FUNCTION_ORDER", folder.join(function_order_file(workspace.engine)))
            .env("CARGO_TARGET_DIR", folder)
            .env_remove(STATIC_ENGINE_FOLDER);
    }
    cargo
}

/// A file in the target folder: the functions that programs use (`function_order`). The package's build script reads
/// it.
fn function_order_file(engine: EngineKind) -> String {
    format!("{}.functions", engine.binary())
}

fn target_folder() -> Result<PathBuf, String> {
    match std::env::var_os("CARGO_TARGET_DIR") {
        Some(folder) => Ok(PathBuf::from(folder)),
        None => Ok(cache_folder()?.join("target")),
    }
}

fn newest_source(workspace: &Workspace, builtins_count: bool) -> SystemTime {
    let modified = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
    let mut newest = modified(&workspace.root.join("Cargo.toml")).max(modified(&workspace.root.join("Cargo.lock")));
    for folder in RUST_SOURCES.iter().chain(builtins_count.then_some(&BUILTINS)) {
        for file in workspace.files(folder, "") {
            newest = newest.max(modified(&file));
        }
    }
    newest
}

fn start(workspace: &Workspace, arguments: &[String], builtins: Option<PathBuf>) -> String {
    let mut command = Command::new(workspace.binary());
    command.args(arguments).env_remove("BRIO_ROOT").env_remove("CARGO_TARGET_DIR");
    if let Some(builtins) = builtins {
        command.env("BRIO_BUILTINS", builtins);
    }
    let error = command.exec();
    format!("cannot start {}: {error}", workspace.binary().display())
}
