//! `--no-bundle`: each entry is transformed by itself, and its imports stay as they are.

use std::path::Path;

use brio_resolver::Resolver;

use crate::build::Outcome;
use crate::diagnostic::Diagnostic;
use crate::options::{Loader, Options, SourceMap};
use crate::output::{self, Kind, Output, common_folder};
use crate::single::{self, MacroSettings, SourceOptions, Tsconfig};

/// Transforms the entries.
///
/// # Errors
/// Files that cannot be read or are not source code, and syntax errors, all of them.
pub(super) fn outcome(options: &Options) -> Result<Outcome, Vec<Diagnostic>> {
    let fail = |message: String| vec![Diagnostic::new(true, message)];
    if options.entries.is_empty() {
        return Err(fail("no entry: name at least one file to transform".to_owned()));
    }
    if options.source_map != SourceMap::None {
        return Err(fail("--no-bundle makes no source maps".to_owned()));
    }
    let root = options
        .root
        .as_ref()
        .map_or_else(|| common_folder(options, &options.entries), |root| options.directory.join(root));
    let mut outcome = Outcome::default();
    let mut errors = Vec::new();
    for entry in &options.entries {
        let path = options.directory.join(&entry.path);
        match transformed(options, &path) {
            Ok(code) => {
                let place = path.strip_prefix(&root).unwrap_or(&path).with_extension("js");
                let name = match &options.out_file {
                    Some(file) => file.file_name().map(Path::new).unwrap_or(&place).to_owned(),
                    None => place,
                };
                let name = name.to_string_lossy().into_owned();
                outcome.outputs.push(Output::file(name, Kind::EntryPoint, code.into_bytes()));
            }
            Err(of_entry) => errors.extend(of_entry),
        }
        outcome.sources.push(path.canonicalize().unwrap_or(path));
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    output::check(options, &outcome.outputs, &outcome.sources).map_err(fail)?;
    Ok(outcome)
}

fn transformed(options: &Options, path: &Path) -> Result<String, Vec<Diagnostic>> {
    let fail = |message: String| vec![Diagnostic::new(true, message)];
    let source =
        std::fs::read_to_string(path).map_err(|error| fail(format!("cannot read \"{}\": {error}", path.display())))?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let by_option = name.match_indices('.').find_map(|(dot, _)| options.loaders.get(&name[dot..]).copied());
    let loader = match by_option.or_else(|| Loader::of_file(&name)) {
        // JSX is read in `.js` files, as in a build.
        Some(Loader::Js | Loader::Jsx) => "jsx",
        Some(Loader::Ts) => "ts",
        Some(Loader::Tsx) => "tsx",
        _ => {
            return Err(fail(format!(
                "\"{}\" is not source code: --no-bundle transforms nothing else",
                path.display()
            )));
        }
    };
    let options = SourceOptions {
        build: options.clone(),
        // Of TypeScript an import can be of types only, which the other file does not have when it runs.
        keeps_imports: loader == "jsx",
        tsconfig: tsconfig_of(path),
        macros: options.macros.then(|| MacroSettings {
            folder: path.parent().map(Path::to_owned).unwrap_or_default(),
            ..MacroSettings::default()
        }),
        ..SourceOptions::default()
    };
    let value = single::transform(&source, loader, &options)?;
    Ok(value["code"].as_str().unwrap_or_default().to_owned())
}

/// What the configuration of a file says of classes. One that cannot be read says nothing.
fn tsconfig_of(path: &Path) -> Tsconfig {
    let resolver = Resolver::new(brio_resolver::Options::default());
    let config = resolver.compiler_options(&path.canonicalize().unwrap_or_else(|_| path.to_owned()));
    let config = config.unwrap_or_default();
    Tsconfig {
        experimental_decorators: config.experimental_decorators,
        emit_decorator_metadata: config.emit_decorator_metadata,
        strict_null_checks: config.strict_null_checks,
        use_define_for_class_fields: config.use_define_for_class_fields,
        target: config.target,
    }
}
