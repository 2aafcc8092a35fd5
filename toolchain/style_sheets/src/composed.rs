//! The classes that `composes` names: each must be in the sheet that it is from.
//! https://github.com/css-modules/css-modules/blob/master/docs/composition.md

use std::path::Path;

use lightningcss::bundler::SourceProvider;
use lightningcss::properties::Property;
use lightningcss::properties::css_modules::{Composes, Specifier};
use lightningcss::rules::CssRule;
use lightningcss::rules::style::StyleRule;
use lightningcss::selector::Component;
use lightningcss::stylesheet::StyleSheet;

use crate::Files;

/// Looks for each composed class in the source of its sheet. Only rules of the top level can compose.
///
/// # Errors
/// A class that its sheet does not mention, with the place where it is composed.
pub(crate) fn check(sheet: &StyleSheet<'_>, files: &Files<'_>) -> Result<(), String> {
    for rule in &sheet.rules.0 {
        let CssRule::Style(rule) = rule else { continue };
        for property in &rule.declarations.declarations {
            if let (Property::Composes(composes), Some(class)) = (property, class_of(rule)) {
                check_one(composes, class, rule.loc.source_index, &sheet.sources, files)?;
            }
        }
    }
    Ok(())
}

fn check_one(
    composes: &Composes<'_>,
    class: &str,
    own: u32,
    sources: &[String],
    files: &Files<'_>,
) -> Result<(), String> {
    let from = match composes.from {
        None => own,
        Some(Specifier::SourceIndex(index)) => index,
        Some(Specifier::Global | Specifier::File(_)) => return Ok(()),
    };
    let (Some(path), Some(own)) = (sources.get(from as usize), sources.get(own as usize)) else { return Ok(()) };
    let Ok(source) = files.read(Path::new(path)) else { return Ok(()) };
    match composes.names.iter().find(|name| !mentions(source, &name.0)) {
        None => Ok(()),
        Some(missing) => {
            let file = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
            let missing = &missing.0;
            let (line, column) = (composes.loc.line, composes.loc.column);
            Err(format!(
                "the class \"{missing}\", which \"{class}\" composes, is not in \"{file}\" at {own}:{line}:{column}"
            ))
        }
    }
}

/// The class that is the selector of a rule. None for another selector, which Lightning CSS refuses.
fn class_of<'r>(rule: &'r StyleRule<'_>) -> Option<&'r str> {
    let selector = rule.selectors.0.first()?;
    selector.iter_raw_match_order().find_map(|component| match component {
        Component::Class(name) => Some(&*name.0),
        _ => None,
    })
}

/// Whether a source has a class anywhere in its selectors. One with escapes may have any.
fn mentions(source: &str, class: &str) -> bool {
    let selector = format!(".{class}");
    let ends = |rest: &str| {
        let next = rest.chars().next();
        next.is_none_or(|next| !(next.is_alphanumeric() || matches!(next, '-' | '_') || !next.is_ascii()))
    };
    source.contains('\\') || source.match_indices(&selector).any(|(at, _)| ends(&source[at + selector.len()..]))
}

#[cfg(test)]
mod tests {
    use super::mentions;

    #[test]
    fn a_class_ends_where_its_name_does() {
        assert!(mentions(".a:is(.b) { top: 0 }", "b"));
        assert!(!mentions(".ab, .b-c, .bé { top: 0 }", "b"));
        assert!(mentions(r".\62 { top: 0 }", "b"), "an escape");
    }
}
