//! A parsed document as JSON, as the contract describes it.

use crate::generated::markdown_ops::markdown_extensions as extensions;
use comrak::arena_tree::NodeEdge;
use comrak::nodes::{AstNode, ListType, NodeLink, NodeList, NodeValue, TableAlignment};
use comrak::{Arena, Options, parse_document};
use serde_json::{Value, json};

/// The nodes of the document `source` as JSON. `enabled` is a combination of the contract's `MarkdownExtensions`.
pub fn parse(source: &str, enabled: u32) -> String {
    let has = |extension: u32| enabled & extension != 0;
    let mut options = Options::default();
    options.extension.table = has(extensions::TABLES);
    options.extension.strikethrough = has(extensions::STRIKETHROUGH);
    options.extension.tasklist = has(extensions::TASK_LISTS);
    options.extension.autolink = has(extensions::URL_LINKS | extensions::WWW_LINKS | extensions::MAIL_LINKS);
    options.extension.wikilinks_title_after_pipe = has(extensions::WIKI_LINKS);
    options.extension.underline = has(extensions::UNDERLINE);
    options.extension.math_dollars = has(extensions::MATH);
    let arena = Arena::new();
    let root = parse_document(&arena, source, &options);
    let mut writer = Writer { lines: source.lines().collect(), enabled, column: 0, json: "[".to_string() };
    for edge in root.traverse() {
        match edge {
            NodeEdge::Start(node) => writer.open(node),
            NodeEdge::End(node) => writer.close(node),
        }
    }
    writer.json.push(']');
    writer.json
}

struct Writer<'source> {
    lines: Vec<&'source str>,
    enabled: u32,
    /// Of the next cell in its row.
    column: usize,
    json: String,
}

impl Writer<'_> {
    fn push(&mut self, value: &Value) {
        if self.json.len() > 1 {
            self.json.push(',');
        }
        self.json.push_str(&value.to_string());
    }

    fn open<'a>(&mut self, node: &'a AstNode<'a>) {
        let data = node.data.borrow();
        let value = match &data.value {
            NodeValue::BlockQuote => json!(["blockquote"]),
            NodeValue::List(list) => json!(["list", list.list_type == ListType::Ordered, list.start]),
            NodeValue::Item(list) => json!(["item", Value::Null, list.tight]),
            NodeValue::TaskItem(item) => json!(["item", item.symbol.is_some(), is_in_tight_list(node)]),
            NodeValue::CodeBlock(block) => {
                let language = block.info.split_ascii_whitespace().next().unwrap_or_default();
                json!(["code", language, block.literal])
            }
            NodeValue::HtmlBlock(block) => json!(["html", block.literal]),
            NodeValue::Paragraph if is_tight(node) => return,
            NodeValue::Paragraph => json!(["paragraph"]),
            NodeValue::Heading(heading) => json!(["heading", heading.level]),
            NodeValue::ThematicBreak => json!(["hr"]),
            NodeValue::Table(_) => json!(["table"]),
            NodeValue::TableRow(is_header) => {
                if *is_header {
                    self.push(&json!(["thead"]));
                } else if node.previous_sibling().is_some_and(is_header_row) {
                    self.push(&json!(["tbody"]));
                }
                self.column = 0;
                json!(["row"])
            }
            NodeValue::TableCell => {
                self.column += 1;
                json!(["cell", is_header_cell(node), alignment(node, self.column - 1)])
            }
            NodeValue::Text(text) => json!(["text", text]),
            NodeValue::SoftBreak => json!(["softBreak"]),
            NodeValue::LineBreak => json!(["hardBreak"]),
            NodeValue::Code(code) => json!(["codespan", code.literal]),
            NodeValue::HtmlInline(literal) => json!(["htmlInline", literal]),
            NodeValue::Emph => json!(["emphasis"]),
            NodeValue::Strong => json!(["strong"]),
            NodeValue::Underline => json!(["underline"]),
            NodeValue::Strikethrough => json!(["strikethrough"]),
            NodeValue::Link(link) if !self.is_link(node, link) => return,
            NodeValue::Link(link) => json!(["link", link.url, link.title]),
            NodeValue::Image(link) => json!(["image", link.url, link.title]),
            NodeValue::WikiLink(link) => json!(["wikiLink", link.url]),
            NodeValue::Math(math) => json!(["math", math.display_math, math.literal]),
            _ => return,
        };
        self.push(&value);
    }

    fn close<'a>(&mut self, node: &'a AstNode<'a>) {
        let data = node.data.borrow();
        match &data.value {
            NodeValue::Paragraph if is_tight(node) => {}
            NodeValue::Link(link) if !self.is_link(node, link) => {}
            NodeValue::TableRow(is_header) => {
                self.push(&json!(0));
                if *is_header || node.next_sibling().is_none() {
                    self.push(&json!(0));
                }
            }
            NodeValue::BlockQuote
            | NodeValue::List(_)
            | NodeValue::Item(_)
            | NodeValue::TaskItem(_)
            | NodeValue::Paragraph
            | NodeValue::Heading(_)
            | NodeValue::Table(_)
            | NodeValue::TableCell
            | NodeValue::Emph
            | NodeValue::Strong
            | NodeValue::Underline
            | NodeValue::Strikethrough
            | NodeValue::Link(_)
            | NodeValue::Image(_)
            | NodeValue::WikiLink(_) => self.push(&json!(0)),
            _ => {}
        }
    }

    /// Whether a link was written as one, or is an address of an enabled kind.
    fn is_link<'a>(&self, node: &'a AstNode<'a>, link: &NodeLink) -> bool {
        let start = node.data.borrow().sourcepos.start;
        let first = self
            .lines
            .get(start.line.saturating_sub(1))
            .and_then(|line| line.as_bytes().get(start.column.saturating_sub(1)));
        if matches!(first, Some(b'[' | b'<')) {
            return true;
        }
        let kind = if link.url.starts_with("mailto:") {
            extensions::MAIL_LINKS
        } else if matches!(first, Some(b'w' | b'W')) {
            extensions::WWW_LINKS
        } else {
            extensions::URL_LINKS
        };
        let all = extensions::URL_LINKS | extensions::WWW_LINKS | extensions::MAIL_LINKS;
        self.enabled & all == 0 || self.enabled & kind != 0
    }
}

fn tight_of(value: &NodeValue) -> bool {
    matches!(value, NodeValue::List(NodeList { tight: true, .. }))
}

fn is_in_tight_list<'a>(item: &'a AstNode<'a>) -> bool {
    item.parent().is_some_and(|list| tight_of(&list.data.borrow().value))
}

/// Whether a paragraph is the content of an item of a tight list, whose paragraphs are not elements.
fn is_tight<'a>(paragraph: &'a AstNode<'a>) -> bool {
    paragraph.parent().is_some_and(is_in_tight_list)
}

fn is_header_row<'a>(row: &'a AstNode<'a>) -> bool {
    matches!(row.data.borrow().value, NodeValue::TableRow(true))
}

fn is_header_cell<'a>(cell: &'a AstNode<'a>) -> bool {
    cell.parent().is_some_and(is_header_row)
}

/// The alignment of the column of a cell; empty when it has none.
fn alignment<'a>(cell: &'a AstNode<'a>, column: usize) -> &'static str {
    let Some(table) = cell.parent().and_then(AstNode::parent) else { return "" };
    let NodeValue::Table(table) = &table.data.borrow().value else { return "" };
    match table.alignments.get(column) {
        Some(TableAlignment::Left) => "left",
        Some(TableAlignment::Center) => "center",
        Some(TableAlignment::Right) => "right",
        Some(TableAlignment::None) | None => "",
    }
}
