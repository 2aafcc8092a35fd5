//! The available cores, and which thread may use which.

use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};

/// The cores that this process may use.
pub fn available() -> Vec<usize> {
    let Ok(set) = sched_getaffinity(None) else { return vec![0] };
    (0..CpuSet::MAX_CPU).filter(|core| set.is_set(*core)).collect()
}

/// Pins the calling thread, and threads that it starts later, to these cores. An empty list does nothing.
pub fn pin_thread(cores: &[usize]) {
    if cores.is_empty() {
        return;
    }
    let mut set = CpuSet::new();
    cores.iter().for_each(|core| set.set(*core));
    // A core that is gone leaves the thread unpinned; the report names the intended cores.
    let _ = sched_setaffinity(None, &set);
}

/// The division of the machine: cores for the servers, and cores for the load generator and the meter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Division {
    /// For programs that run to their end.
    pub all: Vec<usize>,
    pub servers: Vec<usize>,
    pub generator: Vec<usize>,
}

/// Assigns the last core to the generator and the others to the servers; with `all`, the servers may use every core.
pub fn divide(cores: &[usize], all: bool) -> Division {
    match cores {
        [] | [_] => Division { all: cores.to_vec(), servers: cores.to_vec(), generator: cores.to_vec() },
        [rest @ .., last] => Division {
            all: cores.to_vec(),
            servers: if all { cores.to_vec() } else { rest.to_vec() },
            generator: vec![*last],
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{Division, divide};

    #[test]
    fn the_generator_gets_the_last_core_when_there_are_two() {
        assert_eq!(divide(&[0, 1, 2], false), Division { all: vec![0, 1, 2], servers: vec![0, 1], generator: vec![2] });
        assert_eq!(divide(&[0, 1], true), Division { all: vec![0, 1], servers: vec![0, 1], generator: vec![1] });
        assert_eq!(divide(&[3], false), Division { all: vec![3], servers: vec![3], generator: vec![3] });
    }
}
