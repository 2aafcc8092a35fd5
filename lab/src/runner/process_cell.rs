//! Measures one run of a program that runs to its end.

use super::record::Record;
use super::{Bench, last_lines};
use crate::experiment::Case;
use crate::guard::Guarded;
use crate::meter::{MEGABYTE, NoiseMeter};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How much of an unexpected output is shown.
const SHOWN_CHARACTERS: usize = 120;

pub fn measure(bench: &Bench<'_>, case: &Case) -> Record {
    let mut record = Record::new(bench, case.id());
    let command = bench.command(&case.arguments);
    record.command = super::environment::shorten(&command.join(" "));
    let spec = bench.spec(command, bench.cores.all.clone());
    let output = bench.program.output.as_ref().map(|file| bench.folder.join("programs").join(file));
    if let Some(output) = &output {
        let _ = std::fs::remove_file(output);
    }
    let began = Instant::now();
    let noise = NoiseMeter::start();
    let guarded = match Guarded::start(&spec) {
        Ok(guarded) => guarded,
        Err(reason) => return record.failed(reason, Vec::new()),
    };
    let limit = Duration::from_secs_f64(bench.experiment.settings.limit_seconds);
    let ended = loop {
        if let Some(ended) = guarded.ended_within(Duration::from_millis(200)) {
            break ended;
        }
        if bench.stop.load(Ordering::Relaxed) {
            return record.failed("the lab was stopped", Vec::new());
        }
        if began.elapsed() > limit {
            guarded.stop();
            return record
                .failed(format!("ran longer than {} s and was ended", limit.as_secs_f64()), last_lines(&spec));
        }
    };
    drop(guarded);
    record.took_seconds = began.elapsed().as_secs_f64();
    if ended.code != Some(0) {
        return record.failed(ended.describe(), last_lines(&spec));
    }
    let printed = std::fs::read(&spec.stdout).unwrap_or_default();
    if let Some(expected) = bench.expected(case)
        && printed.trim_ascii() != expected.trim_ascii()
    {
        let show = |bytes: &[u8]| {
            String::from_utf8_lossy(bytes.trim_ascii()).chars().take(SHOWN_CHARACTERS).collect::<String>()
        };
        return record
            .failed(format!("printed \"{}\" instead of \"{}\"", show(&printed), show(&expected)), last_lines(&spec));
    }
    if let Some(output) = &output {
        match std::fs::metadata(output) {
            Ok(written) => record.set("output_kb", written.len() as f64 / 1e3),
            Err(error) => {
                return record.failed(
                    format!("wrote no {}: {error}", bench.program.output.as_deref().unwrap_or_default()),
                    last_lines(&spec),
                );
            }
        }
    }
    record.noise = Some(noise.finish(ended.user_seconds + ended.system_seconds));
    record.set("wall_ms", ended.wall_seconds * 1e3);
    record.set("user_ms", ended.user_seconds * 1e3);
    record.set("system_ms", ended.system_seconds * 1e3);
    record.set("cpu_ms", (ended.user_seconds + ended.system_seconds) * 1e3);
    record.set("peak_rss_mb", ended.peak_rss_bytes as f64 / MEGABYTE);
    record
}
