//! `brio config`: npm's settings, read from all places, written to the user's or the project's `.npmrc`.

use super::{current_folder, usage};
use crate::config::Config;
use crate::error::{Error, Result};
use crate::install::project_folder;
use brio_command_flags::Arguments;
use serde_json::{Map, Value};
use std::path::{Path, PathBuf};

/// `brio config list`, `get KEY`, `set KEY VALUE`, `delete KEY`.
pub fn run(arguments: &Arguments) -> Result<i32> {
    let root = project_folder(&current_folder()?, false);
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    match words.as_slice() {
        [] | ["list" | "ls"] => list(arguments, &Config::load(&root)?),
        ["get", key] => {
            let config = Config::load(&root)?;
            let value = match *key {
                "registry" => config.registry_of(""),
                key if is_secret(key) => {
                    return Err(Error::new("EPROTECTED", format!("{key} is secret and is not printed")));
                }
                key => config.get(key).unwrap_or("undefined").to_string(),
            };
            println!("{value}");
            Ok(0)
        }
        ["set", pair] if pair.contains('=') => {
            let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
            change(arguments, &root, key, Some(value))
        }
        ["set", key, value] => change(arguments, &root, key, Some(value)),
        ["delete" | "rm" | "unset", key] => change(arguments, &root, key, None),
        _ => Err(usage("config takes list, get KEY, set KEY VALUE or delete KEY")),
    }
}

/// What npm keeps secret: tokens, passwords, keys.
fn is_secret(key: &str) -> bool {
    let last = key.rsplit(':').next().unwrap_or(key);
    last.starts_with('_') || matches!(last, "key" | "cert" | "password" | "otp")
}

fn list(arguments: &Arguments, config: &Config) -> Result<i32> {
    let shown = |key: &str, value: &str| if is_secret(key) { "(protected)".to_string() } else { value.to_string() };
    let all = config.all();
    if arguments.has("--json") {
        let object: Map<String, Value> =
            all.iter().map(|(key, value)| (key.to_string(), Value::String(shown(key, value)))).collect();
        println!("{:#}", Value::Object(object));
    } else {
        for (key, value) in all {
            println!("{key} = {:?}", shown(key, value));
        }
    }
    Ok(0)
}

fn change(arguments: &Arguments, root: &Path, key: &str, value: Option<&str>) -> Result<i32> {
    if key.is_empty() || key.contains(['\n', '=']) || value.is_some_and(|value| value.contains('\n')) {
        return Err(usage("a key and its value are one line"));
    }
    let file = match arguments.value("--location") {
        Some("project") => root.join(".npmrc"),
        None | Some("user") => user_file(),
        Some(other) => return Err(usage(&format!("--location takes user or project, not \"{other}\""))),
    };
    set_in_file(&file, key, value).map(|()| 0)
}

/// Sets a setting in the user's `.npmrc`; without a value it is removed.
///
/// # Errors
/// The system's.
pub fn set_in_user_file(key: &str, value: Option<&str>) -> Result<()> {
    set_in_file(&user_file(), key, value)
}

fn set_in_file(file: &Path, key: &str, value: Option<&str>) -> Result<()> {
    let before = match std::fs::read_to_string(file) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && value.is_none() => return Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Error::of_file(&error, "read", file)),
    };
    let is_it = |line: &str| line.split('=').next().is_some_and(|found| found.trim() == key);
    let mut lines: Vec<String> = before.lines().filter(|line| !is_it(line)).map(str::to_string).collect();
    if let Some(value) = value {
        lines.push(format!("{key}={value}"));
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let is_new = !file.exists();
    crate::files::replace(file, text.as_bytes())?;
    if is_new {
        use std::os::unix::fs::PermissionsExt;
        // It may hold tokens.
        std::fs::set_permissions(file, std::fs::Permissions::from_mode(0o600))
            .map_err(|error| Error::of_file(&error, "protect", file))?;
    }
    Ok(())
}

fn user_file() -> PathBuf {
    let named = std::env::vars().find(|(name, _)| name.eq_ignore_ascii_case("npm_config_userconfig"));
    match named.filter(|(_, path)| !path.is_empty()) {
        Some((_, path)) => PathBuf::from(path),
        None => PathBuf::from(std::env::var_os("HOME").unwrap_or_default()).join(".npmrc"),
    }
}
