//! Paths with `/`, relative to the lockfile's folder, and addresses of git repositories.

/// Joins a folder and a path that is relative to it, and resolves `.` and `..`: `packages/a` and `../b` are
/// `packages/b`. The empty path is `.`.
pub fn join(folder: &str, path: &str) -> String {
    if path.starts_with('/') || path.get(1..3) == Some(":/") {
        return path.to_string();
    }
    let mut parts: Vec<&str> = Vec::new();
    for part in folder.split('/').chain(path.split('/')) {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => drop(parts.pop()),
            other => parts.push(other),
        }
    }
    if parts.is_empty() { ".".to_string() } else { parts.join("/") }
}

/// The path from a folder to another: `packages/a` to `packages/b` is `../b`. From a folder to itself it is empty.
pub fn between(from: &str, to: &str) -> String {
    if to.starts_with('/') || to.get(1..3) == Some(":/") {
        return to.to_string();
    }
    let parts = |path: &str| -> Vec<String> {
        path.split('/').filter(|part| !part.is_empty() && *part != ".").map(str::to_string).collect()
    };
    let (from, to) = (parts(from), parts(to));
    let shared = from.iter().zip(&to).take_while(|(left, right)| left == right).count();
    let up = std::iter::repeat_n("..".to_string(), from.len() - shared);
    up.chain(to[shared..].iter().cloned()).collect::<Vec<_>>().join("/")
}
