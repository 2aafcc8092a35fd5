//! The flags of `bun`, `bun run` and `deno run` that Brio's own tables do not have, so that their command lines run
//! unchanged; and those of V8 that Node takes and that only tune it.

/// What a flag means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Nothing here: what it selects is so anyway, or it tunes an engine that is not there.
    Nothing,
    /// Loads a module first.
    Import,
    /// The working directory of the program.
    Folder,
    /// A builtin asks for it (`internal:core/launch`).
    Asked,
    /// Flags of V8 between commas.
    EngineFlags,
    /// The program starts again when a file changes, as with Node's `--watch`.
    Watch,
    /// `manual`: packages are not fetched. Other folders than an existing `node_modules` are the cache's anyway.
    PackageFolder,
}

/// When a value follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    Never,
    /// Behind `=` only.
    Joined,
    /// Behind `=` or as the next argument.
    Required,
}

/// Name, another name or an empty string, value, meaning.
const FLAGS: &[(&str, &str, Value, Meaning)] = &[
    ("--allow-scripts", "", Value::Joined, Meaning::Nothing),
    ("--bun", "-b", Value::Never, Meaning::Nothing),
    ("--cert", "", Value::Required, Meaning::Asked),
    ("--config", "", Value::Required, Meaning::Asked),
    ("--console-depth", "", Value::Required, Meaning::Asked),
    ("--coverage", "", Value::Joined, Meaning::Asked),
    ("--cron-period", "", Value::Required, Meaning::Asked),
    ("--cron-title", "", Value::Required, Meaning::Asked),
    ("--cpu-prof", "", Value::Never, Meaning::Asked),
    ("--cpu-prof-dir", "", Value::Required, Meaning::Asked),
    ("--cpu-prof-interval", "", Value::Required, Meaning::Asked),
    ("--cpu-prof-name", "", Value::Required, Meaning::Asked),
    ("--cwd", "", Value::Required, Meaning::Folder),
    ("--define", "-d", Value::Required, Meaning::Asked),
    ("--drop", "", Value::Required, Meaning::Asked),
    // About scripts of package.json, and no file.
    ("--elide-lines", "", Value::Required, Meaning::Nothing),
    ("--shell", "", Value::Required, Meaning::Nothing),
    // What they allow is allowed: `fetch` speaks HTTP/2, addons are imported, and all have the interface of Node-API.
    ("--experimental-addon-modules", "", Value::Never, Meaning::Nothing),
    ("--experimental-http2-fetch", "", Value::Never, Meaning::Nothing),
    ("--experimental-inspector-network-resource", "", Value::Never, Meaning::Asked),
    ("--experimental-network-inspection", "", Value::Never, Meaning::Asked),
    ("--experimental-storage-inspection", "", Value::Never, Meaning::Asked),
    ("--experimental-worker-inspection", "", Value::Never, Meaning::Asked),
    ("--force-context-aware", "", Value::Never, Meaning::Nothing),
    // Bun ignores it outside of its bundler.
    ("--extension-order", "", Value::Required, Meaning::Nothing),
    // Modules of Node's implementation, which are not there: requiring one fails.
    ("--expose-internals", "", Value::Never, Meaning::Nothing),
    ("--ext", "", Value::Required, Meaning::Asked),
    ("--feature", "", Value::Required, Meaning::Asked),
    ("--fetch-preconnect", "", Value::Required, Meaning::Nothing),
    ("--frozen", "--frozen-lockfile", Value::Joined, Meaning::Asked),
    ("--if-present", "", Value::Never, Meaning::Asked),
    ("--host", "", Value::Required, Meaning::Asked),
    ("--hot", "", Value::Never, Meaning::Asked),
    ("--ignore-dce-annotations", "", Value::Never, Meaning::Nothing),
    ("--import-map", "", Value::Required, Meaning::Asked),
    ("--inspect-port", "--debug-port", Value::Required, Meaning::Asked),
    ("--inspect-publish-uid", "", Value::Required, Meaning::Asked),
    ("--heapsnapshot-signal", "", Value::Required, Meaning::Asked),
    ("--hmr", "--watch-hmr", Value::Joined, Meaning::Watch),
    ("--jitless", "", Value::Never, Meaning::Asked),
    ("--jsx-factory", "", Value::Required, Meaning::Asked),
    ("--jsx-fragment", "", Value::Required, Meaning::Asked),
    ("--jsx-import-source", "", Value::Required, Meaning::Asked),
    ("--jsx-runtime", "", Value::Required, Meaning::Asked),
    ("--jsx-side-effects", "", Value::Never, Meaning::Nothing),
    ("--location", "", Value::Required, Meaning::Asked),
    ("--no-clear-screen", "", Value::Never, Meaning::Asked),
    ("--no-config", "", Value::Never, Meaning::Asked),
    ("--no-env-file", "", Value::Never, Meaning::Asked),
    // The module node:ffi is not there.
    ("--no-experimental-ffi", "", Value::Never, Meaning::Nothing),
    ("--no-ffi-cc", "", Value::Never, Meaning::Asked),
    // There are no macros.
    ("--no-macros", "", Value::Never, Meaning::Nothing),
    ("--node-modules-dir", "", Value::Joined, Meaning::PackageFolder),
    ("--node-modules-linker", "", Value::Required, Meaning::Nothing),
    ("--open", "", Value::Never, Meaning::Asked),
    ("--openssl-config", "", Value::Required, Meaning::Asked),
    // The section `openssl_conf` is read in any case.
    ("--openssl-shared-config", "", Value::Never, Meaning::Nothing),
    ("--parallel", "", Value::Never, Meaning::Asked),
    ("--port", "", Value::Required, Meaning::Asked),
    ("--prefer-latest", "", Value::Never, Meaning::Nothing),
    ("--prefer-offline", "", Value::Never, Meaning::Nothing),
    ("--preload", "", Value::Required, Meaning::Import),
    ("--redis-preconnect", "", Value::Never, Meaning::Nothing),
    ("--seed", "", Value::Required, Meaning::Asked),
    ("--silent", "", Value::Never, Meaning::Nothing),
    ("--smol", "", Value::Never, Meaning::Nothing),
    ("--sql-preconnect", "", Value::Never, Meaning::Nothing),
    ("--tsconfig-override", "", Value::Required, Meaning::Asked),
    ("--unsafely-ignore-certificate-errors", "", Value::Joined, Meaning::Asked),
    ("--user-agent", "", Value::Required, Meaning::Asked),
    ("--watch-exclude", "", Value::Joined, Meaning::Asked),
    ("--log-level", "-L", Value::Required, Meaning::Nothing),
    ("--no-check", "", Value::Joined, Meaning::Nothing),
    ("--no-code-cache", "", Value::Never, Meaning::Nothing),
    ("--quiet", "-q", Value::Never, Meaning::Asked),
    ("--unstable", "", Value::Never, Meaning::Nothing),
    ("--v8-flags", "", Value::Joined, Meaning::EngineFlags),
    ("--always-sparkplug", "", Value::Never, Meaning::Nothing),
    ("--initial-old-space-size", "", Value::Joined, Meaning::Nothing),
    ("--lazy", "", Value::Never, Meaning::Nothing),
    ("--max-lazy", "", Value::Never, Meaning::Nothing),
    ("--min-semi-space-size", "", Value::Joined, Meaning::Nothing),
    ("--no-compilation-cache", "", Value::Never, Meaning::Nothing),
    ("--no-flush-bytecode", "", Value::Never, Meaning::Nothing),
    ("--no-lazy", "", Value::Never, Meaning::Nothing),
    ("--no-maglev", "", Value::Never, Meaning::Nothing),
    ("--no-opt", "", Value::Never, Meaning::Nothing),
    ("--no-sparkplug", "", Value::Never, Meaning::Nothing),
    ("--no-turbofan", "", Value::Never, Meaning::Nothing),
    ("--semi-space-growth-factor", "", Value::Joined, Meaning::Nothing),
    ("--single-threaded", "", Value::Never, Meaning::Nothing),
];

/// Those of `brio serve` alone.
const OF_SERVER: &[&str] = &["--host", "--open", "--parallel"];

/// Whether only `brio serve` has a flag.
pub fn is_of_server(name: &str) -> bool {
    OF_SERVER.contains(&name)
}

const OF_V8: &str = "it belongs to V8, and the engine is JavaScriptCore";

/// Flags of the peers that users know and that have no counterpart here, without what follows the name, and why.
const ABSENT: &[(&str, &str)] = &[
    (
        "--debug",
        "[DEP0062]: `node --debug` and `node --debug-brk` are invalid. Please use `node --inspect` and `node --inspect-brk` instead.",
    ),
    ("--heap-prof", "the engine does not sample allocations (`v8.writeHeapSnapshot()` and `--cpu-prof` work)"),
    ("--prof", OF_V8),
    ("--allow-natives-syntax", OF_V8),
    ("--allow_natives_syntax", OF_V8),
    ("--expose-externalize-string", OF_V8),
    ("--expose_externalize_string", OF_V8),
    ("--bench", "`brio bench` runs the benchmarks of Deno; the module node:bench does not exist here"),
    ("--experimental-bench", "the module node:bench does not exist here"),
    ("--build-sea", "`brio build --compile FILE` makes executables"),
    ("--experimental-sea-config", "`brio build --compile FILE` makes executables"),
    ("--build-snapshot", NO_SNAPSHOTS),
    ("--snapshot-blob", NO_SNAPSHOTS),
    ("--enable-fips", NO_FIPS),
    ("--force-fips", NO_FIPS),
    ("--experimental-package-map", "packages are found in node_modules, or by the import map of deno.json"),
    ("--experimental-stream-iter", "the module node:stream/iter does not exist here"),
    ("--experimental-ffi", "the module node:ffi does not exist here (`bun:ffi` and `Deno.dlopen` do)"),
    ("--experimental-vfs", NO_VFS),
    ("--vfs-", NO_VFS),
    ("--experimental-http3-fetch", "`fetch` speaks HTTP/1.1 and HTTP/2"),
    ("--main-fields", "imports read `exports` and `main` of a package"),
    ("--icu-data-dir", "the data of ICU are those of the system"),
];

const NO_SNAPSHOTS: &str = "JavaScriptCore has no snapshots of its heap";
const NO_FIPS: &str = "whether OpenSSL has the provider of FIPS is up to the system's configuration";
const NO_VFS: &str = "the module node:vfs does not exist here";

/// Flags that only add reports or tune the engine, without what follows the name, and why they do not here. The program
/// runs as without them, after a warning.
const WITHOUT_EFFECT: &[(&str, &str)] = &[
    ("--cpu-prof-md", "profiles are written in the format of Chrome only"),
    ("--heapsnapshot-near-heap-limit", "the engine does not report that its heap is nearly full"),
    ("--secure-heap", "the memory of keys is that of OpenSSL's usual heap"),
    ("--no-orphans", "the program does not notice that its parent has ended"),
    ("--trace-env-native-stack", "there are stacks of JavaScript only (`--trace-env-js-stack`)"),
    ("--trace-promises", OF_V8),
    ("--trace-sigint", "the engine cannot be interrupted for a stack"),
    ("--trace-tls", "packets of TLS are not traced (`--tls-keylog` lets other tools decrypt them)"),
    ("--trace-", OF_V8),
    ("--perf-", OF_V8),
    ("--print-", OF_V8),
    ("--log-", OF_V8),
    ("--turbo-", OF_V8),
    ("--turbofan", OF_V8),
    ("--no-turbo-", OF_V8),
    ("--maglev-", OF_V8),
    ("--no-maglev-", OF_V8),
    ("--max-inlined-", OF_V8),
    ("--max-optimized-", OF_V8),
    ("--gc-", OF_V8),
    ("--scavenger-", OF_V8),
    ("--heap-growing-percent", OF_V8),
    ("--concurrent-", OF_V8),
    ("--no-concurrent-", OF_V8),
    ("--parallel-", OF_V8),
    ("--no-parallel-", OF_V8),
    ("--stress-", OF_V8),
    ("--wasm-", OF_V8),
    ("--no-wasm-", OF_V8),
    ("--liftoff", OF_V8),
    ("--no-liftoff", OF_V8),
    ("--ignition-", OF_V8),
    ("--interrupt-budget", OF_V8),
    ("--invocation-count-", OF_V8),
    ("--always-", OF_V8),
    ("--no-always-", OF_V8),
    ("--flush-bytecode", OF_V8),
    ("--use-osr", OF_V8),
    ("--no-use-osr", OF_V8),
    ("--use-ic", OF_V8),
    ("--no-use-ic", OF_V8),
    ("--huge-max-alignment", OF_V8),
    ("--memory-reducer", OF_V8),
    ("--no-memory-reducer", OF_V8),
    ("--verify-heap", OF_V8),
];
/// Those of them whose value may be the next argument.
const IN_NEXT_ARGUMENT: &[&str] = &["--heapsnapshot-near-heap-limit", "--secure-heap", "--secure-heap-min"];

/// Why a flag has no effect here, and whether its value may be the next argument; None for one that is not known.
pub fn without_effect(flag: &str) -> Option<(&'static str, bool)> {
    let name = flag.replace('_', "-");
    let name = super::flags::with_dashed_negation(&name).unwrap_or(name);
    let (_, reason) = WITHOUT_EFFECT.iter().find(|(start, _)| name.starts_with(start))?;
    Some((reason, IN_NEXT_ARGUMENT.contains(&name.as_str())))
}

/// Why a flag of another runtime is refused; None for one that is not known.
pub fn absence(flag: &str) -> Option<&'static str> {
    ABSENT.iter().find(|(name, _)| flag.starts_with(name)).map(|(_, reason)| *reason)
}

/// A flag with its meaning; None for one that is not in the table. Deno's features of the future all begin alike.
pub fn find(name: &str) -> Option<(&'static str, Value, Meaning)> {
    if name.starts_with("--unstable-") {
        return Some(("--unstable", Value::Never, Meaning::Nothing));
    }
    let is_named = |long: &str, other: &str| long == name || !other.is_empty() && other == name;
    FLAGS
        .iter()
        .find(|(long, other, ..)| is_named(long, other))
        .map(|(long, _, value, meaning)| (*long, *value, *meaning))
}

/// All names, for suggestions.
pub fn names() -> impl Iterator<Item = &'static str> {
    FLAGS.iter().map(|(long, ..)| *long)
}
