//! Whether a claim of a paper holds today, in a sentence.

use super::findings::{Entrant, values};
use crate::experiment::{Claim, metric};
use crate::runner::progress::number;
use crate::runner::record::Record;
use crate::statistics::{self, Estimate};

/// The result of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    Yes,
    No,
    /// The interval includes the limit.
    Undecided,
    /// One side was not measured.
    Untested,
}

impl Holds {
    pub fn text(self) -> &'static str {
        match self {
            Holds::Yes => "holds",
            Holds::No => "no longer holds",
            Holds::Undecided => "undecided",
            Holds::Untested => "not tested",
        }
    }
}

/// A claim, compared with the measurements.
#[derive(Clone, Debug)]
pub struct Verdict {
    pub says: String,
    pub sentence: String,
    pub holds: Holds,
    pub ratio: Option<Estimate>,
    pub published: Option<f64>,
    pub limit: f64,
}

pub fn judge(claim: &Claim, records: &[Record], programs: &[Entrant]) -> Verdict {
    let side = |name: &str| values(records, name, claim.case.as_ref(), claim.metric.as_ref());
    let label = |name: &str| {
        programs.iter().find(|program| program.name == name).map_or(name.to_string(), |program| program.label.clone())
    };
    let ratio = statistics::ratio(&side(claim.left.as_ref()), &side(claim.right.as_ref()));
    let limit = claim.at_least.or(claim.at_most).unwrap_or(1.0);
    let holds = match ratio {
        None => Holds::Untested,
        Some(ratio) if claim.at_least.is_some() => decide(ratio.low >= limit, ratio.high < limit),
        Some(ratio) => decide(ratio.high <= limit, ratio.low > limit),
    };
    let title = metric(claim.metric.as_ref()).map_or(claim.metric.as_ref().as_str(), |metric| metric.title);
    let published = claim.published.map_or(String::new(), |published| format!("; published: {}", number(published)));
    let sentence = match ratio {
        None => "One of the two was not measured in this run.".to_string(),
        Some(ratio) => format!(
            "{} has {} times the {title} of {} ({}{published}; {}): the claim {}.",
            label(claim.left.as_ref()),
            number(ratio.value),
            label(claim.right.as_ref()),
            interval(&ratio),
            claim.case.as_ref(),
            if holds == Holds::Undecided { "can not be decided here" } else { holds.text() }
        ),
    };
    Verdict { says: claim.says.as_ref().clone(), sentence, holds, ratio, published: claim.published, limit }
}

/// "95 %: 1.20 to 1.31", or that there is no interval.
pub fn interval(estimate: &Estimate) -> String {
    if estimate.low.is_finite() && estimate.high.is_finite() {
        format!("95 %: {} to {}", number(estimate.low), number(estimate.high))
    } else {
        "one round, so no interval".to_string()
    }
}

fn decide(is_yes: bool, is_no: bool) -> Holds {
    match (is_yes, is_no) {
        (true, _) => Holds::Yes,
        (_, true) => Holds::No,
        _ => Holds::Undecided,
    }
}
