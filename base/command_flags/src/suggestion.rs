//! What a mistyped name may have meant.

/// The most similar of `names`; None when none is similar enough to be a typing mistake.
pub fn closest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // One typing mistake for every five characters.
    let mistakes_max = (word.chars().count() / 5).max(1);
    names
        .map(|name| (strsim::osa_distance(word, name), name))
        .filter(|(mistakes, _)| *mistakes <= mistakes_max)
        .min_by_key(|(mistakes, _)| *mistakes)
        .map(|(_, name)| name)
}

/// `` did you mean `NAME`?  `` for the most similar of `names`; empty when none is similar.
pub fn hint<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    closest(word, names).map(|name| format!("did you mean `{name}`? ")).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::hint;

    #[test]
    fn only_similar_names_are_suggested() {
        let names = ["run", "help", "--watch"];
        assert_eq!(hint("rnu", names.into_iter()), "did you mean `run`? ");
        assert_eq!(hint("--wacth", names.into_iter()), "did you mean `--watch`? ");
        assert_eq!(hint("install", names.into_iter()), "");
        assert_eq!(hint("--no-such-flag", ["--no-use-openssl-ca"].into_iter()), "");
    }
}
