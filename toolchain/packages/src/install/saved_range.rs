//! The range that `add` saves for the version that it found: each manager has its own rule.

use crate::semver::{Range, Version};
use crate::spec::{Source, Spec};
use brio_lockfile::Format;

/// What counts beside the request.
pub struct Rule<'a> {
    pub format: Format,
    /// What stands before a version where the request does not say it.
    pub prefix: &'a str,
    pub is_exact: bool,
}

/// The range for what was requested and found.
pub fn range_to_save(rule: &Rule<'_>, requested: &Spec, version: &str) -> String {
    let spec = requested.target();
    if Version::parse(version).is_none() {
        return spec.raw.clone();
    }
    let prefix = if rule.is_exact { "" } else { rule.prefix };
    let is_ranged = matches!(spec.source, Source::Range(_) | Source::Version(_)) && !spec.raw.is_empty();
    match rule.format {
        Format::Pnpm if is_ranged => of_pnpm(&spec.raw, version, prefix),
        // What was requested stays as it was written.
        Format::YarnClassic | Format::YarnBerry if is_ranged => spec.raw.clone(),
        Format::Bun if is_ranged && !rule.is_exact => spec.raw.clone(),
        Format::Npm | Format::NpmShrinkwrap => of_npm(spec, format!("{prefix}{version}")),
        _ => format!("{prefix}{version}"),
    }
}

/// A narrower range than the usual one was requested on purpose.
fn of_npm(spec: &Spec, usual: String) -> String {
    match (&spec.source, Range::parse(&usual)) {
        (Source::Range(wanted), Some(range)) if !wanted.is_any() && !range.is_within(wanted) => spec.raw.clone(),
        _ => usual,
    }
}

/// The parts of a version that the request has decide what may change.
fn of_pnpm(raw: &str, version: &str, prefix: &str) -> String {
    let raw = raw.trim();
    let is_one = !raw.contains([' ', '|']);
    let bare = raw.strip_prefix('v').unwrap_or(raw);
    let operator = match bare.chars().next() {
        Some('*') => "^",
        Some('^') if is_one => "^",
        Some('~') if is_one => "~",
        Some(digit) if is_one && digit.is_ascii_digit() => match bare.split('.').count() {
            1 => "^",
            2 => "~",
            _ => "",
        },
        _ => prefix,
    };
    format!("{operator}{version}")
}

#[cfg(test)]
#[path = "saved_range_tests.rs"]
mod tests;
