//! `./x tidy`: not written yet.
use crate::report::Tally;
use crate::workspace::Workspace;

pub fn run(_workspace: &Workspace, _arguments: &[String]) -> Result<i32, String> {
    Err("tidy is not written yet".to_string())
}

pub fn check(_workspace: &Workspace) -> Tally {
    Tally::default()
}
