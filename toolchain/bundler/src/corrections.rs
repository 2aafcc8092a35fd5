//! What one pass of a build has found that the next one has to know: Rolldown sees the modules one after another, and these
//! are facts about several of them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rolldown_error::{BatchedBuildDiagnostic, BuildDiagnostic, DiagnosticOptions, EventKind};

use crate::async_siblings;
use crate::deferred_imports::DeferredImports;
use crate::diagnostic::Diagnostic;
use crate::incomplete_configs::CompleteConfig;
use crate::main_fields::MainFields;
use crate::metafile::Graph;
use crate::options::Options;
use crate::output::normal;
use crate::star_exports::Names;
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
    /// Of each deferred module, those that can be evaluated while its namespace is used, by ids.
    evaluating: BTreeMap<String, BTreeSet<String>>,
    /// The names that deferred modules export, where they are known.
    deferred_names: BTreeMap<String, BTreeSet<String>>,
    /// The modules that assign to imports or constants, by ids.
    constant_writers: BTreeSet<String>,
    /// Whether modules run while others await.
    has_async_siblings: bool,
    /// The names of CommonJS modules that modules export all of, by the ids of these.
    stars: BTreeMap<String, Names>,
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
            self.awaiting.extend(deferred.leading_to(&module, graph));
        }
        self.awaiting.len() > count
    }

    /// Notes the names of CommonJS modules that the output exports all of.
    pub(crate) fn learn_stars(&mut self, stars: BTreeMap<String, Names>) -> bool {
        let is_new = stars != self.stars;
        self.stars = stars;
        is_new
    }

    /// The names of CommonJS modules that a module exports all of, by its specifiers.
    pub(crate) fn star_exports(&self, id: &str) -> Option<&Names> {
        self.stars.get(id)
    }

    /// Notes whether modules run while others await, which the order of modules in a bundle cannot express.
    pub(crate) fn learn_async_siblings(&mut self, deferred: &DeferredImports, graph: &Graph, roots: &[String]) -> bool {
        if self.has_async_siblings {
            return false;
        }
        self.has_async_siblings = async_siblings::exist(graph, roots, |id| deferred.run_with(graph, id));
        self.has_async_siblings
    }

    /// Whether modules run while others await.
    pub(crate) fn has_async_siblings(&self) -> bool {
        self.has_async_siblings
    }

    /// As [`Self::learn`], about modules that can be evaluated while their deferred namespaces are used.
    pub(crate) fn learn_evaluating(&mut self, deferred: &DeferredImports, graph: &Graph) -> bool {
        let count = |all: &BTreeMap<String, BTreeSet<String>>| all.values().map(BTreeSet::len).sum::<usize>();
        let known = count(&self.evaluating);
        for (target, evaluated) in deferred.evaluating(graph) {
            self.evaluating.entry(target).or_default().extend(evaluated);
        }
        count(&self.evaluating) > known
    }

    /// As [`Self::learn`], about the names that deferred modules export.
    pub(crate) fn learn_deferred_names(&mut self, names: BTreeMap<String, BTreeSet<String>>) -> bool {
        let is_new = names != self.deferred_names;
        self.deferred_names = names;
        is_new
    }

    /// The names that a deferred module exports, if they are known.
    pub(crate) fn deferred_names(&self, target: &str) -> Option<&BTreeSet<String>> {
        self.deferred_names.get(target)
    }

    /// The numbers of the modules that can be evaluated while the namespace of a deferred module is used.
    pub(crate) fn evaluated_with(&self, target: &str) -> Vec<usize> {
        let evaluated = self.evaluating.get(target).into_iter().flatten();
        evaluated.filter_map(|id| self.evaluation_number(id)).collect()
    }

    /// The number of a module that says when its evaluation starts and ends.
    pub(crate) fn evaluation_number(&self, id: &str) -> Option<usize> {
        let numbered: BTreeSet<&String> = self.evaluating.values().flatten().collect();
        numbered.iter().position(|numbered| *numbered == id)
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
