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
        let Ok(version) = Version::parse(version) else { return Ok(false) };
        Ok(self.with_range(range, |range| range.is_some_and(|range| version.satisfies(range))))
    }

    fn order(&self, left: &str, right: &str) -> Result<Option<i32>, OpError> {
        Ok(match (Version::parse(left), Version::parse(right)) {
            (Ok(left), Ok(right)) => Some(left.cmp(&right) as i32),
            _ => None,
        })
    }
}
