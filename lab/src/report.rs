//! The report of a run, made from its raw records alone. `findings` says what the numbers mean, `verdict` holds the
//! papers' claims against them; the others write it down: `page` as one HTML file, and as Markdown, CSV and JSON.

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

/// Writes `report.html`, `report.md`, `results.csv` and `results.json` into the folder of the run.
pub fn write(store: &Store, experiments: &[Experiment]) -> Result<(), String> {
    let records = experiments.iter().map(|experiment| (experiment, store.records(experiment.id()))).filter(|(_, records)| !records.is_empty()).collect();
    let findings = Findings::new(store.environment(), records);
    store.write("report.html", &page::html(&findings))?;
    store.write("report.md", &markdown::text(&findings))?;
    store.write("results.csv", &tables::csv(&findings))?;
    store.write("results.json", &format!("{:#}\n", tables::json(&findings)))
}
