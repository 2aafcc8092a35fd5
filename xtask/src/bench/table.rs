//! The table: for each target the measured value, the ratio, the limit, and whether it is met.

use super::experiments::{Against, Experiment, Metric, Runtime};
use super::{Measurement, Samples};

/// One line of the table.
#[derive(Debug, PartialEq)]
pub struct Row {
    pub experiment: String,
    pub metric: &'static str,
    pub brio: Option<f64>,
    pub peer: String,
    pub peer_value: Option<f64>,
    pub ratio: Option<f64>,
    pub allowed: String,
    pub holds: Option<bool>,
}

/// The rows of one experiment.
pub fn rows(experiment: &Experiment, samples: &Samples) -> Vec<Row> {
    experiment.figures.iter().map(|(metric, against)| row(experiment, samples, *metric, *against)).collect()
}

/// The median of the rounds.
pub fn median(rounds: &[Measurement], metric: Metric) -> Option<f64> {
    let mut values: Vec<f64> = rounds.iter().filter_map(|round| round.get(&metric).copied()).collect();
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    match values.len() {
        0 => None,
        count if count % 2 == 1 => Some(values[middle]),
        _ => Some((values[middle - 1] + values[middle]) / 2.0),
    }
}

fn row(experiment: &Experiment, samples: &Samples, metric: Metric, against: Against) -> Row {
    let value = |runtime: Runtime| samples.get(&(experiment.name, runtime)).and_then(|rounds| median(rounds, metric));
    let brio = value(Runtime::Brio);
    let (peer, peer_value, limit, allowed) = match against {
        Against::Times(peer, times) => (peer.name().to_string(), value(peer), times, format!("{times:.2} ×")),
        Against::Best(times) => {
            let best = [Runtime::Bun, Runtime::Deno, Runtime::Node]
                .into_iter()
                .filter_map(|peer| value(peer).map(|value| (peer, value)));
            let best = best.min_by(|left, right| left.1.total_cmp(&right.1));
            (
                best.map_or("best".to_string(), |(peer, _)| format!("best: {}", peer.name())),
                best.map(|(_, value)| value),
                times,
                format!("{times:.2} ×"),
            )
        }
        Against::Absolute(most) => (String::new(), Some(1.0), most, format!("{most}")),
    };
    let ratio = brio.zip(peer_value).map(|(brio, peer)| brio / peer);
    let is_absolute = matches!(against, Against::Absolute(_));
    Row {
        experiment: experiment.name.to_string(),
        metric: metric.label(),
        brio,
        peer,
        peer_value: peer_value.filter(|_| !is_absolute),
        ratio: ratio.filter(|_| !is_absolute),
        allowed,
        holds: ratio.map(|ratio| ratio <= limit),
    }
}

/// Prints the rows under a heading.
pub fn print(rows: &[Row]) {
    println!(
        "\n{:<14} {:<16} {:>10} {:<11} {:>10} {:>7} {:>8}",
        "experiment", "metric", "brio", "peer", "", "ratio", "allowed"
    );
    for row in rows {
        let number = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.2}"));
        let verdict = row.holds.map_or("", |holds| if holds { "pass" } else { "FAIL" });
        println!(
            "{:<14} {:<16} {:>10} {:<11} {:>10} {:>7} {:>8}  {verdict}",
            row.experiment,
            row.metric,
            number(row.brio),
            row.peer,
            number(row.peer_value),
            number(row.ratio),
            row.allowed
        );
    }
}

#[cfg(test)]
mod tests {
    use super::{Experiment, Measurement, Metric, Runtime, Samples, median, rows};
    use crate::bench::experiments::{Against, Kind};

    const EXPERIMENT: Experiment = Experiment {
        name: "x",
        kind: Kind::Process { arguments: &[] },
        programs: &[],
        figures: &[
            (Metric::Wall, Against::Times(Runtime::Bun, 0.5)),
            (Metric::Wall, Against::Best(0.5)),
            (Metric::Wall, Against::Absolute(4.0)),
        ],
    };

    fn samples(brio: f64) -> Samples {
        let one = |value: f64| vec![Measurement::from([(Metric::Wall, value)])];
        Samples::from([
            (("x", Runtime::Brio), one(brio)),
            (("x", Runtime::Bun), one(10.0)),
            (("x", Runtime::Deno), one(8.0)),
        ])
    }

    #[test]
    fn the_median_ignores_outliers() {
        let rounds: Vec<Measurement> =
            [3.0, 1.0, 99.0].iter().map(|value| Measurement::from([(Metric::Wall, *value)])).collect();
        assert_eq!(median(&rounds, Metric::Wall), Some(3.0));
        assert_eq!(median(&rounds[..2], Metric::Wall), Some(2.0));
        assert_eq!(median(&rounds, Metric::Cpu), None);
    }

    #[test]
    fn figures_hold_at_the_limit_and_fail_above_it() {
        let verdicts = |brio: f64| rows(&EXPERIMENT, &samples(brio)).iter().map(|row| row.holds).collect::<Vec<_>>();
        assert_eq!(verdicts(4.0), [Some(true), Some(true), Some(true)]);
        assert_eq!(verdicts(4.5), [Some(true), Some(false), Some(false)]);
        assert_eq!(verdicts(6.0), [Some(false), Some(false), Some(false)]);
    }

    #[test]
    fn without_a_measurement_there_is_no_verdict() {
        assert!(rows(&EXPERIMENT, &Samples::new()).iter().all(|row| row.holds.is_none() || row.brio.is_none()));
        assert_eq!(rows(&EXPERIMENT, &Samples::new())[0].holds, None);
    }
}
