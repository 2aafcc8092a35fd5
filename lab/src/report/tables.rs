//! All numbers: tables for the page, CSV and JSON for other programs.

use super::charts::escape;
use super::findings::{Findings, Found, Row};
use crate::experiment::Metric;
use crate::runner::progress::number;
use serde_json::{Value, json};

/// The tables of one experiment, folded: medians of every metric, and every round.
pub fn details(found: &Found<'_>) -> String {
    let metrics = found.metrics();
    if metrics.is_empty() {
        return String::new();
    }
    let head: String = metrics
        .iter()
        .map(|metric| {
            format!(
                "<th scope=\"col\">{}{}</th>",
                escape(metric.title),
                if metric.unit.is_empty() { String::new() } else { format!(" <small>{}</small>", escape(metric.unit)) }
            )
        })
        .collect();
    let medians = median_rows(found, &metrics);
    let rounds = round_rows(found, &metrics);
    let mut commands: Vec<&str> =
        found.records.iter().map(|record| record.command.as_str()).filter(|command| !command.is_empty()).collect();
    commands.sort_unstable();
    commands.dedup();
    format!(
        "<details class=\"raw\"><summary>All metrics: medians and 95 % intervals</summary><div class=\"wide\"><table><thead><tr><th scope=\"col\">case</th><th scope=\"col\">program</th>{head}</tr></thead><tbody>{medians}</tbody></table></div></details>\
         <details class=\"raw\"><summary>Every round ({} measurements)</summary><div class=\"wide\"><table><thead><tr><th scope=\"col\">round</th><th scope=\"col\">case</th><th scope=\"col\">program</th>{head}</tr></thead><tbody>{rounds}</tbody></table></div></details>\
         <details class=\"raw\"><summary>Command lines</summary><pre>{}</pre></details>",
        found.records.len(),
        escape(&commands.join("\n")),
    )
}

fn median_rows(found: &Found<'_>, metrics: &[&Metric]) -> String {
    let mut medians = String::new();
    for case in &found.cases {
        for (row, program) in case.rows.iter().zip(&found.programs) {
            let Row::Measured(measured) = row else { continue };
            let cells: String = metrics
                .iter()
                .map(|metric| match measured.estimates.get(metric.name) {
                    Some(estimate) if estimate.low.is_finite() => format!(
                        "<td class=\"number\">{}<br><small>{}\u{2013}{}</small></td>",
                        number(estimate.value),
                        number(estimate.low),
                        number(estimate.high)
                    ),
                    Some(estimate) => format!("<td class=\"number\">{}</td>", number(estimate.value)),
                    None => "<td></td>".to_string(),
                })
                .collect();
            medians.push_str(&format!(
                "<tr><td>{}</td><th scope=\"row\">{}</th>{cells}</tr>",
                escape(&case.name),
                escape(&program.label)
            ));
        }
    }
    medians
}

fn round_rows(found: &Found<'_>, metrics: &[&Metric]) -> String {
    let mut rounds = String::new();
    for record in &found.records {
        let label = found
            .programs
            .iter()
            .find(|program| program.name == record.program)
            .map_or(record.program.as_str(), |program| program.label.as_str());
        let round = if record.round == 0 { "warm-up".to_string() } else { record.round.to_string() };
        let cells: String = match &record.failure {
            Some(failure) => format!("<td colspan=\"{}\">{}</td>", metrics.len(), escape(&failure.reason)),
            None => metrics
                .iter()
                .map(|metric| {
                    format!(
                        "<td class=\"number\">{}</td>",
                        record.metrics.get(metric.name).map_or(String::new(), |value| number(*value))
                    )
                })
                .collect(),
        };
        rounds.push_str(&format!(
            "<tr><td>{round}</td><td>{}</td><th scope=\"row\">{}</th>{cells}</tr>",
            escape(&record.case),
            escape(label)
        ));
    }
    rounds
}

/// One line per value of every measurement.
pub fn csv(findings: &Findings<'_>) -> String {
    let mut out = String::from("experiment,case,program,round,at,metric,value\n");
    for record in findings.experiments.iter().flat_map(|found| &found.records) {
        let start = format!(
            "{},{},{},{},{}",
            quoted(&record.experiment),
            quoted(&record.case),
            quoted(&record.program),
            record.round,
            record.at
        );
        if let Some(failure) = &record.failure {
            out.push_str(&format!("{start},failure,{}\n", quoted(&failure.reason)));
        }
        for (metric, value) in &record.metrics {
            out.push_str(&format!("{start},{metric},{value}\n"));
        }
    }
    out
}

/// The medians, intervals, failures and verdicts. The raw records are in `records/`.
pub fn json(findings: &Findings<'_>) -> Value {
    let experiments: Vec<Value> = findings.experiments.iter().map(|found| {
        let cases: Vec<Value> = found.cases.iter().map(|case| {
            let programs: serde_json::Map<String, Value> = case.rows.iter().zip(&found.programs).map(|(row, program)| {
                let value = match row {
                    Row::Measured(measured) => json!({ "estimates": measured.estimates, "share_of_best": measured.share_of_best, "generator_saturated": measured.generator_saturated, "remark": measured.remark }),
                    Row::Failed(failure) => json!({ "failure": failure }),
                    Row::Missing => json!({ "missing": true }),
                };
                (program.name.clone(), value)
            }).collect();
            json!({ "case": case.name, "programs": programs })
        }).collect();
        let claims: Vec<Value> = found.verdicts.iter().map(|verdict| json!({ "says": verdict.says, "verdict": verdict.holds.text(), "ratio": verdict.ratio, "limit": verdict.limit, "published": verdict.published, "sentence": verdict.sentence })).collect();
        json!({ "experiment": found.experiment.id(), "title": found.experiment.title, "rounds": found.rounds(), "noisy": found.noise.is_noisy(), "noise": found.noise.describe(), "cases": cases, "claims": claims })
    }).collect();
    json!({ "environment": findings.environment, "experiments": experiments })
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_string() }
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn a_field_with_commas_or_quotes_is_quoted() {
        assert_eq!(
            (quoted("a b"), quoted("a,b"), quoted("a \"b\"")),
            ("a b".to_string(), "\"a,b\"".to_string(), "\"a \"\"b\"\"\"".to_string())
        );
    }
}
