//! `brio init`: a new `package.json`, or as npm with a name the command of `create-NAME`.

use super::current_folder;
use crate::error::{Error, Result};
use brio_command_flags::Arguments;
use serde_json::json;

/// Makes a `package.json` for the current folder.
pub fn run(arguments: &Arguments) -> Result<i32> {
    if !arguments.words.is_empty() {
        return super::execute::run_create(arguments);
    }
    let folder = current_folder()?;
    let path = folder.join("package.json");
    if path.exists() {
        return Err(Error::new("EEXIST", format!("{} is there already", path.display())));
    }
    let name: String = folder
        .file_name()
        .map(|name| name.to_string_lossy().to_ascii_lowercase())
        .unwrap_or_default()
        .chars()
        .map(|character| if character.is_ascii_alphanumeric() || "-_.".contains(character) { character } else { '-' })
        .collect();
    let name = name.trim_start_matches(['.', '_', '-']);
    let manifest = json!({
        "name": if name.is_empty() { "project" } else { name },
        "version": "1.0.0",
        "private": true,
        "type": "module",
        "scripts": {},
        "dependencies": {},
    });
    crate::files::replace(&path, format!("{manifest:#}\n").as_bytes())?;
    if !arguments.has("--quiet") {
        println!("wrote {}", path.display());
    }
    Ok(0)
}
