//! `import Work from "./work.ts?worker"` of Vite (https://vite.dev/guide/features#import-with-query-suffixes): a module whose
//! default export starts the worker, or with `&url` is its address.

use std::path::Path;
use std::sync::Mutex;

use anyhow::{Context, bail};
use tokio::sync::oneshot;

use crate::build::{Extensions, Outcome, build};
use crate::diagnostic::Diagnostic;
use crate::options::{Entry, Format, Options, SourceMap};
use crate::output::Kind;

/// What an import of a worker asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WorkerImport {
    class: &'static str,
    pub(crate) is_inline: bool,
    /// Whether the module is the address of the worker, and not a function that starts it.
    pub(crate) is_address: bool,
}

impl WorkerImport {
    /// Reads the query of an id.
    pub(crate) fn of(id: &str) -> Option<Self> {
        let (_, query) = id.split_once('?')?;
        let has = |word: &str| query.split('&').any(|one| one == word);
        let class = match (has("worker"), has("sharedworker")) {
            (true, _) => "Worker",
            (_, true) => "SharedWorker",
            _ => return None,
        };
        Some(Self { class, is_inline: has("inline"), is_address: has("url") && !has("inline") })
    }

    /// The module. What it names beside itself becomes an output as workers of other modules do.
    pub(crate) fn module(self, path: &str) -> String {
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy();
        let url = format!("new URL({}, import.meta.url)", quoted(&format!("./{name}")));
        match self.is_address {
            true => format!("export default {url}.href;"),
            false => self.starting(&url, ""),
        }
    }

    /// The module with the source of its worker in it.
    pub(crate) fn inline_module(self, source: &str) -> String {
        // A worker that several pages share is found by its address.
        let address = match self.class {
            "SharedWorker" => "\"data:text/javascript;charset=utf-8,\" + encodeURIComponent(source)",
            _ => "URL.createObjectURL(new Blob([source], { type: \"text/javascript\" }))",
        };
        let head = format!("const source = {};\nlet address;\n", quoted(source));
        self.starting(&format!("(address ??= {address})"), &head)
    }

    fn starting(self, address: &str, head: &str) -> String {
        let class = self.class;
        format!(
            "{head}export default function (options) {{\n  return new {class}({address}, {{ type: \"module\", name: options?.name }});\n}}\n"
        )
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// Builds the workers whose sources are in other modules.
pub(crate) struct InlineWorkers {
    options: Options,
    extensions: Extensions,
    errors: Mutex<Vec<Diagnostic>>,
}

impl std::fmt::Debug for InlineWorkers {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("InlineWorkers").finish_non_exhaustive()
    }
}

impl InlineWorkers {
    /// `options` are those of the build with the modules.
    pub(crate) fn new(options: &Options, extensions: &Extensions) -> Self {
        let of_worker = Options {
            entries: Vec::new(),
            out_file: None,
            entry_names: None,
            format: Format::Esm,
            splitting: false,
            metafile: false,
            metafile_report: false,
            source_map: SourceMap::None,
            banner: None,
            footer: None,
            ..options.clone()
        };
        Self { options: of_worker, extensions: extensions.clone(), errors: Mutex::default() }
    }

    /// The errors of all workers.
    pub(crate) fn errors(&self) -> Vec<Diagnostic> {
        self.errors.lock().map(|errors| errors.clone()).unwrap_or_default()
    }

    /// The source of a worker, with everything that it imports. It is empty when the worker has errors, which
    /// [`Self::errors`] has.
    ///
    /// # Errors
    /// The system gives no thread, or the worker needs other files.
    pub(crate) async fn source(&self, path: &str) -> anyhow::Result<String> {
        let (sender, receiver) = oneshot::channel();
        let entry = Entry { path: path.to_owned(), name: None };
        let options = Options { entries: vec![entry], ..self.options.clone() };
        let extensions = self.extensions.clone();
        // A thread that runs Rolldown cannot wait for a second run.
        let thread = std::thread::Builder::new().name("worker".to_owned());
        let run = move || drop(sender.send(build(&options, &extensions)));
        thread.spawn(run).context("cannot start a thread")?;
        match receiver.await? {
            Ok(outcome) => only_script(outcome, path),
            Err(errors) => {
                if let Ok(mut all) = self.errors.lock() {
                    all.extend(errors);
                }
                Ok(String::new())
            }
        }
    }
}

/// The script of an outcome, which must have nothing else.
fn only_script(outcome: Outcome, path: &str) -> anyhow::Result<String> {
    let mut script = String::new();
    for output in outcome.outputs {
        match output.kind {
            Kind::EntryPoint => script = String::from_utf8(output.contents)?,
            _ => bail!("the worker {path} needs the file \"{}\", which \"&inline\" cannot include", output.path),
        }
    }
    Ok(script)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_query_says_what_is_imported() {
        assert_eq!(WorkerImport::of("/a.ts"), None);
        assert_eq!(WorkerImport::of("/a.ts?raw"), None);
        let plain = WorkerImport { class: "Worker", is_inline: false, is_address: false };
        assert_eq!(WorkerImport::of("/a.ts?worker"), Some(plain));
        assert_eq!(WorkerImport::of("/a.ts?worker&url"), Some(WorkerImport { is_address: true, ..plain }));
        assert_eq!(WorkerImport::of("/a.ts?inline&worker"), Some(WorkerImport { is_inline: true, ..plain }));
        assert_eq!(WorkerImport::of("/a.ts?sharedworker"), Some(WorkerImport { class: "SharedWorker", ..plain }));
    }
}
