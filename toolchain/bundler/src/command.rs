//! `brio build`: from the command line to the options, and from the outcome to the terminal.

mod bun;
mod conflicts;
mod deno;
mod flags;
mod public_files;
mod reports_of_bun;
mod summary;
mod systems;
mod transpile;
mod values;
mod watch;

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::{Path, PathBuf};

use brio_command_flags::{Arguments, Syntax, USAGE_ERROR};
use brio_resolver::DenoSource;

use crate::analysis;
use crate::build::{Extensions, Outcome, build};
use crate::diagnostic::Diagnostic;
use crate::executable;
use crate::options::{Entry, Env, Format, Jsx, LegalComments, Loader, Minify, Options, SourceMap, Target};
use crate::output::{self, Kind, Output};
use crate::repeated::Repeated;

pub use flags::{bundle_help, compile_help, help};
pub(crate) use summary::size;

/// Exit code of a build with errors.
const FAILED: i32 = 1;

/// What is done with the outcome.
#[derive(Clone, Debug, Default)]
struct Plan {
    metafile: Option<PathBuf>,
    metafile_report: Option<PathBuf>,
    analyze: Option<Option<PathBuf>>,
    watch: bool,
    clear_screen: bool,
    quiet: bool,
    /// Reports are those of `bun build`.
    is_of_bun: bool,
    /// Each entry is transformed by itself.
    transpiles: bool,
    compile: Option<executable::Plan>,
}

/// Runs the command with what follows its name. `of_runtime` is what the running one knows. Returns the exit
/// code.
pub fn start(arguments: &[String], of_runtime: executable::OfRuntime) -> i32 {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{}", help());
        return 0;
    }
    start_program(arguments, Given::default(), of_runtime)
}

/// `brio bundle`: as `deno bundle`. Returns the exit code.
pub fn start_bundle(arguments: &[String], of_runtime: executable::OfRuntime) -> i32 {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{}", bundle_help());
        return 0;
    }
    match deno::bundle(arguments) {
        Ok(translated) => start_program(&translated.flags, translated.given, of_runtime),
        Err(message) => {
            eprintln!("brio: {message}\n(`brio help bundle` shows how to use it)");
            USAGE_ERROR
        }
    }
}

/// `brio compile`: as `deno compile`. Returns the exit code.
pub fn start_compile(arguments: &[String], of_runtime: executable::OfRuntime) -> i32 {
    if arguments.iter().any(|argument| argument == "--help" || argument == "-h") {
        print!("{}", compile_help());
        return 0;
    }
    match deno::compile(arguments) {
        Ok(translated) => start_program(&translated.flags, translated.given, of_runtime),
        Err(message) => {
            eprintln!("brio: {message}\n(`brio help compile` shows how to use it)");
            USAGE_ERROR
        }
    }
}

/// What is given besides the flags of `brio build`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Given {
    /// The arguments that an executable gives its program.
    arguments: Vec<String>,
    /// The flags of the runtime that it runs with.
    exec_arguments: Vec<String>,
    /// Where the configuration of a program of Deno is. None: the program decides whether it is one.
    deno: Option<DenoSource>,
}

impl Given {
    /// The place of the configuration, with paths relative to a folder.
    fn deno_in(&self, directory: &Path) -> Option<DenoSource> {
        let placed = |path: &PathBuf| directory.join(path);
        self.deno.as_ref().map(|deno| DenoSource {
            config: deno.config.as_ref().map(placed),
            import_map: deno.import_map.as_ref().map(placed),
            is_none: deno.is_none,
        })
    }
}

/// Runs the command.
fn start_program(arguments: &[String], given: Given, of_runtime: executable::OfRuntime) -> i32 {
    let known = bun::known(arguments);
    let parsed = known
        .and_then(|known| flags::FLAGS.parse(&known, Syntax::default()).map_err(|error| error.to_string()))
        .and_then(|arguments| {
            let directory =
                std::env::current_dir().map_err(|error| format!("the current folder cannot be read: {error}"))?;
            let mut options = options(&arguments, directory)?;
            conflicts::check(&arguments, &options)?;
            options.deno = given
                .deno_in(&options.directory)
                .or_else(|| is_of_deno(&options, of_runtime).then(DenoSource::default));
            let mut plan = plan(&arguments, &options, of_runtime)?;
            if let Some(compile) = &mut plan.compile {
                compile.arguments = given.arguments;
                compile.exec_arguments.extend(given.exec_arguments);
                options.executable = true;
                // Of a map of its own nothing would be known where the executable runs.
                compile.writes_maps = options.source_map == SourceMap::External;
                if options.source_map != SourceMap::None {
                    options.source_map = SourceMap::Inline;
                    compile.exec_arguments.push("--enable-source-maps".to_owned());
                }
                // The names are those in the executable.
                options.out_file = None;
            }
            Ok((options, plan))
        });
    match parsed {
        Ok((options, plan)) if plan.watch => {
            let mut repeated = Repeated::default();
            let again = |options: &Options, changed: &BTreeSet<PathBuf>| {
                let (_, files) = run(options, &plan, |options| repeated.build(options, changed));
                let mut places = repeated.take_watched();
                places.files.extend(files);
                places
            };
            watch::run(&options, again, plan.clear_screen)
        }
        Ok((options, plan)) => run(&options, &plan, |options| build(options, &Extensions::default())).0,
        Err(message) => {
            eprintln!("brio: {message}\n(`brio help build` shows how to use it)");
            USAGE_ERROR
        }
    }
}

/// Whether a program is one of Deno by its files, where the target leaves it open.
fn is_of_deno(options: &Options, of_runtime: executable::OfRuntime) -> bool {
    let home = || {
        let entry = options.entries.first()?;
        (of_runtime.home_of)(&options.directory.join(&entry.path))
    };
    matches!(options.target, Target::Brio | Target::Browser) && home() == Some("deno")
}

/// Builds once, by `bundle` unless each entry is only transformed. Returns the exit code, and the files that were read.
fn run(
    options: &Options,
    plan: &Plan,
    bundle: impl FnOnce(&Options) -> Result<Outcome, Vec<Diagnostic>>,
) -> (i32, Vec<PathBuf>) {
    let started = std::time::Instant::now();
    let built = match plan.transpiles {
        true => transpile::outcome(options),
        false => bundle(options),
    };
    match built {
        Ok(outcome) => {
            outcome.warnings.iter().for_each(|warning| print_diagnostic(options, plan, warning));
            let sources = outcome.sources.clone();
            match finish(options, plan, &outcome, started) {
                Ok(()) => (0, sources),
                Err(message) => {
                    eprintln!("error: {message}");
                    (FAILED, sources)
                }
            }
        }
        Err(diagnostics) => {
            diagnostics.iter().for_each(|one| print_diagnostic(options, plan, one));
            let errors = diagnostics.iter().filter(|one| one.is_error).count();
            if errors > 1 && !plan.is_of_bun {
                eprintln!("{errors} errors");
            }
            let places = diagnostics.iter().filter_map(|one| one.place.as_ref());
            let files = places.map(|(file, _, _)| options.directory.join(file)).collect();
            (FAILED, files)
        }
    }
}

fn print_diagnostic(options: &Options, plan: &Plan, diagnostic: &Diagnostic) {
    match plan.is_of_bun {
        true => reports_of_bun::print_diagnostic(options, diagnostic),
        false => eprintln!("{}", diagnostic.text.trim_end()),
    }
}

/// Writes the outcome and says what was written.
fn finish(options: &Options, plan: &Plan, outcome: &Outcome, started: std::time::Instant) -> Result<(), String> {
    let text = outcome.metafile.as_deref().unwrap_or_default();
    let reports = reports(options, plan, text, outcome.metafile_report.as_deref().unwrap_or_default())?;
    if let Some(compile) = &plan.compile {
        let written = executable::write(options, compile, outcome)?;
        match (plan.quiet, plan.is_of_bun) {
            (true, _) => {}
            (false, true) => reports_of_bun::print_executable(&compile.file, outcome, started.elapsed()),
            (false, false) => summary::print_executable(&compile.file, &written, started.elapsed()),
        }
    } else if let Some(folder) = output::folder(options) {
        let public = public_files::of_build(options, &folder, &outcome.outputs)?;
        output::write_all(&folder, &[&outcome.outputs, &public, &reports])?;
        match (plan.quiet, plan.is_of_bun) {
            (true, _) => {}
            (false, true) => reports_of_bun::print(&folder, outcome, started.elapsed()),
            (false, false) => summary::print(options, &folder, &outcome.outputs, started.elapsed()),
        }
    } else {
        print_to_standard_output(outcome)?;
    }
    if options.executable || output::folder(options).is_none() {
        output::write(&options.directory, &reports)?;
    }
    if plan.analyze == Some(None) {
        eprint!("{}", analysis::text(text)?);
    }
    Ok(())
}

/// The files about the build, with their complete paths.
fn reports(options: &Options, plan: &Plan, metafile: &str, report: &str) -> Result<Vec<Output>, String> {
    let placed = |file: &Path, contents: String| {
        let path = options.directory.join(file).to_string_lossy().into_owned();
        Output::file(path, Kind::Asset, contents.into_bytes())
    };
    let mut reports: Vec<Output> = plan.metafile.iter().map(|file| placed(file, metafile.to_owned())).collect();
    reports.extend(plan.metafile_report.iter().map(|file| placed(file, report.to_owned())));
    if let Some(Some(file)) = &plan.analyze {
        reports.push(placed(file, analysis::page(metafile)?));
    }
    Ok(reports)
}

/// Without a folder or a file for it, the one output goes to standard output.
fn print_to_standard_output(outcome: &Outcome) -> Result<(), String> {
    let is_program = |path: &str| outcome.programs.values().any(|name| path.ends_with(name.as_str()));
    let (programs, outputs): (Vec<&Output>, Vec<&Output>) =
        outcome.outputs.iter().partition(|output| is_program(&output.path));
    for program in programs {
        eprintln!("warning: \"{}\", which a module starts, is not printed; name a folder with --outdir", program.path);
    }
    let [only] = outputs.as_slice() else {
        let names: Vec<&str> = outputs.iter().map(|output| output.path.as_str()).collect();
        return Err(format!("the build has several outputs ({}); name a folder with --outdir", names.join(", ")));
    };
    if only.kind == Kind::Asset {
        return Err(format!("the build has only the file \"{}\"; name a folder with --outdir", only.path));
    }
    let mut stdout = std::io::stdout().lock();
    stdout.write_all(&only.contents).and_then(|()| stdout.flush()).map_err(|error| format!("cannot write: {error}"))
}

fn plan(arguments: &Arguments, options: &Options, of_runtime: executable::OfRuntime) -> Result<Plan, String> {
    let compile = match arguments.has("--compile") && !options.self_contained {
        false => None,
        true => Some(executable_plan(arguments, options, of_runtime)?),
    };
    Ok(Plan {
        metafile: arguments.value("--metafile").map(PathBuf::from),
        metafile_report: arguments.value("--metafile-md").map(PathBuf::from),
        analyze: arguments.switch("--analyze").map(|_| arguments.value("--analyze").map(PathBuf::from)),
        watch: arguments.has("--watch"),
        clear_screen: arguments.switch("--clear-screen").unwrap_or(true),
        quiet: arguments.has("--quiet"),
        is_of_bun: arguments.value("--as") == Some("bun"),
        transpiles: arguments.switch("--bundle") == Some(false),
        compile,
    })
}

fn executable_plan(
    arguments: &Arguments,
    options: &Options,
    of_runtime: executable::OfRuntime,
) -> Result<executable::Plan, String> {
    let mut variables = BTreeMap::new();
    for file in arguments.values("--env-file") {
        let failed = |error| format!("cannot read \"{file}\" of --env-file: {error}");
        let text = std::fs::read_to_string(options.directory.join(file)).map_err(failed)?;
        // The first of two equal names counts, as in Deno.
        for (name, value) in brio_env_file::parse(&text) {
            variables.entry(name).or_insert(value);
        }
    }
    variables.retain(|name, value| !name.is_empty() && !name.contains('\0') && !value.contains('\0'));
    let paths = |flag| arguments.values(flag).map(PathBuf::from).collect();
    let exec_arguments = arguments.values("--compile-exec-argv").flat_map(str::split_whitespace);
    let is_given = |(flag, given, _): &&(&str, bool, &str)| arguments.switch(flag) == Some(*given);
    let options_of_runtime = AUTOLOADED.iter().filter(is_given).map(|(_, _, option)| (*option).to_owned());
    Ok(executable::Plan {
        runtime: arguments.value("--runtime").map(PathBuf::from),
        exec_arguments: exec_arguments.map(str::to_owned).collect(),
        options: options_of_runtime.collect(),
        variables,
        include: paths("--include"),
        exclude: paths("--exclude"),
        ..executable::Plan::new(options.directory.join(executable_name(options)), of_runtime)
    })
}

/// Bun's flags about the files that an executable reads when it starts: the value that differs from what it does anyway, and
/// the option of the runtime for that.
const AUTOLOADED: &[(&str, bool, &str)] = &[
    ("--compile-autoload-dotenv", false, "--no-env-file"),
    ("--compile-autoload-bunfig", false, "--no-compile-autoload-bunfig"),
    ("--compile-autoload-tsconfig", true, "--compile-autoload-tsconfig"),
    ("--compile-autoload-package-json", false, "--no-compile-autoload-package-json"),
];

/// What of a build is only for executables.
const OF_EXECUTABLES: &[&str] = &[
    "--runtime",
    "--include",
    "--exclude",
    "--env-file",
    "--compile-exec-argv",
    "--compile-autoload-dotenv",
    "--compile-autoload-bunfig",
    "--compile-autoload-tsconfig",
    "--compile-autoload-package-json",
];

/// The executable's name: that of `--outfile`, or the entry's without extension.
fn executable_name(options: &Options) -> PathBuf {
    let entry = options.entries.first().map(|entry| Path::new(&entry.path));
    let stem = entry.and_then(Path::file_stem).map_or_else(|| PathBuf::from("app"), PathBuf::from);
    options.out_file.clone().unwrap_or(stem)
}

fn options(arguments: &Arguments, directory: PathBuf) -> Result<Options, String> {
    let mut options = Options { directory, macros: true, ..Options::default() };
    for word in &arguments.words {
        options.entries.push(entry(word, &options.directory));
    }
    options.out_dir = arguments.value("--outdir").map(PathBuf::from);
    options.out_file = arguments.value("--outfile").map(PathBuf::from);
    options.root = arguments.value("--root").map(PathBuf::from);
    options.global_name = arguments.value("--global-name").map(str::to_owned);
    options.global_name.as_deref().map_or(Ok(()), values::check_global_name)?;
    where_it_runs(arguments, &mut options)?;
    what_is_in_it(arguments, &mut options)?;
    how_it_is_written(arguments, &mut options)?;
    Ok(options)
}

/// An entry. `NAME=PATH` names its output, as esbuild has it.
fn entry(word: &str, directory: &Path) -> Entry {
    match word.split_once('=') {
        Some((name, path)) if !directory.join(word).exists() => {
            Entry { path: path.to_owned(), name: Some(name.to_owned()) }
        }
        _ => Entry { path: word.to_owned(), name: None },
    }
}

/// Reads one of a flag's names.
fn one_of<T>(flag: &str, value: &str, parsed: Option<T>, names: &str) -> Result<T, String> {
    parsed.ok_or_else(|| format!("{flag} is \"{value}\"; it can be {names}"))
}

fn where_it_runs(arguments: &Arguments, options: &mut Options) -> Result<(), String> {
    if let Some(flag) =
        OF_EXECUTABLES.iter().find(|flag| !arguments.has("--compile") && arguments.switch(flag).is_some())
    {
        return Err(format!("{flag} is for executables: --compile makes one"));
    }
    let runtime = targets(arguments, options)?;
    if let Some(value) = arguments.value("--platform") {
        let target = match value {
            "node" => Target::Node,
            "browser" | "neutral" => Target::Browser,
            "deno" => Target::Deno,
            _ => return Err(format!("--platform is \"{value}\"; it can be node, browser or neutral")),
        };
        if let Some(other) = runtime.as_ref().filter(|_| options.target != target) {
            return Err(format!("--platform {value} and --target {other} exclude each other"));
        }
        options.target = target;
    }
    let is_page = options.entries.iter().any(|entry| crate::html::is_page(&entry.path));
    if is_page && arguments.value("--target").is_none() && arguments.value("--platform").is_none() {
        options.target = Target::Browser;
    }
    let are_pages =
        !options.entries.is_empty() && options.entries.iter().all(|entry| crate::html::is_page(&entry.path));
    options.self_contained = arguments.has("--compile") && are_pages && runtime.as_deref() == Some("browser");
    if arguments.has("--compile") && options.target == Target::Browser && !is_page {
        // As in Bun, the target says nothing about a program that becomes an executable.
        options.target = Target::Bun;
    }
    if let Some(value) = arguments.value("--format") {
        options.format = one_of("--format", value, Format::parse(value), "esm, cjs or iife")?;
    }
    options.conditions = arguments.list("--conditions");
    options.main_fields = arguments.list("--main-fields");
    options.extensions = arguments.list("--resolve-extensions");
    if let Some(extension) = options.extensions.iter().find(|extension| !extension.starts_with('.')) {
        return Err(format!("--resolve-extensions has \"{extension}\"; extensions start with a dot"));
    }
    options.preserve_symlinks = arguments.has("--preserve-symlinks");
    options.tsconfig = arguments.value("--tsconfig").map(PathBuf::from);
    Ok(())
}

/// Reads `--target`, which also is `es2020,chrome90` as in esbuild. Returns the runtime that it names, if it does.
fn targets(arguments: &Arguments, options: &mut Options) -> Result<Option<String>, String> {
    let mut runtime: Option<String> = None;
    // Of several flags the last one counts, but one flag cannot name two runtimes.
    for given in arguments.values("--target") {
        let mut of_this: Option<&str> = None;
        for value in given.split(',').filter(|value| !value.is_empty()) {
            match Target::parse(value) {
                Some(target) => options.target = target,
                None if value == "neutral" => options.target = Target::Browser,
                None if systems::is_system(value) => {
                    options.target = system_target(arguments, value)?;
                    continue;
                }
                None if values::is_engine(value) => {
                    options.engines.push(value.to_owned());
                    continue;
                }
                None => {
                    return Err(format!(
                        "--target is \"{value}\"; it can be brio, node, bun, deno, browser, es5 to esnext, or an engine \
                         with its version such as chrome90"
                    ));
                }
            }
            if let Some(other) = of_this.replace(value).filter(|other| *other != value) {
                return Err(format!("--target names two runtimes, {other} and {value}"));
            }
        }
        runtime = of_this.map(str::to_owned).or(runtime);
    }
    Ok(runtime)
}

/// The target of an executable that is named with a system, as Bun and Deno do.
fn system_target(arguments: &Arguments, value: &str) -> Result<Target, String> {
    if !arguments.has("--compile") {
        return Err(format!("--target {value} is for executables: --compile makes one"));
    }
    if arguments.value("--runtime").is_none() {
        systems::check(value)?;
    }
    Ok(if value.starts_with("bun-") { Target::Bun } else { Target::Deno })
}

fn what_is_in_it(arguments: &Arguments, options: &mut Options) -> Result<(), String> {
    options.external = arguments.list("--external");
    match arguments.value("--packages") {
        None | Some("bundle") => {}
        Some("external") => options.packages_external = true,
        Some(value) => return Err(format!("--packages is \"{value}\"; it can be external or bundle")),
    }
    options.allow_unresolved = allowed_specifiers(arguments);
    options.alias = pairs(arguments, "--alias", '=')?;
    options.define = pairs(arguments, "--define", '=')?;
    for (name, value) in &mut options.define {
        let problem = values::check_definition(name, value);
        match problem {
            // In Bun what is not an expression is a string.
            Err(_) if arguments.value("--as") == Some("bun") && values::check_definition(name, "0").is_ok() => {
                *value = serde_json::Value::from(value.as_str()).to_string();
            }
            problem => problem?,
        }
    }
    options.drop = arguments.list("--drop");
    options.drop.extend(arguments.list("--drop-labels").into_iter().map(|label| format!("label:{label}")));
    options.features = arguments.list("--feature");
    options.pure = arguments.list("--pure");
    options.inject = arguments.values("--inject").map(PathBuf::from).collect();
    for (extension, name) in pairs(arguments, "--loader", ':')? {
        let loader = one_of(
            "--loader",
            &name,
            Loader::parse(&name),
            "js, jsx, ts, tsx, json, toml, yaml, text, bytes, base64, dataurl, file, copy, empty, css, napi or wasm",
        )?;
        options.loaders.insert(format!(".{}", extension.trim_start_matches('.')), loader);
    }
    options.env = match arguments.value("--env") {
        None | Some("disable") => Env::None,
        Some("inline") => Env::All,
        Some(prefix) if prefix.ends_with('*') => Env::Prefix(prefix.trim_end_matches('*').to_owned()),
        Some(value) => return Err(format!("--env is \"{value}\"; it can be inline, disable or PREFIX_*")),
    };
    let runtime = arguments.value("--jsx-runtime");
    if let Some(value) = runtime.filter(|value| !matches!(*value, "automatic" | "classic" | "preserve")) {
        return Err(format!("--jsx-runtime is \"{value}\"; it can be automatic or classic"));
    }
    options.jsx = Jsx {
        runtime: runtime.map(str::to_owned),
        development: arguments.switch("--jsx-dev"),
        import_source: arguments.value("--jsx-import-source").map(str::to_owned),
        factory: arguments.value("--jsx-factory").map(str::to_owned),
        fragment: arguments.value("--jsx-fragment").map(str::to_owned),
        side_effects: arguments.has("--jsx-side-effects"),
    };
    match arguments.value("--jsx") {
        None => {}
        Some(runtime @ ("automatic" | "preserve")) => options.jsx.runtime = Some(runtime.to_owned()),
        Some("transform") => options.jsx.runtime = Some("classic".to_owned()),
        Some(value) => return Err(format!("--jsx is \"{value}\"; it can be automatic, transform or preserve")),
    }
    options.production = arguments.has("--production");
    if options.production && options.jsx.development.is_none() {
        options.jsx.development = Some(false);
    }
    options.ignore_annotations = arguments.has("--ignore-dce-annotations");
    options.emit_annotations = arguments.has("--emit-dce-annotations");
    options.no_tree_shaking = arguments.switch("--tree-shaking") == Some(false);
    Ok(())
}

fn how_it_is_written(arguments: &Arguments, options: &mut Options) -> Result<(), String> {
    let all = arguments.has("--minify") || options.production;
    options.minify = Minify {
        whitespace: arguments.switch("--minify-whitespace").unwrap_or(all),
        identifiers: arguments.switch("--minify-identifiers").unwrap_or(all),
        syntax: arguments.switch("--minify-syntax").unwrap_or(all),
    };
    options.keep_names = arguments.has("--keep-names");
    if let Some(value) = arguments.value("--legal-comments") {
        let parsed = LegalComments::parse(value);
        options.legal_comments = one_of("--legal-comments", value, parsed, "none, inline, eof, linked or external")?;
    }
    options.source_map = match (arguments.switch("--sourcemap"), arguments.value("--sourcemap")) {
        (None, _) => SourceMap::None,
        (_, Some(value)) => one_of("--sourcemap", value, SourceMap::parse(value), "linked, inline, external or none")?,
        // Without a place for a file, the map goes into the output.
        (_, None) if options.out_dir.is_none() && options.out_file.is_none() => SourceMap::Inline,
        (_, None) => SourceMap::Linked,
    };
    options.omit_sources = arguments.switch("--sources-content") == Some(false);
    options.splitting = arguments.has("--splitting");
    options.banner = arguments.value("--banner").map(banner_text);
    options.footer = arguments.value("--footer").map(banner_text);
    let template = |flag: &str, parts: &[&str]| match arguments.value(flag) {
        Some(template) => values::check_template(flag, template, parts).map(|()| Some(template.to_owned())),
        None => Ok(None),
    };
    options.entry_names = template("--entry-names", &["dir", "name", "hash", "format", "ext"])?;
    options.chunk_names = template("--chunk-names", &["dir", "name", "hash", "format", "ext"])?;
    options.asset_names = template("--asset-names", &["dir", "name", "hash", "ext"])?;
    options.public_path = arguments.value("--public-path").map(str::to_owned);
    options.out_extensions = pairs(arguments, "--out-extension", '=')?.into_iter().collect::<BTreeMap<_, _>>();
    options.metafile_report = arguments.value("--metafile-md").is_some();
    options.metafile =
        options.metafile_report || arguments.value("--metafile").is_some() || arguments.switch("--analyze").is_some();
    Ok(())
}

/// The patterns of computed specifiers that may stay. The shell has no short way to write an empty one.
fn allowed_specifiers(arguments: &Arguments) -> Option<Vec<String>> {
    let patterns: Vec<String> =
        arguments.values("--allow-unresolved").map(|pattern| pattern.replace("<empty>", "")).collect();
    (arguments.has("--reject-unresolved") || !patterns.is_empty()).then_some(patterns)
}

/// `--banner:js=TEXT` of esbuild is the text.
fn banner_text(value: &str) -> String {
    value.strip_prefix("js=").unwrap_or(value).to_owned()
}

/// Values of the form `NAME=VALUE`. esbuild and Bun write `=` where others write `:`, so both are accepted.
fn pairs(arguments: &Arguments, flag: &'static str, separator: char) -> Result<Vec<(String, String)>, String> {
    arguments
        .values(flag)
        .map(|value| {
            let parts = value.split_once('=').or_else(|| value.split_once(separator));
            parts
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .ok_or_else(|| format!("{flag} requires NAME{separator}VALUE, not \"{value}\""))
        })
        .collect()
}

#[cfg(test)]
#[path = "command_tests.rs"]
mod tests;
