//! Permissions from lists of strings, as flags, permission sets and policies write them.

use crate::names::{EnvRule, fact, is_system_fact};
use crate::net::NetRule;
use crate::paths::{Follow, PathRule, canonical};
use crate::permissions::{Kind, Permissions};
use crate::run::RunRule;
use crate::scope::{Rule, Scope, Verdict};
use std::fmt;
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

/// How the paths of a list are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PathSyntax {
    /// A path stands for itself and all below it.
    #[default]
    Deno,
    /// Only a folder stands for what is below it, and `*` at the end for all that begins so; `*` alone is everything.
    Node,
}

/// The values of the flags. None: the flag is not there. An empty list: everything of the kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    pub allow_read: Option<Vec<String>>,
    pub deny_read: Option<Vec<String>>,
    pub ignore_read: Option<Vec<String>>,
    pub allow_write: Option<Vec<String>>,
    pub deny_write: Option<Vec<String>>,
    pub allow_net: Option<Vec<String>>,
    pub deny_net: Option<Vec<String>>,
    pub allow_env: Option<Vec<String>>,
    pub deny_env: Option<Vec<String>>,
    pub ignore_env: Option<Vec<String>>,
    pub allow_run: Option<Vec<String>>,
    pub deny_run: Option<Vec<String>>,
    pub allow_sys: Option<Vec<String>>,
    pub deny_sys: Option<Vec<String>>,
    pub allow_ffi: Option<Vec<String>>,
    pub deny_ffi: Option<Vec<String>>,
    pub allow_import: Option<Vec<String>>,
    pub deny_import: Option<Vec<String>>,
    pub allow_worker: bool,
    pub allow_wasi: bool,
    pub allow_inspector: bool,
    pub path_syntax: PathSyntax,
    /// Whether what is undecided may be requested at the terminal.
    pub prompts: bool,
}

/// A flag with an invalid value, such as a port that is not a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlagsError {
    pub kind: Kind,
    pub value: String,
    pub message: String,
}

impl fmt::Display for FlagsError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for FlagsError {}

impl Permissions {
    /// Reads the values of flags.
    ///
    /// # Errors
    /// The first invalid value.
    pub fn from_flags(flags: &Flags) -> Result<Permissions, FlagsError> {
        let mut all = Permissions::none();
        let lists: [(Kind, Verdict, &Option<Vec<String>>); 18] = [
            (Kind::Read, Verdict::Granted, &flags.allow_read),
            (Kind::Read, Verdict::Denied, &flags.deny_read),
            (Kind::Read, Verdict::Ignored, &flags.ignore_read),
            (Kind::Write, Verdict::Granted, &flags.allow_write),
            (Kind::Write, Verdict::Denied, &flags.deny_write),
            (Kind::Net, Verdict::Granted, &flags.allow_net),
            (Kind::Net, Verdict::Denied, &flags.deny_net),
            (Kind::Env, Verdict::Granted, &flags.allow_env),
            (Kind::Env, Verdict::Denied, &flags.deny_env),
            (Kind::Env, Verdict::Ignored, &flags.ignore_env),
            (Kind::Run, Verdict::Granted, &flags.allow_run),
            (Kind::Run, Verdict::Denied, &flags.deny_run),
            (Kind::Sys, Verdict::Granted, &flags.allow_sys),
            (Kind::Sys, Verdict::Denied, &flags.deny_sys),
            (Kind::Ffi, Verdict::Granted, &flags.allow_ffi),
            (Kind::Ffi, Verdict::Denied, &flags.deny_ffi),
            (Kind::Import, Verdict::Granted, &flags.allow_import),
            (Kind::Import, Verdict::Denied, &flags.deny_import),
        ];
        for (kind, verdict, list) in lists {
            if let Some(list) = list {
                read_list(all.scope_mut(kind), kind, verdict, list, flags.path_syntax)?;
            }
        }
        for (kind, is_allowed) in [
            (Kind::Worker, flags.allow_worker),
            (Kind::Wasi, flags.allow_wasi),
            (Kind::Inspector, flags.allow_inspector),
        ] {
            all.scope_mut(kind).granted_all = is_allowed;
        }
        protect_programs(&mut all);
        Kind::ALL.iter().for_each(|kind| all.scope_mut(*kind).prompts = flags.prompts);
        Ok(all)
    }
}

/// A program that may be started must not be replaced: it would be a way to start any other.
fn protect_programs(all: &mut Permissions) {
    let programs: Vec<_> = all.scope(Kind::Run).rules_with(Verdict::Granted).cloned().collect();
    for rule in programs {
        if let Rule::Run(RunRule::Path(path)) = rule {
            let target = canonical(&path, Follow::Last).map_or_else(|_| path.clone(), |found| found.path);
            all.scope_mut(Kind::Write).insert(Verdict::Denied, Some(Rule::Path(PathRule::Tree(path))));
            all.scope_mut(Kind::Write).insert(Verdict::Denied, Some(Rule::Path(PathRule::Tree(target))));
        }
    }
}

pub(crate) fn read_list(
    scope: &mut Scope,
    kind: Kind,
    verdict: Verdict,
    list: &[String],
    syntax: PathSyntax,
) -> Result<(), FlagsError> {
    if list.is_empty() {
        scope.insert(verdict, None);
    }
    for value in list {
        let rules = rules_of(kind, verdict, value, syntax);
        let rules = rules.map_err(|message| FlagsError { kind, value: value.clone(), message })?;
        match rules {
            Rules::All => scope.insert(verdict, None),
            Rules::These(rules) => rules.into_iter().for_each(|rule| scope.insert(verdict, Some(rule))),
        }
    }
    Ok(())
}

enum Rules {
    All,
    These(Vec<Rule>),
}

fn rules_of(kind: Kind, verdict: Verdict, value: &str, syntax: PathSyntax) -> Result<Rules, String> {
    if value.is_empty() {
        return Err(match kind {
            Kind::Run => "Empty command name not allowed in --allow-run=...".to_string(),
            Kind::Read | Kind::Write | Kind::Ffi => "Empty path is not allowed".to_string(),
            _ => "an empty value is not allowed".to_string(),
        });
    }
    Ok(match kind {
        Kind::Read | Kind::Write | Kind::Ffi if syntax == PathSyntax::Node && value == "*" => Rules::All,
        Kind::Read | Kind::Write | Kind::Ffi => {
            Rules::These(path_rules(value, verdict, syntax).map_err(|error| error.to_string())?)
        }
        Kind::Net | Kind::Import => {
            Rules::These(vec![Rule::Net(NetRule::parse(value).map_err(|error| error.to_string())?)])
        }
        Kind::Env => Rules::These(vec![Rule::Env(EnvRule::parse(value))]),
        Kind::Sys if !is_system_fact(value) => return Err(format!("unknown system info kind \"{value}\"")),
        Kind::Sys => Rules::These(vec![Rule::Name(fact(value).to_string())]),
        Kind::Run if verdict == Verdict::Granted => {
            Rules::These(RunRule::allow(value).map(Rule::Run).into_iter().collect())
        }
        Kind::Run => Rules::These(vec![Rule::Run(RunRule::deny(value))]),
        Kind::Worker | Kind::Wasi | Kind::Inspector => return Err("this permission has no list".to_string()),
    })
}

/// A path stands for what its link points to and for the link itself. A denied path counts as it is written, too. In Node's
/// syntax the file behind a link is granted only by the name of that link.
fn path_rules(value: &str, verdict: Verdict, syntax: PathSyntax) -> std::io::Result<Vec<Rule>> {
    let path = Path::new(value);
    if syntax == PathSyntax::Node
        && let Some(prefix) = value.strip_suffix('*')
    {
        return prefix_rules(prefix);
    }
    let target = canonical(path, Follow::Last)?.path;
    // A path that is its own target has no link in it.
    let link = if target == path { target.clone() } else { canonical(path, Follow::NotLast)?.path };
    if syntax == PathSyntax::Node && verdict == Verdict::Granted && link != target && path.is_file() {
        let rules = [PathRule::Exact(link.clone()), PathRule::Link { link, target }];
        return Ok(rules.into_iter().map(Rule::Path).collect());
    }
    let mut paths = vec![target, link];
    if verdict != Verdict::Granted {
        paths.push(std::path::absolute(path)?);
    }
    paths.dedup();
    let is_tree = syntax == PathSyntax::Deno || path.is_dir();
    let rule = |path| Rule::Path(if is_tree { PathRule::Tree(path) } else { PathRule::Exact(path) });
    Ok(paths.into_iter().map(rule).collect())
}

/// `/a/b*`: the folder `/a` canonical, then what the names in it begin with.
fn prefix_rules(prefix: &str) -> std::io::Result<Vec<Rule>> {
    let (folder, start) = match prefix.rfind('/') {
        Some(index) => (&prefix[..=index], &prefix[index + 1..]),
        None => ("./", prefix),
    };
    let mut bytes = canonical(Path::new(folder), Follow::Last)?.path.as_os_str().as_bytes().to_vec();
    let folder = Path::new(std::ffi::OsStr::from_bytes(&bytes)).to_path_buf();
    if start.is_empty() {
        return Ok(vec![Rule::Path(PathRule::Tree(folder))]);
    }
    if !bytes.ends_with(b"/") {
        bytes.push(b'/');
    }
    bytes.extend_from_slice(start.as_bytes());
    Ok(vec![Rule::Path(PathRule::Prefix(bytes))])
}
