//! Bars with intervals, as a table: it works with screen readers, can be copied and read on a phone. A program that
//! could not run has a row with the reason.

use super::{class, escape};
use crate::experiment::Metric;
use crate::report::findings::{Entrant, FoundCase, Row};
use crate::report::verdict::interval;
use crate::runner::progress::number;
use crate::statistics::Estimate;

/// One case: the measured programs best first, then the others.
pub fn chart(case: &FoundCase, entrants: &[Entrant], metric: &Metric) -> String {
    let ranking = case.ranking(metric);
    let finite = |value: f64, other: f64| if value.is_finite() { value } else { other };
    let largest = ranking
        .iter()
        .map(|(_, estimate)| finite(estimate.high, estimate.value).max(estimate.value))
        .fold(0.0, f64::max)
        .max(1e-12);
    let best = ranking.first().map_or(1.0, |(_, estimate)| estimate.value);
    let mut rows = String::new();
    for (index, estimate) in &ranking {
        rows.push_str(&row(&entrants[*index], estimate, largest, best, metric));
    }
    for (index, row) in case.rows.iter().enumerate() {
        match row {
            Row::Failed(failure) => rows.push_str(&format!(
                "<tr class=\"{} failed\"><th scope=\"row\">{}</th><td colspan=\"3\" class=\"reason\">did not run: {}</td></tr>",
                class(&entrants[index]),
                escape(&entrants[index].label),
                escape(&failure.reason)
            )),
            Row::Missing => rows.push_str(&format!(
                "<tr class=\"{} failed\"><th scope=\"row\">{}</th><td colspan=\"3\" class=\"reason\">not measured in this run</td></tr>",
                class(&entrants[index]),
                escape(&entrants[index].label)
            )),
            Row::Measured(_) => {}
        }
    }
    let better = if metric.higher_is_better { "longer is better" } else { "shorter is better" };
    format!(
        "<table class=\"bars\"><caption><strong>{}</strong> <span>{}, {better}</span></caption><tbody>{rows}</tbody></table>",
        escape(&case.name),
        escape(&with_unit(metric))
    )
}

fn row(entrant: &Entrant, estimate: &Estimate, largest: f64, best: f64, metric: &Metric) -> String {
    let percent = |value: f64| (100.0 * value / largest).clamp(0.0, 100.0);
    let whisker = if estimate.low.is_finite() && estimate.high.is_finite() && estimate.high > estimate.low {
        let (low, high) = (percent(estimate.low), percent(estimate.high));
        format!("<i class=\"whisker\" style=\"left:{low:.2}%;width:{:.2}%\"></i>", (high - low).max(0.2))
    } else {
        String::new()
    };
    let times = if metric.higher_is_better { estimate.value / best } else { best / estimate.value.max(1e-12) };
    let share = if (times - 1.0).abs() < 1e-9 { "best".to_string() } else { format!("{:.0} %", times * 100.0) };
    format!(
        "<tr class=\"{}\"><th scope=\"row\">{}</th><td class=\"track\" title=\"{}\"><i class=\"bar\" style=\"width:{:.2}%\"></i>{whisker}</td><td class=\"value\">{} <small>{}</small></td><td class=\"share\">{share}</td></tr>",
        class(entrant),
        escape(&entrant.label),
        escape(&format!("{} rounds, {}", estimate.rounds, interval(estimate))),
        percent(estimate.value),
        number(estimate.value),
        escape(metric.unit),
    )
}

/// `requests per second`, `mean latency in ms`.
pub fn with_unit(metric: &Metric) -> String {
    match metric.unit {
        "" | "/s" => metric.title.to_string(),
        unit => format!("{} in {unit}", metric.title),
    }
}
