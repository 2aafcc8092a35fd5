//! Medians, ratios, and their confidence intervals. Means are never compared: one bad round changes them.
//!
//! Intervals come from the percentile bootstrap (Efron 1979): resample the rounds with replacement, compute the
//! statistic of each resample, and report the middle 95 % of them. The two sides of a ratio are resampled
//! independently.

use crate::random::Random;
use serde::{Deserialize, Serialize};

/// The number of resamples for an interval; more do not change the second digit of its ends.
const RESAMPLES: usize = 2000;
/// The share of the resamples that an interval covers.
pub const CONFIDENCE: f64 = 0.95;
const SEED: u64 = 0x1ab;

/// A value with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Estimate {
    pub value: f64,
    pub low: f64,
    pub high: f64,
    /// The number of rounds.
    pub rounds: usize,
}

impl Estimate {
    /// Half the width of the interval, relative to the value.
    pub fn relative_error(&self) -> f64 {
        if self.value == 0.0 { 0.0 } else { (self.high - self.low) / 2.0 / self.value.abs() }
    }
}

/// The middle value, or the mean of the two middle ones; None for an empty list.
pub fn median(values: &[f64]) -> Option<f64> {
    quantile(values, 0.5)
}

/// The quantile by linear interpolation between the neighbours (Hyndman and Fan, type 7).
pub fn quantile(values: &[f64], part: f64) -> Option<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    let position = part.clamp(0.0, 1.0) * last as f64;
    let below = position.floor() as usize;
    let above = position.ceil() as usize;
    Some(sorted[below] + (sorted[above] - sorted[below]) * (position - below as f64))
}

/// The median of the rounds with its interval; None for an empty list. One round has no interval: its ends are not
/// finite.
pub fn estimate(rounds: &[f64]) -> Option<Estimate> {
    let value = median(rounds)?;
    if rounds.len() < 2 {
        return Some(Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY, rounds: rounds.len() });
    }
    let mut random = Random::new(SEED);
    let medians: Vec<f64> = (0..RESAMPLES).filter_map(|_| median(&resample(rounds, &mut random))).collect();
    let (low, high) = middle(&medians)?;
    Some(Estimate { value, low, high, rounds: rounds.len() })
}

/// The ratio of the median of `left` to that of `right`; None when one is empty or the right one is 0.
pub fn ratio(left: &[f64], right: &[f64]) -> Option<Estimate> {
    let base = median(right).filter(|base| *base != 0.0)?;
    let value = median(left)? / base;
    let rounds = left.len().min(right.len());
    if rounds < 2 {
        return Some(Estimate { value, low: f64::NEG_INFINITY, high: f64::INFINITY, rounds });
    }
    let mut random = Random::new(SEED);
    let ratios: Vec<f64> = (0..RESAMPLES)
        .filter_map(|_| {
            let base = median(&resample(right, &mut random)).filter(|base| *base != 0.0)?;
            Some(median(&resample(left, &mut random))? / base)
        })
        .collect();
    let (low, high) = middle(&ratios)?;
    Some(Estimate { value, low, high, rounds })
}

/// The relative spread that the measured programs do not explain: the interquartile range divided by the median. 0 for
/// fewer than three rounds.
pub fn spread(rounds: &[f64]) -> f64 {
    match (quantile(rounds, 0.25), median(rounds), quantile(rounds, 0.75)) {
        (Some(low), Some(middle), Some(high)) if rounds.len() >= 3 && middle != 0.0 => (high - low) / middle.abs(),
        _ => 0.0,
    }
}

fn resample(rounds: &[f64], random: &mut Random) -> Vec<f64> {
    (0..rounds.len()).map(|_| rounds[random.below(rounds.len())]).collect()
}

fn middle(values: &[f64]) -> Option<(f64, f64)> {
    let outside = (1.0 - CONFIDENCE) / 2.0;
    Some((quantile(values, outside)?, quantile(values, 1.0 - outside)?))
}

#[cfg(test)]
#[path = "statistics_tests.rs"]
mod tests;
