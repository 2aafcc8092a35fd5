//! The next version of a kind, as npm's `semver` makes it.

use super::{Identifier, Version};

/// What is counted up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Major,
    Minor,
    Patch,
    PreMajor,
    PreMinor,
    PrePatch,
    PreRelease,
}

impl Step {
    /// Reads its name, such as `preminor`.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "major" => Self::Major,
            "minor" => Self::Minor,
            "patch" => Self::Patch,
            "premajor" => Self::PreMajor,
            "preminor" => Self::PreMinor,
            "prepatch" => Self::PrePatch,
            "prerelease" => Self::PreRelease,
            _ => return None,
        })
    }
}

impl Version {
    /// The next version. `name`: the first identifier of a pre-release, such as `beta`; empty for none.
    #[must_use]
    pub fn next(&self, step: Step, name: &str) -> Self {
        let (major, minor, patch) = (self.major, self.minor, self.patch);
        // A pre-release is before the release of its numbers.
        let is_before = |is_its_release: bool| self.is_prerelease() && is_its_release;
        match step {
            Step::Major if is_before(minor == 0 && patch == 0) => Self::new(major, 0, 0),
            Step::Major => Self::new(major + 1, 0, 0),
            Step::Minor if is_before(patch == 0) => Self::new(major, minor, 0),
            Step::Minor => Self::new(major, minor + 1, 0),
            Step::Patch if is_before(true) => Self::new(major, minor, patch),
            Step::Patch => Self::new(major, minor, patch + 1),
            Step::PreMajor => Self::new(major + 1, 0, 0).with_prerelease(&[], name),
            Step::PreMinor => Self::new(major, minor + 1, 0).with_prerelease(&[], name),
            Step::PrePatch => Self::new(major, minor, patch + 1).with_prerelease(&[], name),
            Step::PreRelease if self.is_prerelease() => {
                Self::new(major, minor, patch).with_prerelease(&self.prerelease, name)
            }
            Step::PreRelease => Self::new(major, minor, patch + 1).with_prerelease(&[], name),
        }
    }

    /// The pre-release that follows another one: its last number is counted up.
    fn with_prerelease(mut self, before: &[Identifier], name: &str) -> Self {
        let mut next = before.to_vec();
        match next.iter_mut().rev().find_map(|one| match one {
            Identifier::Number(number) => Some(number),
            Identifier::Text(_) => None,
        }) {
            Some(number) => *number += 1,
            None => next.push(Identifier::Number(0)),
        }
        let first = match name.parse() {
            Ok(number) => Identifier::Number(number),
            Err(_) => Identifier::Text(name.to_string()),
        };
        let continues = next.first() == Some(&first) && matches!(next.get(1), Some(Identifier::Number(_)));
        if !name.is_empty() && !continues {
            next = vec![first, Identifier::Number(0)];
        }
        self.prerelease = next;
        self
    }
}

#[cfg(test)]
#[path = "increment_tests.rs"]
mod tests;
