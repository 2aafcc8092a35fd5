//! Pages as entries: their scripts, styles and files become part of the build.

mod inline;
mod scripts;
pub(crate) mod self_contained;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use lol_html::html_content::ContentType;
use lol_html::{ElementContentHandlers, RewriteStrSettings, element, rewrite_str, text};

use crate::asset_names::AssetNames;
use crate::build::{Extensions, Outcome, run};
use crate::diagnostic::Diagnostic;
use crate::externals::Externals;
use crate::large_files;
use crate::loaders::{asset_path, loader_option};
use crate::metafile::Graph;
use crate::options::{Entry, Format, Options};
use crate::output::{Kind, Output, common_folder};
use crate::style_assets::{self, Named};
use brio_style_sheets as style_sheets;
use brio_style_sheets::Given;

use scripts::PageOfBuild;

pub(crate) use inline::{Inline, SCRIPTS as INLINE_SCRIPTS, STYLES as INLINE_STYLES, style_contents};

/// Attributes that name files.
pub(crate) const FILE_ATTRIBUTES: &[(&str, &str)] = &[
    ("img[src]", "src"),
    ("source[src]", "src"),
    ("video[src]", "src"),
    ("video[poster]", "poster"),
    ("audio[src]", "src"),
    ("track[src]", "src"),
    ("embed[src]", "src"),
    ("object[data]", "data"),
    ("image[href]", "href"),
    ("use[href]", "href"),
    ("link[rel~=icon][href]", "href"),
    ("link[rel~=apple-touch-icon][href]", "href"),
    ("link[rel=manifest][href]", "href"),
    ("link[rel=preload][href]", "href"),
];

/// Attributes that name several files, each with a width or density.
pub(crate) const LIST_ATTRIBUTES: &[(&str, &str)] =
    &[("img[srcset]", "srcset"), ("source[srcset]", "srcset"), ("link[imagesrcset]", "imagesrcset")];

/// The candidates of a `srcset`: the address of each, and what follows it
/// (<https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute>).
fn candidates(list: &str) -> Vec<(&str, &str)> {
    let is_separator = |character: char| character == ',' || character.is_ascii_whitespace();
    let mut found = Vec::new();
    let mut rest = list.trim_start_matches(is_separator);
    while !rest.is_empty() {
        let end = rest.find(|character: char| character.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, behind) = rest.split_at(end);
        let alone = address.trim_end_matches(',');
        let (descriptor, next) = match alone.len() < address.len() {
            true => ("", behind),
            false => behind.split_once(',').unwrap_or((behind, "")),
        };
        found.push((alone, descriptor.trim()));
        rest = next.trim_start_matches(is_separator);
    }
    found
}

/// A `srcset` with other addresses, by those that it has.
pub(crate) fn with_addresses(list: &str, addresses: &BTreeMap<String, String>) -> String {
    let replaced = candidates(list).into_iter().map(|(address, descriptor)| {
        let address = addresses.get(address).map_or(address, String::as_str);
        format!("{address} {descriptor}").trim_end().to_owned()
    });
    replaced.collect::<Vec<_>>().join(", ")
}

/// A document with more at the end of its head. Without a head the parser makes one of what is before the body's contents.
pub(crate) fn with_head(document: String, head: &str) -> Result<String, String> {
    if head.is_empty() {
        return Ok(document);
    }
    if document.to_ascii_lowercase().contains("<head") {
        let handler = element!("head", |element| {
            element.append(head, ContentType::Html);
            Ok(())
        });
        return rewrite_str(&document, with_handlers(vec![handler])).map_err(|error| error.to_string());
    }
    let start = match document.trim_start().get(..9).is_some_and(|start| start.eq_ignore_ascii_case("<!doctype")) {
        true => document.find('>').map_or(0, |end| end + 1),
        false => 0,
    };
    let (before, after) = document.split_at(start);
    Ok(format!("{before}{head}{after}"))
}

/// Whether a path is a page.
pub(crate) fn is_page(path: &str) -> bool {
    path.ends_with(".html") || path.ends_with(".htm")
}

/// What a page names and contains.
#[derive(Default)]
pub(crate) struct References {
    /// In the order of the page.
    pub(crate) scripts: Vec<Script>,
    pub(crate) styles: Vec<String>,
    pub(crate) files: Vec<String>,
    pub(crate) inline_styles: Vec<Inline>,
}

/// A script of a page.
#[derive(Debug)]
pub(crate) enum Script {
    /// The address of its file.
    File(String),
    Inline(Inline),
}

impl References {
    /// The scripts whose sources are in the page.
    pub(crate) fn inline_scripts(&self) -> impl Iterator<Item = &Inline> {
        self.scripts.iter().filter_map(|script| match script {
            Script::Inline(inline) => Some(inline),
            Script::File(_) => None,
        })
    }
}

/// Whether an address is a file of the project.
pub(crate) fn is_file(address: &str) -> bool {
    !address.is_empty()
        && !address.contains("://")
        && !address.starts_with("//")
        && !address.starts_with(['#', '?'])
        && !address.starts_with("data:")
        && !address.starts_with("mailto:")
}

pub(crate) fn with_handlers<'h, 's>(
    handlers: Vec<(std::borrow::Cow<'s, lol_html::Selector>, ElementContentHandlers<'h>)>,
) -> RewriteStrSettings<'h, 's> {
    handlers
        .into_iter()
        .fold(RewriteStrSettings::new(), |settings, handler| settings.append_element_content_handler(handler))
}

/// Handlers that collect the scripts of a page, and the style sheets in it.
fn code_handlers<'h>(
    found: &'h Mutex<References>,
) -> Vec<(std::borrow::Cow<'static, lol_html::Selector>, ElementContentHandlers<'h>)> {
    vec![
        element!("script[src]", move |script| {
            if let (Some(address), Ok(mut found)) = (script.get_attribute("src").filter(|at| is_file(at)), found.lock())
            {
                found.scripts.push(Script::File(address));
            }
            Ok(())
        }),
        element!(INLINE_SCRIPTS, move |script| {
            if let Ok(mut found) = found.lock() {
                let inline = Inline::script(found.inline_scripts().count(), script.get_attribute("lang").as_deref());
                found.scripts.push(Script::Inline(inline));
            }
            Ok(())
        }),
        text!(INLINE_SCRIPTS, move |chunk| {
            if let Ok(mut found) = found.lock()
                && let Some(Script::Inline(inline)) = found.scripts.last_mut()
            {
                inline.push(chunk.source_location().bytes().start, chunk.as_str());
            }
            Ok(())
        }),
        element!(INLINE_STYLES, move |_| {
            if let Ok(mut found) = found.lock() {
                let inline = Inline::style(found.inline_styles.len());
                found.inline_styles.push(inline);
            }
            Ok(())
        }),
        text!(INLINE_STYLES, move |chunk| {
            if let Ok(mut found) = found.lock()
                && let Some(inline) = found.inline_styles.last_mut()
            {
                inline.push(chunk.source_location().bytes().start, chunk.as_str());
            }
            Ok(())
        }),
    ]
}

pub(crate) fn references(page: &str) -> Result<References, String> {
    let found = Mutex::new(References::default());
    let note = |list: fn(&mut References) -> &mut Vec<String>, address: Option<String>| {
        if let (Some(address), Ok(mut found)) = (address.filter(|address| is_file(address)), found.lock()) {
            list(&mut found).push(address);
        }
    };
    let mut handlers = code_handlers(&found);
    handlers.push(element!("link[rel=stylesheet][href]", |link| {
        note(|found| &mut found.styles, link.get_attribute("href"));
        Ok(())
    }));
    for (selector, attribute) in FILE_ATTRIBUTES {
        handlers.push(element!(selector, |element| {
            note(|found| &mut found.files, element.get_attribute(attribute));
            Ok(())
        }));
    }
    for (selector, attribute) in LIST_ATTRIBUTES {
        handlers.push(element!(selector, |element| {
            let list = element.get_attribute(attribute).unwrap_or_default();
            for (address, _) in candidates(&list) {
                note(|found| &mut found.files, Some(address.to_owned()));
            }
            Ok(())
        }));
    }
    let settings = with_handlers(handlers);
    rewrite_str(page, settings).map_err(|error| error.to_string())?;
    found.into_inner().map_err(|error| error.to_string())
}

/// Builds a page.
///
/// # Errors
/// Those of its scripts and styles, and files that are missing.
pub(crate) fn build(
    options: &Options,
    entry: &Entry,
    extensions: &Extensions,
    outcome: &mut Outcome,
    graph: &mut Graph,
) -> Result<(), Vec<Diagnostic>> {
    let fail = |message: String| vec![Diagnostic::new(true, message)];
    let path = options.directory.join(&entry.path);
    let page =
        std::fs::read_to_string(&path).map_err(|error| fail(format!("cannot read \"{}\": {error}", path.display())))?;
    outcome.sources.push(path.clone());
    let found = references(&page).map_err(fail)?;
    let root = root_of(options);
    let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
    let name = name_below(&root, &path);
    let located = |address: &str| located(address, &folder, &root);
    let of_page = PageOfBuild { options, path: &path, page: &page, name: &name };
    let mut replaced = Replaced::default();
    let mut errors = of_page.build_scripts(&found.scripts, located, extensions, (outcome, graph), &mut replaced);
    errors.extend(of_page.build_inline_styles(&found.inline_styles, outcome, &mut replaced));
    let is_gone = |address: &str| !located(address).is_file();
    let (styles, gone): (Vec<&String>, Vec<&String>) =
        found.styles.iter().partition(|style| !extensions.plugins.is_empty() || !is_gone(style));
    let (files, others): (Vec<&String>, Vec<&String>) =
        found.files.iter().partition(|file| file.starts_with('/') || !is_gone(file));
    errors.extend(gone.into_iter().chain(others).map(|address| of_page.missing(address)));
    for style in styles {
        match style_output(options, &located(style), extensions, outcome) {
            Ok(output) => {
                replaced.addresses.insert(style.clone(), of_page.address(&output));
                outcome.outputs.push(output);
            }
            Err(of_style) => errors.extend(of_style),
        }
    }
    for file in files {
        match file_of_page(options, file, &located(file), &path, outcome) {
            Ok(Some(output)) => {
                replaced.addresses.insert(file.clone(), of_page.address(&output));
                outcome.outputs.push(output);
            }
            Ok(None) => {}
            Err(message) => errors.extend(fail(message)),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let written = rewrite(&page, &replaced).map_err(fail)?;
    let output_name = options
        .out_file
        .as_ref()
        .and_then(|file| file.file_name())
        .map_or(name, |file| file.to_string_lossy().into_owned());
    let mut output = Output::file(output_name, Kind::EntryPoint, written.into_bytes());
    output.source = Some(path);
    outcome.outputs.push(output);
    Ok(())
}

/// What is replaced in a page.
#[derive(Default)]
struct Replaced {
    /// The addresses of outputs by what the page names.
    addresses: BTreeMap<String, String>,
    /// The addresses of the style sheets that its scripts import.
    sheets: Vec<String>,
    /// The addresses of the scripts in it, by their numbers.
    inline_scripts: BTreeMap<usize, String>,
    /// The style sheets in it, by their numbers.
    inline_styles: BTreeMap<usize, String>,
}

/// A file that a page names. None for an address of the site that is not a file of the project, which is a warning.
fn file_of_page(
    options: &Options,
    address: &str,
    source: &Path,
    page: &Path,
    outcome: &mut Outcome,
) -> Result<Option<Output>, String> {
    if address.starts_with('/') && !source.exists() {
        let message =
            format!("\"{address}\" is not a file of the project, and stays as it is in \"{}\"", page.display());
        outcome.warnings.push(Diagnostic::new(false, message));
        return Ok(None);
    }
    let output = file_output(options, source)?;
    outcome.sources.push(source.to_owned());
    Ok(Some(output))
}

/// The folder that the names of outputs are relative to.
fn root_of(options: &Options) -> PathBuf {
    match &options.root {
        Some(root) => options.directory.join(root),
        None => common_folder(options, &options.entries),
    }
}

/// The file that an address of a page in `folder` means.
fn located(address: &str, folder: &Path, root: &Path) -> PathBuf {
    let clean = address.split(['?', '#']).next().unwrap_or_default();
    match clean.strip_prefix('/') {
        Some(rest) => {
            let places = [folder.join(rest), root.join("public").join(rest), folder.join("public").join(rest)];
            places.into_iter().find(|place| place.exists()).unwrap_or_else(|| root.join(rest))
        }
        None => folder.join(clean),
    }
}

/// The path of a page's output. As in esbuild and Bun, `_.._` stands for `..`.
fn name_below(root: &Path, path: &Path) -> String {
    let common = root.components().zip(path.components()).take_while(|(a, b)| a == b).count();
    let up = root.components().skip(common).map(|_| "_.._".into());
    let down = path.components().skip(common).map(|part| part.as_os_str().to_string_lossy());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// Builds scripts of a page, with sources that have no file: their names have a hash, as those of shared parts.
fn run_scripts(
    options: &Options,
    paths: &[PathBuf],
    files: BTreeMap<String, String>,
    extensions: &Extensions,
    outcome: &mut Outcome,
    graph: &mut Graph,
) -> Result<(), Vec<Diagnostic>> {
    let entry = |path: &PathBuf| {
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let is_inline = files.contains_key(path.to_string_lossy().as_ref());
        let stem = if is_inline { stem.split('.').next().unwrap_or_default().to_owned() } else { stem };
        Entry { path: path.to_string_lossy().into_owned(), name: Some(stem) }
    };
    let entries: Vec<Entry> = paths.iter().map(entry).collect();
    let folder_of_file = || options.out_file.as_ref().and_then(|file| file.parent().map(Path::to_owned));
    let options = Options {
        out_file: None,
        out_dir: options.out_dir.clone().or_else(folder_of_file),
        splitting: (options.splitting || entries.len() > 1) && options.format == Format::Esm,
        entry_names: Some(options.chunk_names.clone().unwrap_or_else(|| "[name]-[hash].[ext]".to_owned())),
        entries: entries.clone(),
        files: options.files.clone().into_iter().chain(files).collect(),
        ..options.clone()
    };
    run(&options, &entries, extensions, outcome, graph)
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// A name with a hash of the contents, as the template of assets says.
fn hashed_name(options: &Options, source: &Path, contents: &[u8]) -> String {
    let hash = rolldown_utils::xxhash::xxhash_base64_url(contents);
    large_files::hashed_name(AssetNames::new(options).of(source).as_deref(), source, &hash)
}

fn file_output(options: &Options, source: &Path) -> Result<Output, String> {
    let failed = |error: std::io::Error| format!("cannot read \"{}\": {error}", source.display());
    if let Some(output) = large_files::output(source, AssetNames::new(options).of(source).as_deref()).map_err(failed)? {
        return Ok(output);
    }
    let contents = std::fs::read(source).map_err(failed)?;
    let mut output = Output::file(hashed_name(options, source, &contents), Kind::Asset, contents);
    output.source = Some(source.to_owned());
    Ok(output)
}

/// A style sheet that the page names.
fn style_output(
    options: &Options,
    source: &Path,
    extensions: &Extensions,
    outcome: &mut Outcome,
) -> Result<Output, Vec<Diagnostic>> {
    match extensions.plugins.is_empty() {
        true => plain_style_output(options, source, outcome).map_err(|message| vec![Diagnostic::new(true, message)]),
        false => loaded_style_output(options, source, extensions, outcome),
    }
}

/// A style sheet as plugins load it: the one of a script that imports it, and nothing else.
fn loaded_style_output(
    options: &Options,
    source: &Path,
    extensions: &Extensions,
    outcome: &mut Outcome,
) -> Result<Output, Vec<Diagnostic>> {
    let mut built = Outcome::default();
    let paths = [source.to_owned()];
    run_scripts(options, &paths, BTreeMap::new(), extensions, &mut built, &mut Graph::default())?;
    outcome.sources.extend(built.sources);
    outcome.warnings.extend(built.warnings);
    let mut sheet = None;
    for output in built.outputs {
        match output.kind {
            Kind::Asset
                if output.path.ends_with(".css") && output.source.as_deref() == Some(real(source).as_path()) =>
            {
                sheet = Some(output.contents);
            }
            Kind::Asset => outcome.outputs.push(output),
            _ => {}
        }
    }
    let contents = sheet.unwrap_or_default();
    let mut output = Output::file(hashed_name(options, source, &contents), Kind::Asset, contents);
    output.source = Some(source.to_owned());
    Ok(output)
}

fn plain_style_output(options: &Options, source: &Path, outcome: &mut Outcome) -> Result<Output, String> {
    let text = plain_style(options, source, &Given::default(), outcome)?;
    let mut output = Output::file(hashed_name(options, source, text.as_bytes()), Kind::Asset, text.into_bytes());
    output.source = Some(source.to_owned());
    Ok(output)
}

/// A style sheet with the addresses of the files that it names, which become outputs.
fn plain_style(options: &Options, source: &Path, given: &Given, outcome: &mut Outcome) -> Result<String, String> {
    let form = style_sheets::Form {
        minify: options.minify.whitespace,
        // A style sheet in a page has no file.
        commented: given.sources.is_empty().then_some(options.directory.as_path()),
        ..style_sheets::Form::default()
    };
    let sheet = style_sheets::bundle(source, given, form)?;
    let externals = Externals::new(options);
    outcome.sources.extend(sheet.files.iter().filter(|file| !given.sources.contains_key(*file)).cloned());
    let mut text = sheet.css;
    let mut assets = Vec::new();
    for asset in &sheet.assets {
        let loader = loader_option(&options.loaders, &asset.file);
        let address = match style_assets::named(asset, &externals, loader).map_err(|error| error.to_string())? {
            Named::Address => asset.url.clone(),
            Named::Inline(address) => address,
            Named::Output => {
                let output = file_output(options, &asset.file)?;
                let suffix = asset.url.find(['?', '#']).map_or("", |index| &asset.url[index..]);
                let address = asset_path(options.public_path.as_deref(), "", &output.path) + suffix;
                assets.push(output);
                address
            }
        };
        text = text.replace(&asset.placeholder, &address);
    }
    outcome.outputs.extend(assets);
    Ok(text)
}

/// The page with the addresses of the outputs, and with the style sheets that its scripts import.
fn rewrite(page: &str, replaced: &Replaced) -> Result<String, String> {
    let mut handlers = code_rewriters(replaced);
    let address = |name: Option<String>| name.and_then(|name| replaced.addresses.get(&name));
    for (selector, attribute) in FILE_ATTRIBUTES.iter().chain(&[("link[rel=stylesheet][href]", "href")]) {
        handlers.push(element!(*selector, move |element| {
            if let Some(address) = address(element.get_attribute(attribute)) {
                element.set_attribute(attribute, address)?;
            }
            Ok(())
        }));
    }
    for (selector, attribute) in LIST_ATTRIBUTES {
        handlers.push(element!(*selector, |element| {
            let list = element.get_attribute(attribute).unwrap_or_default();
            element.set_attribute(attribute, &with_addresses(&list, &replaced.addresses))?;
            Ok(())
        }));
    }
    let link = |sheet: &String| format!("<link rel=\"stylesheet\" href=\"{sheet}\">");
    let links: String = replaced.sheets.iter().map(link).collect();
    let rewritten = rewrite_str(page, with_handlers(handlers)).map_err(|error| error.to_string())?;
    with_head(rewritten, &links)
}

/// Handlers that replace the scripts of a page, and the style sheets in it.
fn code_rewriters<'h>(
    replaced: &'h Replaced,
) -> Vec<(std::borrow::Cow<'static, lol_html::Selector>, ElementContentHandlers<'h>)> {
    let (mut scripts, mut styles) = (0.., 0..);
    vec![
        element!("script[src]", move |script| {
            let source = script.get_attribute("src").unwrap_or_default();
            if let Some(address) = replaced.addresses.get(&source) {
                script.set_attribute("src", address)?;
                // The output is a module whatever the source was.
                script.set_attribute("type", "module")?;
            }
            Ok(())
        }),
        element!(INLINE_SCRIPTS, move |script| {
            if let Some(address) = scripts.next().and_then(|number: usize| replaced.inline_scripts.get(&number)) {
                script.set_inner_content("", ContentType::Html);
                script.remove_attribute("lang");
                script.set_attribute("src", address)?;
            }
            Ok(())
        }),
        element!(INLINE_STYLES, move |style| {
            if let Some(css) = styles.next().and_then(|number: usize| replaced.inline_styles.get(&number)) {
                style.set_inner_content(&style_contents(css), ContentType::Html);
            }
            Ok(())
        }),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn addresses() -> BTreeMap<String, String> {
        BTreeMap::from([("a.png".to_owned(), "/a-1.png".to_owned()), ("b.js".to_owned(), "/b-1.js".to_owned())])
    }

    #[test]
    fn the_candidates_of_a_list_are_replaced() {
        assert_eq!(with_addresses(" a.png 1x,c.png  2x , a.png", &addresses()), "/a-1.png 1x, c.png 2x, /a-1.png");
        assert_eq!(candidates("data:image/png,x 1x"), [("data:image/png,x", "1x")]);
    }

    #[test]
    fn scripts_become_modules() {
        let page = "<!doctype html><p><script src=b.js defer></script><script src=\"https://a.test/c.js\"></script>";
        let sheets = vec!["/s.css".to_owned()];
        let written = rewrite(page, &Replaced { addresses: addresses(), sheets, ..Replaced::default() }).unwrap();
        assert!(written.starts_with("<!doctype html><link rel=\"stylesheet\" href=\"/s.css\"><p>"), "{written}");
        assert!(written.contains("src=\"/b-1.js\" defer type=\"module\""), "{written}");
        assert!(written.contains("<script src=\"https://a.test/c.js\"></script>"), "{written}");
    }
}
