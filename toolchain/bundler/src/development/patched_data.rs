//! Modules of data that can be part of a patch.
//!
//! Rolldown gives JSON and text their exports when it links a whole bundle; in a patch they have none. So on the development
//! server they are CommonJS, which imports and `require` read alike.

use std::borrow::Cow;

use rolldown_common::ModuleType;
use rolldown_plugin::{
    HookTransformArgs, HookTransformOutput, HookTransformReturn, HookUsage, Plugin, PluginHookMeta, PluginOrder,
    SharedTransformPluginContext,
};
use serde::de::IgnoredAny;

/// Makes code of JSON and text.
#[derive(Debug)]
pub(super) struct PatchedData;

/// The code of a module of data. None for other modules, and for JSON with an error, which Rolldown reports.
fn code_of(module_type: &ModuleType, source: &str) -> Option<String> {
    let text = source.trim_start_matches('\u{feff}');
    match module_type {
        ModuleType::Json => {
            serde_json::from_str::<IgnoredAny>(text).ok()?;
            Some(format!("module.exports = {text};"))
        }
        ModuleType::Text => Some(format!("module.exports = {};", serde_json::json!(text))),
        _ => None,
    }
}

impl Plugin for PatchedData {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:patched-data")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::Transform
    }

    fn transform_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Post) })
    }

    async fn transform(&self, _: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        Ok(code_of(args.module_type, args.code).map(|code| HookTransformOutput {
            code: Some(code),
            module_type: Some(ModuleType::Js),
            ..HookTransformOutput::default()
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_becomes_the_exports_of_a_module() {
        let code = |kind, source| code_of(&kind, source);
        assert_eq!(code(ModuleType::Json, "\u{feff}{\"a\": 1}").as_deref(), Some("module.exports = {\"a\": 1};"));
        assert_eq!(code(ModuleType::Json, "{,}"), None);
        assert_eq!(code(ModuleType::Text, "a\n\"b\"").as_deref(), Some("module.exports = \"a\\n\\\"b\\\"\";"));
        assert_eq!(code(ModuleType::Js, "1"), None);
    }
}
