//! Adds to a graph what it lacks: dependencies of the manifests first, then those of new packages. A version that is there
//! already is taken before a newer one, unless the command names the package.

use super::extensions::{Extended, Extensions};
use super::manifest_entries::{dependencies_of, metadata_of};
use super::replacements::{Replacements, accepts};
use super::{frozen_error, importer_of};
use crate::error::Result;
use crate::install::{Context, manager_version};
use crate::lock::relative;
use crate::manifest::Manifest;
use crate::semver::{Range, Version};
use crate::spec::{Source, Spec};
use crate::tree::Sources;
use brio_lockfile::{
    Dependency, DependencyKind, Format, Graph, Importer, Metadata, Package, PackageId, Resolution, Value,
};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The work of one command.
pub struct Resolver<'a> {
    pub context: &'a Context,
    format: Format,
    pub graph: Graph,
    pub changes: Vec<String>,
    by_name: FxHashMap<String, Vec<PackageId>>,
    replacements: Replacements,
    /// Names that are taken in their newest version.
    explicit: &'a [String],
    pub open: VecDeque<PackageId>,
    /// Names of packages for which other rules count than those that the lockfile was made with.
    replaced_anew: Vec<String>,
    /// The addresses of the old file begin with this instead of the registry's own address.
    mirror: Option<String>,
    pub extensions: Extensions,
    pub extended: Vec<Extended>,
}

impl<'a> Resolver<'a> {
    pub fn new(context: &'a Context, format: Format, graph: Graph, explicit: &'a [String]) -> Self {
        let mut by_name: FxHashMap<String, Vec<PackageId>> = FxHashMap::default();
        for (id, package) in &graph.packages {
            by_name.entry(package.name.clone()).or_default().push(*id);
        }
        let of_yarn = "https://registry.yarnpkg.com/";
        let is_of_yarn = |package: &Package| matches!(&package.resolution, Resolution::Registry { tarball: Some(address), .. } if address.starts_with(of_yarn));
        // A new file has yarn's own address of the registry.
        let is_new = format == Format::YarnClassic && graph.packages.is_empty();
        let mirror = (is_new || graph.packages.values().any(is_of_yarn)).then(|| of_yarn.to_string());
        let replacements = Replacements::read(context);
        let (changes, open) = (Vec::new(), VecDeque::new());
        let (replaced_anew, extensions, extended) = (Vec::new(), Extensions::default(), Vec::new());
        Self {
            context,
            format,
            graph,
            changes,
            by_name,
            replacements,
            explicit,
            open,
            replaced_anew,
            mirror,
            extensions,
            extended,
        }
    }

    /// Whether a package of this name is resolved anew although the lockfile has it.
    fn is_updated(&self, name: &str) -> bool {
        let updates = self.context.options.update.as_ref();
        self.explicit.iter().any(|one| one == name)
            || updates.is_some_and(|names| names.is_empty() || names.iter().any(|one| one == name))
    }

    /// Compares the rules of the manifest with those that the lockfile was made with, so that dependencies which other
    /// rules replace now are resolved again. Runs before everything else.
    ///
    /// # Errors
    /// `EFROZEN` when they differ and the lockfile must not change.
    pub fn compare_rules(&mut self) -> Result<()> {
        if !matches!(self.format, Format::Pnpm | Format::Bun) {
            return Ok(());
        }
        let rules = Replacements::of(self.replacements.entries.clone());
        self.replaced_anew = rules.changed_names(&self.graph.settings.overrides);
        if self.replaced_anew.is_empty() {
            return Ok(());
        }
        let what = "a change of `overrides` or `resolutions`";
        if self.context.options.is_frozen {
            return Err(frozen_error(what));
        }
        self.changes.push(what.to_string());
        self.graph.settings.overrides = rules.entries;
        Ok(())
    }

    /// Whether a dependency that has a package has another one by the rules of `resolutions`. Only yarn 1 says in its
    /// lockfile what each request led to, and follows that when the lockfile must not change.
    fn is_replaced_anew(&self, parent: &Package, one: &Dependency) -> bool {
        if self.format != Format::YarnClassic || self.context.options.is_frozen {
            return self.replaced_anew.contains(&one.name);
        }
        let Some(target) = one.target.and_then(|id| self.graph.packages.get(&id)) else { return false };
        match self.replaced(Some((&parent.name, &parent.version)), &one.name, &one.specifier) {
            Some(value) => {
                self.graph.resolve_request(&one.name, &value) != one.target && !accepts(&value, &target.version)
            }
            // yarn ignores an entry whose version does not fit.
            None => {
                let fits = Range::parse(&one.specifier).is_none() || accepts(&one.specifier, &target.version);
                matches!(target.resolution, Resolution::Registry { .. }) && !fits
            }
        }
    }

    /// Lets the packages that are there resolve again what the command updates and what other rules replace.
    pub fn reopen(&mut self) -> Result<()> {
        let is_yarn = self.format == Format::YarnClassic;
        if self.context.options.update.is_none() && self.replaced_anew.is_empty() && !is_yarn {
            return Ok(());
        }
        let ids: Vec<PackageId> = self.graph.packages.keys().copied().collect();
        for id in ids {
            let package = &self.graph.packages[&id];
            let updates = self.context.options.update.is_some();
            let is_meant = |one: &Dependency| {
                let is_resolved = !one.kind.is_peer() && one.target.is_some();
                is_resolved && (updates && self.is_updated(&one.name) || self.is_replaced_anew(package, one))
            };
            if !matches!(package.resolution, Resolution::Registry { .. }) || !package.dependencies.iter().any(is_meant)
            {
                continue;
            }
            let mut requests = Vec::new();
            let mut dependencies = package.dependencies.clone();
            let mut said: Option<Arc<Manifest>> = None;
            for one in dependencies.iter_mut().filter(|one| is_meant(one)) {
                if one.specifier.is_empty() {
                    // pnpm's lockfile does not say what packages request.
                    if said.is_none() {
                        let record = self.context.sources.registry.record(&package.name)?;
                        said = record.exact(&package.version);
                    }
                    let lists = said.as_ref().map(|manifest| [&manifest.dependencies, &manifest.optional]);
                    let spec = lists.and_then(|lists| lists.into_iter().find_map(|list| list.get(one.name.as_str())));
                    let Some(spec) = spec else { continue };
                    one.specifier = spec.to_string();
                }
                one.target = None;
                requests.push(format!("{}@{}", one.name, one.specifier));
            }
            if let Some(package) = self.graph.packages.get_mut(&id) {
                package.dependencies = dependencies;
            }
            if is_yarn {
                requests.iter().for_each(|request| {
                    self.graph.requests.remove(request);
                });
            }
            self.open.push_back(id);
        }
        Ok(())
    }

    /// Lets the packages of the union of two lockfiles resolve again what they do not accept: Bun's says by places what
    /// they lead to, and those of both sides are mixed.
    pub fn reopen_merged(&mut self) {
        let ids: Vec<PackageId> = self.graph.packages.keys().copied().collect();
        for id in ids {
            let versions = &self.graph.packages;
            let is_wrong = |one: &Dependency| {
                let target = one.target.and_then(|id| versions.get(&id));
                let is_range = !one.kind.is_peer() && Range::parse(&one.specifier).is_some();
                is_range
                    && target.is_some_and(|target| {
                        matches!(target.resolution, Resolution::Registry { .. })
                            && !accepts(&one.specifier, &target.version)
                    })
            };
            let mut dependencies = versions[&id].dependencies.clone();
            let wrong: Vec<&mut Dependency> = dependencies.iter_mut().filter(|one| is_wrong(one)).collect();
            if wrong.is_empty() {
                continue;
            }
            for one in wrong {
                self.changes.push(format!("{}@{}", one.name, one.specifier));
                one.target = None;
            }
            if let Some(package) = self.graph.packages.get_mut(&id) {
                package.dependencies = dependencies;
            }
            self.open.push_back(id);
        }
    }

    /// Leads dependencies to the newest version that the graph has and that they accept, so that older ones are dropped.
    ///
    /// # Errors
    /// Those of the registry: pnpm's lockfile does not say what packages request.
    pub fn dedupe(&mut self) -> Result<()> {
        let folders: Vec<String> = self.graph.importers.keys().cloned().collect();
        for folder in folders {
            let mut dependencies = self.graph.importers[&folder].dependencies.clone();
            let has_changed = self.lead_to_newest(None, &mut dependencies)?;
            if let Some(importer) = self.graph.importers.get_mut(&folder).filter(|_| has_changed) {
                importer.dependencies = dependencies;
            }
        }
        let ids: Vec<PackageId> = self.graph.packages.keys().copied().collect();
        for id in ids {
            let package = &self.graph.packages[&id];
            let parent = (package.name.clone(), package.version.clone());
            let mut dependencies = package.dependencies.clone();
            let has_changed = self.lead_to_newest(Some(&parent), &mut dependencies)?;
            if let Some(package) = self.graph.packages.get_mut(&id).filter(|_| has_changed) {
                package.dependencies = dependencies;
            }
        }
        Ok(())
    }

    fn lead_to_newest(&mut self, parent: Option<&(String, String)>, dependencies: &mut [Dependency]) -> Result<bool> {
        let mut has_changed = false;
        let mut said: Option<Arc<Manifest>> = None;
        for one in dependencies.iter_mut().filter(|one| !one.kind.is_peer()) {
            let Some(target) = one.target.and_then(|id| self.graph.packages.get(&id)) else { continue };
            let is_of_registry = matches!(target.resolution, Resolution::Registry { .. });
            let name = target.name.clone();
            if !is_of_registry || self.by_name.get(&name).is_none_or(|all| all.len() < 2) {
                continue;
            }
            let mut specifier = one.specifier.clone();
            if let (true, Some((name, version))) = (specifier.is_empty(), parent) {
                if said.is_none() {
                    said = self.context.sources.registry.record(name)?.exact(version);
                }
                let lists = said.as_ref().map(|manifest| [&manifest.dependencies, &manifest.optional]);
                let spec = lists.and_then(|lists| lists.into_iter().find_map(|list| list.get(one.name.as_str())));
                let Some(spec) = spec else { continue };
                specifier = spec.to_string();
            }
            let pair = parent.map(|(name, version)| (name.as_str(), version.as_str()));
            let specifier = self.replaced(pair, &one.name, &specifier).unwrap_or(specifier);
            let plain = self.plain(&specifier);
            let Ok(spec) = Spec::parse(&one.name, plain, &self.context.project.folder) else { continue };
            let Some(newest) = self.known(&spec).filter(|id| Some(*id) != one.target) else { continue };
            one.target = Some(newest);
            for request in [format!("{}@{specifier}", one.name), format!("{}@npm:{specifier}", one.name)] {
                if let Some(id) = self.graph.requests.get_mut(&request) {
                    *id = newest;
                }
            }
            self.changes.push(format!("{}@{specifier}", one.name));
            has_changed = true;
        }
        Ok(has_changed)
    }

    /// Brings the entry of a folder up to date with its manifest.
    pub fn importer(&mut self, folder: &str, manifest: &Manifest) -> Result<()> {
        let old = self.graph.importers.get(folder).cloned();
        let wanted = self.wanted(manifest, old.as_ref());
        let before = old.clone().unwrap_or_default();
        let mut dependencies = Vec::new();
        let mut has_changed = old.is_none();
        for mut one in wanted {
            let replaced = self.replaced(None, &one.name, &one.specifier).map(|spec| self.relative_to(folder, &spec));
            let is_same = |known: &&Dependency| {
                known.name == one.name
                    && (same_specifier(&known.specifier, &one.specifier)
                        || replaced.as_ref().is_some_and(|replaced| same_specifier(&known.specifier, replaced)))
            };
            let is_outdated = |known: &Dependency| known.target.is_some() && self.replaced_anew.contains(&one.name);
            let known = before.dependencies.iter().find(is_same).filter(|known| !is_outdated(known));
            let is_there = known.is_some_and(|known| {
                known.target.is_some() || known.kind.may_be_missing() || known.kind == DependencyKind::Peer
            });
            if let Some(known) = known.filter(|_| is_there && !self.is_updated(&one.name)) {
                let kind = self.kind_in_file(one.kind);
                has_changed |= known.kind != kind;
                dependencies.push(Dependency { kind, ..known.clone() });
                continue;
            }
            let spec = replaced.clone().unwrap_or_else(|| one.specifier.clone());
            if self.format == Format::Pnpm && replaced.is_some() {
                one.specifier = spec.clone();
            }
            let is_same_name = |other: &&Dependency| one.kind.is_peer() && other.name == one.name;
            one.target = match dependencies.iter().find(is_same_name).and_then(|other| other.target) {
                // The package that the folder has under this name already, as with Bun.
                Some(target) => Some(target),
                None => self.find_for(&one, &spec, folder)?,
            };
            one.kind = self.kind_in_file(one.kind);
            // yarn 1 has no entries of folders, so links to members are not in its file.
            let is_written = self.format != Format::YarnClassic || !one.target.is_some_and(|id| self.is_member(id));
            has_changed |= is_written && known.is_none_or(|known| known.target != one.target);
            if one.target.is_some() || one.kind.may_be_missing() || one.kind.is_peer() {
                dependencies.push(one);
            }
        }
        has_changed |= before.dependencies.iter().any(|old| !dependencies.iter().any(|new| new.name == old.name));
        if !has_changed && self.format != Format::YarnClassic {
            return Ok(());
        }
        if self.format != Format::YarnClassic || !self.context.options.remove.is_empty() {
            self.changes.push(format!("a dependency in {}", if folder == "." { "the project" } else { folder }));
        }
        keep_order(&before.dependencies, &mut dependencies);
        let named = importer_of(manifest);
        let importer = match old {
            Some(old) => Importer { dependencies, ..old },
            None => Importer { name: named.name, version: named.version, dependencies, ..Importer::default() },
        };
        self.graph.importers.insert(folder.to_string(), importer);
        if self.format == Format::YarnBerry || self.format == Format::Bun {
            self.member(folder, manifest);
        }
        Ok(())
    }

    fn is_member(&self, id: PackageId) -> bool {
        let package = self.graph.packages.get(&id);
        package.is_some_and(|package| matches!(package.resolution, Resolution::Workspace { .. }))
    }

    /// yarn berry lists development dependencies among the others.
    fn kind_in_file(&self, kind: DependencyKind) -> DependencyKind {
        match kind {
            DependencyKind::Development if self.format == Format::YarnBerry => DependencyKind::Production,
            other => other,
        }
    }

    /// A path that the root's rules name, seen from a folder of the workspace.
    fn relative_to(&self, folder: &str, spec: &str) -> String {
        let Some((protocol, path)) = ["link:", "file:"].iter().find_map(|one| Some((*one, spec.strip_prefix(*one)?)))
        else {
            return spec.to_string();
        };
        let root = &self.context.project.folder;
        let from = crate::spec::absolute(root, if folder == "." { "" } else { folder });
        let way = relative(&from, &crate::spec::absolute(root, path));
        format!("{protocol}{}", if way.is_empty() { "." } else { way.as_str() })
    }

    /// The dependencies of a manifest, without targets.
    fn wanted(&self, manifest: &Manifest, old: Option<&Importer>) -> Vec<Dependency> {
        let mut wanted = importer_of(manifest).dependencies;
        let installs_peers = self.format == Format::Pnpm && self.installs_peers();
        for (name, spec) in &manifest.peers {
            let is_there = wanted.iter().any(|one| one.name == **name);
            let known = old.and_then(|old| old.dependencies.iter().find(|one| one.name == **name));
            let is_optional = manifest.optional_peers.contains(name);
            let kind = match (self.format, is_optional) {
                (Format::Pnpm, _) if is_there || known.is_none() && (is_optional || !installs_peers) => continue,
                (Format::Pnpm, _) => DependencyKind::Production,
                (Format::YarnBerry | Format::Bun, true) => DependencyKind::OptionalPeer,
                (Format::YarnBerry | Format::Bun, false) => DependencyKind::Peer,
                _ => continue,
            };
            wanted.push(Dependency { name: name.to_string(), specifier: spec.to_string(), kind, target: None });
        }
        wanted
    }

    /// pnpm's `autoInstallPeers`, which its lockfile repeats.
    pub fn installs_peers(&self) -> bool {
        let settings = self.graph.settings.other.iter().find(|(name, _)| name == "settings").map(|(_, value)| value);
        !matches!(settings.and_then(|settings| settings.get("autoInstallPeers")), Some(Value::Bool(false)))
    }

    /// Whether the project's pnpm provides optional peers with versions that are somewhere in the graph.
    pub fn provides_optional_peers(&self) -> bool {
        const SINCE: u64 = 11;
        manager_version(&self.context.project, "pnpm").is_none_or(|version| version.major >= SINCE)
    }

    fn replaced(&self, parent: Option<(&str, &str)>, name: &str, spec: &str) -> Option<String> {
        self.replacements.find(parent, name, spec)
    }

    /// Resolves what the new packages depend on.
    pub fn run(&mut self) -> Result<()> {
        while let Some(id) = self.open.pop_front() {
            let Some(package) = self.graph.packages.get(&id).cloned() else { continue };
            let parent = (package.name.clone(), package.version.clone());
            let mut dependencies = Vec::new();
            for mut one in package.dependencies {
                let is_resolved = match one.kind {
                    DependencyKind::Peer => self.format == Format::Bun,
                    DependencyKind::OptionalPeer => false,
                    _ => true,
                };
                if is_resolved && one.target.is_none() {
                    let replaced = self.replaced(Some((&parent.0, &parent.1)), &one.name, &one.specifier);
                    // pnpm: a dependency that is removed.
                    if replaced.as_deref() == Some("-") {
                        continue;
                    }
                    let spec = replaced.unwrap_or_else(|| one.specifier.clone());
                    let folder = match &package.resolution {
                        Resolution::Folder { path } | Resolution::Link { path } => path.clone(),
                        _ => ".".to_string(),
                    };
                    one.target = self
                        .find_for(&one, &spec, &folder)
                        .map_err(|error| error.while_doing(format!("{} of {}@{}", one.name, parent.0, parent.1)))?;
                }
                dependencies.push(one);
            }
            if let Some(package) = self.graph.packages.get_mut(&id) {
                package.dependencies = dependencies;
            }
        }
        Ok(())
    }

    fn find_for(&mut self, one: &Dependency, spec: &str, folder: &str) -> Result<Option<PackageId>> {
        match self.find(&one.name, spec, folder) {
            Ok(id) => Ok(Some(id)),
            Err(error) if one.kind.may_be_missing() && error.code != "EFROZEN" => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// The package for a dependency; a new one when the graph has none that fits.
    pub fn find(&mut self, name: &str, raw: &str, folder: &str) -> Result<PackageId> {
        let from = crate::spec::absolute(&self.context.project.folder, if folder == "." { "" } else { folder });
        let raw = &self.of_catalog(name, raw);
        if let Some(member) = self.member_for(name, raw, &from) {
            return Ok(member);
        }
        let is_updated = self.is_updated(name);
        if matches!(self.format, Format::YarnClassic | Format::YarnBerry)
            && !is_updated
            && let Some(id) = self.graph.resolve_request(name, raw)
        {
            return Ok(id);
        }
        let spec = Spec::parse(name, self.plain(raw), &from)?;
        if !is_updated && let Some(id) = self.known(&spec) {
            return Ok(id);
        }
        if self.context.options.is_frozen {
            return Err(frozen_error(&format!("{name}@{raw}")));
        }
        self.changes.push(format!("{name}@{raw}"));
        if let Source::Folder(path) = &spec.source {
            return self.folder(name, raw, path);
        }
        let found = self.context.sources.find(&spec)?;
        let resolution = self.resolution_of(&spec, &found.manifest, &found.resolved, &found.integrity);
        Ok(self.package(&found.manifest, resolution))
    }

    /// A specifier as manifests have it.
    fn plain<'s>(&self, specifier: &'s str) -> &'s str {
        if self.format == Format::YarnBerry { plain(specifier) } else { specifier }
    }

    /// `catalog:` replaced by what the catalog says.
    fn of_catalog(&self, name: &str, raw: &str) -> String {
        self.context.workspace.of_catalog(name, raw).unwrap_or(raw).to_string()
    }

    /// The newest version in the graph that a spec accepts.
    fn known(&self, spec: &Spec) -> Option<PackageId> {
        let target = spec.target();
        let fits = |id: &&PackageId| {
            let package = &self.graph.packages[*id];
            matches!(package.resolution, Resolution::Registry { .. })
                && match &target.source {
                    Source::Version(version) => Version::parse(&package.version).as_ref() == Some(version),
                    Source::Range(_) => accepts(&target.raw, &package.version),
                    _ => false,
                }
        };
        let candidates = self.by_name.get(&target.name)?;
        candidates.iter().filter(fits).max_by_key(|id| Version::parse(&self.graph.packages[*id].version)).copied()
    }

    /// The newest version in the graph that all of the ranges accept.
    pub fn newest_known(&self, name: &str, ranges: &[&str]) -> Option<PackageId> {
        let fits = |id: &&PackageId| {
            let package = &self.graph.packages[*id];
            matches!(package.resolution, Resolution::Registry { .. })
                && ranges.iter().all(|range| accepts(range, &package.version))
        };
        let candidates = self.by_name.get(name)?;
        candidates.iter().filter(fits).max_by_key(|id| Version::parse(&self.graph.packages[*id].version)).copied()
    }

    fn resolution_of(&self, spec: &Spec, manifest: &Manifest, resolved: &str, integrity: &str) -> Resolution {
        let integrity = (!integrity.is_empty()).then(|| integrity.to_string());
        match &spec.target().source {
            Source::File(path) => {
                Resolution::LocalTarball { path: relative(&self.context.project.folder, path), integrity }
            }
            Source::Remote(url) => Resolution::Tarball { url: url.clone(), integrity },
            Source::Git(_) => {
                let (repository, commit) = resolved.rsplit_once('#').unwrap_or((resolved, ""));
                Resolution::Git {
                    repository: repository.to_string(),
                    commit: commit.to_string(),
                    path: None,
                    integrity,
                }
            }
            _ => {
                let config = &self.context.session.config;
                let is_usual = resolved == config.tarball_of(&manifest.name, &manifest.version);
                let tarball = match (self.format, is_usual) {
                    (Format::Pnpm | Format::YarnBerry, true) | (Format::Bun, true) => None,
                    _ => Some(self.mirrored(resolved)),
                };
                Resolution::Registry { tarball, integrity: integrity.filter(|_| self.format != Format::YarnBerry) }
            }
        }
    }

    fn mirrored(&self, address: &str) -> String {
        match (&self.mirror, address.strip_prefix("https://registry.npmjs.org/")) {
            (Some(mirror), Some(path)) => format!("{mirror}{path}"),
            _ => address.to_string(),
        }
    }

    /// The package of a manifest; a new one is resolved later.
    fn package(&mut self, manifest: &Manifest, resolution: Resolution) -> PackageId {
        let same = |id: &&PackageId| {
            let package = &self.graph.packages[*id];
            package.version == manifest.version && same_origin(&package.resolution, &resolution)
        };
        if let Some(id) = self.by_name.get(&manifest.name).and_then(|ids| ids.iter().find(same)) {
            return *id;
        }
        let package = Package {
            name: manifest.name.clone(),
            version: manifest.version.clone(),
            resolution,
            dependencies: dependencies_of(manifest),
            metadata: metadata_of(manifest, self.format),
            ..Package::default()
        };
        let id = self.graph.add(package);
        if let Some(package) = self.graph.packages.get_mut(&id) {
            self.extended.extend(self.extensions.extend(id, package));
        }
        self.by_name.entry(manifest.name.clone()).or_default().push(id);
        self.open.push_back(id);
        id
    }

    /// The member of the workspace that a dependency means.
    fn member_for(&mut self, name: &str, raw: &str, from: &Path) -> Option<PackageId> {
        let members = &self.context.workspace.members;
        let by_folder = |path: PathBuf| members.iter().find(|member| member.folder == path);
        let by_name = |name: &str| members.iter().find(|member| member.name == name);
        let member = if let Some(rest) = raw.strip_prefix("workspace:") {
            let (named, _) = rest.rsplit_once('@').filter(|(named, _)| !named.is_empty()).unwrap_or((name, rest));
            match rest.starts_with(['.', '/']) {
                true => by_folder(crate::spec::absolute(from, rest)),
                false => by_name(named),
            }
        } else if let Some(path) = raw.strip_prefix("link:").or_else(|| raw.strip_prefix("portal:")) {
            by_folder(crate::spec::absolute(from, path))
        } else if self.format == Format::Pnpm {
            None
        } else {
            let accepted = |version: &str| accepts(raw, version) || version.is_empty() && raw == "*";
            by_name(name).filter(|member| accepted(&member.manifest.version))
        }?;
        let (folder, manifest) = (relative(&self.context.project.folder, &member.folder), Arc::clone(&member.manifest));
        Some(self.member(&folder, &manifest))
    }

    /// The package that represents a folder of the workspace.
    fn member(&mut self, folder: &str, manifest: &Manifest) -> PackageId {
        let is_it = |package: &Package| matches!(&package.resolution, Resolution::Workspace { path } if path == folder);
        if let Some((id, _)) = self.graph.packages.iter().find(|(_, package)| is_it(package)) {
            return *id;
        }
        let name = match manifest.name.is_empty() {
            true => folder.rsplit('/').next().unwrap_or_default().to_string(),
            false => manifest.name.clone(),
        };
        let version = match self.format {
            Format::YarnBerry => "0.0.0-use.local".to_string(),
            _ => String::new(),
        };
        let metadata = match self.format {
            Format::YarnBerry => Metadata { bin: metadata_of(manifest, self.format).bin, ..Metadata::default() },
            _ => Metadata::default(),
        };
        let resolution = Resolution::Workspace { path: folder.to_string() };
        let id = self.graph.add(Package { name: name.clone(), version, resolution, metadata, ..Package::default() });
        self.by_name.entry(name).or_default().push(id);
        id
    }

    /// A folder outside of the workspace.
    fn folder(&mut self, name: &str, raw: &str, path: &Path) -> Result<PackageId> {
        let manifest = self.context.sources.folder(path)?;
        let way = relative(&self.context.project.folder, path);
        let way = if way.is_empty() { ".".to_string() } else { way };
        let is_link = raw.starts_with("link:") || raw.starts_with("portal:");
        let is_it = |package: &Package| matches!(&package.resolution, Resolution::Folder { path } | Resolution::Link { path } if *path == way);
        if let Some((id, _)) = self.graph.packages.iter().find(|(_, package)| is_it(package)) {
            return Ok(*id);
        }
        let package = match is_link {
            true => {
                Package { name: name.to_string(), resolution: Resolution::Link { path: way }, ..Package::default() }
            }
            false => Package {
                name: if manifest.name.is_empty() { name.to_string() } else { manifest.name.clone() },
                version: manifest.version.clone(),
                resolution: Resolution::Folder { path: way },
                dependencies: dependencies_of(&manifest),
                metadata: metadata_of(&manifest, self.format),
                ..Package::default()
            },
        };
        let id = self.graph.add(package);
        self.open.push_back(id);
        Ok(id)
    }
}

/// yarn berry writes `npm:` before a range or a tag; with a name it is an alias, as in manifests.
pub fn plain(specifier: &str) -> &str {
    match specifier.strip_prefix("npm:") {
        Some(rest) if !rest.get(1..).is_some_and(|rest| rest.contains('@')) => rest,
        _ => specifier,
    }
}

/// Whether two specifiers say the same, also where yarn berry wrote one of them.
fn same_specifier(left: &str, right: &str) -> bool {
    plain(left) == plain(right)
}

fn same_origin(left: &Resolution, right: &Resolution) -> bool {
    match (left, right) {
        (Resolution::Registry { .. }, Resolution::Registry { .. }) => true,
        (Resolution::Git { repository, commit, .. }, Resolution::Git { repository: other, commit: same, .. }) => {
            repository == other && commit == same
        }
        _ => left == right,
    }
}

/// What was there stays in its order; what is new follows.
fn keep_order(before: &[Dependency], dependencies: &mut [Dependency]) {
    let rank = |one: &Dependency| before.iter().position(|old| old.name == one.name).unwrap_or(before.len());
    dependencies.sort_by_key(rank);
}
