//! What one pass of a build has found that the next one has to know: Rolldown sees the modules one after another, and these
//! are facts about several of them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rolldown_error::{BatchedBuildDiagnostic, BuildDiagnostic, DiagnosticOptions, EventKind};

use crate::deferred_imports::DeferredImports;
use crate::diagnostic::Diagnostic;
use crate::incomplete_configs::CompleteConfig;
use crate::main_fields::MainFields;
use crate::metafile::Graph;
use crate::options::Options;
use crate::output::normal;
use crate::syntax::reexported_types;

/// What the passes of a build have found so far.
#[derive(Clone, Debug, Default)]
pub struct Corrections {
    /// Modules, and names that they import from others and export again, and that are types.
    types: BTreeSet<(String, String)>,
    /// The manifests of packages that are imported and required.
    required: BTreeSet<PathBuf>,
    /// What takes the place of the tsconfig that extends a missing file.
    config: Option<Arc<CompleteConfig>>,
    /// The modules of deferred imports that await, or import what does, by ids.
    awaiting: BTreeSet<String>,
    /// The modules that assign to imports or constants, by ids.
    constant_writers: BTreeSet<String>,
}

impl Corrections {
    /// Adds what a pass has found. Whether there was something new, so that another pass is needed.
    pub(crate) fn learn(
        &mut self,
        options: &Options,
        main_fields: &MainFields,
        errors: Option<&BatchedBuildDiagnostic>,
    ) -> bool {
        let required = main_fields.of_both();
        let errors = errors.into_iter().flat_map(|errors| errors.iter());
        let mut is_new = !required.is_subset(&self.required);
        self.required.extend(required);
        for error in errors {
            is_new |= match error.kind() {
                EventKind::MissingExportError => self.learn_type(options, error),
                EventKind::TsConfigError => self.learn_config(options),
                EventKind::ResolveError if is_about_config(error) => self.learn_config(options),
                EventKind::AssignToImportError => error.id().is_some_and(|id| self.constant_writers.insert(id)),
                EventKind::IllegalReassignmentError => {
                    error.id().is_some_and(|id| is_of_package(&id) && self.constant_writers.insert(id))
                }
                _ => false,
            };
        }
        is_new
    }

    fn learn_type(&mut self, options: &Options, error: &BuildDiagnostic) -> bool {
        let (Some(importer), Some(exporter)) = (error.id(), error.exporter()) else { return false };
        let message = error.to_string();
        let Some((name, _)) = message.strip_prefix('"').and_then(|rest| rest.split_once("\" is not exported by "))
        else {
            return false;
        };
        reexported_types::may_be_type(options, &importer, &exporter, name)
            && self.types.insert((importer, name.to_owned()))
    }

    fn learn_config(&mut self, options: &Options) -> bool {
        if self.config.is_some() {
            return false;
        }
        self.config = CompleteConfig::write(options).map(Arc::new);
        self.config.is_some()
    }

    /// As [`Self::learn`], about deferred imports: Rolldown refuses to require a module that awaits.
    pub(crate) fn learn_awaiting(
        &mut self,
        options: &Options,
        deferred: &DeferredImports,
        graph: &Graph,
        errors: Option<&BatchedBuildDiagnostic>,
    ) -> bool {
        let errors = errors.into_iter().flat_map(|errors| errors.iter());
        let count = self.awaiting.len();
        for error in errors.filter(|error| matches!(error.kind(), EventKind::RequireTlaError)) {
            let message = error.to_string();
            let Some(path) = message.split('"').nth(1) else { continue };
            let module = normal(&options.directory.join(path)).to_string_lossy().into_owned();
            let imports_of = |id: &str| graph.modules.get(id).map(|module| module.imports.clone()).unwrap_or_default();
            self.awaiting.extend(deferred.leading_to(&module, imports_of));
        }
        self.awaiting.len() > count
    }

    /// The modules of deferred imports that await, by ids.
    pub(crate) fn awaiting(&self) -> &BTreeSet<String> {
        &self.awaiting
    }

    /// The names of types that a module imports from others and exports again.
    pub(crate) fn types_of(&self, id: &str) -> BTreeSet<&str> {
        self.types.iter().filter(|(module, _)| module == id).map(|(_, name)| name.as_str()).collect()
    }

    /// Whether a module assigns to imports or constants.
    pub(crate) fn writes_constants(&self, id: &str) -> bool {
        self.constant_writers.contains(id)
    }

    /// Whether a package is imported and required. It is named by the path of its manifest.
    pub(crate) fn is_required(&self, manifest: &Path) -> bool {
        self.required.contains(manifest)
    }

    /// The tsconfig to use in the place of the program's.
    pub(crate) fn config(&self) -> Option<&Path> {
        self.config.as_ref().map(|config| config.path())
    }

    /// What its reader should know of them.
    pub(crate) fn warnings(&self) -> Vec<Diagnostic> {
        self.config.iter().flat_map(|config| config.warnings()).collect()
    }
}

/// Whether a module is not found because a tsconfig cannot be read: imports of JavaScript are resolved by its `paths`, too.
fn is_about_config(error: &BuildDiagnostic) -> bool {
    let report = error.to_diagnostic_with(&DiagnosticOptions { cwd: PathBuf::new() });
    report.convert_to_string(false).contains("Tsconfig not found")
}

/// Whether a module is of a package, and not of the program itself.
pub(crate) fn is_of_package(id: &str) -> bool {
    id.contains("/node_modules/")
}
