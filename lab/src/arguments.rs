//! Parses the arguments of a command: flags with and without values, and names.

use std::time::Duration;

/// The flags of a command: those with a value, and those without.
pub struct Known {
    pub with_value: &'static [&'static str],
    pub without_value: &'static [&'static str],
}

/// The parsed arguments.
#[derive(Debug, Default, PartialEq)]
pub struct Arguments {
    pub names: Vec<String>,
    values: Vec<(String, String)>,
}

impl Arguments {
    /// `--flag value`, `--flag=value`, `-c value`; everything else is a name. The error is a sentence.
    pub fn read(arguments: &[String], known: &Known) -> Result<Arguments, String> {
        let mut read = Arguments::default();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            if !argument.starts_with('-') || argument == "-" {
                read.names.push(argument.clone());
                continue;
            }
            let (flag, inline) = argument
                .split_once('=')
                .map_or((argument.as_str(), None), |(flag, value)| (flag, Some(value.to_string())));
            if known.with_value.contains(&flag) {
                let value = inline.or_else(|| rest.next().cloned()).ok_or_else(|| format!("{flag} needs a value"))?;
                read.values.push((flag.to_string(), value));
            } else if known.without_value.contains(&flag) && inline.is_none() {
                read.values.push((flag.to_string(), String::new()));
            } else {
                let all: Vec<&str> = known.with_value.iter().chain(known.without_value).copied().collect();
                return Err(format!("\"{argument}\" is not an option; the options are {}", all.join(", ")));
            }
        }
        Ok(read)
    }

    pub fn has(&self, flag: &str) -> bool {
        self.values.iter().any(|(name, _)| name == flag)
    }

    /// The last value of the flag.
    pub fn value(&self, flag: &str) -> Option<&str> {
        self.values.iter().rev().find(|(name, _)| name == flag).map(|(_, value)| value.as_str())
    }

    /// All values of a repeatable flag.
    pub fn values(&self, flag: &str) -> Vec<&str> {
        self.values.iter().filter(|(name, _)| name == flag).map(|(_, value)| value.as_str()).collect()
    }

    /// A number above 0.
    pub fn number(&self, flag: &str) -> Result<Option<f64>, String> {
        self.value(flag)
            .map(|value| {
                value
                    .parse()
                    .ok()
                    .filter(|number: &f64| *number > 0.0 && number.is_finite())
                    .ok_or_else(|| format!("{flag} needs a number above 0, not \"{value}\""))
            })
            .transpose()
    }

    /// A duration such as `28m`, `90s`, `500ms`, `1h`; a bare number is seconds.
    pub fn time(&self, flag: &str) -> Result<Option<Duration>, String> {
        self.value(flag)
            .map(|value| {
                read_time(value).ok_or_else(|| format!("{flag} needs a time such as 90s or 28m, not \"{value}\""))
            })
            .transpose()
    }
}

fn read_time(text: &str) -> Option<Duration> {
    let digits = text.trim_end_matches(|character: char| character.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    let seconds = digits.parse::<f64>().ok()? * unit;
    (seconds > 0.0 && seconds < 1e7).then(|| Duration::from_secs_f64(seconds))
}

#[cfg(test)]
mod tests {
    use super::{Arguments, Known, read_time};
    use std::time::Duration;

    const KNOWN: Known = Known { with_value: &["--budget", "-c"], without_value: &["--all"] };

    fn read(text: &str) -> Result<Arguments, String> {
        Arguments::read(&text.split_whitespace().map(str::to_string).collect::<Vec<_>>(), &KNOWN)
    }

    #[test]
    fn names_and_flags_may_be_mixed() {
        let arguments = read("one --budget=28m two --all -c 5").expect("it is right");
        assert_eq!(arguments.names, ["one", "two"]);
        assert!(arguments.has("--all") && arguments.number("-c") == Ok(Some(5.0)));
        assert_eq!(arguments.time("--budget"), Ok(Some(Duration::from_secs(28 * 60))));
    }

    #[test]
    fn mistakes_are_named() {
        assert_eq!(read("--budget"), Err("--budget needs a value".to_string()));
        assert!(read("--bugdet 5").is_err_and(|message| message.contains("\"--bugdet\" is not an option")));
        assert!(read("--budget soon").expect("it is read").time("--budget").is_err());
        assert!(read("-c 0").expect("it is read").number("-c").is_err());
    }

    #[test]
    fn times_have_units() {
        assert_eq!(read_time("1.5s"), Some(Duration::from_millis(1500)));
        assert_eq!(read_time("250ms"), Some(Duration::from_millis(250)));
        assert_eq!((read_time("1h"), read_time("x"), read_time("5d")), (Some(Duration::from_secs(3600)), None, None));
    }
}
