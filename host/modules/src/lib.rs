//! `native:modules`: finding, reading and compiling programs' modules, over `brio_loader`.

mod generated {
    pub mod modules_ops;
}

pub use generated::modules_ops::AREA;
use brio_loader::{Form, Loader, ModuleHint, Options};
use brio_realm::jsc::{Context, Value};
use brio_realm::op::{OpError, Text, Thrown};
use generated::modules_ops::{Loaded, ModulesOps, Resolved};
use std::path::Path;

/// State of the area: none; the loader belongs to the process.
#[derive(Default)]
pub struct Modules;

const LINE_FACTOR: f64 = 16_777_216.0;

impl ModulesOps for Modules {
    fn resolve(&self, specifier: &str, parent: &str, is_require: bool) -> Result<Resolved, OpError> {
        let _ = is_require;
        let base = Path::new(parent).parent().unwrap_or(Path::new("/"));
        let path = std::fs::canonicalize(base.join(specifier)).map_err(|_| OpError::coded("ERR_MODULE_NOT_FOUND", format!("Cannot find module '{specifier}' imported from {parent}")))?;
        let format = match path.extension().and_then(|extension| extension.to_str()) {
            Some("mjs" | "mts") => "module",
            Some("cjs" | "cts") => "commonjs",
            Some("json") => "json",
            _ => "detect",
        };
        Ok(Resolved { path: path.to_string_lossy().as_ref().into(), suffix: "".into(), format: format.into() })
    }

    fn format_of(&self, path: &Path) -> Result<Text, OpError> {
        Ok(match path.extension().and_then(|extension| extension.to_str()) {
            Some("mjs" | "mts") => "module",
            Some("cjs" | "cts") => "commonjs",
            Some("json") => "json",
            _ => "detect",
        }
        .into())
    }

    fn load_file(&self, path: &Path, kind: u8) -> Result<Loaded, OpError> {
        let loaded = Loader::shared().load_file(path, &options(&path.to_string_lossy(), kind)).map_err(|error| OpError::system(&error, "open").with_path(path))?;
        Ok(Loaded { handle: loaded.handle, record: loaded.record.into() })
    }

    fn load_source(&self, source: &str, file_name: &str, kind: u8) -> Result<Loaded, OpError> {
        let loaded = Loader::shared().load_source(source, &options(file_name, kind));
        Ok(Loaded { handle: loaded.handle, record: loaded.record.into() })
    }

    fn load_script(&self, source: &str, file_name: &str, import_function: &str) -> Result<Loaded, OpError> {
        let loaded = Loader::shared().load_script(source, &options(file_name, 2), import_function);
        Ok(Loaded { handle: loaded.handle, record: loaded.record.into() })
    }

    fn compile<'cx>(&self, cx: Context<'cx>, handle: u32, form: u8, url: &str) -> Result<Value<'cx>, Thrown<'cx>> {
        let form = match form {
            1 => Form::Generator,
            2 => Form::Async,
            3 => Form::AsyncGenerator,
            _ => Form::Plain,
        };
        let text = Loader::shared().text(handle, form, url).ok_or_else(used_up)?;
        Ok(cx.evaluate(&text, url, 1)?)
    }

    fn run_script<'cx>(&self, cx: Context<'cx>, handle: u32, url: &str) -> Result<Value<'cx>, Thrown<'cx>> {
        let text = Loader::shared().script_text(handle, url).ok_or_else(used_up)?;
        Ok(cx.evaluate(&text, url, 1)?)
    }

    fn release(&self, handle: u32) -> Result<(), OpError> {
        Loader::shared().release(handle);
        Ok(())
    }

    fn map_position(&self, url: &str, line: u32, column: u32) -> Result<f64, OpError> {
        let mapped = Loader::shared().map_position(url, line, column);
        Ok(mapped.map_or(-1.0, |(line, column)| f64::from(line) * LINE_FACTOR + f64::from(column)))
    }

    fn source_line(&self, path: &Path, line: u32) -> Result<Option<Text>, OpError> {
        let text = std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).ok();
        Ok(text.and_then(|text| text.lines().nth(line.saturating_sub(1) as usize).map(Text::from)))
    }

    fn set_home(&self, _home: &str) -> Result<(), OpError> {
        Ok(())
    }

    fn detect_home(&self, _entry: &Path) -> Result<Text, OpError> {
        Ok("node".into())
    }
}

fn used_up() -> OpError {
    OpError::coded("ERR_INTERNAL_ASSERTION", "this module was compiled already")
}

fn options(file_name: &str, kind: u8) -> Options {
    let mut options = Options::for_file(file_name);
    match kind {
        1 => options.module = ModuleHint::EsModule,
        2 => options.module = ModuleHint::CommonJs,
        _ => {}
    }
    options
}
