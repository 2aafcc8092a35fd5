//! Bytecode of the builtins: a process uses the pack at the end of the executable, or collects bytecode when
//! `BRIO_COLLECT_BYTECODE` is set (`docs/decisions/0030-builtin-bytecode.md`). Bytecode of the program's files: every process writes
//! it for later ones (`docs/decisions/0041-program-bytecode.md`).

use crate::builtins::{COUNT, IDENTITY, find, name};
use crate::bytecode_pack::{Pack, Scripts, repack};
use brio_loader::Loader;
use brio_realm::jsc::bytecode::{BytecodeSource, engine_version};
use brio_realm::jsc::bytecode_collect::{CompiledScript, collect};
use brio_realm::{CompiledBuiltin, Realm};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

/// The file for collected bytecode; the results of an earlier process stay where they are larger.
fn target() -> Option<&'static Path> {
    static TARGET: OnceLock<Option<PathBuf>> = OnceLock::new();
    TARGET.get_or_init(|| std::env::var_os("BRIO_COLLECT_BYTECODE").map(PathBuf::from)).as_deref()
}

/// The bytecode of the builtin with that number, if any.
pub fn of(number: usize) -> CompiledBuiltin {
    if target().is_some() {
        return CompiledBuiltin::Collect(number);
    }
    pack()
        .filter(|pack| pack.length(number) > 0)
        .map_or(CompiledBuiltin::No, |pack| CompiledBuiltin::Ready(pack, number))
}

fn pack() -> Option<&'static Pack> {
    static PACK: OnceLock<Option<Pack>> = OnceLock::new();
    PACK.get_or_init(|| Pack::open(COUNT, IDENTITY)).as_ref()
}

/// Allows the loader to cache bytecode of the program's files, if the engine is the one that the executable's own
/// bytecode was tested with.
pub fn enable_for_programs(loader: &Loader) {
    if let (None, Some(_), Some(version)) = (target(), pack(), engine_version()) {
        loader.enable_bytecode(version);
    }
}

/// Writes what this thread collected: for later processes, or to the requested file; prints an error when it cannot.
pub fn save() {
    let Some(target) = target() else {
        let loader = Realm::current().shared_as::<Loader>();
        for CompiledScript { id, bytes, text_hash } in collect() {
            loader.store_bytecode(id, &bytes, text_hash);
        }
        return;
    };
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _turn = ONE_AT_A_TIME.lock();
    let before =
        std::fs::read(target).ok().and_then(|pack| Scripts::unpack(COUNT, IDENTITY, &pack)).unwrap_or_default();
    let written = collected().merge(before).pack(COUNT, IDENTITY).and_then(|pack| std::fs::write(target, pack));
    if let Err(error) = written {
        eprintln!("brio: the bytecode cannot be saved: {error}");
    }
}

/// Programs by what they need of the builtins: each line of `training/frequent.txt` names a builtin and the kinds that use it.
const FREQUENT: &str = include_str!("../training/frequent.txt");

/// Builtins that a program does not use, or only one of that kind does: their bytecode is left out of an executable, where
/// they are compiled from their sources if they are used after all.
const SPECIAL: &[(&str, Option<&str>)] =
    &[("internal:test_runner/", None), ("internal:bun/", Some("bun")), ("internal:deno/", Some("deno"))];

/// Builtins of files, networks, processes and packages: a program that is of no kind but `any` has no name of theirs.
const BEYOND_PRINTING: &[&str] = &[
    "internal:http_server/",
    "internal:loader/commonjs",
    "internal:loader/hooks",
    "internal:node/child_process/",
    "internal:node/crypto",
    "internal:node/dns/",
    "internal:node/fs/",
    "internal:node/http/",
    "internal:node/net/",
    "internal:node/readline/",
    "internal:node/sqlite/",
    "internal:node/tls/",
    "internal:node/v8/",
    "internal:node/vm/",
    "internal:node/worker/",
    "internal:node/zlib/",
    "internal:web/crypto/",
    "internal:web/fetch/",
    "internal:web/websocket/",
    "web:blob",
    "web:headers",
    "web:request",
    "web:response",
    "web:websocket",
];

/// The end of an executable, which has the bytecode of the builtins, for a program of these kinds (`any`, `node`, `bun`,
/// `deno`): what the program is not expected to use is compressed, or left out. None for a runtime without bytecode.
pub fn repacked(end: &[u8], kinds: &[&str]) -> Option<Vec<u8>> {
    let is_used = |line: &&str| line.split(' ').skip(1).any(|kind| kinds.contains(&kind));
    let names = FREQUENT.lines().filter(is_used).filter_map(|line| line.split(' ').next());
    let used: BTreeSet<usize> = names.filter_map(find).collect();
    let only_prints = kinds == ["any"];
    let is_dropped = |number: usize| {
        let is_other = |kind: Option<&str>| kind.is_none_or(|kind| !kinds.contains(&kind));
        let is_in = |folder: &str| name(number).starts_with(folder);
        SPECIAL.iter().any(|(folder, kind)| is_in(folder) && is_other(*kind))
            || only_prints && !used.contains(&number) && BEYOND_PRINTING.iter().any(|folder| is_in(folder))
    };
    repack(COUNT, IDENTITY, end, &used, is_dropped)
}

/// Frees memory: what the engine needs of the builtins' bytecode from now on is read from the executable.
pub fn give_memory_back() {
    if let Some(pack) = pack() {
        pack.give_memory_back();
    }
}

/// What this thread collected. With `BRIO_COLLECT_FREQUENT` all of it is marked as frequent.
fn collected() -> Scripts {
    let all = collect();
    let frequent = if std::env::var_os("BRIO_COLLECT_FREQUENT").is_some() {
        all.iter().map(|script| script.id).collect()
    } else {
        BTreeSet::new()
    };
    Scripts { all, frequent }
}
