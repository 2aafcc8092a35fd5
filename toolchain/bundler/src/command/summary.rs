//! What a build says about its outputs.

use std::path::Path;
use std::time::Duration;

use crate::diagnostic::shown_path;
use crate::executable::Written;
use crate::options::Options;
use crate::output::{Kind, Output};

/// More outputs than this are not listed one by one.
const LISTED_MAX: usize = 20;

/// Prints the outputs with their sizes to standard error.
pub(super) fn print(options: &Options, folder: &Path, outputs: &[Output], elapsed: Duration) {
    let path = |output: &Output| shown_path(&folder.join(&output.path).to_string_lossy(), &options.directory);
    let listed: Vec<(String, String)> = outputs
        .iter()
        .filter(|output| output.kind != Kind::SourceMap)
        .take(LISTED_MAX)
        .map(|output| (path(output), size(output.bytes() as usize)))
        .collect();
    let width = listed.iter().map(|(path, _)| path.len()).max().unwrap_or(0);
    for (path, size) in &listed {
        eprintln!("  {path:width$}  {size:>9}");
    }
    let count = outputs.iter().filter(|output| output.kind != Kind::SourceMap).count();
    if count > LISTED_MAX {
        eprintln!("  … and {} more", count - LISTED_MAX);
    }
    eprintln!("Built {} in {} ms", files(outputs.len()), elapsed.as_millis());
}

/// Says that an executable was made.
pub(super) fn print_executable(file: &Path, written: &Written, elapsed: Duration) {
    let reason = written.is_complete_because.as_ref();
    let reason = reason.map(|reason| format!("  (with the complete runtime: {reason})")).unwrap_or_default();
    let bytes = size(written.bytes as usize);
    eprintln!("  {}  {bytes}{reason}\nBuilt an executable in {} ms", file.display(), elapsed.as_millis());
}

fn files(count: usize) -> String {
    if count == 1 { "1 file".to_owned() } else { format!("{count} files") }
}

/// A size in the unit that suits it.
pub(crate) fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} B"),
        1_000..1_000_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        _ => format!("{:.2} MB", bytes as f64 / 1e6),
    }
}
