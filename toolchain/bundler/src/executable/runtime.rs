//! Which runtime an executable contains: the one without tools, unless its program uses them.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::output::Output;

/// What the name of the runtime without tools has behind that of the complete one.
const SUFFIX: &str = "-runtime";
/// Where a system's package has it, from the folder of the complete one.
const INSTALLED: &str = "../lib/brio/brio-runtime";
/// Names in a program that are of tools.
const TOOLS: &[&str] = &["Bun.build", "Transpiler"];
/// How a program names the module that has `Bun.build` as an export.
const MODULES: &[&str] = &["\"bun\"", "'bun'", "`bun`"];

/// Chooses the runtime of a program with these outputs.
///
/// # Returns
/// Its file, and why it is the complete runtime, if it is.
///
/// # Errors
/// A message: the file of this process cannot be found.
pub(super) fn choose(outputs: &[Output]) -> Result<(PathBuf, Option<String>), String> {
    let own = std::env::current_exe().map_err(|error| format!("the runtime's own file cannot be found: {error}"))?;
    if let Some(tool) = outputs.iter().filter(|output| output.path.ends_with("js")).find_map(used_tool) {
        return Ok((own, Some(format!("the program uses {tool}"))));
    }
    let mut places = vec![];
    if let (Some(folder), Some(name)) = (own.parent(), own.file_name()) {
        places.push(folder.join(format!("{}{SUFFIX}", name.to_string_lossy())));
        places.push(folder.join(INSTALLED));
    }
    Ok(match places.iter().find(|place| place.is_file()) {
        None => (own, Some(format!("there is no brio{SUFFIX} beside it"))),
        Some(small) if !is_of_this_version(small) => {
            (own, Some(format!("\"{}\" is of another version", small.display())))
        }
        Some(small) => (small.clone(), None),
    })
}

/// The tool that a program uses, as far as its names show.
fn used_tool(output: &Output) -> Option<&'static str> {
    let has = |word: &str| memchr::memmem::find(&output.contents, word.as_bytes()).is_some();
    let named = TOOLS.iter().copied().find(|word| has(word));
    named.or_else(|| (MODULES.iter().any(|module| has(module)) && has("build")).then_some("build of \"bun\""))
}

/// Whether a file is a runtime of the version of this one.
fn is_of_this_version(runtime: &Path) -> bool {
    let mut command = Command::new(runtime);
    command.arg("--version").stdin(Stdio::null()).stderr(Stdio::null()).env_remove("NODE_OPTIONS");
    let expected = concat!("brio ", env!("CARGO_PKG_VERSION"), "\n");
    command.output().is_ok_and(|output| output.status.success() && output.stdout == expected.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::used_tool;
    use crate::output::{Kind, Output};

    #[test]
    fn a_program_that_builds_or_transpiles_uses_a_tool() {
        let tool = |code: &str| used_tool(&Output::file("a.js".to_owned(), Kind::EntryPoint, code.into()));
        assert_eq!(tool("Bun.build({})"), Some("Bun.build"));
        assert_eq!(tool("new Bun.Transpiler"), Some("Transpiler"));
        assert_eq!(tool("import{build as a}from\"bun\";a()"), Some("build of \"bun\""));
        assert_eq!(tool("import{serve}from\"bun\";serve()"), None);
        assert_eq!(tool("rebuild()"), None);
    }
}
