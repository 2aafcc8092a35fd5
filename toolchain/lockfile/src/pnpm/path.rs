//! Dependency paths: `name@version`, with what follows in brackets.

/// The parts of a dependency path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DependencyPath<'a> {
    pub name: &'a str,
    /// A version, an address, `file:…`.
    pub version: &'a str,
    /// `(patch_hash=…)` or nothing.
    pub patch: &'a str,
    /// `(react@19.1.0)(…)` or nothing.
    pub peers: &'a str,
    /// Name and version, without the brackets: the key in `packages`.
    pub base: &'a str,
}

/// Splits a dependency path. `None`: there is no `@`.
pub fn parse(path: &str) -> Option<DependencyPath<'_>> {
    let suffix = start_of_suffix(path);
    let (base, brackets) = path.split_at(suffix);
    let at = base.get(1..)?.find('@')? + 1;
    let patch_length = match brackets.starts_with("(patch_hash=") {
        true => brackets.find(')').map_or(0, |index| index + 1),
        false => 0,
    };
    let (patch, peers) = brackets.split_at(patch_length);
    Some(DependencyPath { name: &base[..at], version: &base[at + 1..], patch, peers, base })
}

/// Where the groups in brackets at the end begin. Brackets within addresses are not at the end.
fn start_of_suffix(path: &str) -> usize {
    let mut end = path.len();
    while path[..end].ends_with(')') {
        let mut depth = 0;
        let open = path[..end].char_indices().rev().find(|(_, character)| {
            depth += match character {
                ')' => 1,
                '(' => -1,
                _ => 0,
            };
            depth == 0
        });
        match open {
            Some((index, _)) => end = index,
            None => break,
        }
    }
    end
}

/// The groups of a suffix, without their outer brackets: `a@1` and `b@2(c@3)` of `(a@1)(b@2(c@3))`.
pub fn groups(suffix: &str) -> Vec<&str> {
    let (mut groups, mut depth, mut start) = (Vec::new(), 0, 0);
    for (index, character) in suffix.char_indices() {
        match character {
            '(' => {
                depth += 1;
                if depth == 1 {
                    start = index + 1;
                }
            }
            ')' => {
                depth -= 1;
                if depth == 0 {
                    groups.push(&suffix[start..index]);
                }
            }
            _ => {}
        }
    }
    groups
}

/// The dependency path that a reference means: `19.1.0(…)` under the name `react` is `react@19.1.0(…)`; that of an
/// alias is spelled with the name. `None` for a link.
pub fn of_reference(reference: &str, name: &str) -> Option<String> {
    if reference.starts_with("link:") {
        return None;
    }
    if reference.starts_with('@') {
        return Some(reference.to_string());
    }
    let at = reference.find('@');
    let before = |mark: char| reference.find(mark).is_none_or(|index| at.is_some_and(|at| at < index));
    let complete = at.is_some() && before(':') && before('(');
    Some(if complete { reference.to_string() } else { format!("{name}@{reference}") })
}
