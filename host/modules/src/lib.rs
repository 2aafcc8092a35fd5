//! `native:modules`: resolving, reading and compiling the modules of programs, over `brio_loader`.

mod generated {
    pub mod modules_ops;
}

use brio_loader::{
    Defines, DenoSource, Form, Found, HELPERS_SOURCE, Home, Loader, ModuleHint, ModuleText, RealmCounters,
    ResolveError, ResolveRequest, ScriptNames, Settings, lower_code, read_repl_input, strip_types,
};
use brio_realm::Realm;
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Text, Thrown};
use brio_realm::permission;
pub use generated::modules_ops::AREA;
use generated::modules_ops::{Loaded, ModuleForm, ModulesOps, Resolved, SourceGoal, SourcePosition, Stripped};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// State of the area: the loader, which all realms of the runtime share.
pub struct Modules {
    loader: Arc<Loader>,
    counters: RealmCounters,
}

impl Default for Modules {
    fn default() -> Self {
        Self { loader: Realm::current().shared_as(), counters: RealmCounters::default() }
    }
}

impl ModulesOps for Modules {
    fn resolve(&self, specifier: &str, parent: &str, is_require: bool) -> Result<Resolved, OpError> {
        self.find(specifier, Path::new(parent), ResolveRequest { is_require, ..ResolveRequest::default() })
    }

    fn resolve_main(&self, path: &Path) -> Result<Resolved, OpError> {
        self.find(
            &path.to_string_lossy(),
            path,
            ResolveRequest { is_require: true, is_entry: true, ..ResolveRequest::default() },
        )
    }

    fn resolve_in(&self, specifier: &str, parent: &str, folders: &[String]) -> Result<Resolved, OpError> {
        let folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
        self.find(
            specifier,
            Path::new(parent),
            ResolveRequest { is_require: true, lookup_folders: Some(&folders), ..ResolveRequest::default() },
        )
    }

    fn resolve_under(
        &self,
        specifier: &str,
        parent: &str,
        is_require: bool,
        conditions: &[String],
    ) -> Result<Resolved, OpError> {
        self.find(
            specifier,
            Path::new(parent),
            ResolveRequest { is_require, conditions: Some(conditions), ..ResolveRequest::default() },
        )
    }

    fn read_repl_input(&self, source: &str) -> Result<Text, OpError> {
        Ok(read_repl_input(source).into())
    }

    fn format_of(&self, path: &Path) -> Result<Text, OpError> {
        Ok(self.loader.resolution().format(path).map_err(unresolved)?.into())
    }

    fn package_scope(&self, path: &Path) -> Result<Option<Text>, OpError> {
        let package = self.loader.resolution().package_scope(path).map_err(unresolved)?;
        Ok(package.map(|path| path.to_string_lossy().as_ref().into()))
    }

    fn mapped_package(&self, specifier: &str, importer: &Path) -> Result<Option<Text>, OpError> {
        Ok(self.loader.resolution().mapped_package(specifier, importer).map(|package| package.as_str().into()))
    }

    fn load_file(&self, path: &Path, goal: SourceGoal) -> Result<Loaded, OpError> {
        permission::note_loaded(path);
        let loaded = self
            .loader
            .load_file_as(path, goal.into(), permission::open_module)
            .map_err(|error| OpError::system(&error, "open").with_path(path))?;
        Ok(Loaded { handle: loaded.handle, record: loaded.record.into() })
    }

    fn load_source(&self, source: &str, file_name: &str, goal: SourceGoal) -> Result<Loaded, OpError> {
        let loader = &self.loader;
        let loaded = loader.load_source(source, &loader.options_for(file_name, goal.into()));
        Ok(Loaded { handle: loaded.handle, record: loaded.record.into() })
    }

    fn load_script(&self, source: &str, file_name: &str, names: &[String]) -> Result<Loaded, OpError> {
        let loader = &self.loader;
        let names = script_names(names, &[]);
        let loaded = loader.load_script(source, &loader.options_for(file_name, ModuleHint::CommonJs), names);
        Ok(Loaded { handle: loaded.handle, record: loaded.record.into() })
    }

    fn lower_code(&self, source: &str, names: &[String], bindings: &[String]) -> Result<Option<Text>, OpError> {
        let bindings: Vec<(&str, &str)> =
            bindings.chunks_exact(2).map(|pair| (pair[0].as_str(), pair[1].as_str())).collect();
        Ok(lower_code(source, script_names(names, &bindings)).map(Text::from))
    }

    fn strip_types(&self, source: &str) -> Result<Stripped, OpError> {
        Ok(match strip_types(source) {
            Ok(text) => Stripped { text: text.into(), error: None },
            Err(error) => Stripped { text: "".into(), error: Some(error.into()) },
        })
    }

    fn make_helpers<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        Ok(cx.evaluate(HELPERS_SOURCE, "internal:helpers", 1)?)
    }

    fn compile<'cx>(
        &self,
        cx: Context<'cx>,
        handle: u32,
        form: ModuleForm,
        url: &str,
    ) -> Result<Value<'cx>, Thrown<'cx>> {
        let (loader, form) = (&self.loader, form.into());
        if Realm::current().is_worker() {
            // Its virtual machine finds what others compiled, or ends before its bytecode would be requested.
            return Ok(cx.evaluate(&loader.text(handle, form, url).ok_or_else(used_up)?, url, 1)?);
        }
        Ok(match loader.text_to_evaluate(handle, form, url).ok_or_else(used_up)? {
            ModuleText::Plain(text) => cx.evaluate(&text, url, 1)?,
            ModuleText::Stored { text, bytes, text_hash } => cx.evaluate_stored(text, url, bytes, text_hash)?,
            ModuleText::Wanted { text, number } => cx.evaluate_collecting(text, url, number)?,
        })
    }

    fn refuse_bytecode(&self) -> Result<(), OpError> {
        self.loader.refuse_bytecode();
        Ok(())
    }

    fn run_script<'cx>(&self, cx: Context<'cx>, handle: u32, url: &str) -> Result<Value<'cx>, Thrown<'cx>> {
        let text = self.loader.script_text(handle, url).ok_or_else(used_up)?;
        Ok(cx.evaluate(&text, url, 1)?)
    }

    fn module_text(&self, handle: u32, form: ModuleForm, url: &str) -> Result<Text, OpError> {
        Ok(self.loader.text(handle, form.into(), url).ok_or_else(used_up)?.into())
    }

    fn script_text(&self, handle: u32, url: &str) -> Result<Text, OpError> {
        Ok(self.loader.script_text(handle, url).ok_or_else(used_up)?.into())
    }

    fn release(&self, handle: u32) -> Result<(), OpError> {
        self.loader.release(handle);
        Ok(())
    }

    fn map_position(&self, url: &str, line: u32, column: u32) -> Result<Option<SourcePosition>, OpError> {
        Ok(self.loader.map_position(url, line, column).map(|(line, column)| SourcePosition { line, column }))
    }

    fn source_position(&self, url: &str, line: u32, column: u32) -> Result<Option<SourcePosition>, OpError> {
        Ok(self.loader.source_position(url, line, column).map(|(line, column)| SourcePosition { line, column }))
    }

    fn evaluated_position(&self, url: &str, line: u32, column: u32) -> Result<Option<SourcePosition>, OpError> {
        Ok(self.loader.evaluated_position(url, line, column).map(|(line, column)| SourcePosition { line, column }))
    }

    fn source_line(&self, path: &Path, line: u32) -> Result<Option<Text>, OpError> {
        let bytes = permission::read_for_message(path);
        let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
        Ok(text.and_then(|text| text.lines().nth(line.saturating_sub(1) as usize).map(Text::from)))
    }

    fn read_module(&self, path: &Path) -> Result<Vec<u8>, OpError> {
        permission::note_loaded(path);
        let mut bytes = Vec::new();
        permission::open_module(path)
            .and_then(|mut file| file.read_to_end(&mut bytes))
            .map_err(|error| OpError::system(&error, "open").with_path(path))?;
        Ok(bytes)
    }

    fn read_module_text(&self, path: &Path) -> Result<Text, OpError> {
        let bytes = self.read_module(path)?;
        Ok(String::from_utf8_lossy(&bytes).into_owned().into())
    }

    fn read_nearby(&self, path: &Path) -> Result<Option<Text>, OpError> {
        let bytes = match is_settings(path) {
            true => permission::read_without_links(path),
            false => permission::read_for_message(path),
        };
        Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned().into()))
    }

    fn changed_ms(&self, path: &Path) -> Result<f64, OpError> {
        let changed = |found: std::fs::Metadata| found.ctime() as f64 * 1e3 + found.ctime_nsec() as f64 / 1e6;
        Ok(std::fs::metadata(path).map_or(-1.0, changed))
    }

    fn set_home(&self, home: &str) -> Result<(), OpError> {
        let home = match home {
            "bun" => Home::Bun,
            "deno" => Home::Deno,
            _ => Home::Node,
        };
        self.loader.resolution().set_home(home);
        Ok(())
    }

    fn configure(
        &self,
        conditions: &[String],
        global_folders: &[String],
        preserve_symlinks: bool,
        preserve_symlinks_main: bool,
    ) -> Result<(), OpError> {
        let global_folders = global_folders.iter().map(PathBuf::from).collect();
        let settings =
            Settings { conditions: conditions.to_vec(), global_folders, preserve_symlinks, preserve_symlinks_main };
        self.loader.resolution().configure(settings);
        Ok(())
    }

    fn configure_deno(&self, config: &str, is_none: bool, import_map: &str) -> Result<(), OpError> {
        let path = |text: &str| (!text.is_empty()).then(|| PathBuf::from(text));
        let source = DenoSource { config: path(config), is_none, import_map: path(import_map) };
        self.loader.resolution().set_deno_source(source);
        Ok(())
    }

    fn name_cache(&self, directory: &Path, is_portable: bool) -> Result<Text, OpError> {
        let folder = self
            .loader
            .name_cache(directory, is_portable)
            .map_err(|error| OpError::system(&error, "mkdir").with_path(directory))?;
        Ok(folder.to_string_lossy().as_ref().into())
    }

    fn named_cache(&self) -> Result<Option<Text>, OpError> {
        Ok(self.loader.named_cache().map(|folder| folder.to_string_lossy().as_ref().into()))
    }

    fn set_defines(&self, names: &[String], values: &[String], drops: &[String]) -> Result<(), OpError> {
        let values = names.iter().cloned().zip(values.iter().cloned()).collect();
        self.loader.set_defines(Defines { values, drops: drops.to_vec() });
        Ok(())
    }

    fn override_compiler_options(&self, tsconfig: &str, options: &str) -> Result<(), OpError> {
        self.loader.override_compiler_options(tsconfig, options);
        Ok(())
    }

    fn enable_coverage(&self, folder: &Path) -> Result<(), OpError> {
        self.loader.coverage().enable(folder);
        Ok(())
    }

    fn coverage_counters<'cx>(&self, cx: Context<'cx>, id: &str) -> Result<Value<'cx>, Thrown<'cx>> {
        let counters = self.counters.take(&self.loader, id).ok_or_else(used_up)?;
        Ok(cx.shared_counters(counters)?)
    }

    fn coverage_results(&self, resets: bool) -> Result<Text, OpError> {
        Ok(self.loader.coverage().results(resets).into())
    }

    fn coverage_map(&self, path: &Path) -> Result<Option<Text>, OpError> {
        let map = self.loader.coverage_map(path).map_err(|error| OpError::system(&error, "open").with_path(path))?;
        Ok(map.map(Text::from))
    }

    fn detect_home(&self, entry: &Path) -> Result<Text, OpError> {
        let name = match self.loader.detect_home(entry) {
            Home::Node => "node",
            Home::Bun => "bun",
            Home::Deno => "deno",
        };
        Ok(name.into())
    }
}

impl Modules {
    fn find(&self, specifier: &str, parent: &Path, request: ResolveRequest<'_>) -> Result<Resolved, OpError> {
        let Found { path, suffix, format } =
            self.loader.resolution().resolve(specifier, parent, request).map_err(unresolved)?;
        Ok(Resolved { path: path.to_string_lossy().as_ref().into(), suffix: suffix.into(), format: format.into() })
    }
}

/// Files that the runtime itself needs to know, whatever the program may read.
fn is_settings(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name == "package.json") || path == Path::new("/etc/resolv.conf")
}

/// In the order of `ops/modules.ops.ts`; missing ones are empty.
fn script_names<'a>(names: &'a [String], bindings: &'a [(&'a str, &'a str)]) -> ScriptNames<'a> {
    let name = |index: usize| names.get(index).map_or("", String::as_str);
    ScriptNames {
        import_function: name(0),
        stack: name(1),
        helpers: name(2),
        context: name(3),
        code: name(4),
        bindings,
    }
}

fn unresolved(error: ResolveError) -> OpError {
    let coded = OpError::coded(error.code.as_str(), error.message);
    match error.path {
        Some(path) => coded.with_path(&path),
        None => coded,
    }
}

impl From<SourceGoal> for ModuleHint {
    fn from(goal: SourceGoal) -> Self {
        match goal {
            SourceGoal::Detect => Self::Detect,
            SourceGoal::EsModule => Self::EsModule,
            SourceGoal::CommonJs => Self::CommonJs,
        }
    }
}

impl From<ModuleForm> for Form {
    fn from(form: ModuleForm) -> Self {
        match form {
            ModuleForm::Plain => Self::Plain,
            ModuleForm::Generator => Self::Generator,
            ModuleForm::Async => Self::Async,
            ModuleForm::AsyncGenerator => Self::AsyncGenerator,
        }
    }
}

fn used_up() -> OpError {
    OpError::coded("ERR_INTERNAL_ASSERTION", "this module was compiled already")
}
