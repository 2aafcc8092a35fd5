//! Reads `tests/package_tests/<package>/suite.toml`: where the tests of a package are and how they run.

use std::path::Path;
use toml_edit::{DocumentMut, Item};

/// A package and how its own tests run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Suite {
    /// The name of the package, and of the folder with the requirements of its tests.
    pub name: String,
    /// The repository and the version, for a package that is published without its tests.
    pub repository: Option<(String, String)>,
    /// The package's folder in its repository, when it is not the repository itself.
    pub subfolder: String,
    /// The folder of the tests in the package.
    pub folder: String,
    /// Arguments before the file: a program of the packages and its arguments, or flags of the runtime. Empty when each
    /// file runs by itself.
    pub runner: Vec<String>,
    /// The suffix of a test file's name.
    pub suffix: String,
    /// Whether the files must run one at a time, because they listen on fixed ports.
    pub is_serial: bool,
    /// Folders of the package that are built and not in its repository, copied from the npm package.
    pub published: Vec<String>,
    /// A command that runs once in the package's folder, before its tests.
    pub prepare: Vec<String>,
    /// Environment variables.
    pub environment: Vec<(String, String)>,
    /// Name prefixes of files that do not run, each with the reason.
    pub left_out: Vec<(String, String)>,
}

/// Parses one file. `name` is the folder's.
pub fn read(name: &str, text: &str) -> Result<Suite, String> {
    let document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let mut suite =
        Suite { name: name.to_string(), folder: "test".to_string(), suffix: ".js".to_string(), ..Suite::default() };
    let (mut repository, mut version) = (None, None);
    for (key, item) in document.iter() {
        match key {
            "repository" => repository = Some(text_of(key, item)?),
            "version" => version = Some(text_of(key, item)?),
            "subfolder" => suite.subfolder = text_of(key, item)?,
            "folder" => suite.folder = text_of(key, item)?,
            "runner" => suite.runner = texts(key, item)?,
            "suffix" => suite.suffix = text_of(key, item)?,
            "published" => suite.published = texts(key, item)?,
            "serial" => suite.is_serial = item.as_bool().ok_or("\"serial\" must be true or false")?,
            "prepare" => suite.prepare = texts(key, item)?,
            "environment" => suite.environment = pairs(key, item)?,
            "left_out" => suite.left_out = pairs(key, item)?,
            other => return Err(format!("\"{other}\" is not a key of a suite")),
        }
    }
    suite.repository = match (repository, version) {
        (Some(repository), Some(version)) => Some((repository, version)),
        (None, None) => None,
        _ => return Err("\"repository\" and \"version\" go together".to_string()),
    };
    Ok(suite)
}

/// Reads every suite below the folder, sorted by name.
pub fn read_all(folder: &Path) -> Result<Vec<Suite>, String> {
    let explain = |error: std::io::Error| format!("cannot read {}: {error}", folder.display());
    let mut suites = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(explain)? {
        let entry = entry.map_err(explain)?;
        let file = entry.path().join("suite.toml");
        if !entry.path().is_dir() {
            continue;
        }
        let text =
            std::fs::read_to_string(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        suites.push(
            read(&entry.file_name().to_string_lossy(), &text)
                .map_err(|error| format!("{}: {error}", file.display()))?,
        );
    }
    suites.sort_by(|left, right| left.name.cmp(&right.name));
    Ok(suites)
}

fn text_of(key: &str, item: &Item) -> Result<String, String> {
    item.as_str().map(str::to_string).ok_or_else(|| format!("\"{key}\" must be text"))
}

fn texts(key: &str, item: &Item) -> Result<Vec<String>, String> {
    let values = item.as_array().ok_or_else(|| format!("\"{key}\" must be a list"))?.iter();
    values
        .map(|value| value.as_str().map(str::to_string).ok_or_else(|| format!("\"{key}\" must hold text only")))
        .collect()
}

fn pairs(key: &str, item: &Item) -> Result<Vec<(String, String)>, String> {
    let table = item.as_table_like().ok_or_else(|| format!("\"{key}\" must be a table"))?;
    table.iter().map(|(name, item)| Ok((name.to_string(), text_of(name, item)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_suite_is_read() {
        let suite = read("a", "repository = \"https://a.example/a\"\nversion = \"v1\"\nrunner = [\"mocha/bin/mocha.js\", \"--exit\"]\n[environment]\nNODE_ENV = \"test\"\n[left_out]\n\"support/\" = \"not tests\"\n").expect("valid");
        assert_eq!(suite.repository, Some(("https://a.example/a".to_string(), "v1".to_string())));
        assert_eq!((suite.name.as_str(), suite.folder.as_str(), suite.suffix.as_str()), ("a", "test", ".js"));
        assert_eq!(suite.runner, ["mocha/bin/mocha.js", "--exit"]);
        assert_eq!(suite.environment, [("NODE_ENV".to_string(), "test".to_string())]);
        assert_eq!(suite.left_out, [("support/".to_string(), "not tests".to_string())]);
    }

    #[test]
    fn a_misspelt_key_and_a_repository_without_a_version_are_refused() {
        assert!(read("a", "suffixes = \".js\"\n").expect_err("misspelt").contains("\"suffixes\""));
        assert!(read("a", "repository = \"https://a.example/a\"\n").expect_err("no version").contains("go together"));
        assert!(read("a", "runner = \"mocha\"\n").expect_err("no list").contains("\"runner\""));
    }
}
