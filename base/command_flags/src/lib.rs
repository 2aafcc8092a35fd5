//! Flags of a command, each declared once: parsing, help and suggestions are made from one table. Several commands may
//! share a table ([`Syntax`]).

pub mod suggestion;

/// The exit code for wrong usage of a command.
pub const USAGE_ERROR: i32 = 2;

/// Whether a flag has a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    /// A switch. `--flag=true` and `--flag=false` are accepted, and so is `--no-flag`.
    Nothing,
    /// A value (`--flag=VALUE` or `--flag VALUE`), under the name that help shows.
    Value(&'static str),
    /// A switch that may have a value (`--flag` or `--flag=VALUE`), under the name that help shows.
    OptionalValue(&'static str),
}

/// A flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    pub long: &'static str,
    pub short: Option<&'static str>,
    pub takes: Takes,
    pub about: &'static str,
}

/// The flags of a command.
#[derive(Clone, Copy, Debug)]
pub struct Flags {
    pub flags: &'static [Flag],
    /// Other spellings: the spelling, and the flag that it stands for.
    pub aliases: &'static [(&'static str, &'static str)],
    /// Prefixes such as `--define:`, as esbuild writes repeatable flags, and the flags that they stand for.
    pub prefixes: &'static [(&'static str, &'static str)],
}

/// The arguments of a command, read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments {
    /// What is not a flag, in order.
    pub words: Vec<String>,
    given: Vec<(&'static str, Option<String>)>,
}

/// Which flags of a table a command knows, and where its own arguments end.
#[derive(Clone, Copy, Debug, Default)]
pub struct Syntax<'a> {
    /// Long names; None for all of the table.
    pub known: Option<&'a [&'a str]>,
    /// What follows the first word belongs to another program.
    pub ends_at_word: bool,
}

/// A wrong command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UsageError {
    pub message: String,
    /// The flag that was probably meant.
    pub suggestion: Option<&'static str>,
}

impl UsageError {
    fn new(message: String) -> Self {
        Self { message, suggestion: None }
    }
}

impl std::fmt::Display for UsageError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str(&self.message)?;
        self.suggestion.map_or(Ok(()), |known| write!(out, " (did you mean {known}?)"))
    }
}

impl std::error::Error for UsageError {}

impl Flags {
    /// Reads arguments. What follows `--` are words.
    ///
    /// # Errors
    /// An unknown flag, a value that is missing or that a switch does not have.
    pub fn parse(&self, arguments: &[String], syntax: Syntax<'_>) -> Result<Arguments, UsageError> {
        let mut parsed = Arguments::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if argument == "--" {
                parsed.words.extend(rest.cloned());
                break;
            }
            if argument.starts_with('-') && argument != "-" {
                parsed.given.push(self.read(argument, &mut rest, syntax)?);
                continue;
            }
            parsed.words.push(argument.clone());
            if syntax.ends_at_word {
                parsed.words.extend(rest.cloned());
                break;
            }
        }
        Ok(parsed)
    }

    /// Reads a flag, whose value may be the next of `rest`.
    fn read<'a>(
        &self,
        argument: &str,
        rest: &mut impl Iterator<Item = &'a String>,
        syntax: Syntax<'_>,
    ) -> Result<(&'static str, Option<String>), UsageError> {
        if let Some((flag, value)) = self.prefixed(argument) {
            return Ok((flag, Some(value)));
        }
        let (name, inline) = match argument.split_once('=') {
            Some((name, value)) => (name, Some(value.to_owned())),
            None => (argument, None),
        };
        if let Some(flag) = self.find(name, syntax) {
            let value = match (flag.takes, inline) {
                (Takes::Nothing, Some(value)) if value == "true" || value == "false" => Some(value),
                (Takes::Nothing, Some(_)) => return Err(UsageError::new(format!("{} takes no value", flag.long))),
                (Takes::Value(what), None) => Some(
                    rest.next()
                        .cloned()
                        .ok_or_else(|| UsageError::new(format!("{} requires a value: {what}", flag.long)))?,
                ),
                (_, inline) => inline,
            };
            return Ok((flag.long, value));
        }
        match name.strip_prefix("--no-").and_then(|positive| self.find(&format!("--{positive}"), syntax)) {
            Some(flag) if !matches!(flag.takes, Takes::Value(_)) && inline.is_none() => {
                Ok((flag.long, Some("false".to_owned())))
            }
            _ => Err(UsageError {
                message: format!("unknown flag {name}"),
                suggestion: suggestion::closest(name, self.known(syntax).map(|flag| flag.long)),
            }),
        }
    }

    /// What help shows: one line per flag that the command knows.
    pub fn help(&self, syntax: Syntax<'_>) -> String {
        let names: Vec<String> = self.known(syntax).map(Flag::synopsis).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0).min(34);
        let lines = names.iter().zip(self.known(syntax)).map(|(name, flag)| {
            let short = flag.short.map_or("    ".to_owned(), |short| format!("{short}, "));
            format!("  {short}{name:<width$}  {}\n", flag.about)
        });
        lines.collect()
    }

    /// The flags that a command knows, in the order of the table.
    pub fn known(self, syntax: Syntax<'_>) -> impl Iterator<Item = &'static Flag> {
        self.flags.iter().filter(move |flag| syntax.known.is_none_or(|known| known.contains(&flag.long)))
    }

    /// Whether the command knows a flag of this name, also as `--no-name` where that switches one off.
    pub fn declares(&self, name: &str, syntax: Syntax<'_>) -> bool {
        let positive = || self.find(&format!("--{}", name.strip_prefix("--no-")?), syntax);
        self.find(name, syntax).is_some() || positive().is_some_and(|flag| !matches!(flag.takes, Takes::Value(_)))
    }

    /// Whether the command knows a flag of this name that has a value, which may be the next argument.
    pub fn requires_value(&self, name: &str, syntax: Syntax<'_>) -> bool {
        self.find(name, syntax).is_some_and(|flag| matches!(flag.takes, Takes::Value(_)))
    }

    /// Finds a flag that the command knows, by one of its names.
    fn find(&self, name: &str, syntax: Syntax<'_>) -> Option<&'static Flag> {
        let name = self.aliases.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
        self.known(syntax).find(|flag| flag.long == name || flag.short == Some(name))
    }

    fn prefixed(&self, argument: &str) -> Option<(&'static str, String)> {
        self.prefixes
            .iter()
            .find_map(|(prefix, flag)| argument.strip_prefix(prefix).map(|value| (*flag, value.to_owned())))
    }
}

impl Flag {
    fn synopsis(&self) -> String {
        match self.takes {
            Takes::Nothing => self.long.to_owned(),
            Takes::Value(what) => format!("{} {what}", self.long),
            Takes::OptionalValue(what) => format!("{}[={what}]", self.long),
        }
    }
}

impl Arguments {
    /// Whether a switch is on: the last time that it was given decides.
    pub fn has(&self, long: &str) -> bool {
        self.last(long).is_some_and(|value| value.as_deref() != Some("false"))
    }

    /// Whether a switch was given, as on or off.
    pub fn switch(&self, long: &str) -> Option<bool> {
        self.last(long).map(|value| value.as_deref() != Some("false"))
    }

    /// The last value of a flag. None when it was not given, or given without a value.
    pub fn value(&self, long: &str) -> Option<&str> {
        self.last(long).and_then(|value| value.as_deref())
    }

    /// All values of a flag, in order.
    pub fn values<'a>(&'a self, long: &'a str) -> impl Iterator<Item = &'a str> {
        self.given.iter().filter(move |(name, _)| *name == long).filter_map(|(_, value)| value.as_deref())
    }

    /// All values of a flag whose values may be lists with commas.
    pub fn list(&self, long: &str) -> Vec<String> {
        self.values(long)
            .flat_map(|value| value.split(','))
            .filter(|item| !item.is_empty())
            .map(str::to_owned)
            .collect()
    }

    fn last(&self, long: &str) -> Option<&Option<String>> {
        self.given.iter().rev().find(|(name, _)| *name == long).map(|(_, value)| value)
    }
}

#[cfg(test)]
#[path = "flags_tests.rs"]
mod tests;
