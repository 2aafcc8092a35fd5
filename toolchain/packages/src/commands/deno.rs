//! `add`, `remove`, `install`, `outdated` and `update` in a program of Deno: its dependencies are the `imports` of `deno.json`, and what they
//! lead to is in the user's cache. A folder with a `package.json`, too, has its packages of npm there.

mod newer;

use super::usage;
use crate::error::{Error, Result};
use crate::files;
use crate::imports::config_text::{imports, remove_import, set_import};
use crate::imports::{ImportOptions, Imports};
use crate::install::{Options, session_for};
use crate::registry::Registry;
use crate::semver::Version;
use crate::session::Reach;
use crate::spec::Spec;
use brio_command_flags::Arguments;
use brio_resolver::deno;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The configuration of a program of Deno.
pub struct DenoProject {
    config: PathBuf,
    /// It has no `package.json`.
    pub is_alone: bool,
}

/// The program of Deno that a folder belongs to.
pub fn project(folder: &Path) -> Option<DenoProject> {
    let config_in = |folder: &Path| {
        ["deno.json", "deno.jsonc"].map(|name| folder.join(name)).into_iter().find(|path| path.is_file())
    };
    folder.ancestors().find_map(|folder| {
        let has_package = folder.join("package.json").is_file();
        match config_in(folder) {
            Some(config) => Some(Some(DenoProject { config, is_alone: !has_package })),
            None => has_package.then_some(None),
        }
    })?
}

/// A package that is named on the command line.
struct Wanted {
    alias: String,
    /// `npm` or `jsr`.
    scheme: &'static str,
    name: String,
    range: String,
}

impl Wanted {
    /// `name`, `npm:name@range`, `jsr:@scope/name`, `alias@npm:name`.
    fn parse(argument: &str) -> Result<Self> {
        let (alias, rest) = match ["@npm:", "@jsr:"].iter().find_map(|mark| argument.find(mark)) {
            Some(at) if at > 0 => (&argument[..at], &argument[at + 1..]),
            _ => ("", argument),
        };
        let (scheme, package) = match (rest.strip_prefix("npm:"), rest.strip_prefix("jsr:")) {
            (Some(package), _) => ("npm", package),
            (_, Some(package)) => ("jsr", package),
            _ => ("npm", rest),
        };
        let package = package.trim_start_matches('/');
        let at = package.get(1..).and_then(|rest| rest.find('@')).map(|index| index + 1);
        let (name, range) = at.map_or((package, ""), |at| (&package[..at], &package[at + 1..]));
        let is_path =
            name.starts_with('.') || package.contains("://") || (name.contains('/') && !name.starts_with('@'));
        if name.is_empty() || is_path || scheme == "jsr" && !(name.starts_with('@') && name.contains('/')) {
            return Err(usage(&format!("{argument:?} is not a package specifier of npm or JSR"))
                .with_hint("`brio add npm:NAME@RANGE` and `brio add jsr:@SCOPE/NAME@RANGE` add to deno.json"));
        }
        let alias = if alias.is_empty() { name } else { alias };
        Ok(Self { alias: alias.to_string(), scheme, name: name.to_string(), range: range.to_string() })
    }

    /// The range to save, as Deno does.
    fn saved(&self, version: &str, is_exact: bool) -> String {
        let is_version = Version::parse(&self.range).is_some() && !self.range.starts_with(['v', '=']);
        let operator = match self.range.chars().next() {
            _ if is_exact || is_version => "",
            Some('~') => "~",
            _ => "^",
        };
        format!("{}:{}@{operator}{version}", self.scheme, self.name)
    }
}

impl DenoProject {
    fn root(&self) -> &Path {
        self.config.parent().unwrap_or(Path::new("/"))
    }

    fn read(&self) -> Result<String> {
        std::fs::read_to_string(&self.config).map_err(|error| Error::of_file(&error, "read", &self.config))
    }

    /// Adds packages to `imports`, and fetches what is there.
    ///
    /// # Errors
    /// Those of the registries and of files; the configuration is then as it was.
    pub fn add(&self, words: &[String], arguments: &Arguments, options: &Options) -> Result<i32> {
        let wanted = words.iter().map(|word| Wanted::parse(word)).collect::<Result<Vec<_>>>()?;
        let fetches = Imports::new(import_options(options));
        let registry = Registry::new(session_for(self.root(), options)?);
        let before = self.read()?;
        let mut text = before.clone();
        let mut saved = Vec::new();
        for one in &wanted {
            let version = match one.scheme {
                "jsr" => fetches.newest_of_jsr(&self.config, &one.name, &one.range)?,
                _ => version_of_npm(&registry, one)?,
            };
            let target = one.saved(&version, options.is_exact);
            text = set_import(&text, &one.alias, &target).ok_or_else(|| self.unreadable())?;
            saved.push(format!("{}:{}@{version}", one.scheme, one.name));
        }
        if options.is_dry {
            report(arguments, &saved, &[], imports(&text).len(), true);
            return Ok(0);
        }
        files::replace(&self.config, text.as_bytes())?;
        if let Err(error) = fetches.fetch_all(&self.config) {
            files::replace(&self.config, before.as_bytes())?;
            return Err(error);
        }
        report(arguments, &saved, &[], imports(&text).len(), false);
        Ok(0)
    }

    /// Removes imports by their names.
    ///
    /// # Errors
    /// `ENOTDEPENDENCY`; the configuration is then as it was.
    pub fn remove(&self, words: &[String], arguments: &Arguments, options: &Options) -> Result<i32> {
        let mut text = self.read()?;
        for word in words {
            text = remove_import(&text, word).ok_or_else(|| {
                let names: Vec<String> = imports(&text).into_iter().map(|(name, _)| name).collect();
                Error::new("ENOTDEPENDENCY", format!("{word} is not an import of {}", self.config.display()))
                    .with_hint(format!("its imports are {}", names.join(", ")))
            })?;
        }
        if !options.is_dry {
            files::replace(&self.config, text.as_bytes())?;
            Imports::new(import_options(options)).fetch_all(&self.config)?;
        }
        report(arguments, &[], words, imports(&text).len(), options.is_dry);
        Ok(0)
    }

    /// Fetches what `imports` name.
    ///
    /// # Errors
    /// Those of the registries and of files.
    pub fn install(&self, arguments: &Arguments, options: &Options) -> Result<i32> {
        let fetches = Imports::new(import_options(options));
        let mut total = 0;
        for config in self.of_workspace() {
            let text = std::fs::read_to_string(&config).map_err(|error| Error::of_file(&error, "read", &config))?;
            total += imports(&text).len();
            if !options.is_dry {
                fetches.fetch_all(&config)?;
            }
        }
        report(arguments, &[], &[], total, options.is_dry);
        Ok(0)
    }

    /// The configurations of the workspace, that of its root first; of a project without one its own.
    fn of_workspace(&self) -> Vec<PathBuf> {
        let root = deno::workspace_of(self.root());
        let first = root.as_deref().and_then(deno::config_file).unwrap_or_else(|| self.config.clone());
        let folder = first.parent().unwrap_or(Path::new("/"));
        let members = deno::workspace_members(folder).into_iter().filter_map(|member| deno::config_file(&member));
        std::iter::once(first.clone()).chain(members).collect()
    }

    fn unreadable(&self) -> Error {
        Error::new("EJSONPARSE", format!("{} is not an object", self.config.display()))
    }
}

fn import_options(options: &Options) -> ImportOptions {
    ImportOptions {
        is_cached_only: options.reach == Reach::Offline,
        minimum_age_days: options.minimum_age_days,
        is_frozen: options.is_frozen,
        without_lock: options.without_lockfile,
        ..ImportOptions::default()
    }
}

fn version_of_npm(registry: &Registry, wanted: &Wanted) -> Result<String> {
    let range = if wanted.range.is_empty() { "latest" } else { &wanted.range };
    let spec = Spec::parse(&wanted.name, range, Path::new("/"))?;
    Ok(Arc::clone(&registry.manifest(&spec)?).version.clone())
}

fn report(arguments: &Arguments, saved: &[String], removed: &[String], total: usize, is_dry: bool) {
    if arguments.has("--json") {
        println!("{:#}", serde_json::json!({"saved": saved, "removed": removed, "total": total, "dryRun": is_dry}));
    } else if !arguments.has("--quiet") {
        saved.iter().for_each(|one| println!("+ {one}"));
        removed.iter().for_each(|one| println!("- {one}"));
        let would = if is_dry { " would be" } else { "" };
        println!("{total} imports{would} in deno.json");
    }
}
