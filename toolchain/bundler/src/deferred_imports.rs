//! `import defer * as name from "module"`, which Rolldown makes an import that runs the module at once.
//!
//! The import becomes one of a module that Brio adds, whose export is an object that requires the module when it is first
//! used: Rolldown runs a required module, and what it imports, when it is required.
//! A module that awaits at its top cannot be required. The pass that finds one fails, and the next one runs it at once.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Arc, Mutex};

use rolldown_common::side_effects::HookSideEffects;
use rolldown_common::{ModuleType, ResolvedId};
use rolldown_plugin::{
    HookLoadArgs, HookLoadOutput, HookLoadReturn, HookResolveIdArgs, HookResolveIdOutput, HookResolveIdReturn,
    HookUsage, Plugin, PluginContext, PluginContextResolveOptions, PluginHookMeta, PluginOrder,
    SharedLoadPluginContext,
};

use crate::options::Options;

/// Before the specifier of a deferred import, in edited sources.
pub(crate) const DEFERRED: &str = "brio:deferred:";
/// The export of the module that replaces a deferred one.
pub(crate) const NAMESPACE: &str = "namespace";

/// Before the id of a deferred module: a module that exports its deferred namespace.
const PROXY: &str = "\0brio:deferred:";
/// The same: a module that exports its namespace.
const TARGET: &str = "\0brio:deferred-target:";
const FUNCTION: &str = "\0brio:deferred-namespace";
const FUNCTION_SOURCE: &str = include_str!("deferred_imports/namespace.mjs");

/// Resolves and loads what deferred imports become.
#[derive(Debug)]
pub(crate) struct DeferredImports {
    /// The modules that are imported so, by ids.
    targets: Mutex<BTreeMap<String, ResolvedId>>,
    /// Those of them that a pass before has found to await.
    awaiting: BTreeSet<String>,
}

impl DeferredImports {
    pub(crate) fn new(options: &Options) -> Self {
        Self { targets: Mutex::default(), awaiting: options.corrections.awaiting().clone() }
    }

    /// The deferred modules from which imports lead to a module, by their ids.
    pub(crate) fn leading_to(&self, module: &str, imports_of: impl Fn(&str) -> Vec<String>) -> Vec<String> {
        let targets = self.targets.lock().map(|targets| targets.keys().cloned().collect::<Vec<_>>());
        // What is deferred in its turn is not run with a module, unless it awaits.
        let run_with = |id: &str| match id.strip_prefix(PROXY) {
            Some(target) if !self.awaiting.contains(target) => Vec::new(),
            _ => imports_of(id),
        };
        let leads = |target: &String| reaches(target, module, &run_with);
        targets.unwrap_or_default().into_iter().filter(leads).collect()
    }

    async fn resolve(&self, ctx: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        let of_target = || args.importer.is_some_and(|importer| importer.starts_with(TARGET));
        if let Some(specifier) = args.specifier.strip_prefix(DEFERRED) {
            let options = PluginContextResolveOptions {
                import_kind: args.kind,
                is_entry: false,
                skip_self: true,
                custom: Arc::clone(&args.custom),
            };
            let Ok(found) = ctx.resolve(specifier, args.importer, Some(options)).await? else { return Ok(None) };
            let id = format!("{PROXY}{}", found.id.as_str());
            if let Ok(mut targets) = self.targets.lock() {
                targets.insert(found.id.to_string(), found);
            }
            return Ok(Some(without_effects(&id)));
        }
        if args.specifier == FUNCTION || args.specifier.starts_with(TARGET) {
            return Ok(Some(without_effects(args.specifier)));
        }
        let target = self.targets.lock().ok().filter(|_| of_target());
        Ok(target.and_then(|targets| targets.get(args.specifier).cloned()).map(HookResolveIdOutput::from_resolved_id))
    }

    fn source(&self, id: &str) -> Option<String> {
        if id == FUNCTION {
            return Some(FUNCTION_SOURCE.to_owned());
        }
        let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
        if let Some(target) = id.strip_prefix(TARGET) {
            return Some(format!("import * as {NAMESPACE} from {};\nexport {{ {NAMESPACE} }};", quoted(target)));
        }
        let target = id.strip_prefix(PROXY)?;
        let module = quoted(&format!("{TARGET}{target}"));
        let head = format!("import {{ deferredNamespace }} from {};\n", quoted(FUNCTION));
        let is_external =
            self.targets.lock().is_ok_and(|all| all.get(target).is_some_and(|found| found.external.is_external()));
        Some(match is_external || self.awaiting.contains(target) {
            true => format!(
                "{head}import {{ {NAMESPACE} as evaluated }} from {module};\n\
                 export const {NAMESPACE} = /* @__PURE__ */ deferredNamespace(() => evaluated);"
            ),
            false => format!(
                "{head}export const {NAMESPACE} = /* @__PURE__ */ deferredNamespace(() => require({module}).{NAMESPACE});"
            ),
        })
    }
}

/// Whether imports lead from a module to another one.
fn reaches(from: &str, to: &str, imports_of: &impl Fn(&str) -> Vec<String>) -> bool {
    let mut waiting = VecDeque::from([from.to_owned()]);
    let mut seen = BTreeSet::new();
    while let Some(id) = waiting.pop_front() {
        if id == to {
            return true;
        }
        if seen.insert(id.clone()) {
            waiting.extend(imports_of(&id));
        }
    }
    false
}

fn without_effects(id: &str) -> HookResolveIdOutput {
    HookResolveIdOutput { side_effects: Some(HookSideEffects::False), ..HookResolveIdOutput::from_id(id) }
}

impl Plugin for DeferredImports {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:deferred imports")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::ResolveId | HookUsage::Load
    }

    /// Plugins of the program do not see the specifiers that Brio writes.
    fn resolve_id_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    fn load_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    async fn resolve_id(&self, ctx: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        self.resolve(ctx, args).await
    }

    async fn load(&self, _: SharedLoadPluginContext, args: &HookLoadArgs<'_>) -> HookLoadReturn {
        Ok(self.source(args.id).map(|source| HookLoadOutput {
            code: source.into(),
            module_type: Some(ModuleType::Js),
            ..HookLoadOutput::default()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_lead_from_one_module_to_another() {
        let imports_of = |id: &str| match id {
            "a" => vec!["b".to_owned(), "c".to_owned()],
            "c" => vec!["a".to_owned(), "d".to_owned()],
            _ => Vec::new(),
        };
        assert!(reaches("a", "d", &imports_of));
        assert!(reaches("a", "a", &imports_of));
        assert!(!reaches("b", "a", &imports_of));
    }
}
