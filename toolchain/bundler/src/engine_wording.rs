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
    let text = quoted(text).unwrap_or(Cow::Borrowed(text));
    WORDS.iter().fold(text, |text, (theirs, ours)| match text.contains(theirs) {
        true => Cow::Owned(text.replace(theirs, ours)),
        false => text,
    })
}

/// A report with names in other quotes than those of `brio build`, or with a path that its place has too.
fn quoted(text: &str) -> Option<Cow<'_, str>> {
    let (first, others) = text.split_at(text.find('\n').unwrap_or(text.len()));
    if let Some((before, import)) = first.split_once("Import `")
        && import.contains("will always be undefined")
    {
        return Some(format!("{before}Import \"{}{others}", import.replace(['`', '\''], "\"")).into());
    }
    let (before, assignment) = first.split_once("Unexpected re-assignment of const variable `")?;
    let (name, _) = assignment.split_once('`')?;
    Some(format!("{before}cannot assign to \"{name}\", which is a constant{others}").into())
}

#[cfg(test)]
mod tests {
    use super::reworded;

    #[test]
    fn names_are_in_one_kind_of_quotes() {
        let text = "[X] Import `a` will always be undefined because there is no matching export in 'b.js'\n `code`";
        let expected =
            "[X] Import \"a\" will always be undefined because there is no matching export in \"b.js\"\n `code`";
        assert_eq!(reworded(text), expected);
        let text = "Unexpected re-assignment of const variable `x` at /folder/a.js";
        assert_eq!(reworded(text), "cannot assign to \"x\", which is a constant");
    }

    #[test]
    fn options_of_rolldown_are_replaced() {
        let text = "No name was provided for external module \"a\" in \"output.globals\" – guessing \"a\".";
        let expected = "No name was provided for external module \"a\", which is a global variable of the page: it is read from \"a\".";
        assert_eq!(reworded(text), expected);
        assert_eq!(reworded("another text"), "another text");
    }
}
