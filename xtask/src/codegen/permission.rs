//! The permission that a native function needs: `@permission KIND(argument)` in its doc comment. The glue checks it before
//! anything else, so that no implementation can forget it. `@permission none: REASON` says that none is needed.

use super::parse::Function;
use super::rust::rust_name;

/// What a function's doc comment says.
#[derive(Debug, PartialEq, Eq)]
pub enum Permission {
    /// None is needed.
    None,
    /// Calls to `op::Permission`, each as Rust.
    Checks(Vec<String>),
}

/// The kinds, and how many arguments each has (`docs/internals/ops.md`).
const KINDS: &[(&str, std::ops::RangeInclusive<usize>)] = &[
    ("read", 1..=1),
    ("write", 1..=1),
    ("locate", 1..=1),
    ("readOpened", 1..=1),
    ("readOpenedEntry", 1..=1),
    ("readEntry", 1..=1),
    ("writeEntry", 1..=1),
    ("readTree", 1..=1),
    ("writeTree", 1..=1),
    ("open", 2..=2),
    ("temporary", 1..=1),
    ("linkTarget", 1..=1),
    ("metadata", 2..=2),
    ("linkName", 1..=1),
    ("load", 1..=1),
    ("database", 2..=2),
    ("servers", 1..=1),
    ("net", 0..=2),
    ("resolve", 1..=1),
    ("unix", 1..=1),
    ("env", 0..=1),
    ("run", 2..=3),
    ("signal", 1..=1),
    ("sys", 1..=1),
    ("ffi", 0..=1),
    ("worker", 0..=0),
    ("wasi", 0..=0),
    ("inspector", 0..=0),
];

impl Permission {
    /// Reads the doc comment of a function. None when it says nothing.
    pub fn of(function: &Function) -> Result<Option<Permission>, String> {
        let lines = function.doc.iter().filter_map(|line| line.strip_prefix("@permission "));
        let mut checks = Vec::new();
        let mut is_none = false;
        for line in lines {
            if let Some(reason) = line.strip_prefix("none") {
                is_none = reason.strip_prefix(": ").is_some_and(|reason| !reason.trim().is_empty());
                if !is_none {
                    return Err("`@permission none` needs a reason: `@permission none: REASON`".into());
                }
                continue;
            }
            checks.push(read_check(line, function)?);
        }
        Ok(match (is_none, checks.is_empty()) {
            (true, true) => Some(Permission::None),
            (false, false) => Some(Permission::Checks(checks)),
            (false, true) => None,
            (true, false) => return Err("`@permission none` stands beside another".into()),
        })
    }

    /// The argument of `op::permit`, as Rust; None when nothing is checked.
    pub fn check(&self) -> Option<String> {
        match self {
            Permission::None => None,
            Permission::Checks(checks) => Some(format!("&[{}]", checks.join(", "))),
        }
    }
}

fn read_check(text: &str, function: &Function) -> Result<String, String> {
    let (kind, rest) = text.split_once('(').ok_or(format!("`@permission {text}`: write KIND(argument)"))?;
    let arguments = rest.trim_end().strip_suffix(')').ok_or(format!("`@permission {text}`: `)` is missing"))?;
    let arguments: Vec<&str> = arguments.split(',').map(str::trim).filter(|argument| !argument.is_empty()).collect();
    let counts = KINDS.iter().find(|(name, _)| *name == kind).map(|(_, counts)| counts);
    let counts = counts.ok_or_else(|| {
        let kinds: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
        format!("`@permission {text}`: the kinds are {}", kinds.join(", "))
    })?;
    if !counts.contains(&arguments.len()) {
        return Err(format!("`@permission {text}`: {kind} has {} to {} arguments", counts.start(), counts.end()));
    }
    let rust: Vec<String> = arguments.iter().map(|argument| rust_of(argument, function)).collect::<Result<_, _>>()?;
    let name = format!("{}{}", kind[..1].to_uppercase(), &kind[1..]);
    Ok(match (kind, rust.as_slice()) {
        ("net", []) => "op::Permission::Net(op::Subject::Any, None)".into(),
        ("net", [host]) => format!("op::Permission::Net(op::Subject::from(&{host}), None)"),
        ("net", [host, port]) => format!("op::Permission::Net(op::Subject::from(&{host}), Some({port}.into()))"),
        ("database", [path, flags]) => format!("op::Permission::Database(op::Subject::from(&{path}), {flags})"),
        ("run", [file, variables]) => {
            format!("op::Permission::Run(op::Subject::from(&{file}), &{variables}, None)")
        }
        ("run", [file, variables, folder]) => {
            format!("op::Permission::Run(op::Subject::from(&{file}), &{variables}, {folder}.as_deref())")
        }
        ("metadata", [function, descriptor]) => {
            format!("op::Permission::Metadata(op::Subject::from(&{function}), {descriptor})")
        }
        ("signal", [process]) => format!("op::Permission::Signal({process})"),
        ("servers", [servers]) => format!("op::Permission::Servers(&{servers})"),
        ("open", [path, flags]) => format!("op::Permission::Open(op::Subject::from(&{path}), {flags})"),
        (_, []) => format!("op::Permission::{name}(op::Subject::Any)"),
        (_, [one, ..]) => format!("op::Permission::{name}(op::Subject::from(&{one}))"),
    })
}

/// A parameter of the function, a string literal or a number.
fn rust_of(argument: &str, function: &Function) -> Result<String, String> {
    if argument.starts_with('"') {
        return Ok(argument.to_string());
    }
    if argument.starts_with(|character: char| character.is_ascii_digit()) {
        return Ok(argument.to_string());
    }
    match function.parameters.iter().any(|parameter| parameter.name == argument) {
        true => Ok(rust_name(argument)),
        false => Err(format!("`@permission`: there is no parameter {argument}")),
    }
}
