//! `brio doctor`: the versions that matter, and what of a sandbox this machine enforces.

use super::help;
use brio_command_flags::USAGE_ERROR;
use brio_runtime::realm::jsc::report::engine_report;
use brio_sandbox::{Kernel, LocalSockets, Network, Ports, Processes, Rules};

/// Prints it. Returns the exit code: 0 also when something is not enforced, because programs run without a sandbox.
pub fn start(arguments: &[String]) -> i32 {
    if help::is_requested(arguments) {
        print_help();
        return 0;
    }
    if let Some(argument) = arguments.first() {
        eprintln!("brio: doctor takes no arguments, not \"{argument}\"");
        return USAGE_ERROR;
    }
    let kernel = Kernel::detect();
    let release = std::fs::read_to_string("/proc/sys/kernel/osrelease").unwrap_or_default();
    println!("brio: {}", env!("CARGO_PKG_VERSION"));
    println!("engine: {}", engine_report().summary());
    println!("kernel: Linux {}", release.trim());
    println!(
        "landlock: {}",
        if kernel.landlock_abi == 0 { "none".to_string() } else { format!("ABI {}", kernel.landlock_abi) }
    );
    println!("seccomp: {}", if kernel.has_filters { "filters" } else { "none" });
    println!("supervisor: {}", if kernel.has_filters && kernel.has_listeners { "hosts and sockets" } else { "none" });
    let gaps = gaps(&kernel);
    if gaps.is_empty() {
        println!("sandbox: everything that a policy can say is enforced");
    } else {
        println!("sandbox: what this kernel does not enforce");
        gaps.iter().for_each(|gap| println!("  - {gap}"));
    }
    0
}

/// `brio help doctor`.
pub fn print_help() {
    println!("Usage: brio doctor\n\nShows the engine, the kernel, and what of a sandbox the kernel enforces.");
}

/// What is missing for a policy that says something about everything.
fn gaps(kernel: &Kernel) -> Vec<String> {
    let ports = || Ports::These(Vec::new());
    let is_supervised = kernel.has_filters && kernel.has_listeners;
    let sockets = if is_supervised { LocalSockets::Supervised } else { LocalSockets::All };
    kernel.gaps(&Rules {
        network: Network::Limited { connect: ports(), listen: ports(), has_datagrams: false },
        local_sockets: sockets,
        processes: Processes::Listed,
        is_supervised,
        ..Rules::default()
    })
}
