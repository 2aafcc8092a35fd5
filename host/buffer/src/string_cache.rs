//! A cache of short strings that are decoded from bytes repeatedly: column and field names, commands, small values. A
//! cached string is returned again, so that decoding it neither allocates nor causes a collection.

use brio_realm::jsc::{Context, Root, Value};

/// Longer strings are not cached.
const LENGTH_MAX: usize = 24;
const SLOTS: usize = 256;

/// The cached strings of one thread, by a hash of their bytes.
#[derive(Default)]
pub struct StringCache {
    slots: Vec<Slot>,
}

#[derive(Default)]
struct Slot {
    bytes: [u8; LENGTH_MAX],
    length: u8,
    /// None until the bytes occur a second time: most strings occur only once.
    text: Option<Root>,
}

impl StringCache {
    /// The string of short ASCII bytes; None for others. Other threads may write to the bytes at the same time, so they
    /// are read only once.
    pub fn get<'cx>(&mut self, cx: Context<'cx>, bytes: &[u8]) -> Option<Value<'cx>> {
        let length = bytes.len();
        if !(1..=LENGTH_MAX).contains(&length) {
            return None;
        }
        let mut padded = [0; LENGTH_MAX];
        padded[..length].copy_from_slice(bytes);
        if !padded.is_ascii() {
            return None;
        }
        if self.slots.is_empty() {
            self.slots.resize_with(SLOTS, Slot::default);
        }
        let slot = &mut self.slots[slot_of(&padded, length)];
        if usize::from(slot.length) != length || slot.bytes != padded {
            *slot = Slot { bytes: padded, length: length as u8, text: None };
            return Some(cx.latin1_string(&padded[..length]));
        }
        if let Some(text) = &slot.text {
            return Some(text.get(cx));
        }
        let text = cx.latin1_string(&padded[..length]);
        slot.text = Some(text.root(cx));
        Some(text)
    }
}

/// Multiplies and folds the words of the bytes, as FxHash does. Chosen collisions only disable the cache for their
/// slots.
fn slot_of(padded: &[u8; LENGTH_MAX], length: usize) -> usize {
    const FACTOR: u64 = 0x517c_c1b7_2722_0a95;
    let mut hash = length as u64;
    for word in padded.as_chunks::<8>().0 {
        hash = (hash.rotate_left(5) ^ u64::from_le_bytes(*word)).wrapping_mul(FACTOR);
    }
    (hash >> 56) as usize % SLOTS
}
