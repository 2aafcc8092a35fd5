//! A crate may use only the folders that its own folder's row in ARCHITECTURE.md lists, and every folder has a row.

use super::tree::{Tree, resolve};
use std::collections::{BTreeMap, BTreeSet};
use toml_edit::{DocumentMut, Item, TableLike};

const TABLE: &str = "ARCHITECTURE.md";
const HEADER: &str = "| folder |";

pub fn check(tree: &Tree) -> Vec<String> {
    let Some(text) = tree.text(TABLE) else { return vec![format!("{TABLE} is not there; it holds the layer table")] };
    let allowed = read_table(text);
    if allowed.is_empty() {
        return vec![format!("{TABLE} has no table that begins with \"{HEADER}\"")];
    }
    let mut problems: Vec<String> = tree
        .top_folders()
        .into_iter()
        .filter(|folder| !allowed.contains_key(*folder))
        .map(|folder| format!("{folder}/ has no row in the layer table of {TABLE}"))
        .collect();
    let shared = tree.text("Cargo.toml").map(paths_of_workspace).unwrap_or_default();
    for file in tree.files.iter().filter(|file| file.path.ends_with("/Cargo.toml")) {
        let layer = first_part(&file.path);
        let Some(may_use) = allowed.get(layer) else { continue };
        match used_folders(&file.path, &file.text, &shared) {
            Err(message) => problems.push(format!("{}: {message}", file.path)),
            Ok(used) => {
                problems.extend(used.into_iter().filter(|used| used != layer && !may_use.contains(used)).map(|used| {
                    format!(
                        "{}: {layer}/ must not use {used}/ (the table in {TABLE} allows: {})",
                        file.path,
                        list(may_use)
                    )
                }))
            }
        }
    }
    problems
}

/// Rows look like `` | `host/` | what is in it | `base/` `engine/` | ``; "all but" inverts the last cell.
fn read_table(text: &str) -> BTreeMap<String, BTreeSet<String>> {
    let rows: Vec<(Vec<String>, String)> = text
        .lines()
        .skip_while(|line| !line.starts_with(HEADER))
        .skip(2)
        .take_while(|line| line.starts_with('|'))
        .filter_map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            Some((folders(cells.first()?), cells.last()?.trim().to_string()))
        })
        .collect();
    let all: BTreeSet<String> = rows.iter().flat_map(|(names, _)| names.iter().cloned()).collect();
    let mut table = BTreeMap::new();
    for (names, cell) in rows {
        let listed: BTreeSet<String> = folders(&cell).into_iter().collect();
        let may_use = if cell.starts_with("all but") { all.difference(&listed).cloned().collect() } else { listed };
        names.into_iter().for_each(|name| drop(table.insert(name, may_use.clone())));
    }
    table
}

/// The names in backquotes that end with a slash.
fn folders(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).filter_map(|name| name.strip_suffix('/')).map(str::to_string).collect()
}

/// `[workspace.dependencies]` with a path: the name and the folder.
fn paths_of_workspace(root: &str) -> BTreeMap<String, String> {
    let Ok(document) = root.parse::<DocumentMut>() else { return BTreeMap::new() };
    let Some(table) = document.get("workspace").and_then(|item| item.get("dependencies")).and_then(Item::as_table_like)
    else {
        return BTreeMap::new();
    };
    table.iter().filter_map(|(name, item)| Some((name.to_string(), item.get("path")?.as_str()?.to_string()))).collect()
}

fn used_folders(path: &str, text: &str, shared: &BTreeMap<String, String>) -> Result<BTreeSet<String>, String> {
    let document: DocumentMut = text.parse().map_err(|error| format!("{error}"))?;
    let mut used = BTreeSet::new();
    for table in dependency_tables(document.as_table()) {
        for (name, item) in table.iter() {
            let folder = match item.get("path").and_then(Item::as_str) {
                Some(to) => Some(resolve(path, to).ok_or_else(|| format!("{name} lies outside the repository"))?),
                None => shared.get(name).filter(|_| item.get("workspace").is_some()).cloned(),
            };
            used.extend(folder.map(|folder| first_part(&folder).to_string()));
        }
    }
    Ok(used)
}

/// All tables of dependencies, also those under `[target.….dependencies]`.
fn dependency_tables(root: &dyn TableLike) -> Vec<&dyn TableLike> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let of = |table: &'_ dyn TableLike| -> Vec<String> { table.iter().map(|(key, _)| key.to_string()).collect() };
    let mut tables: Vec<&dyn TableLike> = kinds.iter().filter_map(|kind| root.get(kind)?.as_table_like()).collect();
    if let Some(targets) = root.get("target").and_then(Item::as_table_like) {
        for target in of(targets) {
            let Some(target) = targets.get(&target).and_then(Item::as_table_like) else { continue };
            tables.extend(kinds.iter().filter_map(|kind| target.get(kind)?.as_table_like()));
        }
    }
    tables
}

fn first_part(path: &str) -> &str {
    path.split('/').next().unwrap_or(path)
}

fn list(folders: &BTreeSet<String>) -> String {
    if folders.is_empty() {
        "nothing".to_string()
    } else {
        folders.iter().map(|folder| format!("{folder}/")).collect::<Vec<_>>().join(" ")
    }
}

#[cfg(test)]
#[path = "layers_tests.rs"]
mod tests;
