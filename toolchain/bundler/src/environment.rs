//! Variables of the environment that become part of an output: those of the process, and those of `.env` files.

use std::collections::BTreeMap;

use crate::engine_options::runs_in_production;
use crate::options::{Env, Options, Target};

/// The start of the names that a page can read as `import.meta.env.NAME`, as Vite has it.
const VITE_PREFIX: &str = "VITE_";

/// The expressions that are replaced by values of variables.
pub(crate) fn expressions(options: &Options) -> Vec<(String, String)> {
    let has_page_variables = options.target == Target::Browser;
    if options.env == Env::None && !has_page_variables {
        return Vec::new();
    }
    let quote = |text: &str| serde_json::to_string(text).unwrap_or_default();
    let mut found = Vec::new();
    for (name, value) in variables(options) {
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$')) {
            continue;
        }
        let is_taken = match &options.env {
            Env::None => false,
            Env::All => true,
            Env::Prefix(prefix) => name.starts_with(prefix),
        };
        if is_taken {
            found.push((format!("process.env.{name}"), quote(&value)));
        }
        if has_page_variables && name.starts_with(VITE_PREFIX) {
            found.push((format!("import.meta.env.{name}"), quote(&value)));
        }
    }
    if has_page_variables {
        let is_production = runs_in_production(options);
        let base = options.public_path.as_deref().unwrap_or("/");
        found.extend([
            ("import.meta.env.MODE".to_owned(), quote(mode(is_production))),
            ("import.meta.env.PROD".to_owned(), is_production.to_string()),
            ("import.meta.env.DEV".to_owned(), (!is_production).to_string()),
            ("import.meta.env.SSR".to_owned(), "false".to_owned()),
            ("import.meta.env.BASE_URL".to_owned(), quote(base)),
        ]);
    }
    found
}

fn mode(is_production: bool) -> &'static str {
    if is_production { "production" } else { "development" }
}

/// All variables. The process's own have precedence, then the more particular file.
fn variables(options: &Options) -> BTreeMap<String, String> {
    let mode = mode(runs_in_production(options));
    let mut all = BTreeMap::new();
    for name in [".env".to_owned(), format!(".env.{mode}"), ".env.local".to_owned(), format!(".env.{mode}.local")] {
        if let Ok(text) = std::fs::read_to_string(options.directory.join(name)) {
            all.extend(brio_env_file::parse(&text));
        }
    }
    all.extend(
        std::env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?))),
    );
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expressions_of(options: Options) -> BTreeMap<String, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join(".env"), "OF_TEST_A=1\nVITE_OF_TEST=x\nOTHER=2\n")
            .expect("it can be written");
        std::fs::write(folder.path().join(".env.local"), "OF_TEST_A=local\n").expect("it can be written");
        expressions(&Options { directory: folder.path().to_owned(), ..options }).into_iter().collect()
    }

    #[test]
    fn the_more_particular_file_has_precedence() {
        let found = expressions_of(Options { env: Env::Prefix("OF_TEST_".to_owned()), ..Options::default() });
        assert_eq!(found, BTreeMap::from([("process.env.OF_TEST_A".to_owned(), "\"local\"".to_owned())]));
        assert!(expressions_of(Options::default()).is_empty());
    }

    #[test]
    fn pages_have_what_vite_gives_them() {
        let found = expressions_of(Options { target: Target::Browser, production: true, ..Options::default() });
        let value = |name: &str| found.get(&format!("import.meta.env.{name}")).map(String::as_str);
        assert_eq!(value("VITE_OF_TEST"), Some("\"x\""));
        assert_eq!(value("PROD"), Some("true"));
        assert_eq!(value("MODE"), Some("\"production\""));
        assert_eq!(value("OTHER"), None);
    }
}
