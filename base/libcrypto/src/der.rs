//! A strict reader of DER (X.690): definite lengths, each in its shortest form.

pub(crate) const INTEGER: u8 = 0x02;
pub(crate) const BIT_STRING: u8 = 0x03;
pub(crate) const OCTET_STRING: u8 = 0x04;
pub(crate) const SEQUENCE: u8 = 0x30;

/// The elements that are left of a sequence of bytes.
pub(crate) struct Elements<'a>(&'a [u8]);

impl<'a> Elements<'a> {
    /// The elements of the only element in `bytes`; None for another tag, or bytes after it.
    pub(crate) fn inside(bytes: &'a [u8], tag: u8) -> Option<Elements<'a>> {
        let mut outer = Elements(bytes);
        let content = outer.next(tag)?;
        outer.is_empty().then_some(Elements(content))
    }

    /// The elements of the content of an element.
    pub(crate) fn of(content: &'a [u8]) -> Elements<'a> {
        Elements(content)
    }

    /// Whether no element is left.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The content of the next element; None for another tag.
    pub(crate) fn next(&mut self, tag: u8) -> Option<&'a [u8]> {
        let (&[found, length], rest) = self.0.split_first_chunk::<2>()?;
        if found != tag {
            return None;
        }
        let (length, rest) = match length {
            0..=0x7f => (usize::from(length), rest),
            0x81 => {
                let (&[length], rest) = rest.split_first_chunk::<1>()?;
                (usize::from(length), rest)
            }
            0x82 => {
                let (&length, rest) = rest.split_first_chunk::<2>()?;
                (usize::from(u16::from_be_bytes(length)), rest)
            }
            _ => return None,
        };
        if length < shortest(self.0[1]) {
            return None;
        }
        let (content, rest) = rest.split_at_checked(length)?;
        self.0 = rest;
        Some(content)
    }
}

/// The least length that needs this first byte of a length (X.690 §10.1).
fn shortest(first: u8) -> usize {
    match first {
        0x81 => 0x80,
        0x82 => 0x100,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_read_in_order() {
        let mut elements = Elements::inside(&[0x30, 6, 2, 1, 5, 4, 1, 9], SEQUENCE).unwrap();
        assert_eq!(elements.next(OCTET_STRING), None);
        assert_eq!(elements.next(INTEGER), Some(&[5][..]));
        assert!(!elements.is_empty());
        assert_eq!(elements.next(OCTET_STRING), Some(&[9][..]));
        assert!(elements.is_empty());
    }

    #[test]
    fn long_lengths_are_read_in_their_shortest_form_only() {
        let long = |header: &[u8], length: usize| [header, &vec![7; length]].concat();
        assert!(Elements::inside(&long(&[4, 0x81, 0x80], 0x80), OCTET_STRING).is_some());
        assert!(Elements::inside(&long(&[4, 0x82, 1, 0], 0x100), OCTET_STRING).is_some());
        assert!(Elements::inside(&long(&[4, 0x81, 0x7f], 0x7f), OCTET_STRING).is_none());
        assert!(Elements::inside(&long(&[4, 0x82, 0, 0x80], 0x80), OCTET_STRING).is_none());
        assert!(Elements::inside(&long(&[4, 0x80], 0), OCTET_STRING).is_none());
        assert!(Elements::inside(&[4], OCTET_STRING).is_none());
        assert!(Elements::inside(&[4, 2, 1], OCTET_STRING).is_none());
        assert!(Elements::inside(&[4, 1, 1, 1], OCTET_STRING).is_none());
    }
}
