//! Tests of `compiled.rs`: what was written is read back, and whatever is damaged is not.

use super::*;
use brio_transform::{Options, transform};

const KEY: u128 = 0x0123_4567_89ab_cdef_0011_2233_4455_6677;

fn compiled(name: &str, source: &str) -> Compiled {
    Compiled::of_output(transform(source, &Options::for_file(name)).expect("it parses"))
}

#[test]
fn an_entry_is_read_back_as_it_was_written() {
    let texts = [
        ("a.cjs", "exports.a = 1; module.exports.b = error => error.stack;"),
        ("a.mjs", "import { x } from 'bun:x'; export const y = await x(import.meta.url); Bun; require"),
        ("a.ts", "enum A { B } export default A as unknown; import('npm:x')"),
        ("empty.js", ""),
    ];
    for (name, source) in texts {
        let compiled = compiled(name, source);
        assert_eq!(Compiled::from_bytes(&compiled.to_bytes(KEY), KEY).as_ref(), Some(&compiled), "{name}");
    }
}

#[test]
fn an_entry_for_another_key_is_refused() {
    let bytes = compiled("a.js", "1").to_bytes(KEY);
    assert_eq!(Compiled::from_bytes(&bytes, KEY + 1), None);
}

#[test]
fn no_cut_and_no_changed_byte_goes_unseen() {
    let bytes = compiled("a.ts", "export const a: number = 1; enum B { C }").to_bytes(KEY);
    for length in 0..bytes.len() {
        assert_eq!(Compiled::from_bytes(&bytes[..length], KEY), None, "cut to {length}");
    }
    for index in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[index] ^= 0x10;
        assert_eq!(Compiled::from_bytes(&changed, KEY), None, "changed at {index}");
    }
}
