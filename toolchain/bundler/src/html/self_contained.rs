//! Pages that need no other file: scripts, style sheets and files are in them (`--compile --target browser`).
//!
//! The page is built as any other, with a public path that marks the addresses of outputs. They are then replaced: a script
//! and a style sheet by their source, a file by a data URL.

use std::collections::BTreeMap;

use lol_html::html_content::{ContentType, Element};
use lol_html::{element, rewrite_str};

use super::{style_contents, with_handlers};
use crate::build::{Extensions, Outcome, build_outputs};
use crate::data_urls::{base64_url, media_type};
use crate::diagnostic::Diagnostic;
use crate::large_files;
use crate::options::{LegalComments, Options, SourceMap};
use crate::output::{Kind, Output};

/// The public path of the outputs, until they are in the page.
const MARK: &str = "brio-page:";
/// The address of a script that is part of another one.
pub(super) const PART: &str = "brio-page:/";

/// Builds pages that need no other file.
///
/// # Errors
/// Those of the build, and outputs that cannot be in a page.
pub(crate) fn build(options: &Options, extensions: &Extensions) -> Result<Outcome, Vec<Diagnostic>> {
    let marked = Options {
        public_path: Some(MARK.to_owned()),
        splitting: false,
        source_map: match options.source_map {
            SourceMap::None => SourceMap::None,
            _ => SourceMap::Inline,
        },
        legal_comments: match options.legal_comments {
            LegalComments::None => LegalComments::None,
            _ => LegalComments::Inline,
        },
        ..options.clone()
    };
    let mut outcome = build_outputs(&marked, extensions)?;
    let (pages, others): (Vec<Output>, Vec<Output>) =
        std::mem::take(&mut outcome.outputs).into_iter().partition(|output| super::is_page(&output.path));
    let contents = Contents { outputs: others.iter().map(|output| (output.path.as_str(), output)).collect() };
    for mut page in pages {
        let text = String::from_utf8_lossy(&page.contents).into_owned();
        let written = contents.page(&text).map_err(|message| vec![Diagnostic::new(true, message)])?;
        page.contents = written.into_bytes();
        outcome.outputs.push(page);
    }
    Ok(outcome)
}

/// The outputs that become parts of pages.
struct Contents<'o> {
    outputs: BTreeMap<&'o str, &'o Output>,
}

impl Contents<'_> {
    fn page(&self, page: &str) -> Result<String, String> {
        let handlers = vec![
            element!("script[src]", |script| Ok(self.script(script)?)),
            element!("link[rel=stylesheet][href]", |link| Ok(self.sheet(link)?)),
            element!("link[rel=modulepreload][href]", |link| {
                if link.get_attribute("href").is_some_and(|address| address.starts_with(MARK)) {
                    link.remove();
                }
                Ok(())
            }),
        ];
        let written = rewrite_str(page, with_handlers(handlers)).map_err(|error| error.to_string())?;
        self.with_data(&written)
    }

    fn script(&self, script: &mut Element<'_, '_>) -> Result<(), String> {
        let Some(name) = marked(script.get_attribute("src")) else { return Ok(()) };
        if name.is_empty() {
            script.remove();
            return Ok(());
        }
        let code = self.source(&name)?;
        for attribute in ["src", "async", "defer", "crossorigin", "integrity"] {
            script.remove_attribute(attribute);
        }
        script.set_inner_content(&script_contents(&code), ContentType::Html);
        Ok(())
    }

    fn sheet(&self, link: &mut Element<'_, '_>) -> Result<(), String> {
        let Some(name) = marked(link.get_attribute("href")) else { return Ok(()) };
        let css = style_contents(&self.source(&name)?);
        let media = link.get_attribute("media").map(|media| format!(" media=\"{}\"", media.replace('"', "&quot;")));
        link.replace(&format!("<style{}>{css}</style>", media.unwrap_or_default()), ContentType::Html);
        Ok(())
    }

    /// The source of a script or style sheet, with the files that it names.
    fn source(&self, name: &str) -> Result<String, String> {
        let output = self.outputs.get(name).ok_or_else(|| format!("the page has no output \"{name}\""))?;
        self.with_data(&String::from_utf8_lossy(&output.contents))
    }

    /// A text with the files whose addresses it has.
    fn with_data(&self, text: &str) -> Result<String, String> {
        let mark = format!("{MARK}/");
        let mut parts = text.split(mark.as_str());
        let mut written = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            // The longest name: one can begin with another.
            let found = self.outputs.iter().filter(|(name, _)| part.starts_with(**name));
            let Some((name, output)) = found.max_by_key(|(name, _)| name.len()) else {
                return Err(format!(
                    "\"{}\" cannot be in a page of its own",
                    part.chars().take(80).collect::<String>()
                ));
            };
            written += &self.data(output)?;
            written += &part[name.len()..];
        }
        Ok(written)
    }

    fn data(&self, output: &Output) -> Result<String, String> {
        if output.kind != Kind::Asset {
            return Err(format!("\"{}\" is a script that another one loads, which cannot be in a page", output.path));
        }
        let contents = match output.path.ends_with(".css") {
            true => self.source(&output.path)?.into_bytes(),
            false => {
                large_files::check_embedded(&output.path, output.bytes())?;
                let contents = output.read().map_err(|error| format!("cannot read \"{}\": {error}", output.path))?;
                contents.into_owned()
            }
        };
        Ok(base64_url(media_type(&output.path), &contents))
    }
}

/// The name of the output that an address of the page means.
fn marked(address: Option<String>) -> Option<String> {
    address?.strip_prefix(PART).map(str::to_owned)
}

/// A script as the contents of an element: nothing in it ends the element.
fn script_contents(code: &str) -> String {
    const END: &str = "</script";
    let mut written = String::with_capacity(code.len());
    let mut rest = code;
    while let Some(at) = rest.find("</") {
        let (before, behind) = rest.split_at(at);
        written += before;
        let ends = behind.get(..END.len()).is_some_and(|start| start.eq_ignore_ascii_case(END));
        written += if ends { "<\\/" } else { "</" };
        rest = &behind[2..];
    }
    written + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents_of(page: &str, outputs: &[Output]) -> Result<String, String> {
        Contents { outputs: outputs.iter().map(|output| (output.path.as_str(), output)).collect() }.page(page)
    }

    fn asset(name: &str, text: &str) -> Output {
        Output::file(name.to_owned(), Kind::Asset, text.as_bytes().to_vec())
    }

    #[test]
    fn everything_is_in_the_page() {
        let script = "f('</SCRIPT>', a</b/, \"brio-page:/a.png\")";
        let outputs = [
            asset("a.png", "png"),
            asset("a.png.txt", "t"),
            asset("s.css", "a { background: url(brio-page:/a.png.txt) } b::after { content: '</style>' }"),
            Output::file("m.js".to_owned(), Kind::EntryPoint, script.as_bytes().to_vec()),
        ];
        let page = "<link rel=stylesheet href=brio-page:/s.css media=print><script src=brio-page:/m.js type=module defer></script>\
                    <script src=brio-page:/ type=module></script><img src=\"brio-page:/a.png\">";
        assert_eq!(
            contents_of(page, &outputs).unwrap(),
            "<style media=\"print\">a { background: url(data:text/plain;charset=utf-8;base64,dA==) } \
             b::after { content: '<\\/style>' }</style><script type=module>f('<\\/SCRIPT>', a</b/, \
             \"data:image/png;base64,cG5n\")</script><img src=\"data:image/png;base64,cG5n\">"
        );
    }

    #[test]
    fn what_a_script_loads_is_refused() {
        let worker = Output::file("w.js".to_owned(), Kind::EntryPoint, Vec::new());
        assert!(contents_of("<img src=brio-page:/w.js>", &[worker]).unwrap_err().contains("w.js"));
    }
}
