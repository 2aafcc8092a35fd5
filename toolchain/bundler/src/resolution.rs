//! What a specifier of a build means: builtin modules of the target, what stays an import, optional dependencies, and
//! the loader that an import attribute requests.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use rolldown_common::side_effects::HookSideEffects;
use rolldown_common::{ImportKind, ModuleType, ResolvedExternal, ResolvedId};
use rolldown_plugin::{
    HookLoadArgs, HookLoadOutput, HookLoadReturn, HookResolveIdArgs, HookResolveIdOutput, HookResolveIdReturn,
    HookUsage, Plugin, PluginContext, PluginContextResolveOptions, SharedLoadPluginContext,
};

use brio_resolver::{DenoConfig, Imported, Resolver};

use crate::browser_packages;
use crate::builtin_modules;
use crate::compiler_options;
use crate::externals::Externals;
use crate::html;
use crate::importers::Importers;
use crate::main_fields::MainFields;
use crate::options::{Options, Target};
use crate::sqlite_imports;

/// The query that names the loader of an import attribute (`import … with { type: "text" }`).
pub(crate) const LOADER_QUERY: &str = "?brio-loader=";
/// What follows it for a module that is the path of a program, which becomes a bundle of its own.
pub(crate) const PROGRAM: &str = "program";
/// The same for a module that is the path of a folder, which is copied.
pub(crate) const FOLDER: &str = "folder";
/// The same for one of which only the declarations of the language are copied.
pub(crate) const DECLARATIONS: &str = "declarations";

/// Before the name of a package that was not found: a module that loads it when the module that imports it runs.
const MISSING: &str = "\0brio:missing:";

/// The file of a module: its identifier without what follows a question mark.
pub(crate) fn without_query(id: &str) -> &str {
    id.split_once('?').map_or(id, |(path, _)| path)
}

/// The path of a module's file by its id, without query and fragment. A `#` can also be a character of the path.
pub(crate) fn file_of(id: &str) -> &str {
    let path = without_query(id);
    if !path.contains('#') || Path::new(path).is_file() {
        return path;
    }
    let fragments = path.rmatch_indices('#').map(|(at, _)| &path[..at]);
    let name_start = path.rfind('/').map_or(0, |slash| slash + 1);
    let without = || path[name_start..].find('#').map_or(path, |at| &path[..name_start + at]);
    fragments.into_iter().find(|file| Path::new(file).is_file()).unwrap_or_else(without)
}

/// How Rolldown reports an entry that is not there.
pub(crate) const MISSING_ENTRY: &str = "Cannot resolve entry module";

/// Names with a higher similarity (0 to 1) are suggested.
const NEAR: f64 = 0.85;

/// An import that was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unresolved {
    pub(crate) importer: String,
    pub(crate) specifier: String,
    /// Whether it is asked for when a call runs: `import()` or `require`.
    pub(crate) is_call: bool,
    /// The reason when it is not merely missing, such as a builtin module that the target lacks.
    pub(crate) reason: Option<String>,
}

/// Resolves the specifiers of a build.
#[derive(Debug)]
pub(crate) struct Resolution {
    target: Target,
    external: Externals,
    packages_external: bool,
    /// Where paths from the root of a site lead: the current folder, and those of pages.
    sites: Vec<PathBuf>,
    /// Paths of sources that have no file.
    files: BTreeSet<String>,
    /// The import map of a program for Deno, which Brio runs too.
    deno: Option<DenoConfig>,
    /// For what tsconfigs say of modules that they do not include.
    resolver: Resolver,
    /// The folders of packages that `NODE_PATH` names.
    node_path: Vec<PathBuf>,
    /// The file that the program starts with.
    entry: Option<String>,
    /// Whether everything becomes one output, for a program that has `require`.
    is_one_output: bool,
    pub(crate) unresolved: Arc<Mutex<Vec<Unresolved>>>,
    pub(crate) importers: Importers,
    pub(crate) main_fields: MainFields,
}

/// Whether a specifier names a package or a path in one.
pub(crate) fn is_package(specifier: &str) -> bool {
    !specifier.starts_with(['.', '/', '#', '\0']) && !specifier.contains("://") && !specifier.starts_with("data:")
}

impl Resolution {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            target: options.target,
            external: Externals::new(options),
            packages_external: options.packages_external,
            sites: sites(options),
            files: options.files.keys().cloned().collect(),
            deno: deno_config(options),
            resolver: compiler_options::resolver(options),
            node_path: node_path(),
            entry: options
                .entries
                .first()
                .map(|entry| options.directory.join(&entry.path).to_string_lossy().into_owned()),
            is_one_output: !options.splitting && options.target.has_node_modules(),
            unresolved: Arc::default(),
            importers: Importers::default(),
            main_fields: MainFields::new(options),
        }
    }

    fn is_external(&self, specifier: &str) -> bool {
        self.external.has(specifier)
    }

    /// The source without a file that a specifier means, also without its extension.
    fn virtual_file(&self, specifier: &str, importer: Option<&str>) -> Option<String> {
        if self.files.is_empty() || is_package(specifier) {
            return None;
        }
        let folder = importer.and_then(|importer| Path::new(importer).parent()).unwrap_or(Path::new("/"));
        let mut path = PathBuf::new();
        for part in folder.join(specifier).components() {
            match part {
                Component::ParentDir => drop(path.pop()),
                Component::CurDir => {}
                part => path.push(part),
            }
        }
        let path = path.to_string_lossy();
        ["", ".ts", ".tsx", ".js", ".jsx", ".json"]
            .iter()
            .map(|extension| format!("{path}{extension}"))
            .find(|name| self.files.contains(name))
    }

    fn note(&self, args: &HookResolveIdArgs<'_>, reason: Option<String>) {
        let importer = args.importer.unwrap_or_default().to_owned();
        let is_call = matches!(args.kind, ImportKind::DynamicImport | ImportKind::Require);
        let unresolved = Unresolved { importer, specifier: args.specifier.to_owned(), is_call, reason };
        if let Ok(mut all) = self.unresolved.lock() {
            all.push(unresolved);
        }
    }

    async fn resolve(&self, ctx: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        let specifier = args.specifier;
        if let Some(path) = self.virtual_file(specifier, args.importer) {
            return Ok(Some(HookResolveIdOutput::from_id(path)));
        }
        if specifier.starts_with('\0') || args.is_entry {
            return Ok(None);
        }
        if args.importer.is_some_and(|importer| importer.starts_with(MISSING)) {
            return Ok(Some(external(specifier)));
        }
        if self.is_external(specifier) {
            return Ok(Some(external(specifier)));
        }
        if let Some((path, _)) = specifier.split_once(LOADER_QUERY) {
            let query = &specifier[path.len()..];
            if matches!(query.strip_prefix(LOADER_QUERY), Some(FOLDER | DECLARATIONS | sqlite_imports::EXTERNAL)) {
                return Ok(Some(HookResolveIdOutput::from_id(specifier)));
            }
            let resolved = ctx.resolve(path, args.importer, Some(resolve_options(args))).await?;
            return Ok(match resolved {
                Ok(id) if id.external.is_external() => Some(HookResolveIdOutput::from_resolved_id(id)),
                Ok(id) => Some(HookResolveIdOutput::from_id(format!("{}{query}", id.id.as_str()))),
                Err(_) => None,
            });
        }
        if specifier.starts_with("http://") || specifier.starts_with("https://") {
            return Ok(Some(external(specifier)));
        }
        if self.target == Target::Deno
            && let Some(resolved) = self.resolve_mapped(ctx, args).await?
        {
            return Ok(Some(resolved));
        }
        if let Some(module) = builtin_modules::find(specifier) {
            return self.resolve_builtin(ctx, args, module).await;
        }
        if self.packages_external && is_package(specifier) && args.importer.is_some() {
            return Ok(Some(external(specifier)));
        }
        if !is_package(specifier) {
            return self.resolve_path(ctx, args).await;
        }
        match ctx.resolve(specifier, args.importer, Some(resolve_options(args))).await? {
            Ok(id) => {
                if self.is_external(id.id.as_str()) {
                    return Ok(Some(external(specifier)));
                }
                self.with_main_field(ctx, args, id).await
            }
            // A relative path and a subpath that a package does not export stay Rolldown's errors.
            Err(rolldown_resolver::ResolveError::NotFound(_)) if args.kind != ImportKind::NewUrl => {
                self.resolve_missing(ctx, args).await.map(Some)
            }
            Err(_) => Ok(None),
        }
    }

    /// What was found, or the file of the field `main` where that of `module` was found and must not be.
    async fn with_main_field(
        &self,
        ctx: &PluginContext,
        args: &HookResolveIdArgs<'_>,
        found: ResolvedId,
    ) -> HookResolveIdReturn {
        if let Some(main) = self.main_fields.replacement(args.specifier, args.importer, args.kind, &found)
            && let Ok(id) = ctx.resolve(&main.to_string_lossy(), args.importer, Some(resolve_options(args))).await?
        {
            return Ok(Some(HookResolveIdOutput::from_resolved_id(id)));
        }
        Ok(Some(HookResolveIdOutput::from_resolved_id(found)))
    }

    /// A package that is not installed, or a name that something else than packages gives a meaning.
    async fn resolve_missing(
        &self,
        ctx: &PluginContext,
        args: &HookResolveIdArgs<'_>,
    ) -> anyhow::Result<HookResolveIdOutput> {
        if self.target != Target::Deno
            && let Some(resolved) = self.resolve_mapped(ctx, args).await?
        {
            return Ok(resolved);
        }
        if let Some(resolved) = self.resolve_elsewhere(ctx, args).await? {
            return Ok(resolved);
        }
        self.note(args, None);
        // An import at the top of the only output would keep the program from starting.
        let is_lazy = self.is_one_output && args.kind == ImportKind::Import;
        Ok(match is_lazy {
            true => HookResolveIdOutput::from_id(format!("{MISSING}{}", args.specifier)),
            false => external(args.specifier),
        })
    }

    /// A path. One that is missing is reported with everything else that is wrong.
    async fn resolve_path(&self, ctx: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        if args.specifier.starts_with('#') && args.kind != ImportKind::NewUrl {
            return self.resolve_package_import(ctx, args).await;
        }
        if args.kind == ImportKind::NewUrl {
            return Ok(self.is_only_at_run_time(args).then(|| external(args.specifier)));
        }
        if !args.specifier.starts_with(['.', '/']) {
            return Ok(None);
        }
        match ctx.resolve(args.specifier, args.importer, Some(resolve_options(args))).await? {
            Ok(id) => self.with_main_field(ctx, args, id).await,
            Err(rolldown_resolver::ResolveError::NotFound(_)) => {
                if let Some(file) = self.file_of_site(args.specifier) {
                    return Ok(Some(HookResolveIdOutput::from_id(file)));
                }
                self.note(args, Some(missing_file(args.specifier, args.importer)));
                Ok(Some(external(args.specifier)))
            }
            Err(_) => Ok(None),
        }
    }

    /// Whether a URL beside a module of a server's program names a folder, or a file that is not there yet: the program may make
    /// it. A page could not get it from anywhere.
    fn is_only_at_run_time(&self, args: &HookResolveIdArgs<'_>) -> bool {
        let folder = args.importer.map(without_query).and_then(|importer| Path::new(importer).parent());
        self.target.has_node_modules()
            && args.specifier.starts_with('.')
            && folder.is_some_and(|folder| !folder.join(without_query(args.specifier)).is_file())
    }

    /// A name of the field `imports` of a package's manifest. One that is missing is treated as a missing package is.
    async fn resolve_package_import(&self, ctx: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        if let Ok(id) = ctx.resolve(args.specifier, args.importer, Some(resolve_options(args))).await? {
            return Ok(Some(HookResolveIdOutput::from_resolved_id(id)));
        }
        if let Some(resolved) = self.resolve_elsewhere(ctx, args).await? {
            return Ok(Some(resolved));
        }
        let reason = format!("the imports of package.json have no \"{}\" that leads to a file", args.specifier);
        self.note(args, Some(reason));
        Ok(Some(external(args.specifier)))
    }

    /// What `paths` or `baseUrl` of the nearest tsconfig say of a module that it does not include, as of JavaScript beside
    /// TypeScript (the engine applies them to what is included), and what the folders of `NODE_PATH` have.
    async fn resolve_elsewhere(
        &self,
        ctx: &PluginContext,
        args: &HookResolveIdArgs<'_>,
    ) -> anyhow::Result<Option<HookResolveIdOutput>> {
        let importer = args.importer.map(without_query).filter(|importer| Path::new(importer).is_absolute());
        let Some(importer) = importer else { return Ok(None) };
        let mapped = self.resolver.tsconfig_paths(args.specifier, Path::new(importer));
        let named = self.node_path.iter().map(|folder| folder.join(args.specifier));
        for path in mapped.into_iter().chain(named) {
            let found = ctx.resolve(&path.to_string_lossy(), args.importer, Some(resolve_options(args))).await?;
            if let Ok(id) = found {
                return Ok(Some(HookResolveIdOutput::from_resolved_id(id)));
            }
        }
        Ok(None)
    }

    /// The file that a path from the root of a site means: in the folder `public`, as Vite has it, or in the project.
    fn file_of_site(&self, specifier: &str) -> Option<String> {
        let path = specifier.strip_prefix('/').filter(|_| self.target == Target::Browser)?;
        let mut found = self.sites.iter().flat_map(|site| [site.join("public").join(path), site.join(path)]);
        found.find(|file| file.is_file()).map(|file| file.to_string_lossy().into_owned())
    }

    /// What Deno's import map says. A package of npm or JSR that is not installed stays an import for a runtime that
    /// fetches it.
    async fn resolve_mapped(&self, ctx: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        let importer = args.importer.filter(|importer| Path::new(importer).is_absolute());
        let (Some(config), Some(importer)) = (&self.deno, importer) else { return Ok(None) };
        let importer_path = without_query(importer);
        let (specifier, fallback) = match config.imported(args.specifier, Path::new(importer_path)) {
            None => return Ok(None),
            Some(Imported::File(path)) => (path.to_string_lossy().into_owned(), None),
            Some(Imported::Package { specifier, source }) => {
                let fetches = matches!(self.target, Target::Deno | Target::Brio);
                (specifier, fetches.then_some(source))
            }
            Some(Imported::Other(specifier)) => {
                let is_known = builtin_modules::find(&specifier).is_some_and(|module| module.exists_in(self.target));
                return Ok((is_known || specifier.contains("://")).then(|| external(&specifier)));
            }
        };
        match ctx.resolve(&specifier, Some(importer), Some(resolve_options(args))).await? {
            Ok(id) if !id.external.is_external() => Ok(Some(HookResolveIdOutput::from_resolved_id(id))),
            _ => Ok(fallback.map(|source| external(&source))),
        }
    }

    /// The package that does in browsers what a module of Node does, if the importer or the program has one.
    async fn resolve_replacement(
        &self,
        ctx: &PluginContext,
        args: &HookResolveIdArgs<'_>,
    ) -> anyhow::Result<Option<ResolvedId>> {
        for package in browser_packages::all(args.specifier) {
            for importer in args.importer.into_iter().chain(self.entry.as_deref()) {
                let found = ctx.resolve(package, Some(importer), Some(resolve_options(args))).await?;
                if let Ok(id) = found
                    && !id.external.is_external()
                {
                    return Ok(Some(id));
                }
            }
        }
        Ok(None)
    }

    /// A module of Node, Bun or Brio: it stays an import where the target has it.
    async fn resolve_builtin(
        &self,
        ctx: &PluginContext,
        args: &HookResolveIdArgs<'_>,
        module: builtin_modules::Module,
    ) -> HookResolveIdReturn {
        if module.exists_in(self.target) {
            // Loading one has no effect that a program could see: an import of it that is not used is left out.
            let side_effects = Some(HookSideEffects::False);
            return Ok(Some(HookResolveIdOutput { side_effects, ..external(args.specifier) }));
        }
        // A package of the same name, or what the importing package's `browser` field says.
        if let Ok(id) = ctx.resolve(args.specifier, args.importer, Some(resolve_options(args))).await?
            && !id.external.is_external()
        {
            return Ok(Some(HookResolveIdOutput::from_resolved_id(id)));
        }
        if module == builtin_modules::Module::Node
            && self.target == Target::Browser
            && let Some(id) = self.resolve_replacement(ctx, args).await?
        {
            return Ok(Some(HookResolveIdOutput::from_resolved_id(id)));
        }
        self.note(args, Some(module.missing_in(self.target, args.specifier)));
        Ok(Some(external(args.specifier)))
    }
}

/// The report of a path that leads nowhere, with the file of the folder that is probably meant.
pub(crate) fn missing_file(specifier: &str, importer: Option<&str>) -> String {
    let near = importer.and_then(|importer| near_file(specifier, Path::new(importer)));
    let hint = near.map(|near| format!(" (did you mean \"{near}\"?)")).unwrap_or_default();
    format!("cannot find \"{specifier}\"{hint}")
}

/// What is added to the report of an entry that is not there.
pub(crate) fn hint_for_entry(message: &str, directory: &Path) -> Option<String> {
    let path = message.strip_prefix(MISSING_ENTRY)?.trim_start().strip_suffix('.')?;
    let place = directory.join(path);
    if place.is_dir() {
        return Some("it is a folder".to_owned());
    }
    if place.symlink_metadata().is_ok() {
        let reason = if place.exists() { "it is not a file" } else { "it is a link that leads nowhere" };
        return Some(reason.to_owned());
    }
    let specifier = if path.contains('/') { path.to_owned() } else { format!("./{path}") };
    let near = near_file(&specifier, &directory.join("entry"))?;
    Some(format!("did you mean \"{}\"?", if path.contains('/') { &near } else { near.trim_start_matches("./") }))
}

fn near_file(specifier: &str, importer: &Path) -> Option<String> {
    let (folder, name) = specifier.rsplit_once('/')?;
    let entries = std::fs::read_dir(importer.parent()?.join(folder)).ok()?.flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let near = names.map(|other| (strsim::jaro_winkler(name, &other), other)).filter(|(score, _)| *score > NEAR);
    let (_, best) = near.max_by(|left, right| left.0.total_cmp(&right.0))?;
    Some(format!("{folder}/{best}"))
}

/// The folders of a build's pages, after the current one.
pub(crate) fn sites(options: &Options) -> Vec<PathBuf> {
    let mut sites = vec![options.directory.clone()];
    for page in options.entries.iter().filter(|entry| html::is_page(&entry.path)) {
        let folder = options.directory.join(&page.path).parent().map(Path::to_owned).unwrap_or_default();
        if !sites.contains(&folder) {
            sites.push(folder);
        }
    }
    sites
}

fn node_path() -> Vec<PathBuf> {
    let folders = std::env::var_os("NODE_PATH").unwrap_or_default();
    std::env::split_paths(&folders).filter(|folder| folder.is_absolute()).collect()
}

/// The configuration for the entry: without a `deno.json` it has no imports.
fn deno_config(options: &Options) -> Option<DenoConfig> {
    let entry = options.entries.first()?;
    let source = options.deno.clone().unwrap_or_default();
    Some(DenoConfig::find(&source, &options.directory.join(&entry.path)))
}

fn resolve_options(args: &HookResolveIdArgs<'_>) -> PluginContextResolveOptions {
    PluginContextResolveOptions {
        import_kind: args.kind,
        is_entry: args.is_entry,
        skip_self: true,
        custom: Arc::clone(&args.custom),
    }
}

fn external(specifier: &str) -> HookResolveIdOutput {
    HookResolveIdOutput {
        external: Some(ResolvedExternal::Bool(true)),
        normalize_external_id: Some(false),
        ..HookResolveIdOutput::from_id(specifier)
    }
}

impl Plugin for Resolution {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:resolution")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::ResolveId | HookUsage::Load
    }

    async fn load(&self, _: SharedLoadPluginContext, args: &HookLoadArgs<'_>) -> HookLoadReturn {
        let Some(specifier) = args.id.strip_prefix(MISSING) else { return Ok(None) };
        let quoted = serde_json::to_string(specifier)?;
        Ok(Some(HookLoadOutput {
            code: format!("module.exports = require({quoted});").into(),
            module_type: Some(ModuleType::Js),
            ..HookLoadOutput::default()
        }))
    }

    async fn resolve_id(&self, ctx: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        let resolved = self.resolve(ctx, args).await?;
        if let (Some(module), Some(importer)) = (&resolved, args.importer) {
            self.importers.note(&module.id, importer, args.specifier, args.kind);
        }
        Ok(resolved)
    }
}
