//! Prints the results of resolutions: one request per line, `import|require`, a tab, the specifier, a tab, the absolute
//! path of the importing file. The result is the path, or the error's code and message as JSON.
//! `printf 'import\t./a.js\t/tmp/b.mjs\n' | cargo run --release -p brio_resolver --example resolve`

use brio_resolver::{Home, Options, Request, ResolveKind, Resolver};
use std::path::Path;

fn main() {
    let resolver = Resolver::new(Options { is_builtin: |name| matches!(name, "fs" | "path"), ..Options::default() });
    for line in std::io::stdin().lines() {
        let line = line.expect("standard input is readable text");
        let mut parts = line.split('\t');
        let (Some(kind), Some(specifier), Some(importer)) = (parts.next(), parts.next(), parts.next()) else {
            eprintln!("not a question: {line}");
            continue;
        };
        let (kind, conditions) = match kind {
            "import" => (ResolveKind::Import, ["node", "import", "module-sync", "node-addons"]),
            _ => (ResolveKind::Require, ["node", "require", "module-sync", "node-addons"]),
        };
        let request = Request {
            specifier,
            importer: Path::new(importer),
            kind,
            conditions: &conditions,
            home: Home::Node,
            is_entry: false,
            lookup_folders: None,
            require_stack: &[importer.to_owned()],
        };
        match resolver.resolve(&request) {
            Ok(found) => println!("{}{}{}", found.path.display(), found.query, found.fragment),
            Err(error) => {
                let message = serde_json::Value::from(error.message);
                println!("{} {message}", error.code.as_str());
            }
        }
    }
}
