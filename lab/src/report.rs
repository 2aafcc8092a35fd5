//! The report of a run, computed from its raw records alone. `findings` analyses the numbers, `verdict` compares them
//! with the papers' claims; the others write the results: `page` as one HTML file, and as Markdown, CSV and JSON.

mod charts;
mod findings;
mod markdown;
mod page;
mod section;
mod summary;
mod tables;
mod verdict;

#[cfg(test)]
#[path = "report/page_tests.rs"]
mod page_tests;

use crate::experiment::Experiment;
use crate::runner::store::Store;
use findings::Findings;
use std::fs;
use std::path::Path;

/// Writes `report.html`, `report.md`, `results.csv` and `results.json` into the folder of the run.
pub fn write(store: &Store, experiments: &[Experiment]) -> Result<(), String> {
    let findings = findings(store, experiments);
    store.write("report.html", &page::html(&findings))?;
    store.write("report.md", &markdown::text(&findings))?;
    store.write("results.csv", &tables::csv(&findings))?;
    store.write("results.json", &format!("{:#}\n", tables::json(&findings)))
}

/// The summary in a README is between these marks.
const BEGIN: &str = "<!-- lab: begin -->";
const END: &str = "<!-- lab: end -->";

/// Replaces the summary in a README. `place` is how the README refers to the folder of the run.
pub fn write_into_readme(store: &Store, experiments: &[Experiment], readme: &Path, place: &str) -> Result<(), String> {
    let explain = |error: std::io::Error| format!("{}: {error}", readme.display());
    let text = fs::read_to_string(readme).map_err(explain)?;
    let marked = text.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = marked
        .ok_or_else(|| format!("{} has no place for the summary: write {BEGIN} and {END} in it", readme.display()))?;
    let summary = markdown::summary(&findings(store, experiments), place);
    fs::write(readme, format!("{before}{BEGIN}\n{summary}{END}{after}")).map_err(explain)
}

fn findings<'a>(store: &Store, experiments: &'a [Experiment]) -> Findings<'a> {
    let records = experiments
        .iter()
        .map(|experiment| (experiment, store.records(experiment.id())))
        .filter(|(_, records)| !records.is_empty())
        .collect();
    Findings::new(store.environment(), records)
}
