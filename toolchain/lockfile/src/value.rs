//! A plain value as JSON has it, with the order of the members preserved. Numbers stay as they were written.

/// What a manifest or a lockfile says in a place that this crate does not interpret (`engines`, `license`, `funding`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Null,
    Bool(bool),
    /// The number's source characters.
    Number(String),
    String(String),
    Array(Vec<Value>),
    Object(Vec<(String, Value)>),
}

impl Value {
    /// Makes a string.
    pub fn string(value: impl Into<String>) -> Value {
        Value::String(value.into())
    }

    /// Makes an array of strings.
    pub fn strings<S: AsRef<str>>(values: &[S]) -> Value {
        Value::Array(values.iter().map(|value| Value::string(value.as_ref())).collect())
    }

    /// Makes an object of strings.
    pub fn map<'a>(members: impl IntoIterator<Item = (&'a str, &'a str)>) -> Value {
        Value::Object(members.into_iter().map(|(name, value)| (name.to_string(), Value::string(value))).collect())
    }

    /// The string, if this is one.
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Value::String(value) => Some(value),
            _ => None,
        }
    }

    /// The members, if this is an object.
    pub fn members(&self) -> &[(String, Value)] {
        match self {
            Value::Object(members) => members,
            _ => &[],
        }
    }

    /// The elements, if this is an array.
    pub fn elements(&self) -> &[Value] {
        match self {
            Value::Array(elements) => elements,
            _ => &[],
        }
    }

    /// The member of an object with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.members().iter().find(|(member, _)| member == name).map(|(_, value)| value)
    }

    /// True for an empty array or object.
    pub fn is_empty(&self) -> bool {
        match self {
            Value::Array(elements) => elements.is_empty(),
            Value::Object(members) => members.is_empty(),
            _ => false,
        }
    }
}
