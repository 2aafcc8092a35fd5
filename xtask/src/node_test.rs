//! `./x node-test`: not written yet.

use crate::workspace::Workspace;

pub fn run(_workspace: &Workspace, _arguments: &[String]) -> Result<i32, String> {
    Err("node-test is not written yet".to_string())
}
