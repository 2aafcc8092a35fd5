//! A forest plot: one dot per comparison, with its interval, on a scale of ratios: right of the line is better. The
//! summary of all results.

use super::scale::Scale;
use super::{escape, figure};
use crate::runner::progress::number;
use crate::statistics::Estimate;

const WIDTH: f64 = 640.0;
const ROW: f64 = 24.0;
const LEFT: f64 = 250.0;
const RIGHT: f64 = 560.0;

/// One comparison: larger ratios are better.
pub struct Comparison {
    pub group: String,
    pub name: String,
    pub ratio: Estimate,
    /// The other side of the comparison.
    pub other: String,
}

pub fn chart(comparisons: &[Comparison], label: &str) -> String {
    let finite = |value: f64, other: f64| if value.is_finite() { value } else { other };
    let ends = comparisons
        .iter()
        .flat_map(|one| [finite(one.ratio.low, one.ratio.value), finite(one.ratio.high, one.ratio.value)]);
    let (low, high) = ends.fold((0.5_f64, 2.0_f64), |(low, high), end| (low.min(end), high.max(end)));
    let x = Scale::logarithmic((low * 0.9).max(0.02), (high * 1.1).min(50.0), LEFT, RIGHT);
    let groups =
        comparisons.iter().zip(comparisons.iter().skip(1)).filter(|(one, next)| one.group != next.group).count() + 1;
    let height = 30.0 + ROW * comparisons.len() as f64 + 22.0 * groups as f64;
    let mut drawing = String::new();
    for (value, label) in x.ticks() {
        let place = x.place(value);
        drawing.push_str(&format!("<line class=\"grid\" x1=\"{place:.1}\" x2=\"{place:.1}\" y1=\"22\" y2=\"{height:.1}\"/><text class=\"tick\" x=\"{place:.1}\" y=\"14\" text-anchor=\"middle\">{label}×</text>"));
    }
    drawing.push_str(&format!(
        "<line class=\"unity\" x1=\"{0:.1}\" x2=\"{0:.1}\" y1=\"20\" y2=\"{height:.1}\"/>",
        x.place(1.0)
    ));
    let mut y = 24.0;
    let mut group = "";
    for one in comparisons {
        if one.group != group {
            y += 22.0;
            group = &one.group;
            drawing.push_str(&format!("<text class=\"group\" x=\"0\" y=\"{:.1}\">{}</text>", y - 2.0, escape(group)));
        }
        y += ROW;
        drawing.push_str(&draw(one, &x, y - 6.0));
    }
    figure(WIDTH, height, label, &drawing)
}

fn draw(one: &Comparison, x: &Scale, y: f64) -> String {
    let is_sure = one.ratio.low > 1.0 || one.ratio.high < 1.0;
    let class = match (is_sure && one.ratio.low.is_finite(), one.ratio.value >= 1.0) {
        (false, _) => "tie",
        (true, true) => "win",
        (true, false) => "loss",
    };
    let has_interval = one.ratio.low.is_finite() && one.ratio.high.is_finite();
    let error = if has_interval {
        format!(
            "<line class=\"error\" x1=\"{:.1}\" x2=\"{:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>",
            x.place(one.ratio.low),
            x.place(one.ratio.high)
        )
    } else {
        String::new()
    };
    format!(
        "<g class=\"{class}\"><text class=\"row\" x=\"12\" y=\"{0:.1}\">{1}</text>{error}<circle class=\"point\" cx=\"{2:.1}\" cy=\"{y:.1}\" r=\"5\"><title>{3}</title></circle><text class=\"row value\" x=\"{WIDTH}\" y=\"{0:.1}\" text-anchor=\"end\">{4}×</text></g>",
        y + 4.0,
        escape(&one.name),
        x.place(one.ratio.value),
        escape(&format!("{} times as good as {}", number(one.ratio.value), one.other)),
        number(one.ratio.value),
    )
}
