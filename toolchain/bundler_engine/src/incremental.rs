//! A bundle that stays in memory and follows its sources, for the development server and for builds that are repeated.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use rolldown::{BundleOutput, Bundler, BundlerOptions};
use rolldown_common::{ClientHmrInput, HmrStampTable, HmrUpdate, ScanMode, WatcherChangeKind};
use rolldown_error::{BatchedBuildDiagnostic, BuildResult};
use rolldown_plugin::__inner::SharedPluginable;
use rolldown_utils::indexmap::FxIndexMap;
use rustc_hash::FxHashMap;
use tokio::runtime::Runtime;

/// What makes a loaded page current.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Patch {
    /// A script that registers the functions of modules.
    pub code: String,
    /// The name and the contents of its source map.
    pub map: Option<(String, String)>,
    /// The modules that changed, by the names that they have in the bundle.
    pub changed: Vec<String>,
}

/// A bundler that keeps its module graph between builds.
///
/// Its patches have every module that a change can make run again: they fit each page that has all patches before them.
pub struct Incremental {
    runtime: Runtime,
    bundler: Bundler,
    stamps: HmrStampTable,
    patch_count: Arc<AtomicU32>,
}

impl std::fmt::Debug for Incremental {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Incremental").finish_non_exhaustive()
    }
}

impl Incremental {
    /// A bundler that has not built yet. `options` must have the development mode, or incremental builds.
    ///
    /// # Errors
    /// The outer error: threads cannot be started. The inner one: options that do not fit.
    pub fn new(
        options: BundlerOptions,
        plugins: Vec<SharedPluginable>,
    ) -> io::Result<Result<Self, BatchedBuildDiagnostic>> {
        let runtime = crate::threads()?;
        let entered = runtime.enter();
        let bundler = Bundler::with_plugins(options, plugins);
        drop(entered);
        Ok(bundler.map(|bundler| Self {
            runtime,
            bundler,
            stamps: HmrStampTable::default(),
            patch_count: Arc::default(),
        }))
    }

    /// Builds everything. Caches of resolved paths and of TypeScript's configurations are read again.
    ///
    /// # Errors
    /// What is wrong with the sources.
    pub fn build(&mut self) -> Result<BundleOutput, BatchedBuildDiagnostic> {
        self.bundler.clear_resolver_cache();
        self.bundler.clear_transform_tsconfig_cache();
        crate::wait(&self.runtime, self.bundler.incremental_generate(ScanMode::Full))
    }

    /// Generates the bundle of the current module graph, without reading files.
    ///
    /// # Errors
    /// As [`Incremental::build`].
    pub fn generate(&mut self) -> Result<BundleOutput, BatchedBuildDiagnostic> {
        crate::wait(&self.runtime, self.bundler.incremental_generate(ScanMode::Partial(Vec::new())))
    }

    /// Reads changed modules again, and generates the bundle. `modules` are their ids.
    ///
    /// # Errors
    /// As [`Incremental::build`].
    pub fn rebuild(&mut self, modules: &[String]) -> Result<BundleOutput, BatchedBuildDiagnostic> {
        self.bundler.clear_resolver_cache();
        let modules = modules.iter().map(|id| id.as_str().into()).collect();
        crate::wait(&self.runtime, self.bundler.incremental_generate(ScanMode::Partial(modules)))
    }

    /// Reads changed files again. `files` has their paths, and whether each exists. None: nothing that a page has is affected.
    ///
    /// # Errors
    /// What is wrong with the sources. They are read again with the next change.
    pub fn update(&mut self, files: &[(String, bool)]) -> Result<Option<Patch>, BatchedBuildDiagnostic> {
        self.bundler.clear_resolver_cache();
        let changes: FxIndexMap<String, WatcherChangeKind> = files
            .iter()
            .map(|(path, exists)| {
                let kind = if *exists { WatcherChangeKind::Update } else { WatcherChangeKind::Delete };
                (path.clone(), kind)
            })
            .collect();
        let shipped = FxHashMap::default();
        let clients = [ClientHmrInput { client_id: "page", shipped: &shipped }];
        let update: BuildResult<_> = crate::wait(
            &self.runtime,
            self.bundler.compute_hmr_update_for_file_changes(
                &changes,
                &clients,
                &mut self.stamps,
                Arc::clone(&self.patch_count),
                // Whether a file has changed is known by its contents: a bundle may have been generated in between.
                true,
            ),
        );
        Ok(update?.into_iter().find_map(|update| match update.update {
            HmrUpdate::Patch(patch) => Some(Patch {
                code: patch.code,
                map: patch.sourcemap_filename.zip(patch.sourcemap),
                changed: patch.changed_ids,
            }),
            HmrUpdate::FullReload { .. } | HmrUpdate::Noop => None,
        }))
    }

    /// A script that registers and runs one module, with what it imports and a page does not run from the start.
    ///
    /// # Errors
    /// No module has the id, or its source is wrong.
    pub fn module(&mut self, id: &str) -> Result<String, BatchedBuildDiagnostic> {
        let evaluated = self.bundler.compute_top_level_evaluated_modules(&self.stamps);
        let chunk: BuildResult<_> = crate::wait(
            &self.runtime,
            self.bundler.compile_lazy_entry(
                id.to_owned(),
                "page",
                &FxHashMap::default(),
                &evaluated,
                &self.stamps,
                Arc::clone(&self.patch_count),
            ),
        );
        chunk.map(|chunk| chunk.code)
    }
}
