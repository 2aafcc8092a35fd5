//! From the options of a build to Rolldown's.

use std::path::Path;

use oxc_allocator::Allocator;
use oxc_ast::ast::{Declaration, Statement};
use oxc_minifier::CompressOptionsUnused;
use oxc_parser::Parser;
use oxc_span::SourceType;
use rolldown_common::bundler_options as engine;
use rolldown_common::bundler_options::Either;
use rolldown_utils::indexmap::FxIndexMap;
use rustc_hash::FxHashMap;

use crate::compiler_options;
use crate::environment;
use crate::module_bytes;
use crate::options::{Entry, Format, LegalComments, Loader, Minify, Options, SourceMap, Target};
use crate::output::{self, common_folder, normal};
use crate::syntax::main_module::IS_MAIN;

/// Rolldown's options.
///
/// # Errors
/// A message for the user: a file of `inject` that cannot be read.
pub(crate) fn convert(options: &Options, entries: &[Entry], splitting: bool) -> Result<engine::BundlerOptions, String> {
    let is_server = options.target.has_node_modules();
    Ok(engine::BundlerOptions {
        input: Some(inputs(options, entries)),
        cwd: Some(options.directory.clone()),
        platform: Some(if is_server { engine::Platform::Node } else { engine::Platform::Browser }),
        name: options.global_name.clone(),
        // As in esbuild and Bun, `module.exports` of a bundle has what it exports by name, and `default`.
        exports: Some(engine::OutputExports::Named),
        // As in esbuild and Bun. What requires the output by the interoperation of compilers looks for it.
        es_module: (options.format == Format::Cjs).then_some(engine::EsModuleFlag::Always),
        entry_filenames: Some(entry_names(options).into()),
        chunk_filenames: Some(
            names(options.chunk_names.as_deref().unwrap_or("[name]-[hash].[ext]"), extension(options)).into(),
        ),
        asset_filenames: Some(asset_names(options).into()),
        dir: Some(output::maps_folder(options).to_string_lossy().into_owned()),
        format: Some(match options.format {
            Format::Esm => engine::OutputFormat::Esm,
            Format::Cjs => engine::OutputFormat::Cjs,
            Format::Iife => engine::OutputFormat::Iife,
        }),
        sourcemap: match options.source_map {
            SourceMap::None if module_bytes::needs_map(options) => Some(engine::SourceMapType::Hidden),
            SourceMap::None => None,
            SourceMap::Linked => Some(engine::SourceMapType::File),
            SourceMap::Inline => Some(engine::SourceMapType::Inline),
            SourceMap::External => Some(engine::SourceMapType::Hidden),
        },
        sourcemap_exclude_sources: options.omit_sources.then_some(true),
        post_banner: banner(options).map(|text| engine::AddonOutputOption::String(Some(text))),
        post_footer: options.footer.clone().map(|text| engine::AddonOutputOption::String(Some(text))),
        module_types: Some(module_types(options)),
        resolve: Some(resolve(options)),
        treeshake: tree_shaking(options),
        experimental: Some(engine::ExperimentalOptions {
            resolve_new_url_to_asset: Some(true),
            // Of a module without effects that only exports others, those that are not needed are not even read.
            lazy_barrel: Some(true),
            ..engine::ExperimentalOptions::default()
        }),
        minify: Some(minify(options)),
        define: Some(define(options)),
        // Without shorter names, too, what is renamed because of another module has its own name as `name`. Not of several
        // chunks: each would import the function for it, which can be in the chunk of a module that runs too early then.
        keep_names: Some(options.keep_names || (!options.minify.identifiers && !splitting)),
        inject: Some(inject(options)?),
        code_splitting: Some(engine::CodeSplittingMode::Bool(splitting)),
        strict_execution_order: Some(options.corrections.has_async_siblings()),
        transform: Some(transform(options)),
        comments: Some(engine::CommentsOptions {
            legal: options.legal_comments == LegalComments::Inline,
            annotation: !options.minify.whitespace || options.emit_annotations,
            jsdoc: false,
        }),
        checks: Some(checks(is_server)),
        log_level: Some(engine::LogLevel::Warn),
        drop_labels: Some(
            options.drop.iter().filter(|name| name.starts_with("label:")).map(|name| name[6..].to_owned()).collect(),
        ),
        tsconfig: tsconfig(options),
        preserve_entry_signatures: Some(engine::PreserveEntrySignatures::AllowExtension),
        ..engine::BundlerOptions::default()
    })
}

fn tsconfig(options: &Options) -> Option<engine::TsConfig> {
    let path = options.corrections.config().or(options.tsconfig.as_deref())?;
    Some(engine::TsConfig::Manual(options.directory.join(path)))
}

/// What bundles for Bun begin with: it does not transform them again, and Brio knows whose programs they are.
const FOR_BUN: &str = "// @bun";

/// What stands before each output.
fn banner(options: &Options) -> Option<String> {
    if options.target != Target::Bun || options.format != Format::Esm {
        return options.banner.clone();
    }
    Some(match options.banner.as_deref() {
        None => FOR_BUN.to_owned(),
        Some(banner) if banner.starts_with("#!") => {
            let (line, rest) = banner.split_once('\n').unwrap_or((banner, ""));
            format!("{line}\n{FOR_BUN}\n{rest}").trim_end().to_owned()
        }
        Some(banner) => format!("{FOR_BUN}\n{banner}"),
    })
}

/// The warnings that are wanted.
fn checks(is_server: bool) -> engine::ChecksOptions {
    engine::ChecksOptions {
        unresolved_import: Some(false),
        plugin_timings: Some(false),
        prefer_builtin_feature: Some(false),
        ineffective_dynamic_import: Some(false),
        circular_dependency: Some(false),
        common_js_variable_in_esm: Some(false),
        empty_import_meta: Some(!is_server),
        eval: Some(false),
        invalid_annotation: Some(false),
        tolerated_transform: Some(false),
        large_barrel_modules: Some(false),
        mixed_exports: Some(false),
        missing_name_option_for_iife_export: Some(false),
        ..engine::ChecksOptions::default()
    }
}

/// The entries, each with the name of its output.
fn inputs(options: &Options, entries: &[Entry]) -> Vec<engine::InputItem> {
    let all = normal(&common_folder(options, &options.entries));
    let root = options.root.as_ref().map_or(all, |root| normal(&options.directory.join(root)));
    let has_folder = options.entry_names.as_deref().is_none_or(|names| names.contains("[dir]"));
    let template = template_with_folder(options);
    let name_of = |entry: &Entry| {
        let path = normal(&options.directory.join(&entry.path));
        let stem = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let folder = path.parent().and_then(|folder| folder.strip_prefix(&root).ok());
        let folder = folder.map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
        match (&template, &entry.name) {
            (Some((before, _)), given) => {
                let folder = if given.is_some() { "" } else { folder.as_str() };
                let name = before.replace("[dir]", folder).replace("[name]", given.as_deref().unwrap_or(&stem));
                normal(Path::new(name.trim_start_matches('/'))).to_string_lossy().into_owned()
            }
            (None, Some(given)) => given.clone(),
            (None, None) if has_folder && !folder.is_empty() => format!("{folder}/{stem}"),
            (None, None) => stem,
        }
    };
    entries
        .iter()
        .map(|entry| engine::InputItem { name: Some(name_of(entry)), import: specifier(options, &entry.path) })
        .collect()
}

/// An entry is a path, also without `./`.
fn specifier(options: &Options, path: &str) -> String {
    let file = options.directory.join(path);
    match file.exists() || options.files.contains_key(file.to_string_lossy().as_ref()) {
        true => file.to_string_lossy().into_owned(),
        false => path.to_owned(),
    }
}

/// The extension of the outputs, without its dot.
fn extension(options: &Options) -> &str {
    options.out_extensions.get(".js").map_or("js", |extension| extension.trim_start_matches('.'))
}

/// The template of entries with folders, in two parts: what is made of the folder and the name of an entry, and what is behind it.
/// None for others, in which the folder is a part of the name.
fn template_with_folder(options: &Options) -> Option<(String, String)> {
    let template =
        options.entry_names.as_deref().filter(|names| names.contains("[dir]") && options.out_file.is_none())?;
    let template = template.trim_start_matches("./");
    let extension = || template.rfind('.').filter(|dot| !template[*dot..].contains('/'));
    let end = template.find("[hash").map(|hash| template[..hash].trim_end_matches(['-', '.', '_']).len());
    let (before, after) = template.split_at(end.or_else(extension).unwrap_or(template.len()));
    let is_whole = !after.contains("[dir]") && !after.contains("[name]");
    is_whole.then(|| (before.to_owned(), after.to_owned()))
}

fn entry_names(options: &Options) -> String {
    if let Some((_, after)) = template_with_folder(options) {
        return names(&format!("[name]{after}"), extension(options));
    }
    if let Some(file) = &options.out_file {
        return file.file_name().map_or("out.js".to_owned(), |name| name.to_string_lossy().into_owned());
    }
    names(options.entry_names.as_deref().unwrap_or("[dir]/[name].[ext]"), extension(options))
}

/// The template of assets without their folders, which `asset_names.rs` replaces.
fn asset_names(options: &Options) -> String {
    let template = options.asset_names.as_deref().unwrap_or("[name]-[hash].[ext]");
    template.replace("[dir]/", "").replace(".[ext]", "[extname]")
}

/// A template of names as Rolldown has them. The folder is part of an entry's name.
fn names(template: &str, extension: &str) -> String {
    let template =
        template.trim_start_matches("./").replace("[dir]/", "").replace("[dir]", "").replace("[ext]", extension);
    match template.rsplit_once('/').map_or(template.as_str(), |(_, name)| name).contains('.') {
        true => template,
        false => format!("{template}.{extension}"),
    }
}

fn module_types(options: &Options) -> FxHashMap<String, engine::ModuleType> {
    let native = |loader: &Loader| {
        Some(match loader {
            Loader::Js => engine::ModuleType::Js,
            Loader::Jsx => engine::ModuleType::Jsx,
            Loader::Ts => engine::ModuleType::Ts,
            Loader::Tsx => engine::ModuleType::Tsx,
            Loader::Json => engine::ModuleType::Json,
            Loader::Text => engine::ModuleType::Text,
            Loader::Empty => engine::ModuleType::Empty,
            _ => return None,
        })
    };
    // JSX is read in `.js` files, as Bun does: no other JavaScript starts so.
    let defaults = [(".js", Loader::Jsx), (".mjs", Loader::Js), (".cjs", Loader::Js)];
    let defaults = defaults.iter().filter_map(|(name, loader)| Some(((*name).to_owned(), native(loader)?)));
    defaults.chain(options.loaders.iter().filter_map(|(name, loader)| Some((name.clone(), native(loader)?)))).collect()
}

fn resolve(options: &Options) -> engine::ResolveOptions {
    let mut conditions: Vec<String> = options.conditions.clone();
    if options.conditions.is_empty() {
        conditions.push("module".to_owned());
    }
    match options.target {
        Target::Bun => conditions.push("bun".to_owned()),
        Target::Deno => conditions.push("deno".to_owned()),
        Target::Brio | Target::Node | Target::Browser => {}
    }
    conditions.push(if runs_in_production(options) { "production".to_owned() } else { "development".to_owned() });
    let main_fields = match (options.main_fields.is_empty(), options.target) {
        (false, _) => Some(options.main_fields.clone()),
        (true, Target::Browser) => None,
        (true, _) => Some(vec!["main".to_owned(), "module".to_owned()]),
    };
    engine::ResolveOptions {
        alias: Some(
            options.alias.iter().map(|(name, path)| (name.clone(), vec![Some(alias(options, path))])).collect(),
        ),
        condition_names: Some(conditions),
        extensions: Some(match options.extensions.is_empty() {
            true => [".tsx", ".ts", ".jsx", ".js", ".mts", ".cts", ".mjs", ".cjs", ".json"].map(str::to_owned).to_vec(),
            false => options.extensions.clone(),
        }),
        main_fields,
        symlinks: Some(!options.preserve_symlinks),
        ..engine::ResolveOptions::default()
    }
}

/// An alias for a relative path is relative to the build's folder.
fn alias(options: &Options, path: &str) -> String {
    match path.starts_with("./") || path.starts_with("../") {
        true => options.directory.join(path.trim_start_matches("./")).to_string_lossy().into_owned(),
        false => path.to_owned(),
    }
}

fn tree_shaking(options: &Options) -> engine::TreeshakeOptions {
    if options.no_tree_shaking {
        return engine::TreeshakeOptions::Boolean(false);
    }
    engine::TreeshakeOptions::Option(engine::InnerOptions {
        annotations: Some(!options.ignore_annotations),
        manual_pure_functions: (!options.pure.is_empty()).then(|| options.pure.iter().cloned().collect()),
        ..engine::InnerOptions::default()
    })
}

fn minify(options: &Options) -> engine::RawMinifyOptions {
    let parts = options.minify;
    match parts.is_any() {
        false if options.no_tree_shaking => engine::RawMinifyOptions::Bool(false),
        false => engine::RawMinifyOptions::DeadCodeEliminationOnly,
        true => engine::RawMinifyOptions::Object(engine::RawMinifyOptionsDetailed {
            mangle: parts.identifiers.then(engine::RawMangleOptions::default),
            compress: parts.syntax.then(|| engine::RawCompressOptions {
                unused: options.no_tree_shaking.then_some(CompressOptionsUnused::Keep),
                // Further passes find nothing in most programs, 0.1 % in three.js, and cost 7 to 9 % of a build.
                max_iterations: Some(1),
                ..engine::RawCompressOptions::default()
            }),
            remove_whitespace: parts.whitespace,
        }),
    }
}

/// Whether the program is built for production: libraries leave out their checks.
pub(crate) fn is_production(options: &Options) -> bool {
    let defined = options.define.iter().rfind(|(name, _)| name == "process.env.NODE_ENV");
    if let Some((_, value)) = defined {
        return value.trim_matches(['"', '\'', '`']) == "production";
    }
    options.production || std::env::var("NODE_ENV").is_ok_and(|value| value == "production")
}

/// Whether the output is for production. As esbuild has it, a page that is minified is.
pub(crate) fn runs_in_production(options: &Options) -> bool {
    is_production(options) || (options.minify == Minify::ALL && !options.target.has_node_modules())
}

fn define(options: &Options) -> FxIndexMap<String, String> {
    let mut define: FxIndexMap<String, String> = FxIndexMap::default();
    let quote = |text: &str| serde_json::to_string(text).unwrap_or_default();
    if is_production(options) || !options.target.has_node_modules() {
        let mode = if runs_in_production(options) { "production" } else { "development" };
        define.insert("process.env.NODE_ENV".to_owned(), quote(mode));
    }
    define.extend(environment::expressions(options));
    if options.target.has_node_modules() && options.format == Format::Esm {
        // The names of CommonJS, which an ES module does not have.
        define.insert("__dirname".to_owned(), "import.meta.dirname".to_owned());
        define.insert("__filename".to_owned(), "import.meta.filename".to_owned());
        define.insert(IS_MAIN.to_owned(), "import.meta.main".to_owned());
    }
    if options.target.has_node_modules() && options.format == Format::Cjs {
        // What Bun has in `import.meta`, which CommonJS does not have. Rolldown knows Node's members.
        let members = [
            ("dir", "__dirname"),
            ("path", "__filename"),
            ("file", "require(\"node:path\").basename(__filename)"),
            ("main", "(require.main === module)"),
            ("env", "process.env"),
        ];
        define.extend(members.map(|(name, value)| (format!("import.meta.{name}"), value.to_owned())));
    }
    define.extend(options.define.iter().cloned());
    define
}

fn transform(options: &Options) -> rolldown_common::BundlerTransformOptions {
    let jsx = compiler_options::jsx(options);
    let jsx_options = match jsx.runtime.as_deref() {
        Some("preserve") => Either::Left("preserve".to_owned()),
        runtime => Either::Right(engine::JsxOptions {
            runtime: runtime.map(str::to_owned),
            development: jsx.development,
            pure: (jsx.side_effects).then_some(false),
            import_source: jsx.import_source.clone(),
            pragma: jsx.factory.clone(),
            pragma_frag: jsx.fragment.clone(),
            ..engine::JsxOptions::default()
        }),
    };
    rolldown_common::BundlerTransformOptions {
        jsx: (jsx != crate::options::Jsx::default()).then_some(jsx_options),
        target: (!options.engines.is_empty()).then(|| Either::Right(options.engines.clone())),
        ..rolldown_common::BundlerTransformOptions::default()
    }
}

/// Each export of the files of `inject` replaces the free variable of its name.
fn inject(options: &Options) -> Result<Vec<engine::InjectImport>, String> {
    let mut imports = Vec::new();
    for file in &options.inject {
        let path = options.directory.join(file);
        let source = std::fs::read_to_string(&path)
            .map_err(|error| format!("cannot read \"{}\" of --inject: {error}", path.display()))?;
        let allocator = Allocator::default();
        let source_type = SourceType::from_path(&path).unwrap_or_default();
        let program = Parser::new(&allocator, &source, source_type).parse().program;
        for name in program.body.iter().flat_map(exported_names) {
            imports.push(engine::InjectImport::named(name.clone(), Some(name), path.to_string_lossy().into_owned()));
        }
    }
    Ok(imports)
}

/// The names that a statement exports, but the default one.
pub(crate) fn exported_names(statement: &Statement<'_>) -> Vec<String> {
    match statement {
        Statement::ExportDeclaration(export) => match &export.declaration {
            Declaration::VariableDeclaration(variables) => variables
                .declarations
                .iter()
                .flat_map(|declarator| declarator.id.get_binding_identifiers())
                .map(|binding| binding.name.to_string())
                .collect(),
            Declaration::FunctionDeclaration(function) => function.id.iter().map(|id| id.name.to_string()).collect(),
            Declaration::ClassDeclaration(class) => class.id.iter().map(|id| id.name.to_string()).collect(),
            _ => Vec::new(),
        },
        Statement::ExportNamedDeclaration(export) => {
            export.specifiers.iter().map(|specifier| specifier.exported.name().to_string()).collect()
        }
        Statement::ExportFromDeclaration(export) => {
            export.specifiers.iter().map(|specifier| specifier.exported.name().to_string()).collect()
        }
        _ => Vec::new(),
    }
}
