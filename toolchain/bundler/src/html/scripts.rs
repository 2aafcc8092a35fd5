//! The scripts of a page that is built, and the style sheets in it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::self_contained::PART;
use super::{Inline, Replaced, Script, plain_style, real, run_scripts};
use crate::build::{Extensions, Outcome};
use crate::diagnostic::{Diagnostic, shown_path};
use crate::loaders::asset_path;
use crate::metafile::Graph;
use crate::options::{Format, Options};
use crate::output::{Kind, Output};
use crate::resolution::MISSING_ENTRY;

/// A page that is built.
pub(super) struct PageOfBuild<'p> {
    pub(super) options: &'p Options,
    pub(super) path: &'p Path,
    /// Its source.
    pub(super) page: &'p str,
    /// Its output.
    pub(super) name: &'p str,
}

impl PageOfBuild<'_> {
    /// Builds the scripts, and notes their addresses and the style sheets that they import. Returns what is wrong.
    pub(super) fn build_scripts(
        &self,
        scripts: &[Script],
        located: impl Fn(&str) -> PathBuf,
        extensions: &Extensions,
        (outcome, graph): (&mut Outcome, &mut Graph),
        replaced: &mut Replaced,
    ) -> Vec<Diagnostic> {
        let page = real(self.path);
        let files = scripts.iter().filter_map(|script| match script {
            Script::File(address) => Some((script, located(address))),
            Script::Inline(inline) => (!inline.is_blank()).then(|| (script, inline.path(&page))),
        });
        // In a page a module is evaluated once, whatever scripts import it.
        let is_shared = |(script, file): &(&Script, PathBuf)| {
            self.options.format == Format::Esm && (matches!(script, Script::Inline(_)) || file.is_file())
        };
        let (shared, alone): (Vec<_>, Vec<_>) = files.partition(is_shared);
        let groups = alone.into_iter().map(|one| vec![one]).chain(Some(shared).filter(|all| !all.is_empty()));
        let mut errors = Vec::new();
        for group in groups {
            let (outputs, warnings) = (outcome.outputs.len(), outcome.warnings.len());
            errors.extend(self.build_group(&group, extensions, outcome, graph));
            self.in_page(scripts, &mut outcome.warnings[warnings..]);
            self.note_outputs(&group, &outcome.outputs[outputs..], replaced);
        }
        self.in_page(scripts, &mut errors);
        errors
    }

    /// Builds scripts that share their modules. Returns what is wrong.
    fn build_group(
        &self,
        group: &[(&Script, PathBuf)],
        extensions: &Extensions,
        outcome: &mut Outcome,
        graph: &mut Graph,
    ) -> Vec<Diagnostic> {
        let mut paths: Vec<PathBuf> = Vec::new();
        for (_, path) in group {
            if !paths.contains(path) {
                paths.push(path.clone());
            }
        }
        let sources = group.iter().filter_map(|(script, path)| match script {
            Script::Inline(inline) => Some((path.to_string_lossy().into_owned(), inline.source(self.page))),
            Script::File(_) => None,
        });
        let mut sources: BTreeMap<String, String> = sources.collect();
        if self.is_joined(group) {
            let import = |path: &PathBuf| format!("import {};\n", serde_json::json!(path.to_string_lossy()));
            let all = paths.iter().map(import).collect();
            paths = vec![real(self.path).with_extension("scripts.js")];
            sources.insert(paths[0].to_string_lossy().into_owned(), all);
        }
        let built = run_scripts(self.options, &paths, sources, extensions, outcome, graph).err();
        let is_missing = |all: &[Diagnostic]| all.iter().all(|one| one.message.contains(MISSING_ENTRY));
        match (group, built) {
            ([(Script::File(address), file)], Some(all)) if !file.is_file() && is_missing(&all) => {
                vec![self.missing(address)]
            }
            (_, all) => all.unwrap_or_default(),
        }
    }

    /// Whether scripts become one: modules that several share would need a file.
    fn is_joined(&self, group: &[(&Script, PathBuf)]) -> bool {
        self.options.self_contained && group.len() > 1
    }

    /// Notes the addresses of scripts, and the style sheets that they import.
    fn note_outputs(&self, group: &[(&Script, PathBuf)], outputs: &[Output], replaced: &mut Replaced) {
        let is_joined = self.is_joined(group);
        for (index, (script, file)) in group.iter().enumerate() {
            let of_file = real(file);
            let is_its = |output: &&Output| {
                output.kind == Kind::EntryPoint && (is_joined || output.source.as_ref() == Some(&of_file))
            };
            let Some(output) = outputs.iter().find(is_its) else { continue };
            let address = if is_joined && index > 0 { PART.to_owned() } else { self.address(output) };
            match script {
                Script::File(name) if is_joined => drop(replaced.addresses.entry(name.clone()).or_insert(address)),
                Script::File(name) => drop(replaced.addresses.insert(name.clone(), address)),
                Script::Inline(inline) => drop(replaced.inline_scripts.insert(inline.number, address)),
            }
        }
        let sheets = outputs.iter().filter(|output| output.path.ends_with(".css"));
        replaced.sheets.extend(sheets.map(|output| self.address(output)));
    }

    /// Reports about scripts in the page are about the page.
    fn in_page(&self, scripts: &[Script], reports: &mut [Diagnostic]) {
        let shown = shown_path(&real(self.path).to_string_lossy(), &self.options.directory);
        for script in scripts {
            if let Script::Inline(inline) = script {
                reports.iter_mut().for_each(|report| inline.in_page(report, &shown));
            }
        }
    }

    /// Builds the style sheets in the page, which stay in it. Returns what is wrong.
    pub(super) fn build_inline_styles(
        &self,
        styles: &[Inline],
        outcome: &mut Outcome,
        replaced: &mut Replaced,
    ) -> Vec<Diagnostic> {
        let page = real(self.path);
        let shown = shown_path(&self.path.to_string_lossy(), &self.options.directory);
        let mut errors = Vec::new();
        for style in styles.iter().filter(|style| !style.is_blank()) {
            let given = style.given(&page, self.page);
            match plain_style(self.options, &style.path(&page), &given, outcome) {
                Ok(css) => drop(replaced.inline_styles.insert(style.number, css)),
                Err(message) => {
                    let (is_error, message) = style.problem(&message, &page, &shown);
                    let list = if is_error { &mut errors } else { &mut outcome.warnings };
                    list.push(Diagnostic::new(is_error, message));
                }
            }
        }
        errors
    }

    /// The address of an output in the page.
    pub(super) fn address(&self, output: &Output) -> String {
        asset_path(self.options.public_path.as_deref(), self.name, &output.path)
    }

    /// The report of a file that the page names and that is not there.
    pub(super) fn missing(&self, address: &str) -> Diagnostic {
        let message = format!("cannot find \"{address}\"");
        let shown = shown_path(&self.path.to_string_lossy(), &self.options.directory);
        match self.page.find(address) {
            Some(start) => Diagnostic::at(true, &message, &shown, self.page, start, start + address.len()),
            None => Diagnostic::new(true, format!("{message}, which {shown} names")),
        }
    }
}
