//! The flags of `deno bundle` and `deno compile`, as those of `brio build`.

/// Flags about what Deno caches, locks and checks, which a build does not do. They are accepted and have no effect.
const WITHOUT_EFFECT: &[&str] = &[
    "--check",
    "--no-check",
    "--no-remote",
    "--no-npm",
    "--no-lock",
    "--no-config",
    "--no-terminal",
    "--frozen",
    "--cached-only",
    "--reload",
    "-r",
    "--vendor",
    "--node-modules-dir",
    "--allow-scripts",
    "--allow-import",
    "--inline-imports",
];

/// The name of a flag without its value.
fn name_of(argument: &str) -> &str {
    argument.split('=').next().unwrap_or(argument)
}

fn has_effect(argument: &str) -> bool {
    let name = name_of(argument);
    !WITHOUT_EFFECT.contains(&name) && !name.starts_with("--unstable")
}

/// `deno bundle`: its flags that `brio build` has under the same names, and the target.
pub(super) fn bundle(arguments: &[String]) -> Vec<String> {
    let mut translated: Vec<String> = arguments.iter().filter(|argument| has_effect(argument)).cloned().collect();
    let names_target = arguments.iter().any(|argument| matches!(name_of(argument), "--platform" | "--target"));
    let is_page = arguments.iter().any(|argument| crate::html::is_page(argument));
    if !names_target && !is_page {
        translated.extend(["--target".to_owned(), "deno".to_owned()]);
    }
    translated
}

/// `deno compile`: the flags of `brio build`, and the arguments that the executable gives its program.
///
/// # Errors
/// A message for the user: a flag that is not known or not supported.
pub(super) fn compile(arguments: &[String]) -> Result<(Vec<String>, Vec<String>), String> {
    let mut translated = vec!["--compile".to_owned(), "--target".to_owned(), "deno".to_owned()];
    let mut has_all_permissions = false;
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (argument.as_str(), None),
        };
        match name {
            _ if !argument.starts_with('-') => {
                if !has_all_permissions {
                    return Err("compile makes executables with all permissions: say so with -A".to_owned());
                }
                translated.push(argument.clone());
                return Ok((translated, rest.cloned().collect()));
            }
            "-A" | "--allow-all" => has_all_permissions = true,
            "-o" | "--output" => {
                let value = inline.or_else(|| rest.next().cloned());
                translated.push("--outfile".to_owned());
                translated.push(value.ok_or_else(|| format!("{name} requires a value: FILE"))?);
            }
            "-q" | "--quiet" | "--minify" | "--keep-names" => translated.push(argument.clone()),
            _ if !has_effect(argument) => {}
            _ if name.starts_with("--allow-") || name.starts_with("--deny-") || name.len() == 2 => {
                return Err(format!("{name} is not supported: an executable has all permissions, which -A says"));
            }
            "--target" => {
                return Err("--target is not supported: --runtime of `brio build` names another brio".to_owned());
            }
            _ => return Err(format!("{name} is not supported")),
        }
    }
    Err("no entry: name the file to compile".to_owned())
}

#[cfg(test)]
#[path = "deno_tests.rs"]
mod tests;
