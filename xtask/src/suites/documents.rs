//! Every code block of README.md and `docs/` runs and prints what the page says; every program under `examples/` is run
//! by a test. `markdown` explains how a block is marked.

use super::Options;
use super::markdown::{self, Block};
use super::temporary_folder::TemporaryFolder;
use super::wildcard;
use crate::process;
use crate::reference;
use crate::report::Tally;
use crate::workspace::Workspace;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(30);

/// Runs the pages whose path matches the filter.
pub fn run(workspace: &Workspace, options: &Options) -> Result<Tally, String> {
    let mut pages = workspace.files("docs", ".md");
    pages.push(workspace.root.join("README.md"));
    let mut tally = Tally::default();
    for page in pages.iter().filter(|page| options.wants(&workspace.relative(page))) {
        run_page(workspace, page, &mut tally)?;
    }
    if options.filter.is_none() {
        match reference::stale_pages(workspace)?.as_slice() {
            [] => tally.pass(),
            stale => {
                let names: Vec<&str> = stale.iter().map(|(name, _)| name.as_str()).collect();
                tally.fail("reference", &format!("stale, run ./x reference: {}", names.join(", ")));
            }
        }
        match untested_examples(workspace).as_slice() {
            [] => tally.pass(),
            untested => tally.fail(
                "examples",
                &format!("no test runs these; name them in tests/apps/*/app.toml:\n{}", untested.join("\n")),
            ),
        }
    }
    Ok(tally)
}

fn run_page(workspace: &Workspace, page: &Path, tally: &mut Tally) -> Result<(), String> {
    let text = fs::read_to_string(page).map_err(|error| format!("{}: {error}", workspace.relative(page)))?;
    let blocks = markdown::blocks(&text);
    let temporary_folder = TemporaryFolder::new()?;
    for block in &blocks {
        let name = format!("{}:{}", workspace.relative(page), block.line);
        match run_block(workspace, block, &temporary_folder.path) {
            Ok(()) if block.runs => tally.pass(),
            Ok(()) => {}
            Err(message) => tally.fail(&name, &message),
        }
    }
    Ok(())
}

fn run_block(workspace: &Workspace, block: &Block, folder: &Path) -> Result<(), String> {
    let name = block.title.clone().unwrap_or_else(|| format!("line_{}.{}", block.line, block.tag));
    let file = folder.join(&name);
    let written = fs::create_dir_all(file.parent().unwrap_or(folder)).and_then(|()| fs::write(&file, &block.code));
    written.map_err(|error| format!("cannot write {name}: {error}"))?;
    if !block.runs {
        return Ok(());
    }
    let mut command = if block.tag == "sh" { shell(workspace, folder)? } else { workspace.brio() };
    let outcome = process::run(command.arg(&file).current_dir(folder).env("NO_COLOR", "1"), b"", LIMIT)?;
    if outcome.timed_out || outcome.code() != 0 {
        let reason = if outcome.timed_out {
            "stopped after the time limit".to_string()
        } else {
            format!("exit code {}", outcome.code())
        };
        return Err(format!("{reason}\n{}{}", outcome.stdout, outcome.stderr));
    }
    match &block.expected {
        Some(expected) if !wildcard::matches(expected, &outcome.stdout) => {
            Err(wildcard::explain("standard output", expected, &outcome.stdout))
        }
        _ => Ok(()),
    }
}

/// A shell that stops at the first failure and has this `brio` first on its PATH.
fn shell(workspace: &Workspace, folder: &Path) -> Result<Command, String> {
    let brio = workspace.brio();
    let words: Vec<String> = std::iter::once(brio.get_program())
        .chain(brio.get_args())
        .map(|word| format!("'{}'", word.to_string_lossy()))
        .collect();
    let commands = folder.join(".bin");
    let script = commands.join("brio");
    let written = fs::create_dir_all(&commands)
        .and_then(|()| fs::write(&script, format!("#!/bin/sh\nexec {} \"$@\"\n", words.join(" "))));
    let runnable =
        written.and_then(|()| fs::set_permissions(&script, std::os::unix::fs::PermissionsExt::from_mode(0o755)));
    runnable.map_err(|error| format!("cannot write {}: {error}", script.display()))?;
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.arg("-e").env("PATH", format!("{}:{path}", commands.display()));
    Ok(shell)
}

/// The files of `examples/` that neither an app.toml nor another example mentions.
fn untested_examples(workspace: &Workspace) -> Vec<String> {
    let apps: String =
        workspace.files("tests/apps", "app.toml").iter().filter_map(|file| fs::read_to_string(file).ok()).collect();
    let is_program = |file: &PathBuf| {
        file.extension()
            .is_some_and(|extension| ["js", "ts", "mjs", "cjs", "tsx", "jsx"].iter().any(|known| extension == *known))
    };
    let programs: Vec<PathBuf> = workspace.files("examples", "").into_iter().filter(is_program).collect();
    let is_part_of_another = |file: &PathBuf| {
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        programs
            .iter()
            .filter(|other| *other != file && other.parent() == file.parent())
            .any(|other| fs::read_to_string(other).is_ok_and(|text| text.contains(&format!("/{name}\""))))
    };
    programs
        .iter()
        .filter(|file| !apps.contains(&format!("\"{}\"", workspace.relative(file))) && !is_part_of_another(file))
        .map(|file| workspace.relative(file))
        .collect()
}
