//! What `bun build` prints, for programs that read it: the outputs on standard output, and errors with the source before the
//! message. https://bun.com/docs/bundler

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use crate::build::Outcome;
use crate::diagnostic::{Diagnostic, shown_path};
use crate::options::Options;
use crate::output::{Kind, Output};
use crate::resolution::without_query;

/// Sizes from this one on have a larger unit than bytes.
const KILOBYTES_FROM: u64 = 512;

/// Prints the outputs with their sizes and kinds.
pub(super) fn print(folder: &Path, outcome: &Outcome, elapsed: Duration) {
    let count = modules(outcome);
    let modules = if count == 1 { "1 module".to_owned() } else { format!("{count} modules") };
    println!("Bundled {modules} in {}ms\n", elapsed.as_millis());
    let rows: Vec<[String; 3]> = outcome.outputs.iter().map(|output| row(folder, output)).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let (paths, sizes) = (width(0), width(1));
    for [path, size, kind] in &rows {
        println!("  {path:paths$}  {size:sizes$}  ({kind})");
    }
    println!();
}

/// Says that an executable was made.
pub(super) fn print_executable(file: &Path, outcome: &Outcome, elapsed: Duration) {
    println!("  [{}ms]  bundle  {} modules", elapsed.as_millis(), modules(outcome));
    println!("  compile  {}", file.display());
}

/// Prints an error or a warning to standard error.
pub(super) fn print_diagnostic(options: &Options, diagnostic: &Diagnostic) {
    let kind = if diagnostic.is_error { "error" } else { "warn" };
    let Some((file, line, column)) = &diagnostic.place else {
        eprintln!("{kind}: {}", diagnostic.message.trim_end());
        return;
    };
    let path = options.directory.join(file);
    let source = || std::fs::read_to_string(&path).ok()?.lines().nth(*line as usize - 1).map(str::to_owned);
    if let Some(text) = diagnostic.line_text.clone().or_else(source) {
        let gutter = format!("{line} | ");
        eprintln!("{gutter}{text}\n{}^", " ".repeat(gutter.len() + *column as usize));
    }
    eprintln!("{kind}: {}\n    at {}:{line}:{}\n", diagnostic.message.trim_end(), path.display(), column + 1);
}

/// How many modules and other files are in the outputs.
fn modules(outcome: &Outcome) -> usize {
    let in_scripts = outcome.outputs.iter().flat_map(|output| &output.modules).map(|(id, _)| id.as_str());
    let own = in_scripts.filter(|id| !id.starts_with('\0')).map(without_query);
    let assets = outcome.outputs.iter().filter(|output| output.kind == Kind::Asset);
    let sources = assets.filter_map(|output| output.source.as_ref()).map(|source| source.to_string_lossy());
    own.map(str::to_owned).chain(sources.map(std::borrow::Cow::into_owned)).collect::<BTreeSet<_>>().len()
}

fn row(folder: &Path, output: &Output) -> [String; 3] {
    let kind = match output.kind {
        Kind::EntryPoint => "entry point",
        Kind::Chunk => "chunk",
        Kind::SourceMap => "source map",
        Kind::Asset | Kind::LegalComments => "asset",
    };
    let path = folder.join(&output.path);
    [shown_path(&path.to_string_lossy(), folder), size(output.bytes()), kind.to_owned()]
}

/// A size in the unit that Bun has for it.
fn size(bytes: u64) -> String {
    if bytes < KILOBYTES_FROM {
        return format!("{bytes} bytes");
    }
    let (unit, scale) = if bytes < 1_000_000 { ("KB", 1e3) } else { ("MB", 1e6) };
    let value = bytes as f64 / scale;
    let digits = if value - value.trunc() <= 0.1 && value >= 1.0 { 1 } else { 2 };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_written_as_bun_writes_them() {
        // What Bun 1.4.5 prints for files of these sizes.
        let sizes = [(198, "198 bytes"), (900, "0.90 KB"), (1_000, "1.0 KB"), (1_024, "1.0 KB"), (1_500, "1.50 KB")];
        let larger = [(99_999, "100.00 KB"), (123_456, "123.46 KB"), (1_234_567, "1.23 MB")];
        for (bytes, text) in sizes.into_iter().chain(larger) {
            assert_eq!(size(bytes), text);
        }
    }
}
