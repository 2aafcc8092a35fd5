//! What an environment does with its references (`references.rs`): holds their values, wraps objects, runs finalizers.

use crate::env::{Env, FinalizerOf};
use crate::references::{RefHandle, Reference, ReferenceOptions};
use crate::types::{Outcome, Status};
use crate::weaks::{Watched, WeakIndex};
use brio_jsc::{Value, ValueKind, raw};
use std::ffi::c_void;

impl Env {
    /// Makes a reference to a value.
    pub fn new_reference<'cx>(&'cx self, value: Value<'cx>, options: ReferenceOptions) -> RefHandle {
        let handle = self.references().insert(Reference {
            bits: raw::bits(value),
            strong: None,
            weak: None,
            count: options.count,
            is_runtime_owned: options.is_runtime_owned,
            is_wrap: options.is_wrap,
            data: options.data,
            finalizer: options.finalizer,
        });
        let has_finalizer = options.finalizer.is_some();
        if has_finalizer || options.count == 0 {
            let watched = Watched::Reference { env: self.number(), reference: handle.bits() };
            let weak = self.hold_weakly(value, watched);
            let _ = self.with_reference(handle, |reference| reference.weak = weak);
        }
        if options.count > 0 {
            self.hold(handle);
        } else {
            self.let_go_of_cell(handle);
        }
        handle
    }

    /// Runs `work` with a reference; an unknown one is an invalid argument.
    pub fn with_reference<R>(&self, handle: RefHandle, work: impl FnOnce(&mut Reference) -> R) -> Outcome<R> {
        self.references().get(handle).map(work).ok_or(Status::InvalidArg)
    }

    /// A weak reference to an object or to a symbol that can be collected; None for another value.
    fn hold_weakly<'cx>(&'cx self, value: Value<'cx>, watched: Watched) -> Option<WeakIndex> {
        let cx = self.cx();
        let is_registered = || {
            self.help(|helpers| &helpers.is_registered_symbol, &[value]).is_ok_and(|registered| registered.truthy(cx))
        };
        if value.kind(cx) == ValueKind::Symbol && is_registered() {
            return None;
        }
        self.addons().weaks().add(cx, value, watched)
    }

    fn hold(&self, handle: RefHandle) {
        let cx = self.cx();
        if let Some(reference) = self.references().get(handle)
            && reference.strong.is_none()
        {
            // SAFETY: the value was just read from the weak reference, or passed by the caller, so that it is alive.
            let value = unsafe { raw::value(cx, reference.bits) };
            reference.strong = value.is_cell().then(|| self.marked().keep(value));
        }
    }

    /// Makes a reference weak. A value that cannot be held weakly is let go, but for symbols.
    fn let_go_of_cell(&self, handle: RefHandle) {
        let cx = self.cx();
        if let Some(reference) = self.references().get(handle) {
            if let Some(slot) = reference.strong.take() {
                self.marked().free(slot);
            }
            // SAFETY: alive, since the slot was freed just now or the caller passed it.
            let value = unsafe { raw::value(cx, reference.bits) };
            if reference.weak.is_some() {
                return;
            }
            // Symbols of `Symbol.for` live as long as the program.
            if value.kind(cx) == ValueKind::Symbol {
                reference.strong = Some(self.marked().keep(value));
            } else {
                reference.bits = 0;
            }
        }
    }

    /// The value of a reference; None when it is gone.
    pub fn reference_value(&self, handle: RefHandle) -> Outcome<Option<Value<'_>>> {
        let cx = self.cx();
        let (bits, is_strong, weak) =
            self.with_reference(handle, |reference| (reference.bits, reference.strong.is_some(), reference.weak))?;
        if !is_strong && self.is_closed() {
            return Ok(None);
        }
        if let (false, Some(weak)) = (is_strong, weak) {
            return Ok(self.addons().weaks().get(cx, weak));
        }
        // SAFETY: strong, or not on the heap.
        Ok((bits != 0).then(|| unsafe { raw::value(cx, bits) }))
    }

    /// Adds one to the count. Returns the count; 0 when the value is gone.
    pub fn ref_reference(&self, handle: RefHandle) -> Outcome<u32> {
        self.apply_counts();
        self.add_count(handle)
    }

    pub(crate) fn add_count(&self, handle: RefHandle) -> Outcome<u32> {
        if self.reference_value(handle)?.is_none() {
            return Ok(0);
        }
        let count = self.with_reference(handle, |reference| {
            reference.count += 1;
            reference.count
        })?;
        if count == 1 {
            self.hold(handle);
        }
        Ok(count)
    }

    /// Subtracts one from the count, which may not be 0. Returns the count.
    pub fn unref_reference(&self, handle: RefHandle) -> Outcome<u32> {
        self.apply_counts();
        self.subtract_count(handle)
    }

    pub(crate) fn subtract_count(&self, handle: RefHandle) -> Outcome<u32> {
        let is_gone = self.reference_value(handle)?.is_none();
        let count = self.with_reference(handle, |reference| {
            if is_gone {
                return Ok(0);
            }
            reference.count = reference.count.checked_sub(1).ok_or(Status::GenericFailure)?;
            Ok(reference.count)
        })??;
        if count == 0 && !is_gone {
            self.make_weak(handle);
        }
        Ok(count)
    }

    fn make_weak(&self, handle: RefHandle) {
        let cx = self.cx();
        let Ok((bits, weak)) = self.with_reference(handle, |reference| (reference.bits, reference.weak)) else {
            return;
        };
        if weak.is_none() {
            // SAFETY: the reference is still strong.
            let value = unsafe { raw::value(cx, bits) };
            let watched = Watched::Reference { env: self.number(), reference: handle.bits() };
            let weak = self.hold_weakly(value, watched);
            let _ = self.with_reference(handle, |reference| reference.weak = weak);
        }
        self.let_go_of_cell(handle);
    }

    /// Deletes a reference; its finalizer is not called. An unknown one is an invalid argument.
    pub fn delete_reference(&self, handle: RefHandle) -> Outcome<*mut c_void> {
        let reference = self.references().remove(handle).ok_or(Status::InvalidArg)?;
        if reference.is_wrap {
            self.leave_wrap(reference.bits as usize, reference.weak, handle);
        }
        if let Some(slot) = reference.strong {
            self.marked().free(slot);
        }
        if let Some(weak) = reference.weak {
            self.addons().weaks().remove(weak);
        }
        Ok(reference.data)
    }

    /// What a wrap holds; None when the object that it wrapped is gone, or the addon deleted it.
    #[inline]
    pub fn data_of_wrap(&self, handle: RefHandle) -> Option<*mut c_void> {
        let (data, weak) = self.with_reference(handle, |reference| (reference.data, reference.weak)).ok()?;
        self.addons().weaks().get(self.cx(), weak?).map(|_| data)
    }

    /// Ends the wrap that a reference belongs to: the finalizer is not called, and a reference that the runtime owns is
    /// deleted.
    pub fn end_wrap(&self, handle: RefHandle) -> Outcome<*mut c_void> {
        let (is_runtime_owned, data, bits, weak) = self.with_reference(handle, |reference| {
            reference.finalizer = None;
            reference.is_wrap = false;
            (reference.is_runtime_owned, reference.data, reference.bits, reference.weak)
        })?;
        self.leave_wrap(bits as usize, weak, handle);
        if is_runtime_owned {
            self.delete_reference(handle)?;
        }
        Ok(data)
    }

    /// Ends the entry of a wrap, whose object stays one of its class.
    fn leave_wrap(&self, address: usize, weak: Option<WeakIndex>, handle: RefHandle) {
        let Some(class) = self.addons().end_wrap(address, self, handle).filter(|_| !self.is_closed()) else { return };
        let object = weak.and_then(|weak| self.addons().weaks().get(self.cx(), weak));
        if let Some(object) = object {
            self.addons().add_instance(self.cx(), object, class);
        }
    }

    /// The object of a reference is gone. Returns whether it has a finalizer to run.
    pub fn note_gone(&self, handle: RefHandle) -> bool {
        let outcome = self.with_reference(handle, |reference| {
            if std::mem::take(&mut reference.is_wrap) {
                self.addons().end_wrap(reference.bits as usize, self, handle);
            }
            reference.weak = None;
            reference.bits = 0;
            (reference.finalizer.is_some(), reference.is_runtime_owned)
        });
        match outcome {
            Ok((false, true)) => {
                let _ = self.delete_reference(handle);
                false
            }
            Ok((has_finalizer, _)) => has_finalizer,
            Err(_) => false,
        }
    }

    /// Runs the finalizer of a reference whose object is gone, and deletes the reference if the runtime owns it. Without
    /// effect when the addon has deleted it.
    pub fn finalize_reference(&self, handle: RefHandle) {
        let taken = self.with_reference(handle, |reference| (reference.finalizer.take(), reference.is_runtime_owned));
        let Ok((finalizer, is_runtime_owned)) = taken else { return };
        if is_runtime_owned {
            let _ = self.delete_reference(handle);
        }
        if let Some(finalizer) = finalizer {
            self.run_finalizer(finalizer, FinalizerOf::Reference);
        }
    }

    /// The references that have a finalizer, the newest first.
    pub fn references_with_finalizer(&self) -> Vec<RefHandle> {
        self.references().with_finalizer()
    }
}
