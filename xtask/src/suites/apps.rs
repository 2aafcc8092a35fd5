//! Not written yet.
use super::Options;
use crate::report::Tally;
use crate::workspace::Workspace;

pub fn run(_workspace: &Workspace, _options: &Options) -> Result<Tally, String> {
    Ok(Tally::default())
}
