//! What a native file's tables say before it is opened: which interfaces it imports, and whether all of it is there.

use object::elf::{FileHeader64, PT_LOAD};
use object::read::elf::{ElfFile64, FileHeader, ProgramHeader};
use object::{Endianness, Object, ObjectSymbol, ReadCache, ReadRef};
use std::fs::File;
use std::path::Path;

/// Mangled C++ names in the namespaces `v8` and `node`.
const V8_PREFIXES: [&str; 4] = ["_ZN2v8", "_ZNK2v8", "_ZN4node", "_ZNK4node"];

/// A symbol of V8's or Node's C++ interface that the file needs; None for a file that needs none, or that is not ELF.
pub fn v8_symbol(path: &Path) -> Option<String> {
    first_import(&ReadCache::new(File::open(path).ok()?))
}

fn first_import<'data>(data: impl ReadRef<'data>) -> Option<String> {
    let file = ElfFile64::<Endianness, _>::parse(data).ok()?;
    let is_v8 = |name: &&str| V8_PREFIXES.iter().any(|prefix| name.starts_with(prefix));
    let mut imports = file.dynamic_symbols().filter(ObjectSymbol::is_undefined);
    imports.find_map(|symbol| symbol.name().ok().filter(is_v8).map(str::to_owned))
}

/// Whether a file ends before a part of it that is mapped, as after a download that was cut off: the process would end with
/// a signal as the dynamic linker reads what is missing.
pub fn is_cut_off(path: &Path) -> bool {
    let Ok(file) = File::open(path) else { return false };
    file.metadata().is_ok_and(|metadata| ends_before(&ReadCache::new(file), metadata.len()))
}

fn ends_before<'data>(data: impl ReadRef<'data>, length: u64) -> bool {
    let Ok(header) = FileHeader64::<Endianness>::parse(data) else { return false };
    let Ok(endian) = header.endian() else { return false };
    let Ok(segments) = header.program_headers(endian, data) else { return false };
    segments.iter().filter(|segment| segment.p_type(endian) == PT_LOAD).any(|segment| {
        let end = segment.p_offset(endian).checked_add(segment.p_filesz(endian));
        end.is_none_or(|end| end > length)
    })
}

/// What to use instead of packages that are known to need V8.
const INSTEAD: &[(&str, &str)] = &[
    ("better-sqlite3", "version 13 and later is built on Node-API; node:sqlite has a similar interface"),
    ("better-sqlite3-multiple-ciphers", "its newest version is built on Node-API; node:sqlite has a similar interface"),
    ("canvas", "version 3 and later is built on Node-API, and @napi-rs/canvas has the same interface"),
    ("@datadog/pprof", "use --cpu-prof, or startCpuProfile of node:v8"),
    ("@newrelic/native-metrics", "leave it out: newrelic works without it"),
    ("@sentry-internal/node-cpu-profiler", "use --cpu-prof, or startCpuProfile of node:v8"),
    ("bignum", "use BigInt"),
    ("cbor-extract", "leave it out: cbor-x works without it"),
    ("cpu-features", "leave it out: ssh2 works without it"),
    ("deasync", "use await, or Atomics.wait with a worker"),
    ("fibers", "use async functions"),
    ("gc-stats", "use a PerformanceObserver of node:perf_hooks for entries of the type gc"),
    ("grpc", "use @grpc/grpc-js"),
    ("hiredis", "leave it out: redis and ioredis have a parser of their own"),
    ("heapdump", "use writeHeapSnapshot of node:v8"),
    ("iconv", "use iconv-lite"),
    ("isolated-vm", "use node:worker_threads or node:vm"),
    ("libxmljs", "use libxml2-wasm"),
    ("libxmljs2", "use libxml2-wasm"),
    ("node-expat", "use sax or saxes"),
    ("node-sass", "use sass"),
    ("node-rdkafka", "use kafkajs"),
    ("nodegit", "use isomorphic-git"),
    ("re2", "use re2js or re2-wasm"),
    ("segfault-handler", "leave it out: gdb with a core file shows the stack of a crash"),
    ("usocket", "leave it out: dbus-next works without it"),
    ("v8-profiler-next", "use --cpu-prof, or startCpuProfile of node:v8"),
    ("zlib-sync", "use inflateSync of node:zlib"),
];

/// The message of ERR_DLOPEN_FAILED for a file that needs V8.
pub fn v8_message(path: &Path, symbol: &str) -> String {
    let package = package_of(path);
    let what = package.as_deref().map_or_else(|| "The addon".to_owned(), |name| format!("The package {name}"));
    let advice = package
        .and_then(|name| INSTEAD.iter().find(|(known, _)| *known == name))
        .map_or("look for a version of it that is built on Node-API", |(_, advice)| advice);
    format!(
        "{what} needs V8's C++ interface (symbol {symbol}), which Brio does not have because it runs on JavaScriptCore: \
         {advice}. The file is '{}'.",
        path.display()
    )
}

/// The name of the package that a file lies in, by its folder in node_modules.
fn package_of(path: &Path) -> Option<String> {
    let text = path.to_str()?;
    let (_, rest) = text.rsplit_once("/node_modules/")?;
    let mut parts = rest.split('/');
    let first = parts.next()?;
    if first.starts_with('@') { Some(format!("{first}/{}", parts.next()?)) } else { Some(first.to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_the_package_and_what_to_use_instead() {
        let path = Path::new("/app/node_modules/better-sqlite3/build/Release/better_sqlite3.node");
        let message = v8_message(path, "_ZN2v86String9Utf8ValueD1Ev");
        assert!(message.starts_with("The package better-sqlite3 needs V8's C++ interface"), "{message}");
        assert!(message.contains("node:sqlite"), "{message}");
        assert_eq!(package_of(Path::new("/a/node_modules/@x/y/z.node")).as_deref(), Some("@x/y"));
        assert_eq!(package_of(Path::new("/a/z.node")), None);
    }

    #[test]
    fn a_program_is_complete_and_its_first_half_is_not() {
        let bytes = std::fs::read("/proc/self/exe").expect("the running program can be read");
        let half = &bytes[..bytes.len() / 2];
        assert!(!ends_before(bytes.as_slice(), bytes.len() as u64));
        assert!(ends_before(half, half.len() as u64));
        assert!(!ends_before(b"#!/bin/sh".as_slice(), 9));
    }

    #[test]
    fn a_file_that_is_not_elf_has_no_imports() {
        assert_eq!(first_import(b"#!/bin/sh".as_slice()), None);
    }
}
