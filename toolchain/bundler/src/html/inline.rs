//! Scripts and style sheets whose source is in a page: modules and style sheets of their own, at a path beside the page that
//! has no file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::diagnostic::Diagnostic;
use brio_style_sheets::Given;

/// The scripts that are modules. Others run while the page is read, and stay as they are.
pub(crate) const SCRIPTS: &str = "script[type=module]:not([src])";
pub(crate) const STYLES: &str = "style";
/// How the report of a missing import of a style sheet starts.
const CANNOT_FIND: &str = "cannot find";

/// A script or style sheet whose source is in a page.
#[derive(Clone, Debug)]
pub(crate) struct Inline {
    /// Its index among the inline scripts, or the inline style sheets, of the page.
    pub(crate) number: usize,
    extension: &'static str,
    /// Where the source starts in the page, and the source.
    start: usize,
    text: String,
}

impl Inline {
    /// A module in the language that an attribute names, as Vite has it.
    pub(crate) fn script(number: usize, language: Option<&str>) -> Self {
        let extension = match language {
            Some("ts") => "ts",
            Some("tsx") => "tsx",
            Some("jsx") => "jsx",
            _ => "js",
        };
        Self { number, extension, start: 0, text: String::new() }
    }

    pub(crate) fn style(number: usize) -> Self {
        Self { number, extension: "css", start: 0, text: String::new() }
    }

    /// Adds a part of the source, which starts at `start` in the page.
    pub(crate) fn push(&mut self, start: usize, part: &str) {
        if self.text.is_empty() {
            self.start = start;
        }
        self.text += part;
    }

    pub(crate) fn is_blank(&self) -> bool {
        self.text.trim().is_empty()
    }

    /// Its path, beside the page.
    pub(crate) fn path(&self, page: &Path) -> PathBuf {
        PathBuf::from(format!("{}{}", page.to_string_lossy(), self.suffix()))
    }

    fn suffix(&self) -> String {
        format!(".{}.{}", self.number, self.extension)
    }

    /// The source behind blanks, so that positions in it are those in the page.
    pub(crate) fn source(&self, page: &str) -> String {
        let before = page.get(..self.start).unwrap_or_default();
        let line = before.rsplit_once('\n').map_or(before, |(_, line)| line);
        let skipped = before.matches('\n').count();
        "\n".repeat(skipped) + &" ".repeat(line.encode_utf16().count()) + &self.text
    }

    /// Itself as a style sheet that has no file.
    pub(crate) fn given(&self, page: &Path, source_of_page: &str) -> Given {
        let sources = BTreeMap::from([(self.path(page), self.source(source_of_page))]);
        Given { sources, ..Given::default() }
    }

    /// What is wrong with it as a style sheet: whether that is an error, and the message. Browsers skip what they do not know,
    /// so one that is not understood stays as it is.
    pub(crate) fn problem(&self, message: &str, page: &Path, shown_page: &str) -> (bool, String) {
        let message = message.replace(&*self.path(page).to_string_lossy(), shown_page);
        match message.starts_with(CANNOT_FIND) {
            true => (true, message),
            false => (false, format!("a style sheet stays as it is: {message}")),
        }
    }

    /// A report about it as one about the page.
    pub(crate) fn in_page(&self, report: &mut Diagnostic, shown_page: &str) {
        let shown = format!("{shown_page}{}", self.suffix());
        for text in [&mut report.message, &mut report.text] {
            *text = text.replace(&shown, shown_page);
        }
        if let Some((file, ..)) = report.place.as_mut().filter(|(file, ..)| *file == shown) {
            shown_page.clone_into(file);
        }
    }
}

/// A style sheet as the contents of an element: nothing in it ends the element.
pub(crate) fn style_contents(css: &str) -> String {
    css.replace("</", "<\\/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_in_the_source_are_those_in_the_page() {
        let page = "<p>ä</p>\n<script type=module>a\nb</script>";
        let mut inline = Inline::script(1, Some("ts"));
        let start = page.find('a').unwrap();
        inline.push(start, "a\n");
        inline.push(start + 2, "b");
        assert_eq!(inline.source(page), format!("\n{}a\nb", " ".repeat(20)));
        assert_eq!(inline.path(Path::new("/x/index.html")), Path::new("/x/index.html.1.ts"));
        let mut first = Inline::script(0, None);
        first.push(2, "c");
        assert_eq!(first.source("<>c"), "  c");
    }

    #[test]
    fn reports_are_about_the_page() {
        let inline = Inline::script(0, None);
        let mut report = Diagnostic::at(true, "cannot find \"./x\"", "a/index.html.0.js", "\nx", 1, 2);
        inline.in_page(&mut report, "a/index.html");
        assert_eq!(report.place, Some(("a/index.html".to_owned(), 2, 0)));
        assert!(report.text.contains("--> a/index.html:2:1\n"), "{}", report.text);
    }
}
