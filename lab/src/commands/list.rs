//! `brio lab list`: the experiments and the runtimes.

use crate::experiment::catalogue;
use crate::experiment::{Experiment, Kind};
use crate::rivals;

pub fn run(arguments: &[String]) -> Result<i32, String> {
    if let Some(argument) = arguments.first() {
        return Err(format!("list accepts no arguments, not even \"{argument}\""));
    }
    let home = catalogue::home();
    let adapters = rivals::adapters(home.as_deref())?;
    let Some(home) = home else {
        return Err(
            "there is no folder lab/experiments here or above; `brio lab compare FILE` works everywhere".to_string()
        );
    };
    let experiments = catalogue::all(&home, &rivals::names(&adapters))?;
    println!("experiments");
    for experiment in &experiments {
        println!("  {:<24} {}", experiment.id(), experiment.title);
        println!(
            "  {:<24} {} {}, {}; {}",
            "",
            experiment.source.authors,
            experiment.source.year,
            experiment.source.place,
            size(experiment)
        );
    }
    println!("\nruntimes");
    for rival in adapters {
        println!("  {:<24} {} {}", rival.name, rival.title, rival.version.unwrap_or_default());
    }
    Ok(0)
}

fn size(experiment: &Experiment) -> String {
    let (count, what) = if experiment.kind == Kind::Steps {
        (experiment.steps.len(), "steps")
    } else {
        (experiment.cases.len(), "cases")
    };
    format!("{count} {what}, {} programs", experiment.programs.len())
}
