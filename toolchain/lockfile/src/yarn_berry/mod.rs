//! `yarn.lock` of yarn 2 and later, versions 4 to 10.
//!
//! YAML, printed in yarn's own manner. An entry's key is the list of requests that lead to it; members of the
//! workspace have entries too, which are the importers. `checksum` is that of the zip archive that yarn makes
//! ([`crate::Package::archive_checksum`]), not of the tarball.
//!
//! Read: `read.rs`. Written: `write.rs`, `print.rs`.

mod print;
mod read;
mod write;

pub use print::print;
pub use read::read;
pub use write::write;

use crate::conflict::Shape;
use crate::tree::Node;
use crate::yaml;

/// Parses the text.
///
/// # Errors
/// Syntax errors.
pub fn parse(text: &str) -> Result<Node, crate::Error> {
    yaml::parse(text, 0)
}

/// What is taken from one side of a conflict as it is.
pub const SHAPE: Shape = Shape { is_entry: |path| path.len() == 1, compare: |left, right| left.cmp(right) };

/// The requests of an entry's key.
fn requests_of(key: &str) -> impl Iterator<Item = &str> {
    key.split(',').map(str::trim)
}

/// A request: a range or a tag without a protocol is one of the registry.
fn request(name: &str, specifier: &str) -> String {
    format!("{name}@{}", with_protocol(specifier))
}

/// `npm:^1.0.0` of `^1.0.0`.
fn with_protocol(specifier: &str) -> String {
    let has_protocol = specifier.split_once(':').is_some_and(|(scheme, _)| {
        !scheme.is_empty()
            && scheme.chars().all(|character| character.is_ascii_alphanumeric() || "+-.@".contains(character))
    });
    // `owner/repository` and paths are requests of their own.
    if has_protocol || specifier.contains('/') || specifier.is_empty() {
        specifier.to_string()
    } else {
        format!("npm:{specifier}")
    }
}
