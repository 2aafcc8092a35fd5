//! The tiers of the builtins: `builtins/internal/<tier>/` may import its own tier and those above it in the table of
//! ARCHITECTURE.md; nothing internal imports a public module; public modules only export what internal ones implement.
//! The largest group of builtins that import each other in a circle may only shrink.

use super::specifiers::{file_of, imports, names};
use super::tree::{SourceFile, Tree};
use std::collections::{BTreeMap, BTreeSet};

const TABLE: &str = "ARCHITECTURE.md";
const HEADER: &str = "| tier |";
/// How many builtins the largest circle has; may only fall.
pub const KNOT: &str = "xtask/ratchets/knot.txt";

pub fn check(tree: &Tree) -> Vec<String> {
    let order = tree.text(TABLE).map(read_order).unwrap_or_default();
    if order.is_empty() {
        return vec![format!("{TABLE} has no table that begins with \"{HEADER}\"")];
    }
    let mut problems = Vec::new();
    for file in builtins(tree) {
        match place_of(&file.path) {
            Place::Public => problems.extend(thickness(file)),
            Place::Tier(tier) => problems.extend(upward(file, tier, &order)),
            Place::Other => {}
        }
    }
    problems.extend(compare_knot(largest_knot(tree).len(), allowed(tree)));
    problems
}

/// The files of the largest circle of imports, deferred ones and loads by name included.
pub fn largest_knot(tree: &Tree) -> Vec<String> {
    let mut edges: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for file in builtins(tree) {
        let targets = imports(&file.text).into_iter().chain(names(&file.text));
        let files = targets.filter_map(|reference| file_of(reference.specifier)).filter(|target| *target != file.path);
        edges.insert(&file.path, files.collect());
    }
    Circles::of(&edges).largest
}

fn builtins(tree: &Tree) -> impl Iterator<Item = &SourceFile> {
    tree.files.iter().filter(|file| {
        file.path.starts_with("builtins/") && file.path.ends_with(".ts") && !file.is_test() && !file.is_generated()
    })
}

enum Place<'a> {
    Public,
    Tier(&'a str),
    Other,
}

fn place_of(path: &str) -> Place<'_> {
    let mut parts = path.split('/').skip(1);
    match (parts.next(), parts.next()) {
        (Some("node" | "bun" | "deno" | "brio"), Some(_)) => Place::Public,
        (Some("web"), Some(_)) => Place::Tier("web"),
        (Some("internal"), Some(tier)) => Place::Tier(tier),
        _ => Place::Other,
    }
}

/// The tiers from the lowest to the highest: the first cells of the rows.
fn read_order(text: &str) -> Vec<String> {
    text.lines()
        .skip_while(|line| !line.starts_with(HEADER))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .filter_map(|row| row.split('`').nth(1))
        .map(|name| name.trim_end_matches('/').to_string())
        .collect()
}

fn upward(file: &SourceFile, tier: &str, order: &[String]) -> Vec<String> {
    let height = |name: &str| order.iter().position(|known| known == name);
    let Some(own) = height(tier) else {
        return vec![format!("{}: {tier}/ is not a tier: the table in {TABLE} has none of that name", file.path)];
    };
    let references = imports(&file.text).into_iter().chain(names(&file.text));
    let judged = references.filter_map(|reference| {
        let reason = match place_of(&file_of(reference.specifier)?) {
            Place::Public => "an internal module imports no public one; import what implements it".to_string(),
            Place::Tier(other) if height(other).is_some_and(|other| other > own) => {
                format!("{tier}/ is below {other}/; use a service (internal:core/services) or move what is shared down")
            }
            _ => return None,
        };
        Some(format!("{}:{}: \"{}\": {reason}", file.path, reference.line, reference.specifier))
    });
    judged.collect()
}

/// A public module is comments and exports from others.
fn thickness(file: &SourceFile) -> Vec<String> {
    let is_thin = |line: &str| {
        line.is_empty() || line.starts_with("//") || line.starts_with("export ") && line.contains(" from \"")
    };
    let thick = file.text.lines().enumerate().find(|(_, line)| !is_thin(line));
    thick
        .map(|(index, _)| {
            format!("{}:{}: public modules only export what internal ones implement", file.path, index + 1)
        })
        .into_iter()
        .collect()
}

/// The size that the list allows; 0 without a list.
pub fn allowed(tree: &Tree) -> usize {
    tree.text(KNOT).and_then(|text| text.trim().parse().ok()).unwrap_or(0)
}

fn compare_knot(size: usize, allowed: usize) -> Option<String> {
    match size {
        _ if size > allowed => {
            Some(format!("{size} builtins import each other in a circle, more than {allowed} ({KNOT})"))
        }
        _ if size < allowed => {
            Some(format!("{KNOT} says {allowed}, but the largest circle has {size}: run ./x tidy --ratchet"))
        }
        _ => None,
    }
}

/// Tarjan's algorithm for strongly connected components, without recursion.
#[derive(Default)]
struct Circles<'a> {
    index: BTreeMap<&'a str, usize>,
    low: BTreeMap<&'a str, usize>,
    stack: Vec<&'a str>,
    on_stack: BTreeSet<&'a str>,
    largest: Vec<String>,
}

impl<'a> Circles<'a> {
    fn of(edges: &'a BTreeMap<&'a str, BTreeSet<String>>) -> Circles<'a> {
        let mut circles = Circles::default();
        for start in edges.keys() {
            if !circles.index.contains_key(start) {
                circles.visit(start, edges);
            }
        }
        circles
    }

    fn visit(&mut self, start: &'a str, edges: &'a BTreeMap<&'a str, BTreeSet<String>>) {
        let targets =
            |node: &str| edges.get(node).into_iter().flatten().filter(|target| edges.contains_key(target.as_str()));
        let mut path = vec![(start, targets(start).collect::<Vec<_>>().into_iter())];
        self.enter(start);
        while let Some((node, rest)) = path.last_mut() {
            let node = *node;
            if let Some(target) = rest.next() {
                if !self.index.contains_key(target.as_str()) {
                    self.enter(target);
                    path.push((target, targets(target).collect::<Vec<_>>().into_iter()));
                } else if self.on_stack.contains(target.as_str()) {
                    let low = self.low[node].min(self.index[target.as_str()]);
                    self.low.insert(node, low);
                }
                continue;
            }
            path.pop();
            if let Some((parent, _)) = path.last() {
                let low = self.low[parent].min(self.low[node]);
                self.low.insert(parent, low);
            }
            if self.low[node] == self.index[node] {
                self.leave(node);
            }
        }
    }

    fn enter(&mut self, node: &'a str) {
        let number = self.index.len();
        self.index.insert(node, number);
        self.low.insert(node, number);
        self.stack.push(node);
        self.on_stack.insert(node);
    }

    fn leave(&mut self, root: &str) {
        let start = self.stack.iter().position(|node| *node == root).expect("the root of a component is on the stack");
        let component = self.stack.split_off(start);
        for node in &component {
            self.on_stack.remove(node);
        }
        if component.len() > self.largest.len() {
            self.largest = component.into_iter().map(str::to_string).collect();
        }
    }
}

#[cfg(test)]
#[path = "tiers_tests.rs"]
mod tests;
