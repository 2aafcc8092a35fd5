//! `native:markdown`: CommonMark with GitHub's extensions, by the crate `comrak`, for `Bun.markdown`.

mod generated {
    pub mod markdown_ops;
}
mod nodes;

use brio_realm::op::{OpError, Text};
pub use generated::markdown_ops::AREA;
use generated::markdown_ops::MarkdownOps;

/// State of the area: none.
#[derive(Default)]
pub struct Markdown;

impl MarkdownOps for Markdown {
    fn parse(&self, source: &str, extensions: u32) -> Result<Text, OpError> {
        Ok(nodes::parse(source, extensions).into())
    }
}
