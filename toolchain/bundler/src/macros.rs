//! Macros (https://bun.com/docs/bundler/macros): functions imported `with { type: "macro" }` are called when the program is
//! built, and their results take the places of the calls. They run in a process of this runtime.

mod calls;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;

use anyhow::{Context, Result, bail};
use oxc_span::SourceType;
use rolldown_plugin::{
    HookTransformArgs, HookTransformOutput, HookTransformReturn, HookUsage, Plugin, PluginHookMeta, PluginOrder,
    SharedTransformPluginContext,
};
use serde_json::{Value, json};
use string_wizard::{MagicString, SourceMapOptions};

use crate::diagnostic::Failures;
use crate::executable::payload;
use crate::options::Options;
use crate::resolution::without_query;
use crate::syntax;

/// The program that calls macros.
const EVALUATOR: &str = include_str!("macros/evaluator.mjs");
/// The variable with what a line with a result begins with.
const MARK_VARIABLE: &str = "BRIO_MACRO_MARK";

/// What is a macro although its import does not say so: the macros' modules by specifiers and the names of exports.
pub(crate) type Remap = BTreeMap<String, BTreeMap<String, String>>;

/// A source by itself with the results of its macros. None when it has none, also because it does not parse. `file`: what
/// the specifiers of macros are relative to.
///
/// # Errors
/// A macro that fails, and a use of one that is not a call with literals.
pub(crate) fn expand(code: &str, source_type: SourceType, file: &Path, remap: &Remap) -> Result<Option<String>> {
    let has_macro = code.contains("macro") && syntax::has_attributes(code);
    if !has_macro && !remap.keys().any(|specifier| code.contains(specifier.as_str())) {
        return Ok(None);
    }
    let macros = Macros { is_allowed: true, failures: Failures::default(), process: Mutex::default() };
    Ok(macros.expanded(code, source_type, file, remap)?.map(|text| text.to_string()))
}

/// The source of a module with the results of its macros. None when it has none.
///
/// # Errors
/// A message: a macro that fails, or a use of one that is not a call with literals.
pub fn expand_macros(code: &str, file: &Path) -> Result<Option<String>, String> {
    let source_type = SourceType::from_path(file).unwrap_or_default();
    expand(code, source_type, file, &Remap::new()).map_err(|error| format!("{error:#}"))
}

/// Whether a source imports macros.
pub(crate) fn has_some(code: &str, source_type: SourceType) -> bool {
    code.contains("macro")
        && syntax::has_attributes(code)
        && calls::find(code, source_type, &Remap::new()).is_ok_and(|found| !found.imports.is_empty())
}

/// Replaces the calls of macros.
pub(crate) struct Macros {
    is_allowed: bool,
    failures: Failures,
    process: Mutex<Option<Evaluator>>,
}

impl std::fmt::Debug for Macros {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Macros").finish_non_exhaustive()
    }
}

impl Macros {
    pub(crate) fn new(options: &Options, failures: &Failures) -> Self {
        Self { is_allowed: options.macros, failures: failures.clone(), process: Mutex::default() }
    }

    fn replace(&self, args: &HookTransformArgs<'_>) -> Result<Option<HookTransformOutput>> {
        let code = args.code.as_str();
        let source_type = syntax::source_type(args.id, args.module_type);
        let Some(text) = self.expanded(code, source_type, Path::new(without_query(args.id)), &Remap::new())? else {
            return Ok(None);
        };
        let map = text.source_map(SourceMapOptions { source: args.id.into(), ..SourceMapOptions::default() });
        Ok(Some(HookTransformOutput {
            code: Some(text.to_string()),
            map: map.into(),
            ..HookTransformOutput::default()
        }))
    }

    /// A source with the results of its macros. None when it has none.
    fn expanded<'s>(
        &self,
        code: &'s str,
        source_type: SourceType,
        file: &Path,
        remap: &Remap,
    ) -> Result<Option<MagicString<'s>>> {
        let found = calls::find(code, source_type, remap)?;
        if found.imports.is_empty() {
            return Ok(None);
        }
        if !self.is_allowed {
            bail!("macros start a process, which this build must not");
        }
        if file.components().any(|part| part.as_os_str() == "node_modules") {
            bail!("a package in node_modules must not have macros");
        }
        let mut text = MagicString::new(code);
        for (span, new) in found.imports {
            text.update(span.start, span.end, new).map_err(anyhow::Error::msg)?;
        }
        for call in &found.calls {
            let request =
                json!({ "importer": file, "specifier": call.specifier, "name": call.name, "args": call.arguments });
            let source = self.evaluate(&request).with_context(|| format!("the macro \"{}\" has failed", call.shown))?;
            text.update(call.start, call.end, format!("({source})")).map_err(anyhow::Error::msg)?;
        }
        Ok(Some(text))
    }

    fn evaluate(&self, request: &Value) -> Result<String> {
        let Ok(mut process) = self.process.lock() else { bail!("another macro has failed") };
        let evaluator = match process.as_mut() {
            Some(evaluator) => evaluator,
            None => process.insert(Evaluator::start()?),
        };
        evaluator.call(request)
    }
}

impl Plugin for Macros {
    fn name(&self) -> Cow<'static, str> {
        Cow::Borrowed("brio:macros")
    }

    fn register_hook_usage(&self) -> HookUsage {
        HookUsage::Transform
    }

    fn transform_meta(&self) -> Option<PluginHookMeta> {
        Some(PluginHookMeta { order: Some(PluginOrder::Pre) })
    }

    async fn transform(&self, _: SharedTransformPluginContext, args: &HookTransformArgs<'_>) -> HookTransformReturn {
        let concerns = syntax::is_code(args.module_type) && args.code.contains("macro");
        match concerns && syntax::has_attributes(args.code) {
            true => self.failures.noted(args.id, self.replace(args)),
            false => Ok(None),
        }
    }
}

/// The process that calls macros.
struct Evaluator {
    child: Child,
    input: Option<ChildStdin>,
    output: BufReader<ChildStdout>,
    mark: String,
}

impl Evaluator {
    fn start() -> Result<Self> {
        if payload::location().is_some() {
            bail!("an executable of brio cannot run macros");
        }
        let runtime = std::env::current_exe().context("the runtime's own file cannot be found")?;
        let mark = format!("macro {:x} ", std::process::id());
        let mut child = Command::new(runtime)
            .args(["--as", "bun", "--input-type=module", "--eval", EVALUATOR])
            .env(MARK_VARIABLE, &mark)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("the process for macros cannot start")?;
        let input = child.stdin.take();
        let Some(output) = child.stdout.take() else { bail!("the process for macros has no output") };
        Ok(Self { child, input, output: BufReader::new(output), mark })
    }

    fn call(&mut self, request: &Value) -> Result<String> {
        let Some(input) = &mut self.input else { bail!("the process for macros has no input") };
        writeln!(input, "{request}").context("the process for macros has ended")?;
        let mut line = String::new();
        loop {
            line.clear();
            if self.output.read_line(&mut line)? == 0 {
                bail!("the process for macros has ended");
            }
            let Some(answer) = line.strip_prefix(&self.mark) else {
                // What a macro prints.
                if !line.trim().is_empty() {
                    eprint!("{line}");
                }
                continue;
            };
            let answer: Value = serde_json::from_str(answer)?;
            return match (answer["source"].as_str(), answer["error"].as_str()) {
                (Some(source), _) => Ok(source.to_owned()),
                (None, error) => bail!("{}", error.unwrap_or("no result")),
            };
        }
    }
}

impl Drop for Evaluator {
    fn drop(&mut self) {
        // It ends with its input.
        self.input = None;
        let _ = self.child.wait();
    }
}
