//! `brio exec` in several packages of a workspace: a command in the folder of each, chosen and ordered as `brio run` does
//! it with scripts.

use super::scripts::{self, NO_MEMBER, RunFlags};
use super::usage;
use crate::error::{Error, Result};
use crate::project::Project;
use crate::run::many::{Task, run_many};
use crate::run::quoted;
use crate::workspace::{Member, filter};
use std::path::PathBuf;

/// What the stage is called, for the variables that it gets.
const STAGE: &str = "exec";

/// Runs the command, when flags choose packages. Returns the exit code; None when the command is for one folder.
pub fn start(arguments: &[String]) -> Option<i32> {
    let request = Request::read(arguments)?;
    Some(scripts::code_of(request.run()))
}

struct Request {
    flags: RunFlags,
    /// For the shell.
    line: String,
    start_folder: PathBuf,
}

impl Request {
    fn read(arguments: &[String]) -> Option<Self> {
        // `-c LINE` instead of a command.
        let call = arguments.iter().position(|one| one == "-c" || one == "--call");
        let before_call = call.and_then(|at| RunFlags::read(&arguments[..at]).filter(|(_, count)| *count == at));
        let (flags, line) = match (before_call, call) {
            (Some((flags, _)), Some(at)) => (flags, arguments[at + 1..].join(" ")),
            _ => {
                let (flags, count) = RunFlags::read(arguments)?;
                let words: Vec<String> = arguments[count..].iter().map(|word| quoted(word)).collect();
                (flags, words.join(" "))
            }
        };
        let mut start_folder = std::env::current_dir().ok()?;
        start_folder.extend(&flags.folder);
        flags.is_of_several().then_some(Self { flags, line, start_folder })
    }

    fn run(&self) -> Result<i32> {
        if self.line.is_empty() {
            return Err(usage("exec requires a command").with_hint("`brio help exec` shows how to use it"));
        }
        let members = scripts::chosen(&self.flags, &self.start_folder)?;
        if members.is_empty() {
            return Err(Error::new("ENOMEMBER", NO_MEMBER));
        }
        let tasks = self.tasks(&members)?;
        run_many(&tasks, scripts::manner(&self.flags, tasks.len()), &self.start_folder)
    }

    fn tasks(&self, members: &[Member]) -> Result<Vec<Task>> {
        let edges = filter::dependencies(members);
        let tasks = members.iter().zip(edges).enumerate().map(|(index, (member, edges))| {
            let after = edges.into_iter().filter(|other| *other != index && !self.flags.is_parallel).collect();
            Ok(Task {
                project: Project::read(&member.folder)?,
                label: member.name.clone(),
                stages: vec![(STAGE.to_string(), self.line.clone())],
                name: STAGE.to_string(),
                arguments: Vec::new(),
                after,
                of_deno: None,
            })
        });
        tasks.collect()
    }
}
