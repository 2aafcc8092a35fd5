//! Maps values to positions on an axis, linear or logarithmic, with round numbers for its ticks.

use crate::runner::progress::number;

/// An axis.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    is_logarithmic: bool,
}

impl Scale {
    /// From 0, or from below the smallest value, to a round number above the largest one.
    pub fn linear(high: f64, from: f64, to: f64) -> Scale {
        let step = round_step(high.max(1e-9) / 4.0);
        Scale { low: 0.0, high: (high.max(1e-9) / step).ceil() * step, from, to, is_logarithmic: false }
    }

    pub fn between(low: f64, high: f64, from: f64, to: f64) -> Scale {
        Scale { low, high: if high > low { high } else { low + 1.0 }, from, to, is_logarithmic: false }
    }

    /// Both ends must be above 0.
    pub fn logarithmic(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let low = low.max(1e-9);
        Scale { low, high: high.max(low * 1.01), from, to, is_logarithmic: true }
    }

    pub fn place(&self, value: f64) -> f64 {
        let part = if self.is_logarithmic {
            (value.max(1e-12) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + part.clamp(-0.02, 1.02) * (self.to - self.from)
    }

    /// A few round values with their labels.
    pub fn ticks(&self) -> Vec<(f64, String)> {
        let values: Vec<f64> = if self.is_logarithmic { self.logarithmic_ticks() } else { self.linear_ticks() };
        values.into_iter().map(|value| (value, label(value))).collect()
    }

    fn linear_ticks(&self) -> Vec<f64> {
        let step = round_step((self.high - self.low) / 4.0);
        let first = (self.low / step).ceil() as i64;
        (first..).map(|index| index as f64 * step).take_while(|value| *value <= self.high * 1.0001).collect()
    }

    fn logarithmic_ticks(&self) -> Vec<f64> {
        let decades = (self.high / self.low).log10();
        let steps: &[f64] = if decades > 3.0 {
            &[1.0]
        } else if decades > 1.3 {
            &[1.0, 3.0]
        } else {
            &[1.0, 2.0, 5.0]
        };
        let first = self.low.log10().floor() as i32;
        let last = self.high.log10().ceil() as i32;
        (first..=last)
            .flat_map(|power| steps.iter().map(move |step| step * 10_f64.powi(power)))
            .filter(|value| *value >= self.low * 0.999 && *value <= self.high * 1.001)
            .collect()
    }
}

/// 1, 2 or 5 times a power of ten, at least this.
fn round_step(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|step| step * power)
        .find(|step| *step >= least * 0.999)
        .unwrap_or(10.0 * power)
}

/// Short: `20k`, `1.5`, `300`.
fn label(value: f64) -> String {
    if value >= 1e6 {
        format!("{}M", trimmed(value / 1e6))
    } else if value >= 1e4 {
        format!("{}k", trimmed(value / 1e3))
    } else if value >= 0.01 || value == 0.0 {
        trimmed(value)
    } else {
        number(value)
    }
}

fn trimmed(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_string()
}

#[cfg(test)]
mod tests {
    use super::Scale;

    #[test]
    fn an_axis_ends_at_a_round_number_and_has_round_ticks() {
        let scale = Scale::linear(103_215.0, 0.0, 100.0);
        let labels: Vec<String> = scale.ticks().into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["0", "50k", "100k", "150k"]);
        assert!((scale.place(75_000.0) - 50.0).abs() < 1e-9);
    }

    #[test]
    fn a_logarithmic_axis_has_powers_of_ten() {
        let scale = Scale::logarithmic(1.0, 10_000.0, 0.0, 100.0);
        let labels: Vec<String> = scale.ticks().into_iter().map(|(_, label)| label).collect();
        assert_eq!(labels, ["1", "10", "100", "1000", "10k"]);
        assert!((scale.place(100.0) - 50.0).abs() < 1e-9);
    }
}
