//! A cache of the engine strings of targets and URLs that requests repeat: the next request with the same one is given
//! the same string, which costs no call, no copy and no garbage.

use crate::head::Head;
use crate::plain_url::scheme;
use brio_realm::jsc::{Context, Root, Value};
use rustc_hash::FxHasher;
use std::cell::{Cell, RefCell};
use std::hash::Hasher;

/// Each string has one possible slot, by its hash.
const SLOT_COUNT: usize = 64;
/// Longer targets are not cached.
const TARGET_BYTES_MAX: usize = 256;

/// What a server's JavaScript requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CachedString {
    /// The target as sent.
    Target,
    /// The URL.
    Url { is_secure: bool },
}

#[derive(Default)]
pub struct StringCache {
    slots: RefCell<Vec<Slot>>,
    is_used: Cell<bool>,
}

#[derive(Default)]
struct Slot {
    text: Vec<u8>,
    /// Where the target begins. Another Host with another target could form the same bytes together, and mean another
    /// URL.
    target_start: usize,
    value: Option<Root>,
    /// Hash of the last string that was requested and not cached. The second time in a row it is cached, so that
    /// strings that occur once neither cost a root nor evict another.
    candidate: u64,
}

impl Slot {
    fn is_of(&self, parts: &[&[u8]; 3]) -> bool {
        let rest = parts.iter().try_fold(self.text.as_slice(), |text, part| text.strip_prefix(*part));
        rest.is_some_and(<[u8]>::is_empty) && self.target_start == parts[0].len() + parts[1].len()
    }
}

impl StringCache {
    /// The cached string that `string` means for this head.
    pub fn find<'cx>(&self, cx: Context<'cx>, head: &Head, string: CachedString) -> Option<Value<'cx>> {
        if !self.is_used.get() {
            return None;
        }
        let parts = parts_of(head, string)?;
        let slots = self.slots.borrow();
        let slot = &slots[place_of(hash_of(&parts))];
        slot.value.as_ref().filter(|_| slot.is_of(&parts)).map(|value| value.get(cx))
    }

    /// Notes that `value` is the string that `string` means for this head.
    pub fn note<'cx>(&self, cx: Context<'cx>, head: &Head, string: CachedString, value: Value<'cx>) {
        let Some(parts) = parts_of(head, string) else { return };
        let hash = hash_of(&parts);
        let mut slots = self.slots.borrow_mut();
        if slots.is_empty() {
            slots.resize_with(SLOT_COUNT, Slot::default);
        }
        let slot = &mut slots[place_of(hash)];
        if slot.candidate != hash {
            slot.candidate = hash;
            return;
        }
        slot.text.clear();
        parts.iter().for_each(|part| slot.text.extend_from_slice(part));
        slot.target_start = parts[0].len() + parts[1].len();
        slot.value = Some(value.root(cx));
        self.is_used.set(true);
    }

    /// Releases all values, before the VM is destroyed.
    pub fn clear(&self) {
        self.is_used.set(false);
        self.slots.borrow_mut().clear();
    }
}

/// The parts of the string in order.
fn parts_of(head: &Head, string: CachedString) -> Option<[&[u8]; 3]> {
    let target = Some(head.target()).filter(|target| target.len() <= TARGET_BYTES_MAX)?;
    match string {
        CachedString::Target => Some([b"", b"", target]),
        CachedString::Url { is_secure } => Some([scheme(is_secure), head.host()?, target]),
    }
}

fn hash_of(parts: &[&[u8]; 3]) -> u64 {
    let mut hasher = FxHasher::default();
    parts.iter().for_each(|part| hasher.write(part));
    hasher.finish()
}

fn place_of(hash: u64) -> usize {
    hash as usize % SLOT_COUNT
}
