//! What a mistyped word may have meant.

/// Below this similarity (0 to 1) a name is not suggested.
const SIMILARITY_MIN: f64 = 0.8;

/// `did you mean NAME? ` for the most similar of `names`; empty when none is similar.
pub fn hint<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> String {
    let similar = names.map(|name| (strsim::jaro_winkler(word, name), name));
    similar
        .filter(|(similarity, _)| *similarity >= SIMILARITY_MIN)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, name)| format!("did you mean `{name}`? "))
        .unwrap_or_default()
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
    }
}
