//! What a dependency may be: a range, a version, a tag, an alias, a folder, a tarball, a git repository. The spellings
//! are those of npm's `package.json`.

use crate::error::{Error, Result};
use crate::semver::{Range, Version};
use std::path::{Component, Path, PathBuf};

/// Where a dependency's package comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// Exactly this version of the registry's package.
    Version(Version),
    /// Versions of the registry's package.
    Range(Range),
    /// A distribution tag.
    Tag(String),
    /// Another package of the registry, under this name.
    Alias(Box<Spec>),
    /// A folder, by absolute path, which is linked.
    Folder(PathBuf),
    /// A tarball in the file system, by absolute path.
    File(PathBuf),
    /// A tarball at an address.
    Remote(String),
    /// A git repository.
    Git(Repository),
}

/// A git repository and what to take of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repository {
    /// The address for the `git` program.
    pub address: String,
    /// `owner/name` when it is at GitHub.
    pub github: Option<String>,
    /// Branch, tag or commit; empty for the default branch.
    pub committish: String,
    /// A range of versions that tags are chosen by.
    pub range: Option<String>,
}

/// A dependency as it is requested.
#[derive(Clone, Debug, PartialEq)]
pub struct Spec {
    /// The name under which it is installed.
    pub name: String,
    /// What `package.json` says.
    pub raw: String,
    pub source: Source,
}

impl Spec {
    /// Reads what `package.json` in the folder `from` says about the dependency `name`.
    ///
    /// # Errors
    /// `EUNSUPPORTEDPROTOCOL`, `EINVALIDTAGNAME` and `EINVALIDPACKAGENAME`.
    pub fn parse(name: &str, raw: &str, from: &Path) -> Result<Self> {
        check_name(name)?;
        let text = raw.trim();
        let source = parse_source(name, text, from)?;
        Ok(Self { name: name.to_string(), raw: raw.to_string(), source })
    }

    /// Reads an argument such as `name`, `name@range`, `alias@npm:name@range`, `./folder` or an address. The name is
    /// empty when only the package itself knows it.
    ///
    /// # Errors
    /// As [`Spec::parse`].
    pub fn of_argument(argument: &str, from: &Path) -> Result<Self> {
        if let Some(package) = strip_prefix(argument, "jsr:").filter(|rest| rest.starts_with('@')) {
            let name = package[1..].split_once('@').map_or(package, |(name, _)| &package[..=name.len()]);
            let source = parse_source(name, argument, from)?;
            return Ok(Self { name: name.to_string(), raw: argument.to_string(), source });
        }
        let at = argument.get(1..).and_then(|rest| rest.find('@')).map(|index| index + 1);
        let name = at.map_or(argument, |at| &argument[..at]);
        let is_address = argument.contains("://") || argument.starts_with("git@") || is_shortcut(argument);
        let is_path = !name.starts_with('@') && (name.contains('/') || is_tarball(name)) || is_file(argument);
        if is_address || is_path {
            let from_name = String::new();
            return Ok(Self { name: from_name, raw: argument.to_string(), source: parse_source("", argument, from)? });
        }
        let raw = at.map_or("", |at| &argument[at + 1..]);
        check_name(name)?;
        let source = if raw.is_empty() { Source::Tag("latest".to_string()) } else { parse_source(name, raw, from)? };
        Ok(Self { name: name.to_string(), raw: raw.to_string(), source })
    }

    /// The spec in the registry that an alias represents, or the spec itself.
    pub fn target(&self) -> &Spec {
        match &self.source {
            Source::Alias(target) => target,
            _ => self,
        }
    }

    /// Whether the package comes from a registry.
    pub fn is_of_registry(&self) -> bool {
        matches!(self.target().source, Source::Version(_) | Source::Range(_) | Source::Tag(_))
    }
}

/// Checks a package's name: it becomes a path, so it must not be able to leave its folder.
///
/// # Errors
/// `EINVALIDPACKAGENAME`.
pub fn check_name(name: &str) -> Result<()> {
    let refuse = |why: &str| Err(Error::new("EINVALIDPACKAGENAME", format!("invalid package name {name:?}: {why}")));
    let bare = match name.strip_prefix('@') {
        Some(scoped) => match scoped.split_once('/') {
            Some((scope, bare)) if is_segment(scope) => bare,
            _ => return refuse("a scope is followed by one slash and a name"),
        },
        None => name,
    };
    if !is_segment(bare) {
        return refuse("it may hold only characters that are safe in an address and in a path");
    }
    if bare.eq_ignore_ascii_case("node_modules") || bare.eq_ignore_ascii_case("favicon.ico") || name.len() > 214 {
        return refuse("the name is reserved or too long");
    }
    Ok(())
}

fn is_segment(text: &str) -> bool {
    !text.is_empty()
        && !text.starts_with('.')
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~!'()*".contains(&byte))
}

fn parse_source(name: &str, text: &str, from: &Path) -> Result<Source> {
    if let Some(rest) = strip_prefix(text, "npm:") {
        // yarn 2 and later: a range of the dependency itself.
        let is_range = rest.starts_with(|first: char| first.is_ascii_digit() || "^~<>=*".contains(first));
        if is_range && !name.is_empty() && Range::parse(rest).is_some() {
            return registry_source(name, rest);
        }
        let target = Spec::of_argument(rest, from)?;
        if target.name.is_empty() || !target.is_of_registry() || matches!(target.source, Source::Alias(_)) {
            let text = format!("the alias {name}@{text} does not name a package of the registry");
            return Err(Error::new("EINVALIDALIAS", text));
        }
        let is_bare = target.raw.is_empty();
        let source = if is_bare { registry_source(&target.name, "*")? } else { target.source };
        return Ok(Source::Alias(Box::new(Spec { source, ..target })));
    }
    if let Some(rest) = strip_prefix(text, "jsr:") {
        // `jsr:^1` of the dependency's own name, or `jsr:@scope/name@^1`.
        let (package, range) = match rest.strip_prefix('@') {
            Some(scoped) => match scoped.split_once('@') {
                Some((package, range)) => (format!("@{package}"), range),
                None => (rest.to_string(), "*"),
            },
            None => (name.to_string(), rest),
        };
        let name = format!("@jsr/{}", package.trim_start_matches('@').replacen('/', "__", 1));
        check_name(&name)?;
        let source = registry_source(&name, range)?;
        return Ok(Source::Alias(Box::new(Spec { name, raw: range.to_string(), source })));
    }
    if let Some(path) = strip_prefix(text, "link:").or_else(|| strip_prefix(text, "portal:")) {
        return Ok(Source::Folder(absolute(from, path)));
    }
    if is_file(text) {
        let path = strip_prefix(text, "file:").unwrap_or(text);
        // `file:///x` and `file://x` mean `/x`.
        let path = if path.starts_with("//") {
            path.trim_start_matches('/').to_string().insert_root()
        } else {
            path.to_string()
        };
        let path = absolute(from, &path);
        return Ok(if is_tarball(text) { Source::File(path) } else { Source::Folder(path) });
    }
    if let Some(repository) = parse_repository(text) {
        return Ok(Source::Git(repository));
    }
    if text.starts_with("http://") || text.starts_with("https://") {
        return Ok(Source::Remote(text.to_string()));
    }
    if let Some((protocol, _)) = text.split_once(':').filter(|(protocol, _)| is_protocol(protocol)) {
        let message = format!("unsupported kind of dependency \"{protocol}:\" in {name}@{text}");
        let hint = match protocol {
            "workspace" => "it names a package of the workspace, and no workspace has it",
            "catalog" => "no catalog of the workspace has it",
            _ => "",
        };
        return Err(Error::new("EUNSUPPORTEDPROTOCOL", message).with_hint(hint));
    }
    if text.contains('/') || is_tarball(text) {
        let path = absolute(from, text);
        return Ok(if is_tarball(text) { Source::File(path) } else { Source::Folder(path) });
    }
    registry_source(name, text)
}

trait InsertRoot {
    fn insert_root(self) -> String;
}

impl InsertRoot for String {
    fn insert_root(mut self) -> String {
        self.insert(0, '/');
        self
    }
}

fn registry_source(name: &str, text: &str) -> Result<Source> {
    if let Some(version) = Version::parse(text) {
        return Ok(Source::Version(version));
    }
    if let Some(range) = Range::parse(text) {
        return Ok(Source::Range(range));
    }
    if text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte)) {
        return Ok(Source::Tag(text.to_string()));
    }
    Err(Error::new("EINVALIDTAGNAME", format!("\"{text}\" of {name} is neither a range of versions nor a tag")))
}

fn strip_prefix<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

fn is_protocol(text: &str) -> bool {
    text.len() > 1 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-".contains(&byte))
}

fn is_file(text: &str) -> bool {
    text.starts_with(['.', '/']) || text.starts_with("~/") || strip_prefix(text, "file:").is_some()
}

fn is_tarball(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    [".tgz", ".tar.gz", ".tar"].iter().any(|extension| lower.ends_with(extension))
}

/// `owner/name` of GitHub, with or without a committish.
fn is_shortcut(text: &str) -> bool {
    let path = text.split('#').next().unwrap_or(text);
    let Some((owner, name)) = path.split_once('/') else { return false };
    let is_part = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    !owner.starts_with(['@', '.', '-']) && is_part(owner) && is_part(name) && !is_tarball(path)
}

/// The repository that a specifier or an address of a lockfile names.
pub fn repository(text: &str) -> Option<Repository> {
    parse_repository(text)
}

fn parse_repository(text: &str) -> Option<Repository> {
    let (location, fragment) = text.split_once('#').unwrap_or((text, ""));
    let of_github = |path: &str| {
        let path = path.trim_start_matches('/').trim_end_matches(".git").to_string();
        (format!("https://github.com/{path}.git"), Some(path))
    };
    let (address, github) = if let Some(path) = strip_prefix(location, "github:") {
        of_github(path)
    } else if is_shortcut(location) {
        of_github(location)
    } else if let Some(path) = strip_prefix(location, "gitlab:") {
        (format!("https://gitlab.com/{}.git", path.trim_end_matches(".git")), None)
    } else if let Some(path) = strip_prefix(location, "bitbucket:") {
        (format!("https://bitbucket.org/{}.git", path.trim_end_matches(".git")), None)
    } else if let Some(path) = github_path(location) {
        of_github(path)
    } else if let Some(rest) = strip_prefix(location, "git+") {
        (rest.to_string(), None)
    } else if location.starts_with("git://") || location.starts_with("git@") || location.starts_with("ssh://") {
        (location.to_string(), None)
    } else {
        return None;
    };
    let range = fragment.strip_prefix("semver:").map(str::to_string);
    let committish = if range.is_some() { String::new() } else { fragment.to_string() };
    Some(Repository { address, github, committish, range })
}

/// The path of an address at GitHub that means the repository, not a file in it.
fn github_path(location: &str) -> Option<&str> {
    let rest = location.strip_prefix("git+").unwrap_or(location);
    let path = ["https://github.com/", "git://github.com/", "ssh://git@github.com/", "git@github.com:"]
        .iter()
        .find_map(|prefix| rest.strip_prefix(prefix))?;
    let is_repository = path.trim_end_matches('/').matches('/').count() == 1;
    (is_repository && !is_tarball(path)).then(|| path.trim_end_matches('/'))
}

/// Joins and normalizes without looking at the file system.
pub fn absolute(from: &Path, path: &str) -> PathBuf {
    let joined = match path.strip_prefix("~/") {
        Some(rest) => PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(rest),
        None => from.join(path),
    };
    normalize(&joined)
}

/// Removes `.` and `..` from an absolute path.
pub fn normalize(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}

#[cfg(test)]
#[path = "spec_tests.rs"]
mod tests;
