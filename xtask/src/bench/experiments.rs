//! The experiments and Brio's targets, as data. A row of the table of `./x bench` is one target here; docs/decisions/
//! and the issue that set it explain where a target comes from.

/// The runtimes that can run a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Runtime {
    Brio,
    Bun,
    Deno,
    Node,
}

impl Runtime {
    pub fn name(self) -> &'static str {
        match self {
            Runtime::Brio => "brio",
            Runtime::Bun => "bun",
            Runtime::Deno => "deno",
            Runtime::Node => "node",
        }
    }
}

/// The metrics; all are medians of the rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// Server CPU time per request, user and system, in microseconds.
    CpuPerRequest,
    /// The user part of it.
    UserPerRequest,
    /// From start to end of the process, in milliseconds.
    Wall,
    /// User and system time of the process, in milliseconds.
    Cpu,
    /// The largest resident set, in megabytes.
    PeakRss,
    /// The resident set after the last request, in megabytes.
    EndRss,
    /// The resident set after a third more requests, divided by the previous one.
    Growth,
    /// Requests per second; shown but not judged, because it depends on the other load of the machine.
    Rate,
}

impl Metric {
    pub fn label(self) -> &'static str {
        match self {
            Metric::CpuPerRequest => "CPU/request µs",
            Metric::UserPerRequest => "user/request µs",
            Metric::Wall => "wall ms",
            Metric::Cpu => "CPU ms",
            Metric::PeakRss => "peak RSS MB",
            Metric::EndRss => "RSS MB",
            Metric::Growth => "growth",
            Metric::Rate => "requests/s",
        }
    }
}

/// The reference that Brio's value is compared with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Against {
    /// At most this many times the runtime's value.
    Times(Runtime, f64),
    /// At most this many times the smallest value of all peers.
    Best(f64),
    /// At most this value.
    Absolute(f64),
}

/// The kind of experiment. Programs are files under `examples/papers/`, `examples/streams/` (as `streams/…`), or of the
/// folders with packages in `programs.rs`.
pub enum Kind {
    /// A server under load with this many connections, and the requested path.
    Server { connections: u32, path: &'static str },
    /// A server that handles this many requests and then more.
    Memory { requests: u64, more: u64, path: &'static str },
    /// A program that runs to its end, with these arguments.
    Process { arguments: &'static [&'static str] },
    /// A program that uses a service and runs to its end.
    Client { service: Service },
}

/// The service that a client uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Service {
    /// A plain HTTP server.
    Hello,
    /// PostgreSQL.
    Postgres,
}

/// One experiment: which runtime runs which program, and the targets.
pub struct Experiment {
    pub name: &'static str,
    pub kind: Kind,
    pub programs: &'static [(Runtime, &'static str)],
    pub figures: &'static [(Metric, Against)],
}

use Against::{Absolute, Best, Times};
use Metric::{Cpu, CpuPerRequest, EndRss, Growth, PeakRss, UserPerRequest, Wall};
use Runtime::{Brio, Bun, Deno, Node};

/// The same program for all runtimes.
macro_rules! all {
    ($program:literal) => {
        &[(Brio, $program), (Bun, $program), (Deno, $program), (Node, $program)]
    };
}

const HELLO_BUN: &[(Runtime, &str)] = &[(Brio, "lichter_2023/http_bun.js"), (Bun, "lichter_2023/http_bun.js")];
const FIB: &[(Runtime, &str)] = &[
    (Brio, "kalman_2025/fib.js"),
    (Bun, "kalman_2025/fib.js"),
    (Deno, "kalman_2025/fib.js"),
    (Node, "kalman_2025/fib.js"),
];
const HELLO_BUN_FIGURES: &[(Metric, Against)] = &[(CpuPerRequest, Times(Bun, 0.88)), (UserPerRequest, Times(Bun, 0.5))];
const ROUTE: &str = "/bench/testing?id=10";
const EXPRESS: &[(Runtime, &str)] = all!("frameworks/express.cjs");
const FIB_LONG: &[(Metric, Against)] = &[(Wall, Times(Bun, 1.03)), (Wall, Times(Node, 0.65))];
const FIB_SHORT: &[(Metric, Against)] = &[(Wall, Times(Node, 1.0)), (Wall, Times(Deno, 1.0))];

const SQLITE_INSERTS: &[(Runtime, &str)] = &[
    (Brio, "packages/sqlite_inserts_node.mjs"),
    (Bun, "packages/sqlite_inserts_bun.mjs"),
    (Deno, "packages/sqlite_inserts_node.mjs"),
    (Node, "packages/sqlite_inserts_node.mjs"),
];
const SQLITE_ROWS: &[(Runtime, &str)] = &[
    (Brio, "packages/sqlite_rows_node.mjs"),
    (Bun, "packages/sqlite_rows_bun.mjs"),
    (Deno, "packages/sqlite_rows_node.mjs"),
    (Node, "packages/sqlite_rows_node.mjs"),
];

pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "hello-bun-50",
        kind: Kind::Server { connections: 50, path: "/" },
        programs: HELLO_BUN,
        figures: HELLO_BUN_FIGURES,
    },
    Experiment {
        name: "hello-bun-500",
        kind: Kind::Server { connections: 500, path: "/" },
        programs: HELLO_BUN,
        figures: HELLO_BUN_FIGURES,
    },
    Experiment {
        name: "hello-node",
        kind: Kind::Server { connections: 50, path: "/" },
        programs: &[
            (Brio, "kalman_2025/http_node.js"),
            (Node, "kalman_2025/http_node.js"),
            (Bun, "kalman_2025/http_node.js"),
        ],
        figures: &[(CpuPerRequest, Times(Node, 0.6)), (CpuPerRequest, Times(Bun, 0.8))],
    },
    Experiment {
        name: "hello-deno",
        kind: Kind::Server { connections: 50, path: "/" },
        programs: &[(Brio, "kalman_2025/http_deno.js"), (Deno, "kalman_2025/http_deno.js")],
        figures: &[(CpuPerRequest, Times(Deno, 0.95))],
    },
    Experiment {
        name: "file-bun",
        kind: Kind::Server { connections: 50, path: "/example.png" },
        programs: &[(Brio, "lichter_2023/file_bun.js"), (Bun, "lichter_2023/file_bun.js")],
        figures: &[(CpuPerRequest, Times(Bun, 0.95))],
    },
    Experiment {
        name: "file-node",
        kind: Kind::Server { connections: 50, path: "/example.png" },
        programs: &[(Brio, "lichter_2023/file_node.js"), (Node, "lichter_2023/file_node.js")],
        figures: &[(CpuPerRequest, Times(Node, 0.4))],
    },
    Experiment {
        name: "file-deno",
        kind: Kind::Server { connections: 50, path: "/example.png" },
        programs: &[(Brio, "streams/file_deno.js"), (Deno, "streams/file_deno.js")],
        figures: &[(CpuPerRequest, Times(Deno, 0.6))],
    },
    Experiment {
        name: "stream-bun",
        kind: Kind::Server { connections: 50, path: "/" },
        programs: &[(Brio, "streams/body_bun.js"), (Bun, "streams/body_bun.js")],
        figures: &[(CpuPerRequest, Times(Bun, 0.9))],
    },
    Experiment {
        name: "stream-deno",
        kind: Kind::Server { connections: 50, path: "/" },
        programs: &[(Brio, "streams/body_deno.js"), (Deno, "streams/body_deno.js")],
        figures: &[(CpuPerRequest, Times(Deno, 0.9))],
    },
    Experiment {
        name: "route-bun",
        kind: Kind::Server { connections: 50, path: "/bench/testing?id=10" },
        programs: &[(Brio, "node_mais_rapido/bench_bun.js"), (Bun, "node_mais_rapido/bench_bun.js")],
        figures: &[(CpuPerRequest, Times(Bun, 0.8))],
    },
    Experiment {
        name: "fib-45",
        kind: Kind::Process { arguments: &["45"] },
        programs: &[(Brio, "kalman_2025/fib.js"), (Bun, "kalman_2025/fib.js"), (Node, "kalman_2025/fib.js")],
        figures: FIB_LONG,
    },
    Experiment { name: "fib-40", kind: Kind::Process { arguments: &["40"] }, programs: FIB, figures: FIB_LONG },
    Experiment { name: "fib-33", kind: Kind::Process { arguments: &["33"] }, programs: FIB, figures: FIB_SHORT },
    Experiment { name: "fib-30", kind: Kind::Process { arguments: &["30"] }, programs: FIB, figures: FIB_SHORT },
    Experiment { name: "fib-25", kind: Kind::Process { arguments: &["25"] }, programs: FIB, figures: FIB_SHORT },
    Experiment {
        name: "threads-64",
        kind: Kind::Process { arguments: &["64"] },
        programs: &[
            (Brio, "friedrich_2024/threads_node.js"),
            (Bun, "friedrich_2024/threads_bun.js"),
            (Deno, "friedrich_2024/threads_deno.js"),
            (Node, "friedrich_2024/threads_node.js"),
        ],
        figures: &[(Cpu, Best(0.4)), (PeakRss, Best(0.6))],
    },
    Experiment {
        name: "empty",
        kind: Kind::Process { arguments: &[] },
        programs: &[(Brio, EMPTY), (Bun, EMPTY), (Deno, EMPTY), (Node, EMPTY)],
        figures: &[(Wall, Times(Bun, 1.7)), (Wall, Times(Node, 0.5)), (PeakRss, Absolute(26.0))],
    },
    Experiment {
        name: "million",
        kind: Kind::Memory { requests: 1_000_000, more: 333_333, path: "/" },
        programs: HELLO_BUN,
        figures: &[(EndRss, Times(Bun, 1.1)), (Growth, Absolute(1.02))],
    },
    Experiment {
        name: "express-route",
        kind: Kind::Server { connections: 50, path: ROUTE },
        programs: EXPRESS,
        figures: &[(CpuPerRequest, Times(Bun, 0.9)), (CpuPerRequest, Times(Node, 0.6))],
    },
    Experiment {
        name: "express-memory",
        kind: Kind::Memory { requests: 200_000, more: 200_000, path: ROUTE },
        programs: &[(Brio, "frameworks/express.cjs"), (Node, "frameworks/express.cjs")],
        figures: &[(EndRss, Times(Node, 0.8)), (Growth, Absolute(1.05))],
    },
    Experiment {
        name: "elysia-route",
        kind: Kind::Server { connections: 50, path: ROUTE },
        programs: &[(Brio, "frameworks/elysia.js"), (Bun, "frameworks/elysia.js")],
        figures: &[(CpuPerRequest, Times(Bun, 0.85))],
    },
    Experiment {
        name: "velocy-route",
        kind: Kind::Server { connections: 50, path: ROUTE },
        programs: &[(Brio, "frameworks/velocy.cjs"), (Bun, "frameworks/velocy.cjs"), (Node, "frameworks/velocy.cjs")],
        figures: &[(CpuPerRequest, Best(0.9))],
    },
    Experiment {
        name: "fastify-hello",
        kind: Kind::Server { connections: 50, path: "/" },
        programs: all!("packages/fastify_hello.cjs"),
        figures: &[(CpuPerRequest, Best(0.9))],
    },
    Experiment {
        name: "fetch-series",
        kind: Kind::Client { service: Service::Hello },
        programs: all!("packages/fetch_series.mjs"),
        figures: &[(Cpu, Best(0.9))],
    },
    Experiment {
        name: "fetch-parallel",
        kind: Kind::Client { service: Service::Hello },
        programs: all!("packages/fetch_parallel.mjs"),
        figures: &[(Cpu, Best(0.9))],
    },
    Experiment {
        name: "pg-series",
        kind: Kind::Client { service: Service::Postgres },
        programs: all!("packages/pg_series.mjs"),
        figures: &[(Cpu, Best(0.9))],
    },
    Experiment {
        name: "pg-parallel",
        kind: Kind::Client { service: Service::Postgres },
        programs: all!("packages/pg_parallel.mjs"),
        figures: &[(Cpu, Best(0.9))],
    },
    Experiment {
        name: "gzip-64mb",
        kind: Kind::Process { arguments: &[] },
        programs: all!("packages/gzip_64mb.mjs"),
        figures: &[(Cpu, Best(1.1))],
    },
    Experiment {
        name: "sha256-64mb",
        kind: Kind::Process { arguments: &[] },
        programs: all!("packages/sha256_64mb.mjs"),
        figures: &[(Cpu, Best(1.1))],
    },
    Experiment {
        name: "sqlite-inserts",
        kind: Kind::Process { arguments: &[] },
        programs: SQLITE_INSERTS,
        figures: &[(Cpu, Best(0.95))],
    },
    Experiment {
        name: "sqlite-rows",
        kind: Kind::Process { arguments: &[] },
        programs: SQLITE_ROWS,
        figures: &[(Cpu, Best(0.95))],
    },
];

/// The name of an empty program, which is generated.
pub const EMPTY: &str = "empty.js";

/// The size limit of the release binary.
pub const BINARY_MEGABYTES_MAX: f64 = 25.0;

#[cfg(test)]
mod tests {
    use super::{Against, EXPERIMENTS, Runtime};

    #[test]
    fn every_figure_compares_brio_with_somebody_who_runs_the_experiment() {
        for experiment in EXPERIMENTS {
            let runs = |runtime: Runtime| experiment.programs.iter().any(|(who, _)| *who == runtime);
            assert!(runs(Runtime::Brio), "{}", experiment.name);
            for (_, against) in experiment.figures {
                assert!(!matches!(against, Against::Times(peer, _) if !runs(*peer)), "{}", experiment.name);
            }
        }
    }
}
