//! What the heap holds, from the engine's own snapshot, which Web Inspector shows
//! (`docs/decisions/0040-heap-snapshots.md`). How it is taken depends on the engine.

use crate::engine::heap_snapshot::take;
use crate::{CellKind, Context, Value};
use brio_jsc_sys as sys;
use std::ptr;

impl<'cx> Context<'cx> {
    /// A snapshot of the heap of this thread, after a collection, as JSON in the form of Web Inspector; `with_details` adds labels and
    /// addresses to its nodes, and why they are roots. None when the engine has no way to take one.
    pub fn heap_snapshot(self, with_details: bool) -> Option<String> {
        self.locked(|| take(self, with_details))
    }

    /// All objects of this thread that have `prototype` in their chain of prototypes, as an array; garbage is collected
    /// before. Proxies are left out, since reading their prototype runs code. None when the engine does not support it.
    ///
    /// # Errors
    /// What making the array throws.
    pub fn objects_behind(self, prototype: Value<'cx>) -> Option<Result<Value<'cx>, Value<'cx>>> {
        // Determining the kinds of cells allocates.
        prototype.cell_kind(self);
        self.locked(|| {
            let snapshot = take(self, true)?;
            // Until the roots are made no cell of the engine's heap is allocated, so that none can be collected.
            let addresses = addresses(&snapshot)?;
            let found: Vec<_> = addresses
                .into_iter()
                .map(|address| Value::from_raw(ptr::with_exposed_provenance(address)))
                .filter(|&cell| is_behind(self, cell, prototype))
                .collect();
            let roots: Vec<_> = found.iter().map(|object| object.root(self)).collect();
            Some(self.array_from(roots.iter().map(|root| Ok(root.get(self)))))
        })
    }
}

/// The addresses in a snapshot `WITH_ADDRESSES`: of each node's two quoted numbers the first, which is 0 for the root.
fn addresses(snapshot: &str) -> Option<Vec<usize>> {
    let nodes = snapshot.split_once("\"nodes\":[")?.1.split_once(']')?.0;
    let quoted = nodes.split('"').skip(1).step_by(4);
    let numbers: Option<Vec<usize>> =
        quoted.map(|number| usize::from_str_radix(number.strip_prefix("0x")?, 16).ok()).collect();
    Some(numbers?.into_iter().filter(|&address| address != 0).collect())
}

fn is_behind<'cx>(cx: Context<'cx>, cell: Value<'cx>, prototype: Value<'cx>) -> bool {
    let mut object = cell;
    loop {
        // SAFETY: a live context and cell.
        if !unsafe { sys::JSValueIsObject(cx.raw(), object.raw()) } || object.cell_kind(cx) == Some(CellKind::Proxy) {
            return false;
        }
        // SAFETY: a live object that is no proxy: its prototype is read from its structure.
        object = Value::from_raw(unsafe { sys::JSObjectGetPrototype(cx.raw(), object.raw().cast_mut()) });
        if object.raw() == prototype.raw() {
            return true;
        }
    }
}
