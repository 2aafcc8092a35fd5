//! The statistics compared with known results: textbook values, and how often an interval covers the true value.

use super::{estimate, median, quantile, ratio, spread};
use crate::random::Random;

#[test]
fn medians_and_quantiles_are_those_of_a_textbook() {
    assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
    assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
    assert_eq!(median(&[]), None);
    // R: quantile(c(1,2,3,4,5,6,7,8,9,10), c(0.25, 0.9)) is 3.25 and 9.1.
    let ten: Vec<f64> = (1..=10).map(f64::from).collect();
    assert_eq!(quantile(&ten, 0.25), Some(3.25));
    assert!((quantile(&ten, 0.9).unwrap() - 9.1).abs() < 1e-12);
    assert_eq!((quantile(&ten, 0.0), quantile(&ten, 1.0)), (Some(1.0), Some(10.0)));
}

#[test]
fn rounds_that_agree_have_an_interval_without_width() {
    let same = estimate(&[5.0, 5.0, 5.0]).unwrap();
    assert_eq!((same.value, same.low, same.high, same.relative_error()), (5.0, 5.0, 5.0, 0.0));
    let twice = ratio(&[6.0, 6.0], &[3.0, 3.0]).unwrap();
    assert_eq!((twice.value, twice.low, twice.high), (2.0, 2.0, 2.0));
}

#[test]
fn one_round_is_not_sure_of_anything() {
    let one = estimate(&[5.0]).unwrap();
    assert!(one.value == 5.0 && one.low.is_infinite() && one.high.is_infinite());
    let one = ratio(&[4.0], &[2.0, 2.0]).unwrap();
    assert!(one.value == 2.0 && one.low.is_infinite() && one.rounds == 1);
    assert_eq!(ratio(&[1.0, 1.0], &[0.0, 0.0]), None);
    assert_eq!(ratio(&[], &[1.0]), None);
}

#[test]
fn an_outlier_does_not_move_the_ratio() {
    let steady = [10.0, 10.1, 9.9, 10.0, 10.05, 9.95, 10.0];
    let mut with_outlier = steady;
    with_outlier[3] = 1000.0;
    assert!((ratio(&with_outlier, &steady).unwrap().value - 1.0).abs() < 0.01);
}

/// Normally distributed numbers (Box and Muller).
fn normal(random: &mut Random, mean: f64, deviation: f64) -> f64 {
    let mut uniform = || (random.next() >> 11) as f64 / (1_u64 << 53) as f64;
    let (radius, angle) = ((-2.0 * uniform().max(1e-12).ln()).sqrt(), std::f64::consts::TAU * uniform());
    mean + deviation * radius * angle.cos()
}

#[test]
fn the_interval_covers_the_true_ratio_about_as_often_as_it_says() {
    let mut random = Random::new(7);
    let trials = 200;
    let covered = (0..trials)
        .filter(|_| {
            let left: Vec<f64> = (0..15).map(|_| normal(&mut random, 30.0, 3.0)).collect();
            let right: Vec<f64> = (0..15).map(|_| normal(&mut random, 20.0, 2.0)).collect();
            let found = ratio(&left, &right).unwrap();
            found.low <= 1.5 && 1.5 <= found.high
        })
        .count();
    // 95 % of 200 are 190; a wrong method (for example an interval of the mean's width) is far outside.
    assert!((180..=200).contains(&covered), "{covered} of {trials}");
}

#[test]
fn the_spread_is_the_distance_of_the_quartiles() {
    assert_eq!(spread(&[8.0, 10.0, 12.0, 9.0, 11.0]), 0.2);
    assert_eq!(spread(&[1.0, 100.0]), 0.0);
}
