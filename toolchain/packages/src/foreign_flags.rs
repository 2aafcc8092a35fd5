//! Flags of npm, pnpm, yarn and Bun that command lines of projects and of their CI have, and that no command here
//! declares: some say what Brio does anyway, some are npm's settings, some have another name here.
//!
//! A flag that a command declares is never read here ([`crate::flags`]).

use crate::config;
use crate::error::{Error, Result};
use crate::install::project_folder;
use crate::project::Project;
use crate::workspace::{Workspace, filter};
use brio_command_flags::{Flags, Syntax};

/// What a flag of another manager is here.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A switch that changes nothing: it is about output, requests or files that Brio does not have, or says what Brio
    /// does anyway.
    Nothing,
    /// The same, with a value.
    Unused,
    /// The folder to work in.
    Folder,
    /// The member of the workspace to work in.
    Member,
    /// A setting of `.npmrc` with a value.
    Setting(&'static str),
    /// A setting of `.npmrc` that is switched on.
    SwitchedOn(&'static str),
    /// A setting of `.npmrc` that is switched off.
    SwitchedOff(&'static str),
    /// A setting of `.npmrc` with this value.
    Fixed(&'static str, &'static str),
    /// Another flag here.
    Instead(&'static str),
    /// Other flags here, by the value.
    ByValue(&'static [(&'static str, &'static str)]),
}

use Meaning::{ByValue, Fixed, Folder, Instead, Member, Nothing, Setting, SwitchedOff, SwitchedOn, Unused};

const FOREIGN: &[(&str, Meaning)] = &[
    ("--aggregate-output", Nothing),
    ("--also", ByValue(&[("dev", "--include=dev"), ("development", "--include=dev")])),
    ("--audit", Nothing),
    ("--backend", Unused),
    ("--ca", Setting("ca")),
    ("--cafile", Setting("cafile")),
    ("--bun", Nothing),
    ("--cache", Setting("cache")),
    ("--cache-dir", Setting("cache")),
    ("--cache-folder", Setting("cache")),
    ("--caret", Fixed("save-prefix", "^")),
    ("--check-cache", Nothing),
    ("--check-files", Nothing),
    ("--child-concurrency", Unused),
    ("--color", Nothing),
    ("--concurrent-scripts", Unused),
    ("--cpu", Setting("cpu")),
    ("--cwd", Folder),
    ("--dir", Folder),
    ("-C", Folder),
    ("--engine-strict", SwitchedOn("engine-strict")),
    ("--fetch-retries", Setting("fetch-retries")),
    ("--fetch-retry-maxtimeout", Setting("fetch-retry-maxtimeout")),
    ("--fetch-retry-mintimeout", Setting("fetch-retry-mintimeout")),
    ("--fetch-timeout", Setting("fetch-timeout")),
    ("--filter", Member),
    ("-F", Member),
    ("--fix-lockfile", Nothing),
    ("--foreground-scripts", Nothing),
    ("--fund", Nothing),
    ("--git-checks", Nothing),
    ("--https-proxy", Setting("https-proxy")),
    ("--ignore-engines", SwitchedOff("engine-strict")),
    ("--ignore-optional", Instead("--omit=optional")),
    ("--immutable-cache", Nothing),
    ("--include-workspace-root", Nothing),
    ("--inline-builds", Nothing),
    ("--libc", Setting("libc")),
    ("--lockfile", Nothing),
    ("--loglevel", Unused),
    ("--long", Nothing),
    ("-l", Nothing),
    ("--maxsockets", Setting("maxsockets")),
    ("--mode", ByValue(&[("skip-build", "--ignore-scripts"), ("update-lockfile", "--lockfile-only")])),
    ("--network-concurrency", Unused),
    ("--network-timeout", Setting("fetch-timeout")),
    ("--no-optional", Instead("--omit=optional")),
    ("--no-scripts", Instead("--ignore-scripts")),
    ("--non-interactive", Nothing),
    ("--noproxy", Setting("noproxy")),
    ("--only", ByValue(&[("prod", "--omit=dev"), ("production", "--omit=dev")])),
    ("--os", Setting("os")),
    ("--prefer-frozen-lockfile", Nothing),
    ("--prefix", Folder),
    ("--progress", Nothing),
    ("--pure-lockfile", Instead("--no-save")),
    // What is read and updated is that of the whole workspace.
    ("--recursive", Nothing),
    ("-r", Nothing),
    ("--proxy", Setting("proxy")),
    ("--reporter", ByValue(&[("silent", "--quiet"), ("", "")])),
    ("--save-prefix", Setting("save-prefix")),
    ("--save-text-lockfile", Nothing),
    ("--searchlimit", Setting("searchlimit")),
    ("--side-effects-cache", Nothing),
    ("--sort", Nothing),
    ("--store-dir", Setting("cache")),
    ("--stream", Nothing),
    ("--strict-peer-dependencies", Instead("--strict-peer-deps")),
    ("--strict-ssl", SwitchedOn("strict-ssl")),
    ("--summary", Nothing),
    ("--tilde", Fixed("save-prefix", "~")),
    ("--update-notifier", Nothing),
    ("--userconfig", Setting("userconfig")),
    ("--verbose", Nothing),
    ("--verify-store-integrity", Nothing),
    ("--workspace", Member),
    ("-w", Member),
    ("--workspace-concurrency", Unused),
    ("--workspace-root", Instead("--workspace=.")),
    ("-W", Instead("--workspace=.")),
    // As `--recursive`.
    ("--workspaces", Nothing),
    ("--ws", Nothing),
    ("-ws", Nothing),
];

/// What a flag means; with `--no-` before it a switch is off.
pub fn meaning(name: &str) -> Option<Meaning> {
    let find = |name: &str| FOREIGN.iter().find(|(known, _)| *known == name).map(|(_, meaning)| *meaning);
    find(name).or_else(|| match find(&format!("--{}", name.strip_prefix("--no-")?))? {
        Nothing => Some(Nothing),
        SwitchedOn(setting) => Some(SwitchedOff(setting)),
        Instead("--strict-peer-deps") => Some(Nothing),
        _ => None,
    })
}

/// Replaces the flags of other managers, sets the settings and enters the folder that they name.
///
/// # Errors
/// A value that is missing or unknown, or a folder that cannot be entered.
pub fn translate(flags: &Flags, arguments: &[String], syntax: Syntax<'_>) -> Result<Vec<String>> {
    let arguments = separated(flags, arguments, syntax);
    let mut own = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--" || syntax.ends_at_word && !argument.starts_with('-') {
            own.push(argument.clone());
            own.extend(rest.cloned());
            break;
        }
        let (name, inline) =
            argument.split_once('=').map_or((argument.as_str(), None), |(name, value)| (name, Some(value)));
        if argument == "-w" && is_root_of_pnpm(rest.clone().next()) {
            match flags.declares("--workspace", syntax) {
                true => own.push("--workspace=.".to_string()),
                false => enter_member(".")?,
            }
            continue;
        }
        // Where `--prefix` is the folder of the user's own packages, it is not ours.
        let is_global = || arguments.iter().any(|one| one == "-g" || one == "--global");
        // `--no-optional` says more here than the opposite of `--optional`.
        let is_own = flags.declares(name, syntax) && !(name.starts_with("--no-") && is_listed(name));
        let meaning = meaning(name).filter(|meaning| !is_own && (*meaning != Folder || !is_global()));
        let Some(meaning) = meaning else {
            own.push(argument.clone());
            // The value of a flag is not a word.
            if inline.is_none() && flags.requires_value(name, syntax) {
                own.extend(rest.next().cloned());
            }
            continue;
        };
        let mut value = || {
            let found = inline.map(str::to_string).or_else(|| rest.next().cloned());
            found.ok_or_else(|| super::commands::usage(&format!("{name} requires a value")))
        };
        match meaning {
            Nothing => {}
            Unused => drop(value()?),
            Folder => enter_named(name, &value()?)?,
            Member => enter_member(&value()?)?,
            Setting(key) => config::set_by_flag(key, &value()?),
            SwitchedOn(key) => config::set_by_flag(key, inline.unwrap_or("true")),
            SwitchedOff(key) => config::set_by_flag(key, "false"),
            Fixed(key, value) => config::set_by_flag(key, value),
            Instead(other) => own.push(other.to_string()),
            ByValue(known) => own.extend(by_value(name, &value()?, known)?),
        }
    }
    Ok(own)
}

/// Separates switches that were written together, as pnpm allows: `-Dw` is `-D -w`.
fn separated(flags: &Flags, arguments: &[String], syntax: Syntax<'_>) -> Vec<String> {
    let is_known = |name: &str| flags.declares(name, syntax) || is_listed(name);
    let mut found = Vec::new();
    let mut rest = arguments.iter();
    for argument in rest.by_ref() {
        if argument == "--" || syntax.ends_at_word && !argument.starts_with('-') {
            found.push(argument.clone());
            break;
        }
        let letters = argument.strip_prefix('-').filter(|text| text.len() > 1 && !is_known(argument));
        let switches: Vec<String> = match letters {
            Some(text) if text.bytes().all(|byte| byte.is_ascii_alphabetic()) => {
                text.chars().map(|letter| format!("-{letter}")).collect()
            }
            _ => Vec::new(),
        };
        // Only the last one could have a value; of those `-w` is none for pnpm.
        let is_switch = |name: &String| is_known(name) && !flags.requires_value(name, syntax);
        let are_switches = match switches.split_last() {
            Some((last, others)) => others.iter().all(is_switch) && (is_switch(last) || last == "-w"),
            None => false,
        };
        match are_switches {
            true => found.extend(switches),
            false => found.push(argument.clone()),
        }
    }
    found.extend(rest.cloned());
    found
}

/// Whether `-w` is meant as pnpm means it, the root of the workspace, and not the member that npm names after it.
pub fn is_root_of_pnpm(next: Option<&String>) -> bool {
    let Ok(folder) = std::env::current_dir() else { return false };
    let Some(root) = folder.ancestors().find(|folder| folder.join("pnpm-workspace.yaml").is_file()) else {
        return false;
    };
    let Some(next) = next else { return true };
    let members = Project::read(root).and_then(|project| Workspace::read(&project)).map(|workspace| workspace.members);
    let path = crate::spec::absolute(root, next);
    !members.is_ok_and(|members| members.iter().any(|member| member.name == *next || member.folder == path))
}

fn is_listed(name: &str) -> bool {
    FOREIGN.iter().any(|(known, _)| *known == name)
}

/// The flag for a value; one that is not known is an error, unless the table has the empty value.
fn by_value(name: &str, value: &str, known: &[(&str, &str)]) -> Result<Option<String>> {
    if let Some((_, other)) = known.iter().find(|(one, _)| *one == value && !one.is_empty()) {
        return Ok(Some((*other).to_string()));
    }
    if known.iter().any(|(one, _)| one.is_empty()) {
        return Ok(None);
    }
    let names: Vec<&str> = known.iter().map(|(one, _)| *one).collect();
    Err(super::commands::usage(&format!("{name} takes {}, not \"{value}\"", names.join(" or "))))
}

/// Enters the folder that a flag names. That of npm's `--prefix` is made, and is the project also without a `package.json`.
fn enter_named(flag: &str, folder: &str) -> Result<()> {
    if flag != "--prefix" {
        return enter(folder);
    }
    let path = std::path::Path::new(folder);
    std::fs::create_dir_all(path).map_err(|error| Error::of_file(&error, "make", path))?;
    enter(folder)?;
    let entered = std::env::current_dir().map_err(|error| Error::of_file(&error, "enter", path))?;
    config::set_by_flag("local-prefix", &entered.to_string_lossy());
    Ok(())
}

/// Enters a member of the workspace. A pattern may mean several: what is read then is that of the whole workspace.
fn enter_member(wanted: &str) -> Result<()> {
    let current = std::env::current_dir().map_err(|error| Error::new("ENOENT", error.to_string()))?;
    let root = project_folder(&current, false);
    let members = Workspace::read(&Project::read(&root)?)?.members;
    let path = crate::spec::absolute(&root, wanted);
    let folder = match members.iter().find(|member| member.name == *wanted || member.folder == path) {
        Some(member) => &member.folder,
        None if wanted == "." => &root,
        None if filter::is_pattern(wanted) => return Ok(()),
        None => {
            let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
            let error = Error::new("ENOWORKSPACE", format!("no member of the workspace is called {wanted}"));
            return Err(error.with_hint(format!("the members are {}", names.join(", "))));
        }
    };
    enter(&folder.to_string_lossy())
}

/// Makes a folder the current one.
///
/// # Errors
/// When it cannot be entered.
pub fn enter(folder: &str) -> Result<()> {
    std::env::set_current_dir(folder).map_err(|error| Error::of_file(&error, "enter", std::path::Path::new(folder)))
}
