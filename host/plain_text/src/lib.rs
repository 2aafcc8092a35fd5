//! `native:plain_text`: searches of strings for Bun's global: `escape.rs` replaces the characters that HTML gives a
//! meaning, `columns.rs` measures text for terminals. Both look at many characters at a time.

mod columns;
mod escape;
mod generated {
    pub mod plain_text_ops;
}

use brio_realm::jsc::{Context, Value};
use brio_realm::op::Thrown;
pub use generated::plain_text_ops::AREA;
use generated::plain_text_ops::PlainTextOps;

/// State of the area: none.
#[derive(Default)]
pub struct PlainText;

/// A string with entities, in the form that the engine had it in.
enum Escaped {
    Latin1(Vec<u8>),
    Utf16(Vec<u16>),
}

impl PlainTextOps for PlainText {
    fn escape_html<'cx>(&self, cx: Context<'cx>, text: Value<'cx>) -> Result<Value<'cx>, Thrown<'cx>> {
        let escaped = text.with_characters(
            cx,
            |latin1| escape::html(latin1).map(Escaped::Latin1),
            |units| escape::html(units).map(Escaped::Utf16),
        )?;
        Ok(match escaped {
            None => text,
            Some(Escaped::Latin1(bytes)) => cx.adopted_latin1_string(bytes),
            Some(Escaped::Utf16(units)) => cx.utf16_string(&units),
        })
    }

    fn plain_columns<'cx>(&self, cx: Context<'cx>, text: Value<'cx>, skips_styles: bool) -> Result<i32, Thrown<'cx>> {
        let count = text.with_characters(cx, |latin1| columns::of_plain(latin1, skips_styles), |_| None)?;
        Ok(count.and_then(|count| i32::try_from(count).ok()).unwrap_or(-1))
    }
}
