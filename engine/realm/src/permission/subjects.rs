//! From what a contract declares to the kinds and subjects of `base/permissions`.

use super::program::is_of_program;
use super::{Model, Permission, Policy, Subject};
use brio_permissions::{Canonical, Follow, Kind, NetSubject, Reach, RunSubject, canonical};
use rustix::fs::OFlags;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStringExt;
use std::path::{Path, PathBuf};

/// One thing that is checked.
#[derive(Debug)]
pub(super) struct Need {
    pub kind: Kind,
    /// None stands for all of the kind.
    pub subject: Option<Owned>,
    pub reach: Reach,
    /// How errors and prompts call the subject.
    pub shown: String,
    /// The message of the error, where that is not made from kind and subject.
    pub message: Option<String>,
}

#[derive(Debug)]
pub(super) enum Owned {
    /// As the program named it, and canonical.
    Path(PathBuf, Canonical),
    /// A path that does not resolve: too many links. Nothing can be done with it.
    Broken,
    Net(NetSubject),
    /// A host at any port.
    Host(NetSubject),
    Name(String),
    Run(RunSubject),
    /// What the model never grants.
    Never,
}

impl Need {
    fn all(kind: Kind) -> Vec<Need> {
        vec![Need { kind, subject: None, reach: Reach::One, shown: String::new(), message: None }]
    }

    fn of(kind: Kind, subject: Owned, shown: &str) -> Need {
        Need { kind, subject: Some(subject), reach: Reach::One, shown: shown.to_string(), message: None }
    }
}

/// The path, the kinds and the treatment of a link of a permission whose implementation opens the path by
/// `permission::open` or `permission::locate`, which refuse links. Others have to be resolved before.
pub(super) fn named<'a>(permission: &Permission<'a>) -> Option<(Cow<'a, Path>, &'static [Kind], Follow)> {
    match *permission {
        Permission::Open(subject, flags) => {
            let (kinds, follow) = open_kinds(flags);
            Some((path_of(subject)?, kinds, follow))
        }
        Permission::ReadOpened(subject) => Some((path_of(subject)?, &[Kind::Read], Follow::Last)),
        Permission::ReadOpenedEntry(subject) => Some((path_of(subject)?, &[Kind::Read], Follow::NotLast)),
        _ => None,
    }
}

/// What `permission` needs under `policy`.
pub(super) fn needs(permission: &Permission<'_>, policy: &Policy) -> Vec<Need> {
    use Permission as P;
    let model = policy.model;
    match *permission {
        P::Read(subject) | P::ReadOpened(subject) => path_needs(&[Kind::Read], subject, Follow::Last, Reach::One),
        // Node's model lets a program resolve any path.
        P::Locate(_) if model == Model::Node => Vec::new(),
        P::Locate(subject) => path_needs(&[Kind::Read], subject, Follow::Last, Reach::One),
        P::Write(subject) => path_needs(&[Kind::Write], subject, Follow::Last, Reach::One),
        P::ReadEntry(subject) | P::ReadOpenedEntry(subject) => {
            path_needs(&[Kind::Read], subject, Follow::NotLast, Reach::One)
        }
        P::WriteEntry(subject) => path_needs(&[Kind::Write], subject, Follow::NotLast, Reach::One),
        P::Temporary(subject) => {
            let mut needs = path_needs(&[Kind::Write], subject, Follow::NotLast, Reach::One);
            needs.iter_mut().for_each(|need| need.shown.push_str("XXXXXX"));
            needs
        }
        P::ReadTree(subject) => path_needs(&[Kind::Read], subject, Follow::NotLast, Reach::Tree),
        P::WriteTree(subject) => path_needs(&[Kind::Write], subject, Follow::NotLast, Reach::Tree),
        P::Open(subject, flags) => open_needs(subject, flags),
        P::Database(subject, flags) => database_needs(subject, flags),
        P::Servers(servers) => servers.iter().filter_map(|server| server_need(server)).collect(),
        P::LinkTarget(Subject::Name(function)) => link_needs(function, model),
        P::LinkTarget(_) => Need::all(Kind::Write),
        P::Metadata(Subject::Name(function), _) if model == Model::Node => {
            let message = format!("{function} API is disabled when Permission Model is enabled.");
            vec![Need { message: Some(message), ..Need::of(Kind::Write, Owned::Never, "") }]
        }
        P::Metadata(_, descriptor) => open_file_needs(descriptor),
        P::LinkName(subject) => {
            let kinds = if model == Model::Deno { &[Kind::Read, Kind::Write][..] } else { &[Kind::Write] };
            path_needs(kinds, subject, Follow::NotLast, Reach::One)
        }
        P::Load(subject) if !policy.reads_modules && path_of(subject).is_some_and(|path| is_of_program(&path)) => {
            Vec::new()
        }
        P::Load(subject) => path_needs(&[Kind::Read], subject, Follow::Last, Reach::One),
        P::Net(subject, port) => net_needs(subject, port),
        P::Resolve(Subject::Name(host)) => {
            vec![Need::of(Kind::Net, Owned::Host(NetSubject::new(host, None)), host)]
        }
        P::Resolve(_) => Need::all(Kind::Net),
        P::Unix(subject) => unix_needs(subject, model),
        P::Env(subject) => name_needs(Kind::Env, subject),
        P::Run(subject, variables, folder) => run_needs(subject, variables, folder),
        P::Signal(process) if model == Model::Node || process == own_number() => Vec::new(),
        P::Signal(_) => Need::all(Kind::Run),
        P::Sys(subject) => name_needs(Kind::Sys, subject),
        P::Ffi(subject) => path_needs(&[Kind::Ffi], subject, Follow::Last, Reach::One),
        P::Worker(_) => Need::all(Kind::Worker),
        P::Wasi(_) => Need::all(Kind::Wasi),
        P::Inspector(_) => Need::all(Kind::Inspector),
    }
}

fn open_needs(subject: Subject<'_>, flags: i32) -> Vec<Need> {
    let (kinds, follow) = open_kinds(flags);
    path_needs(kinds, subject, follow, Reach::One)
}

/// What flags of open(2) do with a file.
fn open_kinds(flags: i32) -> (&'static [Kind], Follow) {
    let flags = OFlags::from_bits_retain(flags as u32);
    let writes = flags.intersects(OFlags::CREATE | OFlags::TRUNC | OFlags::APPEND)
        || flags.intersection(OFlags::RWMODE) != OFlags::RDONLY
        // One of its two bits is O_DIRECTORY.
        || flags.contains(OFlags::TMPFILE);
    let reads = flags.intersection(OFlags::RWMODE) != OFlags::WRONLY;
    let follow = match flags.contains(OFlags::NOFOLLOW) || flags.contains(OFlags::CREATE | OFlags::EXCL) {
        true => Follow::NotLast,
        false => Follow::Last,
    };
    let kinds: &[Kind] = match (reads, writes) {
        (_, false) => &[Kind::Read],
        (true, true) => &[Kind::Read, Kind::Write],
        (false, true) => &[Kind::Write],
    };
    (kinds, follow)
}

/// A database in memory, or a temporary one, needs none.
fn database_needs(subject: Subject<'_>, flags: i32) -> Vec<Need> {
    const READ_ONLY: i32 = 1;
    const IS_ADDRESS: i32 = 0x40;
    let Some(path) = path_of(subject) else { return Vec::new() };
    let text = path.to_string_lossy();
    let address = (flags & IS_ADDRESS != 0).then(|| text.strip_prefix("file:")).flatten();
    let file = match address {
        Some(address) => Cow::Owned(PathBuf::from(path_of_address(address))),
        None => Cow::Borrowed(&*path),
    };
    let parameters = address.and_then(|address| address.split_once('?')).map_or("", |(_, parameters)| parameters);
    if file.as_os_str().is_empty() || *file == *Path::new(":memory:") || parameters.contains("mode=memory") {
        return Vec::new();
    }
    let kinds = if flags & READ_ONLY != 0 { &[Kind::Read][..] } else { &[Kind::Read, Kind::Write] };
    path_needs(kinds, Subject::Path(&file), Follow::Last, Reach::One)
}

/// The path of a `file:` address of SQLite, without its authority (https://www.sqlite.org/uri.html).
fn path_of_address(address: &str) -> OsString {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.strip_prefix("//").map_or(path, |rest| rest.find('/').map_or("", |start| &rest[start..]));
    let (mut bytes, mut rest) = (Vec::new(), path.as_bytes());
    while let [first, tail @ ..] = rest {
        let hex = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        match (first, tail) {
            (b'%', [high, low, after @ ..]) if hex(*high).is_some() && hex(*low).is_some() => {
                bytes.push(hex(*high).unwrap_or(0) << 4 | hex(*low).unwrap_or(0));
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = tail;
            }
        }
    }
    OsString::from_vec(bytes)
}

/// The target of a link is resolved only when it is used, so that no list can contain it.
fn link_needs(function: &str, model: Model) -> Vec<Need> {
    let message = match model {
        Model::Deno => format!(
            "Deno.{function}() requires unscoped --allow-read and --allow-write permissions; path-scoped grants (e.g. --allow-write=<path>) are not supported because a symlink's target is only resolved when the link is traversed"
        ),
        Model::Node => "fs.symlink API requires full fs.read and fs.write permissions.".to_string(),
    };
    let of =
        |kind| Need { kind, subject: None, reach: Reach::Tree, shown: String::new(), message: Some(message.clone()) };
    vec![of(Kind::Read), of(Kind::Write)]
}

fn own_number() -> i32 {
    rustix::process::getpid().as_raw_nonzero().get()
}

fn server_need(server: &str) -> Option<Need> {
    let subject = NetSubject::parse(server).ok()?;
    let shown = subject.to_string();
    Some(Need::of(Kind::Net, Owned::Net(subject), &shown))
}

/// What the change of an open file needs: the permission to write its path, as if it were opened for that now.
fn open_file_needs(descriptor: i32) -> Vec<Need> {
    match std::fs::read_link(format!("/proc/self/fd/{descriptor}")) {
        Ok(path) if path.is_absolute() => path_needs(&[Kind::Write], Subject::Path(&path), Follow::Last, Reach::One),
        // Pipes and sockets have no path, and the call itself reports a descriptor that is not open.
        _ => Vec::new(),
    }
}

pub(super) fn path_needs(kinds: &[Kind], subject: Subject<'_>, follow: Follow, reach: Reach) -> Vec<Need> {
    let Some(path) = path_of(subject) else {
        return match subject {
            Subject::Any => kinds.iter().flat_map(|kind| Need::all(*kind)).collect(),
            _ => Vec::new(),
        };
    };
    let shown = path.to_string_lossy().into_owned();
    let resolved = canonical(&path, follow);
    let need = |kind: &Kind| {
        let subject = match &resolved {
            Ok(found) => Owned::Path(path.to_path_buf(), found.clone()),
            Err(_) => Owned::Broken,
        };
        Need { kind: *kind, subject: Some(subject), reach, shown: shown.clone(), message: None }
    };
    kinds.iter().map(need).collect()
}

fn net_needs(subject: Subject<'_>, port: Option<u32>) -> Vec<Need> {
    match subject {
        Subject::Name("") => Vec::new(),
        Subject::Name(host) => {
            let subject = NetSubject::new(host, port);
            let shown = subject.to_string();
            vec![Need::of(Kind::Net, Owned::Net(subject), &shown)]
        }
        _ => Need::all(Kind::Net),
    }
}

/// A socket in the file system is a file (in Deno's model) and a host. An abstract one (a NUL first) has no path: only the
/// permission for all of the network is enough.
fn unix_needs(subject: Subject<'_>, model: Model) -> Vec<Need> {
    let Subject::Name(name) = subject else { return Need::all(Kind::Net) };
    if name.is_empty() {
        return Vec::new();
    }
    let host = |path: PathBuf| {
        let shown = if model == Model::Deno { format!("unix:{name}") } else { name.to_string() };
        Need::of(Kind::Net, Owned::Net(NetSubject::unix(path)), &shown)
    };
    let Some(path) = path_of(subject).filter(|_| !name.starts_with('\0')) else {
        return vec![host(PathBuf::from(name))];
    };
    let kinds = if model == Model::Deno { &[Kind::Read, Kind::Write][..] } else { &[] };
    let mut needs = path_needs(kinds, subject, Follow::Last, Reach::One);
    needs.push(host(canonical(&path, Follow::Last).map_or_else(|_| path.to_path_buf(), |found| found.path)));
    needs
}

fn name_needs(kind: Kind, subject: Subject<'_>) -> Vec<Need> {
    match subject {
        Subject::Name("") => Vec::new(),
        Subject::Name(name) => vec![Need::of(kind, Owned::Name(name.to_string()), name)],
        _ => Need::all(kind),
    }
}

fn run_needs(subject: Subject<'_>, variables: &[String], folder: Option<&Path>) -> Vec<Need> {
    let name = match subject {
        Subject::Any => return Need::all(Kind::Run),
        Subject::Name("") => return Vec::new(),
        Subject::Name(name) => Cow::Borrowed(name),
        Subject::Path(path) => path.to_string_lossy(),
    };
    let search = variables.iter().find_map(|variable| variable.strip_prefix("PATH=")).map(OsStr::new);
    let mut needs = vec![Need::of(Kind::Run, Owned::Run(RunSubject::new(&name, search, folder)), &name)];
    // With these variables the program at that path runs other code; an empty one is as none for the loader.
    let is_of_loader = |variable: &&String| {
        let (name, value) = variable.split_once('=').unwrap_or((variable, ""));
        (name.starts_with("LD_") || name.starts_with("DYLD_")) && !value.is_empty()
    };
    if let Some(variable) = variables.iter().find(is_of_loader) {
        let name = variable.split('=').next().unwrap_or_default();
        let message = format!(
            "Requires --allow-run permissions to spawn subprocess with {name} environment variable. Alternatively, spawn with the environment variable unset."
        );
        needs.extend(Need::all(Kind::Run).into_iter().map(|need| Need { message: Some(message.clone()), ..need }));
    }
    needs
}

/// A path in a string is the path itself, or U+0000 and one character per byte (`ops/fs.ops.ts`).
fn path_of(subject: Subject<'_>) -> Option<Cow<'_, Path>> {
    match subject {
        Subject::Any | Subject::Name("") => None,
        Subject::Name(text) => Some(match text.strip_prefix('\0') {
            None => Cow::Borrowed(Path::new(OsStr::new(text))),
            Some(characters) => {
                let bytes = characters.chars().map(|character| u32::from(character) as u8).collect();
                Cow::Owned(PathBuf::from(OsString::from_vec(bytes)))
            }
        }),
        Subject::Path(path) if path.as_os_str().is_empty() => None,
        Subject::Path(path) => Some(Cow::Borrowed(path)),
    }
}
