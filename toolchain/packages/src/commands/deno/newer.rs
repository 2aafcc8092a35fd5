//! `outdated` and `update` of the `imports` of `deno.json`.

use super::{DenoProject, Wanted, import_options, report, version_of_npm};
use crate::error::{Error, Result};
use crate::files;
use crate::imports::config_text::{imports, set_import};
use crate::imports::{DenoLock, Imports};
use crate::install::{Options, session_for};
use crate::registry::Registry;
use crate::semver::Version;
use brio_command_flags::Arguments;
use serde_json::{Map, Value, json};

/// An import of a package, with the versions that it could have.
struct Versions {
    wanted: Wanted,
    current: String,
    /// The newest in its range.
    newest: String,
    latest: String,
}

impl DenoProject {
    /// Shows the imports that have newer versions.
    ///
    /// # Errors
    /// Those of the registries and of files.
    pub fn outdated(&self, arguments: &Arguments, options: &Options) -> Result<i32> {
        let all = self.versions(&self.read()?, &arguments.words, options)?;
        let rows: Vec<&Versions> = all.iter().filter(|one| one.current != one.latest).collect();
        if arguments.has("--json") {
            let of = |one: &&Versions| {
                let entry = json!({"current": one.current, "wanted": one.newest, "latest": one.latest});
                (one.wanted.alias.clone(), entry)
            };
            println!("{:#}", Value::Object(rows.iter().map(of).collect::<Map<String, Value>>()));
            return Ok(0);
        }
        let names: Vec<String> = rows.iter().map(|one| format!("{}:{}", one.wanted.scheme, one.wanted.name)).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0).max(7);
        if !rows.is_empty() {
            println!("{:<width$}  {:<14} {:<14} Latest", "Package", "Current", "Update");
        }
        for (name, one) in names.iter().zip(&rows) {
            say!("{name:<width$}  {:<14} {:<14} {}", one.current, one.newest, one.latest);
        }
        // As Deno, which has no exit code for it.
        Ok(0)
    }

    /// Takes newer versions, with `--latest` beyond their ranges. An operator stays.
    ///
    /// # Errors
    /// `ENOTDEPENDENCY` for an unknown name; those of the registries; the configuration is then as it was.
    pub fn update(&self, arguments: &Arguments, options: &Options) -> Result<i32> {
        let before = self.read()?;
        let (mut text, mut saved) = (before.clone(), Vec::new());
        for one in self.versions(&before, &arguments.words, options)? {
            let version = if arguments.has("--latest") { &one.latest } else { &one.newest };
            let target = one.wanted.saved(version, options.is_exact);
            if *version != one.current && Version::parse(version).is_some() {
                text = set_import(&text, &one.wanted.alias, &target).ok_or_else(|| self.unreadable())?;
                saved.push(format!("{}:{}@{version}", one.wanted.scheme, one.wanted.name));
            }
        }
        if !options.is_dry && text != before {
            files::replace(&self.config, text.as_bytes())?;
            if let Err(error) = Imports::new(import_options(options)).fetch_all(&self.config) {
                files::replace(&self.config, before.as_bytes())?;
                return Err(error);
            }
        }
        report(arguments, &saved, &[], imports(&text).len(), options.is_dry);
        Ok(0)
    }

    fn versions(&self, text: &str, words: &[String], options: &Options) -> Result<Vec<Versions>> {
        let all = imports(text);
        let is_known = |word: &&String| all.iter().any(|(name, _)| name == *word);
        if let Some(unknown) = words.iter().find(|word| !is_known(word)) {
            let message = format!("{unknown} is not an import of {}", self.config.display());
            return Err(Error::new("ENOTDEPENDENCY", message).with_hint("`brio add` adds it"));
        }
        let registry = Registry::new(session_for(self.root(), options)?);
        let fetches = Imports::new(import_options(options));
        let lock = DenoLock::open(self.root(), "npm", &import_options(options))?;
        let mut found = Vec::new();
        for (alias, target) in all.iter().filter(|(name, _)| words.is_empty() || words.contains(name)) {
            let is_package = target.starts_with("npm:") || target.starts_with("jsr:");
            // The path in a package belongs to the import alone.
            let Ok(mut wanted) = Wanted::parse(target) else { continue };
            if !is_package || wanted.range.contains('/') {
                continue;
            }
            wanted.alias.clone_from(alias);
            let any =
                Wanted { range: String::new(), alias: alias.clone(), scheme: wanted.scheme, name: wanted.name.clone() };
            let version = |one: &Wanted| match one.scheme {
                "jsr" => fetches.newest_of_jsr(&self.config, &one.name, &one.range),
                _ => version_of_npm(&registry, one),
            };
            let (newest, latest) = (version(&wanted)?, version(&any)?);
            let request = target.replacen(":/", ":", 1);
            let current = lock.version_of(&request).unwrap_or_else(|| exact(&wanted.range).unwrap_or(newest.clone()));
            found.push(Versions { wanted, current, newest, latest });
        }
        Ok(found)
    }
}

fn exact(range: &str) -> Option<String> {
    let plain = range.trim_start_matches(['^', '~', 'v', '=']);
    Version::parse(plain).map(|_| plain.to_string())
}
