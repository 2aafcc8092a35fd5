//! What is added to the report of an export that does not exist: the one that is probably meant, or those that exist.

use std::path::Path;

use crate::single;

/// Names with a higher similarity (0 to 1) are suggested.
const NEAR: f64 = 0.7;
/// More exports than this are not listed.
const LISTED_MAX: usize = 6;

/// The hint for a message of the form `"name" is not exported by "file".` None when there is nothing to say.
pub(crate) fn hint(message: &str, directory: &Path) -> Option<String> {
    let (name, rest) = message.strip_prefix('"')?.split_once("\" is not exported by \"")?;
    let (file, _) = rest.split_once('"')?;
    let source = std::fs::read_to_string(directory.join(file)).ok()?;
    let exports = single::exports_of(&source, file);
    let near = exports.iter().map(|other| (strsim::jaro_winkler(name, other), other));
    let best = near.filter(|(score, _)| *score > NEAR).max_by(|left, right| left.0.total_cmp(&right.0));
    match best {
        Some((_, best)) => Some(format!("did you mean \"{best}\"?")),
        // What `export *` of another module adds is not known here.
        None if source.contains("export *") => None,
        None if exports.is_empty() => Some("it has no exports".to_owned()),
        None if exports.len() > LISTED_MAX => None,
        None => {
            let quoted: Vec<String> = exports.iter().map(|name| format!("\"{name}\"")).collect();
            Some(format!("it exports {}", quoted.join(", ")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hint_for(name: &str, source: &str) -> Option<String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("b.ts"), source).expect("it can be written");
        hint(&format!("\"{name}\" is not exported by \"b.ts\"."), folder.path())
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        let source = "export const greeting = 1, other = 2; export function greet() {}";
        assert_eq!(hint_for("greetings", source).as_deref(), Some("did you mean \"greeting\"?"));
        assert_eq!(hint_for("x", source).as_deref(), Some("it exports \"greeting\", \"other\", \"greet\""));
        assert_eq!(hint_for("x", "1").as_deref(), Some("it has no exports"));
        assert_eq!(hint("another message", Path::new("/")), None);
    }
}
