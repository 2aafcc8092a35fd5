//! Parses and validates an experiment file. A message has the file, the line and the expected value.

use super::{Case, Experiment, Kind, metric};
use std::collections::BTreeSet;
use std::fs;
use std::ops::Range;
use std::path::Path;
use toml::Spanned;

/// Parses the file. The error has one line per problem: `FILE:LINE: what was expected`.
pub fn read(file: &Path, rivals: &BTreeSet<String>) -> Result<Experiment, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: cannot be read: {error}", file.display()))?;
    let place = |span: Option<Range<usize>>| format!("{}:{}", file.display(), line_of(&text, span));
    let mut experiment: Experiment =
        toml::from_str(&text).map_err(|error| format!("{}: {}", place(error.span()), error.message().trim()))?;
    experiment.folder = file.parent().unwrap_or(Path::new(".")).to_path_buf();
    let mistakes = mistakes(&experiment, rivals);
    if mistakes.is_empty() {
        return Ok(experiment);
    }
    Err(mistakes
        .into_iter()
        .map(|(span, sentence)| format!("{}: {sentence}", place(Some(span))))
        .collect::<Vec<_>>()
        .join("\n"))
}

fn line_of(text: &str, span: Option<Range<usize>>) -> usize {
    let end = span.map_or(0, |span| span.start.min(text.len()));
    text.as_bytes()[..end].iter().filter(|byte| **byte == b'\n').count() + 1
}

type Mistake = (Range<usize>, String);

fn mistakes(experiment: &Experiment, rivals: &BTreeSet<String>) -> Vec<Mistake> {
    let mut found = Vec::new();
    let name = experiment.id();
    if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') {
        found.push((
            experiment.name.span(),
            format!("\"{name}\" is not a name: expected small letters, digits and hyphens"),
        ));
    }
    if experiment.programs.is_empty() {
        found.push((experiment.name.span(), "there is no program: expected at least one [[program]]".to_string()));
    }
    repeated(experiment.programs.iter().map(|program| &program.name), "program", &mut found);
    repeated(experiment.cases.iter().map(|case| &case.name), "case", &mut found);
    for program in &experiment.programs {
        for name in program.rivals().filter(|name| !rivals.contains(*name)) {
            let known: Vec<&str> = rivals.iter().map(String::as_str).collect();
            found.push((
                program.rival.span(),
                format!("unknown rival \"{name}\": expected one of {}", known.join(", ")),
            ));
        }
        let path = experiment.folder.join("programs").join(program.file.as_ref());
        if program.build.is_empty() && experiment.kind != Kind::Steps && !path.exists() {
            found
                .push((program.file.span(), format!("the program is not there: expected the file {}", path.display())));
        }
    }
    if experiment.kind == Kind::Steps {
        if experiment.steps.is_empty() {
            found
                .push((experiment.name.span(), "a migration has no steps: expected at least one [[step]]".to_string()));
        }
        return found;
    }
    if experiment.cases.is_empty() {
        found.push((experiment.name.span(), "there is no case: expected at least one [[case]]".to_string()));
    }
    experiment.cases.iter().for_each(|case| check_case(experiment.kind, case, &mut found));
    check_metric(experiment.kind, &experiment.settings.primary, experiment.name.span(), &mut found);
    check_references(experiment, &mut found);
    found
}

fn repeated<'a>(names: impl Iterator<Item = &'a Spanned<String>>, what: &str, found: &mut Vec<Mistake>) {
    let mut seen = BTreeSet::new();
    for name in names {
        if !seen.insert(name.as_ref()) {
            found.push((
                name.span(),
                format!("there are two of the {what} \"{}\": expected different names", name.as_ref()),
            ));
        }
    }
}

fn check_case(kind: Kind, case: &Case, found: &mut Vec<Mistake>) {
    match (kind, &case.connections) {
        (Kind::Server, None) => {
            found.push((case.name.span(), "a case of a server needs connections = NUMBER".to_string()))
        }
        (Kind::Server, Some(count)) if *count.as_ref() == 0 => {
            found.push((count.span(), "no connection makes no load: expected a number above 0".to_string()))
        }
        (Kind::Process, Some(count)) => {
            found.push((count.span(), "a process has no connections: expected arguments = [\u{2026}]".to_string()))
        }
        _ => {}
    }
}

fn check_metric(kind: Kind, name: &Spanned<String>, fallback: Range<usize>, found: &mut Vec<Mistake>) {
    let span = if name.span().is_empty() { fallback } else { name.span() };
    let fits =
        |metric: &super::Metric| (kind == Kind::Server && metric.server) || (kind == Kind::Process && metric.process);
    if !metric(name.as_ref()).is_some_and(fits) {
        let known: Vec<&str> = super::METRICS.iter().filter(|metric| fits(metric)).map(|metric| metric.name).collect();
        found.push((
            span,
            format!("\"{}\" is not a metric of this kind: expected one of {}", name.as_ref(), known.join(", ")),
        ));
    }
}

/// Published figures and claims must name existing metrics, cases and programs.
fn check_references(experiment: &Experiment, found: &mut Vec<Mistake>) {
    let cases = experiment
        .published
        .iter()
        .map(|published| &published.case)
        .chain(experiment.claims.iter().map(|claim| &claim.case));
    for case in cases.filter(|case| experiment.case(case.as_ref()).is_none()) {
        let known: Vec<&str> = experiment.cases.iter().map(Case::id).collect();
        found.push((
            case.span(),
            format!("there is no case \"{}\": expected one of {}", case.as_ref(), known.join(", ")),
        ));
    }
    let metrics = experiment
        .published
        .iter()
        .map(|published| &published.metric)
        .chain(experiment.claims.iter().map(|claim| &claim.metric));
    metrics.for_each(|metric| check_metric(experiment.kind, metric, metric.span(), found));
    let known: Vec<&str> = experiment.programs.iter().map(super::Program::id).collect();
    for name in experiment
        .claims
        .iter()
        .flat_map(|claim| [&claim.left, &claim.right])
        .filter(|name| !known.contains(&name.as_ref().as_str()))
    {
        found.push((
            name.span(),
            format!("there is no program \"{}\": expected one of {}", name.as_ref(), known.join(", ")),
        ));
    }
    for published in &experiment.published {
        for name in published.values.keys().filter(|name| !known.contains(&name.as_str())) {
            found.push((
                published.metric.span(),
                format!("the values name the program \"{name}\": expected one of {}", known.join(", ")),
            ));
        }
    }
    for claim in &experiment.claims {
        if claim.at_least.is_some() == claim.at_most.is_some() {
            found.push((
                claim.says.span(),
                "a claim is about a limit: expected either at_least = RATIO or at_most = RATIO".to_string(),
            ));
        }
    }
}

#[cfg(test)]
#[path = "check_tests.rs"]
mod tests;
