//! A metric over the cases of an experiment that have a position on an axis: connections, threads, sizes.

use super::scale::Scale;
use super::{bars, class, escape, figure, legend};
use crate::experiment::Metric;
use crate::report::findings::Found;
use crate::report::verdict::interval;
use crate::runner::progress::number;
use crate::statistics::Estimate;

const WIDTH: f64 = 560.0;
const HEIGHT: f64 = 320.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 548.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 282.0;
/// From this ratio of the largest to the smallest value on, an axis is logarithmic.
const LOGARITHMIC_FROM: f64 = 12.0;

/// None unless at least three cases have a position on the axis.
pub fn chart(found: &Found<'_>, metric: &Metric, axis: &str) -> Option<String> {
    let places: Vec<(f64, &str)> = found.cases.iter().filter_map(|case| Some((case.x?, case.name.as_str()))).collect();
    let lines: Vec<Vec<(f64, Estimate)>> = (0..found.programs.len()).map(|index| line(found, index, metric)).collect();
    let values: Vec<f64> =
        lines.iter().flatten().map(|(_, estimate)| estimate.value).filter(|value| *value > 0.0).collect();
    if places.len() < 3 || values.is_empty() {
        return None;
    }
    let x = axis_scale(places.iter().map(|place| place.0), LEFT, RIGHT - 8.0);
    let (low, high) =
        (values.iter().copied().fold(f64::INFINITY, f64::min), values.iter().copied().fold(0.0, f64::max));
    let y = if high / low > LOGARITHMIC_FROM {
        Scale::logarithmic(low * 0.8, high * 1.25, BOTTOM, TOP)
    } else {
        Scale::linear(high * 1.05, BOTTOM, TOP)
    };
    let mut drawing = grid(&y);
    let mut last_label = f64::NEG_INFINITY;
    for (value, _) in &places {
        let place = x.place(*value);
        if place - last_label > 26.0 {
            drawing.push_str(&format!(
                "<text class=\"tick\" x=\"{place:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{value}</text>",
                BOTTOM + 16.0
            ));
            last_label = place;
        }
    }
    drawing.push_str(&format!(
        "<text class=\"axis\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
        (LEFT + RIGHT) / 2.0,
        HEIGHT - 4.0,
        escape(axis)
    ));
    for (index, points) in lines.iter().enumerate() {
        drawing.push_str(&draw(&class(&found.programs[index]), &found.programs[index].label, points, &x, &y, metric));
    }
    let label = format!("{} of {} programs over {axis}", metric.title, found.programs.len());
    let better = if metric.higher_is_better { "higher is better" } else { "lower is better" };
    let shown = found.programs.iter().zip(&lines).filter(|(_, points)| !points.is_empty()).map(|(entrant, _)| entrant);
    Some(format!(
        "<figure><figcaption><strong>{}</strong> <span>{better}</span></figcaption>{}{}</figure>",
        escape(&bars::with_unit(metric)),
        figure(WIDTH, HEIGHT, &label, &drawing),
        legend(shown)
    ))
}

fn line(found: &Found<'_>, index: usize, metric: &Metric) -> Vec<(f64, Estimate)> {
    found
        .cases
        .iter()
        .filter_map(|case| Some((case.x?, *case.rows[index].measured()?.estimates.get(metric.name)?)))
        .collect()
}

/// Logarithmic when the values spread over decades.
fn axis_scale(places: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Scale {
    let (low, high) = (places.clone().fold(f64::INFINITY, f64::min), places.fold(0.0, f64::max));
    if high / low.max(1e-9) > LOGARITHMIC_FROM {
        Scale::logarithmic(low, high, from + 10.0, to)
    } else {
        Scale::between(low, high, from + 10.0, to)
    }
}

fn grid(y: &Scale) -> String {
    y.ticks().into_iter().map(|(value, label)| {
        let place = y.place(value);
        format!("<line class=\"grid\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{place:.1}\" y2=\"{place:.1}\"/><text class=\"tick\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{label}</text>", LEFT - 6.0, place + 4.0)
    }).collect()
}

fn draw(class: &str, label: &str, points: &[(f64, Estimate)], x: &Scale, y: &Scale, metric: &Metric) -> String {
    let place = |point: &(f64, Estimate)| format!("{:.1},{:.1}", x.place(point.0), y.place(point.1.value));
    let path: Vec<String> = points.iter().map(place).collect();
    let mut drawing = format!("<g class=\"{class}\"><polyline class=\"line\" points=\"{}\"/>", path.join(" "));
    for (value, estimate) in points {
        let (cx, cy) = (x.place(*value), y.place(estimate.value));
        if estimate.low.is_finite() && estimate.high.is_finite() {
            drawing.push_str(&format!(
                "<line class=\"error\" x1=\"{cx:.1}\" x2=\"{cx:.1}\" y1=\"{:.1}\" y2=\"{:.1}\"/>",
                y.place(estimate.low),
                y.place(estimate.high)
            ));
        }
        drawing.push_str(&format!(
            "<circle class=\"point\" cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"3\"><title>{}</title></circle>",
            escape(&format!("{label}, {value}: {} {} ({})", number(estimate.value), metric.unit, interval(estimate)))
        ));
    }
    drawing + "</g>"
}
