//! `--analyze`: what takes the space in the outputs of a build.

use serde_json::Value;

/// How many modules of an output are listed.
const LISTED_MAX: usize = 20;

fn parse(metafile: &str) -> Result<Value, String> {
    serde_json::from_str(metafile).map_err(|error| format!("the metafile is damaged: {error}"))
}

/// A table for a terminal: each output with its largest modules.
///
/// # Errors
/// When the metafile does not parse.
pub(crate) fn text(metafile: &str) -> Result<String, String> {
    let metafile = parse(metafile)?;
    let mut text = String::new();
    for (path, output) in metafile["outputs"].as_object().into_iter().flatten() {
        let total = output["bytes"].as_u64().unwrap_or(0);
        let mut modules: Vec<(&String, u64)> = output["inputs"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(name, input)| (name, input["bytesInOutput"].as_u64().unwrap_or(0)))
            .collect();
        if modules.is_empty() {
            continue;
        }
        modules.sort_by(|left, right| right.1.cmp(&left.1).then_with(|| left.0.cmp(right.0)));
        text += &format!("{path}  {}\n", crate::command_size(total as usize));
        for (name, bytes) in modules.iter().take(LISTED_MAX) {
            let share = if total == 0 { 0.0 } else { *bytes as f64 * 100.0 / total as f64 };
            text += &format!("  {share:5.1} %  {:>9}  {name}\n", crate::command_size(*bytes as usize));
        }
        if modules.len() > LISTED_MAX {
            text += &format!("  … and {} more modules\n", modules.len() - LISTED_MAX);
        }
    }
    Ok(text)
}

/// A self-contained page with a picture: each rectangle is a module, its area the bytes it takes.
///
/// # Errors
/// When the metafile does not parse.
pub(crate) fn page(metafile: &str) -> Result<String, String> {
    let metafile = parse(metafile)?;
    // `<` cannot end the script element.
    let data = metafile.to_string().replace('<', "\\u003c");
    Ok(include_str!("analysis.html").replace("/* METAFILE */ null", &data))
}
