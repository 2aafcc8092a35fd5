//! Promise jobs by a function of the linked additions.

use crate::{Context, Value};
use brio_jsc_sys::static_engine as sys;

/// See [`Context::queue_job`].
pub(crate) fn queue<'cx>(cx: Context<'cx>, function: Value<'cx>, argument: Value<'cx>) -> bool {
    // SAFETY: the global object of this thread's context, with the lock held, and live values of it.
    cx.locked(|| unsafe { sys::brio_queue_job(cx.raw_global(), function.raw(), argument.raw()) });
    true
}
