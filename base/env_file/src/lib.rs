//! Parses the contents of an `.env` file into names and values, as Node.js does (`--env-file`, `process.loadEnvFile`,
//! `util.parseEnv`).
//!
//! Does not: read files or change the environment. Start reading at [`parse`].

use std::collections::BTreeMap;

/// White space around names and values.
const BLANKS: [char; 3] = [' ', '\t', '\n'];

/// Parses `NAME=value` lines. A value may be in single, double or back quotes, also over several lines; `\n` in double
/// quotes is a line end; `#` begins a comment outside of quotes; `export ` before a name is skipped. The last of two
/// equal names wins. There are no errors: lines without `=` are skipped.
pub fn parse(text: &str) -> BTreeMap<String, String> {
    let text = text.replace('\r', "");
    let mut rest = text.trim_matches(BLANKS);
    let mut values = BTreeMap::new();
    while let Some(first) = rest.chars().next() {
        if first == '#' {
            rest = behind_line(rest);
            continue;
        }
        let Some(end) = rest.find(['=', '\n']) else { break };
        let (name, behind) = (rest[..end].trim_matches(BLANKS), &rest[end + 1..]);
        if rest.as_bytes()[end] == b'\n' {
            rest = behind.trim_matches(BLANKS);
            continue;
        }
        if behind.is_empty() || behind.starts_with('\n') {
            values.insert(name.to_string(), String::new());
            rest = behind.strip_prefix('\n').unwrap_or(behind);
            continue;
        }
        // Node also searches for the value beyond line ends.
        rest = behind.trim_matches(BLANKS);
        if name.is_empty() {
            continue;
        }
        let name = name.strip_prefix("export ").map_or(name, |name| name.trim_matches(BLANKS));
        let (value, behind) = take_value(rest);
        values.insert(name.to_string(), value);
        rest = behind;
    }
    values
}

/// The value at the start of `rest`, and the lines after it.
fn take_value(rest: &str) -> (String, &str) {
    let Some(quote) = rest.chars().next().filter(|first| ['"', '\'', '`'].contains(first)) else {
        let line = rest.split('\n').next().unwrap_or_default();
        let value = line.split('#').next().unwrap_or_default();
        return (value.trim_matches(BLANKS).to_string(), behind_line(rest));
    };
    let Some(length) = rest[1..].find(quote) else {
        // An unterminated quote belongs to the value, with the rest of the line.
        let line = rest.split('\n').next().unwrap_or_default();
        return (line.to_string(), behind_line(rest));
    };
    let value = &rest[1..=length];
    let value = if quote == '"' { value.replace("\\n", "\n") } else { value.to_string() };
    (value, behind_line(&rest[length + 2..]))
}

fn behind_line(text: &str) -> &str {
    text.split_once('\n').map_or("", |(_, behind)| behind)
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
