//! Progress messages during a run: what is running, its result, how much is left. Only to standard error.

use super::record::Record;
use crate::experiment::{Experiment, metric};
use std::time::{Duration, Instant};

pub struct Progress {
    start: Instant,
    /// The current estimate of the total time.
    pub expected: Duration,
}

impl Progress {
    pub fn new(expected: Duration) -> Progress {
        Progress { start: Instant::now(), expected }
    }

    pub fn say(&self, text: &str) {
        let elapsed = self.start.elapsed();
        let left = self.expected.saturating_sub(elapsed);
        eprintln!("[{} done, about {} left] {text}", clock(elapsed), clock(left));
    }

    /// One line about measurements of one program in one round.
    pub fn measured(&self, experiment: &Experiment, label: &str, records: &[Record]) {
        for record in records {
            let round = if record.round == 0 { "warm-up".to_string() } else { format!("round {}", record.round) };
            let value = match (&record.failure, metric(experiment.settings.primary.as_ref())) {
                (Some(failure), _) => format!("FAILED: {}", failure.reason),
                (None, Some(primary)) => {
                    format!("{} {}", number(record.metrics.get(primary.name).copied().unwrap_or(0.0)), primary.unit)
                }
                (None, None) => "works".to_string(),
            };
            let noise = if record.noise.is_some_and(|noise| noise.is_noisy()) {
                "  (the machine was busy with something else)"
            } else {
                ""
            };
            self.say(&format!("{} {round}: {label}, {}: {value}{noise}", experiment.id(), record.case));
        }
    }
}

/// `4:05`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    if seconds >= 3600 {
        format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
    } else {
        format!("{}:{:02}", seconds / 60, seconds % 60)
    }
}

/// Rounds to three or four significant digits, with a separator for thousands.
pub fn number(value: f64) -> String {
    let size = value.abs();
    if size >= 1000.0 {
        let digits = format!("{:.0}", size);
        let mut grouped = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index) % 3 == 0 {
                grouped.push('\u{202f}');
            }
            grouped.push(digit);
        }
        return if value < 0.0 { format!("-{grouped}") } else { grouped };
    }
    match size {
        size if size >= 100.0 => format!("{value:.0}"),
        size if size >= 10.0 => format!("{value:.1}"),
        size if size >= 0.1 || size == 0.0 => format!("{value:.2}"),
        _ => format!("{value:.3}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{clock, number};
    use std::time::Duration;

    #[test]
    fn numbers_are_short_and_readable() {
        let cases = [
            (1234567.0, "1\u{202f}234\u{202f}567"),
            (999.6, "1000"),
            (12.345, "12.3"),
            (1.005, "1.00"),
            (0.0123, "0.012"),
            (0.0, "0.00"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value).replace('\u{202f}', ""), text.replace('\u{202f}', ""), "{value}");
        }
        assert_eq!(number(103215.08), "103\u{202f}215");
    }

    #[test]
    fn times_are_read_like_a_clock() {
        assert_eq!(
            (clock(Duration::from_secs(245)), clock(Duration::from_secs(3725))),
            ("4:05".to_string(), "1:02:05".to_string())
        );
    }
}
