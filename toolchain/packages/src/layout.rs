//! Laying packages out under `node_modules`: what is there already stays, what is superfluous goes, the files of the rest
//! are linked from the store.
//!
//! A package's `package.json` is linked last, so a folder that has one is complete; a folder without one is made anew by the
//! next command. The list of what is laid out (`node_modules/.brio-install`) is removed before the first change and
//! written after the last one.

pub mod bounds;

use crate::error::{Error, Result};
use crate::files;
use crate::link::Linker;
use crate::lock::origin;
use crate::manifest::{Manifest, System};
use crate::session::Session;
use crate::store::{Store, Wanted};
use bounds::Ways;
use brio_lockfile::flags::FlagSet;
use brio_lockfile::{Graph, Package, PackageId, Resolution};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::channel;

const LIST: &str = "node_modules/.brio-install";
/// What other managers wrote about the packages below; it is not true any more after a change.
pub const LISTS_OF_OTHERS: [&str; 7] = [
    ".bun",
    ".package-lock.json",
    ".modules.yaml",
    ".pnpm-workspace-state.json",
    ".pnpm-workspace-state-v1.json",
    ".yarn-integrity",
    ".yarn-state.yml",
];

/// What is left out.
#[derive(Clone, Copy, Debug, Default)]
pub struct Omit {
    pub dev: bool,
    pub optional: bool,
    pub peer: bool,
}

/// A package that is to be at a place.
#[derive(Clone, Debug)]
pub struct Place {
    pub id: PackageId,
    /// Names the content, to compare it with what is there.
    pub content: String,
    pub wanted: Option<Wanted>,
    /// Where a link leads to, relative to the project.
    pub link: Option<String>,
    /// The files with the project's changes to it.
    pub patches: Vec<PathBuf>,
}

/// What was done.
#[derive(Clone, Debug, Default)]
pub struct Done {
    /// `name@version` of what is new, in the order of the places.
    pub added: Vec<String>,
    pub changed: Vec<String>,
    pub removed: Vec<String>,
    pub total: usize,
    /// Places of packages that were laid out now.
    pub fresh: Vec<String>,
}

/// The places of the graph that are to be laid out on this system.
pub fn places(graph: &Graph, project: &Path, omit: Omit, session: &Session) -> BTreeMap<String, Place> {
    let flags = flags(graph);
    let unused = only_below_left_out(graph, &flags, omit, session);
    let mut places = BTreeMap::new();
    let mut left_out: FxHashSet<&str> = FxHashSet::default();
    for (path, id) in &graph.placements {
        let Some(package) = graph.packages.get(id) else { continue };
        let flags = flags.packages.get(id).copied().unwrap_or_default();
        // What is above comes first.
        let above = path.rsplit_once("/node_modules/").map_or("", |(above, _)| above);
        if left_out.contains(above) || unused.contains(id) || is_left_out(flags, package, omit, session) {
            left_out.insert(path);
            continue;
        }
        if package.is_inside_another() {
            continue;
        }
        places.insert(path.clone(), place_of(*id, package, project, session));
    }
    places
}

/// What only packages that are left out lead to. What nothing leads to is not among it.
pub fn only_below_left_out(graph: &Graph, flags: &FlagSet, omit: Omit, session: &Session) -> FxHashSet<PackageId> {
    let enters = |id: &PackageId| {
        let flags = flags.packages.get(id).copied().unwrap_or_default();
        graph.packages.get(id).is_some_and(|package| !is_left_out(flags, package, omit, session))
    };
    let used = reached(graph, &enters);
    let mut below = reached(graph, &|_| true);
    below.retain(|id| !used.contains(id) && enters(id));
    below
}

/// The packages that the project and its members lead to over packages that `enters` accepts.
fn reached(graph: &Graph, enters: &dyn Fn(&PackageId) -> bool) -> FxHashSet<PackageId> {
    let own = graph.importers.values().flat_map(|importer| &importer.dependencies);
    let mut open: Vec<PackageId> = own.filter_map(|one| one.target).collect();
    // Members and folders are there by themselves.
    let is_folder = |package: &Package| {
        matches!(package.resolution, Resolution::Workspace { .. } | Resolution::Link { .. } | Resolution::Folder { .. })
    };
    open.extend(graph.packages.iter().filter(|(_, package)| is_folder(package)).map(|(id, _)| *id));
    let mut found: FxHashSet<PackageId> = FxHashSet::default();
    while let Some(id) = open.pop() {
        if enters(&id) && found.insert(id) {
            let package = graph.packages.get(&id).into_iter();
            open.extend(package.flat_map(|package| &package.dependencies).filter_map(|one| one.target));
        }
    }
    found
}

/// How packages are reachable. Only npm's lockfiles say which importers are members; in others all are.
pub fn flags(graph: &Graph) -> FlagSet {
    let says_members = graph.importers.get(".").is_some_and(|root| root.workspaces.is_some());
    match says_members || graph.importers.len() < 2 {
        true => brio_lockfile::flags::of_lockfile(graph),
        false => brio_lockfile::flags::compute(graph, &|_| true),
    }
}

/// Whether a package is not installed: the user omits its kind, or it is optional and not for this system or Node.js.
/// As npm, what only optional peers lead to counts as optional.
pub fn is_left_out(flags: brio_lockfile::Flags, package: &Package, omit: Omit, session: &Session) -> bool {
    (omit.dev && (flags.dev || flags.dev_optional && omit.optional))
        || (omit.optional && flags.optional)
        || (omit.peer && flags.peer)
        || (flags.optional || flags.dev_optional || flags.extraneous)
            && (!supports(package, &session.system) || !runs_on(package, &session.pick.node_version))
}

/// Whether `engines` accept a version of Node.js. As npm and pnpm, an optional package that does not is left out.
fn runs_on(package: &Package, node_version: &str) -> bool {
    let range = package.metadata.engines.as_ref().and_then(|engines| engines.get("node")?.as_str());
    range.is_none_or(|range| accepts_node(range, node_version))
}

/// Whether a range of `engines` accepts a version of Node.js.
pub fn accepts_node(range: &str, node_version: &str) -> bool {
    range.is_empty() || crate::semver::satisfies(node_version, range)
}

/// Whether a package can be used on a system.
pub fn supports(package: &Package, system: &System) -> bool {
    let metadata = &package.metadata;
    let manifest = Manifest {
        os: metadata.os.clone(),
        cpu: metadata.cpu.clone(),
        libc: metadata.libc.clone(),
        ..Manifest::default()
    };
    manifest.supports(system)
}

/// What is to be at the place of a package.
pub fn place_of(id: PackageId, package: &Package, project: &Path, session: &Session) -> Place {
    if let Resolution::Workspace { path } | Resolution::Link { path } | Resolution::Folder { path } =
        &package.resolution
    {
        let content = format!("link:{path}");
        return Place { id, content, wanted: None, link: Some(path.clone()), patches: Vec::new() };
    }
    let (mut address, integrity) = origin(&package.resolution, project);
    if address.is_empty() {
        address = session.config.tarball_of(&package.name, &package.version);
    }
    let what = format!("{}@{}", package.name, package.version);
    let mut content = if integrity.is_empty() { format!("{what} {address}") } else { format!("{what} {integrity}") };
    let preparing = session.preparing.get().filter(|_| matches!(package.resolution, Resolution::Git { .. }));
    if preparing.is_some_and(|preparing| preparing.allows(&package.name, &package.version, &address)) {
        content.push_str(" prepared");
    }
    let wanted = Some(Wanted { what, address, integrity });
    Place { id, content, wanted, link: None, patches: Vec::new() }
}

/// Whether everything is laid out already. `inputs` names what the layout was made from.
pub fn is_done(project: &Path, inputs: &str) -> Option<usize> {
    let text = fs::read_to_string(project.join(LIST)).ok()?;
    let (first, rest) = text.split_once('\n')?;
    if first != inputs {
        return None;
    }
    let mut count = 0;
    for line in rest.lines() {
        let (path, content) = line.split_once('\t')?;
        if !is_there(&project.join(path), content.starts_with("link:")) {
            return None;
        }
        count += usize::from(!is_way(content));
    }
    Some(count)
}

/// The folder of a package has a `package.json` when it is complete; of a link only the link itself is looked at.
fn is_there(path: &Path, is_link: bool) -> bool {
    if is_link {
        return self::is_link(path);
    }
    fs::symlink_metadata(path.join("package.json")).is_ok()
}

/// Whether a place is one of the links of the isolated layout to a package that is elsewhere.
pub fn is_way(content: &str) -> bool {
    content.strip_prefix("link:").is_some_and(|target| target.starts_with(crate::isolated::FOLDER))
}

fn is_link(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_symlink())
}

/// What is laid out now: by place, what names its content.
pub fn current(project: &Path) -> BTreeMap<String, String> {
    if let Ok(text) = fs::read_to_string(project.join(LIST)) {
        let lines = text.lines().skip(1).filter_map(|line| line.split_once('\t'));
        // The list may have come with the repository.
        let inside = lines.filter(|(path, _)| bounds::is_inside(path));
        return inside.map(|(path, content)| (path.to_string(), content.to_string())).collect();
    }
    let mut found = BTreeMap::new();
    scan(project, "node_modules", &mut found);
    found
}

/// Adds what is in the project's `node_modules` and not in the list.
pub fn add_superfluous(project: &Path, before: &mut BTreeMap<String, String>) {
    for name in names(&project.join("node_modules")) {
        before.entry(format!("node_modules/{name}")).or_insert(name);
    }
}

/// Reads what is under a `node_modules` folder that has no list.
fn scan(project: &Path, folder: &str, found: &mut BTreeMap<String, String>) {
    for name in names(&project.join(folder)) {
        let path = format!("{folder}/{name}");
        let full = project.join(&path);
        if let Ok(way) = fs::read_link(&full) {
            let from = full.parent().unwrap_or(project);
            let target = crate::lock::relative(project, &crate::spec::absolute(from, &way.to_string_lossy()));
            found.insert(path, format!("link:{}", if target.is_empty() { "." } else { target.as_str() }));
            continue;
        }
        let json: serde_json::Value = fs::read(full.join("package.json"))
            .ok()
            .and_then(|text| serde_json::from_slice(&text).ok())
            .unwrap_or_default();
        let text = |name: &str| json.get(name).and_then(serde_json::Value::as_str).unwrap_or_default();
        found.insert(path.clone(), format!("{}@{}", text("name"), text("version")));
        scan(project, &format!("{path}/node_modules"), found);
    }
}

/// The packages in a `node_modules` folder, those of scopes with their scope.
pub fn names(folder: &Path) -> Vec<String> {
    let list = |folder: &Path| -> Vec<String> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .filter(|name| !name.starts_with('.'))
            .collect()
    };
    let mut found = Vec::new();
    for name in list(folder) {
        if name.starts_with('@') {
            found.extend(list(&folder.join(&name)).into_iter().map(|inner| format!("{name}/{inner}")));
        } else {
            found.push(name);
        }
    }
    found
}

/// A layout in progress.
pub struct Layout<'a> {
    pub session: &'a Arc<Session>,
    pub store: &'a Store,
    pub project: &'a Path,
    /// Packages whose files are copied, because a script of theirs may write to them.
    pub copied: FxHashSet<PackageId>,
    /// Called now and then with how many packages are laid out.
    pub progress: &'a dyn Fn(usize, usize),
}

impl Layout<'_> {
    /// Lays out the places.
    ///
    /// # Errors
    /// Those of the store, and of files.
    pub fn run(&self, places: &BTreeMap<String, Place>, graph: &Graph) -> Result<Done> {
        // What is written must not follow a link that another layout left there, or that came with the repository.
        let mut ways = Ways::default();
        ways.clear(self.project, "node_modules", places)?;
        for (path, place) in places {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            ways.clear(self.project, if place.link.is_some() { folder } else { path }, places)?;
        }
        let before = current(self.project);
        let total = places.values().filter(|place| !is_way(&place.content)).count();
        let mut done = Done { total, ..Done::default() };
        let is_same = |path: &String, place: &Place| {
            before.get(path).is_some_and(|content| {
                // Without a list only name and version are known.
                *content == place.content
                    || place.patches.is_empty()
                        && place.content.split(' ').next() == Some(content)
                        && !content.starts_with("link:")
            }) && match &place.link {
                // Another manager may have made a link to a folder of its own.
                Some(target) => leads_to(self.project, path, target),
                None => is_there(&self.project.join(path), false),
            }
        };
        let missing: Vec<(&String, &Place)> = places.iter().filter(|(path, place)| !is_same(path, place)).collect();
        for (_, place) in &missing {
            if let Some(wanted) = &place.wanted {
                self.store.request(wanted);
            }
        }
        files::remove(&self.project.join(LIST))?;
        self.remove_superfluous(places, &before, &mut ways, &mut done)?;
        self.remove_stale_folders(places)?;
        for (path, place) in &missing {
            if is_way(&place.content) {
                continue;
            }
            let name =
                graph.packages.get(&place.id).map(|one| format!("{}@{}", one.name, one.version)).unwrap_or_default();
            if before.contains_key(*path) {
                done.changed.push(name)
            } else {
                done.added.push(name)
            }
            done.fresh.push((*path).clone());
        }
        if !missing.is_empty() || !done.removed.is_empty() {
            for name in LISTS_OF_OTHERS {
                files::remove(&self.project.join("node_modules").join(name))?;
            }
        }
        self.link_all(&missing, places)?;
        Ok(done)
    }

    /// Writes the list of what is laid out.
    ///
    /// # Errors
    /// The system's.
    pub fn finish(&self, places: &BTreeMap<String, Place>, inputs: &str) -> Result<()> {
        if places.is_empty() && !self.project.join("node_modules").is_dir() {
            return Ok(());
        }
        let mut text = format!("{inputs}\n");
        for (path, place) in places {
            text.push_str(&format!("{path}\t{}\n", place.content));
        }
        files::replace(&self.project.join(LIST), text.as_bytes())
    }

    fn remove_superfluous(
        &self,
        places: &BTreeMap<String, Place>,
        before: &BTreeMap<String, String>,
        ways: &mut Ways,
        done: &mut Done,
    ) -> Result<()> {
        let mut folders: FxHashSet<String> = FxHashSet::from_iter(["node_modules".to_string()]);
        folders.extend(places.keys().filter_map(|path| folder_of(path)).map(str::to_string));
        folders.extend(before.keys().filter_map(|path| folder_of(path)).map(str::to_string));
        let mut sorted: Vec<String> = folders.into_iter().collect();
        sorted.sort();
        for folder in sorted {
            if !ways.clear(self.project, &folder, places)? {
                continue;
            }
            for name in names(&self.project.join(&folder)) {
                let path = format!("{folder}/{name}");
                if name.starts_with('@') {
                    ways.clear(self.project, path.rsplit_once('/').map_or(&path, |(scope, _)| scope), places)?;
                }
                if places.contains_key(&path) || self.is_bundled(&path, places) {
                    continue;
                }
                files::remove(&self.project.join(&path))?;
                let known = before.get(&path);
                let inside = format!("{path}/");
                let below = before.range(inside.clone()..).take_while(|(one, _)| one.starts_with(&inside));
                let gone: Vec<&String> = known.into_iter().chain(below.map(|(_, content)| content)).collect();
                match gone.is_empty() {
                    true => done.removed.push(name),
                    false => done.removed.extend(
                        gone.into_iter()
                            .filter(|content| !is_way(content))
                            .map(|content| content.split(' ').next().unwrap_or_default().to_string()),
                    ),
                }
            }
        }
        Ok(())
    }

    /// Removes the folders of the isolated layout in which nothing is any more.
    fn remove_stale_folders(&self, places: &BTreeMap<String, Place>) -> Result<()> {
        let folder = self.project.join(crate::isolated::FOLDER);
        let prefix = format!("{}/", crate::isolated::FOLDER);
        let wanted: FxHashSet<&str> =
            places.keys().filter_map(|path| path.strip_prefix(&prefix)?.split('/').next()).collect();
        if wanted.is_empty() {
            return files::remove(&folder);
        }
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            if !wanted.contains(entry.file_name().to_string_lossy().as_ref()) {
                files::remove(&entry.path())?;
            }
        }
        Ok(())
    }

    /// Whether a folder came with the tarball of a package that stays.
    fn is_bundled(&self, path: &str, places: &BTreeMap<String, Place>) -> bool {
        let mut above = path;
        while let Some((parent, _)) = above.rsplit_once("/node_modules/") {
            if let Some(place) = places.get(parent) {
                return place.link.is_none() && place.wanted.is_some() && self.brings(place, path, parent);
            }
            above = parent;
        }
        false
    }

    fn brings(&self, place: &Place, path: &str, parent: &str) -> bool {
        let Some(wanted) = &place.wanted else { return false };
        let prefix = format!("{}/", &path[parent.len() + 1..]);
        self.store.wait(wanted).is_ok_and(|stored| stored.files.iter().any(|(file, _)| file.starts_with(&prefix)))
    }

    fn link_all(&self, missing: &[(&String, &Place)], places: &BTreeMap<String, Place>) -> Result<()> {
        let linker = Arc::new(Linker::default());
        let (sender, receiver) = channel::<Result<()>>();
        let mut started = 0;
        let mut first_error = None;
        for (index, (path, place)) in missing.iter().enumerate() {
            (self.progress)(index, missing.len());
            let full = self.project.join(path);
            if let Some(target) = &place.link {
                link_folder(self.project, path, target)?;
                continue;
            }
            let Some(wanted) = &place.wanted else { continue };
            let stored = match self.store.wait(wanted) {
                Ok(stored) => stored,
                Err(error) => {
                    first_error = Some(error);
                    break;
                }
            };
            let (sender, linker) = (sender.clone(), Arc::clone(&linker));
            let copies = self.copied.contains(&place.id) || !place.patches.is_empty();
            let (patches, what) = (place.patches.clone(), wanted.what.clone());
            let inside = places_inside(path, places);
            started += 1;
            self.session.pool.run_soon(move || {
                let outcome = linker.link(&stored, &full, &inside, copies).and_then(|()| patch(&full, &patches, &what));
                // The receiver counts what was started.
                let _ = sender.send(outcome);
            });
        }
        for _ in 0..started {
            if let Ok(Err(error)) = receiver.recv() {
                first_error.get_or_insert(error);
            }
        }
        first_error.map_or(Ok(()), Err)
    }
}

/// The folders inside of a package's that are places themselves, relative to it, each with a slash at the end. What its
/// tarball has there, too, does not count: yarn 1 also installs what packages bundle.
fn places_inside(path: &str, places: &BTreeMap<String, Place>) -> Vec<String> {
    let below = format!("{path}/node_modules/");
    let inside = places.range(below.clone()..).map(|(one, _)| one).take_while(|one| one.starts_with(&below));
    inside.map(|one| format!("{}/", &one[path.len() + 1..])).collect()
}

fn patch(folder: &Path, patches: &[PathBuf], what: &str) -> Result<()> {
    for file in patches {
        let text = fs::read(file).map_err(|error| Error::of_file(&error, "read", file))?;
        crate::patches::apply(folder, &text, what)?;
    }
    Ok(())
}

/// The `node_modules` folder of a place.
fn folder_of(path: &str) -> Option<&str> {
    let (folder, name) = path.rsplit_once('/')?;
    let _ = name;
    Some(if folder.ends_with("node_modules") { folder } else { folder.rsplit_once('/')?.0 })
}

/// What a link at a place says: the way from there to its target.
fn way_to(project: &Path, path: &str, target: &str) -> String {
    let full = project.join(path);
    let folder = full.parent().unwrap_or(project);
    crate::lock::relative(folder, &crate::spec::absolute(project, if target == "." { "" } else { target }))
}

fn leads_to(project: &Path, path: &str, target: &str) -> bool {
    fs::read_link(project.join(path)).is_ok_and(|found| found == Path::new(&way_to(project, path, target)))
}

fn link_folder(project: &Path, path: &str, target: &str) -> Result<()> {
    let full = project.join(path);
    let folder = full.parent().unwrap_or(project);
    let way = way_to(project, path, target);
    let failed = |error: std::io::Error| Error::of_file(&error, "link", &full);
    // Most links of the isolated layout are new and beside others: looking first would cost two more calls for each.
    match std::os::unix::fs::symlink(&way, &full) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
            fs::create_dir_all(folder).map_err(|error| Error::of_file(&error, "make", folder))?;
        }
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => files::remove(&full)?,
        other => return other.map_err(failed),
    }
    std::os::unix::fs::symlink(&way, &full).map_err(failed)
}
