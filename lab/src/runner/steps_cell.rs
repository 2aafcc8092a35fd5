//! A migration: for each step, whether its command succeeds under a runtime, and how many files had to be edited. The
//! application is in `programs/app/`; while it is missing, every step reports that.

use super::record::Record;
use super::{Bench, last_lines, working_copy};
use crate::guard::Guarded;
use std::time::Duration;

/// One record per step. A step after a failed one is still tried, as in the paper.
pub fn measure(bench: &Bench<'_>) -> Vec<Record> {
    // Each runtime has a copy of its own: installing leaves packages and lockfiles.
    let source = bench.experiment.folder.join("programs").join(bench.program.file.as_ref());
    let application = bench.folder.join("applications").join(bench.program.id());
    let copied = working_copy::copy_anew(&source, &application);
    bench
        .experiment
        .steps
        .iter()
        .map(|step| {
            let mut record = Record::new(bench, step.name.as_ref());
            record.set("edits", step.edits.get(bench.program.id()).map_or(0, Vec::len) as f64);
            if !source.exists() {
                return record.failed(
                    format!("the application is missing; it belongs in programs/{}/", bench.program.file.as_ref()),
                    Vec::new(),
                );
            }
            if let Err(error) = &copied {
                return record.failed(format!("the application cannot be copied: {error}"), Vec::new());
            }
            let Some(words) = step.commands.get(bench.program.id()) else {
                record.remark = Some("nothing to do".to_string());
                return record;
            };
            let binary = bench.found.binary.to_string_lossy();
            let mut spec = bench
                .spec(words.iter().map(|word| word.replace("{binary}", &binary)).collect(), bench.cores.all.clone());
            spec.folder = application.clone();
            record.command = super::environment::shorten(&spec.command.join(" "));
            let guarded = match Guarded::start(&spec) {
                Ok(guarded) => guarded,
                Err(reason) => return record.failed(reason, Vec::new()),
            };
            let Some(ended) = guarded.ended_within(Duration::from_secs_f64(bench.experiment.settings.limit_seconds))
            else {
                guarded.stop();
                return record.failed("took too long and was stopped", last_lines(&spec));
            };
            let lines = last_lines(&spec);
            if ended.code != Some(0) {
                return record.failed(ended.describe(), lines);
            }
            match &step.expect {
                Some(text) if !lines.iter().any(|line| line.contains(text.as_str())) => {
                    record.failed(format!("did not print \"{text}\""), lines)
                }
                _ => record,
            }
        })
        .collect()
}
