//! Edits of sources before they are bundled: import attributes, calls that are to be dropped, workers, and imports whose
//! specifier is a pattern.

mod features;
mod glob_imports;
mod native_bindings;
mod visitor;

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use oxc_allocator::Allocator;
use oxc_ast_visit::Visit;
use oxc_parser::Parser;
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
use rolldown_common::{EmittedChunk, ModuleType};
use rolldown_plugin::{
    HookTransformArgs, HookTransformOutput, HookTransformReturn, HookUsage, Plugin, PluginHookMeta, PluginOrder,
    SharedTransformPluginContext,
};
use string_wizard::{MagicString, SourceMapOptions};

use crate::development::Served;
use crate::options::Options;
use visitor::{Edit, Edits, Settings};

/// Edits the sources of a build.
#[derive(Debug)]
pub(crate) struct Syntax {
    drop: Vec<String>,
    features: Vec<String>,
    splitting: bool,
    /// Whether the output can load native addons.
    has_addons: bool,
    /// The folder that workers of an executable are relative to.
    worker_folder: Option<PathBuf>,
    /// Where workers go that the development server has; None in a build.
    served: Option<Arc<Served>>,
    /// Whether a worker was found, which needs an output of its own.
    pub(crate) has_workers: AtomicBool,
}

impl Syntax {
    pub(crate) fn new(options: &Options, served: Option<Arc<Served>>) -> Self {
        Self {
            drop: options.drop.clone(),
            features: options.features.clone(),
            splitting: options.splitting,
            has_addons: options.target.has_node_modules(),
            worker_folder: options.executable.then(|| options.directory.clone()),
            served,
            has_workers: AtomicBool::new(false),
        }
    }

    /// Whether a source can have something to edit. Looks at the text only.
    fn concerns(&self, code: &str) -> bool {
        has_attributes(code)
            || code.contains(features::MODULE)
            || (code.contains("Worker(") && (code.contains("import.meta") || self.worker_folder.is_some()))
            || code.contains("import(`")
            || code.contains("require(`")
            || (code.contains("import(") && code.contains("' +") | code.contains("\" +"))
            || (self.served.is_none() && code.contains("import.meta.hot"))
            || (self.has_addons && native_bindings::FINDERS.iter().any(|name| code.contains(name)))
            || self.drop.iter().any(|name| code.contains(name.split('.').next().unwrap_or(name)))
    }

    fn edit(&self, ctx: &SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        let code = args.code.as_str();
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, code, source_type(args.id, args.module_type)).parse();
        if !parsed.diagnostics.is_empty() {
            return Ok(None);
        }
        let scoping = SemanticBuilder::new().build(&parsed.program).semantic.into_scoping();
        let file = Path::new(args.id.split('?').next().unwrap_or(args.id));
        let settings = Settings {
            drop: &self.drop,
            drops_hot: self.served.is_none(),
            of_addons: self.has_addons.then_some(file),
            worker_folder: self.worker_folder.as_deref(),
        };
        let mut edits = Edits::new(settings, &scoping);
        edits.visit_program(&parsed.program);
        if code.contains(features::MODULE) {
            edits.found.extend(features::edits(&parsed.program, &scoping, &self.features));
        }
        if edits.found.is_empty() {
            return Ok(None);
        }
        let mut text = MagicString::new(code);
        let mut functions = String::new();
        for (index, edit) in edits.found.iter().enumerate() {
            let replaced = match edit {
                Edit::Replace { start, end, text: new } => text.update(*start, *end, new.clone()),
                Edit::Worker { start, end, specifier } if self.served.is_some() => {
                    let served = self.served.as_deref().and_then(|served| served.add_worker(args.id, specifier));
                    let Some(address) = served else { continue };
                    text.update(*start, *end, format!("new URL(\"{address}\", location.origin)"))
                }
                Edit::Worker { start, end, specifier } => {
                    self.has_workers.store(true, Ordering::Relaxed);
                    if !self.splitting {
                        continue;
                    }
                    let chunk = EmittedChunk {
                        id: specifier.clone(),
                        importer: Some(args.id.to_owned()),
                        name: Path::new(specifier).file_stem().map(|stem| stem.to_string_lossy().as_ref().into()),
                        ..EmittedChunk::default()
                    };
                    let reference = ctx.emit_chunk(chunk)?;
                    text.update(*start, *end, format!("new URL(import.meta.ROLLUP_FILE_URL_{reference})"))
                }
                Edit::GlobImport { start, end, pattern, specifier, is_require } => {
                    let Some(map) = glob_imports::object(args.id, pattern, *is_require) else { continue };
                    let name = format!("__brio_glob_{index}");
                    // A function declaration is there before any statement runs.
                    functions += &format!("\nfunction {name}() {{ return {map}; }}");
                    let call = glob_imports::call(&name, specifier, *is_require);
                    text.update(*start, *end, call)
                }
            };
            replaced.map_err(anyhow::Error::msg)?;
        }
        if !functions.is_empty() {
            text.append(functions);
        }
        let map = text.source_map(SourceMapOptions { source: args.id.into(), ..SourceMapOptions::default() });
        Ok(Some(HookTransformOutput {
            code: Some(text.to_string()),
            map: map.into(),
            ..HookTransformOutput::default()
        }))
    }
}

/// Whether a source can have import attributes: `with {`.
pub(crate) fn has_attributes(code: &str) -> bool {
    code.contains("type")
        && code
            .match_indices("with")
            .any(|(start, word)| code[start + word.len()..].trim_start().starts_with(['{', ':']))
}

/// How a module is parsed.
pub(crate) fn source_type(id: &str, module_type: &ModuleType) -> SourceType {
    let of_file = SourceType::from_path(id.split('?').next().unwrap_or(id)).unwrap_or_default();
    match module_type {
        ModuleType::Ts => of_file.with_typescript(true).with_jsx(false),
        ModuleType::Tsx => of_file.with_typescript(true).with_jsx(true),
        ModuleType::Js | ModuleType::Jsx => SourceType::unambiguous().with_jsx(true),
        _ => of_file,
    }
}

/// Whether a module is source code.
pub(crate) fn is_code(module_type: &ModuleType) -> bool {
    matches!(module_type, ModuleType::Js | ModuleType::Jsx | ModuleType::Ts | ModuleType::Tsx)
}

impl Plugin for Syntax {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:syntax")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::Transform
    }

    fn transform_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    async fn transform(&self, ctx: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        match is_code(args.module_type) && self.concerns(args.code) {
            true => self.edit(&ctx, args),
            false => Ok(None),
        }
    }
}
