//! A build that is repeated when its files change, for `--watch`: what has not changed is not read again.
//!
//! Rolldown keeps the module graph. Builds with several bundles, pages, workers or files beside the output start anew each
//! time, and so does a build after a change of anything but source code.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use brio_bundler_engine::Incremental;
use rolldown_common::Output as EngineOutput;
use rolldown_common::bundler_options as engine;

use crate::build::{Extensions, Outcome, Pass, build, check_options, complete, no_threads};
use crate::corrections::Corrections;
use crate::diagnostic::Diagnostic;
use crate::engine_options;
use crate::html;
use crate::metafile::Graph;
use crate::options::{Format, Loader, Options};
use crate::watched::Places;

/// What is kept between the builds.
#[derive(Default)]
pub(crate) struct Repeated {
    bundler: Option<(Incremental, Pass)>,
    /// Whether each build has to start anew.
    starts_anew: bool,
    extensions: Extensions,
}

impl Repeated {
    /// Takes what the last build depends on, also one that has failed.
    pub(crate) fn take_watched(&self) -> Places {
        self.extensions.watched.take()
    }

    /// Builds; `changed` are the files that have changed since the last build.
    ///
    /// # Errors
    /// As [`build`].
    pub(crate) fn build(&mut self, options: &Options, changed: &BTreeSet<PathBuf>) -> Result<Outcome, Vec<Diagnostic>> {
        let has_pages = options.entries.iter().any(|entry| html::is_page(&entry.path));
        let is_one_bundle = options.entries.len() == 1 || splits(options);
        if self.starts_anew || has_pages || !is_one_bundle || options.executable {
            return build(options, &self.extensions);
        }
        check_options(options)?;
        let mut outcome = Outcome::default();
        let mut graph = Graph::default();
        match self.run(options, changed, &mut outcome, &mut graph)? {
            true => complete(options, &self.extensions, outcome, graph),
            false => {
                self.starts_anew = true;
                build(options, &self.extensions)
            }
        }
    }

    /// Whether the build could be made so.
    fn run(
        &mut self,
        options: &Options,
        changed: &BTreeSet<PathBuf>,
        outcome: &mut Outcome,
        graph: &mut Graph,
    ) -> Result<bool, Vec<Diagnostic>> {
        let known = self.bundler.take().and_then(|(incremental, pass)| {
            let modules = changed_modules(&pass, changed)?;
            Some((incremental, pass, modules))
        });
        // A build with errors starts anew.
        let (incremental, pass, made) = match known {
            Some((mut incremental, pass, modules)) => {
                let made = incremental.rebuild(&modules);
                (incremental, pass, made)
            }
            None => {
                let pass = Pass::new(options, &self.extensions, None);
                let engine = repeatable(options).map_err(|message| vec![Diagnostic::new(true, message)])?;
                let opened = Incremental::new(engine, pass.plugins(&[])).map_err(no_threads)?;
                let mut incremental = pass.checked(options, opened)?;
                let made = incremental.build();
                (incremental, pass, made)
            }
        };
        // What needs several passes is built anew each time.
        if pass.has_learned(options, &made, &mut Corrections::default()) {
            return Ok(false);
        }
        let output = pass.checked(options, made)?;
        let is_file =
            |item: &EngineOutput| matches!(item, EngineOutput::Asset(asset) if !asset.filename.ends_with(".map"));
        if pass.syntax.has_workers.load(Ordering::Relaxed) || output.assets.iter().any(is_file) {
            return Ok(false);
        }
        pass.collect(options, &options.entries, &output, outcome, graph)?;
        self.bundler = Some((incremental, pass));
        Ok(true)
    }
}

fn splits(options: &Options) -> bool {
    options.splitting && options.format != Format::Iife
}

/// Rolldown's options for a bundle that follows its sources. What cannot run stays in outputs that are not minified: looking
/// for it takes longer than everything else.
fn repeatable(options: &Options) -> Result<engine::BundlerOptions, String> {
    let mut converted = engine_options::convert(options, &options.entries, splits(options))?;
    converted.experimental.get_or_insert_default().incremental_build = Some(true);
    if !options.minify.is_any() {
        converted.minify = Some(engine::RawMinifyOptions::Bool(false));
    }
    Ok(converted)
}

/// The ids of the modules that have changed. None when something else has.
fn changed_modules(pass: &Pass, changed: &BTreeSet<PathBuf>) -> Option<Vec<String>> {
    let graph = pass.graph.graph();
    let of_file = |file: &PathBuf| {
        let id = file.to_string_lossy().into_owned();
        let is_code = matches!(Loader::of_file(&id), Some(Loader::Js | Loader::Jsx | Loader::Ts | Loader::Tsx));
        // Another module may be made of the same file.
        let mut of_same = graph.modules.keys().filter(|other| other.split('?').next() == Some(id.as_str()));
        let is_module = of_same.next() == Some(&id) && of_same.next().is_none();
        (is_code && is_module && Path::new(&id).is_file()).then_some(id)
    };
    (!changed.is_empty()).then(|| changed.iter().map(of_file).collect())?
}
