//! Programs' modules as text: reads a file, transforms it, remembers how its positions map to the source. Linking and
//! evaluation are JavaScript's (`internal:loader`). One loader serves all realms of the process.
//!
//! Start reading at [`Loader`].

mod positions;
mod record;

pub use brio_transform::{Form, ModuleHint, Options};
use brio_transform::{Diagnostic, ModuleKind, Output, ScriptNames, transform, transform_script};
use positions::Positions;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// What is known of the modules of this process.
#[derive(Default)]
pub struct Loader {
    modules: Mutex<HashMap<u32, Arc<Output>>>,
    next_handle: std::sync::atomic::AtomicU32,
    positions: Positions,
}

/// A module that was read and transformed.
#[derive(Debug)]
pub struct Loaded {
    /// Names it for [`Loader::text`]; 0 when `record` holds an error.
    pub handle: u32,
    /// JSON: kind, requests, imports, exports (`record.rs`), or `{"error": …}` with a syntax error and its place.
    pub record: String,
}

impl Loader {
    /// The loader of the process.
    pub fn shared() -> &'static Loader {
        static LOADER: OnceLock<Loader> = OnceLock::new();
        LOADER.get_or_init(Loader::default)
    }

    /// Reads and transforms a file.
    ///
    /// # Errors
    /// The system's error when it cannot be read.
    pub fn load_file(&self, path: &Path, options: &Options) -> std::io::Result<Loaded> {
        let bytes = std::fs::read(path)?;
        let source = match String::from_utf8(bytes) {
            Ok(text) => text,
            Err(error) => String::from_utf8_lossy(error.as_bytes()).into_owned(),
        };
        Ok(self.load_source(source.strip_prefix('\u{feff}').unwrap_or(&source), options))
    }

    /// Transforms text that is no file, or that someone changed.
    pub fn load_source(&self, source: &str, options: &Options) -> Loaded {
        self.keep(source, options, transform(source, options))
    }

    /// Transforms a classic script (`vm`, `-e`): types go, `import()` becomes a call of `import_function`.
    pub fn load_script(&self, source: &str, options: &Options, import_function: &str) -> Loaded {
        let names = ScriptNames { import_function, stack: "", helpers: "" };
        self.keep(source, options, transform_script(source, options, names))
    }

    fn keep(&self, source: &str, options: &Options, outcome: Result<Output, Vec<Diagnostic>>) -> Loaded {
        match outcome {
            Ok(output) => {
                let record = record::of_output(&output);
                let handle = self.next_handle.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
                lock(&self.modules).insert(handle, Arc::new(output));
                Loaded { handle, record }
            }
            Err(diagnostics) => Loaded { handle: 0, record: record::of_error(source, &options.file_name, &diagnostics) },
        }
    }

    /// The text of a module in the form that the linker chose, to be evaluated under `url`; the handle is used up.
    /// None for a handle that is not open.
    pub fn text(&self, handle: u32, form: Form, url: &str) -> Option<String> {
        let output = lock(&self.modules).remove(&handle)?;
        let assembled = output.assemble(form);
        self.positions.remember(url, output.map.clone(), assembled.head_columns);
        Some(assembled.code)
    }

    /// The text of a script, without a function around it; the handle is used up.
    pub fn script_text(&self, handle: u32, url: &str) -> Option<String> {
        let output = lock(&self.modules).remove(&handle)?;
        self.positions.remember(url, output.map.clone(), 0);
        Some(output.body.clone())
    }

    /// Lets a module go that is not needed.
    pub fn release(&self, handle: u32) {
        lock(&self.modules).remove(&handle);
    }

    /// The place in the source of a place in evaluated text; both count from 1, columns in UTF-16 units.
    /// None for a url that this loader did not evaluate.
    pub fn map_position(&self, url: &str, line: u32, column: u32) -> Option<(u32, u32)> {
        self.positions.map(url, line, column)
    }
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the transformed module is CommonJS.
pub(crate) fn is_common_js(output: &Output) -> bool {
    output.kind == ModuleKind::CommonJs
}
