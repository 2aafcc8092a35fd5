//! The top of the report: the winners, their lead and its confidence; Brio beside the best other; the claims in
//! numbers.

use super::charts::forest::{self, Comparison};
use super::findings::{Findings, Found, FoundCase, Measured, Row, is_open_loop, values};
use super::verdict::{Holds, interval};
use crate::experiment::{Kind, Metric};
use crate::runner::progress::number;
use crate::statistics::{self, Estimate};

/// Maximum number of cases of one experiment in the summary.
const CASES_MAX: usize = 4;
const OWN: &str = "brio";

/// The winner of a case.
pub struct Win {
    pub experiment: String,
    pub title: String,
    pub case: String,
    pub winner: String,
    pub winner_class: String,
    pub value: String,
    pub second: String,
    /// The winner's ratio to the best program of another runtime.
    pub lead: Option<Estimate>,
    /// Whether the interval excludes a tie.
    pub is_sure: bool,
    pub noisy: bool,
}

/// The winners of the representative cases of each experiment.
pub fn wins(findings: &Findings<'_>) -> Vec<Win> {
    findings
        .experiments
        .iter()
        .flat_map(|found| {
            found
                .primary
                .into_iter()
                .flat_map(move |primary| chosen(found).into_iter().filter_map(move |case| win(found, case, primary)))
        })
        .collect()
}

/// Up to four cases at even intervals; open loops are about latencies, not about speed.
fn chosen<'a>(found: &'a Found<'_>) -> Vec<&'a FoundCase> {
    let cases: Vec<&FoundCase> =
        found.cases.iter().filter(|case| !is_open_loop(found.experiment, &case.name)).collect();
    if found.experiment.kind == Kind::Steps || cases.len() <= CASES_MAX + 2 {
        return if found.experiment.kind == Kind::Steps { Vec::new() } else { cases };
    }
    (0..CASES_MAX).map(|index| cases[index * (cases.len() - 1) / (CASES_MAX - 1)]).collect()
}

fn win(found: &Found<'_>, case: &FoundCase, primary: &'static Metric) -> Option<Win> {
    let ranking = case.ranking(primary);
    let (first, estimate) = ranking.first()?;
    // The winner's runtime may be second, too; the lead is over the next runtime.
    let second = ranking.iter().find(|(index, _)| found.programs[*index].rival != found.programs[*first].rival);
    let all = |index: usize| values(&found.records, &found.programs[index].name, &case.name, primary.name);
    let lead = second.and_then(|(second, _)| better(&all(*first), &all(*second), primary));
    Some(Win {
        experiment: found.experiment.id().to_string(),
        title: found.experiment.title.clone(),
        case: case.name.clone(),
        winner: found.programs[*first].label.clone(),
        winner_class: super::charts::class(&found.programs[*first]),
        value: format!("{} {}", number(estimate.value), primary.unit),
        second: second.map_or(String::new(), |(second, _)| found.programs[*second].label.clone()),
        is_sure: lead.is_some_and(|lead| lead.low > 1.0 && lead.low.is_finite()),
        lead,
        noisy: found.noise.is_noisy(),
    })
}

/// The ratio by which the left one is better.
fn better(left: &[f64], right: &[f64], metric: &Metric) -> Option<Estimate> {
    if metric.higher_is_better { statistics::ratio(left, right) } else { statistics::ratio(right, left) }
}

/// The best program on Brio compared with the best program on any other runtime.
pub fn own_against_best(findings: &Findings<'_>) -> Vec<Comparison> {
    let mut comparisons = Vec::new();
    for found in &findings.experiments {
        let Some(primary) = found.primary else { continue };
        for case in chosen(found) {
            let ranking = case.ranking(primary);
            let is_own = |index: usize| found.programs[index].rival == OWN;
            let own = ranking.iter().find(|(index, _)| is_own(*index));
            let other = ranking.iter().find(|(index, _)| !is_own(*index));
            let (Some((own, _)), Some((other, _))) = (own, other) else { continue };
            let all = |index: usize| values(&found.records, &found.programs[index].name, &case.name, primary.name);
            let Some(ratio) = better(&all(*own), &all(*other), primary) else { continue };
            comparisons.push(Comparison {
                group: format!("{} \u{b7} {}", found.experiment.title, primary.title),
                name: format!("{}, vs {}", case.name, found.programs[*other].label),
                ratio,
                other: found.programs[*other].label.clone(),
            });
        }
    }
    comparisons
}

pub fn forest(findings: &Findings<'_>) -> Option<String> {
    let comparisons = own_against_best(findings);
    (!comparisons.is_empty()).then(|| {
        forest::chart(&comparisons, "Brio against the best other runtime in each case; right of the line is better")
    })
}

/// The programs that Brio could not run, as sentences.
pub fn own_failures(findings: &Findings<'_>) -> Vec<String> {
    let mut sentences = Vec::new();
    for found in findings.experiments.iter().filter(|found| found.experiment.kind != Kind::Steps) {
        for (index, program) in found.programs.iter().enumerate().filter(|(_, program)| program.rival == OWN) {
            let failed: Vec<(&str, &str)> = found
                .cases
                .iter()
                .filter_map(|case| match &case.rows[index] {
                    Row::Failed(failure) => Some((case.name.as_str(), failure.reason.as_str())),
                    _ => None,
                })
                .collect();
            if let Some((_, reason)) = failed.first() {
                let place = if failed.len() == found.cases.len() {
                    "every case".to_string()
                } else {
                    failed.iter().map(|(case, _)| *case).collect::<Vec<_>>().join("; ")
                };
                sentences.push(format!("{}, {} ({place}): {reason}", found.experiment.title, program.label));
            }
        }
    }
    sentences
}

/// "Of 27 claims, 18 hold today, 5 no longer hold, 3 are undecided and 1 was not tested."
pub fn claims(findings: &Findings<'_>) -> String {
    let count = |holds: Holds| findings.verdicts().filter(|verdict| verdict.holds == holds).count();
    format!(
        "Of {} claims of the papers, {} hold today, {} no longer hold, {} are undecided and {} were not tested.",
        findings.verdicts().count(),
        count(Holds::Yes),
        count(Holds::No),
        count(Holds::Undecided),
        count(Holds::Untested)
    )
}

/// "1.31× (95 %: 1.25 to 1.36)".
pub fn lead(win: &Win) -> String {
    win.lead.map_or(String::new(), |lead| format!("{}× ({})", number(lead.value), interval(&lead)))
}

/// The programs of the experiment with measurements that the generator limited.
pub fn saturated(found: &Found<'_>) -> Vec<String> {
    let of_case = |case: &FoundCase| -> Vec<String> {
        let is_saturated = |row: &Row| row.measured().is_some_and(|measured: &Measured| measured.generator_saturated);
        case.rows
            .iter()
            .zip(&found.programs)
            .filter(|(row, _)| is_saturated(row))
            .map(|(_, program)| format!("{} at {}", program.label, case.name))
            .collect()
    };
    found.cases.iter().flat_map(of_case).collect()
}
