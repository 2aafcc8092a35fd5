//! Values of flags that only some sources would show to be wrong.

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

/// Years and names that follow `es`.
const VERSIONS: std::ops::RangeInclusive<u32> = 2015..=2026;
const OLD_VERSIONS: &[&str] = &["es5", "es6", "esnext"];
/// Names of engines, which a version follows.
const ENGINES: &[&str] = &[
    "android",
    "chrome",
    "deno",
    "edge",
    "electron",
    "firefox",
    "hermes",
    "ie",
    "ios",
    "node",
    "opera",
    "opera_mobile",
    "rhino",
    "safari",
    "samsung",
];

/// Whether a value of `--target` is a version of the language or of an engine.
pub(super) fn is_engine(value: &str) -> bool {
    if OLD_VERSIONS.contains(&value) {
        return true;
    }
    if let Some(year) = value.strip_prefix("es") {
        return year.parse().is_ok_and(|year| VERSIONS.contains(&year));
    }
    let name = value.trim_end_matches(|character: char| character.is_ascii_digit() || character == '.');
    ENGINES.contains(&name) && value[name.len()..].starts_with(|character: char| character.is_ascii_digit())
}

/// Checks what `--define` replaces, and by what: both are read as source code.
///
/// # Errors
/// A message for the user.
pub(super) fn check_definition(name: &str, value: &str) -> Result<(), String> {
    if !name.split('.').all(is_identifier) {
        return Err(format!("--define: \"{name}\" is not an identifier, nor members of one"));
    }
    let allocator = Allocator::default();
    // In parentheses an object is no block.
    let expression = format!("({value}\n)");
    let is_expression =
        !value.trim().is_empty() && Parser::new(&allocator, &expression, SourceType::mjs()).parse_expression().is_ok();
    if !is_expression {
        return Err(format!("--define: the value of \"{name}\" is not an expression: \"{value}\""));
    }
    Ok(())
}

/// Checks the variable of `--global-name`, which may be a member.
///
/// # Errors
/// A message for the user.
pub(super) fn check_global_name(name: &str) -> Result<(), String> {
    match name.split('.').all(is_identifier) {
        true => Ok(()),
        false => Err(format!("--global-name is \"{name}\"; it can be an identifier, or members of one")),
    }
}

/// Checks a template of names.
///
/// # Errors
/// A message for the user: a part that is not known, or a path that leaves the folder of the outputs.
pub(super) fn check_template(flag: &str, template: &str, parts: &[&str]) -> Result<(), String> {
    let mut rest = template;
    while let Some((_, after)) = rest.split_once('[') {
        let Some((part, behind)) = after.split_once(']') else { break };
        // `[hash:8]` has a length.
        let name = part.split(':').next().unwrap_or(part);
        if !parts.contains(&name) {
            let known: Vec<String> = parts.iter().map(|part| format!("[{part}]")).collect();
            return Err(format!("{flag} has no \"[{part}]\"; it can have {}", known.join(", ")));
        }
        rest = behind;
    }
    if template.starts_with('/') || template.split('/').any(|part| part == "..") {
        return Err(format!("{flag} is \"{template}\", which is not in the folder of the outputs"));
    }
    Ok(())
}

fn is_identifier(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(oxc_syntax::identifier::is_identifier_start)
        && characters.all(oxc_syntax::identifier::is_identifier_part)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_of_the_language_and_of_engines_are_known() {
        for value in ["es5", "es2020", "esnext", "chrome90", "safari15.4", "ios12"] {
            assert!(is_engine(value), "{value}");
        }
        for value in ["es1", "es2099", "es", "chrome", "moon1", "90"] {
            assert!(!is_engine(value), "{value}");
        }
    }

    #[test]
    fn definitions_are_names_and_expressions() {
        for (name, value) in [("A", "1"), ("process.env.NODE_ENV", "\"a\""), ("a", "{}"), ("a", "b.c // why")] {
            assert_eq!(check_definition(name, value), Ok(()), "{name}={value}");
        }
        for (name, value) in [("A", ""), ("A", "{"), ("1A", "1"), ("a..b", "1"), ("A", "1; 2")] {
            assert!(check_definition(name, value).is_err(), "{name}={value}");
        }
    }

    #[test]
    fn templates_have_known_parts_and_stay_inside() {
        let check = |template| check_template("--entry-names", template, &["dir", "name", "hash", "ext"]);
        assert_eq!(check("[dir]/[name]-[hash:8].[ext]"), Ok(()));
        assert_eq!(check("[x]").unwrap_err(), "--entry-names has no \"[x]\"; it can have [dir], [name], [hash], [ext]");
        assert!(check("../[name]").is_err() && check("/a").is_err());
    }
}
