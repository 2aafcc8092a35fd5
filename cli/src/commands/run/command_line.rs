//! Reads the command line and NODE_OPTIONS. The flags are in `flags`, the texts in `help`; what a flag means is for
//! `internal:startup/main` and the builtins that ask for it.

use super::flags::{self, Takes};
use super::peer_flags::{self, Meaning};
use super::{permission_flags, tools};
use crate::commands::help;
use std::iter::Peekable;
use std::slice::Iter;

/// What `--cpu-prof` needs to be there for, in the order of Node.js.
const PROFILE_SETTINGS: &[&str] = &["--cpu-prof-name", "--cpu-prof-dir", "--cpu-prof-interval"];
/// The name among the options of Bun's `--loader`, which is another flag of Node's.
const EXTENSION_LOADER: &str = "--extension-loader";
/// How the message about `--security-revert` begins.
pub const UNKNOWN_REVERT: &str = "Attempt to revert an unknown CVE ";
const HEAP_PERCENTAGE: &str = "--max-old-space-size-percentage";
/// What Node adds to the size of the old space for young objects, in megabytes.
const YOUNG_MEGABYTES: u64 = 96;

/// What the command line requests.
#[derive(Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a process has one")]
pub enum Action {
    /// Print a text and end.
    Print(String),
    Run(Program),
}

/// A program to run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Program {
    /// The file; None for code given on the command line or by standard input.
    pub file: Option<String>,
    /// `-e` or `-p` code.
    pub code: Option<String>,
    /// `-p`: print the result of the code.
    pub prints: bool,
    /// `-` stands where the file would: the code comes from standard input, whatever that is.
    pub reads_input: bool,
    /// `--check`: parse the file and run nothing.
    pub checks: bool,
    /// `--interactive`: read lines, run them, print their results.
    pub is_interactive: bool,
    /// `--as`.
    pub home: Option<String>,
    /// `--why-home`: print the home and run nothing.
    pub explains_home: bool,
    /// `--input-type`: `module`, `commonjs` or the same with `-typescript`.
    pub input_type: Option<String>,
    /// `-r`, `--require`.
    pub require: Vec<String>,
    /// `--import`.
    pub import: Vec<String>,
    /// `--cwd`.
    pub folder: Option<String>,
    /// Flags that `process.execArgv` shows.
    pub exec_arguments: Vec<String>,
    /// Other flags with their values, for builtins that ask (`internal:core/launch`).
    pub options: Vec<(String, String)>,
    pub arguments: Vec<String>,
    /// `--sandbox`.
    pub policy: Option<String>,
    /// `--sandbox-strict`.
    pub is_strict: bool,
    /// Flags that have no effect, and why.
    pub ineffective: Vec<(String, &'static str)>,
    /// In an executable: the names and paths of the files that are embedded, as JSON.
    pub embedded_files: Option<String>,
}

impl Program {
    /// The limit of the heap: `--max-old-space-size` or else `--max-heap-size`, both in megabytes, of which the last one
    /// counts. A percentage of the memory has precedence.
    pub fn heap_bytes_max(&self) -> Option<u64> {
        let last = |flag: &str| self.options.iter().rfind(|(name, _)| name == flag).map(|(_, value)| value);
        if let Some(percentage) = last(HEAP_PERCENTAGE) {
            let total = brio_memory_limit::available_bytes()?;
            return Some((total as f64 * percentage.parse::<f64>().ok()? / 100.0) as u64);
        }
        let megabytes = |flag| last(flag)?.parse::<u64>().ok().filter(|megabytes| *megabytes > 0);
        let of_old = megabytes("--max-old-space-size").map(|megabytes| megabytes.saturating_add(YOUNG_MEGABYTES));
        of_old.or_else(|| megabytes("--max-heap-size")).map(|megabytes| megabytes.saturating_mul(1 << 20))
    }

    /// The program as JSON, for `internal:startup/main`.
    pub fn to_json(&self) -> String {
        let optional = |text: &Option<String>| text.as_ref().map_or("null".to_string(), |text| quote(text));
        let list = |items: &[String]| items.iter().map(|item| quote(item)).collect::<Vec<_>>().join(",");
        let options = self
            .options
            .iter()
            .map(|(name, value)| format!("[{},{}]", quote(name), quote(value)))
            .collect::<Vec<_>>()
            .join(",");
        // Only what is not so for every program.
        let restricts = if self.restricts() { ",\"restricts\":true" } else { "" };
        let embedded = self.embedded_files.as_ref();
        let embedded = embedded.map(|files| format!(",\"embeddedFiles\":{files}")).unwrap_or_default();
        format!(
            "{{\"file\":{},\"code\":{},\"prints\":{},\"readsInput\":{},\"checks\":{},\"isInteractive\":{},\"home\":{},\"inputType\":{},\"require\":[{}],\"import\":[{}],\"execArguments\":[{}],\"options\":[{}],\"arguments\":[{}]{restricts}{embedded}}}",
            optional(&self.file),
            optional(&self.code),
            self.prints,
            self.reads_input,
            self.checks,
            self.is_interactive,
            optional(&self.home),
            optional(&self.input_type),
            list(&self.require),
            list(&self.import),
            list(&self.exec_arguments),
            options,
            list(&self.arguments),
        )
    }

    /// The program of `brio eval`: what stands where the file would is code, and an ES module.
    pub fn into_evaluation(mut self) -> Program {
        let code = if self.code.is_some() { self.code.take() } else { self.file.take() };
        self.code = code.map(|code| if self.prints { format!("console.log({code})") } else { code });
        self.prints = false;
        self.input_type.get_or_insert_with(|| "module-typescript".to_string());
        self
    }

    /// Whether flags or the environment limit what the program may do, or record it.
    pub fn restricts(&self) -> bool {
        self.options.iter().any(|(name, _)| permission_flags::restricts(name))
            || std::env::var_os("DENO_AUDIT_PERMISSIONS").is_some()
            || std::env::var_os("DENO_PERMISSION_BROKER_PATH").is_some()
    }

    /// Whether the command line says what to run.
    pub fn names_program(&self) -> bool {
        self.file.is_some() || self.code.is_some() || self.reads_input || self.has_option("--test")
    }

    /// Whether the code is whatever standard input holds because nothing else was named.
    pub fn has_nothing_to_run(&self) -> bool {
        let runs_code = self.file.is_some() || self.code.is_some() || self.reads_input;
        !(runs_code || self.checks || self.is_interactive || self.has_option("--test"))
    }

    /// The files of `--env-file` and `--env-file-if-exists`, in order; true: one that need not exist.
    pub fn variable_files(&self) -> impl Iterator<Item = (&str, bool)> {
        self.options.iter().filter_map(|(name, path)| match name.as_str() {
            "--env-file" => Some((path.as_str(), false)),
            "--env-file-if-exists" => Some((path.as_str(), true)),
            _ => None,
        })
    }

    /// Whether a flag was given.
    pub fn has_option(&self, name: &str) -> bool {
        self.options.iter().any(|(given, _)| given == name)
    }
}

/// Reads the arguments after the program's name. `node_options` is the variable NODE_OPTIONS.
/// `Err` is a sentence for the user.
pub fn parse(arguments: &[String], node_options: &str) -> Result<Action, String> {
    let mut program = Program::default();
    read_node_options(&mut program, node_options)?;
    let mut rest = arguments.iter().peekable();
    while let Some(argument) = rest.next_if(|argument| argument.starts_with('-') && *argument != "-") {
        if argument == "--" {
            break;
        }
        let given = Given::split(argument);
        match given.name {
            "--version" | "-v" | "--help" | "-h" if given.inline.is_some() => {
                return Err(format!("{} takes no value", given.name));
            }
            "--version" | "-v" => {
                let is_verbose = rest.next().is_some_and(|next| next == "--verbose");
                return Ok(Action::Print(if is_verbose { help::verbose_version() } else { help::version() }));
            }
            "--help" | "-h" => return Ok(Action::Print(tools::overview())),
            // Nothing of Node 26 can be reverted.
            "--security-revert" => return Err(format!("{UNKNOWN_REVERT}[{}]", given.value(&mut rest)?)),
            "--v8-options" => return Ok(Action::Print(help::v8_options())),
            _ => {}
        }
        let shown = take_flag(&mut program, &given, &mut rest)?;
        program.exec_arguments.extend(shown);
    }
    // What follows `--test` are patterns of test files.
    if program.code.is_none() && !program.has_option("--test") {
        program.reads_input = rest.peek().is_some_and(|file| *file == "-");
        program.file = rest.next().filter(|file| *file != "-").cloned();
    }
    // Only Deno runs a program from an address.
    if program.home.is_none() && program.file.as_deref().is_some_and(is_address) {
        program.home = Some("deno".to_string());
    }
    // These two check types and run the program.
    if program.checks && matches!(program.home.as_deref(), Some("bun" | "deno")) {
        program.checks = false;
        program.ineffective.push(("--check".to_string(), "types are checked by `brio x --package typescript tsc`"));
    }
    run_schedule(&mut program)?;
    refuse_conflicts(&program)?;
    program.arguments = rest.cloned().collect();
    Ok(Action::Run(program))
}

/// Whether a program is named by an address, not by a path.
fn is_address(file: &str) -> bool {
    ["https://", "http://", "jsr:"].iter().any(|start| file.starts_with(start))
}

/// `--cron-title` and `--cron-period` of Bun, with which jobs of the system run: the file's `scheduled` is called.
fn run_schedule(program: &mut Program) -> Result<(), String> {
    let value = |name: &str| program.options.iter().find(|(given, _)| given == name).map(|(_, value)| value.clone());
    match (value("--cron-title"), value("--cron-period")) {
        (None, None) => {}
        (Some(_), Some(period)) => {
            let Some(file) = program.file.take() else { return Err("--cron-title requires a file".to_string()) };
            let path = std::path::absolute(&file).map_or(file, |path| path.to_string_lossy().into_owned());
            program.code = Some(format!(
                "const main = await import(Bun.pathToFileURL({}).href), job = main.default ?? main;\n\
                 if (typeof job.scheduled !== \"function\") throw new Error(\"Module does not export default.scheduled()\");\n\
                 await job.scheduled({{ cron: {}, type: \"scheduled\", scheduledTime: Date.now() }});",
                quote(&path),
                quote(&period)
            ));
            program.home = Some("bun".to_string());
            program.input_type = Some("module".to_string());
        }
        _ => return Err("--cron-title and --cron-period must be provided together".to_string()),
    }
    Ok(())
}

/// Flags of Node that exclude each other.
fn refuse_conflicts(program: &Program) -> Result<(), String> {
    let has = |name: &str| program.has_option(name);
    if program.code.is_some() && has("--test") {
        return Err("either --test or --eval can be used, not both".to_string());
    }
    if has("--watch-path") && has("--test") {
        return Err("--watch-path cannot be used in combination with --test".to_string());
    }
    if has("--watch") || has("--watch-path") {
        let others = [
            ("--check", program.checks),
            ("--eval", program.code.is_some()),
            ("--interactive", program.is_interactive),
        ];
        if let Some((other, _)) = others.iter().find(|(_, is_given)| *is_given) {
            return Err(format!("either --watch or {other} can be used, not both"));
        }
    }
    let runtime = program.options.iter().rev().find(|(name, _)| name == "--jsx-runtime").map(|(_, value)| value);
    if let Some(value) = runtime.filter(|value| !["automatic", "classic"].contains(&value.as_str())) {
        return Err(format!("Invalid --jsx-runtime: \"{value}\", expected \"automatic\" or \"classic\""));
    }
    const REJECTION_MODES: [&str; 5] = ["strict", "warn", "none", "throw", "warn-with-error-code"];
    let mode = program.options.iter().rev().find(|(name, _)| name == "--unhandled-rejections");
    if mode.is_some_and(|(_, value)| !REJECTION_MODES.contains(&value.as_str())) {
        return Err("invalid value for --unhandled-rejections".to_string());
    }
    for (one, other) in [
        ("--tls-min-v1.3", "--tls-max-v1.2"),
        ("--use-openssl-ca", "--use-bundled-ca"),
        ("--watch", "--test-force-exit"),
    ] {
        if has(one) && has(other) {
            return Err(format!("either {one} or {other} can be used, not both"));
        }
    }
    if program.options.iter().any(|(name, value)| {
        name == "--trace-require-module" && !["", "all", "no-node-modules"].contains(&value.as_str())
    }) {
        return Err("invalid value for --trace-require-module".to_string());
    }
    for (name, value) in program.options.iter().filter(|(name, _)| name == HEAP_PERCENTAGE) {
        if value.is_empty() {
            return Err(format!("{name}= requires an argument"));
        }
        if !value.parse::<f64>().is_ok_and(|percentage| percentage > 0.0 && percentage <= 100.0) {
            return Err(format!("{name} must be greater than 0 and up to 100. Got: {value}"));
        }
    }
    let depth = program.options.iter().find(|(name, value)| name == "--console-depth" && value.parse::<u16>().is_err());
    if let Some((name, value)) = depth {
        return Err(format!("Invalid value for {name}: \"{value}\". Must be a positive integer"));
    }
    let limit =
        program.options.iter().find(|(name, value)| name == "--stack-trace-limit" && value.parse::<i32>().is_err());
    if let Some((name, value)) = limit {
        return Err(format!("illegal value for flag {name}={value} of type int"));
    }
    let has = |flag: &str| program.options.iter().any(|(name, _)| name == flag);
    if let Some(flag) = PROFILE_SETTINGS.iter().find(|flag| has(flag) && !has("--cpu-prof")) {
        return Err(format!("{flag} must be used with --cpu-prof"));
    }
    if program.checks && program.code.is_some() {
        return Err("either --check or --eval can be used, not both".to_string());
    }
    Ok(())
}

/// One argument: the flag's name, and its value when that stands behind `=`.
struct Given<'a> {
    whole: &'a str,
    name: &'a str,
    inline: Option<&'a str>,
}

impl<'a> Given<'a> {
    fn split(argument: &'a str) -> Given<'a> {
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (argument, None),
        };
        // Node joins these two, and no others.
        Given { whole: argument, name: if name == "-pe" { "-p" } else { name }, inline }
    }

    fn value(&self, rest: &mut Peekable<Iter<'_, String>>) -> Result<String, String> {
        match self.inline {
            Some("") => Err(format!("{} requires an argument", self.whole)),
            Some(value) => Ok(value.to_string()),
            None => rest.next().cloned().ok_or_else(|| format!("{} requires an argument", self.name)),
        }
    }
}

/// Takes one flag and its value. Returns what `process.execArgv` shows of it.
fn take_flag(
    program: &mut Program,
    given: &Given<'_>,
    rest: &mut Peekable<Iter<'_, String>>,
) -> Result<Vec<String>, String> {
    if let Some(permissions) = permission_flags::of_deno(given.whole)? {
        program.options.extend(permissions);
        return Ok(vec![given.whole.to_string()]);
    }
    // Deno's and Bun's `-c` names a configuration, Node's has no value.
    if given.whole == "-c" && rest.peek().is_some_and(|next| is_configuration(next)) {
        return take_flag(program, &Given { name: "--config", whole: "--config", ..*given }, rest);
    }
    let Some(flag) = flags::own(given.name) else {
        return match peer_flags::find(given.name) {
            Some(found) => take_flag_of_peer(program, given, rest, found),
            None => take_flag_of_node(program, given, rest),
        };
    };
    let mut shown = vec![given.whole.to_string()];
    // The code may come with `--eval`, or from standard input.
    if flag.long == "--print" && given.inline.is_none() && rest.peek().is_none_or(|next| next.starts_with('-')) {
        program.prints = true;
        return Ok(shown);
    }
    let value = if flag.takes == Takes::Nothing { String::new() } else { given.value(rest)? };
    if given.inline.is_none() && flag.takes != Takes::Nothing {
        shown.push(value.clone());
    }
    match flag.long {
        "--eval" | "--print" => {
            program.code = Some(value);
            program.prints |= flag.long == "--print";
        }
        "--sandbox" => program.policy = Some(value),
        "--sandbox-strict" => program.is_strict = true,
        "--check" => program.checks = true,
        "--interactive" => program.is_interactive = true,
        "--why-home" => program.explains_home = true,
        "--as" => program.home = Some(home(value)?),
        "--require" => program.require.push(value),
        "--import" => program.import.push(value),
        "--input-type" => program.input_type = Some(input_type(value)?),
        "--install" if !["auto", "fallback", "force", "never"].contains(&value.as_str()) => {
            return Err(format!("--install takes auto, fallback or never, not '{value}'"));
        }
        "--min-dep-age" if brio_packages::release_age::days(&value).is_none() => {
            return Err(format!("--min-dep-age takes minutes, a duration such as P2D or a date, not '{value}'"));
        }
        "--reload" | "--vendor" | "--inspect" | "--inspect-brk" | "--inspect-wait" => {
            program.options.push((flag.long.to_string(), given.inline.unwrap_or_default().to_string()))
        }
        name if flags::IMPORT_FLAGS.contains(&name) => program.options.push((name.to_string(), value)),
        other => return Err(format!("{other} cannot stand here")),
    }
    Ok(shown)
}

/// Whether a file is a configuration by its name, and no program.
fn is_configuration(file: &str) -> bool {
    [".json", ".jsonc", ".toml"].iter().any(|extension| file.ends_with(extension))
}

/// Whether a file is a program by its name, and no file of variables.
fn is_program_file(file: &str) -> bool {
    [".ts", ".mts", ".tsx", ".js", ".mjs", ".jsx"].iter().any(|extension| file.ends_with(extension))
}

fn take_flag_of_peer(
    program: &mut Program,
    given: &Given<'_>,
    rest: &mut Peekable<Iter<'_, String>>,
    (name, takes, meaning): (&str, peer_flags::Value, Meaning),
) -> Result<Vec<String>, String> {
    let mut shown = vec![given.whole.to_string()];
    let mut value = given.inline.unwrap_or_default().to_string();
    if takes == peer_flags::Value::Required {
        value = given.value(rest)?;
        if given.inline.is_none() {
            shown.push(value.clone());
        }
    }
    match meaning {
        Meaning::Nothing => {}
        Meaning::Import => program.import.push(value),
        Meaning::Folder => program.folder = Some(value),
        Meaning::Asked => program.options.push((name.to_string(), value)),
        Meaning::Watch => program.options.push(("--watch".to_string(), value)),
        Meaning::PackageFolder if value == "manual" => {
            program.options.push(("--no-install".to_string(), String::new()))
        }
        Meaning::PackageFolder => {}
        Meaning::EngineFlags => {
            for flag in value.split(',').filter(|flag| !flag.is_empty()) {
                take_flag(program, &Given::split(flag), &mut [].iter().peekable())?;
            }
        }
    }
    Ok(shown)
}

fn take_flag_of_node(
    program: &mut Program,
    given: &Given<'_>,
    rest: &mut Peekable<Iter<'_, String>>,
) -> Result<Vec<String>, String> {
    let Some((name, has_value)) = flags::of_node(given.name) else {
        return match peer_flags::without_effect(given.name) {
            Some(found) => take_ineffective(program, given, rest, found),
            None => take_negation(program, given),
        };
    };
    if name == "--experimental-loader"
        && let Some(value) = given.inline.or_else(|| rest.peek().map(|next| next.as_str()))
        && is_extension_loader(value)
    {
        return take_extension_loader(program, given, rest);
    }
    let mut shown = vec![given.whole.to_string()];
    let mut value = given.inline.unwrap_or_default().to_string();
    // Deno's `--env-file` has its value only behind `=`.
    if name == "--env-file" && given.inline.is_none() && rest.peek().is_some_and(|next| is_program_file(next)) {
        value = ".env".to_string();
    } else if has_value && (given.inline.is_none() || !name.starts_with("--env-file")) {
        value = given.value(rest)?;
        if given.inline.is_none() {
            shown.push(value.clone());
        }
    }
    // The last word on a matter counts.
    let opposite =
        name.strip_prefix("--no-").map_or_else(|| name.replacen("--", "--no-", 1), |rest| format!("--{rest}"));
    program.options.retain(|(earlier, _)| *earlier != opposite);
    program.options.push((name.to_string(), value));
    Ok(shown)
}

/// Takes a flag that only a warning names, with its value.
fn take_ineffective(
    program: &mut Program,
    given: &Given<'_>,
    rest: &mut Peekable<Iter<'_, String>>,
    (reason, has_value): (&'static str, bool),
) -> Result<Vec<String>, String> {
    let mut shown = vec![given.whole.to_string()];
    if has_value && given.inline.is_none() {
        shown.push(given.value(rest)?);
    }
    program.ineffective.push((given.name.to_string(), reason));
    Ok(shown)
}

/// Whether a value is that of Bun's `--loader` (`.svg:text`), and not a module of Node's.
fn is_extension_loader(value: &str) -> bool {
    let is_word = |text: &str| !text.is_empty() && text.chars().all(|one| one.is_ascii_alphanumeric() || one == '_');
    let parts = value.strip_prefix('.').and_then(|rest| rest.split_once(':'));
    parts.is_some_and(|(extension, loader)| extension.split('.').all(is_word) && is_word(loader))
}

fn take_extension_loader(
    program: &mut Program,
    given: &Given<'_>,
    rest: &mut Peekable<Iter<'_, String>>,
) -> Result<Vec<String>, String> {
    let mut shown = vec![given.whole.to_string()];
    let value = given.value(rest)?;
    if given.inline.is_none() {
        shown.push(value.clone());
    }
    program.options.push((EXTENSION_LOADER.to_string(), value));
    Ok(shown)
}

/// `--no-` before a flag without a value, where the table has no such name: takes back what was said before.
fn take_negation(program: &mut Program, given: &Given<'_>) -> Result<Vec<String>, String> {
    let plain = given.name.replace('_', "-").strip_prefix("--no-").map(|rest| format!("--{rest}")).unwrap_or_default();
    match (flags::of_node(&plain), flags::own(&plain)) {
        (Some((name, false)), _) => {
            program.options.retain(|(earlier, _)| earlier != name);
            Ok(vec![given.whole.to_string()])
        }
        (Some((_, true)), _) | (None, Some(flags::Flag { takes: Takes::Value(_), .. })) => {
            Err(format!("{} is an invalid negation because it is not a boolean option", given.whole))
        }
        (None, _) => Err(format!("bad option: {}", given.whole)),
    }
}

/// The flags of NODE_OPTIONS come before those of the command line, and `process.execArgv` does not show them.
fn read_node_options(program: &mut Program, text: &str) -> Result<(), String> {
    let words = split_words(text).ok_or("invalid value for NODE_OPTIONS (unterminated string)")?;
    let mut rest = words.iter().peekable();
    // As in Node, a word that is no flag ends them.
    while let Some(word) = rest.next_if(|word| word.starts_with('-')) {
        let given = Given::split(word);
        let is_for_the_command_line = matches!(
            flags::own(given.name).map(|flag| flag.long),
            Some("--eval" | "--print" | "--check" | "--interactive" | "--version" | "--help" | "--why-home")
        );
        let is_file_of_variables = flags::of_node(given.name).is_some_and(|(name, _)| name.starts_with("--env-file"));
        if is_for_the_command_line || is_file_of_variables || given.name == "--test" {
            return Err(format!("{word} is not allowed in NODE_OPTIONS"));
        }
        take_flag(program, &given, &mut rest)?;
    }
    Ok(())
}

/// The flags of the variable BUN_OPTIONS, which Bun puts before those of the command line. `Err` is a sentence for the user.
pub fn bun_options() -> Result<Vec<String>, String> {
    let text = std::env::var("BUN_OPTIONS").unwrap_or_default();
    split_words(&text).ok_or_else(|| "invalid value for BUN_OPTIONS (unterminated string)".to_owned())
}

/// Words between blanks; double quotes keep blanks inside, and a backslash inside them keeps the next character.
fn split_words(text: &str) -> Option<Vec<String>> {
    let (mut words, mut is_quoted, mut begins_word) = (Vec::<String>::new(), false, true);
    let mut characters = text.chars();
    while let Some(character) = characters.next() {
        let kept = match character {
            '"' => {
                is_quoted = !is_quoted;
                continue;
            }
            ' ' if !is_quoted => {
                begins_word = true;
                continue;
            }
            '\\' if is_quoted => characters.next()?,
            other => other,
        };
        if begins_word {
            words.push(String::new());
            begins_word = false;
        }
        words.last_mut()?.push(kept);
    }
    (!is_quoted).then_some(words)
}

fn home(value: String) -> Result<String, String> {
    if ["node", "bun", "deno"].contains(&value.as_str()) {
        Ok(value)
    } else {
        Err(format!("--as takes node, bun or deno, not '{value}'"))
    }
}

fn input_type(value: String) -> Result<String, String> {
    if ["module", "commonjs", "module-typescript", "commonjs-typescript"].contains(&value.as_str()) {
        Ok(value)
    } else {
        Err("--input-type must be \"module\", \"commonjs\", \"module-typescript\" or \"commonjs-typescript\""
            .to_string())
    }
}

fn quote(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            character if u32::from(character) < 0x20 => out.push_str(&format!("\\u{:04x}", u32::from(character))),
            character => out.push(character),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
#[path = "command_line_tests.rs"]
mod tests;
