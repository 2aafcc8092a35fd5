//! How files that are not source code become modules.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use anyhow::{Context, Result};
use base64::Engine;
use rolldown_common::side_effects::HookSideEffects;
use rolldown_common::{EmittedAsset, ModuleType};
use rolldown_plugin::{
    HookLoadArgs, HookLoadOutput, HookLoadReturn, HookRenderChunkArgs, HookRenderChunkOutput, HookRenderChunkReturn,
    HookTransformOutputMap, HookUsage, Plugin, PluginContext, PluginHookMeta, PluginOrder, SharedLoadPluginContext,
};
use rolldown_utils::xxhash::xxhash_base64_url;
use string_wizard::{Hires, MagicString, SourceMapOptions};

use crate::asset_names::AssetNames;
use crate::build::Extensions;
use crate::data_modules;
use crate::data_urls::data_url;
use crate::development::Served;
use crate::diagnostic::{Diagnostic, Failures, shown_path};
use crate::entry_exports;
use crate::externals::Externals;
use crate::imported_pages::ImportedPages;
use crate::large_files::{LargeFiles, hashed_name};
use crate::loaded_files::{bytes, code, constant, contents_of, data, json, read, source, text_of};
use crate::native_libraries;
use crate::options::{Format, Loader, Options, Target};
use crate::plugins::{Given, Remote, split_id};
use crate::programs;
use crate::resolution::{DECLARATIONS, FOLDER, LOADER_QUERY, PROGRAM, file_of};
use crate::source_errors::SourceError;
use crate::sqlite_imports;
use crate::style_assets::{self, Named};
use crate::syntax::{files_below, is_declaration};
use crate::wasm_imports::{self, Place};
use crate::worker_imports::{InlineWorkers, WorkerImport};
use brio_style_sheets as style_sheets;

/// What stands in a chunk for the path of an asset until its name is known.
const ASSET_MARK: &str = "__BRIO_ASSET__";
/// Stands before a mark whose path follows a folder.
const ROOTED: &str = "__BRIO_ROOTED__";
/// Begins a reference that is a name.
const NAMED: char = '=';
/// The end of a mark.
const MARK_END: char = '!';

/// Loads the files of a build.
#[derive(Debug)]
pub(crate) struct Loaders {
    loaders: BTreeMap<String, Loader>,
    target: Target,
    format: Format,
    public_path: Option<String>,
    files: BTreeMap<String, String>,
    minify: bool,
    failures: Failures,
    given: Given,
    /// The plugins that run elsewhere.
    remote: Option<Arc<Remote>>,
    /// Where files go that the development server has; None in a build.
    served: Option<Arc<Served>>,
    /// The pages that a program for a server imports; None in a build for browsers.
    pub(crate) pages: Option<Arc<ImportedPages>>,
    /// The programs that modules start by their paths, with the names of their outputs.
    pub(crate) programs: Mutex<BTreeMap<PathBuf, String>>,
    program_extension: String,
    directory: PathBuf,
    pub(crate) inline_workers: InlineWorkers,
    pub(crate) large_files: LargeFiles,
    asset_names: AssetNames,
    externals: Externals,
    is_executable: bool,
    /// Files that style sheets name and that are missing, by sheet.
    missing_assets: Mutex<BTreeMap<String, Vec<Diagnostic>>>,
    /// The style sheets that modules import, by id.
    pub(crate) styles: Arc<Mutex<BTreeMap<String, style_sheets::Sheet>>>,
}

impl Loaders {
    pub(crate) fn new(options: &Options, extensions: &Extensions, served: Option<Arc<Served>>) -> Self {
        let has_pages = options.target.has_node_modules() && served.is_none();
        Self {
            loaders: options.loaders.clone(),
            target: options.target,
            format: options.format,
            public_path: options.public_path.clone(),
            files: options.files.clone(),
            minify: options.minify.whitespace,
            failures: extensions.failures.clone(),
            given: extensions.given.clone(),
            remote: extensions.remote.clone(),
            served,
            pages: has_pages.then(|| Arc::new(ImportedPages::new(options, extensions))),
            programs: Mutex::default(),
            program_extension: programs::extension(options),
            directory: options.directory.clone(),
            inline_workers: InlineWorkers::new(options, extensions),
            large_files: LargeFiles::default(),
            asset_names: AssetNames::new(options),
            externals: Externals::new(options),
            is_executable: options.executable,
            missing_assets: Mutex::default(),
            styles: Arc::default(),
        }
    }

    /// The loader of a file: the one that its import names, the options', or that of its name.
    fn loader(&self, id: &str) -> Option<Loader> {
        if let Some((_, query)) = id.split_once(LOADER_QUERY) {
            return Loader::parse(query);
        }
        if let Some(loader) = loader_of_query(id) {
            return Some(loader);
        }
        let path = file_of(id);
        let name = Path::new(path).file_name()?.to_str()?;
        loader_option(&self.loaders, Path::new(path)).or_else(|| Loader::of_file(name))
    }

    async fn load(&self, ctx: &SharedLoadPluginContext, id: &str) -> HookLoadReturn {
        let (_, path) = split_id(id);
        let path = file_of(path);
        if let Some(served) = &self.served {
            served.note_read(Path::new(path));
        }
        if let Some(source) = self.files.get(path) {
            let module_type = self.loader(id).map_or(ModuleType::Js, module_type);
            return Ok(Some(HookLoadOutput {
                code: source.as_str().into(),
                module_type: Some(module_type),
                ..HookLoadOutput::default()
            }));
        }
        if let Some((loader, contents)) = self.given.file(id) {
            return self.load_as(ctx, id, path, loader, Some(contents)).await.map(Some);
        }
        let query = id.split_once(LOADER_QUERY).map(|(_, name)| name);
        if query == Some(sqlite_imports::EXTERNAL) {
            return Ok(Some(code(sqlite_imports::of_path(path, self.is_executable))));
        }
        if !Path::new(path).is_absolute() {
            return Ok(None);
        }
        if let Some(module) = self.output_of(ctx, path, query.unwrap_or_default()).await? {
            return Ok(Some(module));
        }
        if let Some(import) = WorkerImport::of(id) {
            return self.worker(import, path).await.map(Some);
        }
        if wasm_imports::is_init(id) {
            return self.instance(ctx, path).await.map(Some);
        }
        let Some(loader) = self.loader(id) else {
            // A file of an unknown kind is not guessed to be JavaScript, unless it has no extension at all.
            return match Path::new(path).extension() {
                None => Ok(None),
                Some(extension) if COMPILED_LANGUAGES.iter().any(|language| extension == *language) => {
                    let extension = extension.to_string_lossy();
                    anyhow::bail!(
                        "no loader is configured for \".{extension}\" files, imported as {path}: a plugin of Bun.build \
                         compiles them, --loader .{extension}:file copies them"
                    )
                }
                Some(_) if Path::new(path).is_file() => self.file(ctx, id, path, None).await.map(Some),
                Some(_) => Ok(None),
            };
        };
        if loader == Loader::Json {
            let contents = contents_of(path, None)?;
            let is_special = data_modules::has_prototype_key(&contents) || data_modules::begins_wrong(&contents);
            let text = text_of(path, contents)?;
            return Ok(Some(match is_special {
                true => data(loader, path, &text)?,
                false => json(text),
            }));
        }
        let is_code = matches!(loader, Loader::Js | Loader::Jsx | Loader::Ts | Loader::Tsx);
        // The file of a query that only distinguishes modules, as `?v=1`, is not found by its whole name.
        match is_code && (!id.contains('?') || Path::new(id).is_file()) {
            true => source(id),
            false => self.load_as(ctx, id, path, loader, None).await.map(Some),
        }
    }

    /// What becomes an output beside the module, as the query says. None for another query.
    async fn output_of(
        &self,
        ctx: &SharedLoadPluginContext,
        path: &str,
        query: &str,
    ) -> Result<Option<HookLoadOutput>> {
        let file = Path::new(path);
        Ok(Some(match query {
            sqlite_imports::EMBEDDED => self.database(ctx, path).await?,
            PROGRAM => self.program(file),
            FOLDER => self.folder(ctx, file, |file| !native_libraries::is_for_other_system(file)).await?,
            DECLARATIONS => self.folder(ctx, file, is_declaration).await?,
            _ => return Ok(None),
        }))
    }

    /// Loads a file with a loader. `given` are its contents; by default they are read.
    async fn load_as(
        &self,
        ctx: &SharedLoadPluginContext,
        id: &str,
        path: &str,
        loader: Loader,
        given: Option<Vec<u8>>,
    ) -> Result<HookLoadOutput> {
        let is_given = given.is_some();
        Ok(match loader {
            Loader::Text => HookLoadOutput {
                code: String::from_utf8_lossy(&contents_of(path, given)?).into_owned().into(),
                module_type: Some(ModuleType::Text),
                ..HookLoadOutput::default()
            },
            Loader::Js | Loader::Jsx | Loader::Ts | Loader::Tsx | Loader::Json => HookLoadOutput {
                code: text_of(path, contents_of(path, given)?)?.into(),
                module_type: Some(module_type(loader)),
                ..HookLoadOutput::default()
            },
            Loader::Jsonc | Loader::Json5 | Loader::Toml | Loader::Yaml => {
                data(loader, path, &text_of(path, contents_of(path, given)?)?)?
            }
            Loader::Bytes => bytes(&contents_of(path, given)?),
            Loader::Base64 => constant(base64::engine::general_purpose::STANDARD.encode(contents_of(path, given)?)),
            Loader::Dataurl => constant(data_url(path, &contents_of(path, given)?)),
            Loader::Empty => {
                HookLoadOutput { code: "".into(), module_type: Some(ModuleType::Empty), ..HookLoadOutput::default() }
            }
            Loader::Html if self.pages.is_some() && !is_given => self.page(path).await?,
            // As in Bun, WebAssembly is a file. Run from source it is an instance, as in Node.
            Loader::File | Loader::Copy | Loader::Html | Loader::Wasm => self.file(ctx, id, path, given).await?,
            Loader::Napi => self.addon(ctx, path, given).await?,
            Loader::Css if id.ends_with("?inline") => {
                let given = self.imported_sheets(path, None).await?;
                let sheet = style_sheets::bundle(
                    Path::new(path),
                    &given,
                    style_sheets::Form { commented: None, ..self.sheet_form(false) },
                )
                .map_err(SourceError::of_style_sheet)?;
                let restored = |css: String, asset: &style_sheets::Asset| css.replace(&asset.placeholder, &asset.url);
                constant(sheet.assets.iter().fold(sheet.css.clone(), restored))
            }
            Loader::Css | Loader::LocalCss => {
                let source = given.map(|contents| text_of(path, contents)).transpose()?;
                let is_local = loader == Loader::LocalCss || path.ends_with(".module.css");
                self.style(ctx, id, path, source.as_deref(), is_local).await?
            }
        })
    }

    /// A file beside the output. Its module exports where it is, relative to the output.
    async fn file(
        &self,
        ctx: &SharedLoadPluginContext,
        id: &str,
        path: &str,
        given: Option<Vec<u8>>,
    ) -> Result<HookLoadOutput> {
        let mark = self.emit(ctx, path, given).await?;
        if !self.has_paths() {
            return Ok(constant(mark));
        }
        // What a program's `require` returns has this name; those that `package_files.rs` writes read the default export.
        let required = if id.contains(LOADER_QUERY) { "" } else { ", path as \"module.exports\"" };
        let source =
            format!("const path = import.meta.dirname + \"{ROOTED}{mark}\"; export {{ path as default{required} }};");
        Ok(HookLoadOutput { side_effects: Some(HookSideEffects::False), ..code(source) })
    }

    /// Whether files beside the output have paths: a program has one, whatever its current folder is; a page has an address.
    fn has_paths(&self) -> bool {
        self.target.has_node_modules() && self.public_path.is_none() && self.format != Format::Iife
    }

    /// A module that makes instances of a WebAssembly module beside the output.
    async fn instance(&self, ctx: &SharedLoadPluginContext, path: &str) -> Result<HookLoadOutput> {
        let mark = self.emit(ctx, path, None).await?;
        let source = match self.format {
            _ if self.has_paths() => {
                wasm_imports::module(Place::Path, &format!("import.meta.dirname + \"{ROOTED}{mark}\""))
            }
            Format::Esm => wasm_imports::module(Place::Module, &format!("\"{mark}\"")),
            Format::Cjs | Format::Iife => wasm_imports::module(Place::Page, &format!("\"{mark}\"")),
        };
        Ok(HookLoadOutput { side_effects: Some(HookSideEffects::False), ..code(source) })
    }

    /// A program that is built afterwards, beside the output. Its module exports where it is.
    fn program(&self, path: &Path) -> HookLoadOutput {
        let name = programs::output_name(path, &self.program_extension, &self.directory);
        let module = path_of_output(&name);
        if let Ok(mut programs) = self.programs.lock() {
            programs.insert(path.to_owned(), name);
        }
        module
    }

    /// A folder beside the output with those of its files that are kept. Its module exports where it is.
    async fn folder(
        &self,
        ctx: &SharedLoadPluginContext,
        path: &Path,
        is_kept: impl Fn(&Path) -> bool + Send,
    ) -> Result<HookLoadOutput> {
        let name = programs::folder_name(path, &self.directory);
        let mut files = files_below(path);
        files.retain(|file| is_kept(file));
        for file in files {
            let Ok(below) = file.strip_prefix(path) else { continue };
            let file = file.to_string_lossy();
            let asset = named_asset(&file, format!("{name}/{}", below.to_string_lossy()), read(&file)?);
            ctx.emit_file_async(asset).await?;
        }
        Ok(path_of_output(&name))
    }

    /// A database beside the output. Its module opens it.
    async fn database(&self, ctx: &SharedLoadPluginContext, path: &str) -> Result<HookLoadOutput> {
        let mark = self.emit(ctx, path, None).await?;
        let place = format!("import.meta.dirname + \"{ROOTED}{mark}\"");
        Ok(code(sqlite_imports::of_output(&place, self.is_executable)))
    }

    /// A module that starts a worker.
    async fn worker(&self, import: WorkerImport, path: &str) -> Result<HookLoadOutput> {
        // A page that is being written reads each of its workers from an address of its own.
        if !import.is_inline || self.served.is_some() {
            return Ok(code(import.module(path)));
        }
        Ok(code(import.inline_module(&self.inline_workers.source(path).await?)))
    }

    /// A page beside the output. Its module exports the manifest of its files.
    async fn page(&self, path: &str) -> Result<HookLoadOutput> {
        let manifest = match &self.pages {
            Some(pages) => pages.manifest(Path::new(path)).await?,
            None => serde_json::Value::Null,
        };
        let quoted = serde_json::to_string(&manifest.to_string())?;
        let source = format!("export default /* @__PURE__ */ JSON.parse({quoted});");
        Ok(HookLoadOutput { side_effects: Some(HookSideEffects::False), ..code(source) })
    }

    /// Makes a file an output. `given` are its contents; by default they are read.
    async fn emit(&self, ctx: &SharedLoadPluginContext, path: &str, given: Option<Vec<u8>>) -> Result<String> {
        ctx.add_watch_file(path);
        if let Some(served) = &self.served {
            return Ok(served.add(Path::new(path), contents_of(path, given)?));
        }
        if given.is_none() {
            let added = self.large_files.add(Path::new(path), self.asset_names.of(Path::new(path)).as_deref());
            if let Some(name) = added.with_context(|| format!("cannot read {path}"))? {
                return Ok(format!("{ASSET_MARK}{NAMED}{name}{MARK_END}"));
            }
        }
        let source = contents_of(path, given)?;
        let name = Path::new(path).file_name().map(|name| name.to_string_lossy().into_owned());
        let asset = match self.asset_names.of(Path::new(path)).filter(|_| self.asset_names.have_folders()) {
            // Rolldown does not know folders.
            Some(template) => {
                let hash = xxhash_base64_url(&source);
                named_asset(path, hashed_name(Some(&template), Path::new(path), &hash), source)
            }
            None => {
                EmittedAsset { name, original_file_name: Some(path.to_owned()), file_name: None, source: source.into() }
            }
        };
        let reference = ctx.emit_file_async(asset).await?;
        Ok(format!("{ASSET_MARK}{reference}{MARK_END}"))
    }

    /// An addon that brings libraries along keeps its place beside them; another one is an asset as all are.
    async fn emit_addon(&self, ctx: &SharedLoadPluginContext, path: &str, given: Option<Vec<u8>>) -> Result<String> {
        let libraries = native_libraries::of_addon(Path::new(path));
        let name = native_libraries::output_name(Path::new(path)).filter(|_| !libraries.is_empty());
        let Some(name) = name else { return self.emit(ctx, path, given).await };
        for library in &libraries {
            let Some(name) = native_libraries::output_name(library) else { continue };
            let library = library.to_string_lossy();
            ctx.emit_file_async(named_asset(&library, name, read(&library)?)).await?;
        }
        let reference = ctx.emit_file_async(named_asset(path, name, contents_of(path, given)?)).await?;
        Ok(format!("{ASSET_MARK}{reference}{MARK_END}"))
    }

    /// A native addon is copied beside the output and loaded from there.
    async fn addon(&self, ctx: &SharedLoadPluginContext, path: &str, given: Option<Vec<u8>>) -> Result<HookLoadOutput> {
        if !self.target.has_node_modules() {
            anyhow::bail!("native addons do not run in a browser: {path}");
        }
        let mark = self.emit_addon(ctx, path, given).await?;
        let require = match self.format {
            Format::Cjs => "module.exports = require".to_owned(),
            Format::Esm | Format::Iife => {
                "import { createRequire } from \"node:module\";\nexport default createRequire(import.meta.url)"
                    .to_owned()
            }
        };
        let output = match self.format {
            // A CommonJS module, so that `require` of the addon returns its exports.
            Format::Esm => format!(
                "const {{ createRequire }} = require(\"node:module\");\nmodule.exports = createRequire(__filename)(\"{mark}\");"
            ),
            Format::Cjs | Format::Iife => format!("{require}(\"{mark}\");"),
        };
        Ok(code(output))
    }

    /// What plugins make of a style sheet's imports, and of those of what it imports. `own` is its source, if it is not the file's.
    async fn imported_sheets(&self, path: &str, own: Option<&str>) -> Result<style_sheets::Given> {
        let mut given = style_sheets::Given::default();
        given.sources.extend(own.map(|source| (PathBuf::from(path), source.to_owned())));
        if self.remote.is_none() && self.externals.is_empty() {
            return Ok(given);
        }
        let mut waiting = vec![PathBuf::from(path)];
        let mut seen = BTreeSet::new();
        while let Some(file) = waiting.pop() {
            if !seen.insert(file.clone()) {
                continue;
            }
            let source = given.sources.get(&file).cloned().or_else(|| std::fs::read_to_string(&file).ok());
            for specifier in source.map(|source| style_sheets::imports(&source)).unwrap_or_default() {
                if self.externals.has_in_sheet(&specifier, &file) {
                    let external = style_sheets::Import::External(specifier.clone());
                    given.resolved.insert((file.clone(), specifier), external);
                    continue;
                }
                let found = match &self.remote {
                    Some(remote) => {
                        remote.resolve_one(&specifier, Some(&file.to_string_lossy()), "import-rule").await?
                    }
                    None => None,
                };
                let target = match found {
                    Some(found) if found.external.is_some() => {
                        let external = style_sheets::Import::External(found.id.to_string());
                        given.resolved.insert((file.clone(), specifier), external);
                        continue;
                    }
                    Some(found) => Some(PathBuf::from(found.id.as_str())),
                    None if style_sheets::is_address(&specifier) => None,
                    None => style_sheets::find(&specifier, &file),
                };
                // What is not found is reported when the style sheet is bundled.
                let Some(target) = target else { continue };
                if let Some(remote) = &self.remote
                    && let Some(source) = remote.style_sheet(&target.to_string_lossy()).await?
                {
                    given.sources.insert(target.clone(), source);
                }
                given.resolved.insert((file.clone(), specifier), style_sheets::Import::File(target.clone()));
                waiting.push(target);
            }
        }
        Ok(given)
    }

    /// How style sheets are written.
    fn sheet_form(&self, is_local: bool) -> style_sheets::Form<'_> {
        style_sheets::Form { is_local, minify: self.minify, commented: Some(&self.directory) }
    }

    /// Makes the files that a style sheet names part of it, or of the build.
    async fn add_assets(
        &self,
        ctx: &SharedLoadPluginContext,
        id: &str,
        assets: &mut [style_sheets::Asset],
    ) -> Result<()> {
        let mut missing = Vec::new();
        for asset in assets {
            let path = asset.file.to_string_lossy().into_owned();
            if self.served.is_some() {
                if asset.file.is_file() {
                    asset.mark = Some(self.emit(ctx, &path, None).await?);
                }
                continue;
            }
            match style_assets::named(asset, &self.externals, loader_option(&self.loaders, &asset.file)) {
                Ok(Named::Address) => {}
                Ok(Named::Output) => asset.mark = Some(self.emit(ctx, &path, None).await?),
                Ok(Named::Inline(address)) => {
                    ctx.add_watch_file(&path);
                    asset.inlined = Some(address);
                }
                Err(SourceError { message, file, line, column }) => {
                    let source = std::fs::read_to_string(&file).unwrap_or_default();
                    let shown = shown_path(&file, &self.directory);
                    missing.push(Diagnostic::at_position(true, &message, &shown, &source, (line, column)));
                }
            }
        }
        if let Ok(mut all) = self.missing_assets.lock() {
            all.insert(id.to_owned(), missing);
        }
        Ok(())
    }

    /// The files that style sheets name and that are missing.
    pub(crate) fn missing_assets(&self) -> Vec<Diagnostic> {
        self.missing_assets.lock().map(|all| all.values().flatten().cloned().collect()).unwrap_or_default()
    }

    async fn style(
        &self,
        ctx: &SharedLoadPluginContext,
        id: &str,
        path: &str,
        given: Option<&str>,
        is_local: bool,
    ) -> Result<HookLoadOutput> {
        let given = self.imported_sheets(path, given).await?;
        let bundled = style_sheets::bundle(Path::new(path), &given, self.sheet_form(is_local));
        let mut sheet = bundled.map_err(SourceError::of_style_sheet)?;
        for file in &sheet.files {
            ctx.add_watch_file(&file.to_string_lossy());
        }
        self.add_assets(ctx, id, &mut sheet.assets).await?;
        let output = match &sheet.names {
            Some(names) => style_sheets::module_source(names),
            None => "export default undefined;".to_owned(),
        };
        if let Some(served) = &self.served {
            return Ok(code(served.style(id, &sheet) + &output));
        }
        if let Ok(mut styles) = self.styles.lock() {
            styles.insert(id.to_owned(), sheet);
        }
        Ok(HookLoadOutput { side_effects: Some(HookSideEffects::True), ..code(output) })
    }
}

/// The loader that the options name for a file, by extension.
pub(crate) fn loader_option(loaders: &BTreeMap<String, Loader>, file: &Path) -> Option<Loader> {
    let name = file.file_name()?.to_str()?;
    name.match_indices('.').find_map(|(dot, _)| loaders.get(&name[dot..])).copied()
}

/// Languages that compilers make JavaScript or CSS of. As a file beside the output they would be of no use.
pub(crate) const COMPILED_LANGUAGES: &[&str] =
    &["vue", "svelte", "astro", "marko", "mdx", "scss", "sass", "less", "styl", "stylus", "coffee", "elm"];

/// The loader that the query of an import requests, by the names that Vite has: https://vite.dev/guide/assets
fn loader_of_query(id: &str) -> Option<Loader> {
    let (path, query) = id.split_once('?')?;
    query.split('&').find_map(|word| match word {
        "raw" => Some(Loader::Text),
        "url" | "no-inline" => Some(Loader::File),
        "inline" if !path.ends_with(".css") => Some(Loader::Dataurl),
        _ => None,
    })
}

/// A module that exports where an output is.
fn path_of_output(name: &str) -> HookLoadOutput {
    let source = format!(
        "export default /* @__PURE__ */ import.meta.dirname + \"{ROOTED}{ASSET_MARK}{NAMED}{name}{MARK_END}\";"
    );
    HookLoadOutput { side_effects: Some(HookSideEffects::False), ..code(source) }
}

/// An asset whose name in the output is given.
fn named_asset(path: &str, name: String, source: Vec<u8>) -> EmittedAsset {
    EmittedAsset {
        name: None,
        original_file_name: Some(path.to_owned()),
        file_name: Some(name.into()),
        source: source.into(),
    }
}

/// The marks of assets in a text: where each stands, and its reference.
fn marks(text: &str) -> Vec<(usize, usize, &str)> {
    text.match_indices(ASSET_MARK)
        .filter_map(|(start, mark)| {
            let rest = &text[start + mark.len()..];
            let reference = &rest[..rest.find(MARK_END)?];
            Some((start, start + mark.len() + reference.len() + MARK_END.len_utf8(), reference))
        })
        .collect()
}

/// The path of an asset as the output at `from` writes it.
pub(crate) fn asset_path(public_path: Option<&str>, from: &str, asset: &str) -> String {
    match public_path {
        Some(public_path) if !public_path.is_empty() => {
            format!("{}/{asset}", public_path.trim_end_matches('/'))
        }
        _ => {
            let depth = from.matches('/').count();
            match depth {
                0 => format!("./{asset}"),
                depth => format!("{}{asset}", "../".repeat(depth)),
            }
        }
    }
}

fn module_type(loader: Loader) -> ModuleType {
    match loader {
        Loader::Jsx => ModuleType::Jsx,
        Loader::Ts => ModuleType::Ts,
        Loader::Tsx => ModuleType::Tsx,
        Loader::Json => ModuleType::Json,
        Loader::Text => ModuleType::Text,
        _ => ModuleType::Js,
    }
}

impl Plugin for Loaders {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:loaders")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::Load | HookUsage::RenderChunk
    }

    async fn load(&self, ctx: SharedLoadPluginContext, args: &HookLoadArgs<'_>) -> HookLoadReturn {
        if args.asserted_module_type.is_some() {
            return Ok(None);
        }
        self.failures.noted(args.id, self.load(&ctx, args.id).await)
    }

    fn render_chunk_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    async fn render_chunk(&self, ctx: &PluginContext, args: &HookRenderChunkArgs<'_>) -> HookRenderChunkReturn {
        let marks = marks(&args.code);
        let edits = entry_exports::edits(&args.code, self.format, !args.chunk.exports.is_empty());
        if marks.is_empty() && edits.is_empty() {
            return Ok(None);
        }
        let mut text = MagicString::new(args.code.as_str());
        for (start, end, new) in edits {
            text.update(start as u32, end as u32, new).map_err(anyhow::Error::msg)?;
        }
        for (start, end, reference) in marks {
            let asset = match reference.strip_prefix(NAMED) {
                Some(name) => name.into(),
                None => ctx.get_file_name(reference)?,
            };
            let path = asset_path(self.public_path.as_deref(), &args.chunk.filename, &asset);
            let is_rooted = args.code[..start].ends_with(ROOTED);
            let path = if is_rooted { format!("/{}", path.trim_start_matches("./")) } else { path };
            let start = if is_rooted { start - ROOTED.len() } else { start };
            text.update(start as u32, end as u32, path).map_err(anyhow::Error::msg)?;
        }
        let map = HookTransformOutputMap::from_if_enabled(args.options.sourcemap.is_some(), || {
            text.source_map(SourceMapOptions {
                hires: Hires::Boundary,
                source: args.chunk.filename.as_str().into(),
                ..SourceMapOptions::default()
            })
        });
        Ok(Some(HookRenderChunkOutput { code: text.to_string(), map }))
    }
}
