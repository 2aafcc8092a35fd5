//! Plugins that run elsewhere: the calls of their hooks, and how the results return. `Bun.build` runs them in JavaScript.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::{Result, bail};
use base64::Engine;
use rolldown_common::{ImportKind, ModuleType, ResolvedExternal, side_effects::HookSideEffects};
use rolldown_plugin::__inner::SharedPluginable;
use rolldown_plugin::{
    HookLoadArgs, HookLoadOutput, HookLoadReturn, HookResolveIdArgs, HookResolveIdOutput, HookResolveIdReturn,
    HookTransformArgs, HookTransformOutput, HookTransformReturn, HookUsage, Plugin, PluginContext, PluginHookMeta,
    PluginOrder, SharedLoadPluginContext, SharedTransformPluginContext,
};
use rolldown_utils::js_regex::HybridRegex;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::build::Extensions;
use crate::diagnostic::Failures;
use crate::options::Loader;

/// Which calls of hooks plugins handle: regular expressions as `(source, flags, namespace)`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Filters {
    pub resolve: Vec<(String, String, Option<String>)>,
    pub load: Vec<(String, String, Option<String>)>,
    pub transform: Vec<(String, String, Option<String>)>,
    /// Those of native functions, with their numbers.
    #[serde(rename = "beforeParse")]
    pub before_parse: Vec<(String, String, Option<String>, u32)>,
}

/// A native function that sees sources before they are parsed, and can replace them. It is called on any thread.
pub trait BeforeParse: Send + Sync {
    /// Returns the source in place of `source` with its loader; None leaves it.
    ///
    /// # Errors
    /// A message.
    fn call(
        &self,
        path: &str,
        namespace: &str,
        loader: Loader,
        source: &str,
    ) -> Result<Option<(String, Loader)>, String>;
}

/// What plugins have loaded for modules that are not source code: [`crate::loaders`] makes modules of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Given(Arc<Mutex<GivenFiles>>);

#[derive(Debug, Default)]
struct GivenFiles {
    files: HashMap<String, (Loader, Vec<u8>)>,
    /// The files whose contents depend on all other modules.
    deferred: BTreeSet<PathBuf>,
}

impl Given {
    fn put(&self, id: &str, loader: Loader, contents: Vec<u8>) {
        if let Ok(mut given) = self.0.lock() {
            given.files.insert(id.to_owned(), (loader, contents));
        }
    }

    /// The loader and the contents of a module by its id. They are given once for each time that it is loaded.
    pub(crate) fn file(&self, id: &str) -> Option<(Loader, Vec<u8>)> {
        self.0.lock().ok()?.files.remove(id)
    }

    fn note_deferred(&self, path: &str) {
        if let Ok(mut given) = self.0.lock() {
            given.deferred.insert(PathBuf::from(path));
        }
    }

    /// The files that a plugin loaded when it had seen all others (`defer`): each change can concern them.
    pub(crate) fn deferred(&self) -> Vec<PathBuf> {
        self.0.lock().map(|given| given.deferred.iter().cloned().collect()).unwrap_or_default()
    }
}

/// The calls of hooks that a build waits for.
pub struct HookCalls {
    post: Box<dyn Fn(u32, String) -> bool + Send + Sync>,
    waiting: Mutex<HashMap<u32, oneshot::Sender<String>>>,
    last: AtomicU32,
    is_closed: AtomicBool,
}

impl std::fmt::Debug for HookCalls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("HookCalls").finish_non_exhaustive()
    }
}

impl HookCalls {
    /// `post` passes a call (its number, and JSON) to where plugins run. It is false when that program has ended.
    pub fn new(post: impl Fn(u32, String) -> bool + Send + Sync + 'static) -> Self {
        Self {
            post: Box::new(post),
            waiting: Mutex::default(),
            last: AtomicU32::new(0),
            is_closed: AtomicBool::new(false),
        }
    }

    /// Completes a call with its result: JSON.
    pub fn complete(&self, number: u32, result: String) {
        let waiting = self.waiting.lock().ok().and_then(|mut waiting| waiting.remove(&number));
        if let Some(waiting) = waiting {
            // The build may have ended with another error.
            let _ = waiting.send(result);
        }
    }

    /// Ends the wait for all results: the program with the plugins ends.
    pub fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        if let Ok(mut waiting) = self.waiting.lock() {
            waiting.clear();
        }
    }

    async fn call(&self, call: Value) -> Result<Value> {
        let number = self.last.fetch_add(1, Ordering::Relaxed);
        let (sender, receiver) = oneshot::channel();
        if let Ok(mut waiting) = self.waiting.lock() {
            waiting.insert(number, sender);
        }
        if self.is_closed.load(Ordering::SeqCst) || !(self.post)(number, call.to_string()) {
            bail!("the program that has the plugins has ended");
        }
        let result: Value = serde_json::from_str(&receiver.await?)?;
        match result.get("error") {
            Some(error) => bail!("{}", error.as_str().unwrap_or("a plugin failed")),
            None => Ok(result),
        }
    }
}

/// A filter, ready to match.
struct Filter {
    pattern: HybridRegex,
    namespace: Option<String>,
}

impl Filter {
    fn all(filters: &[(String, String, Option<String>)]) -> Result<Vec<Self>> {
        filters.iter().map(|(source, flags, namespace)| Self::new(source, flags, namespace.clone())).collect()
    }

    fn new(source: &str, flags: &str, namespace: Option<String>) -> Result<Self> {
        Ok(Self { pattern: HybridRegex::with_flags(source, flags)?, namespace })
    }

    fn matches(&self, text: &str, namespace: &str) -> bool {
        self.namespace.as_deref().is_none_or(|own| own == namespace) && self.pattern.matches(text)
    }
}

/// The plugins of a build as one of Rolldown's.
pub(crate) struct Remote {
    hook_calls: Arc<HookCalls>,
    resolve: Vec<Filter>,
    load: Vec<Filter>,
    transform: Vec<Filter>,
    failures: Failures,
    given: Given,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Remote").finish_non_exhaustive()
    }
}

/// What separates a namespace from a path in the id of a module.
const NAMESPACE_END: &str = "\u{1}:";

/// The namespace and path of a module.
pub(crate) fn split_id(id: &str) -> (&str, &str) {
    id.split_once(NAMESPACE_END).unwrap_or(("file", id))
}

fn kind_name(args: &HookResolveIdArgs<'_>) -> &'static str {
    match args.kind {
        _ if args.is_entry => "entry-point-build",
        ImportKind::Require => "require-call",
        ImportKind::DynamicImport => "dynamic-import",
        ImportKind::AtImport => "import-rule",
        ImportKind::UrlImport | ImportKind::NewUrl => "url-token",
        ImportKind::Import | ImportKind::HotAccept => "import-statement",
    }
}

fn module_type(loader: Loader) -> Option<ModuleType> {
    Some(match loader {
        Loader::Js => ModuleType::Js,
        Loader::Jsx => ModuleType::Jsx,
        Loader::Ts => ModuleType::Ts,
        Loader::Tsx => ModuleType::Tsx,
        Loader::Json => ModuleType::Json,
        Loader::Text => ModuleType::Text,
        Loader::Empty => ModuleType::Empty,
        _ => return None,
    })
}

/// The loader of what a plugin has loaded: the one that it names, or that of the path.
fn loader_of(named: Option<&str>, path: &str) -> Result<Loader> {
    match named {
        None | Some("default") => Ok(Loader::of_file(path).unwrap_or(Loader::Js)),
        Some(name) => match Loader::parse(name) {
            Some(loader) => Ok(loader),
            None => bail!("a plugin gave the loader \"{name}\", which does not exist"),
        },
    }
}

impl Remote {
    /// What a specifier means to the plugins. `importer` is the id of the module that has it, `kind` how it is imported.
    pub(crate) async fn resolve_one(&self, specifier: &str, importer: Option<&str>, kind: &str) -> HookResolveIdReturn {
        let (namespace, importer) = importer.map_or(("file", ""), split_id);
        if !self.resolve.iter().any(|filter| filter.matches(specifier, namespace)) {
            return Ok(None);
        }
        let call = json!({
            "kind": "resolve",
            "path": specifier,
            "importer": importer,
            "namespace": namespace,
            "importKind": kind,
        });
        let result = self.hook_calls.call(call).await?;
        let Some(path) = result.get("path").and_then(Value::as_str) else {
            let is_external = result.get("external").and_then(Value::as_bool) == Some(true);
            return Ok(is_external.then(|| external(specifier)));
        };
        if result.get("external").and_then(Value::as_bool) == Some(true) {
            return Ok(Some(external(path)));
        }
        let id = match result.get("namespace").and_then(Value::as_str) {
            None | Some("file" | "") => path.to_owned(),
            Some(namespace) => format!("{namespace}{NAMESPACE_END}{path}"),
        };
        let side_effects = match result.get("sideEffects").and_then(Value::as_bool) {
            Some(false) => Some(HookSideEffects::False),
            Some(true) => Some(HookSideEffects::True),
            None => None,
        };
        Ok(Some(HookResolveIdOutput { side_effects, ..HookResolveIdOutput::from_id(id) }))
    }

    /// The source of a style sheet that another one imports. None when no plugin loads it.
    pub(crate) async fn style_sheet(&self, id: &str) -> Result<Option<String>> {
        match self.loaded(id).await? {
            Some((Loader::Css | Loader::LocalCss, contents)) => Ok(Some(String::from_utf8(contents)?)),
            Some(_) => bail!("a style sheet imports \"{}\", which a plugin loads as something else", split_id(id).1),
            None => Ok(None),
        }
    }

    /// What the plugins load for a module, and as what.
    async fn loaded(&self, id: &str) -> Result<Option<(Loader, Vec<u8>)>> {
        let (namespace, path) = split_id(id);
        if !self.load.iter().any(|filter| filter.matches(path, namespace)) {
            if namespace != "file" {
                bail!("no plugin loads \"{path}\" of the namespace \"{namespace}\"");
            }
            return Ok(None);
        }
        let loader = path.rsplit_once('.').map_or("js", |(_, extension)| extension);
        let call = json!({ "kind": "load", "path": path, "namespace": namespace, "loader": loader });
        let result = self.hook_calls.call(call).await?;
        if result.get("isDeferred") == Some(&Value::Bool(true)) {
            self.given.note_deferred(path);
        }
        let contents = match (result.get("contents"), result.get("bytes")) {
            (Some(Value::String(text)), _) => text.clone().into_bytes(),
            (_, Some(Value::String(encoded))) => base64::engine::general_purpose::STANDARD.decode(encoded)?,
            _ if namespace != "file" => bail!("no plugin loads \"{path}\" of the namespace \"{namespace}\""),
            _ => return Ok(None),
        };
        Ok(Some((loader_of(result.get("loader").and_then(Value::as_str), path)?, contents)))
    }

    async fn load_one(&self, id: &str) -> HookLoadReturn {
        let Some((loader, contents)) = self.loaded(id).await? else { return Ok(None) };
        let path = split_id(id).1;
        let Some(module_type) = module_type(loader) else {
            self.given.put(id, loader, contents);
            return Ok(None);
        };
        let code = String::from_utf8(contents)
            .map_err(|_| anyhow::anyhow!("what a plugin gave for \"{path}\" is not UTF-8"))?;
        Ok(Some(HookLoadOutput { code: code.into(), module_type: Some(module_type), ..HookLoadOutput::default() }))
    }

    async fn transform_one(&self, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        let (namespace, path) = split_id(args.id);
        // What is made of other files is not their source.
        let is_source = Loader::of_file(path).is_none_or(|loader| module_type(loader).is_some());
        if !is_source || !self.transform.iter().any(|filter| filter.matches(path, namespace)) {
            return Ok(None);
        }
        let call = json!({ "kind": "transform", "path": path, "namespace": namespace, "code": args.code.as_str() });
        let result = self.hook_calls.call(call).await?;
        Ok(result.get("code").and_then(Value::as_str).map(|code| HookTransformOutput {
            code: Some(code.to_owned()),
            module_type: result.get("loader").and_then(Value::as_str).and_then(Loader::parse).and_then(module_type),
            ..HookTransformOutput::default()
        }))
    }
}

fn external(path: &str) -> HookResolveIdOutput {
    HookResolveIdOutput {
        external: Some(ResolvedExternal::Bool(true)),
        normalize_external_id: Some(false),
        ..HookResolveIdOutput::from_id(path)
    }
}

impl Plugin for Remote {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:plugins")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::ResolveId | HookUsage::Load | HookUsage::Transform
    }

    fn resolve_id_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    async fn resolve_id(&self, _: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        let found = self.resolve_one(args.specifier, args.importer, kind_name(args)).await;
        self.failures.noted_of(args.specifier, args.importer, found)
    }

    async fn load(&self, _: SharedLoadPluginContext, args: &HookLoadArgs<'_>) -> HookLoadReturn {
        self.failures.noted(args.id, self.load_one(args.id).await)
    }

    async fn transform(&self, _: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        self.failures.noted(args.id, self.transform_one(args).await)
    }
}

/// The native functions of plugins.
struct Native {
    functions: Vec<(Filter, Arc<dyn BeforeParse>)>,
    failures: Failures,
}

impl std::fmt::Debug for Native {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Native").finish_non_exhaustive()
    }
}

impl Native {
    fn replaced(&self, args: &HookTransformArgs<'_>) -> Result<Option<(String, Loader)>> {
        let (namespace, path) = split_id(args.id);
        let loader = match args.module_type {
            ModuleType::Jsx => Loader::Jsx,
            ModuleType::Ts => Loader::Ts,
            ModuleType::Tsx => Loader::Tsx,
            _ => Loader::Js,
        };
        let mut replaced: Option<(String, Loader)> = None;
        for (filter, function) in &self.functions {
            if !filter.matches(path, namespace) {
                continue;
            }
            let (source, loader) = match &replaced {
                Some((source, loader)) => (source.as_str(), *loader),
                None => (args.code.as_str(), loader),
            };
            let given = function.call(path, namespace, loader, source).map_err(anyhow::Error::msg)?;
            replaced = given.or(replaced);
        }
        Ok(replaced)
    }
}

impl Plugin for Native {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:native plugins")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::Transform
    }

    fn transform_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    async fn transform(&self, _: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        // What is made of other files is not their source.
        let path = split_id(args.id).1.split('?').next().unwrap_or_default();
        let is_source = Loader::of_file(path).is_none_or(|loader| module_type(loader).is_some());
        if !is_source || !crate::syntax::is_code(args.module_type) {
            return Ok(None);
        }
        let replaced = self.failures.noted(args.id, self.replaced(args))?;
        Ok(replaced.map(|(code, loader)| HookTransformOutput {
            code: Some(code),
            module_type: module_type(loader),
            ..HookTransformOutput::default()
        }))
    }
}

/// Plugins whose hooks are called through `hook_calls`. `native` finds native functions by their numbers.
///
/// # Errors
/// A message: a filter that is not a regular expression.
pub fn extensions(
    filters: &Filters,
    hook_calls: &Arc<HookCalls>,
    native: impl Fn(u32) -> Option<Arc<dyn BeforeParse>>,
) -> Result<Extensions, String> {
    let (failures, given) = (Failures::default(), Given::default());
    let compiled = || {
        Ok::<_, anyhow::Error>(Remote {
            hook_calls: Arc::clone(hook_calls),
            resolve: Filter::all(&filters.resolve)?,
            load: Filter::all(&filters.load)?,
            transform: Filter::all(&filters.transform)?,
            failures: failures.clone(),
            given: given.clone(),
        })
    };
    let remote = compiled().map_err(|error| error.to_string())?;
    let mut functions = Vec::new();
    for (source, flags, namespace, number) in &filters.before_parse {
        let filter = Filter::new(source, flags, namespace.clone()).map_err(|error| error.to_string())?;
        functions.extend(native(*number).map(|function| (filter, function)));
    }
    let mut plugins: Vec<SharedPluginable> = Vec::new();
    if !functions.is_empty() {
        plugins.push(Arc::new(Native { functions, failures: failures.clone() }));
    }
    if !(remote.resolve.is_empty() && remote.load.is_empty() && remote.transform.is_empty()) {
        let remote = Arc::new(remote);
        plugins.push(Arc::<Remote>::clone(&remote));
        return Ok(Extensions { plugins, failures, given, remote: Some(remote), ..Extensions::default() });
    }
    Ok(Extensions { plugins, failures, given, ..Extensions::default() })
}
