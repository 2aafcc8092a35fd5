//! What the compile cache does, on standard error when NODE_DEBUG_NATIVE includes COMPILE_CACHE, with Node's messages.

use crate::compiled::Compiled;
use crate::disk_cache::DiskCache;
use brio_transform::ModuleKind;
use std::path::PathBuf;

/// Reports on one file, or is silent.
pub(crate) struct CacheLog<'a> {
    folder: Option<PathBuf>,
    file: &'a str,
}

impl<'a> CacheLog<'a> {
    /// The log for `file`; silent unless a folder was named and the log is enabled.
    pub fn of(cache: &DiskCache, file: &'a str) -> Self {
        Self { folder: cache.named().filter(|_| is_asked_for()), file }
    }

    /// The file's entry is used.
    pub fn hit(&self, compiled: &Compiled) {
        self.reading(compiled, "success");
        self.say(|file| format!("cache for {file} was accepted, keeping the in-memory entry"));
        self.say(|file| format!("skip {file} because cache was the same"));
    }

    /// The file had no entry, and got one if `is_written`.
    pub fn miss(&self, compiled: &Compiled, is_written: bool) {
        self.reading(compiled, "no entry");
        self.say(|file| format!("{file} was not initialized, initializing the in-memory entry"));
        self.say(|file| format!("writing cache for {file}...{}", if is_written { "success" } else { "failed" }));
    }

    /// The file cannot be transformed.
    pub fn failure(&self) {
        self.say(|file| format!("skip {file} because the cache was not initialized"));
    }

    fn reading(&self, compiled: &Compiled, outcome: &str) {
        let kind = if compiled.output.kind == ModuleKind::EsModule { "ESM" } else { "CommonJS" };
        if let Some(folder) = &self.folder {
            self.say(|file| format!("reading cache from {} for {kind} {file}...{outcome}", folder.display()));
        }
    }

    fn say(&self, message: impl FnOnce(&str) -> String) {
        if self.folder.is_some() {
            eprintln!("[compile cache] {}", message(self.file));
        }
    }
}

fn is_asked_for() -> bool {
    std::env::var("NODE_DEBUG_NATIVE").is_ok_and(|names| names.split(',').any(|name| name.trim() == "COMPILE_CACHE"))
}
