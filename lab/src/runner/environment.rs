//! The conditions of a run that are needed to interpret figures: the machine, its state, the versions, the commit.

use crate::rivals::Found;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// The environment of a run, for `run.json` and the report.
pub fn record(found: &BTreeMap<String, Result<Found, String>>, arguments: &[String]) -> Value {
    let memory = fs::read_to_string("/proc/meminfo").unwrap_or_default();
    let memory_kb: u64 = memory
        .lines()
        .find_map(|line| line.strip_prefix("MemTotal:"))
        .and_then(|rest| rest.split_whitespace().next()?.parse().ok())
        .unwrap_or(0);
    let rivals: serde_json::Map<String, Value> = found.iter().map(|(name, rival)| {
        let value = match rival {
            Ok(found) => json!({ "title": found.label(), "version": found.version, "origin": found.origin, "binary": shorten(&found.binary.to_string_lossy()) }),
            Err(reason) => json!({ "missing": reason }),
        };
        (name.clone(), value)
    }).collect();
    json!({
        "started": utc_now(),
        "command": shorten(&format!("brio lab {}", arguments.join(" "))),
        "commit": output("git", &["describe", "--always", "--dirty"]),
        "cpu": cpu_model(),
        "cores": crate::cores::available().len(),
        "governor": fs::read_to_string("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor").map_or("not visible (a virtual machine)".to_string(), |text| text.trim().to_string()),
        "memory_gb": (memory_kb as f64 / 1024.0 / 1024.0 * 10.0).round() / 10.0,
        "kernel": output("uname", &["-sr"]),
        "system": fs::read_to_string("/etc/os-release").unwrap_or_default().lines().find_map(|line| line.strip_prefix("PRETTY_NAME=")).unwrap_or("").trim_matches('"'),
        "javascriptcore": output("pkg-config", &["--modversion", "javascriptcoregtk-4.1"]),
        "rustc": output("rustc", &["--version"]),
        "load_average": fs::read_to_string("/proc/loadavg").unwrap_or_default().trim(),
        "lab": env!("CARGO_PKG_VERSION"),
        "rivals": rivals,
    })
}

/// `<date>_<machine>`, the name of the folder of a run.
pub fn folder_name() -> String {
    format!("{}_{}", utc_now().split('T').next().unwrap_or(""), slug(&cpu_model()))
}

/// The current time, as `2026-11-21T14:30:00Z`.
pub fn utc_now() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |time| time.as_secs());
    let (year, month, day) = civil(seconds / 86_400);
    let time = seconds % 86_400;
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", time / 3600, time / 60 % 60, time % 60)
}

/// Removes the working directory of the lab and the user's home folder, which are private.
pub fn shorten(text: &str) -> String {
    let here = std::env::current_dir().map(|folder| format!("{}/", folder.display())).unwrap_or_default();
    let text = if here.len() > 1 { text.replace(&here, "") } else { text.to_string() };
    match std::env::var("HOME") {
        Ok(home) if home.len() > 1 => text.replace(&home, "~"),
        _ => text,
    }
}

/// Converts days since 1970 to a date of the Gregorian calendar (Hinnant's algorithm, with eras of 400 years that begin
/// in March).
fn civil(days: u64) -> (u64, u64, u64) {
    let shifted = days + 719_468;
    let (era, of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * of_year + 2) / 153;
    let month = if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, of_year - (153 * shifted_month + 2) / 5 + 1)
}

fn cpu_model() -> String {
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let line = text.lines().find(|line| line.starts_with("model name")).and_then(|line| line.split_once(':'));
    line.map_or("unknown cpu".to_string(), |(_, model)| model.trim().to_string())
}

/// The first line of a command's output; empty when the command does not exist.
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
    use super::{civil, slug};

    #[test]
    fn days_are_dates() {
        assert_eq!(
            (civil(0), civil(59), civil(11_016), civil(20_778)),
            ((1970, 1, 1), (1970, 3, 1), (2000, 2, 29), (2026, 11, 21))
        );
    }

    #[test]
    fn a_machine_becomes_a_folder_name() {
        assert_eq!(slug("Intel(R) Xeon(R) CPU @ 2.60GHz"), "intel_r_xeon_r_cpu_2_60ghz");
    }
}
