//! The heap of this thread's VM: its size, its limit, and collecting it.
//!
//! To report the size of its heap the engine counts every object, which takes as long as a collection (0.2 ms for a
//! small heap, 15 ms for 40 MB), and the size itself is that of the last collection. So a result is cached until the
//! heap is collected, or until a hundred times the time that it took has passed.

use crate::weak::Weak;
use crate::{Context, Value};
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

impl<'vm> Context<'vm> {
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

    /// Whether the heap of this thread is over its limit, or was at the last call. Garbage does not count.
    pub fn is_out_of_memory(self) -> bool {
        let limit = HEAP_BYTES_MAX.get();
        if limit == 0.0 || IS_OUT_OF_MEMORY.get() {
            return IS_OUT_OF_MEMORY.get();
        }
        if self.heap_sizes().live_bytes > limit {
            self.collect_garbage();
            IS_OUT_OF_MEMORY.set(self.heap_sizes().live_bytes > limit);
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
