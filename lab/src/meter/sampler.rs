//! A thread that samples a process tree periodically: CPU and memory over time.

use super::{MEGABYTE, process_tree};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// One sample.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Sample {
    pub at_ms: u64,
    /// Since the previous sample; 100 is one core.
    pub cpu_percent: f64,
    pub rss_mb: f64,
    pub threads: u64,
}

/// The conditions that end a load early.
pub struct Watch {
    /// The lab is to stop.
    pub stop: Arc<AtomicBool>,
    /// The tree uses more memory than this.
    pub rss_mb_max: f64,
}

/// Samples from its creation to `finish`.
pub struct Sampler {
    start: Instant,
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
    samples: Receiver<Sample>,
}

#[derive(Default)]
struct Shared {
    /// The sampler is to end.
    stop: AtomicBool,
    /// The load is to end.
    halt: AtomicBool,
    /// The reason.
    alarm: Mutex<Option<String>>,
    /// Milliseconds since the start after which the load takes too long; 0 for never.
    deadline_ms: AtomicU64,
}

/// How many samples between two searches for new processes.
const LOOKS_PER_SEARCH: u32 = 5;

impl Sampler {
    /// Samples the tree below `root` once per `period`, from a thread on these cores, and watches it.
    pub fn start(root: u32, period: Duration, cores: Vec<usize>, watch: Watch) -> Sampler {
        let shared = Arc::new(Shared::default());
        let (sender, samples) = channel();
        let start = Instant::now();
        let theirs = shared.clone();
        let thread = std::thread::spawn(move || {
            crate::cores::pin_thread(&cores);
            look_again_and_again(root, period, start, &theirs, &watch, &sender);
        });
        Sampler { start, shared, thread: Some(thread), samples }
    }

    /// Set when a load has to end early.
    pub fn halt(&self) -> &AtomicBool {
        &self.shared.halt
    }

    /// The reason, if a load had to end early.
    pub fn alarm(&self) -> Option<String> {
        self.shared.alarm.lock().map_or(None, |alarm| alarm.clone())
    }

    /// Sets the time limit of a load, from now.
    pub fn allow(&self, time: Duration) {
        self.shared.deadline_ms.store(self.now_ms() + time.as_millis() as u64, Ordering::Relaxed);
    }

    /// Milliseconds since the start.
    pub fn now_ms(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    /// Ends it and returns all samples.
    pub fn finish(mut self) -> Vec<Sample> {
        self.end();
        self.samples.try_iter().collect()
    }

    fn end(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
        if let Some(thread) = self.thread.take() {
            // A panic in it has been printed; the samples until then are still there.
            let _ = thread.join();
        }
    }
}

impl Drop for Sampler {
    fn drop(&mut self) {
        self.end();
    }
}

fn look_again_and_again(
    root: u32,
    period: Duration,
    start: Instant,
    shared: &Shared,
    watch: &Watch,
    sender: &Sender<Sample>,
) {
    let mut processes = process_tree::tree(root);
    let (mut last_cpu, mut last_at) = (process_tree::usage(&processes).cpu_seconds(), Instant::now());
    for look in 1.. {
        std::thread::sleep(period);
        if shared.stop.load(Ordering::Relaxed) {
            return;
        }
        if look % LOOKS_PER_SEARCH == 0 {
            processes = process_tree::tree(root);
        }
        let usage = process_tree::usage(&processes);
        let now = Instant::now();
        let seconds = now.duration_since(last_at).as_secs_f64();
        let sample = Sample {
            at_ms: now.duration_since(start).as_millis() as u64,
            cpu_percent: ((100.0 * (usage.cpu_seconds() - last_cpu) / seconds) * 10.0).round().max(0.0) / 10.0,
            rss_mb: (usage.rss_bytes as f64 / MEGABYTE * 100.0).round() / 100.0,
            threads: usage.threads,
        };
        (last_cpu, last_at) = (usage.cpu_seconds(), now);
        if let Some(reason) = reason_to_halt(&sample, shared, watch) {
            if let Ok(mut alarm) = shared.alarm.lock() {
                alarm.get_or_insert(reason);
            }
            shared.halt.store(true, Ordering::Relaxed);
        }
        if sender.send(sample).is_err() {
            return;
        }
    }
}

fn reason_to_halt(sample: &Sample, shared: &Shared, watch: &Watch) -> Option<String> {
    let deadline_ms = shared.deadline_ms.load(Ordering::Relaxed);
    if watch.stop.load(Ordering::Relaxed) {
        Some("the lab was stopped".to_string())
    } else if sample.rss_mb > watch.rss_mb_max {
        Some(format!(
            "the server used {:.0} MB of memory, more than {:.0} MB, and was ended",
            sample.rss_mb, watch.rss_mb_max
        ))
    } else if deadline_ms > 0 && sample.at_ms > deadline_ms {
        Some("the load exceeded its time limit and was stopped".to_string())
    } else {
        None
    }
}
