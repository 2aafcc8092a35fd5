//! References of one environment (`napi_ref`): strong while their count is above 0, weak otherwise, with a finalizer or
//! without. Wraps, externals and finalizers are references, too. A `napi_ref` is a number with a generation, so that
//! one that was deleted is recognised.

use crate::types::Finalize;
use crate::weaks::WeakIndex;
use brio_jsc::StrongSlot;
use std::ffi::c_void;

/// `napi_ref`.
#[repr(transparent)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RefHandle(u64);

impl RefHandle {
    const fn new(index: usize, generation: u32) -> Self {
        Self((generation as u64) << 32 | (index as u64 + 1))
    }

    fn index(self) -> Option<usize> {
        ((self.0 & 0xffff_ffff) as usize).checked_sub(1)
    }

    fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }

    pub fn bits(self) -> u64 {
        self.0
    }

    pub fn from_bits(bits: u64) -> Self {
        Self(bits)
    }
}

/// What is called when an object is gone.
#[derive(Clone, Copy)]
pub struct Finalizer {
    pub callback: Finalize,
    pub data: *mut c_void,
    pub hint: *mut c_void,
}

/// A reference.
pub struct Reference {
    /// The encoded value, valid while it is strong or not on the heap.
    pub bits: u64,
    pub strong: Option<StrongSlot>,
    pub weak: Option<WeakIndex>,
    pub count: u32,
    /// The reference is deleted once its object is gone.
    pub is_runtime_owned: bool,
    /// It wraps its object.
    pub is_wrap: bool,
    pub data: *mut c_void,
    pub finalizer: Option<Finalizer>,
}

#[derive(Default)]
pub struct References {
    slots: Vec<Slot>,
    free: Vec<u32>,
}

#[derive(Default)]
struct Slot {
    generation: u32,
    reference: Option<Reference>,
}

/// How a reference is made.
pub struct ReferenceOptions {
    pub count: u32,
    pub is_runtime_owned: bool,
    pub is_wrap: bool,
    pub data: *mut c_void,
    pub finalizer: Option<Finalizer>,
}

impl References {
    pub fn insert(&mut self, reference: Reference) -> RefHandle {
        let index = self.free.pop().map_or(self.slots.len(), |index| index as usize);
        if index == self.slots.len() {
            self.slots.push(Slot::default());
        }
        self.slots[index].reference = Some(reference);
        RefHandle::new(index, self.slots[index].generation)
    }

    pub fn get(&mut self, handle: RefHandle) -> Option<&mut Reference> {
        let slot = self.slots.get_mut(handle.index()?)?;
        if slot.generation == handle.generation() { slot.reference.as_mut() } else { None }
    }

    pub fn remove(&mut self, handle: RefHandle) -> Option<Reference> {
        let index = handle.index()?;
        let slot = self.slots.get_mut(index)?;
        if slot.generation != handle.generation() {
            return None;
        }
        let reference = slot.reference.take()?;
        slot.generation = slot.generation.wrapping_add(1);
        self.free.push(index as u32);
        Some(reference)
    }

    /// The references that have a finalizer, the newest first.
    pub fn with_finalizer(&self) -> Vec<RefHandle> {
        let has_one = |slot: &Slot| slot.reference.as_ref().is_some_and(|reference| reference.finalizer.is_some());
        let handles = self.slots.iter().enumerate().filter(|(_, slot)| has_one(slot));
        handles.map(|(index, slot)| RefHandle::new(index, slot.generation)).rev().collect()
    }
}
