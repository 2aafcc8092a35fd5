//! The page's document: what it names becomes part of the bundle, and its addresses are replaced.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use brio_style_sheets as style_sheets;
use lol_html::html_content::ContentType;
use lol_html::{element, rewrite_str};

use super::state::Settings;
use super::{FOLDER, Served, served};
use crate::diagnostic::{Diagnostic, shown_path};
use crate::html::{self, FILE_ATTRIBUTES, Inline, LIST_ATTRIBUTES, Script};

/// A page's document as it was read.
#[derive(Debug, Default)]
pub(super) struct Document {
    text: String,
    /// The scripts and style sheets that it names or contains, in their order.
    modules: Vec<PathBuf>,
    /// The scripts in it.
    pub(super) inline_scripts: Vec<Inline>,
    /// The style sheets in it, by their numbers.
    inline_styles: BTreeMap<usize, String>,
    /// The addresses of the files that it names, by what stands in the document.
    addresses: BTreeMap<String, String>,
    /// Those files.
    pub(super) files: Vec<PathBuf>,
}

/// The file that an address of a page means.
fn located(settings: &Settings, address: &str) -> PathBuf {
    let folder = settings.page.parent().unwrap_or(Path::new("/"));
    let clean = address.split(['?', '#']).next().unwrap_or_default();
    match clean.strip_prefix('/') {
        // The page is in the root of its site, or the site is the whole project.
        Some(rest) => {
            let places = [folder.join(rest), folder.join("public").join(rest)];
            places.into_iter().find(|place| place.exists()).unwrap_or_else(|| settings.directory.join(rest))
        }
        None => folder.join(clean),
    }
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
        let shown = shown_path(&page.to_string_lossy(), &settings.directory);
        let mut document = Self { text, ..Self::default() };
        let mut missing = Vec::new();
        let mut add_module = |modules: &mut Vec<PathBuf>, name: &str| match located(settings, name).canonicalize() {
            Ok(file) => modules.push(file),
            Err(error) => {
                missing.push(Diagnostic::new(true, format!("cannot read \"{name}\", named by {shown}: {error}")));
            }
        };
        for name in &found.styles {
            add_module(&mut document.modules, name);
        }
        for script in &found.scripts {
            match script {
                Script::File(name) => add_module(&mut document.modules, name),
                Script::Inline(inline) => {
                    document.modules.push(inline.path(page));
                    document.inline_scripts.push(inline.clone());
                }
            }
        }
        for style in found.inline_styles.iter().filter(|style| !style.is_blank()) {
            missing.extend(document.add_style(page, style, served).err().map(|message| Diagnostic::new(true, message)));
        }
        for name in &found.files {
            let file = located(settings, name);
            // A file that is missing may be another route of the server.
            if let Ok(contents) = std::fs::read(&file) {
                document.addresses.insert(name.clone(), served.add(&file, contents));
                document.files.push(file);
            }
        }
        if missing.is_empty() { Ok(document) } else { Err(missing) }
    }

    /// Adds a style sheet that the page contains. One that is not understood stays as it is.
    fn add_style(&mut self, page: &Path, style: &Inline, served: &Served) -> Result<(), String> {
        let path = style.path(page);
        let mut sheet = match style_sheets::bundle(&path, &style.given(page, &self.text), style_sheets::Form::default())
        {
            Ok(sheet) => sheet,
            Err(message) => {
                let (is_error, message) = style.problem(&message, page, &page.to_string_lossy());
                return if is_error { Err(message) } else { Ok(()) };
            }
        };
        for asset in sheet.assets.iter_mut() {
            if let Ok(contents) = std::fs::read(&asset.file) {
                asset.mark = Some(served.add(&asset.file, contents));
                self.files.push(asset.file.clone());
            }
        }
        self.inline_styles.insert(style.number, served::with_addresses(&sheet));
        self.files.extend(sheet.files.into_iter().filter(|file| *file != path));
        Ok(())
    }

    /// The path of the module that imports what the page names. It has no file.
    pub(super) fn entry(&self, page: &Path) -> String {
        format!("{}.js", page.to_string_lossy())
    }

    /// The sources that have no file: of that module, and of the scripts in the page.
    pub(super) fn entry_sources(&self, page: &Path) -> BTreeMap<String, String> {
        let import = |path: &PathBuf| format!("import {};\n", serde_json::json!(path.to_string_lossy()));
        let entry = (self.entry(page), self.modules.iter().map(import).collect());
        let source = |script: &Inline| (script.path(page).to_string_lossy().into_owned(), script.source(&self.text));
        self.inline_scripts.iter().map(source).chain([entry]).collect()
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
        let mut styles = 0..;
        handlers.push(element!(html::INLINE_SCRIPTS, |script| {
            script.remove();
            Ok(())
        }));
        handlers.push(element!(html::INLINE_STYLES, move |style| {
            if let Some(css) = styles.next().and_then(|number: usize| self.inline_styles.get(&number)) {
                style.set_inner_content(&html::style_contents(css), ContentType::Html);
            }
            Ok(())
        }));
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
