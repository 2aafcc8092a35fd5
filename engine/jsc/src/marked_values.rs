//! Values that native addons hold outside of the machine's stack: handles, which live until their scope ends, and
//! strong slots, which live until they are freed. One marking constraint per virtual machine visits all of them, which
//! costs less than protecting each (`docs/decisions/0053-native-addons.md`).
//!
//! The engine calls the constraint while the thread of the virtual machine is stopped, so that lists may only change
//! while that thread has the engine's lock.

use crate::{Context, Value};
use brio_jsc_sys as sys;
use std::cell::{Cell, RefCell, UnsafeCell};
use std::ffi::c_void;
use std::ptr;

/// The values that native code of one virtual machine holds.
#[derive(Default)]
pub struct MarkedValues {
    /// The encoded cells of open handle scopes.
    handles: UnsafeCell<Vec<u64>>,
    /// The encoded cells of strong slots; 0 for a free one.
    strong: UnsafeCell<Vec<u64>>,
    free: UnsafeCell<Vec<u32>>,
    collections: Cell<u32>,
}

thread_local! {
    /// The values of this thread's virtual machine, whose group is beside it.
    static OF_VM: RefCell<Option<(sys::JSGroupRef, *mut MarkedValues)>> = const { RefCell::new(None) };
}

/// A value that stays alive until [`MarkedValues::free`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StrongSlot(u32);

impl Context<'_> {
    /// The values that native code of this virtual machine holds. They live as long as it does, and are used only on its
    /// thread with the lock held.
    pub fn marked_values(self) -> *const MarkedValues {
        let group = self.raw_group();
        OF_VM.with_borrow_mut(|known| match known {
            Some((known_group, values)) if *known_group == group => *values,
            _ => {
                let values = Box::into_raw(Box::<MarkedValues>::default());
                // SAFETY: a live group of this thread; the values are freed only after the group (`release`).
                unsafe { sys::JSContextGroupAddMarkingConstraint(group, visit, values.cast()) };
                *known = Some((group, values));
                values
            }
        })
    }
}

/// Frees the values of a virtual machine that has ended on this thread.
pub(crate) fn release(group: sys::JSGroupRef) {
    OF_VM.with_borrow_mut(|known| {
        if let Some((_, values)) = known.take_if(|(known_group, _)| *known_group == group) {
            // SAFETY: made by `Box::into_raw` in `marked_values`; the constraint that used it ended with the group.
            drop(unsafe { Box::from_raw(values) });
        }
    });
}

unsafe extern "C" fn visit(marker: *mut sys::JSMarker, data: *mut c_void) {
    // SAFETY: the pointer that `marked_values` passed, which outlives the virtual machine.
    let values = unsafe { &*data.cast::<MarkedValues>() };
    values.collections.set(values.collections.get().wrapping_add(1));
    // SAFETY: the engine's marker, valid during this call.
    let mark = unsafe { (*marker).mark };
    for bits in values.handles().iter().chain(values.strong().iter()) {
        if *bits != 0 {
            // SAFETY: the encoded form of a live cell is its address.
            unsafe { mark(marker, ptr::with_exposed_provenance_mut(*bits as usize)) };
        }
    }
}

impl MarkedValues {
    #[expect(
        clippy::mut_from_ref,
        reason = "only the thread of the virtual machine changes the list, one call at a time"
    )]
    fn handles(&self) -> &mut Vec<u64> {
        // SAFETY: used on one thread, and no reference outlives the method that returned it.
        unsafe { &mut *self.handles.get() }
    }

    #[expect(clippy::mut_from_ref, reason = "as for `handles`")]
    fn strong(&self) -> &mut Vec<u64> {
        // SAFETY: as for `handles`.
        unsafe { &mut *self.strong.get() }
    }

    #[expect(clippy::mut_from_ref, reason = "as for `handles`")]
    fn free_slots(&self) -> &mut Vec<u32> {
        // SAFETY: as for `handles`.
        unsafe { &mut *self.free.get() }
    }

    /// Changes with every collection; compared to find out whether one took place.
    pub fn collections(&self) -> u32 {
        self.collections.get()
    }

    /// The number of handles: what [`MarkedValues::truncate`] takes.
    #[inline]
    pub fn depth(&self) -> usize {
        self.handles().len()
    }

    /// Adds a handle for a value; without effect for one that is not on the heap.
    #[inline]
    pub fn push(&self, value: Value<'_>) {
        if value.is_cell() {
            self.handles().push(value.bits());
        }
    }

    /// Whether a value has a handle in an open scope.
    pub fn has(&self, value: Value<'_>) -> bool {
        self.handles().contains(&value.bits())
    }

    /// Adds a handle that [`MarkedValues::replace`] may give a value. Returns its index.
    pub fn reserve(&self) -> usize {
        self.handles().push(0);
        self.handles().len() - 1
    }

    /// Gives a reserved handle its value.
    pub fn replace(&self, index: usize, value: Value<'_>) {
        if let (true, Some(handle)) = (value.is_cell(), self.handles().get_mut(index)) {
            *handle = value.bits();
        }
    }

    /// Ends the handles above `depth`.
    #[inline]
    pub fn truncate(&self, depth: usize) {
        self.handles().truncate(depth);
    }

    /// Keeps a value until [`MarkedValues::free`].
    pub fn keep(&self, value: Value<'_>) -> StrongSlot {
        let bits = if value.is_cell() { value.bits() } else { 0 };
        match self.free_slots().pop() {
            Some(index) => {
                self.strong()[index as usize] = bits;
                StrongSlot(index)
            }
            None => {
                self.strong().push(bits);
                StrongSlot(self.strong().len() as u32 - 1)
            }
        }
    }

    /// Ends all handles and slots, with the realm: another one may use the virtual machine.
    pub fn clear(&self) {
        self.handles().clear();
        self.strong().clear();
        self.free_slots().clear();
    }

    /// Ends a slot; it must not be used again.
    pub fn free(&self, slot: StrongSlot) {
        self.strong()[slot.0 as usize] = 0;
        self.free_slots().push(slot.0);
    }
}
