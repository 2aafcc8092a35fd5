//! `./x codegen`: generates Rust traits and glue from the contracts `ops/*.ops.ts`, one file per host crate. `--check`
//! writes nothing and fails when a generated file is stale. `parse` reads the contracts, `types` maps their types,
//! `rust` writes the output.

#[cfg(test)]
mod codegen_tests;
mod constants;
mod declarations;
pub mod parse;
pub mod permission;
mod rust;
mod types;

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Runs the command in the repository at `root`. Returns which files changed (or are stale, with `check`). Fails with a
/// sentence that names file and line for an invalid contract.
pub fn generate(root: &Path, check: bool) -> Result<Vec<String>, String> {
    let mut changed = Vec::new();
    let ops = root.join("ops");
    let mut files: Vec<_> = fs::read_dir(&ops)
        .map_err(|error| format!("{}: {error}", ops.display()))?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .filter(|path| path.to_string_lossy().ends_with(".ops.ts"))
        .collect();
    files.sort();
    let mut constants = constants::Table::default();
    for file in files {
        let area = file
            .file_name()
            .map(|name| name.to_string_lossy().trim_end_matches(".ops.ts").to_string())
            .unwrap_or_default();
        let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let contract = parse::parse(&text).map_err(|error| format!("ops/{area}.ops.ts:{error}"))?;
        constants.add(&contract).map_err(|error| format!("ops/{area}.ops.ts: {error}"))?;
        let generated = rust::write(&area, &contract).map_err(|error| format!("ops/{area}.ops.ts: {error}"))?;
        let generated = format_rust(root, &generated)?;
        let host = root.join("host").join(&area);
        if !host.exists() {
            continue;
        }
        let target = format!("host/{area}/src/generated/{area}_ops.rs");
        changed.extend(update(root, &target, &generated, check)?);
    }
    changed.extend(update(root, constants::TARGET, &format_rust(root, &constants.write())?, check)?);
    Ok(changed)
}

/// Writes a generated file unless it is up to date. Returns its path if it was not.
fn update(root: &Path, path: &str, generated: &str, check: bool) -> Result<Option<String>, String> {
    let target = root.join(path);
    if fs::read_to_string(&target).is_ok_and(|current| current == generated) {
        return Ok(None);
    }
    if !check {
        let folder = target.parent().expect("the target is inside a folder");
        fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        fs::write(&target, generated).map_err(|error| format!("{}: {error}", target.display()))?;
    }
    Ok(Some(path.to_string()))
}

/// Formats Rust source as the rest of the repository is formatted.
fn format_rust(root: &Path, source: &str) -> Result<String, String> {
    let mut rustfmt = Command::new("rustfmt")
        .arg("--config-path")
        .arg(root)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start rustfmt: {error}"))?;
    let mut input = rustfmt.stdin.take().expect("stdin is piped");
    // The output may exceed the capacity of both pipes: write while `wait_with_output` reads.
    let written = std::thread::scope(|scope| {
        let writer = scope.spawn(move || input.write_all(source.as_bytes()));
        let output = rustfmt.wait_with_output();
        writer.join().expect("the writer does not panic").and(output)
    });
    let output = written.map_err(|error| format!("rustfmt: {error}"))?;
    if !output.status.success() {
        return Err("rustfmt rejects the generated code".to_string());
    }
    String::from_utf8(output.stdout).map_err(|error| format!("rustfmt: {error}"))
}

/// `./x codegen [--check]`. Returns the exit code.
pub fn run(root: &Path, arguments: &[String]) -> i32 {
    let check = arguments.iter().any(|argument| argument == "--check");
    match generate(root, check) {
        Err(error) => {
            eprintln!("codegen: {error}");
            1
        }
        Ok(stale) if check && !stale.is_empty() => {
            eprintln!("codegen: stale, run `./x codegen`: {}", stale.join(", "));
            1
        }
        Ok(changed) => {
            for file in changed {
                println!("wrote {file}");
            }
            0
        }
    }
}
