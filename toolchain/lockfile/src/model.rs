//! The neutral model: what every lockfile says, without its format.
//!
//! A [`Graph`] has *importers* (the folders that the user's manifests are in) and *packages* (what is installed).
//! Both have *dependencies*: edges from a name to a package.
//!
//! ```text
//! importers["."]  ── "react" "^19.0.0" ──▶ packages[7]  react 19.1.0, registry, sha512-…
//!                 ── "app-ui" "workspace:*" ─▶ packages[3]  app-ui, workspace "packages/ui"
//! importers["packages/ui"] ── … (the dependencies of a workspace member are those of its importer)
//! ```
//!
//! What differs between the formats:
//!
//! | | npm | pnpm | yarn 1 | yarn berry | bun | deno |
//! |---|---|---|---|---|---|---|
//! | importers are in the file | yes | yes | **no** | yes | yes | specifiers only |
//! | specifiers of a package's dependencies | yes | **no** | yes | yes | yes | no |
//! | placements | yes | no | no | no | yes | no |
//! | [`Graph::requests`] | no | no | yes | yes | no | yes |
//! | one `name@version` can be several packages | by placement | by peers | no | no | by placement | by peers |
//!
//! A graph read from a file without importers gets them with [`Graph::set_importer`].

use crate::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Names a package within one [`Graph`]. It stays valid when other packages are added or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PackageId(pub u32);

/// Everything that a lockfile says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// By folder, relative to the lockfile's, with `/`: `.` is the root, `packages/ui` a member of the workspace.
    pub importers: BTreeMap<String, Importer>,
    /// In the order of the file (new ones after them).
    pub packages: BTreeMap<PackageId, Package>,
    /// Hoisted formats (npm, bun): which package is in which folder. A key is a path relative to the lockfile's folder:
    /// `node_modules/a`, `node_modules/a/node_modules/@s/b`, `packages/ui/node_modules/a`.
    /// Empty for the formats that leave the placement to the installer.
    pub placements: BTreeMap<String, PackageId>,
    /// yarn and deno: the requests that the file has resolved, in the format's spelling of a request without the
    /// name of the importer: `react@^19.0.0` (yarn 1), `react@npm:^19.0.0` (berry), `npm:react@19` (deno).
    pub requests: BTreeMap<String, PackageId>,
    /// What overrides request instead of a package, by its id and the name of the dependency. Only version 2 of npm's
    /// lockfile repeats it; it is not read.
    pub overridden: BTreeMap<(PackageId, String), String>,
    /// What is said once for all packages.
    pub settings: Settings,
    /// deno: modules that are imported by their address.
    pub remote: RemoteModules,
}

/// A folder with a manifest of the user: the root or a member of the workspace.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Importer {
    /// The name in its manifest, where the format has it.
    pub name: Option<String>,
    /// The name of its folder, which npm's lockfile has at the top where the manifest of the root has no name.
    pub folder_name: Option<String>,
    /// The version in its manifest, where the format has it.
    pub version: Option<String>,
    /// In the order of the file.
    pub dependencies: Vec<Dependency>,
    /// Of its manifest, where the format has it (npm, bun, berry).
    pub metadata: Metadata,
    /// The pattern list `workspaces` of its manifest (npm).
    pub workspaces: Option<Value>,
}

/// One version of a package, as it is installed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Package {
    /// The package's own name, not that of an alias.
    pub name: String,
    /// Empty where the format has none (links, workspace members of pnpm).
    pub version: String,
    pub resolution: Resolution,
    /// In the order of the file. Empty for [`Resolution::Workspace`]: they are its importer's.
    pub dependencies: Vec<Dependency>,
    pub metadata: Metadata,
    /// The list `workspaces` of its manifest, which npm's lockfile repeats.
    pub workspaces: Option<Value>,
    /// What it is reachable by, as the file says (npm, pnpm's older files). The writers compute the flags of what
    /// changed themselves ([`crate::flags`]).
    pub flags: Flags,
    /// The packages that this instance got as peers, its own and those its dependencies pass up (pnpm, deno).
    pub peers: Vec<PeerContext>,
    /// pnpm: names of peers that packages below expect from above this one (`transitivePeerDependencies`), and that
    /// are no peers of its own.
    pub transitive_peers: Vec<String>,
    /// berry: the checksum of the zip archive that yarn makes of the package (`10c0/…`), which is not one of the tarball.
    pub archive_checksum: Option<String>,
    /// The file's own key of this package. `None` for a new one: the writer makes it.
    pub key: Option<String>,
}

impl Package {
    /// Whether its files come with the tarball of a package above it, and are not fetched. What the project bundles
    /// itself is fetched.
    #[must_use]
    pub fn is_inside_another(&self) -> bool {
        self.metadata.in_bundle && matches!(self.resolution, Resolution::Unrecorded)
    }
}

/// A peer that was chosen for an instance of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeerContext {
    pub name: String,
    /// The package, if the graph has it (a workspace member may be the peer too).
    pub target: Option<PackageId>,
    /// As the file spells it: `react@19.1.0`, with what follows in brackets.
    pub spelled: String,
}

/// Where a package is from.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Resolution {
    /// A registry of npm's protocol.
    Registry {
        /// The tarball's address, where the file has it. `None`: derived from registry, name and version.
        tarball: Option<String>,
        /// Subresource integrity: `sha512-…`, several separated by spaces. yarn 1 also has SHA-1 as the fragment of
        /// the address; that is `sha1-…` here as well.
        integrity: Option<String>,
    },
    /// The registry jsr.io, in its own protocol (deno). Through npm's protocol, JSR packages are `Registry`.
    Jsr { integrity: Option<String> },
    /// A commit of a git repository.
    Git {
        /// As the file spells it: `https://github.com/a/b.git`, `git+ssh://git@github.com/a/b.git`, `github:a/b`.
        repository: String,
        /// The full object name where the file has it.
        commit: String,
        /// A folder within the repository.
        path: Option<String>,
        /// Of the packed repository (pnpm's `codeload` tarballs, berry, bun).
        integrity: Option<String>,
    },
    /// A tarball at an address.
    Tarball { url: String, integrity: Option<String> },
    /// A tarball in the file system, relative to the lockfile's folder.
    LocalTarball { path: String, integrity: Option<String> },
    /// A folder that is copied or linked with its dependencies installed (`file:`), relative to the lockfile's folder.
    Folder { path: String },
    /// A folder that is only linked (`link:`, `portal:`), relative to the lockfile's folder.
    Link { path: String },
    /// A folder with an importer of its own: `path` is the importer's key.
    Workspace { path: String },
    /// What only the format's own manager knows (pnpm's runtimes and custom resolvers), as the file has it.
    Other { value: Value },
    /// A file says that the package exists, not where it is from (npm: `bundleDependencies` inside a tarball).
    #[default]
    Unrecorded,
}

impl Resolution {
    /// The integrity, if the file has one.
    pub fn integrity(&self) -> Option<&str> {
        match self {
            Resolution::Registry { integrity, .. }
            | Resolution::Jsr { integrity }
            | Resolution::Git { integrity, .. }
            | Resolution::Tarball { integrity, .. }
            | Resolution::LocalTarball { integrity, .. } => integrity.as_deref(),
            _ => None,
        }
    }
}

/// An edge of the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The folder's name in `node_modules`: for an alias (`"old": "npm:new@1"`) it differs from the package's name.
    pub name: String,
    /// As in the manifest: `^1.0.0`, `npm:new@1`, `workspace:*`, `catalog:`, `file:../x`. Empty where the format does
    /// not have it.
    pub specifier: String,
    pub kind: DependencyKind,
    /// `None`: not installed (an optional peer, an optional dependency for another system), or not in the file.
    pub target: Option<PackageId>,
}

/// Why a dependency is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DependencyKind {
    Production,
    /// Only importers have these.
    Development,
    Optional,
    Peer,
    /// `peerDependenciesMeta` says `optional`.
    OptionalPeer,
}

impl DependencyKind {
    /// True for both kinds of peer dependencies.
    pub fn is_peer(self) -> bool {
        matches!(self, DependencyKind::Peer | DependencyKind::OptionalPeer)
    }

    /// True if it may be missing.
    pub fn may_be_missing(self) -> bool {
        matches!(self, DependencyKind::Optional | DependencyKind::OptionalPeer)
    }
}

/// What a lockfile copies from a package's manifest, so that an installer need not fetch it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Metadata {
    pub os: Vec<String>,
    pub cpu: Vec<String>,
    pub libc: Vec<String>,
    /// An object; an array in some old packages.
    pub engines: Option<Value>,
    /// An object from command to path; `Value::Bool(true)` where the file only says that there are some (pnpm, deno).
    pub bin: Option<Value>,
    /// The registry's reason, where the file has it; empty where it only says that it is deprecated (deno).
    pub deprecated: Option<String>,
    pub has_install_script: bool,
    pub license: Option<Value>,
    pub funding: Option<Value>,
    /// `bundleDependencies`: an array of names or `true`.
    pub bundled: Option<Value>,
    /// It is inside the tarball of the package above it, or the project bundles it when it is published.
    pub in_bundle: bool,
    pub has_shrinkwrap: bool,
}

/// How a package is reachable from the importers, as npm says it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Only by development dependencies.
    pub dev: bool,
    /// Only by optional dependencies.
    pub optional: bool,
    /// Only by development or optional dependencies, and by both.
    pub dev_optional: bool,
    /// Only by peer dependencies.
    pub peer: bool,
    /// By nothing.
    pub extraneous: bool,
}

/// What a file says once for all packages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Settings {
    /// From a package selector to a specifier (`overrides`, `resolutions`).
    pub overrides: Vec<(String, String)>,
    /// By catalog's name (`default` for the unnamed one), then by package.
    pub catalogs: BTreeMap<String, Vec<CatalogEntry>>,
    /// From `name@version` to the patch.
    pub patches: Vec<(String, Patch)>,
    /// Packages whose install scripts may run (bun).
    pub trusted: Vec<String>,
    /// The remaining members of the file's top level that are no packages, in its order and its own spelling
    /// (pnpm's `settings`, berry's `__metadata`).
    pub other: Vec<(String, Value)>,
}

/// A package of a catalog.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CatalogEntry {
    pub name: String,
    pub specifier: String,
    /// The version it resolved to, where the format has it (pnpm).
    pub version: Option<String>,
}

/// A patch of the user for a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patch {
    /// Relative to the lockfile's folder, where the format has it.
    pub path: Option<String>,
    /// Of the patch file's contents, in the format's own way.
    pub hash: Option<String>,
}

/// Modules that are imported by their address (deno).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RemoteModules {
    /// From an address to the one it redirects to.
    pub redirects: Vec<(String, String)>,
    /// From an address to the SHA-256 of its body, in hexadecimal digits.
    pub hashes: Vec<(String, String)>,
}

impl Graph {
    /// Adds a package and names it.
    pub fn add(&mut self, package: Package) -> PackageId {
        let id = PackageId(self.packages.last_key_value().map_or(0, |(last, _)| last.0 + 1));
        self.packages.insert(id, package);
        id
    }

    /// The package that `name` with `specifier` is resolved to, for the formats with [`Graph::requests`].
    pub fn resolve_request(&self, name: &str, specifier: &str) -> Option<PackageId> {
        self.requests.get(&format!("{name}@{specifier}")).copied().or_else(|| {
            // berry spells a range as `npm:^1.0.0`.
            self.requests.get(&format!("{name}@npm:{specifier}")).copied()
        })
    }

    /// Sets an importer from its manifest: dependencies without a target get the one that the file's requests have.
    /// For the formats without importers (yarn 1), and for new importers of the others.
    pub fn set_importer(&mut self, folder: &str, mut importer: Importer) {
        for dependency in &mut importer.dependencies {
            if dependency.target.is_none() {
                dependency.target = self.resolve_request(&dependency.name, &dependency.specifier);
            }
        }
        self.importers.insert(folder.to_string(), importer);
    }

    /// The packages that the importers reach. `requests` says whether those of [`Graph::requests`] count too: they do
    /// for deno, whose programs import without a manifest, and for yarn 1 as long as no importers are set.
    pub fn reachable(&self, requests: bool) -> BTreeSet<PackageId> {
        let mut open: Vec<PackageId> = self
            .importers
            .values()
            .flat_map(|importer| importer.dependencies.iter().filter_map(|dependency| dependency.target))
            .chain(self.requests.values().copied().filter(|_| requests))
            .collect();
        let mut seen = BTreeSet::new();
        while let Some(id) = open.pop() {
            let Some(package) = self.packages.get(&id).filter(|_| seen.insert(id)) else { continue };
            open.extend(package.dependencies.iter().filter_map(|dependency| dependency.target));
            open.extend(package.peers.iter().filter_map(|peer| peer.target));
        }
        seen
    }

    /// Removes the packages that nothing reaches, with their placements and requests. See [`Graph::reachable`].
    /// Returns what was removed.
    pub fn prune(&mut self, requests: bool) -> Vec<Package> {
        let seen = self.reachable(requests);
        self.placements.retain(|_, id| seen.contains(id));
        self.requests.retain(|_, id| seen.contains(id));
        let gone: Vec<PackageId> = self.packages.keys().copied().filter(|id| !seen.contains(id)).collect();
        gone.iter().filter_map(|id| self.packages.remove(id)).collect()
    }
}
