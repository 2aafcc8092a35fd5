//! System packages that only some tests need: they are installed by the test that needs them, not by `x`, so that
//! building Brio does not require a database server.

use std::path::Path;
use std::process::Command;

/// Folders with programs of the system, including those that only root has on its PATH.
const FOLDERS: &[&str] = &["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"];

/// The full path of a program, from PATH or from the folders of the system.
pub fn find_program(name: &str) -> Option<String> {
    let path = std::env::var("PATH").unwrap_or_default();
    let folders = path.split(':').filter(|folder| !folder.is_empty()).chain(FOLDERS.iter().copied());
    folders.map(|folder| format!("{folder}/{name}")).find(|candidate| Path::new(candidate).is_file())
}

/// Whether this process is root.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// Installs Debian packages with apt, as root or through sudo. A missing or outdated package index is fetched once.
pub fn install(packages: &[&str]) -> Result<(), String> {
    eprintln!("x: installing with apt: {}", packages.join(" "));
    if apt(&[&["install", "-y", "--no-install-recommends"], packages].concat()) {
        return Ok(());
    }
    eprintln!("x: fetching apt's package lists");
    if apt(&["update"]) && apt(&[&["install", "-y", "--no-install-recommends"], packages].concat()) {
        return Ok(());
    }
    Err(format!("could not be installed; as root: apt-get install {}", packages.join(" ")))
}

fn apt(arguments: &[&str]) -> bool {
    let mut words = if is_root() { Vec::new() } else { vec!["sudo"] };
    words.extend(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-o", "DPkg::Lock::Timeout=300"]);
    words.extend(arguments);
    Command::new(words[0]).args(&words[1..]).status().is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::find_program;

    #[test]
    fn programs_are_found_by_name() {
        assert!(find_program("sh").is_some_and(|path| path.starts_with('/') && path.ends_with("/sh")));
        assert_eq!(find_program("no-such-program-anywhere"), None);
    }
}
