//! `import defer * as name from "module"`, which Rolldown makes an import that runs the module at once.
//!
//! The import becomes one of a module that Brio adds, whose export is an object that requires the module when it is first
//! used: Rolldown runs a required module, and what it imports, when it is required.
//! A module that awaits at its top cannot be required. The pass that finds one fails, and the next one runs it at once.
//! A use of the object throws while the module, or what it imports, is evaluated. That can only be where imports lead from
//! there to the user of the object; the next pass lets these modules say when they start and end.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use rolldown_common::side_effects::HookSideEffects;
use rolldown_common::{ModuleType, ResolvedId};
use rolldown_plugin::{
    HookLoadArgs, HookLoadOutput, HookLoadReturn, HookResolveIdArgs, HookResolveIdOutput, HookResolveIdReturn,
    HookUsage, Plugin, PluginContext, PluginContextResolveOptions, PluginHookMeta, PluginOrder,
    SharedLoadPluginContext,
};

use crate::corrections::Corrections;
use crate::importers::Importers;
use crate::metafile::{Graph, Module, reached};
use crate::options::Options;
use crate::star_exports;

/// Before the specifier of a deferred import, in edited sources.
pub(crate) const DEFERRED: &str = "brio:deferred:";
/// The export of the module that replaces a deferred one.
pub(crate) const NAMESPACE: &str = "namespace";

/// Before the ids of all modules of this file.
const OWN: &str = "\0brio:";
/// Before the id of a deferred module: a module that exports its deferred namespace.
const PROXY: &str = "\0brio:deferred:";
/// The same: a module that exports its namespace.
const TARGET: &str = "\0brio:deferred-target:";
/// The same, of one that awaits: the module that has the object, and the one that runs it.
const OBJECT: &str = "\0brio:deferred-object:";
const RUN: &str = "\0brio:deferred-run:";
/// Before the number of a module: a module that says that it starts.
const START: &str = "\0brio:evaluation-start:";
const FUNCTION: &str = "\0brio:deferred-namespace";
const FUNCTION_SOURCE: &str = include_str!("deferred_imports/namespace.mjs");

/// Resolves and loads what deferred imports become.
#[derive(Debug)]
pub(crate) struct DeferredImports {
    /// The modules that are imported so, by ids.
    targets: Mutex<BTreeMap<String, ResolvedId>>,
    /// What passes before have found.
    corrections: Corrections,
}

impl DeferredImports {
    pub(crate) fn new(options: &Options) -> Self {
        Self { targets: Mutex::default(), corrections: options.corrections.clone() }
    }

    /// The deferred modules from which imports lead to a module, by their ids.
    pub(crate) fn leading_to(&self, module: &str, graph: &Graph) -> Vec<String> {
        let targets = self.targets.lock().map(|targets| targets.keys().cloned().collect::<Vec<_>>());
        let leads = |target: &String| {
            let run = reached(target, |id| self.run_with(graph, id).iter().map(String::as_str));
            run.contains(module)
        };
        targets.unwrap_or_default().into_iter().filter(leads).collect()
    }

    /// The names that deferred modules export, where they are known before these run.
    pub(crate) fn names(
        &self,
        options: &Options,
        graph: &Graph,
        importers: &Importers,
    ) -> BTreeMap<String, BTreeSet<String>> {
        let targets = self.targets.lock().map(|targets| targets.keys().cloned().collect::<Vec<_>>());
        let named = |id: String| star_exports::names(options, graph, importers, &id).map(|names| (id, names));
        targets.unwrap_or_default().into_iter().filter_map(named).collect()
    }

    /// What a module imports that runs with it: what is deferred does not, unless it awaits.
    pub(crate) fn run_with<'g>(&self, graph: &'g Graph, id: &str) -> &'g [String] {
        match id.strip_prefix(PROXY) {
            Some(target) if !self.corrections.awaiting().contains(target) => &[],
            _ => graph.imports_of(id),
        }
    }

    /// Of each deferred module, by its id, those that can be evaluated while its namespace is used: those it leads to, and
    /// from which imports lead to a module that has the namespace.
    pub(crate) fn evaluating(&self, graph: &Graph) -> BTreeMap<String, BTreeSet<String>> {
        let importers = graph.importers(|id| self.run_with(graph, id));
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (user, module) in &graph.modules {
            let imports = module.imports.iter().chain(&module.dynamic_imports);
            for target in imports.filter_map(|id| id.strip_prefix(PROXY)) {
                let before = reached(user, |id| importers.get(id).into_iter().flatten().copied());
                let evaluated = reached(target, |id| graph.imports_of(id).iter().map(String::as_str));
                let is_marked =
                    |id: &&&str| !id.starts_with(OWN) && graph.modules.get(**id).is_some_and(Module::is_esm);
                let evaluated = evaluated.intersection(&before).filter(is_marked).map(|id| (*id).to_owned());
                found.entry(target.to_owned()).or_default().extend(evaluated);
            }
        }
        found.retain(|_, evaluated| !evaluated.is_empty());
        found
    }

    async fn resolve(&self, ctx: &PluginContext, args: &HookResolveIdArgs<'_>) -> HookResolveIdReturn {
        let of_target = || args.importer.is_some_and(|importer| importer.starts_with(TARGET));
        if [RUN, START].iter().any(|prefix| args.specifier.starts_with(prefix)) {
            return Ok(Some(HookResolveIdOutput::from_id(args.specifier)));
        }
        if let Some(specifier) = args.specifier.strip_prefix(DEFERRED) {
            let options = PluginContextResolveOptions {
                import_kind: args.kind,
                is_entry: false,
                skip_self: true,
                custom: Arc::clone(&args.custom),
            };
            let Ok(found) = ctx.resolve(specifier, args.importer, Some(options)).await? else { return Ok(None) };
            let found_id = found.id.to_string();
            let id = format!("{PROXY}{found_id}");
            if let Ok(mut targets) = self.targets.lock() {
                targets.insert(found.id.to_string(), found);
            }
            let is_run = self.corrections.awaiting().contains(found_id.as_str());
            return Ok(Some(if is_run { HookResolveIdOutput::from_id(&id) } else { without_effects(&id) }));
        }
        if args.specifier == FUNCTION || [TARGET, OBJECT].iter().any(|prefix| args.specifier.starts_with(prefix)) {
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
        if let Some(number) = id.strip_prefix(START) {
            return Some(format!("import {{ started }} from {};\nstarted({number});", quoted(FUNCTION)));
        }
        let target = [PROXY, OBJECT, RUN].iter().find_map(|prefix| id.strip_prefix(prefix))?;
        let named = |prefix: &str| quoted(&format!("{prefix}{target}"));
        let module = named(TARGET);
        let numbers = self.corrections.evaluated_with(target);
        let names = serde_json::to_string(&self.corrections.deferred_names(target)).unwrap_or_default();
        let object = |evaluate: &str| {
            format!(
                "import {{ deferredNamespace }} from {};\n\
                 export const {NAMESPACE} = /* @__PURE__ */ deferredNamespace(() => {evaluate}, {numbers:?}, {names});",
                quoted(FUNCTION)
            )
        };
        if id.starts_with(RUN) {
            return Some(format!(
                "import {{ {NAMESPACE} }} from {module};\nimport {{ evaluate }} from {};\nevaluate(() => {NAMESPACE});",
                named(OBJECT)
            ));
        }
        if id.starts_with(OBJECT) {
            // A function, because in a cycle the namespace does not exist yet when it is set.
            let set = "let evaluated;\nexport const evaluate = (namespace) => void (evaluated = namespace);";
            return Some(format!("{}\n{set}", object("evaluated?.()")));
        }
        let is_external =
            self.targets.lock().is_ok_and(|all| all.get(target).is_some_and(|found| found.external.is_external()));
        Some(if self.corrections.awaiting().contains(target) {
            format!("export {{ {NAMESPACE} }} from {};\nimport {};", named(OBJECT), named(RUN))
        } else if is_external {
            format!("import {{ {NAMESPACE} as evaluated }} from {module};\n{}", object("evaluated"))
        } else {
            object(&format!("require({module}).{NAMESPACE}"))
        })
    }
}

/// What a module that can be evaluated while its namespace is used gets at its start and its end.
pub(crate) fn marks(number: usize) -> (String, String) {
    let quoted = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let start = quoted(&format!("{START}{number}"));
    let end = format!("import {{ ended as __brio_ended }} from {};\n__brio_ended({number});", quoted(FUNCTION));
    (format!("import {start};"), format!("\n{end}"))
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
