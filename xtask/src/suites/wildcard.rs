//! Compares output with an expectation in which `[WILDCARD]` matches any text, including none and several lines.

/// The mark for "anything".
pub const WILDCARD: &str = "[WILDCARD]";

/// Whether `actual` matches `expected`. White space at the end of either is ignored.
pub fn matches(expected: &str, actual: &str) -> bool {
    let (expected, actual) = (expected.trim_end(), actual.trim_end());
    let mut parts = expected.split(WILDCARD);
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = actual.strip_prefix(first) else { return false };
    let mut parts: Vec<&str> = parts.collect();
    let Some(last) = parts.pop() else { return rest.is_empty() };
    for part in parts {
        // The earliest match is sufficient: the rest then has the most text to match.
        match rest.find(part) {
            Some(index) => rest = &rest[index + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

/// The two texts one after the other, for a failure message.
pub fn explain(what: &str, expected: &str, actual: &str) -> String {
    format!("{what} differs\n--- expected\n{}\n--- actual\n{}\n---\n", expected.trim_end(), actual.trim_end())
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn without_a_wildcard_the_texts_are_equal_but_for_the_end() {
        assert!(matches("a\nb\n", "a\nb"));
        assert!(!matches("a", "ab") && !matches("ab", "a") && !matches("", "x"));
    }

    #[test]
    fn a_wildcard_stands_for_any_text() {
        assert!(matches("at [WILDCARD]:1:2", "at /tmp/x.js:1:2"));
        assert!(matches("a[WILDCARD]", "a") && matches("[WILDCARD]", "") && matches("[WILDCARD]b", "a\nb"));
        assert!(!matches("a[WILDCARD]c", "ab"));
    }

    #[test]
    fn text_between_wildcards_comes_in_order_and_is_not_used_twice() {
        assert!(matches("[WILDCARD]one[WILDCARD]two[WILDCARD]", "0 one 1 two 2"));
        assert!(!matches("[WILDCARD]two[WILDCARD]one[WILDCARD]", "one two"));
        assert!(!matches("ab[WILDCARD]ba", "aba"));
    }
}
