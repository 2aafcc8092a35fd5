//! CPU and memory of the servers over time, through the cases that share a server, from one round.

use super::scale::Scale;
use super::{class, escape, figure, legend};
use crate::meter::Sample;
use crate::report::findings::Found;
use crate::runner::record::Record;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 548.0;
const TOP: f64 = 24.0;
const BOTTOM: f64 = 178.0;

/// The time series of one program through the cases of a group.
struct TimeSeries<'a> {
    index: usize,
    samples: Vec<Sample>,
    phases: Vec<(&'a str, &'a str, u64)>,
}

/// Two charts for the cases of a group, from the first round of each program; None without samples.
pub fn chart(found: &Found<'_>, cases: &[&str]) -> Option<String> {
    let all_series: Vec<TimeSeries<'_>> =
        (0..found.programs.len()).filter_map(|index| time_series(found, index, cases)).collect();
    let end_ms = all_series.iter().filter_map(|series| series.samples.last()).map(|sample| sample.at_ms).max()?;
    let cpu = panel(found, &all_series, end_ms, "CPU", "% of one core", |sample| sample.cpu_percent);
    let memory = panel(found, &all_series, end_ms, "Memory", "MB resident", |sample| sample.rss_mb);
    let title =
        if cases.len() == 1 { cases[0].to_string() } else { format!("{} to {}", cases[0], cases[cases.len() - 1]) };
    let caption = format!(
        "<figcaption><strong>CPU and memory over time, {}</strong> <span>the whole process tree, first round; bands: load</span></figcaption>",
        escape(&title)
    );
    Some(format!(
        "<figure>{caption}{cpu}{memory}{}</figure>",
        legend(all_series.iter().map(|series| &found.programs[series.index]))
    ))
}

fn time_series<'a>(found: &'a Found<'_>, index: usize, cases: &[&str]) -> Option<TimeSeries<'a>> {
    let name = &found.programs[index].name;
    let of = |round: u32| -> Vec<&'a Record> {
        found
            .records
            .iter()
            .filter(|record| record.round == round && record.program == *name && cases.contains(&record.case.as_str()))
            .collect()
    };
    let round = found
        .records
        .iter()
        .filter(|record| record.program == *name && !record.series.is_empty() && cases.contains(&record.case.as_str()))
        .map(|record| record.round)
        .min()?;
    let mut records = of(round);
    records.sort_by_key(|record| record.series.first().map_or(u64::MAX, |sample| sample.at_ms));
    let samples: Vec<Sample> = records.iter().flat_map(|record| record.series.iter().copied()).collect();
    let phases = records
        .iter()
        .flat_map(|record| record.phases.iter().map(|(phase, at_ms)| (record.case.as_str(), phase.as_str(), *at_ms)))
        .collect();
    (!samples.is_empty()).then_some(TimeSeries { index, samples, phases })
}

fn panel(
    found: &Found<'_>,
    all_series: &[TimeSeries<'_>],
    end_ms: u64,
    title: &str,
    unit: &str,
    value: fn(&Sample) -> f64,
) -> String {
    let highest = all_series.iter().flat_map(|series| &series.samples).map(value).fold(0.0, f64::max);
    let x = Scale::between(0.0, end_ms as f64 / 1000.0, LEFT, RIGHT);
    let y = Scale::linear(highest * 1.05, BOTTOM, TOP);
    let mut drawing = all_series.first().map_or(String::new(), |series| bands(series, &x));
    for (tick, label) in y.ticks() {
        let place = y.place(tick);
        drawing.push_str(&format!("<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{place:.1}\" y2=\"{place:.1}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", LEFT - 6.0, place + 4.0));
    }
    for (tick, label) in x.ticks() {
        drawing.push_str(&format!(
            "<text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label} s</text>",
            x.place(tick),
            BOTTOM + 16.0
        ));
    }
    drawing.push_str(&format!("<text class=\"axis\" x=\"{LEFT}\" y=\"13\">{title}, {unit}</text>"));
    for series in all_series {
        let points: Vec<String> = series
            .samples
            .iter()
            .map(|sample| format!("{:.1},{:.1}", x.place(sample.at_ms as f64 / 1000.0), y.place(value(sample))))
            .collect();
        let entrant = &found.programs[series.index];
        drawing.push_str(&format!(
            "<g class=\"{}\"><polyline class=\"line thin\" points=\"{}\"><title>{}</title></polyline></g>",
            class(entrant),
            points.join(" "),
            escape(&entrant.label)
        ));
    }
    figure(WIDTH, HEIGHT, &format!("{title} over time"), &drawing)
}

/// The load phases of one program; those of the others are at nearly the same times.
fn bands(series: &TimeSeries<'_>, x: &Scale) -> String {
    let mut drawing = String::new();
    for pair in series.phases.windows(2) {
        if let [(case, "load", from), (_, _, to)] = pair {
            let (left, right) = (x.place(*from as f64 / 1000.0), x.place(*to as f64 / 1000.0));
            drawing.push_str(&format!(
                "<rect class=\"band\" x=\"{left:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{:.1}\"><title>{}</title></rect>",
                (right - left).max(0.5),
                BOTTOM - TOP,
                escape(case)
            ));
            drawing.push_str(&format!(
                "<text class=\"band-label\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                f64::midpoint(left, right),
                TOP + 11.0,
                escape(case.split(',').next().unwrap_or(case))
            ));
        }
    }
    drawing
}
