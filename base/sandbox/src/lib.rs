//! The kernel's wall around a process: Landlock for files, ports and signals, a seccomp filter for system calls that
//! would lead around them. A process that is behind it cannot leave it, and neither can its children, whatever code they
//! run.
//!
//! It receives a plain description ([`Rules`]) and depends on neither policies nor JavaScript: those are in `toolchain/policy` and the
//! first wall, `base/permissions`. What the kernel at hand cannot enforce is returned as sentences ([`Kernel::gaps`]), and
//! never passed over. Start reading at [`Prepared`].

mod filter;
mod gaps;
mod guarded;
mod listener;
mod metadata;
mod rules;
mod ruleset;
mod supervisor;
mod system;
mod watch;

pub use gaps::Kernel;
pub use rules::{LocalSockets, Network, Ports, Processes, Rules};
pub use supervisor::{Reach, split};
pub use watch::{Use, watch};

use filter::Filters;
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::CommandExt;
use std::process::Command;

/// Rules in the form that the kernel accepts, made before they are applied: applying them allocates nothing, so that a
/// child can do it between `fork` and `exec`.
#[derive(Debug)]
pub struct Prepared {
    /// None where the kernel has no Landlock.
    ruleset: Option<OwnedFd>,
    filters: Filters,
    gaps: Vec<String>,
}

impl Prepared {
    /// Translates rules for a kernel.
    ///
    /// # Errors
    /// The system's error for a path that cannot be opened, and `InvalidInput` where the processor's system calls are not
    /// known.
    pub fn new(rules: &Rules, kernel: &Kernel) -> io::Result<Self> {
        Ok(Self {
            ruleset: ruleset::make(rules, kernel)?,
            filters: Filters::new(rules, kernel)?,
            gaps: kernel.gaps(rules),
        })
    }

    /// What of the rules the kernel does not enforce, a sentence each.
    pub fn gaps(&self) -> &[String] {
        &self.gaps
    }

    /// Puts the calling thread, and all threads and processes that it starts from now on, behind the wall. Call it while
    /// the process has no other thread: Landlock before ABI 8 does not reach those that are there.
    ///
    /// # Errors
    /// The system's error. The process must end then: a part of the rules may be in force.
    pub fn apply(&self) -> io::Result<()> {
        system::drop_capabilities()?;
        system::give_up_new_privileges()?;
        if let Some(ruleset) = &self.ruleset {
            system::restrict_self(ruleset)?;
        }
        self.filters.install()
    }

    /// Makes `command` start its program behind the wall.
    pub fn confine(self, command: &mut Command) {
        let apply = move || self.apply();
        // SAFETY: `apply` makes system calls only: everything they need was allocated before.
        unsafe { command.pre_exec(apply) };
    }
}

/// Removes the variables of the environment that are not kept, and their values from the process's memory. Call it while
/// the process has one thread.
pub fn remove_variables(is_kept: impl Fn(&str) -> bool) {
    system::wipe_variables(&is_kept);
    let names: Vec<_> = std::env::vars_os().map(|(name, _)| name).collect();
    for name in names.iter().filter(|name| !name.to_str().is_some_and(&is_kept)) {
        system::remove_variable(name);
    }
}

/// Closes the file descriptors above the standard ones that the process was started with, except `kept`: they would be
/// open doors in the wall. Call it before the process opens any of its own.
pub fn close_inherited(kept: &[i32]) {
    let numbers = std::fs::read_dir("/proc/self/fd").into_iter().flatten().flatten();
    let numbers: Vec<i32> = numbers.filter_map(|entry| entry.file_name().to_str()?.parse().ok()).collect();
    // The listing's own descriptor is among them, and closed by now.
    numbers.into_iter().filter(|number| *number > 2 && !kept.contains(number)).for_each(system::close);
}

#[cfg(test)]
#[path = "lib_tests.rs"]
mod tests;
