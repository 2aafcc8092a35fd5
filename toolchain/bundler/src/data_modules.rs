//! Modules of data: JSON with comments, JSON5, TOML and YAML.
//!
//! What JSON can express becomes JSON, whose unused members the bundler leaves out. Other values (dates of TOML, numbers
//! that are not finite, a key `__proto__`) become an expression.

use std::collections::HashMap;
use std::fmt::{self, Write};

use anyhow::{Error, Result};
use rolldown_common::ModuleType;
use serde::de::{Deserialize, Deserializer, MapAccess, SeqAccess, Visitor};

use crate::options::Loader;
use crate::source_errors::SourceError;

/// A value of a data format.
#[derive(Clone, Debug, PartialEq)]
enum Data {
    Null,
    Bool(bool),
    Integer(i64),
    Unsigned(u64),
    Float(f64),
    String(String),
    /// A class of `Temporal` and the string that it is made from.
    Temporal(&'static str, String),
    List(Vec<Data>),
    Table(Vec<(String, Data)>),
}

/// The module of a source in one of the formats: its code, and what the code is.
///
/// # Errors
/// A source that is not of the format.
pub(crate) fn module(loader: Loader, path: &str, text: &str) -> Result<(String, ModuleType)> {
    let text = text.trim_start_matches('\u{feff}');
    let data = match loader {
        Loader::Toml => {
            of_toml(toml::Value::Table(toml::from_str(text).map_err(|error| toml_error(&error, path, text))?))
        }
        Loader::Yaml => of_yaml(yaml(text).map_err(|error| yaml_error(&error, path))?),
        Loader::Json => serde_json::from_str(text)
            .map_err(|error| wrong("JSON", &error.to_string(), path, Some((error.line(), error.column()))))?,
        _ => json5::from_str(text).map_err(|error| json5_error(&error, path))?,
    };
    let mut code = String::new();
    if data.is_json() {
        data.write(&mut code);
        return Ok((code, ModuleType::Json));
    }
    code += "const data = ";
    data.write(&mut code);
    code += ";\nexport default data;\n";
    if let Data::Table(members) = &data {
        for (index, (name, _)) in members.iter().enumerate().filter(|(_, (name, _))| name != "default") {
            let name = quoted(name);
            let _ = writeln!(code, "const data_{index} = data[{name}];\nexport {{ data_{index} as {name} }};");
        }
    }
    Ok((code, ModuleType::Js))
}

/// The error of a source that is not of its format. `place`: line and column, both from 1.
fn wrong(format: &str, reason: &str, path: &str, place: Option<(usize, usize)>) -> Error {
    let message = format!("invalid {format}: {reason}");
    match place {
        Some((line, column)) => {
            let (line, column) = (line.max(1) as u32, column.saturating_sub(1) as u32);
            SourceError { message, file: path.to_owned(), line, column }.into()
        }
        None => Error::msg(format!("{message} in {path}")),
    }
}

fn toml_error(error: &toml::de::Error, path: &str, text: &str) -> Error {
    match error.span() {
        Some(span) => {
            SourceError::at_offset(format!("invalid TOML: {}", error.message()), path, text, span.start).into()
        }
        None => wrong("TOML", error.message(), path, None),
    }
}

fn yaml_error(error: &serde_yaml_ng::Error, path: &str) -> Error {
    wrong("YAML", &error.to_string(), path, error.location().map(|place| (place.line(), place.column())))
}

fn json5_error(error: &json5::Error, path: &str) -> Error {
    wrong("JSON5", &error.to_string(), path, error.position().map(|place| (place.line + 1, place.column + 1)))
}

/// Whether JSON has a key that an object literal would take for its prototype.
pub(crate) fn has_prototype_key(json: &[u8]) -> bool {
    memchr::memmem::find(json, b"\"__proto__\"").is_some()
}

/// Whether the first character of JSON is wrong, or the only one may be: Rolldown's report of that does not name the file.
pub(crate) fn begins_wrong(json: &[u8]) -> bool {
    let json = json.strip_prefix("\u{feff}".as_bytes()).unwrap_or(json);
    json.len() < 2 || !json[0].is_ascii_whitespace() && !b"{[\"-0123456789tfn".contains(&json[0])
}

fn yaml(text: &str) -> Result<serde_yaml_ng::Value, serde_yaml_ng::Error> {
    if text.trim().is_empty() {
        return Ok(serde_yaml_ng::Value::Null);
    }
    let mut value: serde_yaml_ng::Value = serde_yaml_ng::from_str(text)?;
    value.apply_merge()?;
    Ok(value)
}

fn of_toml(value: toml::Value) -> Data {
    match value {
        toml::Value::String(text) => Data::String(text),
        toml::Value::Integer(number) => Data::Integer(number),
        toml::Value::Float(number) => Data::Float(number),
        toml::Value::Boolean(is) => Data::Bool(is),
        toml::Value::Array(items) => Data::List(items.into_iter().map(of_toml).collect()),
        toml::Value::Table(table) => Data::Table(table.into_iter().map(|(key, value)| (key, of_toml(value))).collect()),
        toml::Value::Datetime(date) => {
            let class = match (&date.date, &date.time, &date.offset) {
                (Some(_), Some(_), Some(_)) => "Instant",
                (Some(_), Some(_), None) => "PlainDateTime",
                (Some(_), None, _) => "PlainDate",
                (None, _, _) => "PlainTime",
            };
            Data::Temporal(class, date.to_string())
        }
    }
}

fn of_yaml(value: serde_yaml_ng::Value) -> Data {
    use serde_yaml_ng::Value;
    match value {
        Value::Null => Data::Null,
        Value::Bool(is) => Data::Bool(is),
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(number), _) => Data::Integer(number),
            (None, Some(number)) => Data::Unsigned(number),
            (None, None) => Data::Float(number.as_f64().unwrap_or(f64::NAN)),
        },
        Value::String(text) => Data::String(text),
        Value::Sequence(items) => Data::List(items.into_iter().map(of_yaml).collect()),
        Value::Mapping(members) => {
            Data::Table(members.into_iter().map(|(key, value)| (of_yaml(key).into_key(), of_yaml(value))).collect())
        }
        Value::Tagged(tagged) => of_yaml(tagged.value),
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

impl Data {
    /// The key of a table that the value is: as JavaScript converts it to a string.
    fn into_key(self) -> String {
        match self {
            Self::String(text) => text,
            other => {
                let mut text = String::new();
                other.write(&mut text);
                text
            }
        }
    }

    /// Whether JSON has the value, and a JavaScript object of it is the same.
    fn is_json(&self) -> bool {
        match self {
            Self::Float(number) => number.is_finite(),
            Self::Temporal(..) => false,
            Self::List(items) => items.iter().all(Self::is_json),
            Self::Table(members) => members.iter().all(|(key, value)| key != "__proto__" && value.is_json()),
            Self::Null | Self::Bool(_) | Self::Integer(_) | Self::Unsigned(_) | Self::String(_) => true,
        }
    }

    /// Writes the value as an expression, which is JSON for a value of JSON.
    fn write(&self, out: &mut String) {
        // Writing to a string does not fail.
        let _ = match self {
            Self::Null => out.write_str("null"),
            Self::Bool(is) => write!(out, "{is}"),
            Self::Integer(number) => write!(out, "{number}"),
            Self::Unsigned(number) => write!(out, "{number}"),
            Self::Float(number) if number.is_nan() => out.write_str("NaN"),
            Self::Float(number) if number.is_infinite() => {
                out.write_str(if *number > 0.0 { "Infinity" } else { "-Infinity" })
            }
            Self::Float(number) => out.write_str(&serde_json::to_string(number).unwrap_or_default()),
            Self::String(text) => out.write_str(&quoted(text)),
            Self::Temporal(class, text) => write!(out, "Temporal.{class}.from({})", quoted(text)),
            Self::List(items) => {
                out.push('[');
                for (index, item) in items.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.write_str("]")
            }
            Self::Table(members) => {
                out.push('{');
                for (index, (key, value)) in members.iter().enumerate() {
                    if index > 0 {
                        out.push(',');
                    }
                    let key = if key == "__proto__" { "[\"__proto__\"]".to_owned() } else { quoted(key) };
                    let _ = write!(out, "{key}:");
                    value.write(out);
                }
                out.write_str("}")
            }
        };
    }
}

impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(DataVisitor)
    }
}

struct DataVisitor;

impl<'de> Visitor<'de> for DataVisitor {
    type Value = Data;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Data, E> {
        Ok(Data::Null)
    }

    fn visit_none<E>(self) -> Result<Data, E> {
        Ok(Data::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Data, D::Error> {
        Deserialize::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Data, E> {
        Ok(Data::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Data, E> {
        Ok(Data::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Data, E> {
        Ok(Data::Unsigned(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Data, E> {
        Ok(Data::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Data, E> {
        Ok(Data::String(value.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Data, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Data::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Data, A::Error> {
        let mut table: Vec<(String, Data)> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        while let Some((key, value)) = members.next_entry::<String, Data>()? {
            // The last of two equal keys counts, at the place of the first.
            match places.get(&key) {
                Some(index) => table[*index].1 = value,
                None => {
                    places.insert(key.clone(), table.len());
                    table.push((key, value));
                }
            }
        }
        Ok(Data::Table(table))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(loader: Loader, text: &str) -> String {
        module(loader, "a", text).expect("it is of the format").0
    }

    #[test]
    fn the_start_of_json_is_checked() {
        for text in ["", "x", "{", "1", "\u{feff}", "undefined", "'a'"] {
            assert!(begins_wrong(text.as_bytes()), "{text}");
        }
        for text in ["{}", " \n{}", "\u{feff}[]", "null", "-1", "\"\""] {
            assert!(!begins_wrong(text.as_bytes()), "{text}");
        }
    }

    #[test]
    fn what_json_has_is_json() {
        assert_eq!(code(Loader::Toml, "a = 1\n[b]\nc = 'x'"), r#"{"a":1,"b":{"c":"x"}}"#);
        assert_eq!(code(Loader::Yaml, "a: &x {b: 1}\nc: {<<: *x, 2: ~}"), r#"{"a":{"b":1},"c":{"2":null,"b":1}}"#);
        assert_eq!(code(Loader::Json5, "{a: [1.5, 'x',], a: true}"), r#"{"a":true}"#);
        assert_eq!(code(Loader::Yaml, ""), "null");
    }

    #[test]
    fn dates_are_temporal() {
        let (code, kind) = module(Loader::Toml, "a", "d = 1979-05-27\nt = 07:32:00").expect("it is TOML");
        assert_eq!(kind, ModuleType::Js);
        assert!(code.contains("Temporal.PlainDate.from(\"1979-05-27\")"), "{code}");
        assert!(code.contains("Temporal.PlainTime.from(\"07:32:00\")"), "{code}");
        assert!(code.contains("export { data_0 as \"d\" };"), "{code}");
    }

    #[test]
    fn other_values_are_expressions() {
        assert!(code(Loader::Toml, "a = inf\nb = -inf\nc = nan").contains(r#"{"a":Infinity,"b":-Infinity,"c":NaN}"#));
        assert!(code(Loader::Json5, "{__proto__: {x: 1}}").contains(r#"{["__proto__"]:{"x":1}}"#));
        assert!(code(Loader::Json, r#"{"a":{"__proto__":1}}"#).contains(r#"["__proto__"]:1"#));
    }
}
