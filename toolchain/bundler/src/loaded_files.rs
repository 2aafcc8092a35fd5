//! What the loaders make of a file: a module of code, data, text or bytes.

use anyhow::{Context, Result};
use base64::Engine;
use rolldown_common::ModuleType;
use rolldown_common::side_effects::HookSideEffects;
use rolldown_plugin::HookLoadOutput;

use crate::data_modules;
use crate::large_files;
use crate::options::Loader;

/// A JavaScript module.
pub(crate) fn code(code: String) -> HookLoadOutput {
    HookLoadOutput { code: code.into(), module_type: Some(ModuleType::Js), ..HookLoadOutput::default() }
}

/// The source of a file, whose kind Rolldown knows. None when it cannot be read, which Rolldown reports: it would also read the
/// others, but each on a thread of its own, with a stack and a part of the heap.
pub(crate) fn source(id: &str) -> Result<Option<HookLoadOutput>> {
    check_embedded(id)?;
    let code = std::fs::read_to_string(id).ok();
    Ok(code.map(|code| HookLoadOutput { code: code.into(), ..HookLoadOutput::default() }))
}

/// Checks that a file is not too large to be a module. One that cannot be read is reported when it is.
fn check_embedded(path: &str) -> Result<()> {
    let bytes = std::fs::metadata(path).map_or(0, |metadata| metadata.len());
    large_files::check_embedded(path, bytes).map_err(anyhow::Error::msg)
}

/// A module that is a string, also for `require`.
pub(crate) fn constant(text: String) -> HookLoadOutput {
    HookLoadOutput {
        code: text.into(),
        module_type: Some(ModuleType::Text),
        side_effects: Some(HookSideEffects::False),
        ..HookLoadOutput::default()
    }
}

/// The bytes of a file that is not too large to be a module, or those that a plugin gave.
pub(crate) fn contents_of(path: &str, given: Option<Vec<u8>>) -> Result<Vec<u8>> {
    if let Some(given) = given {
        return Ok(given);
    }
    check_embedded(path)?;
    read(path)
}

/// The bytes of a file.
pub(crate) fn read(path: &str) -> Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {path}"))
}

/// The text of a file. An error for bytes that are not UTF-8.
pub(crate) fn text_of(path: &str, contents: Vec<u8>) -> Result<String> {
    String::from_utf8(contents).with_context(|| format!("{path} is not UTF-8"))
}

/// A module of JSON.
pub(crate) fn json(text: String) -> HookLoadOutput {
    HookLoadOutput {
        code: text.trim_start_matches('\u{feff}').into(),
        module_type: Some(ModuleType::Json),
        ..HookLoadOutput::default()
    }
}

/// A module of data.
pub(crate) fn data(loader: Loader, path: &str, text: &str) -> Result<HookLoadOutput> {
    let (code, module_type) = data_modules::module(loader, path, text)?;
    Ok(HookLoadOutput { code: code.into(), module_type: Some(module_type), ..HookLoadOutput::default() })
}

/// The bytes of a file as a `Uint8Array`.
pub(crate) fn bytes(contents: &[u8]) -> HookLoadOutput {
    let encoded = base64::engine::general_purpose::STANDARD.encode(contents);
    let source =
        format!("export default /* @__PURE__ */ Uint8Array.from(atob(\"{encoded}\"), (c) => c.charCodeAt(0));");
    HookLoadOutput { side_effects: Some(HookSideEffects::False), ..code(source) }
}
