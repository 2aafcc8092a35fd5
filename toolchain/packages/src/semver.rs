//! Versions and ranges as npm reads them: SemVer 2.0.0 with the loose spellings and the range operators of npm's
//! `semver` package (`^`, `~`, x-ranges, hyphens, `||`).
//!
//! A range is a list of alternatives, each a list of comparators that must all hold. Start reading at [`Range::parse`].

pub mod increment;

use std::cmp::Ordering;
use std::fmt;

/// The largest number that a part of a version may have (the largest exact integer of JavaScript).
const PART_MAX: u64 = 9_007_199_254_740_991;
/// The longest string that is read as a version.
const LENGTH_MAX: usize = 256;

/// An identifier of a pre-release.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Identifier {
    Number(u64),
    Text(String),
}

/// A version. Build metadata is not part of it, because it has no order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Version {
    pub major: u64,
    pub minor: u64,
    pub patch: u64,
    pub prerelease: Vec<Identifier>,
}

impl Version {
    /// Makes a release version.
    pub fn new(major: u64, minor: u64, patch: u64) -> Self {
        Self { major, minor, patch, prerelease: Vec::new() }
    }

    /// Reads a version; a leading `v` or `=`, spaces around it and a pre-release without `-` (`1.2.3beta`) are accepted,
    /// as npm does in its loose mode. None for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some([major, minor, patch]) = plain_numbers(text.as_bytes()) {
            return Some(Self::new(major, minor, patch));
        }
        let text = text.trim();
        if text.len() > LENGTH_MAX {
            return None;
        }
        let mut partial = Partial::parse(text)?;
        Some(Self {
            major: partial.major?,
            minor: partial.minor?,
            patch: partial.patch?,
            prerelease: std::mem::take(&mut partial.prerelease),
        })
    }

    /// Whether it is a pre-release.
    pub fn is_prerelease(&self) -> bool {
        !self.prerelease.is_empty()
    }

    fn triple(&self) -> (u64, u64, u64) {
        (self.major, self.minor, self.patch)
    }

    /// The lowest version with these numbers (`1.2.3-0`).
    fn lowest(major: u64, minor: u64, patch: u64) -> Self {
        Self { major, minor, patch, prerelease: vec![Identifier::Number(0)] }
    }
}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    /// SemVer 2.0.0 §11.
    fn cmp(&self, other: &Self) -> Ordering {
        self.triple().cmp(&other.triple()).then_with(|| match (self.is_prerelease(), other.is_prerelease()) {
            (false, false) => Ordering::Equal,
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (true, true) => compare_identifiers(&self.prerelease, &other.prerelease),
        })
    }
}

impl fmt::Display for Version {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (index, identifier) in self.prerelease.iter().enumerate() {
            formatter.write_str(if index == 0 { "-" } else { "." })?;
            match identifier {
                Identifier::Number(number) => write!(formatter, "{number}")?,
                Identifier::Text(text) => formatter.write_str(text)?,
            }
        }
        Ok(())
    }
}

fn compare_identifiers(left: &[Identifier], right: &[Identifier]) -> Ordering {
    for (left, right) in left.iter().zip(right) {
        let order = match (left, right) {
            (Identifier::Number(left), Identifier::Number(right)) => left.cmp(right),
            (Identifier::Number(_), Identifier::Text(_)) => Ordering::Less,
            (Identifier::Text(_), Identifier::Number(_)) => Ordering::Greater,
            (Identifier::Text(left), Identifier::Text(right)) => left.cmp(right),
        };
        if order != Ordering::Equal {
            return order;
        }
    }
    left.len().cmp(&right.len())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Equal,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Comparator {
    operator: Operator,
    version: Version,
}

impl Comparator {
    fn holds(&self, version: &Version) -> bool {
        let order = version.cmp(&self.version);
        match self.operator {
            Operator::Less => order == Ordering::Less,
            Operator::LessOrEqual => order != Ordering::Greater,
            Operator::Greater => order == Ordering::Greater,
            Operator::GreaterOrEqual => order != Ordering::Less,
            Operator::Equal => order == Ordering::Equal,
        }
    }
}

/// A range of versions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Range {
    alternatives: Vec<Vec<Comparator>>,
}

impl Range {
    /// Reads a range. None for one that npm would not read as a range.
    pub fn parse(text: &str) -> Option<Self> {
        let mut alternatives = Vec::new();
        for part in text.split("||") {
            // As npm: an alternative that cannot be read is dropped when another one can.
            if let Some(comparators) = parse_alternative(part) {
                alternatives.push(comparators);
            }
        }
        if alternatives.is_empty() { None } else { Some(Self { alternatives }) }
    }

    /// Whether the version is in the range. A pre-release is only in it when a comparator names a pre-release of the same
    /// version.
    pub fn contains(&self, version: &Version) -> bool {
        self.alternatives.iter().any(|comparators| alternative_contains(comparators, version))
    }

    /// Whether the range is `*`: every release is in it.
    pub fn is_any(&self) -> bool {
        self.alternatives.iter().any(Vec::is_empty)
    }

    /// Whether a version can be in both ranges.
    pub fn intersects(&self, other: &Range) -> bool {
        self.alternatives
            .iter()
            .any(|left| other.alternatives.iter().any(|right| is_satisfiable(left.iter().chain(right))))
    }

    /// Whether every version of this range is in the other one too, as npm's `subset`; false when that is not obvious from
    /// the bounds of one of the alternatives.
    pub fn is_within(&self, other: &Range) -> bool {
        let any = [Comparator { operator: Operator::GreaterOrEqual, version: Version::new(0, 0, 0) }];
        self.alternatives.iter().all(|own| {
            let own = if own.is_empty() { any.as_slice() } else { own.as_slice() };
            // Nothing is in a range that is empty.
            !is_satisfiable(own.iter()) || other.alternatives.iter().any(|theirs| is_alternative_within(own, theirs))
        })
    }

    /// The lowest version in the range; None for an empty range.
    pub fn lowest(&self) -> Option<Version> {
        let mut candidates: Vec<Version> = vec![Version::new(0, 0, 0), Version::lowest(0, 0, 0)];
        for comparator in self.alternatives.iter().flatten() {
            candidates.push(comparator.version.clone());
            if comparator.operator == Operator::Greater {
                let mut next = comparator.version.clone();
                if next.is_prerelease() {
                    next.prerelease.push(Identifier::Number(0));
                } else {
                    next.patch += 1;
                }
                candidates.push(next);
            }
        }
        candidates.retain(|version| self.contains(version));
        candidates.into_iter().min()
    }
}

/// Whether `version` is in the range `range`; both as text, false when one of them cannot be read.
pub fn satisfies(version: &str, range: &str) -> bool {
    match (Version::parse(version), Range::parse(range)) {
        (Some(version), Some(range)) => range.contains(&version),
        _ => false,
    }
}

fn is_alternative_within(own: &[Comparator], theirs: &[Comparator]) -> bool {
    let limits = |limit: &Comparator| {
        let has = |operator| own.iter().any(|bound| bound.operator == operator && bound.version == limit.version);
        let is_one = has(Operator::GreaterOrEqual) && has(Operator::LessOrEqual);
        limit.operator == Operator::Equal && is_one || own.iter().any(|bound| is_implied(bound, limit))
    };
    let is_lower = |one: &&Comparator| matches!(one.operator, Operator::Greater | Operator::GreaterOrEqual);
    let is_upper = |one: &&Comparator| matches!(one.operator, Operator::Less | Operator::LessOrEqual);
    let lowest = own.iter().filter(is_lower).max_by(|left, right| left.version.cmp(&right.version));
    let highest = own.iter().filter(is_upper).min_by(|left, right| left.version.cmp(&right.version));
    // A pre-release is in a range only if a bound of the same version allows pre-releases.
    let allows = |one: Option<&Comparator>, is_side: &dyn Fn(&&Comparator) -> bool| {
        one.is_none_or(|one| {
            let is_end_of_caret =
                one.operator == Operator::Less && one.version.prerelease.as_slice() == [Identifier::Number(0)];
            !one.version.is_prerelease()
                || is_end_of_caret
                || theirs
                    .iter()
                    .filter(is_side)
                    .any(|their| their.version.is_prerelease() && their.version.triple() == one.version.triple())
        })
    };
    let exact = own.iter().find(|one| one.operator == Operator::Equal);
    theirs.iter().all(limits) && allows(lowest, &is_lower) && allows(highest, &is_upper) && allows(exact, &|_| true)
}

/// Whether every version that `bound` lets through fulfils `limit`.
fn is_implied(bound: &Comparator, limit: &Comparator) -> bool {
    let order = bound.version.cmp(&limit.version);
    match (limit.operator, bound.operator) {
        (Operator::GreaterOrEqual, Operator::GreaterOrEqual | Operator::Greater | Operator::Equal) => order.is_ge(),
        (Operator::Greater, Operator::Greater) => order.is_ge(),
        (Operator::Greater, Operator::GreaterOrEqual | Operator::Equal) => order.is_gt(),
        (Operator::LessOrEqual, Operator::LessOrEqual | Operator::Less | Operator::Equal) => order.is_le(),
        (Operator::Less, Operator::Less) => order.is_le(),
        (Operator::Less, Operator::LessOrEqual | Operator::Equal) => order.is_lt(),
        (Operator::Equal, Operator::Equal) => order.is_eq(),
        _ => false,
    }
}

fn alternative_contains(comparators: &[Comparator], version: &Version) -> bool {
    if !comparators.iter().all(|comparator| comparator.holds(version)) {
        return false;
    }
    !version.is_prerelease()
        || comparators
            .iter()
            .any(|comparator| comparator.version.is_prerelease() && comparator.version.triple() == version.triple())
}

fn is_satisfiable<'a>(comparators: impl Iterator<Item = &'a Comparator> + Clone) -> bool {
    let lower = comparators.clone().filter(|comparator| {
        matches!(comparator.operator, Operator::Greater | Operator::GreaterOrEqual | Operator::Equal)
    });
    let upper = comparators
        .filter(|comparator| matches!(comparator.operator, Operator::Less | Operator::LessOrEqual | Operator::Equal));
    let nothing_is_below = Version::lowest(0, 0, 0);
    for high in upper {
        if high.operator == Operator::Less && high.version <= nothing_is_below {
            return false;
        }
        for low in lower.clone() {
            let is_closed = low.operator != Operator::Greater && high.operator != Operator::Less;
            match low.version.cmp(&high.version) {
                Ordering::Less => {}
                Ordering::Equal if is_closed => {}
                _ => return false,
            }
        }
    }
    true
}

fn parse_alternative(text: &str) -> Option<Vec<Comparator>> {
    let text = text.trim();
    let mut comparators = Vec::new();
    if let Some((low, high)) = split_hyphen(text) {
        push_hyphen(&mut comparators, &Partial::parse(low)?, &Partial::parse(high)?);
        return Some(comparators);
    }
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        // An operator may stand apart from its version.
        let end = word.find(|character| !"<>=~^".contains(character)).unwrap_or(word.len());
        let (operator, rest) = word.split_at(end);
        let rest = if rest.is_empty() && !operator.is_empty() { words.next().unwrap_or("") } else { rest };
        push_word(&mut comparators, operator, rest)?;
    }
    Some(comparators)
}

/// `1.2.3 - 2.3.4`
fn split_hyphen(text: &str) -> Option<(&str, &str)> {
    let mut start = 0;
    while let Some(found) = text[start..].find('-') {
        let at = start + found;
        let (low, high) = (&text[..at], &text[at + 1..]);
        if low.ends_with(char::is_whitespace) && high.starts_with(char::is_whitespace) {
            return Some((low.trim(), high.trim()));
        }
        start = at + 1;
    }
    None
}

fn push_word(comparators: &mut Vec<Comparator>, operator: &str, version: &str) -> Option<()> {
    let partial = Partial::parse(version)?;
    match operator {
        "^" => push_caret(comparators, partial),
        "~" | "~>" => push_tilde(comparators, partial),
        "" | "=" | "==" => push_equal(comparators, partial),
        ">" => push_greater(comparators, partial),
        ">=" => push_at_least(comparators, partial),
        "<" => push_less(comparators, partial),
        "<=" => push_at_most(comparators, partial),
        _ => return None,
    }
    Some(())
}

fn push(comparators: &mut Vec<Comparator>, operator: Operator, version: Version) {
    comparators.push(Comparator { operator, version });
}

/// No version is in it.
fn push_nothing(comparators: &mut Vec<Comparator>) {
    push(comparators, Operator::Less, Version::lowest(0, 0, 0));
}

fn push_hyphen(comparators: &mut Vec<Comparator>, low: &Partial, high: &Partial) {
    if low.major.is_some() {
        push(comparators, Operator::GreaterOrEqual, low.filled());
    }
    match (high.major, high.minor, high.patch) {
        (None, ..) => {}
        (Some(major), None, _) => push(comparators, Operator::Less, Version::lowest(major + 1, 0, 0)),
        (Some(major), Some(minor), None) => push(comparators, Operator::Less, Version::lowest(major, minor + 1, 0)),
        _ => push(comparators, Operator::LessOrEqual, high.filled()),
    }
}

fn push_caret(comparators: &mut Vec<Comparator>, partial: Partial) {
    let Some(major) = partial.major else { return };
    let end = match (major, partial.minor, partial.patch) {
        (0, Some(0), Some(patch)) => Version::lowest(0, 0, patch + 1),
        (0, Some(minor), _) => Version::lowest(0, minor + 1, 0),
        (major, ..) => Version::lowest(major + 1, 0, 0),
    };
    push(comparators, Operator::GreaterOrEqual, partial.filled());
    push(comparators, Operator::Less, end);
}

fn push_tilde(comparators: &mut Vec<Comparator>, partial: Partial) {
    let Some(major) = partial.major else { return };
    let end = match partial.minor {
        None => Version::lowest(major + 1, 0, 0),
        Some(minor) => Version::lowest(major, minor + 1, 0),
    };
    push(comparators, Operator::GreaterOrEqual, partial.filled());
    push(comparators, Operator::Less, end);
}

fn push_equal(comparators: &mut Vec<Comparator>, partial: Partial) {
    match (partial.major, partial.minor, partial.patch) {
        (Some(_), Some(_), Some(_)) => push(comparators, Operator::Equal, partial.filled()),
        _ => push_tilde(comparators, partial),
    }
}

fn push_greater(comparators: &mut Vec<Comparator>, partial: Partial) {
    match (partial.major, partial.minor, partial.patch) {
        (None, ..) => push_nothing(comparators),
        (Some(major), None, _) => push(comparators, Operator::GreaterOrEqual, Version::new(major + 1, 0, 0)),
        (Some(major), Some(minor), None) => {
            push(comparators, Operator::GreaterOrEqual, Version::new(major, minor + 1, 0));
        }
        _ => push(comparators, Operator::Greater, partial.filled()),
    }
}

fn push_at_least(comparators: &mut Vec<Comparator>, partial: Partial) {
    if partial.major.is_some() {
        push(comparators, Operator::GreaterOrEqual, partial.filled());
    }
}

fn push_less(comparators: &mut Vec<Comparator>, partial: Partial) {
    match (partial.major, partial.patch) {
        (None, _) => push_nothing(comparators),
        (_, Some(_)) => push(comparators, Operator::Less, partial.filled()),
        (Some(major), None) => {
            push(comparators, Operator::Less, Version::lowest(major, partial.minor.unwrap_or(0), 0));
        }
    }
}

fn push_at_most(comparators: &mut Vec<Comparator>, partial: Partial) {
    match (partial.major, partial.minor, partial.patch) {
        (None, ..) => {}
        (Some(major), None, _) => push(comparators, Operator::Less, Version::lowest(major + 1, 0, 0)),
        (Some(major), Some(minor), None) => push(comparators, Operator::Less, Version::lowest(major, minor + 1, 0)),
        _ => push(comparators, Operator::LessOrEqual, partial.filled()),
    }
}

/// A version of which parts may be missing or `x`; what follows a missing part is missing too.
#[derive(Debug, Default)]
struct Partial {
    major: Option<u64>,
    minor: Option<u64>,
    patch: Option<u64>,
    prerelease: Vec<Identifier>,
}

impl Partial {
    fn parse(text: &str) -> Option<Self> {
        let text = text.trim_start_matches(['v', '=', ' ']).trim();
        if text.len() > LENGTH_MAX {
            return None;
        }
        let mut partial = Self::default();
        if text.is_empty() {
            return Some(partial);
        }
        let (numbers, rest) = text.split_at(end_of_numbers(text));
        let mut parts = numbers.split('.');
        let mut found = [None; 3];
        for slot in &mut found {
            match parts.next() {
                None => break,
                Some(part) => *slot = Some(parse_part(part)?),
            }
        }
        if parts.next().is_some() || (numbers.is_empty() && !rest.is_empty()) {
            return None;
        }
        partial.major = found[0].flatten();
        partial.minor = partial.major.and(found[1].flatten());
        partial.patch = partial.minor.and(found[2].flatten());
        partial.prerelease = parse_rest(rest, found[2].is_some())?;
        if partial.patch.is_none() {
            partial.prerelease.clear();
        }
        Some(partial)
    }

    /// The version with zeros for what is missing.
    fn filled(&self) -> Version {
        Version {
            major: self.major.unwrap_or(0),
            minor: self.minor.unwrap_or(0),
            patch: self.patch.unwrap_or(0),
            prerelease: self.prerelease.clone(),
        }
    }
}

/// The numbers of `1.2.3`, as most versions are written: a record may have thousands. None for any other spelling.
fn plain_numbers(text: &[u8]) -> Option<[u64; 3]> {
    let (mut numbers, mut index, mut digit_count) = ([0u64; 3], 0, 0);
    for byte in text {
        match byte {
            b'0'..=b'9' if digit_count < 10 && !(digit_count == 1 && numbers[index] == 0) => {
                numbers[index] = numbers[index] * 10 + u64::from(byte - b'0');
                digit_count += 1;
            }
            b'.' if digit_count > 0 && index < 2 => (index, digit_count) = (index + 1, 0),
            _ => return None,
        }
    }
    (index == 2 && digit_count > 0).then_some(numbers)
}

fn end_of_numbers(text: &str) -> usize {
    text.find(|character: char| !(character.is_ascii_digit() || ".xX*".contains(character))).unwrap_or(text.len())
}

/// A number, or None inside for `x`.
fn parse_part(part: &str) -> Option<Option<u64>> {
    match part {
        "x" | "X" | "*" => Some(None),
        _ => part.parse::<u64>().ok().filter(|number| *number <= PART_MAX).map(Some),
    }
}

/// Pre-release and build behind the numbers.
fn parse_rest(rest: &str, is_complete: bool) -> Option<Vec<Identifier>> {
    let (prerelease, build) = match rest.split_once('+') {
        Some((prerelease, build)) => (prerelease, Some(build)),
        None => (rest, None),
    };
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if build.is_some_and(|build| !build.split('.').all(is_word)) {
        return None;
    }
    let text = prerelease.strip_prefix('-').unwrap_or(prerelease);
    if prerelease.is_empty() {
        return Some(Vec::new());
    }
    if !is_complete || !text.split('.').all(is_word) {
        return None;
    }
    Some(text.split('.').map(parse_identifier).collect())
}

fn parse_identifier(text: &str) -> Identifier {
    if text.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(number) = text.parse()
    {
        return Identifier::Number(number);
    }
    Identifier::Text(text.to_string())
}

#[cfg(test)]
#[path = "semver_tests.rs"]
mod tests;
