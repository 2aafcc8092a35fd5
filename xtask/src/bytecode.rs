//! Bytecode of the builtins, collected from training programs (`runtime/training`) when the binary is built, and
//! appended to it (`docs/decisions/0030-builtin-bytecode.md`).

use crate::workspace::Workspace;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};

/// The training programs, with the arguments before each; the bytecode of those in the folder `frequent` is not compressed.
pub const PROGRAMS: &[(&str, &str)] = &[
    ("--as node", "frequent/empty.mjs"),
    ("--as node", "frequent/empty.cjs"),
    ("--as node", "frequent/node.mjs"),
    ("--as bun", "frequent/bun.ts"),
    ("--as deno", "frequent/deno.ts"),
    ("--as node --permission --allow-fs-read=*", "frequent/empty.mjs"),
    ("--as node --permission --allow-fs-read=*", "frequent/empty.cjs"),
    ("--as node --allow-read=/ --allow-env --no-prompt", "frequent/empty.mjs"),
    ("--as node --allow-read=/ --allow-env --no-prompt", "frequent/empty.cjs"),
    ("--as deno --secure --no-prompt", "frequent/empty.mjs"),
    ("--as node --allow-all --deny-run=/nowhere", "node.mjs"),
    ("--as node", "node.mjs"),
    ("--as bun", "bun.ts"),
    ("--as deno", "deno.ts"),
    // As the only file it runs in the main thread, as one of several in a thread.
    ("test", "tests/bun.test.ts"),
    ("test --parallel 1", "tests"),
];

/// Runs the training programs with a newly built binary. Returns the pack.
///
/// # Errors
/// The reason, as a sentence: a program that failed, or an engine without usable bytecode.
pub fn collect(workspace: &Workspace, binary: &Path, pack: &Path) -> Result<Vec<u8>, String> {
    let _ = fs::remove_file(pack);
    for (arguments, program) in PROGRAMS {
        let mut command = Command::new(binary);
        command.args(arguments.split(' ')).arg(workspace.root.join("runtime/training").join(program));
        command
            .env("BRIO_COLLECT_BYTECODE", pack)
            .env_remove("BRIO_BUILTINS")
            .env_remove("BRIO_COLLECT_FREQUENT")
            .stdin(Stdio::null());
        if program.starts_with("frequent/") {
            command.env("BRIO_COLLECT_FREQUENT", "1");
        }
        let output = command.output().map_err(|error| format!("cannot start {}: {error}", binary.display()))?;
        if !output.status.success() {
            return Err(format!("{program} ended with {}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
        }
    }
    fs::read(pack).map_err(|error| format!("this engine produced none ({error})"))
}

/// Appends the pack to a binary, with the alignment that its parts require.
///
/// # Errors
/// The system's.
pub fn append(binary: &Path, pack: &[u8]) -> io::Result<()> {
    const ALIGNMENT: u64 = 16;
    let mut file = OpenOptions::new().append(true).open(binary)?;
    let length = file.metadata()?.len();
    file.write_all(&vec![0; (length.next_multiple_of(ALIGNMENT) - length) as usize])?;
    file.write_all(pack)
}
