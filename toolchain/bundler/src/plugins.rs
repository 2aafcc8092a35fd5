//! Plugins that run elsewhere: the calls of their hooks, and how the results return. `Bun.build` runs them in JavaScript.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::{Result, bail};
use base64::Engine;
use rolldown_common::{ImportKind, ModuleType, ResolvedExternal, side_effects::HookSideEffects};
use rolldown_plugin::{
    HookLoadArgs, HookLoadOutput, HookLoadReturn, HookResolveIdArgs, HookResolveIdOutput, HookResolveIdReturn,
    HookTransformArgs, HookTransformOutput, HookTransformReturn, HookUsage, Plugin, PluginContext, PluginHookMeta,
    PluginOrder, SharedLoadPluginContext, SharedTransformPluginContext,
};
use rolldown_utils::js_regex::HybridRegex;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::build::{Extensions, Outcome, build};
use crate::diagnostic::{Diagnostic, Failures};
use crate::options::{Loader, Options};

/// Which calls of hooks plugins handle: regular expressions as `(source, flags, namespace)`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Filters {
    pub resolve: Vec<(String, String, Option<String>)>,
    pub load: Vec<(String, String, Option<String>)>,
    pub transform: Vec<(String, String, Option<String>)>,
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
        let compile = |(source, flags, namespace): &(String, String, Option<String>)| {
            Ok(Self { pattern: HybridRegex::with_flags(source, flags)?, namespace: namespace.clone() })
        };
        filters.iter().map(compile).collect()
    }

    fn matches(&self, text: &str, namespace: &str) -> bool {
        self.namespace.as_deref().is_none_or(|own| own == namespace) && self.pattern.matches(text)
    }
}

/// The plugins of a build as one of Rolldown's.
struct Remote {
    hook_calls: Arc<HookCalls>,
    resolve: Vec<Filter>,
    load: Vec<Filter>,
    transform: Vec<Filter>,
    failures: Failures,
}

impl std::fmt::Debug for Remote {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Remote").finish_non_exhaustive()
    }
}

/// What separates a namespace from a path in the id of a module.
const NAMESPACE_END: &str = "\u{1}:";

/// The namespace and path of a module.
fn split_id(id: &str) -> (&str, &str) {
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

fn module_type(name: &str) -> Option<ModuleType> {
    Some(match Loader::parse(name)? {
        Loader::Js => ModuleType::Js,
        Loader::Jsx => ModuleType::Jsx,
        Loader::Ts => ModuleType::Ts,
        Loader::Tsx => ModuleType::Tsx,
        Loader::Json => ModuleType::Json,
        Loader::Text => ModuleType::Text,
        Loader::Base64 => ModuleType::Base64,
        Loader::Dataurl => ModuleType::Dataurl,
        Loader::Bytes => ModuleType::Binary,
        Loader::Empty => ModuleType::Empty,
        _ => return None,
    })
}

impl Remote {
    async fn resolve_one(&self, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        let (namespace, importer) = args.importer.map_or(("file", ""), split_id);
        if !self.resolve.iter().any(|filter| filter.matches(args.specifier, namespace)) {
            return Ok(None);
        }
        let call = json!({
            "kind": "resolve",
            "path": args.specifier,
            "importer": importer,
            "namespace": namespace,
            "importKind": kind_name(args),
        });
        let result = self.hook_calls.call(call).await?;
        let Some(path) = result.get("path").and_then(Value::as_str) else {
            let is_external = result.get("external").and_then(Value::as_bool) == Some(true);
            return Ok(is_external.then(|| external(args.specifier)));
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

    async fn load_one(&self, id: &str) -> HookLoadReturn {
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
        let contents = match (result.get("contents"), result.get("bytes")) {
            (Some(Value::String(text)), _) => text.clone(),
            (_, Some(Value::String(encoded))) => {
                let bytes = base64::engine::general_purpose::STANDARD.decode(encoded)?;
                String::from_utf8(bytes)
                    .map_err(|_| anyhow::anyhow!("a plugin gave bytes that are no text for \"{path}\""))?
            }
            _ if namespace != "file" => bail!("no plugin loads \"{path}\" of the namespace \"{namespace}\""),
            _ => return Ok(None),
        };
        let named = result.get("loader").and_then(Value::as_str);
        if let Some(name) =
            named.filter(|name| *name != "file" && *name != "css" && module_type(name).is_none() && !is_data(name))
        {
            bail!("a plugin gave the loader \"{name}\", which does not exist");
        }
        if let Some(name) = named.filter(|name| is_data(name)) {
            return Ok(Some(crate::loaders::data_of(Loader::parse(name).unwrap_or(Loader::Json), path, &contents)?));
        }
        let module_type = named.and_then(module_type).or_else(|| module_type(loader)).unwrap_or(ModuleType::Js);
        Ok(Some(HookLoadOutput { code: contents.into(), module_type: Some(module_type), ..HookLoadOutput::default() }))
    }

    async fn transform_one(&self, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        let (namespace, path) = split_id(args.id);
        if !self.transform.iter().any(|filter| filter.matches(path, namespace)) {
            return Ok(None);
        }
        let call = json!({ "kind": "transform", "path": path, "namespace": namespace, "code": args.code.as_str() });
        let result = self.hook_calls.call(call).await?;
        Ok(result.get("code").and_then(Value::as_str).map(|code| HookTransformOutput {
            code: Some(code.to_owned()),
            module_type: result.get("loader").and_then(Value::as_str).and_then(module_type),
            ..HookTransformOutput::default()
        }))
    }
}

fn is_data(name: &str) -> bool {
    matches!(name, "toml" | "yaml" | "yml" | "jsonc" | "json5")
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
        self.failures.noted(args.specifier, self.resolve_one(args).await)
    }

    async fn load(&self, _: SharedLoadPluginContext, args: &HookLoadArgs<'_>) -> HookLoadReturn {
        self.failures.noted(args.id, self.load_one(args.id).await)
    }

    async fn transform(&self, _: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        self.failures.noted(args.id, self.transform_one(args).await)
    }
}

/// Builds with plugins whose hooks are called through `hook_calls`.
///
/// # Errors
/// As [`build()`], and a filter that is not a regular expression.
pub fn build_with_plugins(
    options: &Options,
    filters: Filters,
    hook_calls: &Arc<HookCalls>,
) -> Result<Outcome, Vec<Diagnostic>> {
    let failures = Failures::default();
    let compiled = || {
        Ok::<_, anyhow::Error>(Remote {
            hook_calls: Arc::clone(hook_calls),
            resolve: Filter::all(&filters.resolve)?,
            load: Filter::all(&filters.load)?,
            transform: Filter::all(&filters.transform)?,
            failures: failures.clone(),
        })
    };
    match compiled() {
        Ok(remote) => build(options, &Extensions { plugins: vec![Arc::new(remote)], failures }),
        Err(error) => Err(vec![Diagnostic::new(true, error.to_string())]),
    }
}
