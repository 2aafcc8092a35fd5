//! The runtime without a command line: a realm with all native areas (`host/`) and the embedded builtins, ready to run
//! a program.
//!
//! Does not: parse arguments or choose the program's entry (`cli/`). Start reading at [`start`].

mod areas;
mod builtins;
mod bytecode;
mod bytecode_pack;
mod contract_constants;
mod facade;
mod guarded_provider;

pub use brio_loader::{
    CompilerOptions, CompilerOverrides, ProvidedPackage, Provider, WantedPackage, override_compiler_options,
};
use brio_loader::{Home, Loader, Setting};
use brio_realm::jsc::Value;
use brio_realm::workers::WorkerOptions;
use brio_realm::{Realm, RealmOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

pub use areas::add as add_areas;
pub use brio_realm as realm;
pub use bytecode::repacked as repacked_bytecode;

/// Engine options of every VM: the features that the peers enable, a heap that collects early, and compilers that start
/// late (`docs/decisions/0003-engine-options.md`).
const ENGINE_OPTIONS: [(&str, &str); 15] = [
    ("useSharedArrayBuffer", "1"),
    ("useTemporal", "0"),
    ("useIteratorSequencing", "1"),
    ("useExplicitResourceManagement", "1"),
    ("useTailCalls", "0"),
    ("exceptionStackTraceLimit", "0"),
    // Heap growth between collections: 1.75 times in a process with less than 96 MB of memory of its own, twice below
    // 256 MB, 1.6 times above.
    ("smallHeapRAMFraction", "0.09375"),
    ("smallHeapGrowthFactor", "1.75"),
    ("mediumHeapRAMFraction", "0.25"),
    ("mediumHeapGrowthFactor", "2"),
    ("largeHeapGrowthFactor", "1.6"),
    ("smallHeapSize", "6815744"),
    ("thresholdForJITAfterWarmUp", "2500"),
    ("thresholdForFTLOptimizeAfterWarmUp", "300000"),
    ("maximumFunctionForCallInlineCandidateBytecodeCostForFTL", "100"),
];

/// What the collector takes for the size of the memory, unless the heap has a lower limit.
const RAM_BYTES: u64 = 1 << 30;
/// Less than this is no memory to run in; the engine has to begin somewhere.
const RAM_BYTES_MIN: u64 = 16 << 20;

/// Options for a machine with few processors: one thread for all compilers and one for the collector beside the
/// program's own, instead of two each.
const OPTIONS_OF_SMALL_MACHINES: [(&str, &str); 3] =
    [("minNumberOfWorklistThreads", "1"), ("maxNumberOfWorklistThreads", "1"), ("numberOfGCMarkers", "1")];
const SMALL_MACHINE_PROCESSORS_MAX: usize = 3;

/// Prepares the process: call it first in `main`, before any thread is started. `heap_limit` is in bytes; without one
/// the heap follows the limit of the control group.
pub fn prepare_process(heap_limit: Option<u64>) {
    realm::started();
    require_files();
    brio_spawn::forget_inherited_signals();
    let heap_limit = brio_memory_limit::choose_heap_limit(heap_limit).unwrap_or(RAM_BYTES);
    let ram_bytes = heap_limit.clamp(RAM_BYTES_MIN, RAM_BYTES).to_string();
    let for_memory: &[(&str, &str)] = &[("forceRAMSize", &ram_bytes)];
    let processors = realm::start_slots::processors();
    let for_size: &[(&str, &str)] =
        if processors <= SMALL_MACHINE_PROCESSORS_MAX { &OPTIONS_OF_SMALL_MACHINES } else { &[] };
    realm::jsc::prepare_process(&[&ENGINE_OPTIONS, for_memory, for_size].concat());
}

/// Files without which the engine aborts: where the stack of the first thread lies, which the C library asks, and
/// random numbers.
const NEEDED_FILES: [&str; 2] = ["/proc/self/maps", "/dev/urandom"];

/// Ends the process with a message in a system that lacks [`NEEDED_FILES`], as a bare chroot does.
fn require_files() {
    if let Some(missing) = NEEDED_FILES.iter().find(|file| std::fs::metadata(file).is_err()) {
        eprintln!(
            "brio: {missing} is missing, which the JavaScript engine needs; mount /proc and /dev, as containers do"
        );
        std::process::exit(1);
    }
}

/// Creates the main thread's realm and calls the builtin `entry` (its default export) with `argument` (JSON).
/// `has_permissions`: the program's permissions are limited, and apply to the folder that NODE_COMPILE_CACHE names.
///
/// # Errors
/// The system's error when the loop cannot be created; an error with a message when a builtin itself fails, which is a
/// bug.
pub fn start(entry: &str, argument: &str, has_permissions: bool) -> io::Result<Rc<Realm>> {
    realm::workers::set_factory(start_worker);
    let loader = if has_permissions { Loader::of_user_with_permissions() } else { Loader::of_user() };
    bytecode::enable_for_programs(&loader);
    loader.resolution().set_read_setting(read_setting);
    if let Some(provider) = PROVIDER.get() {
        loader.resolution().set_provider(Arc::clone(provider));
    }
    let realm = Realm::new(RealmOptions {
        shared: Arc::new(loader),
        areas: areas::all(),
        builtins: builtins::source(),
        is_worker: false,
        heap_bytes_max: brio_memory_limit::requested_heap_limit().map_or(0.0, |bytes| bytes as f64),
    })?;
    enter(&realm, entry, argument);
    Ok(realm)
}

/// Reads a configuration with the permissions of the program.
fn read_setting(path: &Path, before: &[PathBuf]) -> io::Result<Setting> {
    let bytes = realm::permission::read_setting(path, before)?;
    // Afterwards, as another thread may write it meanwhile.
    Ok(Setting { bytes, is_of_program: !realm::permission::is_unchanged(path) })
}

static PROVIDER: OnceLock<Arc<dyn Provider>> = OnceLock::new();

/// Sets what fetches packages and modules that programs import and that are not there. Call it before [`start`].
pub fn set_provider(provider: Arc<dyn Provider>) {
    // A process has one; the first one stays.
    let _ = PROVIDER.set(Arc::new(guarded_provider::GuardedProvider(provider)));
}

/// The home of the program that starts at `entry`, by its name, and a sentence that says why. None when there is no such
/// file.
pub fn explain_home(entry: &Path) -> Option<(&'static str, String)> {
    let (home, why) = Loader::of_user().explain_home(entry)?;
    let name = match home {
        Home::Node => "node",
        Home::Bun => "bun",
        Home::Deno => "deno",
    };
    Some((name, why))
}

fn start_worker(options: WorkerOptions<'_>, made: &mut dyn FnMut(&Rc<Realm>)) -> io::Result<Rc<Realm>> {
    let WorkerOptions { shared, entry, argument, heap_bytes_max } = options;
    let realm = Realm::new(RealmOptions {
        shared,
        areas: areas::all(),
        builtins: builtins::source(),
        is_worker: true,
        heap_bytes_max,
    })?;
    made(&realm);
    if !realm.is_stopping() {
        enter(&realm, entry, argument);
    }
    Ok(realm)
}

fn enter(realm: &Rc<Realm>, entry: &str, argument: &str) {
    realm.enter(|cx| {
        let natives = realm.area(cx, "realm").unwrap_or_else(|| Err(cx.error("native:realm is missing")))?;
        let boot = realm.compile_builtin(cx, "internal:core/bootstrap")?.get_index(cx, 0)?;
        let run = cx.evaluate_static(BOOT, "brio:boot", 1)?;
        run.call(cx, &[boot, natives, cx.string(entry), cx.string(argument)])?;
        Ok(Value::undefined())
    });
}

/// Calls the module function of `internal:core/bootstrap`, before there is a loader.
const BOOT: &str = "(function(module,natives,entry,argument){let m={e:null,x(g){m.e=g}};module(m);return m.e.default(natives,entry,argument)})";

#[cfg(test)]
mod start_tests;
