//! Sources of scripts in memory that is never freed, in one of the engine's two forms: functions of the script need
//! their source, so the engine need not have a copy.

use crate::string::{Characters, JsString};
use brio_text_encoding::{Characters as Decoded, decode_utf8};

/// The source of a script, for as long as the process lives.
#[derive(Clone, Copy, Debug)]
pub struct LastingText(Characters<'static>);

impl LastingText {
    /// From a source that is known to be ASCII: it is not checked, which would read all of its pages.
    pub fn of_ascii(text: &'static str) -> Self {
        Self(Characters::Latin1(text.as_bytes()))
    }

    pub(crate) fn characters(self) -> Characters<'static> {
        self.0
    }

    pub(crate) fn to_js_string(self) -> JsString {
        match self.0 {
            Characters::Latin1(bytes) => JsString::from_latin1(bytes),
            Characters::Utf16(units) => JsString::from_utf16(units),
        }
    }
}

impl From<&'static str> for LastingText {
    fn from(text: &'static str) -> Self {
        if text.is_ascii() { Self::of_ascii(text) } else { text.to_owned().into() }
    }
}

impl From<String> for LastingText {
    fn from(text: String) -> Self {
        if text.is_ascii() {
            return Self::of_ascii(Box::leak(text.into_boxed_str()));
        }
        Self(match decode_utf8(text.as_bytes()) {
            Decoded::Latin1(bytes) => Characters::Latin1(Box::leak(bytes.into_boxed_slice())),
            Decoded::Utf16(units) => Characters::Utf16(Box::leak(units.into_boxed_slice())),
        })
    }
}
