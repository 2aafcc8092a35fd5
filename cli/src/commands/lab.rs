//! `brio lab`: hands over to `brio-lab`, which lies beside this binary. It is a binary of its own, so that those who
//! only run programs do not carry it.

use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::Command;

const NAME: &str = "brio-lab";

/// Becomes the lab. Returns, with an exit code, only when there is none.
pub fn start(arguments: &[String]) -> i32 {
    let beside =
        std::env::current_exe().ok().and_then(|brio| Some(brio.parent()?.join(NAME))).filter(|path| path.exists());
    let error = Command::new(beside.unwrap_or_else(|| PathBuf::from(NAME))).args(arguments).exec();
    if error.kind() == std::io::ErrorKind::NotFound {
        eprintln!(
            "brio: the lab is a binary of its own, {NAME}, and is neither beside brio nor on the path; `./x build` in Brio's repository makes it"
        );
    } else {
        eprintln!("brio: cannot start {NAME}: {error}");
    }
    127
}

/// `brio help lab`: the lab's own.
pub fn print_help() {
    start(&["--help".to_string()]);
}
