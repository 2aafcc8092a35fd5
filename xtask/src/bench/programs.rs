//! The programs of the experiments, copied into a folder of their own with their data and packages.

use super::experiments::{EMPTY, Experiment};
use crate::suites::packages;
use crate::suites::temporary_folder::{TemporaryFolder, copy_folder};
use crate::workspace::Workspace;
use std::fs;
use std::io::{BufWriter, Write};
use std::os::unix::fs::symlink;

const EXAMPLES: &str = "examples/papers";
const STREAMS: &str = "examples/streams";
const FILE_BYTES: usize = 100_000;
const TEXT_BYTES: usize = 64 * 1024 * 1024;

/// Folders whose programs use npm packages: the prefix of a program's path, and the folder.
const WITH_PACKAGES: &[(&str, &str)] =
    &[("frameworks/", "lab/experiments/2023_ishtms_frameworks/programs"), ("packages/", "xtask/bench_programs")];

/// Copies everything that the chosen experiments need to `programs/` in a fresh folder. Packages are installed only
/// when one of them needs them.
pub fn prepare(workspace: &Workspace, chosen: &[&Experiment]) -> Result<TemporaryFolder, String> {
    let temporary_folder = TemporaryFolder::new()?;
    let programs = temporary_folder.path.join("programs");
    let explain = |error: std::io::Error| format!("cannot prepare the programs: {error}");
    fs::create_dir_all(programs.join("data")).map_err(explain)?;
    copy_folder(&workspace.root.join(EXAMPLES), &programs)?;
    fs::create_dir_all(programs.join("streams")).map_err(explain)?;
    copy_folder(&workspace.root.join(STREAMS), &programs.join("streams"))?;
    fs::write(programs.join("data/example.png"), (0..FILE_BYTES).map(|index| (index % 251) as u8).collect::<Vec<_>>())
        .map_err(explain)?;
    fs::write(programs.join(EMPTY), "").map_err(explain)?;
    let uses = |part: &str| {
        chosen.iter().any(|experiment| experiment.programs.iter().any(|(_, program)| program.contains(part)))
    };
    if uses("64mb") {
        let file = fs::File::create(programs.join("data/64mb.txt")).map_err(explain)?;
        write_text(BufWriter::new(file), TEXT_BYTES).map_err(explain)?;
    }
    for (prefix, source) in WITH_PACKAGES.iter().filter(|(prefix, _)| uses(prefix)) {
        let (source, target) = (workspace.root.join(source), programs.join(prefix.trim_end_matches('/')));
        fs::create_dir_all(&target).map_err(explain)?;
        copy_folder(&source, &target)?;
        symlink(packages::install(&source)?, target.join("node_modules")).map_err(explain)?;
    }
    Ok(temporary_folder)
}

/// Writes lines of words that a compressor can work on: the same on every machine. Never holds much of it in memory,
/// because the peak memory of a started program begins with that of its parent.
fn write_text(mut out: impl Write, bytes: usize) -> std::io::Result<()> {
    const WORDS: &[&str] = &[
        "time ",
        "request ",
        "answer ",
        "of ",
        "the ",
        "server\n",
        "connection ",
        "42 ",
        "and ",
        "refused\n",
        "GET ",
        "/index.html ",
        "200\n",
        "agent ",
        "cache ",
        "0x7f3a ",
    ];
    // Numbers of xorshift64: cheap, and good enough to choose words.
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut left = bytes;
    while left > 0 {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        let mut word = WORDS[(state >> 60) as usize].to_string();
        if state & 0x700 == 0 {
            word += &format!("{:x} ", state >> 32);
        }
        let part = &word.as_bytes()[..word.len().min(left)];
        out.write_all(part)?;
        left -= part.len();
    }
    out.flush()
}

#[cfg(test)]
mod tests {
    use super::write_text;

    fn text(bytes: usize) -> Vec<u8> {
        let mut text = Vec::new();
        write_text(&mut text, bytes).expect("memory takes it");
        text
    }

    #[test]
    fn the_text_has_its_length_and_is_always_the_same() {
        assert_eq!(text(1000).len(), 1000);
        assert_eq!(text(1000), text(2000)[..1000]);
    }
}
