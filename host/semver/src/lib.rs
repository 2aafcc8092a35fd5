//! `native:semver`: npm's versions and ranges, by the crate `nodejs-semver`, for `Bun.semver`.

mod generated {
    pub mod semver_ops;
}

use brio_realm::op::OpError;
pub use generated::semver_ops::AREA;
use generated::semver_ops::SemverOps;
use nodejs_semver::{Range, Version};
use std::cell::RefCell;
use std::collections::HashMap;

/// Programs compare many versions with few ranges.
const RANGES_MAX: usize = 64;

/// State of the area: the ranges that were read last, None for an invalid one.
#[derive(Default)]
pub struct Semver {
    ranges: RefCell<HashMap<String, Option<Range>>>,
}

impl Semver {
    /// Calls `work` with the range of that source.
    fn with_range<T>(&self, source: &str, work: impl FnOnce(Option<&Range>) -> T) -> T {
        let mut ranges = self.ranges.borrow_mut();
        if !ranges.contains_key(source) {
            if ranges.len() == RANGES_MAX {
                ranges.clear();
            }
            ranges.insert(source.to_string(), Range::parse(source).ok());
        }
        work(ranges.get(source).and_then(Option::as_ref))
    }
}

impl SemverOps for Semver {
    fn satisfies(&self, version: &str, range: &str) -> Result<bool, OpError> {
        let Some(version) = parse(version) else { return Ok(false) };
        Ok(self.with_range(range, |range| range.is_some_and(|range| version.satisfies(range))))
    }

    fn order(&self, left: &str, right: &str) -> Result<Option<i32>, OpError> {
        if let (Some(left), Some(right)) = (release_of(left), release_of(right)) {
            return Ok(Some(left.cmp(&right) as i32));
        }
        Ok(match (Version::parse(left), Version::parse(right)) {
            (Ok(left), Ok(right)) => Some(left.cmp(&right) as i32),
            _ => None,
        })
    }
}

fn parse(text: &str) -> Option<Version> {
    match release_of(text) {
        Some([major, minor, patch]) => {
            Some(Version { major, minor, patch, build: Vec::new(), pre_release: Vec::new() })
        }
        None => Version::parse(text).ok(),
    }
}

/// Numbers of more digits may be too large for the full parser.
const DIGITS_MAX: usize = 14;

/// The numbers of a version such as `1.22.3`, which most are; None for all others, which may be valid too.
fn release_of(text: &str) -> Option<[u64; 3]> {
    let mut numbers = [0; 3];
    let mut parts = text.as_bytes().split(|&byte| byte == b'.');
    for number in &mut numbers {
        let digits = parts.next()?;
        let has_zeros = digits.len() > 1 && digits[0] == b'0';
        if digits.is_empty() || digits.len() > DIGITS_MAX || has_zeros || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        *number = digits.iter().fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    }
    parts.next().is_none().then_some(numbers)
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
