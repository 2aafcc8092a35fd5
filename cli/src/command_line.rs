//! The command line: flags are declared once, in `FLAGS`; help and errors are made from that table.

/// What the command line asks for.
pub enum Action {
    /// Print a text and end.
    Print(String),
    Run(Program),
}

/// A program to run.
#[derive(Debug, Default)]
pub struct Program {
    /// The file; None for code given on the command line or by standard input.
    pub file: Option<String>,
    /// `-e` or `-p` code.
    pub code: Option<String>,
    /// `-p`: print the result of the code.
    pub prints: bool,
    /// `--as`.
    pub home: Option<String>,
    /// `--input-type`: `module`, `commonjs` or the same with `-typescript`.
    pub input_type: Option<String>,
    /// `-r`, `--require`.
    pub require: Vec<String>,
    /// `--import`.
    pub import: Vec<String>,
    /// Flags that `process.execArgv` shows.
    pub exec_arguments: Vec<String>,
    /// Other flags with their values, for builtins that ask (`internal:options`).
    pub options: Vec<(String, String)>,
    pub arguments: Vec<String>,
}

/// How a flag takes a value.
#[derive(Clone, Copy, PartialEq)]
enum Value {
    None,
    Required,
}

struct Flag {
    long: &'static str,
    short: Option<&'static str>,
    value: Value,
    about: &'static str,
}

const FLAGS: &[Flag] = &[
    Flag { long: "--eval", short: Some("-e"), value: Value::Required, about: "run CODE" },
    Flag { long: "--print", short: Some("-p"), value: Value::Required, about: "run CODE and print its result" },
    Flag { long: "--as", short: None, value: Value::Required, about: "run as a program of node, bun or deno" },
    Flag { long: "--require", short: Some("-r"), value: Value::Required, about: "load a CommonJS module first" },
    Flag { long: "--import", short: None, value: Value::Required, about: "load an ES module first" },
    Flag { long: "--input-type", short: None, value: Value::Required, about: "module or commonjs, for code that is no file" },
    Flag { long: "--version", short: Some("-v"), value: Value::None, about: "print the version" },
    Flag { long: "--help", short: Some("-h"), value: Value::None, about: "print this" },
];

/// Flags of Node that change nothing here: accepted, and shown by `process.execArgv`.
const ACCEPTED: &[&str] = &[
    "--experimental-strip-types", "--experimental-transform-types", "--no-warnings", "--enable-source-maps", "--experimental-vm-modules",
    "--no-deprecation", "--trace-warnings", "--trace-deprecation", "--throw-deprecation", "--expose-gc", "--expose_gc", "--trace-uncaught",
    "--abort-on-uncaught-exception", "--preserve-symlinks", "--preserve-symlinks-main", "--pending-deprecation", "--no-experimental-strip-types",
    "--unhandled-rejections", "--stack-trace-limit", "--max-old-space-size", "--disable-warning", "--conditions", "-C", "--title",
    "--max-http-header-size", "--insecure-http-parser", "--test-host-hooks",
];

impl Program {
    /// The program as JSON, for `internal:main`.
    pub fn to_json(&self) -> String {
        let optional = |text: &Option<String>| text.as_ref().map_or("null".to_string(), |text| quote(text));
        let list = |items: &[String]| items.iter().map(|item| quote(item)).collect::<Vec<_>>().join(",");
        let options = self.options.iter().map(|(name, value)| format!("[{},{}]", quote(name), quote(value))).collect::<Vec<_>>().join(",");
        format!(
            "{{\"file\":{},\"code\":{},\"prints\":{},\"home\":{},\"inputType\":{},\"require\":[{}],\"import\":[{}],\"execArguments\":[{}],\"options\":[{}],\"arguments\":[{}]}}",
            optional(&self.file),
            optional(&self.code),
            self.prints,
            optional(&self.home),
            optional(&self.input_type),
            list(&self.require),
            list(&self.import),
            list(&self.exec_arguments),
            options,
            list(&self.arguments),
        )
    }
}

/// Reads the arguments after the program's name. `Err` is a sentence for the user.
pub fn parse(arguments: &[String]) -> Result<Action, String> {
    let mut program = Program::default();
    let mut rest = arguments.iter().peekable();
    if rest.peek().is_some_and(|first| *first == "run") {
        rest.next();
    }
    while let Some(argument) = rest.peek() {
        if !argument.starts_with('-') || *argument == "-" {
            break;
        }
        let argument = rest.next().expect("peeked");
        if argument == "--" {
            break;
        }
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
            _ => (argument.as_str(), None),
        };
        let name = if name == "-pe" { "-p" } else { name };
        let Some(flag) = FLAGS.iter().find(|flag| flag.long == name || flag.short == Some(name)) else {
            accept_foreign(&mut program, name, inline, argument)?;
            continue;
        };
        let value = match (flag.value, inline) {
            (Value::None, None) => String::new(),
            (Value::None, Some(_)) => return Err(format!("{name} takes no value")),
            (Value::Required, Some(value)) => value,
            (Value::Required, None) => rest.next().cloned().ok_or_else(|| format!("{name} requires an argument"))?,
        };
        match flag.long {
            "--version" => return Ok(Action::Print(format!("brio {}\n", env!("CARGO_PKG_VERSION")))),
            "--help" => return Ok(Action::Print(help())),
            "--eval" => program.code = Some(value),
            "--print" => {
                program.code = Some(value);
                program.prints = true;
            }
            "--as" => program.home = Some(home(value)?),
            "--require" => program.require.push(value),
            "--import" => program.import.push(value),
            _ => program.input_type = Some(value),
        }
        if !matches!(flag.long, "--eval" | "--print") {
            program.exec_arguments.push(argument.clone());
        }
    }
    if program.code.is_none() {
        program.file = rest.next().filter(|file| *file != "-").cloned();
    }
    program.arguments = rest.cloned().collect();
    Ok(Action::Run(program))
}

fn accept_foreign(program: &mut Program, name: &str, inline: Option<String>, argument: &str) -> Result<(), String> {
    if !ACCEPTED.contains(&name) {
        return Err(format!("bad option: {argument}"));
    }
    program.options.push((name.to_string(), inline.unwrap_or_default()));
    program.exec_arguments.push(argument.to_string());
    Ok(())
}

fn home(value: String) -> Result<String, String> {
    if ["node", "bun", "deno"].contains(&value.as_str()) { Ok(value) } else { Err(format!("--as takes node, bun or deno, not '{value}'")) }
}

fn help() -> String {
    let mut text = String::from("Brio runs JavaScript and TypeScript programs of Node.js, Bun and Deno.\n\nUsage: brio [FLAGS] FILE [ARGUMENTS]\n       brio run FILE [ARGUMENTS]\n       brio -e CODE\n\nFlags:\n");
    for flag in FLAGS {
        let value = if flag.value == Value::Required { " VALUE" } else { "" };
        let short = flag.short.map_or("    ".to_string(), |short| format!("{short}, "));
        text.push_str(&format!("  {short}{:<22} {}\n", format!("{}{value}", flag.long), flag.about));
    }
    text
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
