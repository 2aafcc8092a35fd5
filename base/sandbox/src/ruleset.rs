//! Rules as a Landlock ruleset: files, ports of TCP, signals and abstract sockets.

use crate::gaps::{Kernel, PORTS, SCOPES, SOCKET_PATHS};
use crate::rules::{LocalSockets, Network, Ports, Rules};
use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, CompatLevel, Compatible, NetPort, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetError, Scope,
};
use std::io;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};

/// The newest version whose rules this file has.
const NEWEST: u32 = SOCKET_PATHS;

/// Makes the ruleset. None where the kernel has no Landlock.
///
/// # Errors
/// The system's error, with the path in its message.
pub fn make(rules: &Rules, kernel: &Kernel) -> io::Result<Option<OwnedFd>> {
    if kernel.landlock_abi == 0 {
        return Ok(None);
    }
    let abi = ABI::from(kernel.landlock_abi.min(NEWEST) as i32);
    let created = create(rules, kernel, abi).map_err(io::Error::other)?;
    let created = add_files(created, rules, abi)?;
    let created = add_ports(created, rules, kernel).map_err(io::Error::other)?;
    Ok(Option::<OwnedFd>::from(created))
}

fn create(rules: &Rules, kernel: &Kernel, abi: ABI) -> Result<RulesetCreated, RulesetError> {
    let mut ruleset =
        Ruleset::default().set_compatibility(CompatLevel::HardRequirement).handle_access(AccessFs::from_all(abi))?;
    if kernel.landlock_abi >= PORTS {
        for (access, _) in limited_ports(&rules.network) {
            ruleset = ruleset.handle_access(access)?;
        }
    }
    if kernel.landlock_abi >= SCOPES {
        ruleset = ruleset.scope(Scope::Signal | Scope::AbstractUnixSocket)?;
    }
    ruleset.create()
}

fn add_files(mut created: RulesetCreated, rules: &Rules, abi: ABI) -> io::Result<RulesetCreated> {
    let read = AccessFs::ReadFile | AccessFs::ReadDir;
    // Devices are never made: that needs a superuser, who would get at every disk.
    let write = AccessFs::from_write(abi)
        & !(AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::IoctlDev | AccessFs::ResolveUnix);
    let everything = [PathBuf::from("/")];
    let sockets: &[PathBuf] = if rules.local_sockets == LocalSockets::All { &everything } else { &[] };
    let lists: [(&[PathBuf], BitFlags<AccessFs>); 5] = [
        (&rules.readable, read),
        (&rules.writable, write),
        (&rules.executable, AccessFs::Execute.into()),
        (&rules.devices, AccessFs::IoctlDev.into()),
        (sockets, AccessFs::ResolveUnix.into()),
    ];
    for (paths, access) in lists {
        let access = access & AccessFs::from_all(abi);
        for path in paths.iter().filter(|_| !access.is_empty()) {
            created = add_file(created, path, access, abi)?;
        }
    }
    Ok(created)
}

fn add_file(created: RulesetCreated, path: &Path, access: BitFlags<AccessFs>, abi: ABI) -> io::Result<RulesetCreated> {
    let failed = |error: &dyn std::error::Error, kind| io::Error::new(kind, format!("{}: {error}", path.display()));
    let metadata = std::fs::metadata(path).map_err(|error| failed(&error, error.kind()))?;
    // Rights that only folders have are invalid for a file.
    let access = if metadata.is_dir() { access } else { access & AccessFs::from_file(abi) };
    if access.is_empty() {
        return Ok(created);
    }
    let folder = PathFd::new(path).map_err(|error| failed(&error, io::ErrorKind::Other))?;
    created.add_rule(PathBeneath::new(folder, access)).map_err(|error| failed(&error, io::ErrorKind::Other))
}

fn add_ports(mut created: RulesetCreated, rules: &Rules, kernel: &Kernel) -> Result<RulesetCreated, RulesetError> {
    if kernel.landlock_abi >= PORTS {
        for (access, ports) in limited_ports(&rules.network) {
            for port in ports {
                created = created.add_rule(NetPort::new(*port, access))?;
            }
        }
    }
    Ok(created)
}

/// What is limited to some ports, and to which.
fn limited_ports(network: &Network) -> Vec<(AccessNet, &[u16])> {
    let lists = match network {
        Network::All => return Vec::new(),
        Network::None => return vec![(AccessNet::ConnectTcp, &[]), (AccessNet::BindTcp, &[])],
        Network::Limited { connect, listen, .. } => [(AccessNet::ConnectTcp, connect), (AccessNet::BindTcp, listen)],
    };
    let mut limited = Vec::new();
    for (access, ports) in lists {
        if let Ports::These(ports) = ports {
            limited.push((access, ports.as_slice()));
        }
    }
    limited
}
