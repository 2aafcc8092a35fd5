//! Systems as the targets of executables name them: `bun-linux-x64-baseline`, `x86_64-unknown-linux-gnu`.

use std::env::consts::{ARCH, OS};

/// The names of operating systems in targets, and those of Rust.
const SYSTEMS: &[(&str, &str)] =
    &[("linux", "linux"), ("darwin", "macos"), ("windows", "windows"), ("freebsd", "freebsd"), ("android", "android")];
/// The names of processors in targets, and those of Rust.
const PROCESSORS: &[(&str, &str)] =
    &[("x64", "x86_64"), ("arm64", "aarch64"), ("x86_64", "x86_64"), ("aarch64", "aarch64")];

/// Whether a target names a system.
pub(super) fn is_system(target: &str) -> bool {
    target.starts_with("bun-") || PROCESSORS.iter().any(|(name, _)| target.starts_with(&format!("{name}-")))
}

/// Checks that a target is the system on which this process runs.
///
/// # Errors
/// A message for the user.
pub(super) fn check(target: &str) -> Result<(), String> {
    let words: Vec<&str> = target.split('-').collect();
    let of = |table: &[(&str, &'static str)], default: &'static str| {
        words.iter().find_map(|word| table.iter().find(|(name, _)| name == word)).map_or(default, |(_, name)| *name)
    };
    let known = words.iter().any(|word| SYSTEMS.iter().any(|(name, _)| name == word));
    if !known {
        return Err(format!("--target \"{target}\" names no system; bun-linux-x64 and x86_64-unknown-linux-gnu do"));
    }
    let is_other_library = cfg!(target_env = "gnu") && words.contains(&"musl");
    if of(SYSTEMS, OS) == OS && of(PROCESSORS, ARCH) == ARCH && !is_other_library {
        return Ok(());
    }
    Err(format!(
        "--target {target} is not this system ({OS} on {ARCH}), and brio has no other runtimes to take: build it there, or name a brio for it with --runtime"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_and_other_systems() {
        let own = format!("{ARCH}-unknown-{OS}-gnu");
        assert!(is_system(&own) && check(&own).is_ok());
        for other in ["bun-windows-x64", "bun-darwin-arm64", "x86_64-pc-windows-msvc"] {
            assert!(is_system(other) && check(other).unwrap_err().contains("--runtime"), "{other}");
        }
        assert!(check("bun-moon").unwrap_err().contains("names no system"));
        assert!(!is_system("es2020") && !is_system("browser"));
    }
}
