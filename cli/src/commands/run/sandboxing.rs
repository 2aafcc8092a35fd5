//! `--sandbox` and `"brio": { "sandbox": … }`: finds the policy of a program, and enters the kernel's wall before the engine
//! starts. The policy is the first wall's, too: it becomes the flags of permissions.

use super::command_line::Program;
use brio_policy::{Places, Policy, Resolved, Start};
use brio_runtime::realm::jsc::{exit_process, set_environment};
use brio_sandbox::{Kernel, Prepared, Rules};
use brio_spawn::Confined;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Set inside of a sandbox: a process there has no supervisor of its own.
const MARK: &str = "BRIO_SANDBOX";
/// Leaves one of the walls out, for tests of the other: `kernel` or `runtime`.
const WALLS: &str = "BRIO_SANDBOX_WALLS";
const MANIFEST: &str = "package.json";
/// Files that make a folder a project's.
const PROJECT_FILES: [&str; 3] = [MANIFEST, "deno.json", "deno.jsonc"];

/// Finds the policy of the program, and confines this process if there is one.
///
/// # Errors
/// A sentence for the user; the program must not run then.
pub fn enter(program: &mut Program) -> Result<(), String> {
    let Some(policy) = policy_of(program)? else {
        return match program.is_strict {
            true => Err("--sandbox-strict without a policy (`--sandbox POLICY`, or \"brio\": { \"sandbox\": … } in package.json)".to_string()),
            false => Ok(()),
        };
    };
    check_file(program, &policy)?;
    let only = std::env::var(WALLS).unwrap_or_default();
    if only != "kernel" {
        program.options.extend(brio_policy::flags(&policy));
    }
    close_descriptors();
    if only == "runtime" {
        return Ok(());
    }
    enter_kernel_wall(program, &policy)
}

/// Confines this process, or splits it into a supervisor and a confined one.
fn enter_kernel_wall(program: &Program, policy: &Policy) -> Result<(), String> {
    let kernel = Kernel::detect();
    let is_supervised = brio_policy::needs_supervisor(policy) && can_supervise(&kernel);
    let rules = brio_policy::rules(policy, &start(policy), is_supervised);
    let own_rules = brio_policy::program_rules(policy, &start(policy), is_supervised);
    let mut gaps = kernel.gaps(&rules);
    for gap in own_rules.iter().flat_map(|rules| kernel.gaps(rules)) {
        if !gaps.contains(&gap) {
            gaps.push(gap);
        }
    }
    if program.is_strict && !gaps.is_empty() {
        return Err(format!(
            "the kernel cannot enforce the policy {}:\n  {}",
            policy.file.display(),
            gaps.join("\n  ")
        ));
    }
    gaps.iter().for_each(|gap| eprintln!("brio: sandbox: {gap}"));
    prepare_environment(policy, is_supervised);
    let confine = || {
        brio_spawn::confine(confined_programs(policy, &own_rules, &kernel)?);
        Prepared::new(&rules, &kernel)?.apply()
    };
    let entered = match is_supervised {
        true => brio_sandbox::split(Resolved::new(policy), confine, |code| exit_process(code)),
        false => confine(),
    };
    entered.map_err(|error| format!("the sandbox cannot be made: {error}"))
}

/// The programs with a policy of their own, with their walls.
fn confined_programs(policy: &Policy, rules: &[Rules], kernel: &Kernel) -> std::io::Result<Vec<Confined>> {
    let mut confined = Vec::new();
    for ((program, own), rules) in policy.programs.iter().zip(rules) {
        let prepared = Prepared::new(rules, kernel)?;
        confined.push(Confined {
            path: program.path.clone(),
            enter: Arc::new(move || prepared.apply()),
            keeps: Box::new(brio_policy::kept_variables(own)),
        });
    }
    Ok(confined)
}

/// The policy that a flag names, or that of the project of the program's file.
pub fn policy_of(program: &Program) -> Result<Option<Policy>, String> {
    let file = program.file.as_deref().map(Path::new);
    if let Some(name) = &program.policy {
        return read_policy(Path::new(name), file).map(Some);
    }
    let Some(folder) = file.and_then(folder_of) else { return Ok(None) };
    let Some(manifest) = folder.ancestors().map(|above| above.join(MANIFEST)).find(|path| path.is_file()) else {
        return Ok(None);
    };
    let Ok(text) = std::fs::read_to_string(&manifest) else { return Ok(None) };
    // Most manifests have none, and what is wrong with them is for those that need them.
    if !text.contains("\"sandbox\"") {
        return Ok(None);
    }
    brio_policy::of_manifest(&manifest, &text, &places(file)).map_err(|error| error.to_string())
}

/// Reads the policy in a file: TOML, or a `package.json`.
pub fn read_policy(name: &Path, program: Option<&Path>) -> Result<Policy, String> {
    let text = std::fs::read_to_string(name)
        .map_err(|error| format!("{}: the policy cannot be read: {error}", name.display()))?;
    let path = std::path::absolute(name).unwrap_or_else(|_| name.to_path_buf());
    // Without a program the project is that of the policy.
    let places = places(Some(program.unwrap_or(&path)));
    if path.extension().is_some_and(|extension| extension == "json") {
        let policy = brio_policy::of_manifest(&path, &text, &places).map_err(|error| error.to_string())?;
        return policy.ok_or_else(|| format!("{}: there is no \"brio\": {{ \"sandbox\": … }}", path.display()));
    }
    brio_policy::of_toml(&path, &text, &places).map_err(|error| error.to_string())
}

/// What the variables in paths of a policy stand for.
pub fn places(file: Option<&Path>) -> Places {
    let current = std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
    let start = file.and_then(folder_of).unwrap_or(current);
    let is_project = |folder: &&Path| PROJECT_FILES.iter().any(|name| folder.join(name).is_file());
    Places {
        project: start.ancestors().find(is_project).unwrap_or(&start).to_path_buf(),
        temporary: std::env::temp_dir(),
        home: std::env::var_os("HOME").filter(|home| !home.is_empty()).map(PathBuf::from),
    }
}

/// The folder of a file, absolute; None for one that is not there.
fn folder_of(file: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(file).ok()?;
    let folder = absolute.parent()?;
    folder.canonicalize().ok()
}

/// Whether this process may have a supervisor: a process inside of a sandbox is under that of the sandbox.
pub fn can_supervise(kernel: &Kernel) -> bool {
    let is_inside = || {
        let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
        std::env::var_os(MARK).is_some() && status.lines().any(|line| line == "Seccomp:\t2")
    };
    kernel.has_filters && kernel.has_listeners && !is_inside()
}

/// A program that may not be read would fail with an error of the module loader.
fn check_file(program: &Program, policy: &Policy) -> Result<(), String> {
    let Some(file) = program.file.as_deref().and_then(|file| Path::new(file).canonicalize().ok()) else {
        return Ok(());
    };
    let is_readable =
        policy.read == brio_policy::Grant::All || policy.read.listed().iter().any(|granted| file.starts_with(granted));
    match is_readable {
        true => Ok(()),
        false => Err(format!(
            "the policy {} does not let the program itself be read: {}\n(add it or \"$PROJECT\" to \"read\")",
            policy.file.display(),
            file.display()
        )),
    }
}

fn start(policy: &Policy) -> Start {
    let builtins = std::env::var_os("BRIO_BUILTINS").filter(|root| !root.is_empty()).map(PathBuf::from);
    let certificates =
        ["SSL_CERT_FILE", "SSL_CERT_DIR"].iter().filter_map(|name| Some(PathBuf::from(std::env::var_os(name)?)));
    Start {
        runtime: std::env::current_exe().unwrap_or_default(),
        // A child that is given the same policy reads it again.
        readable: builtins.into_iter().chain(certificates).chain([policy.file.clone()]).collect(),
    }
}

/// Descriptors that the caller left open are doors in both walls.
fn close_descriptors() {
    let descriptor = |name: &str| std::env::var(name).ok().and_then(|text| text.parse().ok());
    let channel: Option<i32> = descriptor("NODE_CHANNEL_FD");
    let count: i32 = descriptor("LISTEN_FDS").unwrap_or(0);
    // systemd passes sockets from number 3 on.
    let passed = 3..3_i32.saturating_add(count.clamp(0, 1024));
    brio_sandbox::close_inherited(&channel.into_iter().chain(passed).collect::<Vec<_>>());
}

fn prepare_environment(policy: &Policy, is_supervised: bool) {
    brio_sandbox::remove_variables(brio_policy::kept_variables(policy));
    set_environment(MARK, "1");
    if is_supervised {
        // Datagrams name their receivers themselves, so names are resolved over connections.
        set_environment("RES_OPTIONS", "use-vc");
    }
}
