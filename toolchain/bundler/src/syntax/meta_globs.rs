//! `import.meta.glob("./pages/*.ts")` of Vite (https://vite.dev/guide/features#glob-import): an object that imports each file
//! that fits a pattern takes the place of the call.

mod call;
mod places;

use std::path::{Path, PathBuf};

use oxc_ast::ast::*;
use oxc_ast_visit::{Visit, walk};
use oxc_span::{GetSpan, Span};

use super::visitor::Edit;
use call::{Glob, Refusal};
use places::Found;
pub(super) use places::{Places, Tsconfig};

/// Whether a source can have such a call. Looks at the text only.
pub(super) fn may_have(code: &str) -> bool {
    code.contains("import.meta.glob")
}

/// Whether a call is one of `import.meta.glob`.
pub(super) fn is_glob(call: &CallExpression<'_>) -> bool {
    matches!(&call.callee, Expression::StaticMemberExpression(member)
        if member.property.name == "glob" && matches!(member.object, Expression::ImportMeta(_)))
}

/// What the calls of a module become.
#[derive(Debug, Default)]
pub(super) struct Expanded {
    pub(super) edits: Vec<Edit>,
    /// What is wrong with calls, and where they are.
    pub(super) errors: Vec<(String, Span)>,
    /// The searches of the module: a new file can be a result.
    pub(super) searches: Vec<Searched>,
}

/// A search, and what it has found.
#[derive(Clone, Debug)]
pub(crate) struct Searched {
    glob: Glob,
    places: Places,
    found: Found,
}

impl Searched {
    /// Whether the search would find other files now.
    pub(crate) fn has_changed(&self) -> bool {
        self.places.find(&self.glob).is_ok_and(|found| found != self.found)
    }

    /// The folders where a new file would be found: those of the patterns, and all that they cross.
    pub(crate) fn folders(&self) -> Vec<PathBuf> {
        self.places.folders(&self.glob)
    }
}

/// Expands the calls of a module.
pub(super) fn expand(program: &Program<'_>, places: Places) -> Expanded {
    let mut calls =
        Calls { source: program.source_text, places, statics: String::new(), expanded: Expanded::default() };
    calls.visit_program(program);
    let Calls { statics, mut expanded, .. } = calls;
    if !statics.is_empty() {
        // Before the first statement, so that they are loaded before what the module imports itself, as in Vite.
        let start = program.body.first().map_or(0, |statement| statement.span().start);
        expanded.edits.push(Edit::Insert { at: start, text: statics });
    }
    expanded
}

/// What is read of the object that a call returns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Object,
    /// `Object.keys(import.meta.glob(…))`: nothing is imported.
    Keys,
    /// `Object.values(import.meta.glob(…))`
    Values,
}

struct Calls<'c> {
    source: &'c str,
    places: Places,
    /// The imports of what is loaded at once.
    statics: String,
    expanded: Expanded,
}

impl Calls<'_> {
    fn replace(&mut self, call: &CallExpression<'_>, form: Form) {
        let found = Glob::read(call).and_then(|glob| {
            let reason = |message| Refusal { message, span: call.span };
            let found = self.places.find(&glob).map_err(reason)?;
            Ok((glob, found))
        });
        match found {
            Ok((glob, found)) => {
                let text = self.replacement(&glob, &found, form, call.span);
                self.expanded.edits.push(Edit::Replace { start: call.span.start, end: call.span.end, text });
                self.expanded.searches.push(Searched { glob, places: self.places.clone(), found });
            }
            Err(Refusal { message, span }) => self.expanded.errors.push((message, span)),
        }
    }

    fn replacement(&mut self, glob: &Glob, found: &Found, form: Form, span: Span) -> String {
        let call = self.expanded.searches.len();
        let mut members = Vec::new();
        for (index, file) in found.files.iter().enumerate() {
            let key = quoted(&self.places.key(glob, &found.root, file));
            if form == Form::Keys {
                members.push(format!("{key}: 0"));
                continue;
            }
            let specifier = quoted(&format!("{}{}", self.places.specifier(file), glob.query));
            let value = match (&glob.import, glob.is_eager) {
                (None, false) => format!("() => import({specifier})"),
                (Some(name), false) => format!("() => import({specifier}).then((module) => module[{}])", quoted(name)),
                (import, true) => {
                    let local = format!("__brio_glob_{call}_{index}");
                    let clause = match import {
                        Some(name) => format!("{{ {} as {local} }}", quoted(name)),
                        None => format!("* as {local}"),
                    };
                    self.statics += &format!("import {clause} from {specifier}; ");
                    local
                }
            };
            members.push(if form == Form::Values { value } else { format!("{key}: {value}") });
        }
        // What follows stays in its line.
        let lines = "\n".repeat(self.source[span.start as usize..span.end as usize].matches('\n').count());
        let members = members.join(", ");
        match form {
            Form::Values => format!("[{members}{lines}]"),
            Form::Keys => format!("{{ {members}{lines} }}"),
            // A call, so that it can begin a statement, and so that its line can follow one without a semicolon.
            Form::Object => format!("/* @__PURE__ */ Object.assign({{ {members}{lines} }})"),
        }
    }
}

impl<'a> Visit<'a> for Calls<'_> {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if is_glob(it) {
            return self.replace(it, Form::Object);
        }
        let form = match &it.callee {
            callee if callee.is_specific_member_access("Object", "keys") => Form::Keys,
            callee if callee.is_specific_member_access("Object", "values") => Form::Values,
            _ => Form::Object,
        };
        match it.arguments.as_slice() {
            [Argument::CallExpression(call)] if form != Form::Object && is_glob(call) => self.replace(call, form),
            _ => walk::walk_call_expression(self, it),
        }
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap_or_default()
}

/// A path relative to a folder, with `/` between its segments: `./a`, `../a`.
fn relative(folder: &Path, file: &Path) -> String {
    let common = folder.components().zip(file.components()).take_while(|(one, other)| one == other).count();
    let up = folder.components().count() - common;
    let below: PathBuf = file.components().skip(common).collect();
    let start = if up == 0 { "./".to_owned() } else { "../".repeat(up) };
    start + &below.to_string_lossy()
}
