//! Searches in sources before they are parsed. Each source is searched for a dozen words, so the searches use vectors.

use memchr::{memchr, memmem};

/// Where a word is in a source.
pub(crate) fn places<'s>(code: &'s str, word: &'s str) -> impl Iterator<Item = usize> + 's {
    memmem::find_iter(code.as_bytes(), word.as_bytes())
}

/// The lines of a source without their ends.
pub(crate) fn lines(code: &str) -> impl Iterator<Item = &str> {
    let mut rest = Some(code).filter(|code| !code.is_empty());
    std::iter::from_fn(move || {
        let text = rest?;
        let line = match memchr(b'\n', text.as_bytes()) {
            Some(end) => {
                rest = Some(&text[end + 1..]).filter(|rest| !rest.is_empty());
                &text[..end]
            }
            None => {
                rest = None;
                text
            }
        };
        Some(line.strip_suffix('\r').unwrap_or(line))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_those_of_the_standard_library() {
        for code in ["", "\n", "a", "a\n", "a\nb", "a\r\nb\r\n", "\n\na\n\n", "a\u{2028}b\n\u{e4}\n"] {
            assert_eq!(lines(code).collect::<Vec<_>>(), code.lines().collect::<Vec<_>>(), "{code:?}");
        }
    }

    #[test]
    fn each_place_of_a_word_is_found() {
        assert_eq!(places("with a with", "with").collect::<Vec<_>>(), [0, 7]);
        assert_eq!(places("aaa", "aa").collect::<Vec<_>>(), [0]);
        assert_eq!(places("\u{e4}x", "y").count(), 0);
    }
}
