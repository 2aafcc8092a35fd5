//! The orders that lockfiles are sorted by.

use std::cmp::Ordering;

/// Punctuation and symbols of ASCII in the order of the Unicode collation algorithm's root table (CLDR).
const MARKS: &str = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// `String.prototype.localeCompare` for English, for the characters that names, paths and versions have: marks before
/// digits before letters, letters without their case first, then lower case before upper case.
pub fn compare_english(left: &str, right: &str) -> Ordering {
    let primary = left.chars().map(primary_weight).cmp(right.chars().map(primary_weight));
    primary.then_with(|| {
        left.chars()
            .map(|character| character.is_uppercase())
            .cmp(right.chars().map(|character| character.is_uppercase()))
    })
}

fn primary_weight(character: char) -> (u8, u32) {
    if let Some(index) = MARKS.find(character) {
        return (0, index as u32);
    }
    match character {
        '0'..='9' => (1, character as u32),
        other => (2, other.to_lowercase().next().unwrap_or(other) as u32),
    }
}

/// The order of semantic versions (SemVer 2.0 §11). What is no version is compared as a string, below the versions.
pub fn compare_versions(left: &str, right: &str) -> Ordering {
    match (parse_version(left), parse_version(right)) {
        (Some(left), Some(right)) => left.cmp(&right),
        (Some(_), None) => Ordering::Greater,
        (None, Some(_)) => Ordering::Less,
        (None, None) => left.cmp(right),
    }
}

/// Numbers below words; a shorter list below a longer one; no pre-release above all.
type Version = ([u64; 3], bool, Vec<(bool, u64, String)>);

fn parse_version(version: &str) -> Option<Version> {
    let version = version.split(['+', '(']).next()?;
    let (numbers, pre) = version.split_once('-').map_or((version, None), |(numbers, pre)| (numbers, Some(pre)));
    let mut parts = numbers.split('.').map(|part| part.parse::<u64>().ok());
    let core = [parts.next()??, parts.next()??, parts.next()??];
    if parts.next().is_some() {
        return None;
    }
    let pre_parts = pre.into_iter().flat_map(|pre| pre.split('.')).map(|part| match part.parse::<u64>() {
        Ok(number) => (false, number, String::new()),
        Err(_) => (true, 0, part.to_string()),
    });
    Some((core, pre.is_none(), pre_parts.collect()))
}
