//! The table of figures in `docs/internals/figures.md`: the newest run of all rows by `./x bench`.

use crate::workspace::Workspace;
use serde_json::Value;
use std::fmt::Write;
use std::fs;

/// The page; the table is between its two markers.
pub const PAGE: &str = "docs/internals/figures.md";
const BEGIN: &str = "<!-- figures: begin -->";
const END: &str = "<!-- figures: end -->";
const RESULTS: &str = "lab/results";
/// A run of some rows only has fewer.
const ROWS_MIN: usize = 40;

/// The page with the table of the newest run.
pub fn page(workspace: &Workspace) -> Result<String, String> {
    let text = fs::read_to_string(workspace.root.join(PAGE)).map_err(|error| format!("{PAGE}: {error}"))?;
    let (name, run) = newest(workspace)?.ok_or(format!("no run of all rows lies under {RESULTS}"))?;
    splice(&text, &table(&name, &run))
}

fn splice(text: &str, table: &str) -> Result<String, String> {
    let missing = || format!("{PAGE} lacks the markers {BEGIN} and {END}");
    let (before, rest) = text.split_once(BEGIN).ok_or_else(missing)?;
    let (_, after) = rest.split_once(END).ok_or_else(missing)?;
    Ok(format!("{before}{BEGIN}\n{table}{END}{after}"))
}

/// The newest result file with all rows: its path and content.
fn newest(workspace: &Workspace) -> Result<Option<(String, Value)>, String> {
    let mut newest: Option<(String, String, Value)> = None;
    for file in workspace.files(RESULTS, ".json") {
        let name = workspace.relative(&file);
        let text = fs::read_to_string(&file).map_err(|error| format!("{name}: {error}"))?;
        // Other tools keep their results in these folders, too.
        let Ok(run) = serde_json::from_str::<Value>(&text) else { continue };
        let rows = run["figures"].as_array().map_or(0, Vec::len);
        let Some(date) = run["date"].as_str().filter(|_| rows >= ROWS_MIN) else { continue };
        if newest.as_ref().is_none_or(|(known, _, _)| known.as_str() < date) {
            newest = Some((date.to_string(), name, run.clone()));
        }
    }
    Ok(newest.map(|(_, name, run)| (name, run)))
}

fn table(name: &str, run: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_string();
    let mut table = format!(
        "Written by `./x reference` from `{name}` ({}, commit {}).\n\n",
        text(&run["date"]),
        text(&run["commit"])
    );
    table
        .push_str("| experiment | metric | Brio | peer | ratio | allowed | reached |\n|---|---|---|---|---|---|---|\n");
    let number = |value: &Value| value.as_f64().map_or(String::new(), readable);
    for row in run["figures"].as_array().into_iter().flatten() {
        let verdict = row["holds"].as_bool().map_or("", |holds| if holds { "yes" } else { "no" });
        writeln!(
            table,
            "| {} | {} | {} | {} {} | {} | {} | {verdict} |",
            text(&row["experiment"]),
            text(&row["metric"]),
            number(&row["brio"]),
            text(&row["peer"]),
            number(&row["peer_value"]),
            row["ratio"].as_f64().map_or(String::new(), |ratio| format!("{ratio:.2}")),
            text(&row["allowed"])
        )
        .expect("a String takes all text");
    }
    table
}

/// Three digits, which is what the machine's noise leaves.
fn readable(value: f64) -> String {
    match value.abs() {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        _ => format!("{value:.2}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{splice, table};
    use serde_json::json;

    #[test]
    fn the_table_replaces_what_is_between_the_markers() {
        let page = "a\n<!-- figures: begin -->\nold\n<!-- figures: end -->\nb\n";
        assert_eq!(
            splice(page, "new\n").expect("valid"),
            "a\n<!-- figures: begin -->\nnew\n<!-- figures: end -->\nb\n"
        );
        assert!(splice("a", "new\n").is_err());
    }

    #[test]
    fn a_row_says_whether_it_is_reached() {
        let run = json!({ "date": "d", "commit": "c", "figures": [
            { "experiment": "hello", "metric": "ms", "brio": 12.34, "peer": "bun", "peer_value": 5.0, "ratio": 2.468, "allowed": "1.00 ×", "holds": false },
        ] });
        assert!(table("x.json", &run).contains("| hello | ms | 12.3 | bun 5.00 | 2.47 | 1.00 × | no |"));
    }
}
