//! Installing: from the manifest and the lockfile to `node_modules`.

mod adding_members;
mod first_lockfile;
mod foreign;
mod ignored_rules;
mod inputs;
mod known_requests;
mod npm6;
mod resolve;
mod review;
mod saved_range;
mod saving;
mod systems;
mod turn;

pub use first_lockfile::{manager_of, manager_version};
pub use inputs::fingerprint;
pub use review::Review;
pub use turn::take as take_turn;

use self::npm6::OldLock;
use crate::bins;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::layout::{self, Done, Layout, Omit, Place};
use crate::packument::PickOptions;
use crate::prepare::Preparing;
use crate::progress::Progress;
use crate::project::Project;
use crate::registry::Registry;
use crate::scripts;
use crate::session::{Reach, Session};
use crate::sources::AllSources;
use crate::store::Store;
use crate::tree::Conflict;
use crate::workspace::Workspace;
use crate::workspace::catalog_files::Entry;
use brio_lockfile::{Format, Graph, Lockfile};
use rustc_hash::FxHashSet;
use rustix::fd::OwnedFd;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Node's version that packages are chosen for.
pub const NODE_VERSION: &str = "26.10.0";
/// The age in days that a new version must have, unless the user says otherwise.
pub(crate) const MINIMUM_AGE_DAYS: f64 = 1.0;

/// What to do.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Arguments of `add`.
    pub add: Vec<String>,
    /// Arguments of `remove`.
    pub remove: Vec<String>,
    /// Names to update; an empty list: all.
    pub update: Option<Vec<String>>,
    /// Only these versions of them, by name and version; an empty list: all.
    pub update_versions: Vec<(String, String)>,
    /// The list that `add` saves to.
    pub save_to: Option<&'static str>,
    pub is_exact: bool,
    /// What stands before the version of a name that `add` saves (`~`), where that is not the usual.
    pub operators: Vec<(String, &'static str)>,
    /// The catalog of pnpm that `add` saves to; `default` is the one without a name.
    pub save_catalog: Option<String>,
    pub without_saving: bool,
    /// The lockfile must be there and fit; `node_modules` is made anew by `ci`.
    pub is_frozen: bool,
    pub is_clean: bool,
    pub is_dry: bool,
    pub force: bool,
    pub legacy_peers: bool,
    pub strict_peers: bool,
    pub prefers_dedupe: bool,
    pub omit: Omit,
    /// What is not left out, whatever else says so.
    pub include: Omit,
    pub without_scripts: bool,
    pub only_lockfile: bool,
    /// Removes duplicates that a package above could stand for.
    pub dedupes: bool,
    /// Also looks for what is superfluous in `node_modules` when nothing else is to be done.
    pub prunes: bool,
    pub without_lockfile: bool,
    pub reach: Reach,
    pub minimum_age_days: Option<f64>,
    pub is_quiet: bool,
    /// How packages are laid out; None: as the lockfile's manager does.
    pub linker: Option<Linker>,
    /// The member of the workspace that `add` and `remove` change, by name or path; None: where the command is run.
    pub member: Option<String>,
    /// The folder whose settings count, when it is not the project.
    pub settings_from: Option<PathBuf>,
}

/// How packages are laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Linker {
    /// As npm: as high as possible.
    Hoisted,
    /// As pnpm: each package sees only what it depends on.
    Isolated,
}

/// What was done, for the summary.
#[derive(Clone, Debug, Default)]
pub struct Summary {
    pub project: PathBuf,
    pub done: Done,
    pub conflicts: Vec<Conflict>,
    /// `name@version: reason` of packages that are new.
    pub deprecated: Vec<String>,
    /// Packages whose install scripts were not run.
    pub skipped_scripts: Vec<String>,
    /// What the kernel did not enforce of the jail of the scripts that ran, a sentence each.
    pub jail_gaps: Vec<String>,
    pub engine_warnings: Vec<String>,
    /// What the new versions of `add` and `update` use that those before did not.
    pub review: Review,
    pub was_up_to_date: bool,
    /// The lockfile was one of an older version of its manager, and is written in a newer one now: which.
    pub converted_lockfile: Option<&'static str>,
    /// A sentence about rules of another manager that do not count.
    pub ignored_rules: Option<String>,
    /// Only the lockfile was written; whether it changed.
    pub saved_lockfile: Option<bool>,
    pub is_dry: bool,
    pub time: Duration,
    /// `name@version` of the dependencies that `add` saved.
    pub saved: Vec<String>,
}

/// Everything that one installation uses.
pub struct Context {
    pub options: Options,
    pub project: Project,
    pub workspace: Workspace,
    pub session: Arc<Session>,
    pub sources: AllSources,
    pub lockfile: Option<Lockfile>,
    /// The lockfile of npm 6 or older that is there instead.
    old_lock: Option<OldLock>,
    /// The format of the lockfile; without one that of the manager which the project names, else npm's.
    pub format: Format,
    pub progress: Progress,
    /// The member of the workspace whose manifest the command changes: its index among the members.
    pub edited: Option<(usize, Project)>,
    /// What the lockfile of another manager is to say, when it is not what is laid out.
    pub to_save: Option<Graph>,
    /// Names of `add` whose request stays as it is in `package.json`.
    kept: Vec<String>,
    /// What `add` adds to the catalogs of `pnpm-workspace.yaml`.
    catalog_entries: Vec<Entry>,
    /// While it is there, other installations of the project wait.
    turn: Option<OwnedFd>,
}

/// Installs into the project that contains `folder`.
///
/// # Errors
/// Everything that can go wrong; nothing is changed unless the message says so.
pub fn install(folder: &Path, mut options: Options) -> Result<Summary> {
    let start = Instant::now();
    let root = project_folder(folder, !options.add.is_empty());
    let config = Config::load(options.settings_from.as_deref().unwrap_or(&root))?;
    take_settings(&mut options, &config, &root);
    let is_plain = options.add.is_empty() && options.remove.is_empty() && options.update.is_none() && !options.dedupes;
    if is_plain && !options.is_clean && !options.force && !options.is_dry && !options.prunes {
        let inputs = inputs::fingerprint(&root, &options);
        if let Some(total) = layout::is_done(&root, &inputs) {
            let done = Done { total, ..Done::default() };
            return Ok(Summary {
                project: root,
                done,
                was_up_to_date: true,
                time: start.elapsed(),
                ..Summary::default()
            });
        }
    }
    // Before the files are read: another installation may be about to change them.
    let turn = if options.is_dry { None } else { turn::take(&root, options.is_quiet) };
    let mut context = Context::open(root, options, config)?;
    context.turn = turn;
    context.edited = edited_member(&context, folder)?;
    let mut summary = run(&mut context)?;
    summary.time = start.elapsed();
    Ok(summary)
}

/// The folder of the project: the nearest one with a `package.json`, or the root of the workspace that it is a member of.
pub fn project_folder(folder: &Path, may_be_new: bool) -> PathBuf {
    let found = Project::find(folder);
    if may_be_new && !found.join("package.json").is_file() {
        return folder.to_path_buf();
    }
    Workspace::root_of(&found).unwrap_or(found)
}

/// Opens the session of a command that only reads.
///
/// # Errors
/// A configuration file that cannot be read.
pub fn session_for(root: &Path, options: &Options) -> Result<Arc<Session>> {
    Ok(start_session(Config::load(root)?, options))
}

fn start_session(config: Config, options: &Options) -> Arc<Session> {
    let days = options
        .minimum_age_days
        .or_else(|| config.get("min-release-age").and_then(|text| text.parse().ok()))
        .unwrap_or(MINIMUM_AGE_DAYS);
    let pick = PickOptions {
        node_version: config.get("node-version").unwrap_or(NODE_VERSION).trim_start_matches('v').to_string(),
        published_before_ms: (days > 0.0).then(|| crate::time::now_ms() - (days * 86_400_000.0) as i64),
    };
    Session::start(config, options.reach, pick)
}

/// What configuration files say counts where no flag does.
pub fn take_settings(options: &mut Options, config: &Config, root: &Path) {
    // npm's setting is about npm's lockfile.
    let is_of_others = ["pnpm-lock.yaml", "yarn.lock", "bun.lock"].iter().any(|name| root.join(name).is_file());
    options.without_lockfile |= config.get("package-lock") == Some("false") && !is_of_others;
    options.legacy_peers |= config.is_set("legacy-peer-deps");
    options.strict_peers |= config.is_set("strict-peer-deps");
    options.prefers_dedupe |= config.is_set("prefer-dedupe");
    options.is_exact |= config.is_set("save-exact");
    options.without_scripts |= config.is_set("ignore-scripts");
    options.force |= config.is_set("force");
    options.is_frozen |= config.is_set("frozen-lockfile");
    let omitted = config.get("omit").unwrap_or_default();
    let is_production =
        config.is_set("production") || std::env::var("NODE_ENV").is_ok_and(|value| value == "production");
    let includes = config.get("include").unwrap_or_default();
    options.omit.dev |= (omitted.contains("dev") || is_production) && !includes.contains("dev");
    options.omit.optional |= omitted.contains("optional");
    options.omit.peer |= omitted.contains("peer");
    options.omit.dev &= !options.include.dev;
    options.omit.optional &= !options.include.optional;
    options.omit.peer &= !options.include.peer;
    if options.reach == Reach::Online {
        if config.is_set("offline") {
            options.reach = Reach::Offline;
        } else if config.is_set("prefer-offline") {
            options.reach = Reach::PreferOffline;
        }
    }
}

impl Context {
    pub fn open(root: PathBuf, options: Options, config: Config) -> Result<Self> {
        let project = match Project::read(&root) {
            Err(error) if error.code == "ENOPACKAGE" && !options.add.is_empty() => Project::empty(&root),
            other => other?,
        };
        project.check_lists()?;
        let workspace = Workspace::read(&project)?;
        let found = Lockfile::detect(&root)?.filter(|found| !first_lockfile::is_placeholder(found));
        let (lockfile, old_lock) = match found {
            Some(found) if !options.without_lockfile => match Lockfile::read(&found.path) {
                Ok(lockfile) => (Some(lockfile), None),
                Err(error) => (None, Some(OldLock::read(&found.path, found.format).ok_or(error)?)),
            },
            // Without a lockfile a frozen installation is an error.
            None if !options.without_lockfile && !options.is_frozen => (first_lockfile::new_lockfile(&project)?, None),
            _ => (None, None),
        };
        let session = start_session(config, &options);
        if !options.without_scripts {
            let members = workspace.members.iter().map(|member| Arc::clone(&member.manifest));
            let manifests: Vec<_> = std::iter::once(project.manifest()).chain(members).collect();
            let trust = scripts::Trust::read(&project, &session.config)?;
            // A new session has none yet.
            let _ = session.preparing.set(Preparing::new(&project, trust, &manifests, &options.add));
        }
        let registry = Registry::new(Arc::clone(&session));
        let store = Store::new(Arc::clone(&session));
        let progress = Progress::start(options.is_quiet);
        let sources = AllSources { registry, store };
        let format = match &old_lock {
            Some(lock) => lock.format,
            None => lockfile.as_ref().map_or(Format::Npm, Lockfile::format),
        };
        let (edited, to_save) = (None, None);
        Ok(Self {
            options,
            project,
            workspace,
            session,
            sources,
            lockfile,
            old_lock,
            format,
            progress,
            edited,
            to_save,
            kept: Vec::new(),
            catalog_entries: Vec::new(),
            turn: None,
        })
    }

    /// The project whose `package.json` the command changes.
    pub fn edited(&self) -> &Project {
        self.edited.as_ref().map_or(&self.project, |(_, project)| project)
    }

    /// Changes that `package.json`.
    pub fn edit<T>(&mut self, change: impl FnOnce(&mut Project) -> T) -> T {
        match &mut self.edited {
            Some((index, project)) => {
                let outcome = change(project);
                self.workspace.members[*index].manifest = project.manifest();
                outcome
            }
            None => change(&mut self.project),
        }
    }

    /// The key of that project among the importers of the lockfile.
    pub fn edited_folder(&self) -> String {
        let folder = crate::lock::relative(&self.project.folder, &self.edited().folder);
        if folder.is_empty() { ".".to_string() } else { folder }
    }
}

/// The member that the command changes: the one that is named, or the one that the command is run in.
fn edited_member(context: &Context, folder: &Path) -> Result<Option<(usize, Project)>> {
    let members = &context.workspace.members;
    let changes = !context.options.add.is_empty() || !context.options.remove.is_empty();
    let index = match &context.options.member {
        // The root of the workspace.
        Some(wanted) if wanted == "." => return Ok(None),
        // An installation is always one of the whole workspace.
        Some(wanted) if !changes && crate::workspace::filter::is_pattern(wanted) => return Ok(None),
        Some(wanted) => {
            let path = crate::spec::absolute(&context.project.folder, wanted);
            let found = members.iter().position(|member| member.name == *wanted || member.folder == path);
            let unknown = || {
                let names: Vec<&str> = members.iter().map(|member| member.name.as_str()).collect();
                Error::new("ENOWORKSPACE", format!("no member of the workspace is called {wanted}"))
                    .with_hint(format!("the members are {}", names.join(", ")))
            };
            Some(found.ok_or_else(unknown)?)
        }
        None => {
            let own = Project::find(folder);
            members.iter().position(|member| member.folder == own)
        }
    };
    match index.filter(|_| changes) {
        Some(index) => Ok(Some((index, Project::read(&members[index].folder)?))),
        None => Ok(None),
    }
}

/// What the lockfile of a project says is laid out, and where.
///
/// # Errors
/// `EFROZEN` when it does not fit the manifests, those of the store.
pub fn laid_out(root: &Path) -> Result<(Graph, BTreeMap<String, Place>)> {
    let options = Options { is_frozen: true, is_quiet: true, reach: Reach::PreferOffline, ..Options::default() };
    let mut context = Context::open(root.to_path_buf(), options, Config::load(root)?)?;
    let graph = resolve::frozen(&mut context)?;
    let places = foreign::places(&context, &graph)?;
    Ok((graph, places))
}

/// What `update` names must be there.
fn check_updated(context: &Context) -> Result<()> {
    let members = context.workspace.members.iter().map(|member| Arc::clone(&member.manifest));
    let manifests: Vec<_> = std::iter::once(context.project.manifest()).chain(members).collect();
    let is_known = |name: &str| {
        let is_listed = manifests.iter().any(|manifest| {
            let lists = [&manifest.dependencies, &manifest.optional, &manifest.development, &manifest.peers];
            lists.into_iter().any(|list| list.contains_key(name))
        });
        let locked = context.lockfile.as_ref().map(Lockfile::graph);
        let has_old = context.old_lock.as_ref().is_some_and(|lock| lock.has(name));
        is_listed || has_old || locked.is_some_and(|graph| graph.packages.values().any(|package| package.name == name))
    };
    match context.options.update.iter().flatten().find(|name| !is_known(name)) {
        Some(name) => Err(Error::new("ENOTDEPENDENCY", format!("{name} is not installed, and not a dependency"))
            .with_hint("`brio ls` shows the dependencies")),
        None => Ok(()),
    }
}

fn run(context: &mut Context) -> Result<Summary> {
    check_updated(context)?;
    let mut summary =
        Summary { project: context.project.folder.clone(), is_dry: context.options.is_dry, ..Summary::default() };
    summary.ignored_rules = ignored_rules::sentence(context);
    let mut graph = if context.options.is_frozen {
        resolve::frozen(context)?
    } else {
        let (graph, conflicts, saved) = resolve::resolve(context)?;
        summary.conflicts = conflicts;
        summary.saved = saved;
        graph
    };
    let root = context.project.folder.clone();
    let places = foreign::places(context, &graph)?;
    if context.options.is_dry {
        let mut before = layout::current(&root);
        if context.options.prunes {
            layout::add_superfluous(&root, &mut before);
        }
        summary.done = dry(&before, &places, &graph);
        return Ok(summary);
    }
    systems::check(context, &graph, &places)?;
    let trust = scripts::Trust::read(&context.project, &context.session.config)?;
    if !context.options.only_lockfile {
        if context.options.is_clean {
            crate::files::remove(&root.join("node_modules"))?;
        }
        let scripted = scripts::packages_with_scripts(&root, &graph, &places, &|_| !trust.allows_none());
        let layout = Layout {
            session: &context.session,
            store: &context.sources.store,
            project: &root,
            copied: scripts::writable_by_scripts(&scripted, &trust, &places),
            progress: &|index, count| context.progress.show_linking(index, count, &context.sources.store),
        };
        summary.done = layout.run(&places, &graph)?;
        bins::link(&root, &graph, &places)?;
        context.progress.clear();
        // Once more: those that node-gyp builds without saying so are known by their files.
        let is_fresh: FxHashSet<&str> = summary.done.fresh.iter().map(String::as_str).collect();
        let fresh = scripts::packages_with_scripts(&root, &graph, &places, &|place| is_fresh.contains(place));
        summary.skipped_scripts = scripts::run_install_scripts(context, &trust, &fresh)?;
        if fresh.iter().any(|one| trust.allows(one)) && !context.options.without_scripts {
            summary.jail_gaps = crate::jail::gaps();
        }
        summary.review = review::of_new(context, &summary.done.fresh, &places, &graph);
        graph = saving::completed(context, graph, &places);
        save(context, &graph, &mut summary)?;
        // Without what it was made from: it is complete for others, and not the end of this installation.
        layout.finish(&places, "")?;
        context.turn = None;
        let is_plain = context.options.add.is_empty() && context.options.remove.is_empty();
        if is_plain && context.options.update.is_none() && !context.options.without_scripts {
            scripts::run_project_scripts(context)?;
        }
        layout.finish(&places, &mark_of(context, is_plain))?;
    } else {
        summary.done.total = places.values().filter(|place| !layout::is_way(&place.content)).count();
        summary.saved_lockfile = Some(save(context, &graph, &mut summary)?);
    }
    context.progress.clear();
    note_warnings(&graph, &places, &context.session.pick.node_version, &mut summary);
    leave((graph, places, context.lockfile.take()));
    Ok(summary)
}

/// Leaves memory to the end of the process: freeing a hundred thousand small parts takes a tenth of an installation that
/// changes little.
pub(crate) fn leave<T>(memory: T) {
    std::mem::forget(memory);
}

/// Saves what changed, and notes what becomes of an old lockfile. Returns whether the lockfile changed.
fn save(context: &Context, graph: &Graph, summary: &mut Summary) -> Result<bool> {
    let has_changed = saving::save(context, context.to_save.as_ref().unwrap_or(graph))?;
    let is_upgraded = context.lockfile.as_ref().is_some_and(Lockfile::was_upgraded);
    summary.converted_lockfile = match (context.old_lock.is_some(), is_upgraded) {
        (true, _) => Some("the lockfile of npm 6 is one of version 3 now, which npm 7 and newer read"),
        (_, true) => Some("the lockfile of pnpm 8 is one of version 9 now, which pnpm 9 and newer read"),
        _ => None,
    };
    summary.converted_lockfile = summary.converted_lockfile.filter(|_| has_changed);
    Ok(has_changed)
}

/// What a layout was made from, for the next installation; what is not saved is gone after that.
fn mark_of(context: &Context, is_plain: bool) -> String {
    match context.options.without_saving && !is_plain {
        true => String::new(),
        false => inputs::fingerprint(&context.project.folder, &context.options),
    }
}

fn dry(before: &BTreeMap<String, String>, places: &BTreeMap<String, Place>, graph: &Graph) -> Done {
    let total = places.values().filter(|place| !layout::is_way(&place.content)).count();
    let mut done = Done { total, ..Done::default() };
    for (path, place) in places.iter().filter(|(_, place)| !layout::is_way(&place.content)) {
        let name = graph.packages.get(&place.id).map(|one| format!("{}@{}", one.name, one.version)).unwrap_or_default();
        match before.get(path) {
            None => done.added.push(name),
            Some(content) if *content != place.content && *content != name => done.changed.push(name),
            Some(_) => {}
        }
    }
    for (path, content) in before {
        if !places.contains_key(path) && !layout::is_way(content) {
            done.removed.push(content.split(' ').next().unwrap_or_default().to_string());
        }
    }
    done
}

/// Notes what is deprecated, or made for another version of Node.js, of what is new.
fn note_warnings(graph: &Graph, places: &BTreeMap<String, Place>, node: &str, summary: &mut Summary) {
    let Summary { deprecated, engine_warnings: engines, done, .. } = summary;
    for path in &done.fresh {
        let Some(package) = places.get(path).and_then(|place| graph.packages.get(&place.id)) else { continue };
        let name = format!("{}@{}", package.name, package.version);
        if let Some(reason) = &package.metadata.deprecated {
            let line = format!("{name}: {reason}");
            if !deprecated.contains(&line) {
                deprecated.push(line);
            }
        }
        let wanted = package.metadata.engines.as_ref().and_then(|engines| engines.get("node")?.as_str());
        if let Some(range) = wanted.filter(|range| !range.is_empty() && !crate::semver::satisfies(node, range)) {
            let line = format!("{name} is made for Node.js {range}");
            if !engines.contains(&line) {
                engines.push(line);
            }
        }
    }
}

/// Whether the lockfile is npm's, which is resolved together with its placement.
pub(crate) fn is_of_npm(lockfile: &Lockfile) -> bool {
    matches!(lockfile.format(), Format::Npm | Format::NpmShrinkwrap)
}
