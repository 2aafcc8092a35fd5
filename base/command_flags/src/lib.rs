//! Flags of a command, each declared once: parsing, help and suggestions are made from one table.

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

impl Flags {
    /// Reads arguments. What follows `--` are words.
    ///
    /// # Errors
    /// A message for the user: an unknown flag (with the one that was probably meant), a value that is missing or that
    /// a switch does not have.
    pub fn parse(&self, arguments: &[String]) -> Result<Arguments, String> {
        let mut parsed = Arguments::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if argument == "--" {
                parsed.words.extend(rest.cloned());
                break;
            }
            if !argument.starts_with('-') || argument == "-" {
                parsed.words.push(argument.clone());
                continue;
            }
            if let Some((flag, value)) = self.prefixed(argument) {
                parsed.given.push((flag, Some(value)));
                continue;
            }
            let (name, inline) = match argument.split_once('=') {
                Some((name, value)) => (name, Some(value.to_owned())),
                None => (argument.as_str(), None),
            };
            if let Some(flag) = self.find(name) {
                let value = match (flag.takes, inline) {
                    (Takes::Nothing, Some(value)) if value == "true" || value == "false" => Some(value),
                    (Takes::Nothing, Some(_)) => return Err(format!("{} takes no value", flag.long)),
                    (Takes::Value(what), None) => {
                        Some(rest.next().cloned().ok_or_else(|| format!("{} requires a value: {what}", flag.long))?)
                    }
                    (_, inline) => inline,
                };
                parsed.given.push((flag.long, value));
                continue;
            }
            match name.strip_prefix("--no-").and_then(|positive| self.find(&format!("--{positive}"))) {
                Some(flag) if !matches!(flag.takes, Takes::Value(_)) && inline.is_none() => {
                    parsed.given.push((flag.long, Some("false".to_owned())));
                }
                _ => return Err(self.unknown(name)),
            }
        }
        Ok(parsed)
    }

    /// What help shows: one line per flag.
    pub fn help(&self) -> String {
        let names: Vec<String> = self.flags.iter().map(Flag::synopsis).collect();
        let width = names.iter().map(String::len).max().unwrap_or(0).min(34);
        let lines = names.iter().zip(self.flags).map(|(name, flag)| {
            let short = flag.short.map_or("    ".to_owned(), |short| format!("{short}, "));
            format!("  {short}{name:<width$}  {}\n", flag.about)
        });
        lines.collect()
    }

    fn find(&self, name: &str) -> Option<&'static Flag> {
        let name = self.aliases.iter().find(|(alias, _)| *alias == name).map_or(name, |(_, name)| name);
        self.flags.iter().find(|flag| flag.long == name || flag.short == Some(name))
    }

    fn prefixed(&self, argument: &str) -> Option<(&'static str, String)> {
        self.prefixes
            .iter()
            .find_map(|(prefix, flag)| argument.strip_prefix(prefix).map(|value| (*flag, value.to_owned())))
    }

    fn unknown(&self, name: &str) -> String {
        let best = self
            .flags
            .iter()
            .map(|flag| (strsim::jaro_winkler(name, flag.long), flag.long))
            .max_by(|left, right| left.0.total_cmp(&right.0));
        match best {
            Some((score, known)) if score > 0.8 => format!("unknown flag {name} (did you mean {known}?)"),
            _ => format!("unknown flag {name}"),
        }
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
