//! `brio cache FILE…` and `brio install --entrypoint FILE…` of Deno: fetch what the modules of a program import, and run
//! nothing. The other forms of both commands are the package manager's.

use super::run;
use std::path::Path;

/// The flags and files, if the arguments of `brio` request that.
pub fn requested(arguments: &[String]) -> Option<Vec<String>> {
    let (first, rest) = arguments.split_first()?;
    match first.as_str() {
        "cache" if rest.iter().any(|word| is_module(word)) => Some(rest.to_vec()),
        "install" | "i" if rest.iter().any(|flag| flag == "--entrypoint" || flag == "-e") => {
            Some(rest.iter().filter(|flag| *flag != "--entrypoint" && *flag != "-e").cloned().collect())
        }
        _ => None,
    }
}

/// Fetches. Returns the exit code.
pub fn start(arguments: &[String]) -> i32 {
    run::start_caching(arguments)
}

/// Whether a word names a module. The other words after `cache` are subcommands of the package manager.
fn is_module(word: &str) -> bool {
    let is_address = ["https://", "http://", "jsr:", "npm:", "file://"].iter().any(|scheme| word.starts_with(scheme));
    let extension = Path::new(word).extension().and_then(|extension| extension.to_str());
    let is_file = extension.is_some_and(|one| ["ts", "tsx", "mts", "js", "jsx", "mjs", "cjs", "cts"].contains(&one));
    !word.starts_with('-') && (is_address || is_file)
}

#[cfg(test)]
mod tests {
    use super::requested;

    #[test]
    fn files_are_cached_and_other_words_are_commands() {
        let of = |line: &str| requested(&line.split(' ').map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(of("cache main.ts").map(|rest| rest.join(" ")).as_deref(), Some("main.ts"));
        assert_eq!(of("cache --reload jsr:@a/b").map(|rest| rest.len()), Some(2));
        assert_eq!(of("install --entrypoint main.ts").map(|rest| rest.join(" ")).as_deref(), Some("main.ts"));
        assert_eq!(of("cache path"), None);
        assert_eq!(of("install express"), None);
    }
}
