//! Packages of git repositories that are built before they are packed: their script `prepare` runs after what they are
//! developed with is installed. It is a foreign program, so it runs for trusted packages only, in the jail of install
//! scripts.

use crate::error::{Error, Result};
use crate::git::is_same_repository;
use crate::install::{Options, install};
use crate::jail;
use crate::manifest::Manifest;
use crate::project::Project;
use crate::run;
use crate::scripts::Trust;
use crate::spec::{Repository, Source, Spec};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Which commits a project lets prepare themselves.
#[derive(Debug)]
pub struct Preparing {
    /// The project's folder, whose settings count.
    pub folder: PathBuf,
    trust: Trust,
    /// The repositories that manifests of the user name: trust in a name means these.
    own: Vec<Repository>,
}

impl Preparing {
    /// Reads what the project trusts. `manifests`: those of the user; `added`: what the command adds to them.
    pub fn new(project: &Project, trust: Trust, manifests: &[Arc<Manifest>], added: &[String]) -> Self {
        let of_spec = |spec: Spec| match &spec.target().source {
            Source::Git(repository) => Some(repository.clone()),
            _ => None,
        };
        let specs = added.iter().filter_map(|argument| Spec::of_argument(argument, &project.folder).ok());
        let mut own: Vec<Repository> = specs.filter_map(of_spec).collect();
        for manifest in manifests {
            let lists = [&manifest.dependencies, &manifest.optional, &manifest.development];
            let specs =
                lists.into_iter().flatten().filter_map(|(name, raw)| Spec::parse(name, raw, &project.folder).ok());
            own.extend(specs.filter_map(of_spec));
        }
        Self { folder: project.folder.clone(), trust, own }
    }

    /// Whether the package of a commit may run its script. `address`: the repository, with the commit.
    pub fn allows(&self, name: &str, version: &str, address: &str) -> bool {
        let (repository, _) = address.rsplit_once('#').unwrap_or((address, ""));
        let is_own = self.own.iter().any(|own| is_same_repository(repository, own));
        self.trust.allows_origin(name, version, (!is_own).then_some(address))
    }
}

/// Installs what a package is developed with, and runs its script in the jail. `project`: the one that trusts it.
///
/// # Errors
/// Those of the installation, and `ESCRIPT` when the script fails.
pub fn run(package: &Project, project: &Path) -> Result<()> {
    let manifest = package.manifest();
    let name = format!("{}@{}", manifest.name, manifest.version);
    // Not the settings of the repository: they could send the user's tokens elsewhere.
    let settings_from = Some(project.to_path_buf());
    let options = Options {
        is_quiet: true,
        without_scripts: true,
        without_saving: true,
        force: true,
        settings_from,
        ..Options::default()
    };
    install(&package.folder, options).map_err(|error| error.while_doing(format!("what {name} is developed with")))?;
    let exceptions = jail::exceptions_of(project, &manifest.name);
    for stage in ["preprepare", "prepare", "postprepare"] {
        let Some(command) = manifest.scripts.get(stage) else { continue };
        let script = run::Script {
            manifest: package,
            stage,
            command,
            arguments: &[],
            start_folder: &package.folder,
            is_captured: true,
            tools: None,
            of_deno: None,
        };
        let outcome = jail::run_script(&script, &package.folder, exceptions)?;
        if outcome.code != 0 {
            let output = outcome.output.trim_end();
            let message =
                format!("the script \"{stage}\" of {name} failed with code {}: {command}\n{output}", outcome.code);
            let hint = jail::hint(&manifest.name, exceptions, &outcome.output);
            return Err(Error::new("ESCRIPT", message).with_hint(hint));
        }
    }
    Ok(())
}
