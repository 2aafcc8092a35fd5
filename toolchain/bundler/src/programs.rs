//! Programs that modules start by their paths, as jsdom starts the one for synchronous requests: each becomes a bundle of its
//! own, so that the first output needs none of the others to run.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::build::{Extensions, Outcome, run};
use crate::diagnostic::{Diagnostic, shown_path};
use crate::metafile::Graph;
use crate::options::{Entry, Options};
use crate::output::Output;

/// How much of the hash of its path is in the name of a program.
const HASH_LENGTH: usize = 8;
const SCRIPTS: &[&str] = &["js", "mjs", "cjs"];

/// The name of a program's output. It does not depend on the contents: programs may start each other.
pub(crate) fn output_name(path: &Path, extension: &str, directory: &Path) -> String {
    format!("{}-{}.{extension}", path.file_stem().unwrap_or_default().to_string_lossy(), hash_of(path, directory))
}

/// The name of a folder that is copied.
pub(crate) fn folder_name(path: &Path, directory: &Path) -> String {
    format!("{}-{}", path.file_name().unwrap_or_default().to_string_lossy(), hash_of(path, directory))
}

fn hash_of(path: &Path, directory: &Path) -> String {
    let shown = shown_path(&path.to_string_lossy(), directory);
    let mut hash = rolldown_utils::xxhash::xxhash_base64_url(shown.as_bytes());
    hash.truncate(HASH_LENGTH);
    hash
}

/// The extension of the outputs of programs: that of `--outfile`, so that they are read as modules of the same kind.
pub(crate) fn extension(options: &Options) -> String {
    let of_file =
        options.out_file.as_ref().and_then(|file| file.extension()).map(|extension| extension.to_string_lossy());
    let given = options.out_extensions.get(".js").map(|extension| extension.trim_start_matches('.'));
    match (of_file, given) {
        (Some(extension), _) if SCRIPTS.contains(&extension.as_ref()) => extension.into_owned(),
        (_, Some(extension)) => extension.to_owned(),
        _ => "js".to_owned(),
    }
}

/// Whether some output has the name of a program in it. What starts the program may have been left out.
pub(crate) fn is_started(name: &str, outputs: &[Output]) -> bool {
    outputs.iter().any(|output| output.contents.windows(name.len()).any(|text| text == name.as_bytes()))
}

/// Builds the programs of an outcome, and those that they start.
pub(crate) fn build(options: &Options, extensions: &Extensions, outcome: &mut Outcome, graph: &mut Graph) {
    let mut built: BTreeSet<PathBuf> = BTreeSet::new();
    loop {
        let next = outcome.programs.iter().find(|(path, _)| !built.contains(*path));
        let Some((path, name)) = next.map(|(path, name)| (path.clone(), name.clone())) else { return };
        built.insert(path.clone());
        let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, "js"));
        let entry = Entry { path: path.to_string_lossy().into_owned(), name: Some(stem.to_owned()) };
        let of_program = Options {
            entries: vec![entry.clone()],
            out_file: None,
            entry_names: None,
            splitting: false,
            banner: None,
            footer: None,
            out_extensions: [(".js".to_owned(), format!(".{extension}"))].into(),
            ..options.clone()
        };
        let known = outcome.warnings.len();
        let result = run(&of_program, &[entry], extensions, outcome, graph);
        // What is warned of in a program is often warned of already.
        let added = outcome.warnings.split_off(known);
        for warning in added {
            if !outcome.warnings.contains(&warning) {
                outcome.warnings.push(warning);
            }
        }
        let Err(errors) = result else { continue };
        // The program that was asked for is complete, and may never start this one.
        let shown = shown_path(&path.to_string_lossy(), &options.directory);
        let reason =
            errors.iter().find(|one| one.is_error).map(|one| one.text.trim_end().to_owned()).unwrap_or_default();
        let message = format!("\"{shown}\" is not in the output, although a module starts it by its path: {reason}");
        outcome.warnings.push(Diagnostic::new(false, message));
    }
}
