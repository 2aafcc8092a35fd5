//! The heap of this thread's VM: its size, its limit, and collecting it.
//!
//! To report the size of its heap the engine counts every object, which takes as long as a collection (0.2 ms for a
//! small heap, 15 ms for 40 MB), and the size itself is that of the last collection. So a result is cached until the
//! heap is collected, or until a hundred times the time that it took has passed.

use crate::weak::Weak;
use crate::{Context, Value, termination};
use brio_jsc_sys as sys;
use std::cell::{Cell, RefCell};
use std::time::{Duration, Instant};

/// Any context has more objects than this, so a smaller heap is one that was not collected yet.
const COLLECTED_BYTES_MIN: f64 = 100e3;

/// A result is cached for so many times as long as it took, so that repeated calls cost a hundredth of the time.
const STANDS_TIMES: u32 = 100;

/// Sizes in bytes, and how many objects there are.
#[derive(Clone, Copy, Debug)]
pub struct HeapSizes {
    /// Live objects as of the last collection; before the first the capacity, garbage and free space of blocks in use
    /// included.
    pub live_bytes: f64,
    pub capacity_bytes: f64,
    /// Memory outside the heap that its objects keep alive.
    pub extra_bytes: f64,
    pub objects: f64,
}

struct Answer {
    sizes: HeapSizes,
    /// Collected with the first collection after the measurement, because nothing else references the object.
    since_collection: Option<Weak>,
    stands_until: Instant,
}

thread_local! {
    static LAST_ANSWER: RefCell<Option<Answer>> = const { RefCell::new(None) };
    static HEAP_BYTES_MAX: Cell<f64> = const { Cell::new(0.0) };
    static IS_OUT_OF_MEMORY: Cell<bool> = const { Cell::new(false) };
    /// What ends a program whose heap is over its limit, in a VM that cannot be terminated.
    static AT_LIMIT: Cell<Option<fn()>> = const { Cell::new(None) };
    /// Whether the limit is being checked: that collects, and runs code that could be asked to check.
    static IS_CHECKING: Cell<bool> = const { Cell::new(false) };
    /// The size after the last complete collection that [`note_collection`] was called with.
    static COLLECTED_BYTES: Cell<Option<usize>> = const { Cell::new(None) };
}

/// Starts with a VM of this thread; a limit of 0 is none.
pub(crate) fn begin(heap_bytes_max: f64) {
    HEAP_BYTES_MAX.set(heap_bytes_max);
    IS_OUT_OF_MEMORY.set(false);
}

/// Releases what belongs to the VM of this thread, before it ends.
pub(crate) fn end() {
    LAST_ANSWER.take();
}

/// Notes that a collection of this thread's VM has ended. `complete_bytes`: the size, with memory outside the heap, after
/// the last complete collection; None when that is not known. Where it may be over the limit, running code soon calls
/// [`Context::check_heap_limit`]; here, within the collector, nothing else can be done.
pub(crate) fn note_collection(group: sys::JSGroupRef, complete_bytes: Option<usize>) {
    if AT_LIMIT.get().is_none()
        || IS_CHECKING.get()
        || (complete_bytes.is_some() && COLLECTED_BYTES.replace(complete_bytes) == complete_bytes)
    {
        return;
    }
    if complete_bytes.is_none_or(|bytes| bytes as f64 > HEAP_BYTES_MAX.get()) {
        termination::check_soon(group);
    }
}

impl<'vm> Context<'vm> {
    /// Calls `end`, which must not return, from within running code when the objects of the heap are over the limit of
    /// this VM, which cannot be terminated. Call it before the first code. Nothing is checked before a complete
    /// collection leaves more than the limit, so the program runs as fast as without.
    pub fn end_at_heap_limit(self, end: fn()) {
        AT_LIMIT.set(Some(end));
        // The engine then knows of each entry, and a check can be requested within one.
        self.check_in(f64::INFINITY);
    }

    /// Ends the program when its heap is over the limit.
    pub(crate) fn check_heap_limit(self) {
        let Some(end) = AT_LIMIT.get().filter(|_| !IS_CHECKING.replace(true)) else { return };
        if self.is_out_of_memory() {
            end();
        }
        IS_CHECKING.set(false);
    }

    /// Collects garbage now, and returns when it is done.
    pub fn collect_garbage(self) {
        clear_unused_stack();
        LAST_ANSWER.take();
        // SAFETY: a live context; despite its name the function is the engine's only synchronous collection.
        unsafe { sys::JSSynchronousGarbageCollectForDebugging(self.raw()) };
    }

    /// Reports memory outside the heap that an object keeps alive to the collector.
    pub fn report_extra_memory(self, bytes: usize) {
        // SAFETY: a live context.
        unsafe { sys::JSReportExtraMemoryCost(self.raw(), bytes) };
    }

    /// The sizes of this VM's heap.
    pub fn heap_sizes(self) -> HeapSizes {
        let stands = |answer: &Answer| {
            answer.since_collection.as_ref().is_some_and(Weak::is_alive) && Instant::now() < answer.stands_until
        };
        if let Some(sizes) =
            LAST_ANSWER.with_borrow(|last| last.as_ref().filter(|answer| stands(answer)).map(|answer| answer.sizes))
        {
            return sizes;
        }
        let start = Instant::now();
        let sizes = self.ask_heap_sizes();
        let took: Duration = start.elapsed();
        LAST_ANSWER.set(Some(Answer {
            sizes,
            since_collection: self.object().weak(self),
            stands_until: Instant::now() + took * STANDS_TIMES,
        }));
        sizes
    }

    fn ask_heap_sizes(self) -> HeapSizes {
        // SAFETY: a live context.
        let statistics = Value::from_raw(unsafe { sys::JSGetMemoryUsageStatistics(self.raw()) });
        let number = |name| statistics.get(self, name).ok().and_then(Value::as_number).unwrap_or(0.0);
        let (size, capacity_bytes, extra_bytes) =
            (number("heapSize"), number("heapCapacity"), number("extraMemorySize"));
        let is_collected = size - extra_bytes >= COLLECTED_BYTES_MIN;
        HeapSizes {
            live_bytes: if is_collected { size } else { capacity_bytes },
            capacity_bytes,
            extra_bytes,
            objects: number("objectCount"),
        }
    }

    /// Whether the heap of this thread is over its limit, or was at the last call. Garbage does not count, and for the
    /// limit of a main thread neither does memory outside the heap, as in Node.
    pub fn is_out_of_memory(self) -> bool {
        let limit = HEAP_BYTES_MAX.get();
        if limit == 0.0 || IS_OUT_OF_MEMORY.get() {
            return IS_OUT_OF_MEMORY.get();
        }
        let counts_extra = AT_LIMIT.get().is_none();
        let is_over = |sizes: HeapSizes| sizes.live_bytes - if counts_extra { 0.0 } else { sizes.extra_bytes } > limit;
        if is_over(self.heap_sizes()) {
            self.collect_garbage();
            IS_OUT_OF_MEMORY.set(is_over(self.heap_sizes()));
        }
        IS_OUT_OF_MEMORY.get()
    }
}

/// Overwrites what earlier calls left on the stack: the collector takes it for references.
#[inline(never)]
pub fn clear_unused_stack() {
    const WORDS: usize = 4096;
    let mut unused = [0_u64; WORDS];
    std::hint::black_box(&mut unused);
}
