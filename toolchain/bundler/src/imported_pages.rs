//! Pages that a program for a server imports: they are built for browsers beside the program. What the program gets is a
//! manifest of their files as Bun writes it, which the routes of `Bun.serve` accept.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::Context;
use rolldown_utils::xxhash::xxhash_base64_url;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::build::{Extensions, Outcome};
use crate::data_urls::media_type;
use crate::diagnostic::{Diagnostic, shown_path};
use crate::html;
use crate::metafile::Graph;
use crate::options::{Entry, Format, Options, Target};
use crate::output::{Kind, Output, common_folder};

/// The pages of a build.
pub(crate) struct ImportedPages {
    options: Options,
    extensions: Extensions,
    /// What each page is built to. Sorted: the outputs of a build have the same order each time.
    built: Mutex<BTreeMap<PathBuf, Result<Outcome, Vec<Diagnostic>>>>,
}

impl std::fmt::Debug for ImportedPages {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("ImportedPages").finish_non_exhaustive()
    }
}

impl ImportedPages {
    /// `options` are those of the program's build.
    pub(crate) fn new(options: &Options, extensions: &Extensions) -> Self {
        let common = common_folder(options, &options.entries);
        let root = options.root.as_ref().map_or(common, |root| options.directory.join(root));
        let root = root.canonicalize().unwrap_or(root);
        let of_page = Options {
            entries: Vec::new(),
            out_file: None,
            root: Some(root),
            target: Target::Browser,
            format: Format::Esm,
            splitting: true,
            // A page is at any path of its server, and its files are at the root.
            public_path: options.public_path.clone().or_else(|| Some("/".to_owned())),
            banner: None,
            footer: None,
            entry_names: None,
            inject: Vec::new(),
            packages_external: false,
            executable: false,
            ..options.clone()
        };
        Self { options: of_page, extensions: extensions.clone(), built: Mutex::default() }
    }

    /// Builds a page. What is wrong with it is found with [`Self::take`].
    ///
    /// # Returns
    /// The manifest.
    ///
    /// # Errors
    /// The system gives no thread.
    pub(crate) async fn manifest(self: &Arc<Self>, page: &Path) -> anyhow::Result<Value> {
        let (sender, receiver) = oneshot::channel();
        let pages = Arc::clone(self);
        let path = page.to_owned();
        // A thread that runs Rolldown cannot wait for a second run.
        let thread = std::thread::Builder::new().name("page".to_owned());
        thread.spawn(move || drop(sender.send(pages.build(&path)))).context("cannot start a thread")?;
        Ok(receiver.await?)
    }

    fn build(&self, page: &Path) -> Value {
        let entry = Entry { path: page.to_string_lossy().into_owned(), name: None };
        let mut outcome = Outcome::default();
        let result = html::build(&self.options, &entry, &self.extensions, &mut outcome, &mut Graph::default());
        let manifest = self.manifest_of(page, &outcome.outputs);
        if let Ok(mut built) = self.built.lock() {
            built.insert(page.to_owned(), result.map(|()| outcome));
        }
        manifest
    }

    fn manifest_of(&self, page: &Path, outputs: &[Output]) -> Value {
        let shown = |path: &Path| shown_path(&path.to_string_lossy(), &self.options.directory);
        let index = outputs.iter().find(|output| output.source.as_deref() == Some(page));
        // The page and its style sheets can name the same file.
        let mut seen = HashSet::new();
        let files = outputs
            .iter()
            .filter(|output| matches!(output.kind, Kind::EntryPoint | Kind::Chunk | Kind::Asset))
            .filter(|output| seen.insert(&output.path));
        let file = |output: &Output| {
            let loader = match output.path.rsplit_once('.').map(|(_, extension)| extension) {
                Some("js" | "mjs" | "cjs") => "js",
                Some("css") => "css",
                Some("html" | "htm") => "html",
                _ => "file",
            };
            json!({
                "input": shown(output.source.as_deref().unwrap_or(page)),
                "path": format!("./{}", output.path),
                "loader": loader,
                "isEntry": output.kind == Kind::EntryPoint || loader == "css",
                "headers": {
                    "etag": format!("\"{}\"", hash(output)),
                    "content-type": media_type(&output.path),
                },
            })
        };
        json!({
            "index": index.map(|output| format!("./{}", output.path)),
            "files": files.map(file).collect::<Vec<_>>(),
        })
    }

    /// The errors of all pages.
    pub(crate) fn errors(&self) -> Vec<Diagnostic> {
        let Ok(built) = self.built.lock() else { return Vec::new() };
        built.values().filter_map(|result| result.as_ref().err()).flatten().cloned().collect()
    }

    /// What the pages were built to.
    pub(crate) fn take(&self) -> Vec<Outcome> {
        let built = self.built.lock().map(|mut built| std::mem::take(&mut *built)).unwrap_or_default();
        built.into_values().filter_map(Result::ok).collect()
    }
}

fn hash(output: &Output) -> String {
    output.copied.as_ref().map_or_else(|| xxhash_base64_url(&output.contents), |copied| copied.hash.clone())
}
