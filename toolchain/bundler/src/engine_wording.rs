//! Rolldown's reports in the words of `brio build`: they name options that Rolldown's own configuration has.

use std::borrow::Cow;

/// What Rolldown writes, and what is written instead.
const WORDS: &[(&str, &str)] = &[
    (
        "If this is desired, you can suppress this warning by adding `transform.define: { 'import.meta': {} }`. If `import.meta` needs to be kept as-is, you need to set the output format to `esm`.",
        "`--define import.meta={}` says that this is meant, and `--format esm` keeps it.",
    ),
    (
        " For more information, check the documentation: https://rolldown.rs/guide/troubleshooting#avoiding-direct-eval",
        " `(0, eval)(…)` is one.",
    ),
    (" in \"output.globals\" – guessing ", ", which is a global variable of the page: it is read from "),
];

/// The text in the words of `brio build`.
pub(crate) fn reworded(text: &str) -> Cow<'_, str> {
    WORDS.iter().fold(Cow::Borrowed(text), |text, (theirs, ours)| match text.contains(theirs) {
        true => Cow::Owned(text.replace(theirs, ours)),
        false => text,
    })
}

#[cfg(test)]
mod tests {
    use super::reworded;

    #[test]
    fn options_of_rolldown_are_replaced() {
        let text = "No name was provided for external module \"a\" in \"output.globals\" – guessing \"a\".";
        let expected = "No name was provided for external module \"a\", which is a global variable of the page: it is read from \"a\".";
        assert_eq!(reworded(text), expected);
        assert_eq!(reworded("another text"), "another text");
    }
}
