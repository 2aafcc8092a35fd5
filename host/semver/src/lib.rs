//! `native:semver`: npm's versions and ranges, by the crate `nodejs-semver`, for `Bun.semver`.

mod generated {
    pub mod semver_ops;
}

use brio_realm::op::OpError;
pub use generated::semver_ops::AREA;
use generated::semver_ops::SemverOps;
use nodejs_semver::{Range, Version};

/// State of the area: none.
#[derive(Default)]
pub struct Semver;

impl SemverOps for Semver {
    fn satisfies(&self, version: &str, range: &str) -> Result<bool, OpError> {
        Ok(
            matches!((Version::parse(version), Range::parse(range)), (Ok(version), Ok(range)) if version.satisfies(&range)),
        )
    }

    fn order(&self, left: &str, right: &str) -> Result<Option<i32>, OpError> {
        Ok(match (Version::parse(left), Version::parse(right)) {
            (Ok(left), Ok(right)) => Some(left.cmp(&right) as i32),
            _ => None,
        })
    }
}
