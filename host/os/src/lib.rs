//! `native:os`: the machine, its network interfaces, users and priorities, for `node:os`. Linux only: it reads `/proc`.

mod interfaces;
mod processors;
mod generated {
    pub mod os_ops;
}

use brio_realm::op::{OpError, Text};
pub use generated::os_ops::AREA;
use generated::os_ops::{LoadAverage, OsOps, SystemMemory, SystemName, User};
use rustix::io::Errno;
use rustix::process::Pid;
use std::cell::RefCell;
use std::io;
use std::time::{Duration, Instant};

/// Models and speeds of processors are read again after this time: `/proc/cpuinfo` takes several times as long as the
/// counters of `/proc/stat`, which are read each time.
const PROCESSOR_NAMES_AGE_MAX: Duration = Duration::from_millis(500);

/// State of the area: `/proc/cpuinfo` and when it was read.
#[derive(Default)]
pub struct Os {
    processor_names: RefCell<Option<(Instant, String)>>,
}

impl OsOps for Os {
    fn system_name(&self, _fact: &str) -> Result<SystemName, OpError> {
        let name = rustix::system::uname();
        let text = |value: &std::ffi::CStr| Text::from(value.to_string_lossy().into_owned());
        Ok(SystemName {
            kernel: text(name.sysname()),
            hostname: text(name.nodename()),
            release: text(name.release()),
            version: text(name.version()),
            machine: text(name.machine()),
        })
    }

    fn hostname(&self) -> Result<Text, OpError> {
        Ok(rustix::system::uname().nodename().to_string_lossy().into_owned().into())
    }

    fn memory_report(&self) -> Result<brio_realm::op::Text, OpError> {
        Ok(read("/proc/meminfo", "uv_get_total_memory")?.into())
    }

    fn system_memory(&self) -> Result<SystemMemory, OpError> {
        let report = read("/proc/meminfo", "uv_get_total_memory")?;
        Ok(SystemMemory {
            total_bytes: memory_bytes(&report, "MemTotal:"),
            available_bytes: memory_bytes(&report, "MemAvailable:"),
        })
    }

    fn uptime_seconds(&self) -> Result<f64, OpError> {
        Ok(number_at(&read("/proc/uptime", "uv_uptime")?, 0))
    }

    fn load_average(&self) -> Result<LoadAverage, OpError> {
        let report = read("/proc/loadavg", "uv_loadavg")?;
        Ok(LoadAverage {
            one_minute: number_at(&report, 0),
            five_minutes: number_at(&report, 1),
            fifteen_minutes: number_at(&report, 2),
        })
    }

    fn available_parallelism(&self) -> Result<u32, OpError> {
        Ok(std::thread::available_parallelism().map_or(1, |count| count.get() as u32))
    }

    fn processors(&self) -> Result<Vec<String>, OpError> {
        let mut names = self.processor_names.borrow_mut();
        let recent = names.take().filter(|(time, _)| time.elapsed() < PROCESSOR_NAMES_AGE_MAX);
        let (_, names) = match recent {
            Some(recent) => names.insert(recent),
            None => names.insert((Instant::now(), read("/proc/cpuinfo", "uv_cpu_info")?)),
        };
        Ok(processors::list(&read("/proc/stat", "uv_cpu_info")?, names))
    }

    fn network_interfaces(&self) -> Result<Vec<String>, OpError> {
        interfaces::list().map_err(|error| OpError::system(&io::Error::from(error), "uv_interface_addresses"))
    }

    fn current_user(&self) -> Result<User, OpError> {
        let failed = |error: nix::errno::Errno| OpError::system(&io::Error::from(error), "uv_os_get_passwd");
        let user = nix::unistd::User::from_uid(nix::unistd::Uid::effective())
            .map_err(failed)?
            .ok_or_else(|| failed(nix::errno::Errno::ENOENT))?;
        Ok(User {
            uid: user.uid.as_raw(),
            gid: user.gid.as_raw(),
            username: user.name.into(),
            homedir: user.dir.to_string_lossy().into_owned().into(),
            shell: user.shell.to_string_lossy().into_owned().into(),
        })
    }

    fn get_priority(&self, pid: i32) -> Result<i32, OpError> {
        process(pid)
            .and_then(rustix::process::getpriority_process)
            .map_err(|error| OpError::system(&io::Error::from(error), "uv_os_getpriority"))
    }

    fn set_priority(&self, pid: i32, priority: i32) -> Result<(), OpError> {
        process(pid)
            .and_then(|pid| rustix::process::setpriority_process(pid, priority))
            .map_err(|error| OpError::system(&io::Error::from(error), "uv_os_setpriority"))
    }
}

/// The process of this number; None for this process, which a sandbox lets be named by 0 only.
fn process(pid: i32) -> Result<Option<Pid>, Errno> {
    if pid < 0 { Err(Errno::SRCH) } else { Ok(Pid::from_raw(pid).filter(|pid| *pid != rustix::process::getpid())) }
}

fn read(path: &str, call: &'static str) -> Result<String, OpError> {
    std::fs::read_to_string(path).map_err(|error| OpError::system(&error, call))
}

/// The number at `index` among the space-separated fields; 0 when it is missing.
fn number_at(report: &str, index: usize) -> f64 {
    report.split_whitespace().nth(index).and_then(|word| word.parse().ok()).unwrap_or(0.0)
}

/// The value of a row of `/proc/meminfo`, which counts in units of 1024 bytes.
fn memory_bytes(report: &str, name: &str) -> f64 {
    report.lines().find_map(|line| line.strip_prefix(name)).map_or(0.0, |rest| number_at(rest, 0) * 1024.0)
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
