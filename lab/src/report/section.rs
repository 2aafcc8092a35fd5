//! The part of the page about one experiment.

use super::charts::{bars, class, distribution, escape, lines, time_series};
use super::findings::{Found, FoundCase, Row, is_open_loop};
use super::verdict::{Holds, Verdict};
use super::{summary, tables};
use crate::experiment::{Kind, metric};
use crate::runner::progress::number;
use std::collections::BTreeMap;

/// With an axis, only this many cases have their own bars.
const BARS_MAX: usize = 4;
/// With more cases than this, only the primary metric is unfolded.
const FOLDED_FROM: usize = 3;
const OPEN_LOOP_METRICS: &[&str] = &["latency_p50_ms", "latency_p99_ms", "cpu_percent"];
/// Metrics besides the primary one.
const SERVER_METRICS: &[&str] =
    &["requests_per_second", "cpu_us_per_request", "latency_mean_ms", "latency_p99_ms", "rss_peak_mb", "rss_idle_mb"];
const PROCESS_METRICS: &[&str] = &["wall_ms", "cpu_ms", "peak_rss_mb"];

pub fn html(found: &Found<'_>) -> String {
    let experiment = found.experiment;
    let source = &experiment.source;
    let mut out = format!(
        "<section id=\"{0}\" class=\"experiment\"><h2><a href=\"#{0}\">{1}</a></h2><p class=\"question\">{2}</p><p class=\"source\">{3} {4}, <cite>{5}</cite>, {6}</p>",
        experiment.id(),
        escape(&experiment.title),
        escape(&experiment.question),
        escape(&source.authors),
        source.year,
        escape(&source.paper),
        escape(&source.place),
    );
    if experiment.kind == Kind::Steps {
        out.push_str(&steps(found));
    } else {
        out.push_str(&charts(found));
        out.push_str(&claims(&found.verdicts));
        out.push_str(&published(found));
    }
    out.push_str(&remarks(found));
    out.push_str(&tables::details(found));
    out + "</section>"
}

fn charts(found: &Found<'_>) -> String {
    let names = if found.experiment.kind == Kind::Server { SERVER_METRICS } else { PROCESS_METRICS };
    let primary = found.experiment.settings.primary.as_ref().as_str();
    let wanted: Vec<&str> =
        std::iter::once(primary).chain(names.iter().copied().filter(|name| *name != primary)).collect();
    let mut out = if found.cases.iter().filter(|case| case.x.is_some()).count() >= 3 {
        let all: String = wanted.iter().filter_map(|name| lines::chart(found, metric(name)?, axis(found))).collect();
        let bars: String = shown(found).into_iter().map(|case| case_bars(found, case, &[primary])).collect();
        format!("{}{}", grid(&all), grid(&bars))
    } else if found.cases.len() > FOLDED_FROM {
        let bars: String = found.cases.iter().map(|case| case_bars(found, case, &[primary])).collect();
        let others: String = found.cases.iter().map(|case| case_bars(found, case, &wanted[1..])).collect();
        format!(
            "{}<details class=\"case\"><summary>CPU, latency and memory of each case</summary>{}</details>",
            grid(&bars),
            grid(&others)
        )
    } else {
        found
            .cases
            .iter()
            .map(|case| {
                grid(&case_bars(
                    found,
                    case,
                    if is_open_loop(found.experiment, &case.name) { OPEN_LOOP_METRICS } else { &wanted },
                ))
            })
            .collect()
    };
    let distributions: String = shown(found).into_iter().filter_map(|case| distribution::chart(found, case)).collect();
    let all_series: String = if found.experiment.kind == Kind::Server { all_series(found) } else { String::new() };
    out.push_str(&grid(&format!("{distributions}{all_series}")));
    out
}

fn case_bars(found: &Found<'_>, case: &FoundCase, names: &[&str]) -> String {
    let primary = found.experiment.settings.primary.as_ref().as_str();
    let metrics = names
        .iter()
        .filter_map(|name| metric(name))
        .filter(|metric| !case.ranking(metric).is_empty() || metric.name == primary);
    metrics.map(|metric| bars::chart(case, &found.programs, metric)).collect()
}

/// For the last two groups, which have the highest loads.
fn all_series(found: &Found<'_>) -> String {
    let groups = found.experiment.groups();
    groups
        .iter()
        .skip(groups.len().saturating_sub(2))
        .filter_map(|group| time_series::chart(found, &group.iter().map(|case| case.id()).collect::<Vec<_>>()))
        .collect()
}

fn grid(content: &str) -> String {
    if content.is_empty() { String::new() } else { format!("<div class=\"grid-2\">{content}</div>") }
}

/// All cases, or the first and the last of many.
fn shown<'a>(found: &'a Found<'_>) -> Vec<&'a FoundCase> {
    let count = found.cases.len();
    found
        .cases
        .iter()
        .enumerate()
        .filter(|(index, _)| count <= BARS_MAX || *index == 0 || index + 1 == count)
        .map(|(_, case)| case)
        .collect()
}

fn axis(found: &Found<'_>) -> &'static str {
    let name = found.cases.first().map_or("", |case| case.name.as_str());
    if name.contains("connection") {
        "connections"
    } else if name.contains("thread") {
        "threads"
    } else {
        "argument"
    }
}

fn claims(verdicts: &[Verdict]) -> String {
    let items: String = verdicts.iter().map(|verdict| {
        let (class, mark) = match verdict.holds {
            Holds::Yes => ("yes", "\u{2713}"),
            Holds::No => ("no", "\u{2717}"),
            Holds::Undecided => ("open", "\u{223c}"),
            Holds::Untested => ("open", "\u{2013}"),
        };
        format!("<li class=\"{class}\"><span class=\"mark\" role=\"img\" aria-label=\"{}\">{mark}</span><div><p class=\"says\">{}</p><p>{}</p></div></li>", verdict.holds.text(), escape(&verdict.says), escape(&verdict.sentence))
    }).collect();
    if items.is_empty() {
        String::new()
    } else {
        format!("<h3>Does it hold today?</h3><ul class=\"claims\">{items}</ul>")
    }
}

/// The paper's figures beside those of this run.
fn published(found: &Found<'_>) -> String {
    let mut rows = String::new();
    for published in &found.experiment.published {
        let (Some(metric), Some(case)) = (metric(published.metric.as_ref()), found.case(published.case.as_ref()))
        else {
            continue;
        };
        for (index, program) in found.programs.iter().enumerate() {
            let Some(value) = published.values.get(&program.name) else { continue };
            let today = case.rows[index].measured().and_then(|measured| measured.estimates.get(metric.name));
            let (now, change) = today.map_or(("\u{2013}".to_string(), String::new()), |today| {
                (number(today.value), format!("{}×", number(today.value / value)))
            });
            rows.push_str(&format!("<tr class=\"{}\"><td>{}</td><td>{}</td><th scope=\"row\"><span class=\"swatch\"></span>{}</th><td class=\"number\">{}</td><td class=\"number\">{now}</td><td class=\"number\">{change}</td><td>{}</td></tr>", class(program), escape(metric.title), escape(&case.name), escape(&program.label), number(*value), escape(&published.place)));
        }
    }
    if rows.is_empty() {
        return String::new();
    }
    format!(
        "<details class=\"published\"><summary>Published figures beside this run</summary><p>{}</p><div class=\"wide\"><table><thead><tr><th>metric</th><th>case</th><th>program</th><th>published</th><th>here</th><th>here / published</th><th>where</th></tr></thead><tbody>{rows}</tbody></table></div></details>",
        escape(&found.experiment.source.method)
    )
}

/// Notes for the reader: differences to the paper, noise, saturation, scaling, failures with their last lines.
fn remarks(found: &Found<'_>) -> String {
    let mut items: Vec<String> = found.experiment.notes.iter().map(|note| escape(note)).collect();
    if found.noise.measurements > 0 {
        let word =
            if found.noise.is_noisy() { "<strong>The machine was noisy:</strong>" } else { "The machine was quiet:" };
        items.push(format!("{word} {}.", escape(&found.noise.describe())));
    }
    let saturated = summary::saturated(found);
    if !saturated.is_empty() {
        items.push(format!(
            "<strong>The load generator itself was saturated</strong> for {}: these servers may be faster than shown.",
            escape(&saturated.join(", "))
        ));
    }
    let scaled =
        found.cases.iter().flat_map(|case| &case.rows).filter_map(Row::measured).find_map(|measured| measured.scaled);
    if let Some((sent, published)) = scaled {
        items.push(format!(
            "{} requests were sent instead of {}; completion times are of that many, scaled.",
            number(sent as f64),
            number(published as f64)
        ));
    }
    items.extend(shortened(found));
    if let Some(why) = &found.finished {
        items.push(format!("Finished because {}.", escape(why)));
    }
    items.extend(problems(found));
    format!(
        "<h3>Notes</h3><ul class=\"notes\">{}</ul>",
        items.iter().map(|item| format!("<li>{item}</li>")).collect::<String>()
    )
}

/// Lists the parts of a measurement that were shortened, compared with the experiment's file, to stay within the
/// budget.
fn shortened(found: &Found<'_>) -> Option<String> {
    let settings = &found.experiment.settings;
    let parts = [
        ("warm-ups", "warm_up_seconds", settings.warm_up_seconds),
        ("loads", "seconds", settings.seconds),
        ("idling", "idle_seconds", settings.idle_seconds),
    ];
    let shorter: Vec<String> = parts
        .iter()
        .filter_map(|(what, key, full)| {
            let taken = found.extents[*key].as_f64().filter(|taken| *taken < full * 0.995)?;
            Some(format!("{what} took {} s instead of {} s", number(taken), number(*full)))
        })
        .collect();
    (!shorter.is_empty()).then(|| format!("To keep within the budget, {}.", shorter.join(", ")))
}

/// Failures and remarks of programs, without duplicates.
fn problems(found: &Found<'_>) -> Vec<String> {
    let mut by_text: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for case in &found.cases {
        for (row, program) in case.rows.iter().zip(&found.programs) {
            let text = match row {
                Row::Failed(failure) if found.experiment.kind != Kind::Steps => {
                    let lines = if failure.last_lines.is_empty() {
                        String::new()
                    } else {
                        format!("<pre>{}</pre>", escape(&failure.last_lines.join("\n")))
                    };
                    format!("{} did not run: {}{lines}", escape(&program.label), escape(&failure.reason))
                }
                Row::Measured(measured) => match &measured.remark {
                    Some(remark) => format!("{}: {}", escape(&program.label), escape(remark)),
                    None => continue,
                },
                _ => continue,
            };
            by_text.entry(text).or_default().push(case.name.clone());
        }
    }
    by_text
        .into_iter()
        .map(|(text, cases)| {
            if cases.len() == found.cases.len() {
                text
            } else {
                format!("{text} <em>({})</em>", escape(&cases.join(", ")))
            }
        })
        .collect()
}

/// A migration as a table: a row per step, a column per runtime.
fn steps(found: &Found<'_>) -> String {
    let head: String =
        found.programs.iter().map(|program| format!("<th scope=\"col\">{}</th>", escape(&program.label))).collect();
    let rows: String = found
        .cases
        .iter()
        .zip(&found.experiment.steps)
        .map(|(case, step)| {
            let cells: String = case
                .rows
                .iter()
                .map(|row| match row {
                    Row::Measured(measured) => format!(
                        "<td class=\"yes\">works, {} files edited</td>",
                        measured.estimates.get("edits").map_or(0.0, |edits| edits.value)
                    ),
                    Row::Failed(failure) => format!("<td class=\"open\">{}</td>", escape(&failure.reason)),
                    Row::Missing => "<td>not tried</td>".to_string(),
                })
                .collect();
            format!("<tr><th scope=\"row\">{}</th><td>{}</td>{cells}</tr>", escape(&case.name), escape(&step.published))
        })
        .collect();
    format!(
        "<div class=\"wide\"><table class=\"steps\"><thead><tr><th scope=\"col\">step</th><th scope=\"col\">Bun 1.0.6 in the paper</th>{head}</tr></thead><tbody>{rows}</tbody></table></div>"
    )
}
