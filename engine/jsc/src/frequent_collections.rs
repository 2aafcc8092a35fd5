//! A larger heap while collections follow each other closely.
//!
//! The heap of a small program is collected after few megabytes (`docs/decisions/0003-engine-options.md`). A program
//! that makes and drops much memory outside the heap, such as the bodies of requests or the rows of a database, would
//! spend half of its time in complete collections. The minimum size of the heap, which the engine reads when a complete
//! collection ends, is doubled while there are many of them, and set back when they have become rare.
//!
//! The engine has no function for it: the word is found in its `Heap`, between the others whose values are known. Where
//! they are not found nothing is changed.

use crate::memory;
use brio_jsc_sys as sys;
use std::cell::{Cell, RefCell};
use std::ffi::c_void;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How many complete collections within this time are many.
const MANY: u32 = 4;
const WINDOW: Duration = Duration::from_millis(200);
/// After this time without a complete collection they are rare.
const RARE_AFTER: Duration = Duration::from_secs(2);
const HEAP_BYTES_MAX: usize = 32 << 20;
/// The part of the memory that the minimum may be, at most: programs with a low limit keep a small heap.
const PART_OF_MEMORY: usize = 16;
/// In words: how far into a virtual machine its heap is searched for.
const SEARCHED_WORDS: usize = 1024;
/// In words, after the minimum: the size of the heap after the last complete collection.
const SIZE_AFTER_COMPLETE: usize = 5;
/// The number of ways in which the engine lets heaps grow, one of which is between memory size and minimum.
const GROWTH_MODES: usize = 8;

/// The values of the engine's options `forceRAMSize` and `smallHeapSize`, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Sizes {
    memory: usize,
    minimum: usize,
}

/// The options of this process, as the engine reads them: from the environment.
fn sizes() -> Option<Sizes> {
    static SIZES: OnceLock<Option<Sizes>> = OnceLock::new();
    let read = |name: &str| std::env::var(name).ok()?.parse().ok();
    *SIZES.get_or_init(|| Some(Sizes { memory: read("JSC_forceRAMSize")?, minimum: read("JSC_smallHeapSize")? }))
}

/// Reads the options: before the first virtual machine, since later the environment is the program's.
pub(crate) fn prepare() {
    let _ = sizes();
}

/// The collections of one virtual machine.
struct Collections {
    sizes: Sizes,
    /// The minimum size of the heap and the words after it; None before the first collection and where it was not found.
    heap: Cell<Option<&'static [AtomicUsize; SIZE_AFTER_COMPLETE + 1]>>,
    is_searched: Cell<bool>,
    size_after_complete: Cell<usize>,
    many: Cell<u32>,
    window_start: Cell<Instant>,
    last: Cell<Instant>,
}

thread_local! {
    /// Those of this thread's virtual machine, whose group is beside it.
    static OF_VM: RefCell<Option<(sys::JSGroupRef, *mut Collections)>> = const { RefCell::new(None) };
}

/// Starts to watch the collections of a new virtual machine.
pub(crate) fn watch(group: sys::JSGroupRef) {
    let Some(sizes) = sizes() else { return };
    let now = Instant::now();
    let collections = Box::into_raw(Box::new(Collections {
        sizes,
        heap: Cell::default(),
        is_searched: Cell::default(),
        size_after_complete: Cell::default(),
        many: Cell::default(),
        window_start: Cell::new(now),
        last: Cell::new(now),
    }));
    // SAFETY: a live group of this thread; the data is freed only after the group (`release`).
    unsafe { sys::JSContextGroupAddHeapFinalizer(group, collected, collections.cast()) };
    OF_VM.set(Some((group, collections)));
}

/// Frees what belongs to a virtual machine that has ended on this thread.
pub(crate) fn release(group: sys::JSGroupRef) {
    OF_VM.with_borrow_mut(|known| {
        if let Some((_, collections)) = known.take_if(|(known_group, _)| *known_group == group) {
            // SAFETY: made by `Box::into_raw` in `watch`; the finalizer that used it ended with the group.
            drop(unsafe { Box::from_raw(collections) });
        }
    });
}

/// The engine calls this after each collection, on the thread of the virtual machine.
unsafe extern "C" fn collected(group: sys::JSGroupRef, data: *mut c_void) {
    // SAFETY: what `watch` passed.
    let collections = unsafe { &*data.cast::<Collections>() };
    if !collections.is_searched.replace(true) {
        // SAFETY: a group is the address of its virtual machine, which is larger than this.
        let words = unsafe { std::slice::from_raw_parts(group.cast::<AtomicUsize>(), SEARCHED_WORDS) };
        collections.heap.set(find(words, collections.sizes));
    }
    let heap = collections.heap.get();
    if let Some(heap) = heap {
        collections.adapt(heap, Instant::now());
    }
    memory::note_collection(group, heap.map(|heap| heap[SIZE_AFTER_COMPLETE].load(Ordering::Relaxed)));
}

/// The words from the minimum on. None when there is not exactly one place with the known values.
fn find(words: &'static [AtomicUsize], sizes: Sizes) -> Option<&'static [AtomicUsize; SIZE_AFTER_COMPLETE + 1]> {
    let value = |word: &AtomicUsize| word.load(Ordering::Relaxed);
    let mut places = (0..words.len() - 2).filter(|&index| {
        value(&words[index]) == sizes.memory
            && value(&words[index + 1]) & 0xff < GROWTH_MODES
            && value(&words[index + 2]) == sizes.minimum
    });
    let place = places.next().filter(|_| places.next().is_none())?;
    words[place + 2..].first_chunk()
}

impl Collections {
    fn adapt(&self, heap: &[AtomicUsize; SIZE_AFTER_COMPLETE + 1], now: Instant) {
        let size = heap[SIZE_AFTER_COMPLETE].load(Ordering::Relaxed);
        if self.size_after_complete.replace(size) == size {
            return;
        }
        let most = HEAP_BYTES_MAX.min(self.sizes.memory / PART_OF_MEMORY).max(self.sizes.minimum);
        if now - self.last.replace(now) > RARE_AFTER {
            heap[0].store(self.sizes.minimum, Ordering::Relaxed);
        }
        if now - self.window_start.get() > WINDOW {
            self.window_start.set(now);
            self.many.set(0);
        }
        self.many.set(self.many.get() + 1);
        if self.many.get() >= MANY {
            let doubled = heap[0].load(Ordering::Relaxed).saturating_mul(2).min(most);
            heap[0].store(doubled, Ordering::Relaxed);
            self.window_start.set(now);
            self.many.set(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: Sizes = Sizes { memory: 1 << 30, minimum: 5_000_000 };

    fn words(values: &[usize]) -> &'static [AtomicUsize] {
        Box::leak(values.iter().map(|&value| AtomicUsize::new(value)).collect())
    }

    fn minimum(heap: &[AtomicUsize; SIZE_AFTER_COMPLETE + 1]) -> usize {
        heap[0].load(Ordering::Relaxed)
    }

    #[test]
    fn the_heap_is_found_only_where_all_values_fit() {
        let fitting = [7, 1 << 30, 2, 5_000_000, 0, 0, 0, 0, 9, 0];
        assert_eq!(find(words(&fitting), SIZES).map(minimum), Some(5_000_000));
        assert!(find(words(&[fitting, fitting].concat()), SIZES).is_none());
        assert!(find(words(&[7, 1 << 30, 2, 5_000_001, 0, 0, 0, 0, 9, 0]), SIZES).is_none());
        assert!(find(words(&[7, 1 << 30, 99, 5_000_000, 0, 0, 0, 0, 9, 0]), SIZES).is_none());
        assert!(find(words(&[7, 1 << 30, 2, 5_000_000, 0, 0]), SIZES).is_none());
    }

    #[test]
    fn many_complete_collections_double_the_minimum_and_rare_ones_set_it_back() {
        let heap = find(words(&[1 << 30, 0, 5_000_000, 0, 0, 0, 0, 0]), SIZES).expect("it fits");
        let start = Instant::now();
        let collections = Collections {
            sizes: SIZES,
            heap: Cell::default(),
            is_searched: Cell::new(true),
            size_after_complete: Cell::default(),
            many: Cell::default(),
            window_start: Cell::new(start),
            last: Cell::new(start),
        };
        let at = |milliseconds: u64, size: usize| {
            heap[SIZE_AFTER_COMPLETE].store(size, Ordering::Relaxed);
            collections.adapt(heap, start + Duration::from_millis(milliseconds));
            minimum(heap)
        };
        assert_eq!([1, 2, 3, 4].map(|time| at(time, time as usize)).last(), Some(&10_000_000));
        // Collections of young objects do not change the size.
        assert_eq!([5, 6, 7, 8].map(|time| at(time, 4)).last(), Some(&10_000_000));
        for time in 10..40 {
            at(time, time as usize);
        }
        assert_eq!(minimum(heap), HEAP_BYTES_MAX);
        assert_eq!([300, 400, 500, 600, 700].map(|time| at(time, time as usize)).last(), Some(&HEAP_BYTES_MAX));
        assert_eq!(at(5_000, 1), 5_000_000);
    }
}
