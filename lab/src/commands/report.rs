//! `brio lab report`: writes the report of a run again, from its raw data.

use crate::arguments::{Arguments, Known};
use crate::experiment::catalogue;
use crate::report;
use crate::rivals;
use crate::runner::store::Store;
use std::path::PathBuf;

const KNOWN: Known = Known { with_value: &["--readme"], without_value: &[] };

pub fn run(arguments: &[String]) -> Result<i32, String> {
    let arguments = Arguments::read(arguments, &KNOWN)?;
    let home = catalogue::home();
    let folder = match arguments.names.as_slice() {
        [] => newest(&home.clone().ok_or("which folder? There is no lab/results here or above")?.join("results"))?,
        [folder] => PathBuf::from(folder),
        _ => return Err("report accepts one folder".to_string()),
    };
    if !folder.join("run.json").exists() {
        return Err(format!("{} is not a run: it has no run.json", folder.display()));
    }
    let adapters = rivals::adapters(home.as_deref())?;
    let mut experiments = home.map_or(Ok(Vec::new()), |home| catalogue::all(&home, &rivals::names(&adapters)))?;
    let store = Store::open(folder)?;
    experiments.extend(super::compare::kept(&store)?);
    report::write(&store, &experiments)?;
    if let Some(readme) = arguments.value("--readme") {
        let readme = std::fs::canonicalize(readme).map_err(|error| format!("{readme}: {error}"))?;
        let run =
            std::fs::canonicalize(&store.folder).map_err(|error| format!("{}: {error}", store.folder.display()))?;
        let place = run.strip_prefix(readme.parent().unwrap_or(&run)).unwrap_or(&run);
        report::write_into_readme(&store, &experiments, &readme, &place.to_string_lossy())?;
    }
    println!("{}", store.folder.join("report.html").display());
    Ok(0)
}

/// The most recently started run.
fn newest(results: &std::path::Path) -> Result<PathBuf, String> {
    let folders = std::fs::read_dir(results)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|folder| folder.join("run.json").exists());
    folders
        .max_by_key(|folder| folder.join("run.json").metadata().and_then(|data| data.modified()).ok())
        .ok_or_else(|| format!("there is no run in {}", results.display()))
}
