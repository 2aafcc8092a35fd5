//! Weak references of one realm, in a table that is looked through after collections: which objects are gone?
//!
//! A table of up to [`WHOLE_MAX`] entries is searched completely; of a larger one all new entries, and each time a
//! part of the old ones, so that a million wrapped objects do not make every collection slow.

use brio_jsc::{Context, Value, Weak, raw};

const WHOLE_MAX: usize = 20_000;
/// The part of the old entries that is looked at each time.
const OLD_PART: usize = 8;

/// What a weak reference refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Watched {
    /// A `napi_ref` of an environment, both by number.
    Reference { env: u32, reference: u64 },
    /// A native function, by its address.
    Function(usize),
    /// An object that has a type tag, by its address.
    Tagged(usize),
    /// An object of a class, by its address.
    Instance(usize),
}

struct Entry {
    weak: Weak,
    watched: Watched,
}

/// The number of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeakIndex(u32);

#[derive(Default)]
pub struct Weaks {
    entries: Vec<Option<Entry>>,
    free: Vec<u32>,
    /// Entries that no collection was survived by.
    young: Vec<u32>,
    cursor: usize,
}

impl Weaks {
    /// Adds an object; None for a value that cannot be held weakly.
    pub fn add<'cx>(&mut self, cx: Context<'cx>, object: Value<'cx>, watched: Watched) -> Option<WeakIndex> {
        let entry = Some(Entry { weak: object.weak(cx)?, watched });
        let index = match self.free.pop() {
            Some(index) => {
                self.entries[index as usize] = entry;
                index
            }
            None => {
                self.entries.push(entry);
                self.entries.len() as u32 - 1
            }
        };
        self.young.push(index);
        Some(WeakIndex(index))
    }

    /// The object, if it is alive.
    #[inline]
    pub fn get<'cx>(&self, cx: Context<'cx>, index: WeakIndex) -> Option<Value<'cx>> {
        raw::weak_object(cx, &self.entries[index.0 as usize].as_ref()?.weak)
    }

    pub fn remove(&mut self, index: WeakIndex) {
        if self.entries[index.0 as usize].take().is_some() {
            self.free.push(index.0);
        }
    }

    /// Removes the entries whose objects are gone, all of them or those of one round. Returns what they stood for.
    pub fn sweep(&mut self, whole: bool) -> Vec<Watched> {
        let mut gone = Vec::new();
        let young = std::mem::take(&mut self.young);
        if whole || self.entries.len() <= WHOLE_MAX {
            (0..self.entries.len()).for_each(|index| self.sweep_one(index, &mut gone));
            return gone;
        }
        young.into_iter().for_each(|index| self.sweep_one(index as usize, &mut gone));
        for _ in 0..self.entries.len() / OLD_PART + 1 {
            self.cursor = (self.cursor + 1) % self.entries.len();
            self.sweep_one(self.cursor, &mut gone);
        }
        gone
    }

    fn sweep_one(&mut self, index: usize, gone: &mut Vec<Watched>) {
        if let Some(entry) = self.entries[index].take_if(|entry| !entry.weak.is_alive()) {
            gone.push(entry.watched);
            self.free.push(index as u32);
        }
    }
}
