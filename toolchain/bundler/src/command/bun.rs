//! Flags of `bun build` that have no counterpart here.

use std::slice::Iter;

/// Flags about how Bun's own bundler works, which are accepted and have no effect. True: a value follows.
const WITHOUT_EFFECT: &[(&str, bool)] = &[
    ("--bytecode-order", true),
    ("--bytecode-depth", true),
    ("--no-optimize-bytecode", false),
    ("--compile-jit-policy", true),
    ("--css-chunking", false),
    ("--no-deprecated-namespace-object-setters", false),
    ("--min-chunk-size", true),
    ("--no-module-preload", false),
    ("--no-split-require", false),
];

/// Flags that are refused, and why.
const REFUSED: &[(&str, &str)] = &[
    ("--app", "Bun's framework is not part of brio"),
    ("--check", "brio does not check types: `tsc --noEmit` does"),
    ("--react-fast-refresh", "the development server does it"),
    ("--react-compiler", "the React compiler is a Babel plugin of its own (babel-plugin-react-compiler)"),
    ("--windows-", "executables are for the system on which they are made, which is not Windows"),
];

/// Flags that name a file, and the one that is meant without a value.
const WITH_FILE: &[(&str, &str)] =
    &[("--metafile", "--metafile=meta.json"), ("--metafile-md", "--metafile-md=meta.md")];

/// The arguments without those that have no effect.
///
/// # Errors
/// A message for the user: a flag that is refused.
pub(super) fn known(arguments: &[String]) -> Result<Vec<String>, String> {
    let mut known = Vec::new();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--" {
            known.push(argument.clone());
            known.extend(rest.cloned());
            break;
        }
        let name = argument.split('=').next().unwrap_or(argument);
        let is_refused = |one: &str| if one.ends_with('-') { name.starts_with(one) } else { name == one };
        if let Some((_, reason)) = REFUSED.iter().find(|(one, _)| is_refused(one)) {
            return Err(format!("{name} is not supported: {reason}"));
        }
        let has_value = |rest: &Iter<'_, String>| rest.as_slice().first().is_some_and(|next| !next.starts_with('-'));
        let named = WITH_FILE.iter().find(|(flag, _)| flag == argument).filter(|_| !has_value(&rest));
        if let Some((_, named)) = named {
            known.push((*named).to_owned());
            continue;
        }
        match WITHOUT_EFFECT.iter().find(|(one, _)| *one == name) {
            Some((_, true)) if !argument.contains('=') => drop(rest.next()),
            Some(_) => {}
            None => known.push(argument.clone()),
        }
    }
    Ok(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn flags_without_effect_are_left_out_with_their_values() {
        let given = words("a.ts --css-chunking --min-chunk-size 5 --bytecode-depth=1 b.ts -- --app");
        assert_eq!(known(&given).unwrap(), words("a.ts b.ts -- --app"));
    }

    #[test]
    fn a_metafile_has_a_name_by_default() {
        assert_eq!(known(&words("a.ts --metafile --minify")).unwrap(), words("a.ts --metafile=meta.json --minify"));
        assert_eq!(known(&words("a.ts --metafile m.json")).unwrap(), words("a.ts --metafile m.json"));
        assert_eq!(known(&words("a.ts --metafile-md")).unwrap(), words("a.ts --metafile-md=meta.md"));
    }

    #[test]
    fn what_is_not_supported_says_so() {
        assert!(known(&words("a.ts --windows-icon=a.ico")).unwrap_err().starts_with("--windows-icon is not supported"));
        assert!(known(&words("--app")).is_err());
    }
}
