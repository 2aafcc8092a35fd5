//! The string values of properties' names. Names recur, most of them as literals of C, at the same address each time.

use crate::types::{AUTO_LENGTH, In, Outcome, Status};
use brio_jsc::{Context, MarkedValues, Value, raw};
use rustc_hash::FxHashMap;
use std::cell::{Cell, RefCell};
use std::ffi::c_char;

/// How many names are cached, and how long they may be.
const NAMES_MAX: usize = 1024;
const LENGTH_MAX: usize = 64;
const RECENT_BITS: u32 = 7;
const RECENT_COUNT: usize = 1 << RECENT_BITS;
/// Bytes of a name that is also found by its address, with its NUL.
const RECENT_BYTES: usize = 24;

/// The names of one realm.
pub struct Names {
    known: RefCell<FxHashMap<Box<[u8]>, u64>>,
    recent: [Cell<Recent>; RECENT_COUNT],
}

/// A name that was passed at an address, where another one may be by now.
#[derive(Clone, Copy)]
struct Recent {
    address: usize,
    bytes: [u8; RECENT_BYTES],
    /// The encoded value.
    bits: u64,
}

impl Recent {
    const NONE: Self = Self { address: 0, bytes: [0; RECENT_BYTES], bits: 0 };

    #[inline]
    fn is_at(&self, name: In<c_char>) -> bool {
        self.address == name.pointer().addr() && name.is_text(&self.bytes)
    }
}

impl Default for Names {
    fn default() -> Self {
        Self { known: RefCell::default(), recent: [const { Cell::new(Recent::NONE) }; RECENT_COUNT] }
    }
}

impl Names {
    /// The value of a name that ends with NUL, which `make` makes the first time. NULL is an invalid argument.
    #[inline]
    pub fn value<'cx>(
        &self,
        cx: Context<'cx>,
        marked: &MarkedValues,
        name: In<c_char>,
        make: impl FnOnce(&[u8]) -> Value<'cx>,
    ) -> Outcome<Value<'cx>> {
        if name.is_null() {
            return Err(Status::InvalidArg);
        }
        let slot = &self.recent[slot_of(name.pointer().addr())];
        let recent = slot.get();
        if recent.is_at(name) {
            // SAFETY: kept alive by its slot among the marked values.
            return Ok(unsafe { raw::value(cx, recent.bits) });
        }
        let bytes = name.text(AUTO_LENGTH)?;
        let (value, is_kept) = self.known(cx, marked, bytes, make);
        if is_kept && bytes.len() < RECENT_BYTES {
            let mut recent = Recent { address: name.pointer().addr(), bits: raw::bits(value), ..Recent::NONE };
            recent.bytes[..bytes.len()].copy_from_slice(bytes);
            slot.set(recent);
        }
        Ok(value)
    }

    /// The value of a name, and whether it lives as long as the realm. The engine stores with a value that it is a name.
    fn known<'cx>(
        &self,
        cx: Context<'cx>,
        marked: &MarkedValues,
        name: &[u8],
        make: impl FnOnce(&[u8]) -> Value<'cx>,
    ) -> (Value<'cx>, bool) {
        if let Some(bits) = self.known.borrow().get(name) {
            // SAFETY: kept alive by its slot among the marked values.
            return (unsafe { raw::value(cx, *bits) }, true);
        }
        let value = make(name);
        let mut known = self.known.borrow_mut();
        let is_kept = known.len() < NAMES_MAX && name.len() <= LENGTH_MAX;
        if is_kept {
            // The slot is never freed: the name stays until the realm ends.
            let _ = marked.keep(value);
            known.insert(name.into(), raw::bits(value));
        }
        (value, is_kept)
    }

    /// Removes all names: their values end with the realm.
    pub fn clear(&self) {
        self.known.take();
        self.recent.iter().for_each(|slot| slot.set(Recent::NONE));
    }
}

/// Literals lie side by side: multiplying spreads addresses that differ in their low bits.
#[inline]
fn slot_of(address: usize) -> usize {
    ((address as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (u64::BITS - RECENT_BITS)) as usize
}
