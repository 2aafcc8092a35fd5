//! The builtins: embedded sources, or, when `BRIO_BUILTINS` names a folder, files that are read and compiled at each
//! start.

use crate::{bytecode, facade};
use brio_realm::{Builtin, BuiltinSource, BuiltinText, CompiledBuiltin};
use brio_transform::{Form, ModuleHint, Options, Phase, transform};
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

mod embedded {
    use std::collections::BTreeMap;
    use std::sync::{Mutex, PoisonError};
    use zstd_safe::DCtx;

    /// A builtin: the range of its names in `WORDS`, and its source.
    struct Row {
        name: (u32, u32),
        requests: (u32, u32),
        text: Source,
    }

    /// Where a source is.
    enum Source {
        Plain(&'static str),
        /// Compressed, from `start` to `end` of `PACKED`.
        Packed {
            start: u32,
            end: u32,
            bytes: u32,
        },
    }

    include!(concat!(env!("OUT_DIR"), "/builtins.rs"));

    /// The number of builtins.
    pub const COUNT: usize = ROWS.len();

    /// A range of `TEXTS`, sliced at compile time: at run time slicing would read its ends.
    const fn text(start: usize, end: usize) -> &'static str {
        TEXTS.split_at(end).0.split_at(start).1
    }

    fn words((start, end): (u32, u32)) -> &'static str {
        &WORDS[start as usize..end as usize]
    }

    /// The name of the builtin with that number; the numbers follow the order of the names.
    pub fn name(number: usize) -> &'static str {
        words(ROWS[number].name)
    }

    /// The imports of a builtin, in the order of its parameters.
    pub fn requests(number: usize) -> impl Iterator<Item = &'static str> {
        words(ROWS[number].requests).split_ascii_whitespace()
    }

    /// The source of a builtin, a function expression.
    pub fn text_of(number: usize) -> &'static str {
        match ROWS[number].text {
            Source::Plain(text) => text,
            Source::Packed { start, end, bytes } => unpacked(number, &PACKED[start as usize..end as usize], bytes),
        }
    }

    /// A compressed source, which is in memory for the life of the process once it was read.
    fn unpacked(number: usize, packed: &[u8], bytes: u32) -> &'static str {
        static UNPACKED: Mutex<BTreeMap<usize, &str>> = Mutex::new(BTreeMap::new());
        let mut all = UNPACKED.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry(number).or_insert_with(|| {
            let mut text = Vec::with_capacity(bytes as usize);
            // The plain sources are the dictionary of the compressed ones.
            DCtx::create()
                .decompress_using_dict(&mut text, packed, TEXTS.as_bytes())
                .expect("the build has compressed it");
            &*String::from_utf8(text).expect("it was a string").leak()
        })
    }

    /// The number of a builtin.
    pub fn find(name: &str) -> Option<usize> {
        ROWS.binary_search_by(|row| words(row.name).cmp(name)).ok()
    }
}
pub use embedded::{COUNT, IDENTITY, find, name};

/// The builtins of this process.
pub fn source() -> &'static dyn BuiltinSource {
    static FOLDER: OnceLock<Option<Folder>> = OnceLock::new();
    let folder = FOLDER.get_or_init(|| {
        let root = PathBuf::from(std::env::var_os("BRIO_BUILTINS").filter(|root| !root.is_empty())?);
        if !root.join("internal/startup").is_dir() {
            eprintln!("brio: BRIO_BUILTINS: there are no builtins in '{}'", root.display());
            std::process::exit(2);
        }
        Some(Folder { root })
    });
    match folder {
        Some(folder) => folder,
        None => &Embedded,
    }
}

struct Embedded;

impl BuiltinSource for Embedded {
    fn get(&self, id: &str) -> Result<Option<Builtin<'_>>, String> {
        Ok(embedded::find(id).map(|number| {
            let text = BuiltinText::Static(embedded::text_of(number), bytecode::of(number));
            Builtin { text, requests: embedded::requests(number).map(Cow::Borrowed).collect() }
        }))
    }

    fn has(&self, id: &str) -> bool {
        embedded::find(id).is_some()
    }

    fn ids(&self) -> Vec<String> {
        (0..COUNT).map(|number| embedded::name(number).to_string()).collect()
    }

    fn has_settled(&self, goes_on: bool) {
        bytecode::save();
        if goes_on {
            bytecode::give_memory_back();
        }
    }
}

struct Folder {
    root: PathBuf,
}

impl Folder {
    fn file(&self, id: &str) -> PathBuf {
        self.root.join(format!("{}.ts", id.replacen(':', "/", 1)))
    }
}

impl BuiltinSource for Folder {
    fn has_settled(&self, _goes_on: bool) {
        bytecode::save();
    }

    fn get(&self, id: &str) -> Result<Option<Builtin<'_>>, String> {
        let file = self.file(id);
        let Ok(source) = std::fs::read_to_string(&file) else { return Ok(None) };
        if let Some(target) = facade::target(&source) {
            let requests = vec![Cow::Owned(target.to_string())];
            return Ok(Some(Builtin { text: BuiltinText::Static("", CompiledBuiltin::No), requests }));
        }
        let options =
            Options { builtin: true, module: ModuleHint::EsModule, ..Options::for_file(&file.to_string_lossy()) };
        let output = transform(&crate::contract_constants::inline(&source), &options)
            .map_err(|diagnostics| format!("{}: {diagnostics:?}", file.display()))?;
        let requests = output.record.as_ref().map(|record| record.requests.as_slice()).unwrap_or_default();
        let requests = requests.iter().map(|request| match request.phase {
            Phase::Defer => Cow::Owned(format!("~{}", request.specifier)),
            Phase::Evaluation | Phase::Source => Cow::Owned(request.specifier.clone()),
        });
        let requests = requests.collect();
        Ok(Some(Builtin { text: BuiltinText::Owned(Cow::Owned(output.assemble(Form::Plain).code)), requests }))
    }

    fn has(&self, id: &str) -> bool {
        self.file(id).is_file()
    }

    fn ids(&self) -> Vec<String> {
        let mut ids = Vec::new();
        collect(&self.root, &self.root, &mut ids);
        ids
    }
}

fn collect(root: &Path, folder: &Path, ids: &mut Vec<String>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(root, &path, ids);
        } else if let Some(relative) =
            path.strip_prefix(root).ok().filter(|_| path.extension().is_some_and(|extension| extension == "ts"))
        {
            ids.push(relative.with_extension("").to_string_lossy().replacen('/', ":", 1));
        }
    }
}

#[cfg(test)]
#[path = "builtins_tests.rs"]
mod tests;
