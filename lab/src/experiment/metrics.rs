//! The metrics: their names, units and which direction is better.

/// One metric.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Metric {
    /// As in files.
    pub name: &'static str,
    /// As in the report.
    pub title: &'static str,
    pub unit: &'static str,
    pub higher_is_better: bool,
    /// Applies to servers.
    pub server: bool,
    /// Applies to processes.
    pub process: bool,
}

const fn server(name: &'static str, title: &'static str, unit: &'static str, higher_is_better: bool) -> Metric {
    Metric { name, title, unit, higher_is_better, server: true, process: false }
}

const fn process(name: &'static str, title: &'static str, unit: &'static str) -> Metric {
    Metric { name, title, unit, higher_is_better: false, server: false, process: true }
}

/// All metrics, in the order of the report.
pub const METRICS: &[Metric] = &[
    server("requests_per_second", "requests per second", "/s", true),
    server("completion_seconds", "completion time", "s", false),
    server("cpu_us_per_request", "server CPU per request", "µs", false),
    server("latency_mean_ms", "mean latency", "ms", false),
    server("latency_p50_ms", "median latency", "ms", false),
    server("latency_p90_ms", "latency, 90 %", "ms", false),
    server("latency_p99_ms", "latency, 99 %", "ms", false),
    server("latency_max_ms", "longest latency", "ms", false),
    server("success_percent", "right answers", "%", true),
    server("cpu_percent", "CPU of the server", "%", false),
    server("throughput_mb_per_second", "throughput", "MB/s", true),
    server("rss_before_mb", "memory before load", "MB", false),
    server("rss_load_mb", "memory under load", "MB", false),
    server("rss_peak_mb", "peak memory", "MB", false),
    server("rss_idle_mb", "memory after idling", "MB", false),
    server("pss_before_mb", "proportional memory before load", "MB", false),
    server("pss_load_mb", "proportional memory after load", "MB", false),
    server("pss_idle_mb", "proportional memory after idling", "MB", false),
    server("threads", "threads under load", "", false),
    server("start_ms", "time to the first answer", "ms", false),
    process("wall_ms", "wall time", "ms"),
    process("cpu_ms", "user and system time", "ms"),
    process("user_ms", "user time", "ms"),
    process("system_ms", "system time", "ms"),
    process("peak_rss_mb", "peak memory", "MB"),
    process("output_kb", "size of the output", "kB"),
];

/// The metric with this name.
pub fn metric(name: &str) -> Option<&'static Metric> {
    METRICS.iter().find(|metric| metric.name == name)
}
