//! `./x reference`: writes the pages of `docs/reference/` that are made from tables: the command line from the binary's
//! own help, error codes from base/errors/errors.toml, compatibility from the lists and scores under tests/;
//! and the table of `docs/internals/figures.md` from the newest run of the bench.
//! `--check` writes nothing and fails when a page is stale.

mod figures;

use crate::build;
use crate::process;
use crate::workspace::Workspace;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::time::Duration;
use toml_edit::DocumentMut;

const FOLDER: &str = "docs/reference";
const LIMIT: Duration = Duration::from_secs(30);
const FITS: &str = "a String takes all text";

/// `./x reference [--check]`.
pub fn run(workspace: &Workspace, arguments: &[String]) -> Result<i32, String> {
    let is_check = match arguments {
        [] => false,
        [flag] if flag == "--check" => true,
        _ => return Err("takes one option, --check".to_string()),
    };
    build::build_if_stale(workspace, true)?;
    let stale = stale_pages(workspace)?;
    if is_check && !stale.is_empty() {
        let names: Vec<&str> = stale.iter().map(|(name, _)| name.as_str()).collect();
        eprintln!("stale, run `./x reference`: {}", names.join(", "));
        return Ok(1);
    }
    fs::create_dir_all(workspace.root.join(FOLDER)).map_err(|error| format!("{FOLDER}: {error}"))?;
    for (name, page) in stale {
        fs::write(workspace.root.join(&name), page).map_err(|error| format!("{name}: {error}"))?;
        println!("wrote {name}");
    }
    Ok(0)
}

/// The pages that differ from what they should be: path and content.
pub fn stale_pages(workspace: &Workspace) -> Result<Vec<(String, String)>, String> {
    let pages = [
        ("command_line.md", command_line(workspace)?),
        ("errors.md", errors(workspace)?),
        ("compatibility.md", compatibility(workspace)?),
    ];
    let named = pages.into_iter().map(|(name, page)| (format!("{FOLDER}/{name}"), page));
    let named = named.chain([(figures::PAGE.to_string(), figures::page(workspace)?)]);
    Ok(named.filter(|(name, page)| fs::read_to_string(workspace.root.join(name)).ok().as_ref() != Some(page)).collect())
}

fn header(title: &str, source: &str) -> String {
    format!("# {title}\n\nWritten by `./x reference` from {source}.\n")
}

fn command_line(workspace: &Workspace) -> Result<String, String> {
    let mut page = header(
        "Command line",
        "the tables of commands and flags in `cli/src/commands/`, `toolchain/packages/src/commands/` and `toolchain/bundler/src/command/`",
    );
    let overview = help(workspace, &["help"])?;
    write_help(&mut page, &["help"], &overview);
    for name in command_names(&overview) {
        write_help(&mut page, &["help", name], &help(workspace, &["help", name])?);
    }
    page.push_str("\nExit codes: 2 for wrong usage of a command, 9 for an unknown or invalid flag of a program, as in Node.js, 13 for a main module that awaits something that never settles; otherwise the program's own.\n");
    Ok(page)
}

/// What `brio ARGUMENTS` prints.
fn help(workspace: &Workspace, arguments: &[&str]) -> Result<String, String> {
    let mut command = workspace.brio();
    let outcome = process::run(command.args(arguments).env_remove("NODE_OPTIONS"), b"", LIMIT)?;
    if outcome.code() != 0 {
        return Err(format!("brio {} ended with code {}", arguments.join(" "), outcome.code()));
    }
    Ok(outcome.stdout)
}

fn write_help(page: &mut String, arguments: &[&str], printed: &str) {
    write!(page, "\n## `brio {}`\n\n```text ignore\n{}\n```\n", arguments.join(" "), printed.trim_end()).expect(FITS);
}

/// The names of all commands, in the order in which `brio help` lists them. The lab is a binary of its own.
fn command_names(overview: &str) -> Vec<&str> {
    let lines = overview.lines().skip_while(|line| *line != "Commands:").skip(1);
    let commands = lines.take_while(|line| !line.is_empty()).filter_map(|line| line.strip_prefix("  brio "));
    commands.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "lab").collect()
}

fn errors(workspace: &Workspace) -> Result<String, String> {
    const TABLE: &str = "base/errors/errors.toml";
    let text = fs::read_to_string(workspace.root.join(TABLE)).map_err(|error| format!("{TABLE}: {error}"))?;
    let document: DocumentMut = text.parse().map_err(|error| format!("{TABLE}: {error}"))?;
    let mut page = header("Error codes", "`base/errors/errors.toml`");
    page.push_str("\n`error.code` of errors that `node:` modules and the runtime throw. `{0}` stands for a value. Codes of failed system calls (`ENOENT`, `EADDRINUSE`, …) are libuv's.\n\n| code | class | message |\n|---|---|---|\n");
    for (code, row) in document.iter() {
        let text = |key: &str| row.get(key).and_then(|value| value.as_str()).unwrap_or_default();
        let message = if text("message").is_empty() { "depends on the arguments" } else { text("message") };
        let message = message.replace('|', "\\|").replace('\n', " ").replace('<', "&lt;");
        writeln!(page, "| `{code}` | {} | {message} |", text("class")).expect(FITS);
    }
    Ok(page)
}

fn compatibility(workspace: &Workspace) -> Result<String, String> {
    let read = |path: &str| fs::read_to_string(workspace.root.join(path)).map_err(|error| format!("{path}: {error}"));
    let mut page = header("Compatibility", "`tests/node_compat/score.snap` and `tests/surface/`");
    let mut groups: BTreeMap<String, (u32, u32)> = BTreeMap::new();
    for line in read("tests/node_compat/score.snap")?.lines() {
        let Some((score, name)) = line.split_once(' ') else { continue };
        let Some((passed, total)) = score.split_once('/') else { continue };
        let (Ok(passed), Ok(total)) = (passed.parse::<u32>(), total.parse::<u32>()) else { continue };
        let group = groups.entry(name.split('/').next().unwrap_or(name).to_string()).or_default();
        *group = (group.0 + passed, group.1 + total);
    }
    let (passed, total) = groups.values().fold((0, 0), |sum, group| (sum.0 + group.0, sum.1 + group.1));
    writeln!(
        page,
        "\n## Node.js's own tests\n\n{passed} of {total} files of the list pass ({:.1} %). Groups are the first word of a file's name.\n\n| group | passed | of |\n|---|---|---|",
        f64::from(passed) / f64::from(total.max(1)) * 100.0
    )
    .expect(FITS);
    for (group, (passed, total)) in &groups {
        writeln!(page, "| {group} | {passed} | {total} |").expect(FITS);
    }
    page.push_str("\n## Names that are missing\n\nEvery name that a program can reach in Node.js 26.10, Bun 1.4.5 and Deno 2.9.6 is listed in `tests/surface/`; these are knowingly left out (`*` stands for any text).\n");
    for line in read("tests/surface/exceptions.txt")?.lines().filter(|line| !line.starts_with('#')) {
        if let Some(reason) = line.strip_prefix('[') {
            writeln!(page, "\n### {}\n", reason.trim_end_matches(']')).expect(FITS);
        } else if !line.trim().is_empty() {
            writeln!(page, "- `{line}`").expect(FITS);
        }
    }
    Ok(page)
}
