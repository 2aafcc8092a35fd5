//! Constants of the contracts (`ops/*.ops.ts`) in builtins: `SendFlags.END` becomes its number when a builtin is compiled,
//! so that a name costs nothing at run time. Shared by the build script and by builtins that are read from disk.

#[path = "generated/contract_constants.rs"]
mod generated;

use generated::CONSTANTS;
use std::borrow::Cow;

/// The source with the numbers in place of the names. Strings and comments are not excluded: no other part of a source looks so.
pub fn inline(source: &str) -> Cow<'_, str> {
    let mut inlined = Cow::Borrowed(source);
    for (name, value) in CONSTANTS {
        if inlined.contains(name) {
            inlined = Cow::Owned(replace_word(&inlined, name, &value.to_string()));
        }
    }
    inlined
}

fn replace_word(source: &str, name: &str, value: &str) -> String {
    let is_part = |character: char| character.is_alphanumeric() || "_$.".contains(character);
    let mut out = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(at) = rest.find(name) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let is_whole = !before.chars().next_back().is_some_and(is_part)
            && !after.chars().next().is_some_and(|character| character.is_alphanumeric() || "_$".contains(character));
        out.push_str(before);
        out.push_str(if is_whole { value } else { name });
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::replace_word;

    #[test]
    fn only_whole_names_are_replaced() {
        let replaced = replace_word("a(Flags.END | Flags.END_ALL, x.Flags.END, Flags.END)", "Flags.END", "1");
        assert_eq!(replaced, "a(1 | Flags.END_ALL, x.Flags.END, 1)");
    }
}
