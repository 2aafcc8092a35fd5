//! Comments with licences, when they do not stay where they are.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_parser::Parser;
use oxc_span::SourceType;

use crate::options::{LegalComments, Options};
use crate::output::{Kind, Output};
use crate::resolution::without_query;

/// Moves the comments of the modules of each output to its end, or to a file of their own, which is returned.
pub(crate) fn move_out(options: &Options, outputs: &mut [Output]) -> Vec<Output> {
    if matches!(options.legal_comments, LegalComments::Inline | LegalComments::None) {
        return Vec::new();
    }
    let mut files = Vec::new();
    for output in outputs.iter_mut().filter(|output| matches!(output.kind, Kind::EntryPoint | Kind::Chunk)) {
        let comments: BTreeSet<String> =
            output.modules.iter().filter(|(_, bytes)| *bytes > 0).flat_map(|(id, _)| comments_of(id)).collect();
        if comments.is_empty() {
            continue;
        }
        let text = comments.into_iter().collect::<Vec<_>>().join("\n") + "\n";
        let path = format!("{}.LEGAL.txt", output.path);
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        match options.legal_comments {
            LegalComments::Eof => append(&mut output.contents, &text),
            LegalComments::Linked => {
                append(&mut output.contents, &format!("/*! For license information please see {name} */\n"));
                files.push(Output::file(path, Kind::LegalComments, text.into_bytes()));
            }
            LegalComments::External => files.push(Output::file(path, Kind::LegalComments, text.into_bytes())),
            LegalComments::Inline | LegalComments::None => {}
        }
    }
    files
}

/// Appends a text, before the comment that names the source map.
fn append(contents: &mut Vec<u8>, text: &str) {
    const MAP: &[u8] = b"//# sourceMappingURL=";
    let map = contents.windows(MAP.len()).rposition(|window| window == MAP);
    let place = map.unwrap_or(contents.len());
    let mut tail = contents.split_off(place);
    if !contents.ends_with(b"\n") {
        contents.push(b'\n');
    }
    contents.extend_from_slice(text.as_bytes());
    contents.append(&mut tail);
}

fn comments_of(id: &str) -> Vec<String> {
    let path = without_query(id);
    let Ok(source) = std::fs::read_to_string(path) else { return Vec::new() };
    if !["@license", "@preserve", "/*!", "//!"].iter().any(|mark| source.contains(mark)) {
        return Vec::new();
    }
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, &source, SourceType::from_path(path).unwrap_or_default()).parse();
    let comments = parsed.program.comments.iter().filter(|comment| comment.is_legal());
    comments.map(|comment| source[comment.span.start as usize..comment.span.end as usize].to_owned()).collect()
}
