//! The printer, in the manner of Bun: trailing commas, packages on one line with blank lines between them.

use crate::json::{print_name, print_scalar};
use crate::tree::{Data, Node};

/// Prints a document. Nodes that have a place in `text` are copied from it.
pub fn print(node: &Node, text: &str) -> String {
    if let Some((start, end)) = node.span {
        return format!("{}{}\n", &text[..start], &text[start..end]);
    }
    let mut out = String::with_capacity(text.len() + 1024);
    out.push_str("{\n");
    let members = node.members();
    for (index, member) in members.iter().enumerate() {
        out.push_str("  ");
        print_name(&mut out, member, text);
        out.push_str(": ");
        match member.name.as_str() {
            "packages" => print_packages(&mut out, &member.value, text),
            _ => print_block(&mut out, &member.value, text, 1),
        }
        out.push_str(if index + 1 < members.len() { ",\n" } else { "\n" });
    }
    out.push_str("}\n");
    out
}

fn print_packages(out: &mut String, node: &Node, text: &str) {
    if let Some((start, end)) = node.span {
        return out.push_str(&text[start..end]);
    }
    out.push('{');
    for (index, member) in node.members().iter().enumerate() {
        out.push_str(if index > 0 { "\n\n    " } else { "\n    " });
        print_name(out, member, text);
        out.push_str(": ");
        print_inline(out, &member.value, text);
        out.push(',');
    }
    out.push_str(if node.members().is_empty() { "}" } else { "\n  }" });
}

fn print_block(out: &mut String, node: &Node, text: &str, level: usize) {
    if let Some((start, end)) = node.span {
        return out.push_str(&text[start..end]);
    }
    let indent = "  ".repeat(level + 1);
    match &node.data {
        Data::Object(members) if !members.is_empty() => {
            out.push_str("{\n");
            for member in members {
                out.push_str(&indent);
                print_name(out, member, text);
                out.push_str(": ");
                print_block(out, &member.value, text, level + 1);
                out.push_str(",\n");
            }
            out.push_str(&indent[2..]);
            out.push('}');
        }
        Data::Array(elements) if !elements.is_empty() => {
            out.push_str("[\n");
            for element in elements {
                out.push_str(&indent);
                print_block(out, element, text, level + 1);
                out.push_str(",\n");
            }
            out.push_str(&indent[2..]);
            out.push(']');
        }
        _ => print_scalar(out, node),
    }
}

fn print_inline(out: &mut String, node: &Node, text: &str) {
    if let Some((start, end)) = node.span {
        return out.push_str(&text[start..end]);
    }
    match &node.data {
        Data::Object(members) if !members.is_empty() => {
            for (index, member) in members.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "{ " });
                print_name(out, member, text);
                out.push_str(": ");
                print_inline(out, &member.value, text);
            }
            out.push_str(" }");
        }
        Data::Array(elements) if !elements.is_empty() => {
            for (index, element) in elements.iter().enumerate() {
                out.push_str(if index > 0 { ", " } else { "[" });
                print_inline(out, element, text);
            }
            out.push(']');
        }
        _ => print_scalar(out, node),
    }
}
