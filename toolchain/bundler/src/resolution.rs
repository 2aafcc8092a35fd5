//! What a specifier of a build means: builtin modules of the target, what stays an import, optional dependencies, and
//! the loader that an import attribute requests.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex};

use rolldown_common::side_effects::HookSideEffects;
use rolldown_common::{ImportKind, ResolvedExternal};
use rolldown_plugin::{
    HookResolveIdArgs, HookResolveIdOutput, HookResolveIdReturn, HookUsage, Plugin, PluginContext,
    PluginContextResolveOptions,
};

use crate::builtin_modules;
use crate::options::{Options, Target};

/// The query that names the loader of an import attribute (`import … with { type: "text" }`).
pub(crate) const LOADER_QUERY: &str = "?brio-loader=";

/// An import that was not found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unresolved {
    pub(crate) importer: String,
    pub(crate) specifier: String,
    /// The reason when it is not merely missing, such as a builtin module that the target lacks.
    pub(crate) reason: Option<String>,
}

/// Resolves the specifiers of a build.
#[derive(Debug)]
pub(crate) struct Resolution {
    target: Target,
    external: Vec<Pattern>,
    packages_external: bool,
    /// Paths of sources that have no file.
    files: BTreeSet<String>,
    pub(crate) unresolved: Arc<Mutex<Vec<Unresolved>>>,
}

/// A specifier in which `*` stands for anything.
#[derive(Debug)]
struct Pattern {
    before: String,
    after: Option<String>,
}

impl Pattern {
    fn new(pattern: &str) -> Self {
        match pattern.split_once('*') {
            Some((before, after)) => Self { before: before.to_owned(), after: Some(after.to_owned()) },
            None => Self { before: pattern.to_owned(), after: None },
        }
    }

    /// Whether the pattern means the specifier. A package's name also means its subpaths.
    fn matches(&self, specifier: &str) -> bool {
        match &self.after {
            Some(after) => {
                specifier.len() >= self.before.len() + after.len()
                    && specifier.starts_with(&self.before)
                    && specifier.ends_with(after)
            }
            None => specifier
                .strip_prefix(&self.before)
                .is_some_and(|rest| rest.is_empty() || (rest.starts_with('/') && is_package(specifier))),
        }
    }
}

/// Whether a specifier names a package or a path in one.
pub(crate) fn is_package(specifier: &str) -> bool {
    !specifier.starts_with(['.', '/', '#', '\0']) && !specifier.contains("://") && !specifier.starts_with("data:")
}

impl Resolution {
    pub(crate) fn new(options: &Options) -> Self {
        Self {
            target: options.target,
            external: options.external.iter().map(|pattern| Pattern::new(pattern)).collect(),
            packages_external: options.packages_external,
            files: options.files.keys().cloned().collect(),
            unresolved: Arc::default(),
        }
    }

    fn is_external(&self, specifier: &str) -> bool {
        self.external.iter().any(|pattern| pattern.matches(specifier))
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
        let unresolved = Unresolved { importer, specifier: args.specifier.to_owned(), reason };
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
        if self.is_external(specifier) {
            return Ok(Some(external(specifier)));
        }
        if let Some((path, _)) = specifier.split_once(LOADER_QUERY) {
            let query = &specifier[path.len()..];
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
        if let Some(module) = builtin_modules::find(specifier) {
            return self.resolve_builtin(ctx, args, module).await;
        }
        if self.packages_external && is_package(specifier) && args.importer.is_some() {
            return Ok(Some(external(specifier)));
        }
        if !is_package(specifier) {
            return Ok(None);
        }
        match ctx.resolve(specifier, args.importer, Some(resolve_options(args))).await? {
            Ok(id) => {
                if self.is_external(id.id.as_str()) {
                    return Ok(Some(external(specifier)));
                }
                Ok(Some(HookResolveIdOutput::from_resolved_id(id)))
            }
            // A relative path and a subpath that a package does not export stay Rolldown's errors.
            Err(rolldown_resolver::ResolveError::NotFound(_)) if args.kind != ImportKind::NewUrl => {
                self.note(args, None);
                Ok(Some(external(specifier)))
            }
            Err(_) => Ok(None),
        }
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
        self.note(args, Some(module.missing_in(self.target, args.specifier)));
        Ok(Some(external(args.specifier)))
    }
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
        HookUsage::ResolveId
    }

    async fn resolve_id(&self, ctx: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        self.resolve(ctx, args).await
    }
}
