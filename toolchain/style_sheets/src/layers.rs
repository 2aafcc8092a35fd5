//! The layers of a joined style sheet. Their order is that in which they are declared, so a sheet that is left out, because it is
//! imported again later, still declares its layers where it was.

use lightningcss::rules::layer::{LayerName, LayerStatementRule};
use lightningcss::rules::{CssRule, Location};

use crate::joined::{Condition, Part, Source, What};

/// A layer with its conditions, which decide whether it is declared at all.
type Declared<'i> = (Vec<Condition<'i>>, String);

/// The layers that rules declare.
pub(crate) fn of_rules<'i>(rules: &[CssRule<'i>]) -> Vec<LayerName<'i>> {
    let mut found: Vec<LayerName<'i>> = Vec::new();
    for rule in rules {
        match rule {
            CssRule::LayerStatement(statement) => found.extend(statement.names.iter().cloned()),
            CssRule::LayerBlock(block) => {
                let Some(name) = &block.name else { continue };
                found.push(name.clone());
                found.extend(of_rules(&block.rules.0).iter().map(|inner| joined_name(name, inner)));
            }
            CssRule::Media(media) => found.extend(of_rules(&media.rules.0)),
            CssRule::Supports(supports) => found.extend(of_rules(&supports.rules.0)),
            _ => {}
        }
    }
    let mut first: Vec<LayerName<'i>> = Vec::new();
    for name in found {
        if !first.contains(&name) {
            first.push(name);
        }
    }
    first
}

/// The rules that declare layers; none without names.
pub(crate) fn statement(names: Vec<LayerName<'_>>) -> Vec<CssRule<'_>> {
    let loc = Location { source_index: 0, line: 0, column: 0 };
    if names.is_empty() { Vec::new() } else { vec![CssRule::LayerStatement(LayerStatementRule { names, loc })] }
}

fn joined_name<'i>(outer: &LayerName<'i>, inner: &LayerName<'i>) -> LayerName<'i> {
    let mut name = outer.clone();
    name.0.extend(inner.0.iter().cloned());
    name
}

/// Removes the declarations of layers that change nothing about their order.
pub(crate) fn prune<'i>(sources: &[Source<'i>], parts: &mut Vec<Part<'i>>) {
    let all: Vec<Vec<Declared<'i>>> = parts.iter().map(|part| declared(sources, part)).collect();
    let order = first_ones(all.iter());
    let mut left_out = vec![false; parts.len()];
    for index in (0..parts.len()).rev().filter(|index| matches!(parts[*index].what, What::Layers(_))) {
        left_out[index] = true;
        let rest = all.iter().zip(&left_out).filter(|(_, is_out)| !**is_out).map(|(declared, _)| declared);
        left_out[index] = first_ones(rest) == order;
    }
    let mut flags = left_out.into_iter();
    parts.retain(|_| flags.next() != Some(true));
}

/// Each layer where it is declared first.
fn first_ones<'d, 'i: 'd>(all: impl Iterator<Item = &'d Vec<Declared<'i>>>) -> Vec<&'d Declared<'i>> {
    let mut first: Vec<&Declared<'i>> = Vec::new();
    for declared in all.flatten() {
        if !first.contains(&declared) {
            first.push(declared);
        }
    }
    first
}

/// The layers that a part declares, by their whole names.
fn declared<'i>(sources: &[Source<'i>], part: &Part<'i>) -> Vec<Declared<'i>> {
    let names = match &part.what {
        What::Sheet(index) => &sources[*index].layers,
        What::Layers(names) => names,
        What::External(_) => return Vec::new(),
    };
    let mut prefix = Vec::new();
    for condition in &part.conditions {
        match &condition.layer {
            Some(Some(name)) => prefix.extend(name.0.iter().map(ToString::to_string)),
            // What is in a layer without a name is of no other place.
            Some(None) => return Vec::new(),
            None => {}
        }
    }
    let conditions: Vec<Condition<'i>> = part.conditions.iter().filter_map(Condition::without_layer).collect();
    let whole = |name: &LayerName<'i>| {
        let words = prefix.iter().cloned().chain(name.0.iter().map(ToString::to_string));
        (conditions.clone(), words.collect::<Vec<_>>().join("."))
    };
    let outer = (!prefix.is_empty()).then(|| (conditions.clone(), prefix.join(".")));
    outer.into_iter().chain(names.iter().map(whole)).collect()
}
