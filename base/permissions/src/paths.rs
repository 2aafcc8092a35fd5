//! Canonical paths, and rules about them. A canonical path is absolute and has no `.`, `..` or symbolic link among the
//! components that exist; what follows the deepest existing folder is appended as it is.

use rustix::fs::{CWD, Mode, OFlags, ResolveFlags, openat2};
use rustix::io::Errno;
use std::ffi::{OsStr, OsString};
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::path::{Component, Path, PathBuf};

/// As many links as the kernel follows in one path (path_resolution(7)).
const LINKS_MAX: usize = 40;

/// Whether a path stands for what the link at its end points to, or for the link itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Follow {
    Last,
    NotLast,
}

/// A canonical path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Canonical {
    pub path: PathBuf,
    /// Whether it goes through a link of /proc whose file has no path that can be compared: a pipe, a socket, or a file
    /// of another process's name space. Such a path is in /proc and must never be taken for one elsewhere.
    pub is_opaque: bool,
}

/// A set of paths. All are canonical.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathRule {
    /// A path and all below it.
    Tree(PathBuf),
    /// One path.
    Exact(PathBuf),
    /// All paths that begin with these bytes.
    Prefix(Vec<u8>),
    /// A file, but only when it is named by this link.
    Link { link: PathBuf, target: PathBuf },
}

/// Makes a path canonical. A relative one starts at the current folder.
///
/// # Errors
/// ELOOP for too many links, ENOENT for an empty path, and what reading a link or the current folder fails with.
pub fn canonical(path: &Path, follow: Follow) -> io::Result<Canonical> {
    if path.as_os_str().is_empty() {
        return Err(Errno::NOENT.into());
    }
    // With a slash at its end the path stands for a folder, so that a link before it is followed.
    let bytes = path.as_os_str().as_bytes();
    let follow = if bytes.ends_with(b"/") || bytes.ends_with(b"/.") { Follow::Last } else { follow };
    let absolute = match path.is_absolute() {
        true => path.to_path_buf(),
        false => std::env::current_dir()?.join(path),
    };
    if !is_virtual(&absolute) && has_no_links(&absolute, follow) {
        return Ok(Canonical { path: without_dots(&absolute), is_opaque: false });
    }
    walk(&absolute, follow)
}

/// Whether `path` is a file of the kernel that gives a view on processes or devices: below /proc, /sys or /dev.
pub fn is_opaque(path: &Path) -> bool {
    ["/proc", "/sys", "/dev"].iter().any(|root| path.starts_with(root))
}

/// Whether a path is canonical unless a component is a link: absolute, without `.`, `..` and empty components, and not a
/// file of the kernel. It costs no system call; the caller must refuse links when it uses such a path.
pub fn is_plain(path: &Path) -> bool {
    let bytes = path.as_os_str().as_bytes();
    let Some(names) = bytes.strip_prefix(b"/") else { return false };
    let is_name = |name: &[u8]| !matches!(name, b"" | b"." | b"..");
    !names.contains(&0) && names.split(|&byte| byte == b'/').all(is_name) && !is_opaque(path)
}

impl PathRule {
    pub fn covers(&self, path: &Path) -> bool {
        match self {
            PathRule::Tree(root) => is_inside(path, root),
            PathRule::Exact(exact) => path == exact,
            PathRule::Prefix(prefix) => path.as_os_str().as_bytes().starts_with(prefix),
            PathRule::Link { .. } => false,
        }
    }

    /// Whether the rule is about a file by the link through which the program names it. Both are canonical.
    pub fn covers_through(&self, link: &Path, target: &Path) -> bool {
        matches!(self, PathRule::Link { link: own, target: known } if own == link && known == target)
    }

    /// Whether some path of the rule is `path` or below it.
    pub fn is_below(&self, path: &Path) -> bool {
        match self {
            PathRule::Tree(root) | PathRule::Exact(root) | PathRule::Link { target: root, .. } => {
                root.starts_with(path)
            }
            PathRule::Prefix(prefix) => Path::new(OsStr::from_bytes(prefix)).starts_with(path),
        }
    }

    pub fn specificity(&self) -> u64 {
        let bytes = match self {
            PathRule::Tree(path) => path.as_os_str().len() * 2,
            PathRule::Exact(path) | PathRule::Link { link: path, .. } => path.as_os_str().len() * 2 + 1,
            PathRule::Prefix(prefix) => prefix.len() * 2,
        };
        bytes as u64
    }
}

/// Whether `path` is `root` or below it. Canonical paths are compared byte by byte, which is much less work than comparing
/// their components.
fn is_inside(path: &Path, root: &Path) -> bool {
    let root = root.as_os_str().as_bytes();
    let root = root.strip_suffix(b"/").unwrap_or(root);
    let path = path.as_os_str().as_bytes();
    // The byte behind the root rules out most of many rules without a comparison.
    path.get(root.len()).is_none_or(|&byte| byte == b'/') && path.starts_with(root)
}

/// Files there are links by nature, and opening one can have effects.
fn is_virtual(path: &Path) -> bool {
    ["/proc", "/dev"].iter().any(|root| path.starts_with(root))
}

/// Whether the kernel gets to the file, or to the first name that is missing, without a link.
fn has_no_links(path: &Path, follow: Follow) -> bool {
    let mut flags = OFlags::PATH | OFlags::CLOEXEC;
    if follow == Follow::NotLast {
        flags |= OFlags::NOFOLLOW;
    }
    match openat2(CWD, path, flags, Mode::empty(), ResolveFlags::NO_SYMLINKS) {
        Ok(_) => true,
        // What follows the missing name is not looked at: with a `..` there it might be another path by now.
        Err(Errno::NOENT) => !path.components().any(|component| component == Component::ParentDir),
        Err(_) => false,
    }
}

/// Without `.` and `..`, which is right only where no component is a link.
fn without_dots(path: &Path) -> PathBuf {
    let mut clean = PathBuf::from("/");
    for component in path.components() {
        match component {
            Component::Normal(name) => clean.push(name),
            Component::ParentDir => {
                clean.pop();
            }
            _ => {}
        }
    }
    clean
}

/// Resolves each component, as the kernel does.
fn walk(path: &Path, follow: Follow) -> io::Result<Canonical> {
    let mut left: Vec<OsString> = components(path);
    left.reverse();
    let mut done = PathBuf::from("/");
    let mut links = 0;
    let mut is_opaque = false;
    while let Some(name) = left.pop() {
        if name == ".." {
            done.pop();
            continue;
        }
        done.push(&name);
        if is_opaque || left.is_empty() && follow == Follow::NotLast {
            continue;
        }
        let target = match rustix::fs::readlink(&done, Vec::new()) {
            Ok(target) => target,
            // Not a link, not there, or not to be seen: the path stays as it is.
            Err(_) => continue,
        };
        let target = PathBuf::from(OsStr::from_bytes(target.as_bytes()));
        if is_foreign_link(&done, &target) {
            is_opaque = true;
            continue;
        }
        links += 1;
        if links > LINKS_MAX {
            return Err(Errno::LOOP.into());
        }
        done.pop();
        if target.is_absolute() {
            done = PathBuf::from("/");
        }
        left.extend(components(&target).into_iter().rev());
    }
    Ok(Canonical { path: done, is_opaque })
}

fn components(path: &Path) -> Vec<OsString> {
    let name = |component: Component<'_>| match component {
        Component::Normal(name) => Some(name.to_os_string()),
        Component::ParentDir => Some("..".into()),
        _ => None,
    };
    path.components().filter_map(name).collect()
}

/// Whether `link` is one of /proc that its target, as a string, does not describe: the root and the files of another
/// process may be in another name space, and a pipe has no path.
fn is_foreign_link(link: &Path, target: &Path) -> bool {
    let Ok(inside) = link.strip_prefix("/proc") else { return false };
    let mut names = inside.components();
    let Some(process) = names.next() else { return false };
    let is_number = process.as_os_str().as_bytes().iter().all(u8::is_ascii_digit);
    if !is_number || names.next().is_none() {
        // `/proc/self`, `/proc/mounts` and others are plain links.
        return false;
    }
    let own = rustix::process::getpid().as_raw_nonzero().to_string();
    process.as_os_str() != own.as_str() || !target.is_absolute()
}

#[cfg(test)]
#[path = "paths_tests.rs"]
mod tests;
