//! The report as Markdown: the summary, the medians of the primary metric, the verdicts.

use super::findings::{Findings, Found, Row};
use super::summary;
use super::verdict::interval;
use crate::experiment::Kind;
use crate::runner::progress::number;

pub fn text(findings: &Findings<'_>) -> String {
    let environment = &findings.environment;
    let field = |name: &str| environment[name].as_str().unwrap_or("").to_string();
    let mut out = format!(
        "# Comparison of JavaScript runtimes\n\n{}, {} cores, {} GB, {}, {}; commit {}; `{}`.\n\n",
        field("cpu"),
        environment["cores"],
        environment["memory_gb"],
        field("kernel"),
        field("started"),
        field("commit"),
        field("command")
    );
    let noise = findings.noise();
    out.push_str(&format!(
        "{}: {}.\n\n",
        if noise.is_noisy() { "**The machine was noisy**" } else { "The machine was quiet" },
        noise.describe()
    ));
    out.push_str(&format!(
        "## Who wins what\n\nMedians; the lead is over the best program of another runtime, with its 95 % interval.\n\n{}",
        wins(findings)
    ));
    out.push_str(&format!("\n## What the papers claim\n\n{}\n\n", summary::claims(findings)));
    for found in &findings.experiments {
        out.push_str(&experiment(found));
    }
    out
}

fn wins(findings: &Findings<'_>) -> String {
    let mut out =
        String::from("| experiment | case | winner | | ahead of | by | sure |\n|---|---|---|---|---|---|---|\n");
    for win in summary::wins(findings) {
        out.push_str(&format!(
            "| {} | {} | {} | {} | {} | {} | {} |\n",
            win.title,
            win.case,
            win.winner,
            win.value,
            win.second,
            summary::lead(&win),
            if win.is_sure { "yes" } else { "no" }
        ));
    }
    out
}

/// The summary for a README: the table, the claims, and the measurement conditions. `place` is the folder of the run,
/// for details.
pub fn summary(findings: &Findings<'_>, place: &str) -> String {
    let environment = &findings.environment;
    let rivals: Vec<&str> = environment["rivals"]
        .as_object()
        .into_iter()
        .flatten()
        .filter(|(name, _)| *name != "native")
        .filter_map(|(_, rival)| rival["title"].as_str())
        .collect();
    let noise = if findings.noise().is_noisy() { "noisy" } else { "quiet" };
    let head = format!(
        "Measured by `{}` with {}, on a {noise} machine with {} cores ({}, {}).\nEverything, with intervals, charts and raw numbers: [{place}]({place}/report.md).\n\n",
        environment["command"].as_str().unwrap_or("brio lab run --all"),
        rivals.join(", "),
        environment["cores"],
        environment["cpu"].as_str().unwrap_or(""),
        environment["kernel"].as_str().unwrap_or("")
    );
    format!("{head}{}\n{}\n", wins(findings), summary::claims(findings))
}

fn experiment(found: &Found<'_>) -> String {
    let source = &found.experiment.source;
    let mut out = format!(
        "### {}\n\n{} {}, {}, {}.\n\n",
        found.experiment.title, source.authors, source.year, source.paper, source.place
    );
    for verdict in &found.verdicts {
        out.push_str(&format!("- *{}* {}\n", verdict.says, verdict.sentence));
    }
    if !found.verdicts.is_empty() {
        out.push('\n');
    }
    let unit = found.primary.map_or(String::new(), |primary| format!(", {} {}", primary.title, primary.unit));
    out.push_str(&format!(
        "| program{unit} | {} |\n|---|{}\n",
        found.cases.iter().map(|case| case.name.as_str()).collect::<Vec<_>>().join(" | "),
        "---|".repeat(found.cases.len())
    ));
    for (index, program) in found.programs.iter().enumerate() {
        let cells: Vec<String> = found
            .cases
            .iter()
            .map(|case| match &case.rows[index] {
                Row::Measured(measured) => found
                    .primary
                    .and_then(|primary| measured.estimates.get(primary.name))
                    .map_or("works".to_string(), |estimate| {
                        format!("{} ({})", number(estimate.value), interval(estimate).trim_start_matches("95 %: "))
                    }),
                Row::Failed(failure) => failure.reason.replace('|', "/"),
                Row::Missing => "not measured".to_string(),
            })
            .collect();
        out.push_str(&format!("| {} | {} |\n", program.label, cells.join(" | ")));
    }
    if found.experiment.kind != Kind::Steps {
        out.push_str(&format!(
            "\n{}: {}.\n",
            if found.noise.is_noisy() { "Noisy" } else { "Quiet" },
            found.noise.describe()
        ));
    }
    out + "\n"
}
