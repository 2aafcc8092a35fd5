//! The names of Node's built-in modules that need no `node:`, for targets of `exports` and `imports`, and for the
//! bundler. A specifier that a running program writes is looked up by `internal:loader/resolve`, which knows what this
//! build has.

/// Whether a bare specifier always means a module of Node 26, whatever `node_modules` holds.
pub fn is_bare_builtin(specifier: &str) -> bool {
    NAMES.binary_search(&specifier).is_ok()
}

/// In byte order.
const NAMES: &[&str] = &[
    "_http_agent",
    "_http_client",
    "_http_common",
    "_http_incoming",
    "_http_outgoing",
    "_http_server",
    "_tls_common",
    "_tls_wrap",
    "assert",
    "assert/strict",
    "async_hooks",
    "buffer",
    "child_process",
    "cluster",
    "console",
    "constants",
    "crypto",
    "dgram",
    "diagnostics_channel",
    "dns",
    "dns/promises",
    "domain",
    "events",
    "fs",
    "fs/promises",
    "http",
    "http2",
    "https",
    "inspector",
    "inspector/promises",
    "module",
    "net",
    "os",
    "path",
    "path/posix",
    "path/win32",
    "perf_hooks",
    "process",
    "punycode",
    "querystring",
    "readline",
    "readline/promises",
    "repl",
    "stream",
    "stream/consumers",
    "stream/promises",
    "stream/web",
    "string_decoder",
    "sys",
    "timers",
    "timers/promises",
    "tls",
    "trace_events",
    "tty",
    "url",
    "util",
    "util/types",
    "v8",
    "vm",
    "wasi",
    "worker_threads",
    "zlib",
];

#[cfg(test)]
mod tests {
    use super::{NAMES, is_bare_builtin};

    #[test]
    fn the_names_are_sorted_so_that_each_is_found() {
        assert!(NAMES.is_sorted());
        assert!(NAMES.iter().all(|name| is_bare_builtin(name)));
    }

    #[test]
    fn modules_that_need_their_prefix_are_not_bare() {
        for name in ["test", "sqlite", "sea", "node:fs", "lodash", ""] {
            assert!(!is_bare_builtin(name), "{name}");
        }
    }
}
