//! The graph of the modules of a build, and the metafile in esbuild's format.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rolldown_common::{ModuleInfo, NormalModule};
use rolldown_plugin::{HookNoopReturn, HookUsage, Plugin, PluginContext};
use serde_json::{Map, Value, json};

use crate::diagnostic::shown_path;
use crate::options::Options;
use crate::output::{Kind, Output};

/// A module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    pub(crate) bytes: usize,
    pub(crate) imports: Vec<String>,
    pub(crate) dynamic_imports: Vec<String>,
}

/// The modules of a build by id.
#[derive(Clone, Debug, Default)]
pub(crate) struct Graph {
    pub(crate) modules: BTreeMap<String, Module>,
}

impl Graph {
    /// The modules that are files.
    pub(crate) fn files(&self) -> impl Iterator<Item = &str> {
        self.modules.keys().map(|id| id.split('?').next().unwrap_or(id)).filter(|id| Path::new(id).is_absolute())
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.modules.extend(other.modules);
    }

    /// What a module loads, in the order of evaluation, then what it loads later.
    pub(crate) fn load_order(&self, entry: &str) -> Vec<String> {
        let mut order = Vec::new();
        let mut seen = BTreeSet::new();
        let mut later = vec![entry.to_owned()];
        while let Some(start) = later.pop() {
            // An explicit stack: a chain of imports may be long.
            let mut stack = vec![(start, false)];
            while let Some((id, is_done)) = stack.pop() {
                if is_done {
                    order.push(id);
                    continue;
                }
                if !seen.insert(id.clone()) {
                    continue;
                }
                stack.push((id.clone(), true));
                if let Some(module) = self.modules.get(&id) {
                    stack.extend(module.imports.iter().rev().map(|import| (import.clone(), false)));
                    later.splice(0..0, module.dynamic_imports.iter().rev().cloned());
                }
            }
        }
        order
    }
}

/// Records the graph as modules are parsed.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    ids: Mutex<BTreeMap<String, usize>>,
    graph: Mutex<Graph>,
}

impl Recorder {
    /// The modules that import each module.
    pub(crate) fn importers(&self) -> BTreeMap<String, Vec<String>> {
        let mut importers: BTreeMap<String, Vec<String>> = BTreeMap::new();
        if let Ok(graph) = self.graph.lock() {
            for (id, module) in &graph.modules {
                for imported in module.imports.iter().chain(&module.dynamic_imports) {
                    importers.entry(imported.clone()).or_default().push(id.clone());
                }
            }
        }
        importers
    }

    /// The modules that are files, also of a build that has failed.
    pub(crate) fn files(&self) -> Vec<PathBuf> {
        let parsed = self.ids.lock().map(|ids| ids.keys().cloned().collect::<Vec<_>>()).unwrap_or_default();
        let file = |id: &String| PathBuf::from(id.split('?').next().unwrap_or(id));
        parsed.iter().map(file).filter(|file| file.is_absolute()).collect()
    }

    /// The graph of the last build.
    pub(crate) fn graph(&self) -> Graph {
        self.graph.lock().map(|graph| graph.clone()).unwrap_or_default()
    }
}

impl Plugin for Recorder {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:graph")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::ModuleParsed | HookUsage::BuildEnd
    }

    async fn module_parsed(&self, _: &PluginContext, info: Arc<ModuleInfo>, module: &NormalModule) -> HookNoopReturn {
        if let Ok(mut ids) = self.ids.lock() {
            ids.insert(info.id.to_string(), module.source.len());
        }
        Ok(())
    }

    async fn build_end(
        &self,
        ctx: &PluginContext,
        _: Option<&rolldown_plugin::HookBuildEndArgs<'_>>,
    ) -> HookNoopReturn {
        let ids = self.ids.lock().map(|ids| ids.clone()).unwrap_or_default();
        let modules = ids.into_iter().map(|(id, bytes)| {
            let info = ctx.get_module_info(&id);
            let module = Module {
                bytes,
                imports: info.iter().flat_map(|info| info.imported_ids.iter()).map(ToString::to_string).collect(),
                dynamic_imports: info
                    .iter()
                    .flat_map(|info| info.dynamically_imported_ids.iter())
                    .map(ToString::to_string)
                    .collect(),
            };
            (id, module)
        });
        if let Ok(mut graph) = self.graph.lock() {
            graph.modules = modules.collect();
        }
        Ok(())
    }
}

/// The metafile, as JSON in esbuild's format.
pub(crate) fn write(options: &Options, outputs: &[Output], graph: &Graph) -> String {
    let name = |id: &str| shown_path(id.trim_start_matches('\0'), &options.directory);
    let mut inputs = Map::new();
    for (id, module) in &graph.modules {
        let import = |kind: &'static str| {
            move |id: &String| {
                let is_external = !graph.modules.contains_key(id);
                match is_external {
                    true => json!({ "path": id, "kind": kind, "external": true }),
                    false => json!({ "path": shown_path(id, &options.directory), "kind": kind }),
                }
            }
        };
        let imports: Vec<Value> = module
            .imports
            .iter()
            .map(import("import-statement"))
            .chain(module.dynamic_imports.iter().map(import("dynamic-import")))
            .collect();
        inputs.insert(name(id), json!({ "bytes": module.bytes, "imports": imports }));
    }
    let folder = crate::output::folder(options).unwrap_or_else(|| options.directory.clone());
    let mut all = Map::new();
    for output in outputs {
        let path = shown_path(&folder.join(&output.path).to_string_lossy(), &options.directory);
        let of_module = |(id, bytes): &(String, usize)| (name(id), json!({ "bytesInOutput": bytes }));
        let import = |kind: &'static str| {
            let folder = folder.clone();
            move |import: &String| {
                if !outputs.iter().any(|output| output.path == *import) {
                    return json!({ "path": import, "kind": kind, "external": true });
                }
                let path = shown_path(&folder.join(import).to_string_lossy(), &options.directory);
                json!({ "path": path, "kind": kind })
            }
        };
        let imports: Vec<Value> = output
            .imports
            .iter()
            .map(import("import-statement"))
            .chain(output.dynamic_imports.iter().map(import("dynamic-import")))
            .collect();
        let mut entry = json!({
            "bytes": output.bytes(),
            "inputs": output.modules.iter().map(of_module).collect::<Map<String, Value>>(),
            "imports": imports,
            "exports": output.exports,
        });
        if let (Kind::EntryPoint, Some(source)) = (output.kind, &output.source) {
            entry["entryPoint"] = json!(name(&source.to_string_lossy()));
        }
        all.insert(path, entry);
    }
    serde_json::to_string_pretty(&json!({ "inputs": inputs, "outputs": all })).unwrap_or_default()
}
