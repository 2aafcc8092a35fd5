//! Pages as entries: their scripts, styles and files become part of the build.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use lol_html::{ElementContentHandlers, RewriteStrSettings, element, rewrite_str};

use crate::build::{Extensions, Outcome, run};
use crate::diagnostic::Diagnostic;
use crate::loaders::asset_path;
use crate::metafile::Graph;
use crate::options::{Entry, Format, Options};
use crate::output::{Kind, Output, common_folder};
use brio_style_sheets as style_sheets;

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

/// Whether a path is a page.
pub(crate) fn is_page(path: &str) -> bool {
    path.ends_with(".html") || path.ends_with(".htm")
}

/// What a page names.
#[derive(Default)]
pub(crate) struct References {
    pub(crate) scripts: Vec<String>,
    pub(crate) styles: Vec<String>,
    pub(crate) files: Vec<String>,
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

pub(crate) fn references(page: &str) -> Result<References, String> {
    let found = Mutex::new(References::default());
    let note = |list: fn(&mut References) -> &mut Vec<String>, address: Option<String>| {
        if let (Some(address), Ok(mut found)) = (address.filter(|address| is_file(address)), found.lock()) {
            list(&mut found).push(address);
        }
    };
    let mut handlers = vec![
        element!("script[src]", |script| {
            note(|found| &mut found.scripts, script.get_attribute("src"));
            Ok(())
        }),
        element!("link[rel=stylesheet][href]", |link| {
            note(|found| &mut found.styles, link.get_attribute("href"));
            Ok(())
        }),
    ];
    for (selector, attribute) in FILE_ATTRIBUTES {
        handlers.push(element!(selector, |element| {
            note(|found| &mut found.files, element.get_attribute(attribute));
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
    let root = options
        .root
        .as_ref()
        .map_or_else(|| common_folder(options, &options.entries), |root| options.directory.join(root));
    let folder = path.parent().unwrap_or(Path::new("/")).to_owned();
    let name = path.strip_prefix(&root).unwrap_or(&path).to_string_lossy().into_owned();
    let located = |address: &str| -> PathBuf {
        let clean = address.split(['?', '#']).next().unwrap_or_default();
        match clean.strip_prefix('/') {
            Some(rest) => root.join(rest),
            None => folder.join(clean),
        }
    };
    let mut addresses: BTreeMap<String, String> = BTreeMap::new();
    let mut sheets: Vec<String> = Vec::new();
    for script in &found.scripts {
        let file = located(script);
        let before = outcome.outputs.len();
        build_script(options, &file, extensions, outcome, graph)?;
        for output in &outcome.outputs[before..] {
            if output.kind == Kind::EntryPoint && output.source.as_deref() == Some(real(&file).as_path()) {
                addresses.insert(script.clone(), asset_path(options.public_path.as_deref(), &name, &output.path));
            }
            if output.path.ends_with(".css") {
                sheets.push(asset_path(options.public_path.as_deref(), &name, &output.path));
            }
        }
    }
    for style in &found.styles {
        let output = style_output(options, &located(style), outcome).map_err(fail)?;
        addresses.insert(style.clone(), asset_path(options.public_path.as_deref(), &name, &output.path));
        outcome.outputs.push(output);
    }
    for file in &found.files {
        let source = located(file);
        let output = file_output(options, &source).map_err(fail)?;
        outcome.sources.push(source);
        addresses.insert(file.clone(), asset_path(options.public_path.as_deref(), &name, &output.path));
        outcome.outputs.push(output);
    }
    let written = rewrite(&page, &addresses, &sheets).map_err(fail)?;
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

/// Builds a script of a page: its name has a hash, as that of a shared part.
fn build_script(
    options: &Options,
    file: &Path,
    extensions: &Extensions,
    outcome: &mut Outcome,
    graph: &mut Graph,
) -> Result<(), Vec<Diagnostic>> {
    let stem = file.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let entry = Entry { path: file.to_string_lossy().into_owned(), name: Some(stem) };
    let folder_of_file = || options.out_file.as_ref().and_then(|file| file.parent().map(Path::to_owned));
    let options = Options {
        out_file: None,
        out_dir: options.out_dir.clone().or_else(folder_of_file),
        splitting: options.splitting && options.format == Format::Esm,
        entry_names: Some(options.chunk_names.clone().unwrap_or_else(|| "[name]-[hash].[ext]".to_owned())),
        entries: vec![entry.clone()],
        ..options.clone()
    };
    run(&options, &[entry], extensions, outcome, graph)
}

fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| path.to_owned())
}

/// A name with a hash of the contents, as the template of assets says.
fn hashed_name(options: &Options, source: &Path, contents: &[u8]) -> String {
    let stem = source.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
    let extension = source.extension().map(|extension| extension.to_string_lossy().into_owned()).unwrap_or_default();
    let template = options.asset_names.as_deref().unwrap_or("[name]-[hash].[ext]");
    let hash = rolldown_utils::xxhash::xxhash_base64_url(contents);
    let named = template.replace("[dir]/", "").replace("[name]", &stem).replace("[hash]", &hash[..8]);
    match named.contains("[ext]") {
        true => named.replace("[ext]", &extension),
        false => format!("{named}.{extension}"),
    }
}

fn file_output(options: &Options, source: &Path) -> Result<Output, String> {
    let contents = std::fs::read(source).map_err(|error| format!("cannot read \"{}\": {error}", source.display()))?;
    let mut output = Output::file(hashed_name(options, source, &contents), Kind::Asset, contents);
    output.source = Some(source.to_owned());
    Ok(output)
}

fn style_output(options: &Options, source: &Path, outcome: &mut Outcome) -> Result<Output, String> {
    let sheet = style_sheets::bundle(source, false, options.minify.whitespace)?;
    outcome.sources.extend(sheet.files.iter().cloned());
    let mut text = sheet.css;
    let mut assets = Vec::new();
    for asset in &sheet.assets {
        let address = match asset.file.is_file() {
            true => {
                let output = file_output(options, &asset.file)?;
                let address = asset_path(options.public_path.as_deref(), "", &output.path);
                assets.push(output);
                address
            }
            false => asset.url.clone(),
        };
        text = text.replace(&asset.placeholder, &address);
    }
    outcome.outputs.extend(assets);
    let mut output = Output::file(hashed_name(options, source, text.as_bytes()), Kind::Asset, text.into_bytes());
    output.source = Some(source.to_owned());
    Ok(output)
}

/// The page with the addresses of the outputs, and with the style sheets that its scripts import.
fn rewrite(page: &str, addresses: &BTreeMap<String, String>, sheets: &[String]) -> Result<String, String> {
    let addresses = Arc::new(addresses.clone());
    let replacing = |selector: &'static str, attribute: &'static str| {
        let addresses = Arc::clone(&addresses);
        let handler: (std::borrow::Cow<'_, lol_html::Selector>, ElementContentHandlers<'_>) =
            element!(selector, move |element| {
                if let Some(address) = element.get_attribute(attribute).and_then(|value| addresses.get(&value).cloned())
                {
                    element.set_attribute(attribute, &address)?;
                }
                Ok(())
            });
        handler
    };
    let mut handlers = vec![replacing("script[src]", "src"), replacing("link[rel=stylesheet][href]", "href")];
    handlers.extend(FILE_ATTRIBUTES.iter().map(|(selector, attribute)| replacing(selector, attribute)));
    let links: String = sheets.iter().map(|sheet| format!("<link rel=\"stylesheet\" href=\"{sheet}\">")).collect();
    if !links.is_empty() {
        handlers.push(element!("head", move |head| {
            head.append(&links, lol_html::html_content::ContentType::Html);
            Ok(())
        }));
    }
    let settings = with_handlers(handlers);
    rewrite_str(page, settings).map_err(|error| error.to_string())
}
