//! Commits of git repositories, through the `git` program. What becomes of them is in `store/of_git.rs`.

use crate::error::{Error, Result};
use crate::semver::{Range, Version};
use crate::spec::Repository;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A commit that is checked out.
#[derive(Debug)]
pub struct Checkout {
    pub folder: PathBuf,
}

impl Drop for Checkout {
    fn drop(&mut self) {
        // It is of no use any more; `cache prune` removes what cannot be removed now.
        let _ = crate::files::remove(&self.folder);
    }
}

/// The address of a repository as lockfiles of npm spell it, with the commit that is wanted.
///
/// # Errors
/// `ENOGIT` without the program, `EGIT` when it fails, `ETARGET` when no tag is in the range.
pub fn locked_address(repository: &Repository) -> Result<String> {
    let commit = resolve(repository)?;
    Ok(match &repository.github {
        Some(path) => format!("git+ssh://git@github.com/{path}.git#{commit}"),
        None if repository.address.contains("://") => format!("git+{}#{commit}", repository.address),
        None => format!("{}#{commit}", repository.address),
    })
}

/// The repository of such an address; None for what is not one.
pub fn of_locked_address(address: &str) -> Option<Repository> {
    let is_git = ["git+", "git://", "git@", "ssh://"].iter().any(|start| address.starts_with(start));
    if is_git { crate::spec::repository(address) } else { None }
}

/// Fetches a commit, with its submodules, into a new folder in `folder`.
///
/// # Errors
/// `ENOGIT` without the program, `EGIT` when it fails.
pub fn check_out(repository: &Repository, folder: &Path) -> Result<Checkout> {
    let commit = resolve(repository)?;
    let checkout = Checkout { folder: folder.join(format!("git-{}", crate::files::unique_name())) };
    std::fs::create_dir_all(folder).map_err(|error| Error::of_file(&error, "make", folder))?;
    let path = checkout.folder.to_string_lossy().into_owned();
    git(&["init", "--quiet", "--", &path])?;
    // Not every server gives out a single commit.
    if git(&["-C", &path, "fetch", "--quiet", "--depth=1", "--", &repository.address, &commit]).is_err() {
        git(&[
            "-C",
            &path,
            "fetch",
            "--quiet",
            "--tags",
            "--",
            &repository.address,
            "+refs/heads/*:refs/remotes/origin/*",
        ])?;
    }
    git(&["-C", &path, "checkout", "--quiet", "--detach", &commit])?;
    if checkout.folder.join(".gitmodules").is_file() {
        git(&["-C", &path, "submodule", "--quiet", "update", "--init", "--recursive", "--depth=1"])?;
    }
    Ok(checkout)
}

/// The commit that a repository's branch, tag or range means.
fn resolve(repository: &Repository) -> Result<String> {
    let committish = &repository.committish;
    if committish.len() == 40 && committish.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Ok(committish.clone());
    }
    let listed = git(&["ls-remote", "--", &repository.address])?;
    let refs: Vec<(&str, &str)> = listed.lines().filter_map(|line| line.split_once('\t')).collect();
    let named = |name: &str| refs.iter().find(|(_, known)| *known == name).map(|(commit, _)| commit.to_string());
    if let Some(range) = repository.range.as_deref().and_then(Range::parse) {
        let tags = refs.iter().filter_map(|(_, name)| {
            let tag = name.strip_prefix("refs/tags/")?.trim_end_matches("^{}");
            let version = Version::parse(tag)?;
            range.contains(&version).then_some((version, tag))
        });
        let best = tags.max_by(|left, right| left.0.cmp(&right.0)).map(|(_, tag)| tag);
        return best
            .and_then(|tag| named(&format!("refs/tags/{tag}^{{}}")).or_else(|| named(&format!("refs/tags/{tag}"))))
            .ok_or_else(|| Error::new("ETARGET", format!("no tag of {} is in the range", repository.address)));
    }
    if committish.is_empty() {
        return named("HEAD").ok_or_else(|| Error::new("EGIT", format!("{} is empty", repository.address)));
    }
    [format!("refs/tags/{committish}^{{}}"), format!("refs/tags/{committish}"), format!("refs/heads/{committish}")]
        .iter()
        .find_map(|name| named(name))
        .or_else(|| {
            refs.iter()
                .find(|(commit, _)| commit.starts_with(committish.as_str()))
                .map(|(commit, _)| commit.to_string())
        })
        .ok_or_else(|| Error::new("EGIT", format!("{} has no {committish}", repository.address)))
}

fn git(arguments: &[&str]) -> Result<String> {
    // The user's own hooks have no place here, and a prompt would never be answered.
    let output = Command::new("git")
        .args(["-c", "core.hooksPath=/dev/null"])
        .args(arguments)
        .env("GIT_TERMINAL_PROMPT", "0")
        .env_remove("GIT_DIR")
        .output()
        .map_err(|error| {
            Error::new("ENOGIT", format!("the program git cannot be started: {error}")).with_hint("install git")
        })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let message = String::from_utf8_lossy(&output.stderr);
    let command = if arguments[0] == "-C" { arguments[2] } else { arguments[0] };
    Err(Error::new("EGIT", format!("git {command}: {}", message.trim().replace('\n', "; "))))
}

/// Whether an address of a lockfile is that of the repository.
pub fn is_same_repository(address: &str, repository: &Repository) -> bool {
    let plain = |text: &str| {
        let text = text.strip_prefix("git+").unwrap_or(text);
        let text = text.split_once("://").map_or(text, |(_, rest)| rest);
        let text = text.rsplit_once('@').map_or(text, |(_, rest)| rest);
        text.trim_end_matches(".git").replace("github.com:", "github.com/").trim_end_matches('/').to_string()
    };
    plain(address) == plain(&repository.address)
}
