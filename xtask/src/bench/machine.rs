//! Writes raw results with the information to interpret them: the machine, the versions, the commit.

use super::Samples;
use super::experiments::Runtime;
use super::table::Row;
use crate::workspace::Workspace;
use serde_json::{Value, json};
use std::fs;
use std::process::Command;

/// Writes `lab/results/<date>_<machine>/<time>.json` and returns its path, relative to the root.
pub fn save(
    workspace: &Workspace,
    versions: &[(Runtime, String)],
    samples: &Samples,
    rows: &[Row],
    rounds: u32,
) -> Result<String, String> {
    let folder = format!("lab/results/{}_{}", output("date", &["+%F"]), slug(&cpu_model()));
    let file = format!("{folder}/{}.json", output("date", &["+%H%M%S"]));
    let document = json!({
        "command": "./x bench",
        "date": output("date", &["-u", "+%FT%TZ"]),
        "commit": output("git", &["-C", &workspace.root.to_string_lossy(), "describe", "--always", "--dirty"]),
        "machine": machine(),
        "versions": versions.iter().map(|(runtime, version)| (runtime.name().to_string(), Value::from(version.as_str()))).collect::<serde_json::Map<_, _>>(),
        "rounds": rounds,
        "figures": rows.iter().map(figure).collect::<Vec<_>>(),
        "samples": samples.iter().map(|((experiment, runtime), rounds)| json!({
            "experiment": experiment,
            "runtime": runtime.name(),
            "rounds": rounds.iter().map(|round| round.iter().map(|(metric, value)| (metric.label().to_string(), json!(value))).collect::<serde_json::Map<_, _>>()).collect::<Vec<_>>(),
        })).collect::<Vec<_>>(),
    });
    let path = workspace.root.join(&file);
    let written =
        fs::create_dir_all(workspace.root.join(folder)).and_then(|()| fs::write(&path, format!("{document:#}\n")));
    written.map_err(|error| format!("cannot write {file}: {error}"))?;
    Ok(file)
}

/// Writes a printed table to `lab/results/<date>_<machine>/<name>.txt`. Returns its path, relative to the root.
pub fn save_table(workspace: &Workspace, name: &str, table: &str) -> Result<String, String> {
    let folder = format!("lab/results/{}_{}", output("date", &["+%F"]), slug(&cpu_model()));
    let file = format!("{folder}/{name}.txt");
    let written =
        fs::create_dir_all(workspace.root.join(folder)).and_then(|()| fs::write(workspace.root.join(&file), table));
    written.map_err(|error| format!("cannot write {file}: {error}"))?;
    Ok(file)
}

fn figure(row: &Row) -> Value {
    json!({
        "experiment": row.experiment, "metric": row.metric, "brio": row.brio, "peer": row.peer, "peer_value": row.peer_value,
        "ratio": row.ratio, "allowed": row.allowed, "holds": row.holds,
    })
}

fn machine() -> Value {
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let memory = memory.lines().find_map(|line| line.strip_prefix("MemTotal:")).unwrap_or("").trim().to_string();
    json!({
        "cpu": cpu_model(),
        "cores": std::thread::available_parallelism().map(usize::from).unwrap_or(0),
        "memory": memory,
        "kernel": output("uname", &["-sr"]),
        "system": fs::read_to_string("/etc/os-release").unwrap_or_default().lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).unwrap_or("").trim_matches('"'),
        "javascriptcore": output("pkg-config", &["--modversion", "javascriptcoregtk-4.1"]),
        "wrk": output("wrk", &["-v"]),
    })
}

fn cpu_model() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
    line.map_or("unknown cpu".to_string(), |(_, model)| model.trim().to_string())
}

/// The first line of a command's output. `wrk -v` prints its version with an error code.
fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    output
        .map(|output| String::from_utf8_lossy(&output.stdout).lines().next().unwrap_or("").trim().to_string())
        .unwrap_or_default()
}

/// Lower-case letters, digits and underscores.
fn slug(text: &str) -> String {
    let words = text.split(|character: char| !character.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("_")
}

#[cfg(test)]
mod tests {
    use super::slug;

    #[test]
    fn a_machine_becomes_a_folder_name() {
        assert_eq!(slug("Intel(R) Xeon(R) CPU @ 2.60GHz"), "intel_r_xeon_r_cpu_2_60ghz");
    }
}
