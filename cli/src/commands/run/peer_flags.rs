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
    ("--cpu-prof", "", Value::Never, Meaning::Asked),
    ("--cpu-prof-dir", "", Value::Required, Meaning::Asked),
    ("--cpu-prof-interval", "", Value::Required, Meaning::Asked),
    ("--cpu-prof-name", "", Value::Required, Meaning::Asked),
    ("--cwd", "", Value::Required, Meaning::Folder),
    ("--define", "-d", Value::Required, Meaning::Asked),
    ("--drop", "", Value::Required, Meaning::Asked),
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
    ("--jsx-side-effects", "", Value::Never, Meaning::Nothing),
    ("--location", "", Value::Required, Meaning::Asked),
    ("--no-clear-screen", "", Value::Never, Meaning::Nothing),
    ("--no-config", "", Value::Never, Meaning::Asked),
    ("--no-env-file", "", Value::Never, Meaning::Asked),
    ("--node-modules-dir", "", Value::Joined, Meaning::PackageFolder),
    ("--node-modules-linker", "", Value::Required, Meaning::Nothing),
    ("--open", "", Value::Never, Meaning::Asked),
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
    ("--unsafely-ignore-certificate-errors", "", Value::Joined, Meaning::Asked),
    ("--user-agent", "", Value::Required, Meaning::Asked),
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
        "`node --debug` and `node --debug-brk` are invalid. Please use `node --inspect` and `node --inspect-brk` instead.",
    ),
    ("--heap-prof", "the engine does not sample allocations (`v8.writeHeapSnapshot()` and `--cpu-prof` work)"),
    ("--frozen-intrinsics", "the objects of the engine cannot be frozen before a program"),
    ("--heapsnapshot-", "snapshots are written by `v8.writeHeapSnapshot()` only"),
    ("--prof", OF_V8),
    ("--perf-", OF_V8),
    ("--trace-gc", OF_V8),
    ("--trace-opt", OF_V8),
    ("--trace-deopt", OF_V8),
    ("--print-", OF_V8),
    ("--icu-data-dir", "the data of ICU are those of the system"),
];

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
