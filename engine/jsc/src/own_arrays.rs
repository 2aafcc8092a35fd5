//! Uint8Arrays from Rust without a buffer object. The C API makes each with one, 220 ns and work for the collector; a
//! JavaScript function makes a small one whose bytes are in the engine's heap (its `fastSizeLimit` is 1,000 bytes) in 50 ns
//! with the call. The bytes of a buffer object count as alive until a complete collection: 2,000 results of 64 kB caused 13
//! complete collections, and none without buffer objects.

use crate::{Context, Root, Value};
use brio_jsc_sys as sys;
use std::cell::{OnceCell, RefCell};

struct Maker {
    context: sys::JSContextRef,
    /// The engine's `Uint8Array`, taken before a program can replace the global.
    constructor: Root,
    make: OnceCell<Root>,
}

thread_local! {
    static MAKER: RefCell<Option<Maker>> = const { RefCell::new(None) };
}

/// Prepares for a new VM's context.
pub(crate) fn begin(cx: Context<'_>) {
    let constructor = cx.global().get(cx, "Uint8Array").ok();
    MAKER.set(constructor.map(|constructor| Maker {
        context: cx.raw_global(),
        constructor: constructor.root(cx),
        make: OnceCell::new(),
    }));
}

/// Must be called before the context that was passed to `begin` is released.
pub(crate) fn end() {
    MAKER.set(None);
}

impl<'cx> Context<'cx> {
    /// An array of `length` zeros; None in another context than the VM's own. The error is one of the engine: stack
    /// overflow, too little memory, or the thread must end.
    pub(crate) fn own_array(self, length: usize) -> Option<Result<Value<'cx>, Value<'cx>>> {
        let (make, constructor) = MAKER.with_borrow(|maker| {
            let maker = maker.as_ref().filter(|maker| maker.context == self.raw_global())?;
            Some((maker.make.get().map(|make| make.get(self)), maker.constructor.get(self)))
        })?;
        let make = make.or_else(|| self.learn_to_make(constructor))?;
        Some(make.call(self, &[Value::int32(length as i32)]))
    }

    #[cold]
    fn learn_to_make(self, constructor: Value<'cx>) -> Option<Value<'cx>> {
        let make = self
            .evaluate_static("(Uint8Array) => (length) => new Uint8Array(length)", "internal:own_arrays", 1)
            .ok()?
            .call(self, &[constructor])
            .ok()?;
        MAKER.with_borrow(|maker| maker.as_ref().map(|maker| maker.make.set(make.root(self)).is_ok()))?;
        Some(make)
    }
}
