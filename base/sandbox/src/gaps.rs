//! What the kernel at hand can enforce, and sentences about what it cannot.

use crate::rules::{LocalSockets, Network, Processes, Rules};
use crate::system;

/// The variable that lowers the version of Landlock that is used, for tests of what older kernels do.
const LOWER_VARIABLE: &str = "BRIO_LANDLOCK_ABI";

/// The abilities of a kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// The version of Landlock's interface; 0: none.
    pub landlock_abi: u32,
    /// Whether it accepts seccomp filters.
    pub has_filters: bool,
    /// Whether a supervisor can decide on calls of a process (Linux 5.6).
    pub has_listeners: bool,
}

/// Versions of Landlock's interface, by what they brought.
pub(crate) const TRUNCATION: u32 = 3;
pub(crate) const PORTS: u32 = 4;
pub(crate) const DEVICES: u32 = 5;
pub(crate) const SCOPES: u32 = 6;
pub(crate) const SOCKET_PATHS: u32 = 9;

impl Kernel {
    /// Tries out what the running kernel supports.
    pub fn detect() -> Self {
        let lowered = std::env::var(LOWER_VARIABLE).ok().and_then(|text| text.parse().ok()).unwrap_or(u32::MAX);
        Self {
            landlock_abi: system::landlock_abi().min(lowered),
            has_filters: system::has_filters(),
            has_listeners: system::has_listeners(),
        }
    }

    /// What the rules request and this kernel does not enforce, a sentence each. Empty: all is enforced.
    pub fn gaps(&self, rules: &Rules) -> Vec<String> {
        let mut gaps = Vec::new();
        let mut add = |is_gap: bool, sentence: &str| {
            if is_gap {
                gaps.push(sentence.to_string());
            }
        };
        let abi = self.landlock_abi;
        add(abi == 0, "files are not confined: the kernel has no Landlock, which came with Linux 5.13");
        add(
            (1..TRUNCATION).contains(&abi),
            "a file that may only be read can be emptied by `truncate`: the kernel's Landlock has no rule for it before Linux 6.2",
        );
        if let Network::Limited { has_datagrams, .. } = &rules.network {
            add(
                abi < PORTS && !rules.is_supervised,
                "ports of TCP are not confined: the kernel's Landlock has no rules for them before Linux 6.7",
            );
            add(*has_datagrams, "datagrams (UDP) are not confined to hosts and ports: Landlock has no rules for them");
        }
        add(
            (1..DEVICES).contains(&abi),
            "commands to devices that may be opened are not confined: the kernel's Landlock has no rule for them before Linux 6.10",
        );
        let leaves_signals = abi < SCOPES && !(rules.processes == Processes::None && self.has_filters);
        add(
            leaves_signals,
            "signals to other processes of the user are not confined: the kernel's Landlock has no rule for them before Linux 6.12",
        );
        if rules.local_sockets == LocalSockets::All {
            add(
                abi < SCOPES,
                "Unix sockets with abstract names are not confined: the kernel's Landlock has no rule for them before Linux 6.12",
            );
            add(
                abi < SOCKET_PATHS,
                "connections to Unix sockets of other programs are not confined: the kernel's Landlock has no rule for them before Linux 7.1",
            );
        }
        add(!self.has_filters, "system calls are not confined: the kernel accepts no seccomp filters");
        gaps
    }
}
