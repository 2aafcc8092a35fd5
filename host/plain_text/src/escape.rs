//! The characters that HTML gives a meaning.

/// Characters that are compared at a time.
const BLOCK: usize = 32;

/// `text` with entities in place of `&`, `<`, `>`, `"` and `'`; None when it has none of them. `T` is a byte of Latin-1
/// or a unit of UTF-16.
pub fn html<T: Copy + From<u8> + PartialEq>(text: &[T]) -> Option<Vec<T>> {
    const CAPACITY_ADDED: usize = 64;
    let mut next = find(text)?;
    let mut rest = text;
    let mut escaped = Vec::with_capacity(text.len() + CAPACITY_ADDED);
    loop {
        escaped.extend_from_slice(&rest[..next]);
        escaped.extend(entity_of(rest[next]).iter().map(|&byte| T::from(byte)));
        rest = &rest[next + 1..];
        let Some(found) = find(rest) else { break };
        next = found;
    }
    escaped.extend_from_slice(rest);
    Some(escaped)
}

/// The index of the first character that has an entity.
fn find<T: Copy + From<u8> + PartialEq>(text: &[T]) -> Option<usize> {
    let (blocks, _) = text.as_chunks::<BLOCK>();
    let plain = blocks.iter().take_while(|block| !block.iter().fold(false, |seen, &unit| seen | is_special(unit)));
    let start = plain.count() * BLOCK;
    text[start..].iter().position(|&unit| is_special(unit)).map(|index| start + index)
}

/// Without a branch, so that the compiler compares a block at once.
fn is_special<T: Copy + From<u8> + PartialEq>(unit: T) -> bool {
    let is = |byte: u8| unit == T::from(byte);
    is(b'&') | is(b'<') | is(b'>') | is(b'"') | is(b'\'')
}

fn entity_of<T: Copy + From<u8> + PartialEq>(unit: T) -> &'static [u8] {
    let is = |byte: u8| unit == T::from(byte);
    if is(b'&') {
        b"&amp;"
    } else if is(b'<') {
        b"&lt;"
    } else if is(b'>') {
        b"&gt;"
    } else if is(b'"') {
        b"&quot;"
    } else {
        b"&#x27;"
    }
}

#[cfg(test)]
#[path = "escape_tests.rs"]
mod tests;
