//! Header fields as JavaScript passes them: one string, so that a list costs one crossing of the boundary.

/// A field to send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Field<'t> {
    pub name: &'t [u8],
    pub value: &'t [u8],
    /// It must not get into a compression table (RFC 7541 §7.1.3).
    pub is_sensitive: bool,
}

/// Splits `text`: for each field its name, NUL, its value, NUL, and "1" when it is sensitive, else "0". When the parts
/// are not `count` fields, as when a value contains NUL, the result is one field that every peer rejects.
pub(crate) fn parse(text: &[u8], count: usize) -> Vec<Field<'_>> {
    let mut fields = Vec::with_capacity(count);
    let mut rest = text;
    while !rest.is_empty() {
        let Some((field, after)) = parse_field(rest) else { return vec![REFUSED] };
        fields.push(field);
        rest = after;
    }
    if fields.len() == count { fields } else { vec![REFUSED] }
}

const REFUSED: Field<'static> = Field { name: b"\0", value: b"\0", is_sensitive: false };

fn parse_field(text: &[u8]) -> Option<(Field<'_>, &[u8])> {
    let (name, rest) = split_at_nul(text)?;
    let (value, rest) = split_at_nul(rest)?;
    let (flag, rest) = rest.split_first()?;
    Some((Field { name, value, is_sensitive: *flag == b'1' }, rest))
}

fn split_at_nul(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let end = text.iter().position(|byte| *byte == 0)?;
    Some((&text[..end], &text[end + 1..]))
}

/// The bytes of a string whose characters are bytes; of other characters the low byte, as in Node.js.
pub(crate) fn latin1_bytes(text: &str) -> std::borrow::Cow<'_, [u8]> {
    if text.is_ascii() {
        return text.as_bytes().into();
    }
    text.encode_utf16().map(|unit| unit as u8).collect::<Vec<u8>>().into()
}
