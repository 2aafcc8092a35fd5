//! What classes compose from other sheets. Lightning CSS leaves out what the other sheet does not have, and says nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use lightningcss::bundler::SourceProvider;
use lightningcss::css_modules::Config;
use lightningcss::dependencies::Location;
use lightningcss::properties::Property;
use lightningcss::properties::css_modules::Specifier;
use lightningcss::rules::CssRule;
use lightningcss::stylesheet::{ParserOptions, PrinterOptions, StyleSheet};

use crate::Files;

/// A name that a sheet composes from another one.
struct Composed<'r> {
    name: &'r str,
    /// The index of the sheet that composes it, and the place there.
    by: u32,
    place: Location,
    /// The index of the sheet that it is of.
    of: u32,
}

/// Checks that the sheets of a bundle have what others compose from them.
///
/// # Errors
/// The first name that is missing, with its place.
pub(crate) fn check(sheet: &StyleSheet<'_>, files: &Files<'_>) -> Result<(), String> {
    let mut composed = Vec::new();
    collect(&sheet.rules.0, &mut composed);
    let path_of = |index: u32| sheet.sources.get(index as usize).map_or("", String::as_str);
    let mut known: BTreeMap<u32, BTreeSet<String>> = BTreeMap::new();
    for Composed { name, by, place, of } in composed {
        let names = known.entry(of).or_insert_with(|| names_of(path_of(of), files));
        if !names.contains(name) {
            let file = Path::new(path_of(of)).file_name().unwrap_or_default().to_string_lossy();
            let (path, line, column) = (path_of(by), place.line, place.column);
            return Err(format!(
                "the class \"{name}\", which is composed, is not in \"{file}\" at {path}:{line}:{column}"
            ));
        }
    }
    Ok(())
}

fn collect<'r>(rules: &'r [CssRule<'_>], found: &mut Vec<Composed<'r>>) {
    for rule in rules {
        match rule {
            CssRule::Style(style) => {
                let declared = style.declarations.declarations.iter().chain(&style.declarations.important_declarations);
                for property in declared {
                    let Property::Composes(composes) = property else { continue };
                    let Some(Specifier::SourceIndex(of)) = composes.from else { continue };
                    let names = composes.names.iter().map(|name| name.0.as_ref());
                    let (by, place) = (style.loc.source_index, composes.loc);
                    found.extend(names.map(|name| Composed { name, by, place, of }));
                }
            }
            CssRule::Media(media) => collect(&media.rules.0, found),
            CssRule::Supports(supports) => collect(&supports.rules.0, found),
            CssRule::LayerBlock(block) => collect(&block.rules.0, found),
            _ => {}
        }
    }
}

/// The local names of a sheet.
fn names_of(path: &str, files: &Files<'_>) -> BTreeSet<String> {
    let Ok(source) = files.read(Path::new(path)) else { return BTreeSet::new() };
    let options = ParserOptions { css_modules: Some(Config::default()), ..ParserOptions::default() };
    let parsed = StyleSheet::parse(source, options).ok();
    let printed = parsed.and_then(|sheet| sheet.to_css(PrinterOptions::default()).ok());
    printed.and_then(|printed| printed.exports).map(|exports| exports.into_keys().collect()).unwrap_or_default()
}
