//! Every flag, declared once: help, parsing and error messages are made from these tables.

use super::{peer_flags, permission_flags};

/// Whether a flag is followed by a value (`--flag=value` or `--flag value`).
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    /// A value, under the name that help shows.
    Value(&'static str),
}

/// A flag with a meaning of its own.
pub struct Flag {
    pub long: &'static str,
    pub short: Option<&'static str>,
    pub takes: Takes,
    pub about: &'static str,
}

/// The flags that help shows.
pub const FLAGS: &[Flag] = &[
    Flag { long: "--eval", short: Some("-e"), takes: Takes::Value("CODE"), about: "run CODE" },
    Flag { long: "--print", short: Some("-p"), takes: Takes::Value("CODE"), about: "run CODE and print its result" },
    Flag { long: "--as", short: None, takes: Takes::Value("HOME"), about: "run as a program of node, bun or deno" },
    Flag {
        long: "--why-home",
        short: None,
        takes: Takes::Nothing,
        about: "print as which runtime's program FILE runs, and why",
    },
    Flag { long: "--require", short: Some("-r"), takes: Takes::Value("MODULE"), about: "load a CommonJS module first" },
    Flag { long: "--import", short: None, takes: Takes::Value("MODULE"), about: "load an ES module first" },
    Flag {
        long: "--input-type",
        short: None,
        takes: Takes::Value("TYPE"),
        about: "module or commonjs, for code that is no file",
    },
    Flag {
        long: "--check",
        short: Some("-c"),
        takes: Takes::Nothing,
        about: "look for syntax errors without running the file",
    },
    Flag {
        long: "--interactive",
        short: Some("-i"),
        takes: Takes::Nothing,
        about: "read and run code line by line, also when standard input is no terminal",
    },
    Flag {
        long: "--sandbox",
        short: None,
        takes: Takes::Value("POLICY"),
        about: "let the program do only what a policy file allows, enforced by the kernel too",
    },
    Flag {
        long: "--sandbox-strict",
        short: None,
        takes: Takes::Nothing,
        about: "do not run what the kernel at hand cannot enforce",
    },
    Flag { long: "--cached-only", short: None, takes: Takes::Nothing, about: "import only what the cache has" },
    Flag { long: "--reload", short: None, takes: Takes::Nothing, about: "fetch imports again; =PREFIX,… only some" },
    Flag {
        long: "--no-install",
        short: None,
        takes: Takes::Nothing,
        about: "do not fetch packages that are not installed",
    },
    Flag {
        long: "--install",
        short: None,
        takes: Takes::Value("WHEN"),
        about: "fetch packages: auto, fallback or never",
    },
    Flag { long: "--no-remote", short: None, takes: Takes::Nothing, about: "import nothing from addresses" },
    Flag { long: "--no-npm", short: None, takes: Takes::Nothing, about: "do not fetch packages of npm" },
    Flag { long: "--lock", short: None, takes: Takes::Value("FILE"), about: "the lockfile of imports" },
    Flag { long: "--no-lock", short: None, takes: Takes::Nothing, about: "neither read nor write deno.lock" },
    Flag { long: "--frozen", short: None, takes: Takes::Nothing, about: "fail when deno.lock lacks an import" },
    Flag { long: "--version", short: Some("-v"), takes: Takes::Nothing, about: "print the version" },
    Flag { long: "--help", short: Some("-h"), takes: Takes::Nothing, about: "print this text" },
];

/// The flags of imports without installing (`imports`).
pub const IMPORT_FLAGS: &[&str] = &[
    "--cached-only",
    "--reload",
    "--no-install",
    "--install",
    "--no-remote",
    "--no-npm",
    "--lock",
    "--no-lock",
    "--frozen",
];

/// Node's flags that builtins ask for (`internal:core/launch`), or that change nothing here: V8's that tune it, and what is so anyway (memory of Buffers is
/// always zeroed). `true`: a value follows.
const NODE_FLAGS: &[(&str, bool)] = &[
    ("--abort-on-uncaught-exception", false),
    ("--async-context-frame", false),
    ("--conditions", true),
    ("--deprecation", false),
    ("--disable-proto", true),
    ("--disable-warning", true),
    ("--disallow-code-generation-from-strings", false),
    ("--dns-result-order", true),
    ("--enable-source-maps", false),
    ("--env-file", true),
    ("--env-file-if-exists", true),
    ("--entry-url", false),
    ("--es-module-specifier-resolution", true),
    ("--experimental-abortcontroller", false),
    ("--experimental-detect-module", false),
    ("--experimental-eventsource", false),
    ("--experimental-fetch", false),
    ("--experimental-global-customevent", false),
    ("--experimental-global-navigator", false),
    ("--experimental-global-webcrypto", false),
    ("--experimental-import-meta-resolve", false),
    ("--experimental-json-modules", false),
    ("--experimental-loader", true),
    ("--experimental-print-required-tla", false),
    ("--experimental-repl-await", false),
    ("--experimental-report", false),
    ("--experimental-require-module", false),
    ("--experimental-sqlite", false),
    ("--experimental-strip-types", false),
    ("--experimental-test-coverage", false),
    ("--experimental-test-isolation", true),
    ("--experimental-test-module-mocks", false),
    ("--experimental-test-tag-filter", true),
    ("--experimental-top-level-await", false),
    ("--experimental-transform-types", false),
    ("--experimental-vm-modules", false),
    ("--experimental-wasm-modules", false),
    ("--experimental-websocket", false),
    ("--experimental-webstorage", false),
    ("--experimental-worker", false),
    ("--expose-gc", false),
    ("--force-node-api-uncaught-exceptions-policy", false),
    ("--gc-global", false),
    ("--global-search-paths", false),
    ("--insecure-http-parser", false),
    ("--localstorage-file", true),
    ("--max-http-header-size", true),
    ("--max-old-space-size", true),
    ("--max-semi-space-size", true),
    ("--napi-modules", false),
    ("--network-family-autoselection", false),
    ("--network-family-autoselection-attempt-timeout", true),
    ("--no-async-context-frame", false),
    ("--no-deprecation", false),
    ("--no-enable-source-maps", false),
    ("--no-experimental-detect-module", false),
    ("--no-experimental-repl-await", false),
    ("--no-experimental-require-module", false),
    ("--no-experimental-sqlite", false),
    ("--no-experimental-strip-types", false),
    ("--no-experimental-websocket", false),
    ("--no-force-node-api-uncaught-exceptions-policy", false),
    ("--no-experimental-webstorage", false),
    ("--no-global-search-paths", false),
    ("--no-network-family-autoselection", false),
    ("--no-require-module", false),
    ("--no-strip-types", false),
    ("--no-use-bundled-ca", false),
    ("--no-use-openssl-ca", false),
    ("--no-use-system-ca", false),
    ("--no-verify-base-objects", false),
    ("--no-webstorage", false),
    ("--no-warnings", false),
    ("--openssl-legacy-provider", false),
    ("--pending-deprecation", false),
    ("--preserve-symlinks", false),
    ("--preserve-symlinks-main", false),
    ("--require-module", false),
    ("--stack-size", true),
    ("--stack-trace-limit", true),
    ("--strip-types", false),
    ("--test", false),
    ("--test-concurrency", true),
    ("--test-coverage-branches", true),
    ("--test-coverage-exclude", true),
    ("--test-coverage-functions", true),
    ("--test-coverage-include", true),
    ("--test-coverage-include-all", false),
    ("--test-coverage-lines", true),
    ("--test-force-exit", false),
    ("--test-global-setup", true),
    ("--test-host-hooks", false),
    ("--test-isolation", true),
    ("--test-name-pattern", true),
    ("--test-only", false),
    ("--test-random-seed", true),
    ("--test-randomize", false),
    ("--test-reporter", true),
    ("--test-reporter-destination", true),
    ("--test-rerun-failures", true),
    ("--test-shard", true),
    ("--test-skip-pattern", true),
    ("--test-timeout", true),
    ("--test-update-snapshots", false),
    ("--throw-deprecation", false),
    ("--title", true),
    ("--tls-cipher-list", true),
    ("--tls-max-v1.2", false),
    ("--tls-max-v1.3", false),
    ("--tls-min-v1.0", false),
    ("--tls-min-v1.1", false),
    ("--tls-min-v1.2", false),
    ("--tls-min-v1.3", false),
    ("--trace-deprecation", false),
    ("--trace-exit", false),
    ("--trace-require-module", false),
    ("--trace-uncaught", false),
    ("--trace-warnings", false),
    ("--unhandled-rejections", true),
    ("--use-bundled-ca", false),
    ("--use-openssl-ca", false),
    ("--use-system-ca", false),
    ("--verify-base-objects", false),
    ("--warnings", false),
    ("--watch", false),
    ("--watch-kill-signal", true),
    ("--watch-path", true),
    ("--watch-preserve-output", false),
    ("--webstorage", false),
    ("--zero-fill-buffers", false),
    ("--debug-arraybuffer-allocations", false),
    ("--enable-sharedarraybuffer-per-context", false),
    ("--gc-interval", true),
    ("--harmony-import-attributes", false),
    ("--harmony-temporal", false),
    ("--js-source-phase-imports", false),
    ("--no-concurrent-array-buffer-sweeping", false),
    ("--no-node-snapshot", false),
    ("--node-snapshot", false),
    ("--no-use-env-proxy", false),
    ("--optimize-for-size", false),
    ("--predictable-gc-schedule", false),
    ("--redirect-warnings", true),
    ("--report-compact", false),
    ("--report-dir", true),
    ("--report-directory", true),
    ("--report-exclude-env", false),
    ("--report-exclude-network", false),
    ("--report-filename", true),
    ("--report-on-fatalerror", false),
    ("--report-on-signal", false),
    ("--report-signal", true),
    ("--report-uncaught-exception", false),
    ("--test-udp-no-try-send", false),
    ("--use-env-proxy", false),
    ("--use-largepages", true),
    ("--v8-pool-size", true),
];

/// All names of flags, for suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    let peers = permission_flags::names().chain(peer_flags::names());
    FLAGS.iter().map(|flag| flag.long).chain(node_flags()).chain(peers)
}

/// The names of Node's flags that are accepted.
pub fn node_flags() -> impl Iterator<Item = &'static str> {
    NODE_FLAGS.iter().map(|(name, _)| *name)
}

/// Finds one of Brio's own flags by either of its names.
pub fn own(name: &str) -> Option<&'static Flag> {
    FLAGS.iter().find(|flag| flag.long == name || flag.short == Some(name))
}

/// Finds a flag of Node: its name with dashes, and whether a value follows. Node takes `_` for `-` too.
pub fn of_node(name: &str) -> Option<(&'static str, bool)> {
    let name = match name {
        "-C" => "--conditions".to_string(),
        "--loader" => "--experimental-loader".to_string(),
        _ => name.replace('_', "-"),
    };
    NODE_FLAGS.iter().chain(permission_flags::NODE_FLAGS).copied().find(|(known, _)| *known == name)
}
