//! The value types that may cross the boundary, and their Rust forms.

use super::parse::Contract;

/// A type of a contract.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Void,
    Boolean,
    Number(&'static str),
    Text,
    Path,
    Bytes,
    BytesMut,
    Any,
    /// All further arguments, unconverted (`...values: Any<T>[]`).
    Rest,
    Strings,
    Record(String),
    Records(String),
    /// One value of a declared enum.
    Enum(String),
    /// Functions that native code calls.
    Handlers(String),
    /// Named arguments, and whether one of them is bytes.
    Options(String, bool),
    Nullable(Box<Type>),
}

/// Parses a type. `Promise<…>` must be removed before.
pub fn read(text: &str, contract: &Contract) -> Result<Type, String> {
    if let Some(inner) = text.strip_suffix("|null").filter(|inner| !inner.starts_with("Any<")) {
        return Ok(Type::Nullable(Box::new(read(inner, contract)?)));
    }
    // Its type in JavaScript is TypeScript's matter.
    if text.starts_with("Any<") && text.ends_with('>') {
        return Ok(Type::Any);
    }
    if text.starts_with("...Any<") && text.ends_with(">[]") {
        return Ok(Type::Rest);
    }
    Ok(match text {
        "Any" | "...Any[]" => return Err("Any without a type: write Any<unknown> for a value of any type".into()),
        "void" => Type::Void,
        "boolean" => Type::Boolean,
        "u8" => Type::Number("u8"),
        "u16" => Type::Number("u16"),
        "u32" => Type::Number("u32"),
        "i32" => Type::Number("i32"),
        "f64" => Type::Number("f64"),
        "string" => Type::Text,
        "Path" => Type::Path,
        "Bytes" | "Numbers" => Type::Bytes,
        "BytesMut" | "NumbersMut" => Type::BytesMut,
        "string[]" => Type::Strings,
        other => {
            if let Some(constants) = contract.constants.iter().find(|constants| constants.name == other) {
                return if constants.is_flags {
                    read(&constants.width, contract)
                } else {
                    Ok(Type::Enum(other.to_string()))
                };
            }
            if contract.handlers.iter().any(|handlers| handlers.name == other) {
                return Ok(Type::Handlers(other.to_string()));
            }
            if let Some(options) = contract.options.iter().find(|options| options.name == other) {
                let has_bytes = options.fields.iter().any(|field| field.type_text.starts_with("Bytes"));
                return Ok(Type::Options(other.to_string(), has_bytes));
            }
            let name = other.trim_end_matches("[]");
            if !contract.records.iter().any(|record| record.name == name) {
                return Err(format!("type {other} cannot cross the boundary"));
            }
            if other.ends_with("[]") { Type::Records(name.to_string()) } else { Type::Record(name.to_string()) }
        }
    })
}

impl Type {
    /// The type of the decoded argument in the glue.
    pub fn stored(&self, is_async: bool) -> Result<String, String> {
        Ok(match self {
            Type::Boolean => "bool".into(),
            Type::Number(name) => (*name).into(),
            Type::Text => "String".into(),
            Type::Path => "PathBuf".into(),
            Type::Bytes | Type::BytesMut if is_async => "PinnedBytes".into(),
            Type::Bytes => "&[u8]".into(),
            Type::BytesMut => "&mut [u8]".into(),
            Type::Any | Type::Rest if is_async => {
                return Err("Any cannot leave the thread: not in an op that returns a Promise".into());
            }
            Type::Any => "Value<'cx>".into(),
            Type::Rest => "&[Value<'cx>]".into(),
            Type::Strings => "Vec<String>".into(),
            Type::Enum(name) => name.clone(),
            Type::Handlers(_) if is_async => {
                return Err("handlers cannot leave the thread: not in an op that returns a Promise".into());
            }
            Type::Handlers(name) => name.clone(),
            Type::Options(_, true) if is_async => {
                return Err("options with bytes cannot leave the thread: not in an op that returns a Promise".into());
            }
            Type::Options(name, true) => format!("{name}<'_>"),
            Type::Options(name, false) => name.clone(),
            Type::Nullable(inner) => format!("Option<{}>", inner.stored(is_async)?),
            Type::Void | Type::Record(_) | Type::Records(_) => return Err(format!("{self:?} cannot be an argument")),
        })
    }

    /// The parameter type of the trait's method.
    pub fn parameter(&self) -> String {
        match self {
            Type::Text => "&str".into(),
            Type::Path => "&Path".into(),
            Type::Bytes => "&[u8]".into(),
            Type::BytesMut => "&mut [u8]".into(),
            Type::Strings => "&[String]".into(),
            Type::Any => "Value<'cx>".into(),
            Type::Nullable(inner) => format!("Option<{}>", inner.parameter()),
            other => other.stored(false).unwrap_or_default(),
        }
    }

    /// The parameter type of a method that only borrows: another method may get the argument afterwards.
    pub fn lent_parameter(&self) -> String {
        match self {
            Type::Options(..) => format!("&{}", self.parameter()),
            other => other.parameter(),
        }
    }

    /// The expression that lends the stored argument to such a method.
    pub fn lend(&self, name: &str) -> String {
        match self {
            Type::Options(..) => format!("&{name}"),
            other => other.pass(name, true),
        }
    }

    /// The expression that passes the stored argument to the method.
    pub fn pass(&self, name: &str, is_async: bool) -> String {
        match self {
            Type::Text | Type::Path | Type::Strings => format!("&{name}"),
            Type::Bytes if is_async => format!("{name}.as_slice()"),
            Type::BytesMut if is_async => format!("{name}.as_mut_slice()"),
            Type::Nullable(inner) => match (&**inner, is_async) {
                (Type::Text | Type::Path | Type::Strings, _) => format!("{name}.as_deref()"),
                (Type::Bytes, true) => format!("{name}.as_ref().map(PinnedBytes::as_slice)"),
                (Type::BytesMut, true) => format!("{name}.as_mut().map(PinnedBytes::as_mut_slice)"),
                _ => name.into(),
            },
            _ => name.into(),
        }
    }

    /// The success type of the method.
    pub fn result(&self) -> String {
        match self {
            Type::Void => "()".into(),
            Type::Text => "Text".into(),
            Type::Path => "PathBuf".into(),
            Type::Bytes | Type::BytesMut => "Vec<u8>".into(),
            Type::Strings => "Vec<String>".into(),
            Type::Record(name) => name.clone(),
            Type::Records(name) => format!("Vec<{name}>"),
            Type::Nullable(inner) => format!("Option<{}>", inner.result()),
            other => other.stored(false).unwrap_or_default(),
        }
    }

    pub fn is_any(&self) -> bool {
        match self {
            Type::Any | Type::Rest => true,
            Type::Nullable(inner) => inner.is_any(),
            _ => false,
        }
    }

    pub fn is_bytes(&self) -> bool {
        match self {
            Type::Bytes | Type::BytesMut => true,
            Type::Nullable(inner) => inner.is_bytes(),
            _ => false,
        }
    }
}
