//! Latencies by percentile: how long the slowest tenth, hundredth and thousandth of the requests took. Both axes are
//! logarithmic, because the chart is about rare requests.

use super::scale::Scale;
use super::{class, escape, figure, legend};
use crate::load::Latency;
use crate::report::findings::{Found, FoundCase};

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 300.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 548.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 262.0;
/// The last percentile that is drawn: 99.99.
const TAIL_MIN: f64 = 1e-4;
const TICKS: &[(f64, &str)] =
    &[(1.0, "0"), (0.5, "50 %"), (0.1, "90 %"), (0.01, "99 %"), (0.001, "99.9 %"), (0.0001, "99.99 %")];

/// None when no program of the case has latencies.
pub fn chart(found: &Found<'_>, case: &FoundCase) -> Option<String> {
    let lines: Vec<(usize, &Latency)> = case
        .rows
        .iter()
        .enumerate()
        .filter_map(|(index, row)| Some((index, row.measured()?.latency.as_ref()?)))
        .collect();
    let low = lines
        .iter()
        .flat_map(|(_, latency)| latency.buckets.first())
        .map(|bucket| bucket.0)
        .fold(f64::INFINITY, f64::min);
    let high = lines.iter().flat_map(|(_, latency)| latency.buckets.last()).map(|bucket| bucket.0).fold(0.0, f64::max);
    if lines.is_empty() || high <= 0.0 {
        return None;
    }
    let x = Scale::logarithmic(TAIL_MIN, 1.0, RIGHT - 20.0, LEFT + 8.0);
    let y = Scale::logarithmic(low * 0.8, high * 1.2, BOTTOM, TOP);
    let mut drawing = String::new();
    for (value, label) in y.ticks() {
        let place = y.place(value);
        drawing.push_str(&format!("<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{place:.1}\" y2=\"{place:.1}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", LEFT - 6.0, place + 4.0));
    }
    for (tail, label) in TICKS {
        let place = x.place(*tail);
        drawing.push_str(&format!("<line class=\"grid\" x1=\"{place:.1}\" x2=\"{place:.1}\" y1=\"{TOP}\" y2=\"{BOTTOM}\"/><text class=\"tick\" x=\"{place:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{label}</text>", BOTTOM + 16.0));
    }
    drawing.push_str(&format!(
        "<text class=\"axis\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">so many requests were answered at least as soon</text>",
        (LEFT + RIGHT) / 2.0,
        HEIGHT - 4.0
    ));
    for (index, latency) in &lines {
        let entrant = &found.programs[*index];
        drawing.push_str(&format!(
            "<g class=\"{}\"><polyline class=\"line\" points=\"{}\"><title>{}</title></polyline></g>",
            class(entrant),
            points(latency, &x, &y),
            escape(&entrant.label)
        ));
    }
    let label = format!("latencies by percentile, {}", case.name);
    let caption = format!(
        "<figcaption><strong>Latency by percentile, {}</strong> <span>ms, all rounds together, lower is better</span></figcaption>",
        escape(&case.name)
    );
    Some(format!(
        "<figure>{caption}{}{}</figure>",
        figure(WIDTH, HEIGHT, &label, &drawing),
        legend(lines.iter().map(|(index, _)| &found.programs[*index]))
    ))
}

fn points(latency: &Latency, x: &Scale, y: &Scale) -> String {
    let total: u64 = latency.buckets.iter().map(|(_, count)| count).sum();
    let mut left = total;
    let mut points = Vec::new();
    for (end_ms, count) in &latency.buckets {
        // Requests without a response before this bucket wait at least until its end.
        let tail = left as f64 / total as f64;
        points.push(format!("{:.1},{:.1}", x.place(tail.max(TAIL_MIN)), y.place(*end_ms)));
        left -= count;
        if tail < TAIL_MIN {
            break;
        }
    }
    points.join(" ")
}
