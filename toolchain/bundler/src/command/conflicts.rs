//! Flags of `brio build` that exclude each other, or that need another one. `options` has read each by itself.

use brio_command_flags::Arguments;

use crate::html;
use crate::options::{Format, LegalComments, Options, SourceMap};

/// What `--compile` excludes, and why.
const NOT_OF_EXECUTABLES: &[(&str, &str)] =
    &[("--outdir", "an executable is one file, which --outfile names"), ("--watch", "an executable is made once")];

/// What only a bundle has.
const OF_BUNDLES: &[&str] = &["--splitting", "--alias", "--inject", "--metafile", "--metafile-md", "--analyze"];

/// Finds flags that contradict each other.
///
/// # Errors
/// A message for the user that names them.
pub(super) fn check(arguments: &Arguments, options: &Options) -> Result<(), String> {
    for flag in ["--outdir", "--outfile"] {
        if arguments.value(flag) == Some("") {
            return Err(format!("{flag} is empty"));
        }
    }
    if options.entries.is_empty() {
        return Err("no entry: name at least one file to build".to_owned());
    }
    if arguments.has("--compile") && !options.self_contained {
        of_executable(arguments, options)?;
    }
    if arguments.switch("--bundle") == Some(false)
        && let Some(flag) = OF_BUNDLES.iter().find(|flag| arguments.has(flag))
    {
        return Err(format!("{flag} is for bundles: it excludes --no-bundle"));
    }
    of_outputs(arguments, options)?;
    of_splitting(arguments, options)?;
    of_pages(arguments, options)
}

fn of_executable(arguments: &Arguments, options: &Options) -> Result<(), String> {
    if let Some((flag, reason)) = NOT_OF_EXECUTABLES.iter().find(|(flag, _)| arguments.has(flag)) {
        return Err(format!("{flag} and --compile exclude each other: {reason}"));
    }
    if arguments.switch("--bundle") == Some(false) {
        return Err("--compile bundles: it excludes --no-bundle".to_owned());
    }
    if !options.target.has_node_modules() {
        return Err("--compile is for programs, and with --target browser for pages alone".to_owned());
    }
    if let Some(page) = options.entries.iter().find(|entry| html::is_page(&entry.path)) {
        return Err(format!("--compile is for programs: \"{}\" is a page", page.path));
    }
    Ok(())
}

fn of_outputs(arguments: &Arguments, options: &Options) -> Result<(), String> {
    if options.out_file.is_some() && options.out_dir.is_some() {
        return Err("--outfile and --outdir exclude each other".to_owned());
    }
    if options.out_file.is_some() && options.entries.len() > 1 && !arguments.has("--compile") {
        return Err("--outfile is for one entry; use --outdir for several".to_owned());
    }
    if options.out_file.is_some() || options.out_dir.is_some() || arguments.has("--compile") {
        return Ok(());
    }
    let requires = |what: String| Err(format!("{what} is a file of its own: name a place with --outdir or --outfile"));
    match (options.source_map, options.legal_comments) {
        (SourceMap::Linked, _) => requires("a linked source map".to_owned()),
        (SourceMap::External, _) => requires("an external source map".to_owned()),
        (_, LegalComments::Linked | LegalComments::External) => {
            let kind = arguments.value("--legal-comments").unwrap_or_default();
            requires(format!("what --legal-comments {kind} writes"))
        }
        _ => Ok(()),
    }
}

fn of_splitting(arguments: &Arguments, options: &Options) -> Result<(), String> {
    if !options.splitting {
        return Ok(());
    }
    if options.format != Format::Esm {
        return Err("--splitting requires --format esm".to_owned());
    }
    if options.out_dir.is_none() && !arguments.has("--compile") {
        return Err("--splitting makes several files: name a folder with --outdir".to_owned());
    }
    Ok(())
}

fn of_pages(arguments: &Arguments, options: &Options) -> Result<(), String> {
    let Some(page) = options.entries.iter().find(|entry| html::is_page(&entry.path)) else { return Ok(()) };
    if options.loaders.contains_key(".html") {
        return Ok(());
    }
    if options.format == Format::Cjs {
        return Err(format!("--format cjs is not for browsers, and \"{}\" is a page", page.path));
    }
    if let Some(file) = arguments.value("--outfile").filter(|file| !html::is_page(file)) {
        return Err(format!("\"{}\" is a page and --outfile \"{file}\" is not; use --outdir", page.path));
    }
    Ok(())
}
