//! The characters that HTML gives a meaning.

/// The bytes of Latin-1 with entities in place of `&`, `<`, `>`, `"` and `'`; None when there are none of them.
pub fn latin1(text: &[u8]) -> Option<Vec<u8>> {
    let mut brackets = memchr::memchr3_iter(b'&', b'<', b'>', text).peekable();
    let mut quotes = memchr::memchr2_iter(b'"', b'\'', text).peekable();
    replace(text, || match (brackets.peek(), quotes.peek()) {
        (Some(bracket), Some(quote)) if quote < bracket => quotes.next(),
        (Some(_), _) => brackets.next(),
        (None, _) => quotes.next(),
    })
}

/// The same of UTF-16.
pub fn utf16(text: &[u16]) -> Option<Vec<u16>> {
    let mut special = text.iter().enumerate().filter(|(_, unit)| entity_of(**unit).is_some());
    replace(text, || special.next().map(|(index, _)| index))
}

/// `next` returns the places of characters with entities, one after the other.
fn replace<T: Copy + From<u8> + Into<u16>>(text: &[T], mut next: impl FnMut() -> Option<usize>) -> Option<Vec<T>> {
    const CAPACITY_ADDED: usize = 64;
    let mut found = next()?;
    let mut done = 0;
    let mut escaped = Vec::with_capacity(text.len() + CAPACITY_ADDED);
    loop {
        escaped.extend_from_slice(&text[done..found]);
        let entity = entity_of(text[found].into()).unwrap_or_default();
        escaped.extend(entity.iter().map(|&byte| T::from(byte)));
        done = found + 1;
        let Some(place) = next() else { break };
        found = place;
    }
    escaped.extend_from_slice(&text[done..]);
    Some(escaped)
}

fn entity_of(unit: u16) -> Option<&'static [u8]> {
    Some(match u8::try_from(unit).ok()? {
        b'&' => b"&amp;",
        b'<' => b"&lt;",
        b'>' => b"&gt;",
        b'"' => b"&quot;",
        b'\'' => b"&#x27;",
        _ => return None,
    })
}

#[cfg(test)]
#[path = "escape_tests.rs"]
mod tests;
