//! Says to which module the components of a source belong, so that React can replace them.

use std::borrow::Cow;

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use rolldown_plugin::{
    HookTransformArgs, HookTransformOutput, HookTransformReturn, HookUsage, Plugin, PluginHookMeta, PluginOrder,
    SharedTransformPluginContext,
};
use string_wizard::{Hires, MagicString, SourceMapOptions};

use super::boundaries::exports_components;
use super::served::hash;
use crate::resolution::without_query;
use crate::syntax::source_type;

/// Wraps the sources that can have components. oxc's transform names the components in them.
#[derive(Debug)]
pub(super) struct Refresh;

/// Whether a source can have components: packages are not edited.
fn concerns(id: &str) -> bool {
    let path = without_query(id);
    let has_jsx = [".tsx", ".jsx", ".js"].iter().any(|extension| path.ends_with(extension));
    path.starts_with('/')
        && has_jsx
        && !path.contains("/node_modules/")
        && ![".html.js", ".htm.js"].iter().any(|page| path.ends_with(page))
}

impl Plugin for Refresh {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:refresh")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::Transform
    }

    fn transform_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    async fn transform(&self, _: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        if !concerns(args.id) {
            return Ok(None);
        }
        let code = args.code.as_str();
        let allocator = Allocator::default();
        let parsed = Parser::new(&allocator, code, source_type(args.id, args.module_type)).parse();
        if !parsed.diagnostics.is_empty() || !parsed.module_record.has_module_syntax {
            return Ok(None);
        }
        let name = hash(args.id.as_bytes());
        let mut text = MagicString::new(code);
        text.prepend(format!("__rolldown_runtime__.components?.enter(\"{name}\");"));
        let mut end = "\n;__rolldown_runtime__.components?.leave();".to_owned();
        // A source that accepts changes itself says how.
        if exports_components(&parsed.program) && !code.contains("import.meta.hot") {
            end += "import.meta.hot.accept((next) => { if (!__rolldown_runtime__.components?.areAll(next)) import.meta.hot.invalidate(); });";
        }
        text.append(end);
        let map = text.source_map(SourceMapOptions {
            // Rolldown reads the positions of everything in the source from this map, not only of its first word.
            hires: Hires::Boundary,
            source: args.id.into(),
            ..SourceMapOptions::default()
        });
        Ok(Some(HookTransformOutput {
            code: Some(text.to_string()),
            map: map.into(),
            ..HookTransformOutput::default()
        }))
    }
}
