//! The orders that lockfiles are sorted by.

use std::cmp::Ordering;

/// Punctuation and symbols of ASCII in the order of the Unicode collation algorithm's root table (CLDR).
const MARKS: &str = "_-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// `String.prototype.localeCompare` for English, for the characters that names, paths and versions have: marks before
/// digits before letters, letters without their case first, then lower case before upper case.
pub fn compare_english(left: &str, right: &str) -> Ordering {
    if !left.is_ascii() || !right.is_ascii() {
        return compare_by(left.chars(), right.chars(), primary_weight, char::is_uppercase);
    }
    // What both begin with decides nothing.
    let common = left.bytes().zip(right.bytes()).take_while(|(left, right)| left == right).count();
    let (left, right) = (&left.as_bytes()[common..], &right.as_bytes()[common..]);
    let weight = |byte: &u8| ASCII_WEIGHTS[usize::from(*byte)];
    compare_by(left.iter(), right.iter(), weight, |byte: &u8| byte.is_ascii_uppercase())
}

/// The weights decide first, then the case.
fn compare_by<T, I: Iterator<Item = T> + Clone>(
    left: I,
    right: I,
    weight: impl Fn(T) -> u32,
    is_upper: impl Fn(T) -> bool,
) -> Ordering {
    let primary = left.clone().map(&weight).cmp(right.clone().map(&weight));
    primary.then_with(|| left.map(&is_upper).cmp(right.map(&is_upper)))
}

const DIGITS: u32 = 1 << 24;
const OTHERS: u32 = 2 << 24;

/// The weights of the characters of ASCII.
const ASCII_WEIGHTS: [u32; 128] = {
    let mut weights = [0; 128];
    let mut code = 0;
    while code < 128 {
        weights[code] = match code as u8 {
            b'0'..=b'9' => DIGITS + code as u32,
            byte => OTHERS + byte.to_ascii_lowercase() as u32,
        };
        code += 1;
    }
    let mut index = 0;
    while index < MARKS.len() {
        weights[MARKS.as_bytes()[index] as usize] = index as u32;
        index += 1;
    }
    weights
};

fn primary_weight(character: char) -> u32 {
    match ASCII_WEIGHTS.get(character as usize) {
        Some(weight) => *weight,
        None => OTHERS + character.to_lowercase().next().unwrap_or(character) as u32,
    }
}

/// The order of semantic versions (SemVer 2.0 §11). Other strings are compared as such, below the versions.
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
