//! The commands that install: `install`, `ci`, `add`, `remove`, `update`, `prune`, `dedupe`.

use super::{current_folder, deno, usage};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::install::{self, Linker, Options, Summary};
use crate::layout::Omit;
use crate::printable::printable;
use crate::project::Project;
use crate::session::Reach;
use crate::spec::{Source, Spec};
use crate::workspace::Workspace;
use brio_command_flags::Arguments;
use brio_lockfile::Lockfile;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// `brio install`, also `brio install PACKAGE…`.
pub fn install(arguments: &Arguments) -> Result<i32> {
    let mut options = options(arguments)?;
    options.add = arguments.words.clone();
    if let Some(project) = deno_project(arguments)? {
        if project.is_alone {
            return match arguments.words.is_empty() {
                true => project.install(arguments, &options),
                false => project.add(&arguments.words, arguments, &options),
            };
        }
        // As Deno: with a `package.json` packages of npm belong there.
        let (of_jsr, others): (Vec<String>, Vec<String>) = std::mem::take(&mut options.add)
            .into_iter()
            .partition(|word| word.starts_with("jsr:") || word.contains("@jsr:"));
        if !of_jsr.is_empty() {
            project.add(&of_jsr, arguments, &options)?;
            if others.is_empty() {
                return Ok(0);
            }
        }
        options.add = others;
    }
    match arguments.has("--recursive") && !options.add.is_empty() {
        true => run_for_each(arguments, &options),
        false => run(arguments, options),
    }
}

/// As pnpm's `-r`: changes the members of the workspace one after another. What is removed need not be in all of them.
fn run_for_each(arguments: &Arguments, options: &Options) -> Result<i32> {
    let root = Project::read(&install::project_folder(&current_folder()?, false))?;
    let members = Workspace::read(&root)?.members;
    if members.is_empty() {
        return run(arguments, options.clone());
    }
    let all: BTreeSet<&str> = members.iter().map(|member| member.name.as_str()).collect();
    let has = |project: &Project| options.remove.iter().any(|name| project.list_of(name).is_some());
    let mut is_known = options.remove.is_empty();
    for name in all.into_iter().chain((!is_known).then_some(".")) {
        let mut one = Options { member: Some(name.to_string()), ..options.clone() };
        if !options.remove.is_empty() {
            let member = members.iter().find(|member| member.name == name);
            let project = member.map_or(Ok(root.clone()), |member| Project::read(&member.folder))?;
            if !has(&project) {
                continue;
            }
            is_known = true;
            one.remove.retain(|name| project.list_of(name).is_some());
        }
        run(arguments, one)?;
    }
    if !is_known {
        let message = format!("no package of the workspace depends on {}", options.remove.join(", "));
        return Err(Error::new("ENOTDEPENDENCY", message).with_hint("`brio ls` shows the dependencies"));
    }
    Ok(0)
}

/// The program of Deno that the command is run in.
pub fn deno_project(arguments: &Arguments) -> Result<Option<deno::DenoProject>> {
    Ok(if arguments.has("--global") { None } else { deno::project(&current_folder()?) })
}

/// `brio ci`.
pub fn clean_install(arguments: &Arguments) -> Result<i32> {
    let options = Options { is_frozen: true, is_clean: true, ..options(arguments)? };
    run(arguments, options)
}

/// `brio add`.
pub fn add(arguments: &Arguments) -> Result<i32> {
    if arguments.words.is_empty() {
        return Err(usage("add requires a package").with_hint("`brio help add` shows how to use it"));
    }
    install(arguments)
}

/// `brio remove`.
pub fn remove(arguments: &Arguments) -> Result<i32> {
    if arguments.words.is_empty() {
        return Err(usage("remove requires a package").with_hint("`brio help remove` shows how to use it"));
    }
    let options = Options { remove: arguments.words.clone(), ..options(arguments)? };
    if let Some(project) = deno_project(arguments)?.filter(|project| project.is_alone) {
        return project.remove(&arguments.words, arguments, &options);
    }
    match arguments.has("--recursive") {
        true => run_for_each(arguments, &options),
        false => run(arguments, options),
    }
}

/// `brio prune`: by the lockfile; without one, by what `package.json` and the installed packages say.
pub fn prune(arguments: &Arguments) -> Result<i32> {
    let mut options = Options { is_frozen: true, prunes: true, ..options(arguments)? };
    let root = install::project_folder(&current_folder()?, false);
    install::take_settings(&mut options, &Config::load(&root)?, &root);
    if arguments.has("--global") || !options.without_lockfile && Lockfile::detect(&root)?.is_some() {
        return run(arguments, options);
    }
    let start = std::time::Instant::now();
    let _turn = if options.is_dry { None } else { install::take_turn(&root, options.is_quiet) };
    let project = Project::read(&root)?;
    let done = crate::installed::prune(&project, options.omit, options.is_dry)?;
    let (is_dry, time) = (options.is_dry, start.elapsed());
    report(arguments, &Summary { project: root, is_dry, done, time, ..Summary::default() });
    Ok(0)
}

/// `brio dedupe`.
pub fn dedupe(arguments: &Arguments) -> Result<i32> {
    let options = Options { dedupes: true, prefers_dedupe: true, ..options(arguments)? };
    run(arguments, options)
}

/// The kinds of dependencies that a flag names.
fn kinds(arguments: &Arguments, flag: &str) -> Result<Omit> {
    let mut kinds = Omit::default();
    for kind in arguments.values(flag).flat_map(|list| list.split(',')) {
        match kind {
            "dev" => kinds.dev = true,
            "optional" => kinds.optional = true,
            "peer" => kinds.peer = true,
            // npm's word for the others.
            "prod" if flag == "--include" => {}
            other => return Err(usage(&format!("{flag} takes dev, optional or peer, not \"{other}\""))),
        }
    }
    Ok(kinds)
}

/// What `--omit` and `--production` leave out.
pub fn omitted(arguments: &Arguments) -> Result<Omit> {
    let mut omit = kinds(arguments, "--omit")?;
    omit.dev |= arguments.has("--production");
    Ok(omit)
}

/// The options that flags say.
pub fn options(arguments: &Arguments) -> Result<Options> {
    let omit = omitted(arguments)?;
    let minimum_age_days = match arguments.value("--min-age") {
        Some(text) => {
            let days: Option<f64> = text.parse().ok().filter(|days: &f64| *days >= 0.0 && days.is_finite());
            Some(days.ok_or_else(|| usage(&format!("--min-age takes a number of days, not \"{text}\"")))?)
        }
        None => None,
    };
    let lists = [
        ("--save-dev", "devDependencies"),
        ("--save-optional", "optionalDependencies"),
        ("--save-peer", "peerDependencies"),
        ("--save-prod", "dependencies"),
    ];
    if let Some(registry) = arguments.value("--registry") {
        set_registry(registry);
    }
    let linker = match arguments.value("--linker") {
        None => None,
        Some("hoisted") => Some(Linker::Hoisted),
        Some("isolated") => Some(Linker::Isolated),
        Some(other) => return Err(usage(&format!("--linker takes hoisted or isolated, not \"{other}\""))),
    };
    let save_catalog = arguments.value("--save-catalog-name").map(str::to_string);
    let save_catalog = save_catalog.or_else(|| arguments.has("--save-catalog").then(|| "default".to_string()));
    Ok(Options {
        linker,
        save_catalog,
        member: arguments.value("--workspace").map(str::to_string),
        save_to: lists.iter().find(|(flag, _)| arguments.has(flag)).map(|(_, list)| *list),
        is_exact: arguments.has("--save-exact"),
        without_saving: arguments.has("--no-save"),
        is_frozen: arguments.has("--frozen-lockfile"),
        is_dry: arguments.has("--dry-run"),
        force: arguments.has("--force"),
        legacy_peers: arguments.has("--legacy-peer-deps"),
        strict_peers: arguments.has("--strict-peer-deps"),
        prefers_dedupe: arguments.has("--prefer-dedupe"),
        omit,
        include: kinds(arguments, "--include")?,
        without_scripts: arguments.has("--ignore-scripts"),
        only_lockfile: arguments.has("--lockfile-only"),
        without_lockfile: arguments.has("--no-package-lock"),
        reach: reach(arguments),
        minimum_age_days,
        is_quiet: arguments.has("--quiet") || arguments.has("--json"),
        ..Options::default()
    })
}

/// When the network may be used.
pub fn reach(arguments: &Arguments) -> Reach {
    match (arguments.has("--offline"), arguments.has("--prefer-offline")) {
        (true, _) => Reach::Offline,
        (false, true) => Reach::PreferOffline,
        _ => Reach::Online,
    }
}

/// The flag counts more than files: it is passed on as the setting of this process.
pub fn set_registry(registry: &str) {
    crate::config::set_registry(registry);
}

/// Installs, and says what was done.
pub fn run(arguments: &Arguments, mut options: Options) -> Result<i32> {
    let is_global = arguments.has("--global");
    let current = current_folder()?;
    if is_global {
        options.add.iter_mut().for_each(|argument| *argument = with_absolute_path(argument, &current));
    }
    let folder = if is_global { global_folder()? } else { current };
    let changes = !options.add.is_empty() || !options.remove.is_empty();
    let is_chosen = !changes && options.member.as_ref().is_some_and(|name| name != ".");
    let summary = install::install(&folder, options)?;
    if is_chosen && !arguments.has("--quiet") {
        eprintln!("all members of the workspace are installed: a name or pattern of members chooses none of them here");
    }
    if is_global && !summary.is_dry {
        link_global_commands(&folder)?;
    }
    report(arguments, &summary);
    Ok(0)
}

/// An argument of `add`, in which a path is relative to another folder than that of the project.
pub fn with_absolute_path(argument: &str, folder: &Path) -> String {
    let Ok(spec) = Spec::of_argument(argument, folder) else { return argument.to_string() };
    match spec.source {
        Source::Folder(path) | Source::File(path) if spec.name.is_empty() => path.display().to_string(),
        Source::Folder(path) | Source::File(path) => format!("{}@file:{}", spec.name, path.display()),
        _ => argument.to_string(),
    }
}

fn report(arguments: &Arguments, summary: &Summary) {
    if arguments.has("--json") {
        println!("{:#}", json(summary));
    } else if !arguments.has("--quiet") {
        print!("{}", text(summary));
    }
}

/// The user's own project, for `--global`: its commands are linked into `~/.local/bin`.
pub fn global_folder() -> Result<PathBuf> {
    let home = PathBuf::from(std::env::var_os("HOME").unwrap_or_default());
    let data = std::env::var_os("XDG_DATA_HOME").filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let folder = data.unwrap_or_else(|| home.join(".local/share")).join("brio/global");
    std::fs::create_dir_all(&folder).map_err(|error| Error::of_file(&error, "make", &folder))?;
    if !folder.join("package.json").is_file() {
        crate::files::replace(&folder.join("package.json"), b"{}\n")?;
    }
    Ok(folder)
}

/// Where the commands of the user's own packages are.
pub fn commands_folder() -> PathBuf {
    PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".local/bin")
}

fn link_global_commands(folder: &std::path::Path) -> Result<()> {
    let commands = commands_folder();
    std::fs::create_dir_all(&commands).map_err(|error| Error::of_file(&error, "make", &commands))?;
    let own = folder.join("node_modules/.bin");
    for entry in std::fs::read_dir(&commands).into_iter().flatten().flatten() {
        let is_ours = std::fs::read_link(entry.path()).is_ok_and(|target| target.starts_with(&own));
        if is_ours && !entry.path().exists() {
            crate::files::remove(&entry.path())?;
        }
    }
    for entry in std::fs::read_dir(&own).into_iter().flatten().flatten() {
        let link = commands.join(entry.file_name());
        let is_foreign = std::fs::symlink_metadata(&link).is_ok()
            && !std::fs::read_link(&link).is_ok_and(|target| target.starts_with(&own));
        if is_foreign {
            let message = format!("{} is there already and is not a command of Brio's", link.display());
            return Err(Error::new("EEXIST", message).with_hint("remove it, or keep it and install into a project"));
        }
        crate::files::remove(&link)?;
        std::os::unix::fs::symlink(entry.path(), &link).map_err(|error| Error::of_file(&error, "link", &link))?;
    }
    Ok(())
}

/// The summary as a person reads it.
fn text(summary: &Summary) -> String {
    let mut text = String::new();
    let done = &summary.done;
    let seconds = summary.time.as_secs_f64();
    // Writing to a string does not fail.
    let mut line = |sentence: String| {
        let _ = writeln!(text, "{}", printable(&sentence));
    };
    for conflict in &summary.conflicts {
        line(format!(
            "peer: {} asks for {}@{}, and gets {}",
            conflict.from, conflict.name, conflict.wanted, conflict.found
        ));
    }
    for warning in &summary.engine_warnings {
        line(format!("engine: {warning}"));
    }
    for deprecation in &summary.deprecated {
        line(format!("deprecated: {deprecation}"));
    }
    for saved in &summary.saved {
        line(format!("+ {saved}"));
    }
    for (what, packages) in &summary.review.newly_used {
        line(format!("newly uses {what}: {}", some(packages)));
    }
    if !summary.review.lost_provenance.is_empty() {
        let packages = summary.review.lost_provenance.join(", ");
        line(format!("provenance: {packages} has none, and the version before had: ask its authors before you use it"));
    }
    for gap in &summary.jail_gaps {
        line(format!("install scripts: {gap}"));
    }
    if !summary.skipped_scripts.is_empty() {
        line(format!(
            "install scripts of {} were not run; `brio approve` shows them, `brio approve {}` runs them",
            summary.skipped_scripts.join(", "),
            names(&summary.skipped_scripts)
        ));
    }
    if let Some(what) = &summary.ignored_rules {
        line(format!("rules: {what}"));
    }
    if let Some(what) = summary.converted_lockfile {
        line(what.to_string());
    }
    if let Some(has_changed) = summary.saved_lockfile {
        let what = if has_changed { "wrote the lockfile" } else { "the lockfile is up to date" };
        line(format!("{what}: {} ({seconds:.2} s)", count(done.total)));
        return text;
    }
    if summary.was_up_to_date || done.added.is_empty() && done.changed.is_empty() && done.removed.is_empty() {
        line(format!("{} up to date ({seconds:.2} s)", count(done.total)));
        return text;
    }
    let parts: Vec<String> = [("added", &done.added), ("changed", &done.changed), ("removed", &done.removed)]
        .iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(verb, list)| format!("{verb} {}", list.len()))
        .collect();
    let would = if summary.is_dry { "would have " } else { "" };
    line(format!("{would}{}; {} in all ({seconds:.2} s)", parts.join(", "), count(done.total)));
    text
}

fn count(count: usize) -> String {
    if count == 1 { "1 package".to_string() } else { format!("{count} packages") }
}

/// The first of many.
fn some(packages: &[String]) -> String {
    const SHOWN_COUNT: usize = 8;
    let shown = packages.iter().take(SHOWN_COUNT).cloned().collect::<Vec<_>>().join(", ");
    match packages.len().checked_sub(SHOWN_COUNT).filter(|more| *more > 0) {
        Some(more) => format!("{shown} and {more} more"),
        None => shown,
    }
}

fn names(versions: &[String]) -> String {
    let bare = |text: &String| text.rsplit_once('@').map_or(text.clone(), |(name, _)| name.to_string());
    versions.iter().map(bare).collect::<Vec<_>>().join(" ")
}

fn json(summary: &Summary) -> serde_json::Value {
    serde_json::json!({
        "added": summary.done.added,
        "changed": summary.done.changed,
        "removed": summary.done.removed,
        "total": summary.done.total,
        "saved": summary.saved,
        "skippedScripts": summary.skipped_scripts,
        "jailGaps": summary.jail_gaps,
        "deprecated": summary.deprecated,
        "newlyUses": summary.review.newly_used,
        "lostProvenance": summary.review.lost_provenance,
        "engines": summary.engine_warnings,
        "peerConflicts": summary.conflicts.iter().map(|one| serde_json::json!({
            "from": one.from, "name": one.name, "wanted": one.wanted, "found": one.found,
        })).collect::<Vec<_>>(),
        "milliseconds": summary.time.as_millis() as u64,
    })
}
