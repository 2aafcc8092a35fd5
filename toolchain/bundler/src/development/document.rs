//! The page's document: what it names becomes part of the bundle, and its addresses are replaced.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use lol_html::{element, rewrite_str};

use super::state::Settings;
use super::{FOLDER, Served};
use crate::diagnostic::Diagnostic;
use crate::html::{self, FILE_ATTRIBUTES, LIST_ATTRIBUTES};

/// A page's document as it was read.
#[derive(Debug)]
pub(super) struct Document {
    text: String,
    /// The scripts and style sheets that it names, in their order.
    modules: Vec<PathBuf>,
    /// The addresses of the files that it names, by what stands in the document.
    addresses: BTreeMap<String, String>,
    /// Those files.
    pub(super) files: Vec<PathBuf>,
}

/// Whether React is installed for a page.
pub(super) fn has_react(page: &Path) -> bool {
    page.ancestors().any(|folder| folder.join("node_modules/react/package.json").is_file())
}

impl Document {
    /// Reads a page, and serves the images and other files that it names.
    ///
    /// # Errors
    /// Files that are missing, all of them.
    pub(super) fn read(settings: &Settings, served: &Served) -> Result<Self, Vec<Diagnostic>> {
        let page = &settings.page;
        let fail = |message: String| vec![Diagnostic::new(true, message)];
        let text = std::fs::read_to_string(page)
            .map_err(|error| fail(format!("cannot read \"{}\": {error}", page.display())))?;
        let found = html::references(&text).map_err(fail)?;
        let folder = page.parent().unwrap_or(Path::new("/"));
        let located = |address: &str| {
            let clean = address.split(['?', '#']).next().unwrap_or_default();
            match clean.strip_prefix('/') {
                // The page is in the root of its site, or the site is the whole project.
                Some(rest) => {
                    let places = [folder.join(rest), folder.join("public").join(rest)];
                    places.into_iter().find(|place| place.exists()).unwrap_or_else(|| settings.directory.join(rest))
                }
                None => folder.join(clean),
            }
        };
        let shown = crate::diagnostic::shown_path(&page.to_string_lossy(), &settings.directory);
        let mut missing = Vec::new();
        let mut modules = Vec::new();
        for name in found.styles.iter().chain(&found.scripts) {
            match located(name).canonicalize() {
                Ok(file) => modules.push(file),
                Err(error) => {
                    missing.push(Diagnostic::new(true, format!("cannot read \"{name}\", named by {shown}: {error}")));
                }
            }
        }
        let mut addresses = BTreeMap::new();
        let mut files = Vec::new();
        for name in &found.files {
            let file = located(name);
            // A file that is missing may be another route of the server.
            if let Ok(contents) = std::fs::read(&file) {
                addresses.insert(name.clone(), served.add(&file, contents));
                files.push(file);
            }
        }
        if missing.is_empty() { Ok(Self { text, modules, addresses, files }) } else { Err(missing) }
    }

    /// The path of the module that imports what the page names. It has no file.
    pub(super) fn entry(&self, page: &Path) -> String {
        format!("{}.js", page.to_string_lossy())
    }

    /// The source of that module.
    pub(super) fn entry_source(&self) -> String {
        let import = |path: &PathBuf| format!("import {};\n", serde_json::json!(path.to_string_lossy()));
        self.modules.iter().map(import).collect()
    }

    /// The document with the addresses of the bundle and of the style sheets (each with its key).
    ///
    /// # Errors
    /// The document cannot be parsed.
    pub(super) fn write(
        &self,
        script: &str,
        sheets: &[(String, String)],
        configuration: &str,
    ) -> Result<String, Vec<Diagnostic>> {
        let mut head: String = sheets
            .iter()
            .map(|(key, sheet)| format!("<link rel=\"stylesheet\" href=\"{sheet}\" data-brio-style=\"{key}\">"))
            .collect();
        head += configuration;
        head += &format!("<script type=\"module\" crossorigin src=\"{script}\"></script>");
        let mut handlers = Vec::new();
        for selector in ["script[src]", "link[rel=stylesheet][href]"] {
            handlers.push(element!(selector, |element| {
                let name = element.get_attribute("src").or_else(|| element.get_attribute("href"));
                if name.is_some_and(|name| html::is_file(&name)) {
                    element.remove();
                }
                Ok(())
            }));
        }
        for (selector, attribute) in FILE_ATTRIBUTES {
            handlers.push(element!(*selector, |element| {
                if let Some(address) = element.get_attribute(attribute).and_then(|name| self.addresses.get(&name)) {
                    element.set_attribute(attribute, address)?;
                }
                Ok(())
            }));
        }
        for (selector, attribute) in LIST_ATTRIBUTES {
            handlers.push(element!(*selector, |element| {
                let list = element.get_attribute(attribute).unwrap_or_default();
                element.set_attribute(attribute, &html::with_addresses(&list, &self.addresses))?;
                Ok(())
            }));
        }
        let failed = |message: String| vec![Diagnostic::new(true, message)];
        let written =
            rewrite_str(&self.text, html::with_handlers(handlers)).map_err(|error| failed(error.to_string()))?;
        html::with_head(written, &head).map_err(failed)
    }
}

/// The address under which browsers connect.
pub(super) fn socket_address() -> String {
    format!("{FOLDER}hot")
}
