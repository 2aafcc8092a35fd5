//! The processors, from `/proc/stat` and `/proc/cpuinfo`.

/// Milliseconds of one tick of `/proc/stat`: the kernel reports 100 per second to programs on all machines.
const TICK_MS: u64 = 10;

/// For each processor: model, MHz, and milliseconds in user, nice, system, idle and interrupt mode.
pub fn list(stat: &str, info: &str) -> Vec<String> {
    let models = rows(info, "model name");
    let speeds = rows(info, "cpu MHz");
    let mut fields = Vec::new();
    let times = stat.lines().take_while(|line| line.starts_with("cpu")).filter(|line| !line.starts_with("cpu "));
    for (index, line) in times.enumerate() {
        fields.push(models.get(index).copied().unwrap_or("unknown").to_string());
        let speed = speeds.get(index).and_then(|speed| speed.parse::<f64>().ok()).unwrap_or(0.0);
        fields.push((speed as u64).to_string());
        let ticks: Vec<u64> = line.split_whitespace().skip(1).map(|word| word.parse().unwrap_or(0)).collect();
        // Columns: user, nice, system, idle, iowait, irq.
        for column in [0, 1, 2, 3, 5] {
            fields.push((ticks.get(column).copied().unwrap_or(0) * TICK_MS).to_string());
        }
    }
    fields
}

/// The values of all rows with this name.
fn rows<'a>(info: &'a str, name: &str) -> Vec<&'a str> {
    info.lines()
        .filter_map(|line| line.split_once(':'))
        .filter(|(key, _)| key.trim() == name)
        .map(|(_, value)| value.trim())
        .collect()
}

#[cfg(test)]
#[path = "processors_tests.rs"]
mod tests;
