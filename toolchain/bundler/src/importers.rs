//! Who imports a module, for reports: the shortest chain of imports from an entry to the module that an error is in.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::sync::Mutex;

use rolldown_common::ImportKind;

use crate::diagnostic::{Diagnostic, shown_path};
use crate::html::is_page;
use crate::optional_imports::{self, Use};
use crate::output::normal;
use crate::resolution::without_query;

/// A longer chain is cut in its middle.
const SHOWN_MAX: usize = 8;

/// The module that imports another one, and the specifier that it does it with.
type Importer = (String, String);

/// How a module imports another one: the specifier, and what esbuild calls the kind.
pub(crate) type Import = (String, &'static str);

/// The importers of each module, by ids, noted as specifiers are resolved: a build with errors has no graph.
#[derive(Debug, Default)]
pub(crate) struct Importers(Mutex<BTreeMap<String, BTreeSet<(Importer, &'static str)>>>);

impl Importers {
    pub(crate) fn note(&self, id: &str, importer: &str, specifier: &str, kind: ImportKind) {
        if let Ok(mut all) = self.0.lock() {
            let import = ((importer.to_owned(), specifier.to_owned()), kind_name(kind));
            all.entry(id.to_owned()).or_default().insert(import);
        }
    }

    /// How modules import others, by the ids of both.
    pub(crate) fn imports(&self) -> BTreeMap<(String, String), Vec<Import>> {
        let mut imports: BTreeMap<(String, String), Vec<Import>> = BTreeMap::new();
        if let Ok(all) = self.0.lock() {
            for (id, importers) in all.iter() {
                for ((importer, specifier), kind) in importers {
                    let of_both = imports.entry((importer.clone(), id.clone())).or_default();
                    of_both.push((specifier.clone(), kind));
                }
            }
        }
        imports
    }

    /// Adds to a report who imports the module that it is about.
    pub(crate) fn explain(&self, report: &mut Diagnostic, directory: &Path, is_entry: impl Fn(&str) -> bool) {
        let Some((file, _, _)) = &report.place else { return };
        // A file outside of the folder of the build is shown with `..`.
        let id = normal(&directory.join(file)).to_string_lossy().into_owned();
        let lines: Vec<String> =
            self.chain(&id, is_entry).iter().map(|importer| line_of(importer, directory)).collect();
        if lines.is_empty() {
            return;
        }
        let text = report.text.trim_end().to_owned();
        let shown = match lines.len() > SHOWN_MAX {
            false => lines.concat(),
            true => {
                let (first, last) = (&lines[..SHOWN_MAX - 2], &lines[lines.len() - 1..]);
                let left_out = lines.len() - first.len() - last.len();
                format!("{}  … and {left_out} more\n{}", first.concat(), last.concat())
            }
        };
        report.text = format!("{text}\n{shown}");
    }

    /// The importers between a module and an entry, the entry last. What is not imported is an entry too: of a page.
    fn chain(&self, module: &str, is_entry: impl Fn(&str) -> bool) -> Vec<Importer> {
        let Ok(all) = self.0.lock() else { return Vec::new() };
        // The step from each module that was reached towards `module`.
        let mut steps: BTreeMap<String, (String, String)> = BTreeMap::new();
        let mut waiting = VecDeque::from([module.to_owned()]);
        while let Some(id) = waiting.pop_front() {
            let importers = all.get(&id);
            if is_entry(without_query(&id)) || importers.is_none() {
                return walk_back(&id, module, &steps);
            }
            for ((importer, specifier), _) in importers.into_iter().flatten() {
                if importer != module && !steps.contains_key(importer) {
                    steps.insert(importer.clone(), (id.clone(), specifier.clone()));
                    waiting.push_back(importer.clone());
                }
            }
        }
        Vec::new()
    }
}

/// What esbuild's metafile calls a kind of import.
fn kind_name(kind: ImportKind) -> &'static str {
    match kind {
        ImportKind::Import | ImportKind::HotAccept => "import-statement",
        ImportKind::DynamicImport => "dynamic-import",
        ImportKind::Require => "require-call",
        ImportKind::AtImport => "import-rule",
        ImportKind::UrlImport | ImportKind::NewUrl => "url-token",
    }
}

fn walk_back(entry: &str, module: &str, steps: &BTreeMap<String, (String, String)>) -> Vec<Importer> {
    let mut chain = Vec::new();
    let mut id = entry.to_owned();
    while id != module {
        let Some((imported, specifier)) = steps.get(&id) else { break };
        chain.push((id, specifier.clone()));
        id = imported.clone();
    }
    chain.reverse();
    chain
}

/// A line about an import, with its place if the source says where it is.
fn line_of((importer, specifier): &Importer, directory: &Path) -> String {
    let path = without_query(importer);
    if let Some(page) = page_of(path) {
        return format!("  imported by {}\n", shown_path(page, directory));
    }
    let source = std::fs::read_to_string(path).unwrap_or_default();
    let found = optional_imports::uses(&source, path, &[specifier.as_str()]).remove(specifier);
    let place = match found {
        Some(Use::Required { start, .. } | Use::Optional { start, .. }) => {
            let before = &source[..start as usize];
            let column = before.rsplit('\n').next().unwrap_or_default().encode_utf16().count() + 1;
            format!(":{}:{column}", before.matches('\n').count() + 1)
        }
        _ => String::new(),
    };
    // The query that Brio adds is not what the source says.
    format!("  imported by {}{place} (\"{}\")\n", shown_path(path, directory), without_query(specifier))
}

/// The page whose scripts a module imports that has no file: the development server makes one for each page.
fn page_of(path: &str) -> Option<&str> {
    path.strip_suffix(".js").filter(|page| is_page(page) && Path::new(page).is_file() && !Path::new(path).exists())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_chain_leads_to_an_entry() {
        let importers = Importers::default();
        for (id, importer) in [("d", "c"), ("c", "b"), ("b", "a"), ("d", "x"), ("x", "d"), ("c", "a")] {
            importers.note(id, importer, &format!("./{id}"), ImportKind::Import);
        }
        let chain = importers.chain("d", |id| id == "a");
        assert_eq!(chain, [("c".to_owned(), "./d".to_owned()), ("a".to_owned(), "./c".to_owned())]);
        assert!(importers.chain("a", |id| id == "a").is_empty());
        assert!(importers.chain("unknown", |id| id == "a").is_empty());
    }
}
