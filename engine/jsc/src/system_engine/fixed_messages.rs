//! V8's message for an error of the engine that says nothing about a value or an expression.

/// The engine's messages, and V8's.
const MESSAGES: &[(&str, &str)] = &[
    ("'super()' can't be called more than once in a constructor.", "Super constructor may only be called once"),
    (
        "'super()' must be called in derived constructor before accessing |this| or returning non-object.",
        "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
    ),
    ("0 is an invalid divisor value.", "Division by zero"),
    ("A Proxy's 'handler' should be an Object", "Cannot create proxy with a non-object as target or handler"),
    ("A Proxy's 'target' should be an Object", "Cannot create proxy with a non-object as target or handler"),
    ("Array length must be a positive integer of safe magnitude.", "Invalid array length"),
    ("Array size is not a small enough positive integer.", "Invalid array length"),
    ("BigInt does not support >>> operator", "BigInts have no unsigned right shift, use >> instead"),
    ("Cannot convert a symbol to a number", "Cannot convert a Symbol value to a number"),
    ("Conversion from 'BigInt' to 'number' is not allowed.", "Cannot convert a BigInt value to a number"),
    ("First argument to WeakRef should be an object or a non-registered symbol", "WeakRef: invalid target"),
    ("Invalid Date", "Invalid time value"),
    ("JSON.stringify cannot serialize BigInt.", "Do not know how to serialize a BigInt"),
    ("JSON.stringify cannot serialize cyclic structures.", "Converting circular structure to JSON"),
    ("Properties can only be defined on Objects.", "Object.defineProperty called on non-object"),
    ("Right hand side of instanceof is not an object", "Right-hand side of 'instanceof' is not an object"),
    ("URI error", "URI malformed"),
    ("WeakMap keys must be objects or non-registered symbols", "Invalid value used as weak map key"),
    ("WeakSet values must be objects or non-registered symbols", "Invalid value used in weak set"),
    ("argument does not match any normalization form", "The normalization form should be one of NFC, NFD, NFKC, NFKD."),
    ("toFixed() argument must be between 0 and 100", "toFixed() digits argument must be between 0 and 100"),
];

/// The message of V8; None for other messages. Programs have some of those of the table, but not as a literal of the
/// library.
pub(crate) fn fixed(message: &str, is_literal: bool) -> Option<String> {
    if is_literal && let Ok(index) = MESSAGES.binary_search_by_key(&message, |(engines, _)| engines) {
        return Some(MESSAGES[index].1.to_owned());
    }
    if matches!(
        message,
        "reduce of empty array with no initial value" | "reduceRight of empty array with no initial value"
    ) {
        return Some("Reduce of empty array with no initial value".to_owned());
    }
    if message.starts_with("Invalid mix of BigInt and other type in ") {
        return Some("Cannot mix BigInt and other types, use explicit conversions".to_owned());
    }
    if let Some(method) = message.strip_suffix(" requires that |this| not be null or undefined") {
        return Some(format!("{method} called on null or undefined"));
    }
    if let Some(method) = message.strip_suffix(" requires the first argument be an object") {
        return Some(format!("{method} called on non-object"));
    }
    let class = message.strip_prefix("calling ")?.strip_suffix(" constructor without new is invalid")?;
    Some(format!("Constructor {class} requires 'new'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted() {
        assert!(MESSAGES.is_sorted_by_key(|(engines, _)| engines));
    }

    /// The messages of Node 26 for the same expressions.
    #[test]
    fn messages_are_those_of_v8() {
        for (message, expected) in [
            ("JSON.stringify cannot serialize BigInt.", "Do not know how to serialize a BigInt"),
            (
                "Invalid mix of BigInt and other type in addition.",
                "Cannot mix BigInt and other types, use explicit conversions",
            ),
            ("calling Map constructor without new is invalid", "Constructor Map requires 'new'"),
            (
                "Array.prototype.map requires that |this| not be null or undefined",
                "Array.prototype.map called on null or undefined",
            ),
            ("Reflect.ownKeys requires the first argument be an object", "Reflect.ownKeys called on non-object"),
        ] {
            assert_eq!(fixed(message, true).as_deref(), Some(expected), "{message}");
        }
        assert_eq!(fixed("calling home", true), None);
        assert_eq!(fixed("", true), None);
        assert_eq!(fixed("Invalid Date", false), None);
    }
}
