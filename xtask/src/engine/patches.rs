//! Brio's patches of the engine's source (`engine/jsc_sys/patches`): corrections without which a program hangs or
//! crashes, each to be offered to WebKit and dropped when a version has it.

use super::source::Source;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// Name and content of each patch, in the format of `diff -u` with paths below the source's folder.
pub const PATCHES: &[(&str, &str)] = &[
    ("bytecode_encoding_time.patch", include_str!("../../../engine/jsc_sys/patches/bytecode_encoding_time.patch")),
    ("parser_stack_overflow.patch", include_str!("../../../engine/jsc_sys/patches/parser_stack_overflow.patch")),
    ("unnamed_async_frames.patch", include_str!("../../../engine/jsc_sys/patches/unnamed_async_frames.patch")),
];

/// Applies the patches that the source does not have yet.
///
/// # Errors
/// A message that names the patch when it does not fit the source.
pub fn apply(source: &Source) -> Result<(), String> {
    for (name, patch) in PATCHES {
        if run(&source.folder, &["--dry-run", "--reverse"], patch)? {
            continue;
        }
        if !run(&source.folder, &["--dry-run"], patch)? || !run(&source.folder, &[], patch)? {
            return Err(format!(
                "engine/jsc_sys/patches/{name} does not fit WebKit {}; docs/internals/engine.md says what to do",
                source.version
            ));
        }
        eprintln!("x: applied {name}");
    }
    Ok(())
}

/// Whether `patch` succeeds with these options.
fn run(folder: &Path, options: &[&str], patch: &str) -> Result<bool, String> {
    let explain = |error: std::io::Error| format!("cannot run patch: {error}");
    let mut child = Command::new("patch")
        .args(["--strip=1", "--force", "--silent", "--reject-file=-"])
        .args(options)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .map_err(explain)?;
    let mut input = child.stdin.take().expect("stdin is piped");
    // A patch that does not fit ends the program before it has read everything; its exit code says so.
    let _ = input.write_all(patch.as_bytes());
    drop(input);
    Ok(child.wait().map_err(explain)?.success())
}

#[cfg(test)]
mod tests {
    use super::run;
    use std::fs;

    #[test]
    fn a_patch_is_applied_once_and_refused_where_it_does_not_fit() {
        let folder = std::env::temp_dir().join(format!("brio-patches-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder");
        fs::write(folder.join("a.txt"), "one\ntwo\n").expect("a temporary folder");
        let patch = "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+three\n";
        assert_eq!(run(&folder, &["--dry-run", "--reverse"], patch), Ok(false));
        assert_eq!(run(&folder, &[], patch), Ok(true));
        assert_eq!(fs::read_to_string(folder.join("a.txt")).expect("it is there"), "one\nthree\n");
        assert_eq!(run(&folder, &["--dry-run", "--reverse"], patch), Ok(true));
        assert_eq!(run(&folder, &["--dry-run"], &patch.replace("two", "four")), Ok(false));
        fs::remove_dir_all(&folder).expect("ours");
    }
}
