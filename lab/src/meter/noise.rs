//! How quiet the machine was: CPU time of other processes, time stolen by the hypervisor, and the variation of a fixed
//! calculation.

use super::process_tree;
use serde::{Deserialize, Serialize};
use std::fs;
use std::time::Instant;

/// Other processes may use this much of one core before a measurement counts as disturbed.
const FOREIGN_CORES_MAX: f64 = 0.15;
/// The hypervisor may steal this much of one core.
const STOLEN_CORES_MAX: f64 = 0.05;
const TICKS_PER_SECOND: f64 = 100.0;

/// The disturbances of a measurement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Noise {
    /// CPU time of processes that are not part of the measurement, in cores.
    pub foreign_cores: f64,
    /// Time that the hypervisor gave to other machines, in cores.
    pub stolen_cores: f64,
}

impl Noise {
    pub fn is_noisy(&self) -> bool {
        self.foreign_cores > FOREIGN_CORES_MAX || self.stolen_cores > STOLEN_CORES_MAX
    }
}

/// Measures from its creation to `finish`.
pub struct NoiseMeter {
    since: Instant,
    machine: Machine,
    own_seconds: f64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Machine {
    busy_seconds: f64,
    stolen_seconds: f64,
}

impl NoiseMeter {
    pub fn start() -> NoiseMeter {
        NoiseMeter { since: Instant::now(), machine: machine(), own_seconds: own_seconds() }
    }

    /// `measured_seconds` is the CPU time of the measured programs in the meantime.
    pub fn finish(&self, measured_seconds: f64) -> Noise {
        let seconds = self.since.elapsed().as_secs_f64().max(0.01);
        let now = machine();
        let ours = own_seconds() - self.own_seconds + measured_seconds;
        Noise {
            foreign_cores: ((now.busy_seconds - self.machine.busy_seconds - ours) / seconds).max(0.0),
            stolen_cores: ((now.stolen_seconds - self.machine.stolen_seconds) / seconds).max(0.0),
        }
    }
}

/// The duration of a fixed calculation on this core, in milliseconds. When it varies, so does everything else.
pub fn calibrate() -> f64 {
    let start = Instant::now();
    let mut random = crate::random::Random::new(1);
    let mut sum = 0_u64;
    for _ in 0..8_000_000 {
        sum = sum.wrapping_add(random.next());
    }
    std::hint::black_box(sum);
    start.elapsed().as_secs_f64() * 1e3
}

/// The first line of /proc/stat: user nice system idle iowait irq softirq steal.
fn machine() -> Machine {
    let text = fs::read_to_string("/proc/stat").unwrap_or_default();
    let fields: Vec<f64> =
        text.lines().next().unwrap_or("").split_whitespace().skip(1).filter_map(|field| field.parse().ok()).collect();
    let field = |index: usize| fields.get(index).copied().unwrap_or(0.0);
    Machine {
        busy_seconds: [0, 1, 2, 5, 6].map(field).iter().sum::<f64>() / TICKS_PER_SECOND,
        stolen_seconds: field(7) / TICKS_PER_SECOND,
    }
}

fn own_seconds() -> f64 {
    process_tree::usage(&[std::process::id()]).cpu_seconds()
}

#[cfg(test)]
mod tests {
    use super::{Noise, calibrate};

    #[test]
    fn a_quiet_machine_is_not_noisy_and_a_busy_one_is() {
        assert!(!Noise { foreign_cores: 0.05, stolen_cores: 0.0 }.is_noisy());
        assert!(Noise { foreign_cores: 0.5, stolen_cores: 0.0 }.is_noisy());
        assert!(Noise { foreign_cores: 0.0, stolen_cores: 0.1 }.is_noisy());
    }

    #[test]
    fn the_calibration_takes_time() {
        assert!(calibrate() > 0.1);
    }
}
