//! The graph of the modules of a build, and the metafile in esbuild's format.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use rolldown_common::{EcmaModuleAstUsage, ExportsKind, ModuleInfo, NormalModule};
use rolldown_plugin::{HookNoopReturn, HookUsage, Plugin, PluginContext};
use serde_json::{Map, Value, json};

use crate::diagnostic::shown_path;
use crate::importers::{Import, Importers};
use crate::loaders::loader_option;
use crate::options::{Loader, Options};
use crate::output::{Kind, Output};
use crate::resolution::{LOADER_QUERY, without_query};

/// A module.
#[derive(Clone, Debug, Default)]
pub(crate) struct Module {
    pub(crate) bytes: usize,
    pub(crate) imports: Vec<String>,
    pub(crate) dynamic_imports: Vec<String>,
    /// Whether it awaits at its top.
    pub(crate) awaits: bool,
    /// The names that it exports, without those of what it exports all of.
    pub(crate) exports: Vec<String>,
    /// `esm` or `cjs`, of code that shows which.
    format: Option<&'static str>,
    /// How it imports others, by their ids. Only for the metafile.
    how: BTreeMap<String, Vec<Import>>,
}

impl Module {
    pub(crate) fn is_esm(&self) -> bool {
        self.format == Some("esm")
    }

    pub(crate) fn is_cjs(&self) -> bool {
        self.format == Some("cjs")
    }
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

    /// Notes how modules import others.
    pub(crate) fn add_imports(&mut self, importers: &Importers) {
        for ((importer, id), imports) in importers.imports() {
            if let Some(module) = self.modules.get_mut(&importer) {
                module.how.insert(id, imports);
            }
        }
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.modules.extend(other.modules);
    }

    /// What a module imports and requires.
    pub(crate) fn imports_of(&self, id: &str) -> &[String] {
        self.modules.get(id).map_or(&[], |module| module.imports.as_slice())
    }

    /// The importers of each module. `imports_of` gives the imports that count.
    pub(crate) fn importers<'g>(
        &'g self,
        imports_of: impl Fn(&str) -> &'g [String],
    ) -> BTreeMap<&'g str, Vec<&'g str>> {
        let mut importers: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for id in self.modules.keys() {
            for imported in imports_of(id) {
                importers.entry(imported).or_default().push(id);
            }
        }
        importers
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

/// What is reached from a module, with itself.
pub(crate) fn reached<'g, I>(from: &'g str, next: impl Fn(&'g str) -> I) -> BTreeSet<&'g str>
where
    I: IntoIterator<Item = &'g str>,
{
    let mut seen = BTreeSet::new();
    let mut waiting = vec![from];
    while let Some(id) = waiting.pop() {
        if seen.insert(id) {
            waiting.extend(next(id));
        }
    }
    seen
}

/// What is known of a module once it is parsed.
#[derive(Clone, Copy, Debug)]
struct Parsed {
    bytes: usize,
    format: Option<&'static str>,
    awaits: bool,
}

/// Records the graph as modules are parsed.
#[derive(Debug, Default)]
pub(crate) struct Recorder {
    ids: Mutex<BTreeMap<String, Parsed>>,
    graph: Mutex<Graph>,
    /// The ES modules that return at their top level.
    returning: Mutex<BTreeSet<String>>,
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

    /// The ES modules that return at their top level, by ids.
    pub(crate) fn returning(&self) -> BTreeSet<String> {
        self.returning.lock().map(|returning| returning.clone()).unwrap_or_default()
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
        let usage = module.ecma_view.ast_usage;
        let awaits = usage.contains(EcmaModuleAstUsage::TopLevelAwait);
        let is_esm = info.input_format == ExportsKind::Esm || awaits;
        if let Ok(mut returning) = self.returning.lock() {
            match usage.contains(EcmaModuleAstUsage::TopLevelReturn) && is_esm {
                true => returning.insert(info.id.to_string()),
                // Of a build that is repeated.
                false => returning.remove(info.id.as_str()),
            };
        }
        if let Ok(mut ids) = self.ids.lock() {
            let format = match info.input_format {
                ExportsKind::Esm => Some("esm"),
                ExportsKind::CommonJs => Some("cjs"),
                ExportsKind::None => None,
            };
            ids.insert(info.id.to_string(), Parsed { bytes: module.source.len(), format, awaits });
        }
        Ok(())
    }

    async fn build_end(
        &self,
        ctx: &PluginContext,
        _: Option<&rolldown_plugin::HookBuildEndArgs<'_>>,
    ) -> HookNoopReturn {
        let ids = self.ids.lock().map(|ids| ids.clone()).unwrap_or_default();
        let modules = ids.into_iter().map(|(id, Parsed { bytes, format, awaits })| {
            let info = ctx.get_module_info(&id);
            let module = Module {
                bytes,
                format,
                awaits,
                how: BTreeMap::new(),
                exports: info.iter().flat_map(|info| &info.exports).map(ToString::to_string).collect(),
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

/// The size of a module's file; of what has none, that of its source.
fn bytes_of(id: &str, module: &Module) -> u64 {
    let file = Path::new(without_query(id));
    let of_file = file.is_absolute().then(|| std::fs::metadata(file).ok()).flatten();
    of_file.map_or(module.bytes as u64, |metadata| metadata.len())
}

/// What a module imports: of each, the path that is shown, the kind, and the specifier.
fn imports_of(
    module: &Module,
    is_part: impl Fn(&str) -> bool,
    shown: impl Fn(&str) -> String,
    kind_of_data: impl Fn(&str) -> Option<&'static str>,
) -> Vec<Value> {
    let import = |id: &String, is_dynamic: bool| {
        let is_meant = |import: &&Import| (import.1 == "dynamic-import") == is_dynamic;
        let how = module.how.get(id).and_then(|imports| imports.iter().find(is_meant));
        let by_default = if is_dynamic { "dynamic-import" } else { "import-statement" };
        let mut import = json!({ "path": shown(id), "kind": how.map_or(by_default, |(_, kind)| kind) });
        match how {
            _ if !is_part(id) => import["external"] = json!(true),
            Some((specifier, _)) => import["original"] = json!(without_loader(specifier)),
            None => {}
        }
        if let Some(kind) = kind_of_data(id).filter(|_| is_part(id)) {
            import["with"] = json!({ "type": kind });
        }
        import
    };
    let imports = module.imports.iter().map(|id| import(id, false));
    imports.chain(module.dynamic_imports.iter().map(|id| import(id, true))).collect()
}

/// A specifier as the source has it, without the loader that was added for its attribute.
fn without_loader(specifier: &str) -> &str {
    specifier.split_once(LOADER_QUERY).map_or(specifier, |(specifier, _)| specifier)
}

/// The loader of a module: that of its import attribute, that of the options, or that of its name.
fn loader_of(options: &Options, id: &str) -> Option<Loader> {
    if let Some((_, name)) = id.split_once(LOADER_QUERY) {
        return Loader::parse(name);
    }
    let file = without_query(id);
    loader_option(&options.loaders, Path::new(file)).or_else(|| Loader::of_file(file))
}

/// The attribute `type` that an import of data has, or could have.
fn kind_of_data(options: &Options, id: &str) -> Option<&'static str> {
    Some(match loader_of(options, id)? {
        Loader::Json | Loader::Jsonc => "json",
        Loader::Toml => "toml",
        Loader::Text => "text",
        _ => return None,
    })
}

/// The format of what is not JavaScript.
fn kind_of_file(options: &Options, id: &str) -> Option<&'static str> {
    Some(match loader_of(options, id)? {
        Loader::Json | Loader::Jsonc => "json",
        Loader::Css | Loader::LocalCss => "css",
        _ => return None,
    })
}

/// The style sheet that belongs to the script of an entry.
fn sheet_of<'o>(output: &Output, outputs: &'o [Output]) -> Option<&'o Output> {
    if output.kind != Kind::EntryPoint {
        return None;
    }
    outputs.iter().find(|other| other.path.ends_with(".css") && other.source.is_some() && other.source == output.source)
}

/// The metafile, as JSON in esbuild's format.
pub(crate) fn write(options: &Options, outputs: &[Output], graph: &Graph) -> String {
    let name = |id: &str| shown_path(id.trim_start_matches('\0'), &options.directory);
    let mut inputs = Map::new();
    for (id, module) in &graph.modules {
        let is_part = |id: &str| graph.modules.contains_key(id);
        let shown = |id: &str| if is_part(id) { name(id) } else { id.to_owned() };
        let kind_of_data = |id: &str| kind_of_data(options, id);
        let imports = imports_of(module, is_part, shown, kind_of_data);
        let mut input = json!({ "bytes": bytes_of(id, module), "imports": imports });
        if let Some(format) = kind_of_file(options, id).or(module.format) {
            input["format"] = json!(format);
        }
        inputs.insert(name(id), input);
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
        if let Some(sheet) = sheet_of(output, outputs) {
            entry["cssBundle"] = json!(shown_path(&folder.join(&sheet.path).to_string_lossy(), &options.directory));
        }
        if let (Kind::EntryPoint, Some(source)) = (output.kind, &output.source) {
            entry["entryPoint"] = json!(name(&source.to_string_lossy()));
        }
        all.insert(path, entry);
    }
    serde_json::to_string_pretty(&json!({ "inputs": inputs, "outputs": all })).unwrap_or_default()
}
