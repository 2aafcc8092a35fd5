//! `exports` and `imports` of a package: the file of a subpath (PACKAGE_EXPORTS_RESOLVE,
//! PACKAGE_IMPORTS_EXPORTS_RESOLVE and PACKAGE_TARGET_RESOLVE of Node's documentation of ES modules).

use crate::error::{ErrorCode, ResolveError, imported_from};
use crate::file_url;
use crate::package_json::PackageJson;
use serde_json::{Map, Value};
use std::path::Path;

/// The meaning of a target string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Target {
    /// An absolute URL path, still percent-encoded.
    UrlPath(String),
    /// A bare specifier, to be resolved from the package (`imports` only).
    Bare(String),
}

/// The context of a resolution in `exports` or `imports`.
pub(crate) struct Subpaths<'a> {
    pub(crate) package: &'a PackageJson,
    pub(crate) conditions: &'a [&'a str],
    /// The importing file; a require through `node_modules` has none.
    pub(crate) importer: Option<&'a Path>,
}

/// The key of `exports` or `imports` that matched.
struct Match<'a> {
    key: &'a str,
    /// What the star matches; `None` for a key without a star.
    star: Option<&'a str>,
    is_imports: bool,
}

/// `null` forbids a subpath, "undefined" continues with the next condition or array element.
enum Found {
    Target(Target),
    Null,
    Undefined,
}

impl Subpaths<'_> {
    /// Resolves `subpath` (`.` or `./…`) in the `exports` of the package.
    pub(crate) fn resolve_exports(&self, subpath: &str) -> Result<Target, ResolveError> {
        let exports = &self.package.exports;
        let found = if self.is_main_sugar(exports)? {
            if subpath == "." {
                let matched = Match { key: ".", star: None, is_imports: false };
                self.resolve_target(exports, &matched)?
            } else {
                Found::Undefined
            }
        } else {
            match exports {
                Value::Object(map) => self.resolve_in(map, subpath, false)?,
                _ => Found::Undefined,
            }
        };
        match found {
            Found::Target(target) => Ok(target),
            Found::Null | Found::Undefined => Err(self.not_exported(subpath)),
        }
    }

    /// Resolves `name` (`#…`) in the `imports` of the package.
    pub(crate) fn resolve_imports(&self, name: &str) -> Result<Target, ResolveError> {
        let found = match &self.package.imports {
            Value::Object(map) => self.resolve_in(map, name, true)?,
            _ => Found::Undefined,
        };
        match found {
            Found::Target(target) => Ok(target),
            Found::Null | Found::Undefined => Err(import_not_defined(name, Some(self.package), self.importer)),
        }
    }

    /// PACKAGE_IMPORTS_EXPORTS_RESOLVE: an exact key, or the most specific one with a star.
    fn resolve_in(&self, map: &Map<String, Value>, name: &str, is_imports: bool) -> Result<Found, ResolveError> {
        if !name.contains('*')
            && (is_imports || !name.ends_with('/'))
            && let Some(target) = map.get(name)
        {
            return self.resolve_target(target, &Match { key: name, star: None, is_imports });
        }
        let candidates = map.iter().filter_map(|(key, target)| Some((key, target, star_of(key, name)?)));
        let best = candidates.min_by(|(first, ..), (second, ..)| by_specificity(first, second));
        match best {
            Some((key, target, star)) => self.resolve_target(target, &Match { key, star: Some(star), is_imports }),
            None => Ok(Found::Undefined),
        }
    }

    fn resolve_target(&self, target: &Value, matched: &Match<'_>) -> Result<Found, ResolveError> {
        match target {
            Value::String(text) => self.resolve_text(text, matched).map(Found::Target),
            Value::Array(targets) => self.resolve_array(targets, matched),
            Value::Object(conditions) => {
                if conditions.keys().any(|key| is_array_index(key)) {
                    return Err(self.invalid_config("\"exports\" cannot contain numeric property keys."));
                }
                for (condition, target) in conditions {
                    if condition == "default" || self.conditions.contains(&condition.as_str()) {
                        let found = self.resolve_target(target, matched)?;
                        if !matches!(found, Found::Undefined) {
                            return Ok(found);
                        }
                    }
                }
                Ok(Found::Undefined)
            }
            Value::Null => Ok(Found::Null),
            _ => Err(self.invalid_target(&target.to_string(), matched)),
        }
    }

    /// The first valid element is used; invalid ones are skipped, except the last, whose error is reported.
    fn resolve_array(&self, targets: &[Value], matched: &Match<'_>) -> Result<Found, ResolveError> {
        let mut last = if targets.is_empty() { Ok(Found::Null) } else { Ok(Found::Undefined) };
        for target in targets {
            match self.resolve_target(target, matched) {
                Ok(Found::Undefined) => {}
                Ok(Found::Null) => last = Ok(Found::Null),
                Err(error) if error.code == ErrorCode::InvalidPackageTarget => last = Err(error),
                decided => return decided,
            }
        }
        last
    }

    fn resolve_text(&self, target: &str, matched: &Match<'_>) -> Result<Target, ResolveError> {
        let Some(inside) = target.strip_prefix("./") else {
            let may_be_bare = matched.is_imports && !target.starts_with("../") && !target.starts_with('/');
            if may_be_bare && file_url::scheme(target).is_none() {
                return Ok(Target::Bare(match matched.star {
                    Some(star) => target.replacen('*', star, 1),
                    None => target.to_owned(),
                }));
            }
            return Err(self.invalid_target(target, matched));
        };
        if has_forbidden_segment(inside) {
            return Err(self.invalid_target(target, matched));
        }
        let url = file_url::path_to_file_url(self.package.directory());
        let directory = url.trim_start_matches("file://").trim_end_matches('/');
        let Some(star) = matched.star else {
            return Ok(Target::UrlPath(format!("{directory}/{inside}")));
        };
        if has_forbidden_segment(star) {
            return Err(self.invalid_subpath(star, matched));
        }
        Ok(Target::UrlPath(format!("{directory}/{}", inside.replace('*', star))))
    }

    /// Whether `exports` is the target of `.` itself, not a map of subpaths.
    fn is_main_sugar(&self, exports: &Value) -> Result<bool, ResolveError> {
        let Value::Object(map) = exports else {
            return Ok(exports.is_string() || exports.is_array());
        };
        let mut keys = map.keys().map(|key| !key.starts_with('.'));
        let Some(first) = keys.next() else {
            return Ok(false);
        };
        if keys.any(|is_condition| is_condition != first) {
            return Err(self.invalid_config(
                "\"exports\" cannot contain some keys starting with '.' and some not. The exports object must \
                 either be an object of package subpath keys or an object of main entry condition name keys only.",
            ));
        }
        Ok(first)
    }

    fn invalid_config(&self, reason: &str) -> ResolveError {
        let base = self.importer.map(file_url::path_to_file_url);
        ResolveError::invalid_config(&self.package.path, base.as_deref(), Some(reason))
    }

    fn not_exported(&self, subpath: &str) -> ResolveError {
        let (path, from) = (self.package.path.display(), imported_from(self.importer));
        let message = if subpath == "." {
            format!("No \"exports\" main defined in {path}{from}")
        } else {
            format!("Package subpath '{subpath}' is not defined by \"exports\" in {path}{from}")
        };
        ResolveError::new(ErrorCode::PackagePathNotExported, message)
    }

    fn invalid_target(&self, target: &str, matched: &Match<'_>) -> ResolveError {
        let (key, field) = (matched.key, if matched.is_imports { "imports" } else { "exports" });
        let path = self.package.path.display();
        let from = imported_from(self.importer);
        let relative = !matched.is_imports && !target.is_empty() && !target.starts_with("./");
        let hint = if relative { "; targets must start with \"./\"" } else { "" };
        let target = Value::from(target);
        let message = if key == "." {
            format!("Invalid \"exports\" main target {target} defined in the package config {path}{from}{hint}")
        } else {
            format!("Invalid \"{field}\" target {target} defined for '{key}' in the package config {path}{from}{hint}")
        };
        ResolveError::new(ErrorCode::InvalidPackageTarget, message)
    }

    fn invalid_subpath(&self, star: &str, matched: &Match<'_>) -> ResolveError {
        let request = matched.key.replacen('*', star, 1);
        let field = if matched.is_imports { "imports" } else { "exports" };
        let path = self.package.path.display();
        let reason = format!(
            "request is not a valid match in pattern \"{}\" for the \"{field}\" resolution of {path}",
            matched.key
        );
        ResolveError::invalid_specifier(&request, &reason, self.importer)
    }
}

/// The error for a `#name` that no `imports` defines.
pub(crate) fn import_not_defined(name: &str, package: Option<&PackageJson>, importer: Option<&Path>) -> ResolveError {
    let package = package.map(|package| format!(" in package {}", package.path.display()));
    let from = imported_from(importer);
    let message = format!("Package import specifier \"{name}\" is not defined{}{from}", package.unwrap_or_default());
    ResolveError::new(ErrorCode::PackageImportNotDefined, message)
}

/// Returns what the star of `key` matches in `name`.
fn star_of<'n>(key: &str, name: &'n str) -> Option<&'n str> {
    let (before, after) = key.split_once('*')?;
    let rest = name.strip_prefix(before)?;
    if after.contains('*') || name.len() < key.len() {
        return None;
    }
    rest.strip_suffix(after)
}

/// PATTERN_KEY_COMPARE: the longer prefix before the star first, then the longer key.
fn by_specificity(first: &str, second: &str) -> std::cmp::Ordering {
    let base = |key: &str| key.find('*').unwrap_or(key.len());
    base(second).cmp(&base(first)).then(second.len().cmp(&first.len()))
}

/// Whether a segment is `.`, `..` or `node_modules`, also when it is percent-encoded.
fn has_forbidden_segment(path: &str) -> bool {
    path.split(['/', '\\']).any(|segment| {
        let decoded = file_url::percent_decode(segment).unwrap_or_else(|_| segment.to_owned());
        matches!(decoded.to_ascii_lowercase().as_str(), "." | ".." | "node_modules")
    })
}

/// Whether `key` is an array index: objects would list such keys first, whatever order they are written in.
fn is_array_index(key: &str) -> bool {
    key.parse::<u32>().is_ok_and(|index| index != u32::MAX && index.to_string() == key)
}
