//! Joins a style sheet with what it imports.
//!
//! A sheet that is imported several times is where its last import is: what comes later has precedence. The conditions of an
//! import become rules around those of the sheet. Imports of other sites stay, before everything else.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use lightningcss::bundler::{ResolveResult, SourceProvider};
use lightningcss::media_query::MediaList;
use lightningcss::rules::import::ImportRule;
use lightningcss::rules::layer::{LayerBlockRule, LayerName, LayerStatementRule};
use lightningcss::rules::media::MediaRule;
use lightningcss::rules::supports::{SupportsCondition, SupportsRule};
use lightningcss::rules::{CssRule, CssRuleList, Location};
use lightningcss::stylesheet::{ParserOptions, PrinterOptions, StyleSheet};
use lightningcss::values::string::CowArcStr;

use crate::layers;
use crate::{Files, located};

const NO_PLACE: Location = Location { source_index: 0, line: 0, column: 0 };

/// What an import says besides its address.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Condition<'i> {
    pub(crate) layer: Option<Option<LayerName<'i>>>,
    supports: Option<SupportsCondition<'i>>,
    media: MediaList<'i>,
}

impl<'i> Condition<'i> {
    /// None of an import without conditions.
    fn of(import: &ImportRule<'i>) -> Option<Self> {
        let is_plain = import.layer.is_none() && import.supports.is_none() && import.media.media_queries.is_empty();
        let condition =
            Self { layer: import.layer.clone(), supports: import.supports.clone(), media: import.media.clone() };
        (!is_plain).then_some(condition)
    }

    /// The same without the layer.
    pub(crate) fn without_layer(&self) -> Option<Self> {
        let rest = Self { layer: None, ..self.clone() };
        (rest.supports.is_some() || !rest.media.media_queries.is_empty()).then_some(rest)
    }

    /// The rules as they apply under the condition. A layer without rules is declared.
    fn around(&self, mut rules: Vec<CssRule<'i>>) -> Vec<CssRule<'i>> {
        match &self.layer {
            Some(Some(name)) if rules.is_empty() => {
                rules = vec![CssRule::LayerStatement(LayerStatementRule { names: vec![name.clone()], loc: NO_PLACE })];
            }
            Some(name) if !rules.is_empty() => {
                let block = LayerBlockRule { name: name.clone(), rules: CssRuleList(rules), loc: NO_PLACE };
                rules = vec![CssRule::LayerBlock(block)];
            }
            _ => {}
        }
        if let Some(condition) = self.supports.clone().filter(|_| !rules.is_empty()) {
            rules = vec![CssRule::Supports(SupportsRule { condition, rules: CssRuleList(rules), loc: NO_PLACE })];
        }
        if !self.media.media_queries.is_empty() && !rules.is_empty() {
            let media = MediaRule { query: self.media.clone(), rules: CssRuleList(rules), loc: NO_PLACE };
            rules = vec![CssRule::Media(media)];
        }
        rules
    }
}

/// What is at one place of the joined sheet.
#[derive(Debug)]
pub(crate) enum What<'i> {
    /// The rules of a sheet, by its index.
    Sheet(usize),
    External(CowArcStr<'i>),
    /// Only the layers that are declared there, which decides their order.
    Layers(Vec<LayerName<'i>>),
}

/// A part of the joined sheet, with the conditions around it from the outermost one.
#[derive(Debug)]
pub(crate) struct Part<'i> {
    pub(crate) what: What<'i>,
    pub(crate) conditions: Vec<Condition<'i>>,
}

/// A sheet that was read.
#[derive(Debug)]
pub(crate) struct Source<'i> {
    pub(crate) path: PathBuf,
    imports: Vec<ImportRule<'i>>,
    /// The layers that are declared before the imports.
    first_layers: Vec<LayerName<'i>>,
    pub(crate) rules: Vec<CssRule<'i>>,
    /// The layers that its rules declare.
    pub(crate) layers: Vec<LayerName<'i>>,
    pub(crate) licences: Vec<CowArcStr<'i>>,
}

/// A sheet and what it imports, in order.
#[derive(Debug)]
pub(crate) struct Joined<'i> {
    pub(crate) sources: Vec<Source<'i>>,
    pub(crate) parts: Vec<Part<'i>>,
}

/// Reads a sheet and what it imports. `is_one` says that all become one sheet: places then say which source they are of.
///
/// # Errors
/// A file that is missing or that does not parse, with its place.
pub(crate) fn join<'i>(path: &Path, files: &'i Files<'_>, is_one: bool) -> Result<Joined<'i>, String> {
    let mut walk = Walk { files, is_one, by_path: HashMap::new(), sources: Vec::new(), parts: Vec::new() };
    walk.visit(path, &[], &mut Vec::new())?;
    let Walk { sources, mut parts, .. } = walk;
    parts.reverse();
    layers::prune(&sources, &mut parts);
    Ok(Joined { sources, parts })
}

struct Walk<'i, 'g> {
    files: &'i Files<'g>,
    is_one: bool,
    by_path: HashMap<PathBuf, usize>,
    sources: Vec<Source<'i>>,
    /// From the last one to the first.
    parts: Vec<Part<'i>>,
}

impl<'i> Walk<'i, '_> {
    /// Adds a sheet and then, backwards, what it imports. `around` are the sheets whose imports lead to it.
    fn visit(&mut self, path: &Path, conditions: &[Condition<'i>], around: &mut Vec<usize>) -> Result<(), String> {
        let index = self.source(path)?;
        if around.contains(&index) {
            return Ok(());
        }
        let is_covered = self.parts.iter().any(|later| {
            matches!(later.what, What::Sheet(other) if other == index) && conditions.starts_with(&later.conditions)
        });
        if is_covered {
            let layers = self.sources[index].layers.clone();
            self.add_layers(layers, conditions);
            return Ok(());
        }
        self.parts.push(Part { what: What::Sheet(index), conditions: conditions.to_vec() });
        around.push(index);
        for import in self.sources[index].imports.clone().into_iter().rev() {
            let mut inner = conditions.to_vec();
            inner.extend(Condition::of(&import));
            match self.files.resolve(&import.url, path) {
                Ok(ResolveResult::File(file)) => self.visit(&file, &inner, around)?,
                Ok(ResolveResult::External(address)) => self.add_external(address.into(), inner),
                Err(error) => {
                    let Location { line, column, .. } = import.loc;
                    return Err(format!("{error} at {}:{}:{column}", path.display(), line + 1));
                }
            }
        }
        around.pop();
        let first_layers = self.sources[index].first_layers.clone();
        self.add_layers(first_layers, conditions);
        Ok(())
    }

    /// Notes that layers are declared, if that can be said: one without a name is another one each time.
    fn add_layers(&mut self, names: Vec<LayerName<'i>>, conditions: &[Condition<'i>]) {
        let is_anonymous = conditions.iter().any(|condition| condition.layer == Some(None));
        let has_layer = !names.is_empty() || conditions.iter().any(|condition| condition.layer.is_some());
        if has_layer && !is_anonymous {
            self.parts.push(Part { what: What::Layers(names), conditions: conditions.to_vec() });
        }
    }

    fn add_external(&mut self, address: CowArcStr<'i>, conditions: Vec<Condition<'i>>) {
        let is_covered = self.parts.iter().any(|later| {
            matches!(&later.what, What::External(other) if *other == address)
                && conditions.starts_with(&later.conditions)
        });
        if !is_covered {
            self.parts.push(Part { what: What::External(address), conditions });
        }
    }

    /// The index of a sheet, which is read once.
    fn source(&mut self, path: &Path) -> Result<usize, String> {
        if let Some(index) = self.by_path.get(path) {
            return Ok(*index);
        }
        let index = self.sources.len();
        let text = self.files.read(path).map_err(|error| error.to_string())?;
        let options = ParserOptions {
            filename: path.to_string_lossy().into_owned(),
            source_index: if self.is_one { index as u32 } else { 0 },
            ..ParserOptions::default()
        };
        let sheet = StyleSheet::parse(text, options).map_err(|error| located(&error))?;
        self.by_path.insert(path.to_owned(), index);
        self.sources.push(Source::new(path, sheet));
        Ok(index)
    }
}

impl<'i> Source<'i> {
    fn new(path: &Path, sheet: StyleSheet<'i>) -> Self {
        let mut source = Self {
            path: path.to_owned(),
            imports: Vec::new(),
            first_layers: Vec::new(),
            rules: Vec::new(),
            layers: Vec::new(),
            licences: sheet.license_comments,
        };
        let mut waiting = Vec::new();
        for rule in sheet.rules.0 {
            match rule {
                CssRule::Import(import) => {
                    source.first_layers.append(&mut waiting);
                    source.imports.push(import);
                }
                // It is before an import, or belongs to the rules.
                CssRule::LayerStatement(statement) if source.rules.is_empty() => waiting.extend(statement.names),
                rule => {
                    source.restore(&mut waiting);
                    source.rules.push(rule);
                }
            }
        }
        source.restore(&mut waiting);
        source.layers = layers::of_rules(&source.rules);
        source
    }

    fn restore(&mut self, names: &mut Vec<LayerName<'i>>) {
        if !names.is_empty() {
            let statement = LayerStatementRule { names: std::mem::take(names), loc: NO_PLACE };
            self.rules.push(CssRule::LayerStatement(statement));
        }
    }
}

/// Rules with their conditions around them.
pub(crate) fn conditional<'i>(rules: Vec<CssRule<'i>>, conditions: &[Condition<'i>]) -> Vec<CssRule<'i>> {
    conditions.iter().rev().fold(rules, |rules, condition| condition.around(rules))
}

/// An import that stays, as text. Further conditions around it are those of imports of addresses with its text.
pub(crate) fn external_import(address: &str, conditions: &[Condition<'_>], minify: bool) -> Result<String, String> {
    let mut import = printed_import(address, conditions.last(), minify)?;
    for condition in conditions.iter().rev().skip(1) {
        import = printed_import(&format!("data:text/css,{}", escaped(&import)), Some(condition), minify)?;
    }
    Ok(import)
}

fn printed_import(address: &str, condition: Option<&Condition<'_>>, minify: bool) -> Result<String, String> {
    let import = ImportRule {
        url: address.to_owned().into(),
        layer: condition.and_then(|condition| condition.layer.clone()),
        supports: condition.and_then(|condition| condition.supports.clone()),
        media: condition.map(|condition| condition.media.clone()).unwrap_or_default(),
        loc: NO_PLACE,
    };
    let sheet: StyleSheet<'_> =
        StyleSheet::new(Vec::new(), CssRuleList(vec![CssRule::Import(import)]), ParserOptions::default());
    let printed = sheet.to_css(PrinterOptions { minify, ..PrinterOptions::default() });
    printed.map(|printed| printed.code.trim_end().to_owned()).map_err(|error| error.to_string())
}

/// A text in which everything is escaped that ends an address, or that parsers of addresses remove.
fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('#', "%23").replace('\n', "%0A").replace('\t', "%09")
}
