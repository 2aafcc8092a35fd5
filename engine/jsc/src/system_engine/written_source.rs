//! Source in messages of the engine as the program wrote it: reads of imports, which `modules/transform` made
//! (`identifiers.rs` there), become the names of the imports. `internal:core/stack/import_reads` does the same for the
//! source of functions, and describes the forms.

/// In a member expression that is iterated: the engine has one message for a missing object and for a missing value.
pub(crate) const ITERATED: &str = "/*$o*/";

/// The text with the names of imports. `ITERATED` stays.
pub(crate) fn as_written(text: &str) -> String {
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        match replacement(rest) {
            Some((name, after)) => {
                written.push_str(name);
                rest = after;
            }
            None => {
                written.push(first);
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    written
}

type Found<'t> = Option<(&'t str, &'t str)>;

/// What stands for the form at the start of the text, and the text after it.
fn replacement(text: &str) -> Found<'_> {
    match text.as_bytes()[0] {
        b'$' => read(text).or_else(|| namespace(text)).or_else(|| constant(text)).or_else(|| meta(text)),
        b';' => called(text.strip_prefix(";(0 ,")?),
        b'(' => called_or_constructed(text),
        b':' => shorthand(&text[1..]),
        _ => None,
    }
}

fn called(text: &str) -> Found<'_> {
    let (name, rest) = read(text)?;
    Some((name, rest.strip_prefix(" )")?))
}

fn called_or_constructed(text: &str) -> Found<'_> {
    if let Some(callee) = text.strip_prefix("(0,") {
        return called(callee);
    }
    let operand = text.strip_prefix("( ")?;
    let (name, rest) = read(operand).or_else(|| namespace(operand))?;
    Some((name, rest.strip_prefix(')')?))
}

/// `$0 .name` and `$0/*local*/.name`, with `=` before the local name.
fn read(text: &str) -> Found<'_> {
    let rest = environment(text)?;
    match rest.strip_prefix(" .") {
        Some(rest) => name(rest),
        None => {
            let (local, rest) = name(rest.strip_prefix("/*=")?)?;
            Some((local, property(rest.strip_prefix("*/")?)?))
        }
    }
}

/// `$m.ns(0/*name*/)`, and `$0/*name*/` before a member.
fn namespace(text: &str) -> Found<'_> {
    if let Some(rest) = environment(text) {
        let (local, rest) = name(rest.strip_prefix("/*")?)?;
        return Some((local, rest.strip_prefix("*/")?));
    }
    let rest = digits(context(text)?.strip_prefix(".ns(")?)?;
    if let Some(rest) = rest.strip_prefix("/*=*/).") {
        return name(rest);
    }
    let (local, rest) = name(rest.strip_prefix("/*")?)?;
    Some((local, rest.strip_prefix("*/)")?))
}

/// An assignment, which fails.
fn constant(text: &str) -> Found<'_> {
    let rest = environment(context(text)?.strip_prefix(".constant(")?)?;
    let (local, rest) = name(rest.strip_prefix("/*=")?)?;
    Some((local, property(rest.strip_prefix("*/)")?)?))
}

fn meta(text: &str) -> Found<'_> {
    Some(("import.meta", context(text)?.strip_prefix(" .meta")?))
}

/// The value of a shorthand property, whose key stays.
fn shorthand(text: &str) -> Found<'_> {
    if let Some(rest) = environment(text) {
        return Some(("", property(rest.strip_prefix("/**/")?)?));
    }
    Some(("", digits(context(text)?.strip_prefix(".ns(")?)?.strip_prefix("/**/)")?))
}

fn environment(text: &str) -> Option<&str> {
    let rest = digits(own_name(text)?)?;
    Some(rest.strip_prefix("()").unwrap_or(rest))
}

fn context(text: &str) -> Option<&str> {
    own_name(text)?.strip_prefix('m')
}

/// What follows `$`, or `$1_` where the program has such names.
fn own_name(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('$')?;
    Some(digits(rest).and_then(|after| after.strip_prefix('_')).unwrap_or(rest))
}

fn digits(text: &str) -> Option<&str> {
    let rest = text.trim_start_matches(|character: char| character.is_ascii_digit());
    (rest.len() < text.len()).then_some(rest)
}

/// An identifier, and the text after it.
fn name(text: &str) -> Found<'_> {
    let end = text.find(|character| !is_name_part(character)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

pub(crate) fn is_name_part(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '$') || !character.is_ascii()
}

/// After `.name` or `["name"]`.
fn property(text: &str) -> Option<&str> {
    match text.strip_prefix('.') {
        Some(rest) => name(rest).map(|(_, rest)| rest),
        None => text.strip_prefix("[\"")?.split_once("\"]").map(|(_, rest)| rest),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_of_imports_have_their_names() {
        for (text, expected) in [
            ("$0 .a.b", "a.b"),
            (";(0 ,$0 .a )(1)", "a(1)"),
            ("(0,$0/*=a*/.default )(1)", "a(1)"),
            ("(0,$0 .a)(1)", "(0,a)(1)"),
            ("new $0 .a.B()", "new a.B()"),
            ("$0/*=a*/[\"b c\"].x", "a.x"),
            ("$0/*n*/.a; $0/*n*/['a']; $m.ns(0/*n*/)[a]", "n.a; n['a']; n[a]"),
            ("new ( $0()/*n*/).A()", "new n.A()"),
            ("$m.constant($0/*=a*/).a = 1", "a = 1"),
            ("{ a:$0/**/.a, n:$m.ns(0/**/) }", "{ a, n }"),
            ("$1_12 .\u{e4} + $1_m .meta.url", "\u{e4} + import.meta.url"),
            ("$0.a(0, $1 . b)", "$0.a(0, $1 . b)"),
            ("", ""),
        ] {
            assert_eq!(as_written(text), expected, "{text}");
        }
    }
}
