// @generated from ops/modules.ops.ts by `./x codegen`. Do not edit.
#![allow(clippy::all, dead_code, unused_imports, unused_mut, unused_variables, missing_docs)]
use crate::Modules;
use brio_realm::jsc::{Arguments, Context, NativeFunction, PinnedBytes, Value};
use brio_realm::op::{self, Area, AreaFunction, OpError, Text, Thrown};
use std::path::{Path, PathBuf};

/// The resolution of a specifier.
#[derive(Debug)]
pub struct Resolved {
    /// Absolute path of a file, or the specifier itself for a builtin.
    pub path: Text,
    /// Query and fragment, with their `?` and `#`.
    pub suffix: Text,
    /// `builtin`, `module`, `commonjs`, `json`, `wasm`, `addon`, `detect` (by syntax), or an unknown extension.
    pub format: Text,
}

impl<'cx> op::IntoValue<'cx> for Resolved {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "path", op::IntoValue::into_value(self.path, cx)?)?;
        object.set(cx, "suffix", op::IntoValue::into_value(self.suffix, cx)?)?;
        object.set(cx, "format", op::IntoValue::into_value(self.format, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Resolved {}

/// A module that was read and transformed.
#[derive(Debug)]
pub struct Loaded {
    /// For `compile`; 0 when the record has an error.
    pub handle: u32,
    /// JSON: see engine/loader/src/record.rs.
    pub record: Text,
}

impl<'cx> op::IntoValue<'cx> for Loaded {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "handle", op::IntoValue::into_value(self.handle, cx)?)?;
        object.set(cx, "record", op::IntoValue::into_value(self.record, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Loaded {}

/// TypeScript without its types.
#[derive(Debug)]
pub struct Stripped {
    pub text: Text,
    /// JSON `{ code, message }` of the first error, null for none.
    pub error: Option<Text>,
}

impl<'cx> op::IntoValue<'cx> for Stripped {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "text", op::IntoValue::into_value(self.text, cx)?)?;
        object.set(cx, "error", op::IntoValue::into_value(self.error, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for Stripped {}

/// A position in a source; both count from 1.
#[derive(Debug)]
pub struct SourcePosition {
    pub line: u32,
    pub column: u32,
}

impl<'cx> op::IntoValue<'cx> for SourcePosition {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let object = cx.object();
        object.set(cx, "line", op::IntoValue::into_value(self.line, cx)?)?;
        object.set(cx, "column", op::IntoValue::into_value(self.column, cx)?)?;
        Ok(object)
    }
}
impl op::ArrayItem for SourcePosition {}

/// How a source is parsed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum SourceGoal {
    /// By the name of the file, else by syntax.
    Detect = 0,
    EsModule = 1,
    CommonJs = 2,
}

impl SourceGoal {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Detect,
            1 => Self::EsModule,
            2 => Self::CommonJs,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for SourceGoal {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of SourceGoal")
    }
}

impl<'cx> op::IntoValue<'cx> for SourceGoal {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// The form of a module's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ModuleForm {
    Plain = 0,
    /// Its declarations are hoisted in a first step.
    Generator = 1,
    /// It has a top-level `await`.
    Async = 2,
    AsyncGenerator = 3,
}

impl ModuleForm {
    /// The value of a number; None for a number without one.
    pub fn from_number(number: u8) -> Option<Self> {
        Some(match number {
            0 => Self::Plain,
            1 => Self::Generator,
            2 => Self::Async,
            3 => Self::AsyncGenerator,
            _ => return None,
        })
    }
}

impl<'cx> op::FromArgument<'cx> for ModuleForm {
    fn from_argument(cx: Context<'cx>, value: Value<'cx>) -> Result<Self, &'static str> {
        let number = <u8 as op::FromArgument>::from_argument(cx, value)?;
        Self::from_number(number).ok_or("a value of ModuleForm")
    }
}

impl<'cx> op::IntoValue<'cx> for ModuleForm {
    fn into_value(self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::IntoValue::into_value(self as u8, cx)
    }
}

/// What `crate::Modules` implements.
pub trait ModulesOps {
    /// Resolves `specifier` for an import (or a require) in the file `parent`. `conditions` are those of the home. Throws
    /// Node's resolution errors (ERR_MODULE_NOT_FOUND, MODULE_NOT_FOUND, ERR_PACKAGE_PATH_NOT_EXPORTED, …).
    /// @permission none: the loader reads what the program imports
    fn resolve(&self, specifier: &str, parent: &str, is_require: bool) -> Result<Resolved, OpError>;
    /// Resolves the absolute path of the program's main file as `require` does, with the rules for a main file.
    /// @permission none: the loader reads what the program imports
    fn resolve_main(&self, path: &Path) -> Result<Resolved, OpError>;
    /// Resolves a `require` that searches packages only in `folders` (`module.paths`, the `paths` of `require.resolve`).
    /// @permission none: the loader reads what the program imports
    fn resolve_in(&self, specifier: &str, parent: &str, folders: &[String]) -> Result<Resolved, OpError>;
    /// As `resolve`, with exactly these conditions.
    /// @permission none: the loader reads what the program imports
    fn resolve_under(
        &self,
        specifier: &str,
        parent: &str,
        is_require: bool,
        conditions: &[String],
    ) -> Result<Resolved, OpError>;
    /// Classifies a REPL input, as JSON `{ kind, text?, error? }`. `kind`: `script`; `awaiting`, where `text` is the
    /// source to run instead, a promise of `{ value }` or undefined; `incomplete`; `invalid`, where `error` is as in a
    /// record.
    /// @permission none: the source is in its arguments
    fn read_repl_input(&self, source: &str) -> Result<Text, OpError>;
    /// The format of a file by its name and the nearest package.json, as `Resolved.format`.
    /// @permission none: the loader reads what the program imports
    fn format_of(&self, path: &Path) -> Result<Text, OpError>;
    /// The package.json of a file's package scope, null for none. Throws ERR_INVALID_PACKAGE_CONFIG.
    /// @permission none: the loader reads what the program imports
    fn package_scope(&self, path: &Path) -> Result<Option<Text>, OpError>;
    /// The package that an import means by Deno's import map, such as `npm:chalk@5`; null for another import, and for a package
    /// that a `node_modules` has.
    /// @permission none: the loader reads what the program imports
    fn mapped_package(&self, specifier: &str, importer: &Path) -> Result<Option<Text>, OpError>;
    /// Reads and transforms a file. Throws the system's error.
    /// @permission load(path)
    fn load_file(&self, path: &Path, goal: SourceGoal) -> Result<Loaded, OpError>;
    /// Transforms source as if it were the file `fileName`.
    /// @permission none: the source is in its arguments
    fn load_source(&self, source: &str, file_name: &str, goal: SourceGoal) -> Result<Loaded, OpError>;
    /// Transforms a classic script, which reads the functions of lowered syntax from free variables. `names` are, in this
    /// order: the function for `import()`; the one for reads of `.stack` (empty: they stay); the helpers; the cell in
    /// which `await` stores the asynchronous context (empty: it does not); the function for the source of `eval` (empty:
    /// none). Missing ones are empty.
    /// @permission none: the source is in its arguments
    fn load_script(&self, source: &str, file_name: &str, names: &[String]) -> Result<Loaded, OpError>;
    /// The source of a script, lowered as by `loadScript`; null when it does not parse. `bindings` are pairs of free
    /// variables and the expressions that read them.
    /// @permission none: the source is in its arguments
    fn lower_code(&self, source: &str, names: &[String], bindings: &[String]) -> Result<Option<Text>, OpError>;
    /// Replaces the types of a source by white space; rejects syntax with a meaning at run time.
    /// @permission none: the source is in its arguments
    fn strip_types(&self, source: &str) -> Result<Stripped, OpError>;
    /// Creates the helpers object of lowered syntax; a new one on each call.
    /// @permission none: creates functions
    fn make_helpers<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Evaluates a module's function. Stack traces show `url`. Consumes the handle.
    /// @permission none: works on a loaded module
    fn compile<'cx>(
        &self,
        cx: Context<'cx>,
        handle: u32,
        form: ModuleForm,
        url: &str,
    ) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Compiles the files of all threads from their sources from now on: functions in stored bytecode have no breakpoints
    /// when a debugger connects after they were loaded.
    /// @permission none: how files are compiled
    fn refuse_bytecode(&self) -> Result<(), OpError>;
    /// Evaluates a script in the global scope. Consumes the handle.
    /// @permission none: works on a loaded module
    fn run_script<'cx>(&self, cx: Context<'cx>, handle: u32, url: &str) -> Result<Value<'cx>, Thrown<'cx>>;
    /// Releases a handle.
    /// @permission none: works on a loaded module
    fn release(&self, handle: u32) -> Result<(), OpError>;
    /// The position in the source of a position in evaluated code; null for code that is not a module.
    /// @permission none: a position in loaded code
    fn map_position(&self, url: &str, line: u32, column: u32) -> Result<Option<SourcePosition>, OpError>;
    /// As `mapPosition`, for a statement: a debugger's column is where that begins.
    /// @permission none: a position in loaded code
    fn source_position(&self, url: &str, line: u32, column: u32) -> Result<Option<SourcePosition>, OpError>;
    /// The position in evaluated code of a position in the source; null for code that is not a module.
    /// @permission none: a position in loaded code
    fn evaluated_position(&self, url: &str, line: u32, column: u32) -> Result<Option<SourcePosition>, OpError>;
    /// Line `line` (from 1) of a file; null when it cannot be read.
    /// @permission none: the loader quotes the program's source in errors
    fn source_line(&self, path: &Path, line: u32) -> Result<Option<Text>, OpError>;
    /// The bytes of a file that a program imports. Throws the system's error.
    /// @permission load(path)
    fn read_module(&self, path: &Path) -> Result<Vec<u8>, OpError>;
    /// A file that a program imports, decoded as UTF-8. Throws the system's error.
    /// @permission load(path)
    fn read_module_text(&self, path: &Path) -> Result<Text, OpError>;
    /// A package.json, or the source of loaded code for a message, decoded as UTF-8; null when it cannot be read.
    /// @permission none: the loader reads the files around the program
    fn read_nearby(&self, path: &Path) -> Result<Option<Text>, OpError>;
    /// When the content, the name or the metadata of a file changed last, in milliseconds since 1970; -1 when it cannot be
    /// looked at.
    /// @permission none: the loader looks at the files of the program
    fn changed_ms(&self, path: &Path) -> Result<f64, OpError>;
    /// Sets the home whose conditions and rules the resolver follows: `node`, `bun` or `deno`.
    /// @permission none: sets options of this process
    fn set_home(&self, home: &str) -> Result<(), OpError>;
    /// Sets the resolution options of the command line and the environment: conditions besides the home's, the folders
    /// where `require` searches last, and whether symbolic links stay unresolved (for all files, for the main file). Call
    /// it before `resolve`. Each thread has conditions of its own; the rest is that of the first thread.
    /// @permission none: sets options of this process
    fn configure(
        &self,
        conditions: &[String],
        global_folders: &[String],
        preserve_symlinks: bool,
        preserve_symlinks_main: bool,
    ) -> Result<(), OpError>;
    /// Sets where the configuration of a program of Deno is: a file in place of the nearest deno.json (empty: the nearest), none at
    /// all, and a file with an import map in place of its own (empty: its own). Call it before `resolve`.
    /// @permission none: sets options of this process
    fn configure_deno(&self, config: &str, is_none: bool, import_map: &str) -> Result<(), OpError>;
    /// Moves the cache of transformed sources to a folder below `directory`, which is created, and returns it. Throws the
    /// system's error.
    /// @permission read(directory)
    /// @permission write(directory)
    fn name_cache(&self, directory: &Path, is_portable: bool) -> Result<Text, OpError>;
    /// The folder of the cache of transformed sources, when the program or NODE_COMPILE_CACHE named it; else null.
    /// @permission none: a setting of this process
    fn named_cache(&self) -> Result<Option<Text>, OpError>;
    /// Sets the substitutions of the command line, for files that are loaded from now on, in all threads and in place of an earlier
    /// call: `names` are free names, or names joined by dots, `values` the sources of the expressions that replace them, and `drops`
    /// names whose calls are removed.
    /// @permission none: sets options of this process
    fn set_defines(&self, names: &[String], values: &[String], drops: &[String]) -> Result<(), OpError>;
    /// Sets how files are compiled that are loaded from now on, in all threads and in place of an earlier call: a tsconfig in place
    /// of their own (empty: their own), and `options`, the JSON of `compilerOptions` that have precedence over it.
    /// @permission none: sets options of this process
    fn override_compiler_options(&self, tsconfig: &str, options: &str) -> Result<(), OpError>;
    /// Counts what runs in the files of `folder` that are loaded from now on, in all threads; files of packages are left out.
    /// The first call decides.
    /// @permission none: sets options of this process
    fn enable_coverage(&self, folder: &Path) -> Result<(), OpError>;
    /// The counters of a file, by the identifier that its source contains: a Uint32Array.
    /// @permission none: works on a loaded module
    fn coverage_counters<'cx>(&self, cx: Context<'cx>, id: &str) -> Result<Value<'cx>, Thrown<'cx>>;
    /// JSON: an array of `{ file, map, counts }`, one for each file that was loaded and counted. `resets`: the counters start
    /// again at 0.
    /// @permission none: describes loaded modules
    fn coverage_results(&self, resets: bool) -> Result<Text, OpError>;
    /// JSON: what the counters of a file would count; null for one that cannot be parsed or that a comment excludes. Throws
    /// the system's error.
    /// @permission read(path)
    fn coverage_map(&self, path: &Path) -> Result<Option<Text>, OpError>;
    /// The home that the files around `entry` indicate.
    /// @permission none: the loader looks at the files around the program
    fn detect_home(&self, entry: &Path) -> Result<Text, OpError>;
    /// The source that `compile` would evaluate, for another context. Consumes the handle.
    /// @permission none: works on a loaded module
    fn module_text(&self, handle: u32, form: ModuleForm, url: &str) -> Result<Text, OpError>;
    /// The source that `runScript` would evaluate, for another context. Consumes the handle.
    /// @permission none: works on a loaded module
    fn script_text(&self, handle: u32, url: &str) -> Result<Text, OpError>;
}

thread_local! {
    static STATE: std::cell::RefCell<Option<std::rc::Rc<Modules>>> = const { std::cell::RefCell::new(None) };
}

/// The state of this thread, made on first use, until its realm ends.
pub fn state() -> std::rc::Rc<Modules> {
    STATE.with_borrow(Option::clone).unwrap_or_else(|| {
        let made = std::rc::Rc::<Modules>::default();
        STATE.set(Some(made.clone()));
        op::drop_at_end(|| drop(STATE.take()));
        made
    })
}

struct ResolveOp;
impl NativeFunction for ResolveOp {
    const NAME: &'static str = "resolve";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut specifier: String = op::argument(cx, &arguments, 0, "resolve: specifier")?;
        let mut parent: String = op::argument(cx, &arguments, 1, "resolve: parent")?;
        let mut is_require: bool = op::argument(cx, &arguments, 2, "resolve: is_require")?;
        op::finish(cx, ModulesOps::resolve(&*state(), &specifier, &parent, is_require))
    }
}

struct ResolveMainOp;
impl NativeFunction for ResolveMainOp {
    const NAME: &'static str = "resolveMain";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "resolveMain: path")?;
        op::finish(cx, ModulesOps::resolve_main(&*state(), &path))
    }
}

struct ResolveInOp;
impl NativeFunction for ResolveInOp {
    const NAME: &'static str = "resolveIn";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut specifier: String = op::argument(cx, &arguments, 0, "resolveIn: specifier")?;
        let mut parent: String = op::argument(cx, &arguments, 1, "resolveIn: parent")?;
        let mut folders: Vec<String> = op::argument(cx, &arguments, 2, "resolveIn: folders")?;
        op::finish(cx, ModulesOps::resolve_in(&*state(), &specifier, &parent, &folders))
    }
}

struct ResolveUnderOp;
impl NativeFunction for ResolveUnderOp {
    const NAME: &'static str = "resolveUnder";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut specifier: String = op::argument(cx, &arguments, 0, "resolveUnder: specifier")?;
        let mut parent: String = op::argument(cx, &arguments, 1, "resolveUnder: parent")?;
        let mut is_require: bool = op::argument(cx, &arguments, 2, "resolveUnder: is_require")?;
        let mut conditions: Vec<String> = op::argument(cx, &arguments, 3, "resolveUnder: conditions")?;
        op::finish(cx, ModulesOps::resolve_under(&*state(), &specifier, &parent, is_require, &conditions))
    }
}

struct ReadReplInputOp;
impl NativeFunction for ReadReplInputOp {
    const NAME: &'static str = "readReplInput";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "readReplInput: source")?;
        op::finish(cx, ModulesOps::read_repl_input(&*state(), &source))
    }
}

struct FormatOfOp;
impl NativeFunction for FormatOfOp {
    const NAME: &'static str = "formatOf";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "formatOf: path")?;
        op::finish(cx, ModulesOps::format_of(&*state(), &path))
    }
}

struct PackageScopeOp;
impl NativeFunction for PackageScopeOp {
    const NAME: &'static str = "packageScope";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "packageScope: path")?;
        op::finish(cx, ModulesOps::package_scope(&*state(), &path))
    }
}

struct MappedPackageOp;
impl NativeFunction for MappedPackageOp {
    const NAME: &'static str = "mappedPackage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut specifier: String = op::argument(cx, &arguments, 0, "mappedPackage: specifier")?;
        let mut importer: PathBuf = op::argument(cx, &arguments, 1, "mappedPackage: importer")?;
        op::finish(cx, ModulesOps::mapped_package(&*state(), &specifier, &importer))
    }
}

struct LoadFileOp;
impl NativeFunction for LoadFileOp {
    const NAME: &'static str = "loadFile";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "loadFile: path")?;
        let mut goal: SourceGoal = op::argument(cx, &arguments, 1, "loadFile: goal")?;
        op::permit(cx, &[op::Permission::Load(op::Subject::from(&path))])?;
        op::finish(cx, ModulesOps::load_file(&*state(), &path, goal))
    }
}

struct LoadSourceOp;
impl NativeFunction for LoadSourceOp {
    const NAME: &'static str = "loadSource";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "loadSource: source")?;
        let mut file_name: String = op::argument(cx, &arguments, 1, "loadSource: file_name")?;
        let mut goal: SourceGoal = op::argument(cx, &arguments, 2, "loadSource: goal")?;
        op::finish(cx, ModulesOps::load_source(&*state(), &source, &file_name, goal))
    }
}

struct LoadScriptOp;
impl NativeFunction for LoadScriptOp {
    const NAME: &'static str = "loadScript";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "loadScript: source")?;
        let mut file_name: String = op::argument(cx, &arguments, 1, "loadScript: file_name")?;
        let mut names: Vec<String> = op::argument(cx, &arguments, 2, "loadScript: names")?;
        op::finish(cx, ModulesOps::load_script(&*state(), &source, &file_name, &names))
    }
}

struct LowerCodeOp;
impl NativeFunction for LowerCodeOp {
    const NAME: &'static str = "lowerCode";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "lowerCode: source")?;
        let mut names: Vec<String> = op::argument(cx, &arguments, 1, "lowerCode: names")?;
        let mut bindings: Vec<String> = op::argument(cx, &arguments, 2, "lowerCode: bindings")?;
        op::finish(cx, ModulesOps::lower_code(&*state(), &source, &names, &bindings))
    }
}

struct StripTypesOp;
impl NativeFunction for StripTypesOp {
    const NAME: &'static str = "stripTypes";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut source: String = op::argument(cx, &arguments, 0, "stripTypes: source")?;
        op::finish(cx, ModulesOps::strip_types(&*state(), &source))
    }
}

struct MakeHelpersOp;
impl NativeFunction for MakeHelpersOp {
    const NAME: &'static str = "makeHelpers";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ModulesOps::make_helpers(&*state(), cx))
    }
}

struct CompileOp;
impl NativeFunction for CompileOp {
    const NAME: &'static str = "compile";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "compile: handle")?;
        let mut form: ModuleForm = op::argument(cx, &arguments, 1, "compile: form")?;
        let mut url: String = op::argument(cx, &arguments, 2, "compile: url")?;
        op::finish(cx, ModulesOps::compile(&*state(), cx, handle, form, &url))
    }
}

struct RefuseBytecodeOp;
impl NativeFunction for RefuseBytecodeOp {
    const NAME: &'static str = "refuseBytecode";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ModulesOps::refuse_bytecode(&*state()))
    }
}

struct RunScriptOp;
impl NativeFunction for RunScriptOp {
    const NAME: &'static str = "runScript";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "runScript: handle")?;
        let mut url: String = op::argument(cx, &arguments, 1, "runScript: url")?;
        op::finish(cx, ModulesOps::run_script(&*state(), cx, handle, &url))
    }
}

struct ReleaseOp;
impl NativeFunction for ReleaseOp {
    const NAME: &'static str = "release";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "release: handle")?;
        op::finish(cx, ModulesOps::release(&*state(), handle))
    }
}

struct MapPositionOp;
impl NativeFunction for MapPositionOp {
    const NAME: &'static str = "mapPosition";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut url: String = op::argument(cx, &arguments, 0, "mapPosition: url")?;
        let mut line: u32 = op::argument(cx, &arguments, 1, "mapPosition: line")?;
        let mut column: u32 = op::argument(cx, &arguments, 2, "mapPosition: column")?;
        op::finish(cx, ModulesOps::map_position(&*state(), &url, line, column))
    }
}

struct SourcePositionOp;
impl NativeFunction for SourcePositionOp {
    const NAME: &'static str = "sourcePosition";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut url: String = op::argument(cx, &arguments, 0, "sourcePosition: url")?;
        let mut line: u32 = op::argument(cx, &arguments, 1, "sourcePosition: line")?;
        let mut column: u32 = op::argument(cx, &arguments, 2, "sourcePosition: column")?;
        op::finish(cx, ModulesOps::source_position(&*state(), &url, line, column))
    }
}

struct EvaluatedPositionOp;
impl NativeFunction for EvaluatedPositionOp {
    const NAME: &'static str = "evaluatedPosition";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut url: String = op::argument(cx, &arguments, 0, "evaluatedPosition: url")?;
        let mut line: u32 = op::argument(cx, &arguments, 1, "evaluatedPosition: line")?;
        let mut column: u32 = op::argument(cx, &arguments, 2, "evaluatedPosition: column")?;
        op::finish(cx, ModulesOps::evaluated_position(&*state(), &url, line, column))
    }
}

struct SourceLineOp;
impl NativeFunction for SourceLineOp {
    const NAME: &'static str = "sourceLine";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "sourceLine: path")?;
        let mut line: u32 = op::argument(cx, &arguments, 1, "sourceLine: line")?;
        op::finish(cx, ModulesOps::source_line(&*state(), &path, line))
    }
}

struct ReadModuleOp;
impl NativeFunction for ReadModuleOp {
    const NAME: &'static str = "readModule";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "readModule: path")?;
        op::permit(cx, &[op::Permission::Load(op::Subject::from(&path))])?;
        op::finish(cx, ModulesOps::read_module(&*state(), &path))
    }
}

struct ReadModuleTextOp;
impl NativeFunction for ReadModuleTextOp {
    const NAME: &'static str = "readModuleText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "readModuleText: path")?;
        op::permit(cx, &[op::Permission::Load(op::Subject::from(&path))])?;
        op::finish(cx, ModulesOps::read_module_text(&*state(), &path))
    }
}

struct ReadNearbyOp;
impl NativeFunction for ReadNearbyOp {
    const NAME: &'static str = "readNearby";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "readNearby: path")?;
        op::finish(cx, ModulesOps::read_nearby(&*state(), &path))
    }
}

struct ChangedMsOp;
impl NativeFunction for ChangedMsOp {
    const NAME: &'static str = "changedMs";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "changedMs: path")?;
        op::finish(cx, ModulesOps::changed_ms(&*state(), &path))
    }
}

struct SetHomeOp;
impl NativeFunction for SetHomeOp {
    const NAME: &'static str = "setHome";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut home: String = op::argument(cx, &arguments, 0, "setHome: home")?;
        op::finish(cx, ModulesOps::set_home(&*state(), &home))
    }
}

struct ConfigureOp;
impl NativeFunction for ConfigureOp {
    const NAME: &'static str = "configure";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut conditions: Vec<String> = op::argument(cx, &arguments, 0, "configure: conditions")?;
        let mut global_folders: Vec<String> = op::argument(cx, &arguments, 1, "configure: global_folders")?;
        let mut preserve_symlinks: bool = op::argument(cx, &arguments, 2, "configure: preserve_symlinks")?;
        let mut preserve_symlinks_main: bool = op::argument(cx, &arguments, 3, "configure: preserve_symlinks_main")?;
        op::finish(
            cx,
            ModulesOps::configure(&*state(), &conditions, &global_folders, preserve_symlinks, preserve_symlinks_main),
        )
    }
}

struct ConfigureDenoOp;
impl NativeFunction for ConfigureDenoOp {
    const NAME: &'static str = "configureDeno";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut config: String = op::argument(cx, &arguments, 0, "configureDeno: config")?;
        let mut is_none: bool = op::argument(cx, &arguments, 1, "configureDeno: is_none")?;
        let mut import_map: String = op::argument(cx, &arguments, 2, "configureDeno: import_map")?;
        op::finish(cx, ModulesOps::configure_deno(&*state(), &config, is_none, &import_map))
    }
}

struct NameCacheOp;
impl NativeFunction for NameCacheOp {
    const NAME: &'static str = "nameCache";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut directory: PathBuf = op::argument(cx, &arguments, 0, "nameCache: directory")?;
        let mut is_portable: bool = op::argument(cx, &arguments, 1, "nameCache: is_portable")?;
        op::permit(
            cx,
            &[
                op::Permission::Read(op::Subject::from(&directory)),
                op::Permission::Write(op::Subject::from(&directory)),
            ],
        )?;
        op::finish(cx, ModulesOps::name_cache(&*state(), &directory, is_portable))
    }
}

struct NamedCacheOp;
impl NativeFunction for NamedCacheOp {
    const NAME: &'static str = "namedCache";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        op::finish(cx, ModulesOps::named_cache(&*state()))
    }
}

struct SetDefinesOp;
impl NativeFunction for SetDefinesOp {
    const NAME: &'static str = "setDefines";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut names: Vec<String> = op::argument(cx, &arguments, 0, "setDefines: names")?;
        let mut values: Vec<String> = op::argument(cx, &arguments, 1, "setDefines: values")?;
        let mut drops: Vec<String> = op::argument(cx, &arguments, 2, "setDefines: drops")?;
        op::finish(cx, ModulesOps::set_defines(&*state(), &names, &values, &drops))
    }
}

struct OverrideCompilerOptionsOp;
impl NativeFunction for OverrideCompilerOptionsOp {
    const NAME: &'static str = "overrideCompilerOptions";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut tsconfig: String = op::argument(cx, &arguments, 0, "overrideCompilerOptions: tsconfig")?;
        let mut options: String = op::argument(cx, &arguments, 1, "overrideCompilerOptions: options")?;
        op::finish(cx, ModulesOps::override_compiler_options(&*state(), &tsconfig, &options))
    }
}

struct EnableCoverageOp;
impl NativeFunction for EnableCoverageOp {
    const NAME: &'static str = "enableCoverage";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut folder: PathBuf = op::argument(cx, &arguments, 0, "enableCoverage: folder")?;
        op::finish(cx, ModulesOps::enable_coverage(&*state(), &folder))
    }
}

struct CoverageCountersOp;
impl NativeFunction for CoverageCountersOp {
    const NAME: &'static str = "coverageCounters";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut id: String = op::argument(cx, &arguments, 0, "coverageCounters: id")?;
        op::finish(cx, ModulesOps::coverage_counters(&*state(), cx, &id))
    }
}

struct CoverageResultsOp;
impl NativeFunction for CoverageResultsOp {
    const NAME: &'static str = "coverageResults";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut resets: bool = op::argument(cx, &arguments, 0, "coverageResults: resets")?;
        op::finish(cx, ModulesOps::coverage_results(&*state(), resets))
    }
}

struct CoverageMapOp;
impl NativeFunction for CoverageMapOp {
    const NAME: &'static str = "coverageMap";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut path: PathBuf = op::argument(cx, &arguments, 0, "coverageMap: path")?;
        op::permit(cx, &[op::Permission::Read(op::Subject::from(&path))])?;
        op::finish(cx, ModulesOps::coverage_map(&*state(), &path))
    }
}

struct DetectHomeOp;
impl NativeFunction for DetectHomeOp {
    const NAME: &'static str = "detectHome";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut entry: PathBuf = op::argument(cx, &arguments, 0, "detectHome: entry")?;
        op::finish(cx, ModulesOps::detect_home(&*state(), &entry))
    }
}

struct ModuleTextOp;
impl NativeFunction for ModuleTextOp {
    const NAME: &'static str = "moduleText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "moduleText: handle")?;
        let mut form: ModuleForm = op::argument(cx, &arguments, 1, "moduleText: form")?;
        let mut url: String = op::argument(cx, &arguments, 2, "moduleText: url")?;
        op::finish(cx, ModulesOps::module_text(&*state(), handle, form, &url))
    }
}

struct ScriptTextOp;
impl NativeFunction for ScriptTextOp {
    const NAME: &'static str = "scriptText";
    fn call<'cx>(cx: Context<'cx>, arguments: Arguments<'_, 'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let mut handle: u32 = op::argument(cx, &arguments, 0, "scriptText: handle")?;
        let mut url: String = op::argument(cx, &arguments, 1, "scriptText: url")?;
        op::finish(cx, ModulesOps::script_text(&*state(), handle, &url))
    }
}

/// The functions of `native:modules`.
pub const AREA: Area = Area {
    name: "modules",
    functions: &[
        AreaFunction { name: "resolve", is_async: false, make: op::make::<ResolveOp> },
        AreaFunction { name: "resolveMain", is_async: false, make: op::make::<ResolveMainOp> },
        AreaFunction { name: "resolveIn", is_async: false, make: op::make::<ResolveInOp> },
        AreaFunction { name: "resolveUnder", is_async: false, make: op::make::<ResolveUnderOp> },
        AreaFunction { name: "readReplInput", is_async: false, make: op::make::<ReadReplInputOp> },
        AreaFunction { name: "formatOf", is_async: false, make: op::make::<FormatOfOp> },
        AreaFunction { name: "packageScope", is_async: false, make: op::make::<PackageScopeOp> },
        AreaFunction { name: "mappedPackage", is_async: false, make: op::make::<MappedPackageOp> },
        AreaFunction { name: "loadFile", is_async: false, make: op::make::<LoadFileOp> },
        AreaFunction { name: "loadSource", is_async: false, make: op::make::<LoadSourceOp> },
        AreaFunction { name: "loadScript", is_async: false, make: op::make::<LoadScriptOp> },
        AreaFunction { name: "lowerCode", is_async: false, make: op::make::<LowerCodeOp> },
        AreaFunction { name: "stripTypes", is_async: false, make: op::make::<StripTypesOp> },
        AreaFunction { name: "makeHelpers", is_async: false, make: op::make::<MakeHelpersOp> },
        AreaFunction { name: "compile", is_async: false, make: op::make::<CompileOp> },
        AreaFunction { name: "refuseBytecode", is_async: false, make: op::make::<RefuseBytecodeOp> },
        AreaFunction { name: "runScript", is_async: false, make: op::make::<RunScriptOp> },
        AreaFunction { name: "release", is_async: false, make: op::make::<ReleaseOp> },
        AreaFunction { name: "mapPosition", is_async: false, make: op::make::<MapPositionOp> },
        AreaFunction { name: "sourcePosition", is_async: false, make: op::make::<SourcePositionOp> },
        AreaFunction { name: "evaluatedPosition", is_async: false, make: op::make::<EvaluatedPositionOp> },
        AreaFunction { name: "sourceLine", is_async: false, make: op::make::<SourceLineOp> },
        AreaFunction { name: "readModule", is_async: false, make: op::make::<ReadModuleOp> },
        AreaFunction { name: "readModuleText", is_async: false, make: op::make::<ReadModuleTextOp> },
        AreaFunction { name: "readNearby", is_async: false, make: op::make::<ReadNearbyOp> },
        AreaFunction { name: "changedMs", is_async: false, make: op::make::<ChangedMsOp> },
        AreaFunction { name: "setHome", is_async: false, make: op::make::<SetHomeOp> },
        AreaFunction { name: "configure", is_async: false, make: op::make::<ConfigureOp> },
        AreaFunction { name: "configureDeno", is_async: false, make: op::make::<ConfigureDenoOp> },
        AreaFunction { name: "nameCache", is_async: false, make: op::make::<NameCacheOp> },
        AreaFunction { name: "namedCache", is_async: false, make: op::make::<NamedCacheOp> },
        AreaFunction { name: "setDefines", is_async: false, make: op::make::<SetDefinesOp> },
        AreaFunction { name: "overrideCompilerOptions", is_async: false, make: op::make::<OverrideCompilerOptionsOp> },
        AreaFunction { name: "enableCoverage", is_async: false, make: op::make::<EnableCoverageOp> },
        AreaFunction { name: "coverageCounters", is_async: false, make: op::make::<CoverageCountersOp> },
        AreaFunction { name: "coverageResults", is_async: false, make: op::make::<CoverageResultsOp> },
        AreaFunction { name: "coverageMap", is_async: false, make: op::make::<CoverageMapOp> },
        AreaFunction { name: "detectHome", is_async: false, make: op::make::<DetectHomeOp> },
        AreaFunction { name: "moduleText", is_async: false, make: op::make::<ModuleTextOp> },
        AreaFunction { name: "scriptText", is_async: false, make: op::make::<ScriptTextOp> },
    ],
};
