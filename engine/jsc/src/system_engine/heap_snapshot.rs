//! Takes a snapshot with the system's library, whose C API cannot: its builder is made in memory of ours, with a profiler
//! of ours that is set in the virtual machine while the builder collects. Where the machine has its profiler is read from
//! the code of the inspector's function; on an engine whose code differs there are no snapshots.

use crate::Context;
use crate::string::JsString;
use crate::symbols::{find, symbols};
use brio_jsc_sys as sys;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// `enum HeapSnapshotBuilder::SnapshotType`.
const FOR_INSPECTOR: u32 = 0;
/// The same with the address of each cell.
const WITH_ADDRESSES: u32 = 1;
/// `enum class OverflowPolicy : uint8_t`: a string that grows too long is an error, and does not end the process.
const RECORD_OVERFLOW: u8 = 1;

/// `HeapSnapshotBuilder(HeapProfiler&, SnapshotType, OverflowPolicy)`.
type Construct = unsafe extern "C" fn(*mut Builder, *mut Profiler, u32, u8);
/// `void buildSnapshot()`, which collects garbage; and the destructor.
type Act = unsafe extern "C" fn(*mut Builder);
/// `String json()`; the result comes through the first argument.
type Json = unsafe extern "C" fn(*mut *mut c_void, *mut Builder);
/// `void WTF::fastFree(void*)`.
type Free = unsafe extern "C" fn(*mut c_void);

struct Functions {
    construct: Construct,
    build: Act,
    json: Json,
    destruct: Act,
    free: Free,
    /// Where a virtual machine has its profiler.
    profiler_offset: usize,
}

/// How much of the inspector's function is searched.
const CODE_BYTES: usize = 96;
/// Set in the machine's pointer to its profiler while there is none.
const NOT_MADE: usize = 1;

/// Space for the engine's `HeapSnapshotBuilder`, which is about 120 bytes.
#[repr(C, align(16))]
struct Builder([u8; 1024]);

/// The engine's `HeapProfiler`: the machine, its snapshots (a vector), and the analyser of a running collection.
#[repr(C)]
struct Profiler {
    vm: sys::JSGroupRef,
    snapshots: *mut *mut Snapshot,
    capacity: u32,
    count: u32,
    active: *mut c_void,
    /// The engine's has no more fields; a later one might.
    spare: [usize; 16],
}

/// The beginning of the engine's `HeapSnapshot`: its vector of nodes.
#[repr(C)]
struct Snapshot {
    nodes: *mut c_void,
}

fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS.get_or_init(look_up).as_ref()
}

fn look_up() -> Option<Functions> {
    let construct =
        find(c"_ZN3JSC19HeapSnapshotBuilderC1ERNS_12HeapProfilerENS0_12SnapshotTypeEN3WTF14OverflowPolicyE")?;
    let build = find(c"_ZN3JSC19HeapSnapshotBuilder13buildSnapshotEv")?;
    let json = find(c"_ZN3JSC19HeapSnapshotBuilder4jsonEv")?;
    let destruct = find(c"_ZN3JSC19HeapSnapshotBuilderD1Ev")?;
    let free = find(c"_ZN3WTF8fastFreeEPv")?;
    let profiler_offset = profiler_offset(find(c"_ZN9Inspector18InspectorHeapAgent8snapshotEv")?)?;
    Some(Functions {
        // SAFETY: the mangled name spells these parameters after `this`; enums of one byte travel as one.
        construct: unsafe { std::mem::transmute::<*mut c_void, Construct>(construct) },
        // SAFETY: a method without parameters or result.
        build: unsafe { std::mem::transmute::<*mut c_void, Act>(build) },
        // SAFETY: a method that returns a `String` through a hidden pointer.
        json: unsafe { std::mem::transmute::<*mut c_void, Json>(json) },
        // SAFETY: the complete destructor takes `this`.
        destruct: unsafe { std::mem::transmute::<*mut c_void, Act>(destruct) },
        // SAFETY: the mangled name spells this signature.
        free: unsafe { std::mem::transmute::<*mut c_void, Free>(free) },
        profiler_offset,
    })
}

/// The inspector's function begins by reading the machine's profiler, which is made when its pointer has a low bit:
/// `mov offset(machine), %rcx; test $1, %cl`. None where these instructions are not found.
fn profiler_offset(inspector_function: *mut c_void) -> Option<usize> {
    if !cfg!(target_arch = "x86_64") {
        return None;
    }
    // SAFETY: the function is longer than that, and code may be read.
    let code = unsafe { std::slice::from_raw_parts(inspector_function.cast::<u8>(), CODE_BYTES) };
    let is_load = |bytes: &[u8]| matches!(bytes, [0x48 | 0x49, 0x8b, 0x88..=0x8f, _, _, _, _, 0xf6, 0xc1, 0x01]);
    let found = code.windows(10).find(|bytes| is_load(bytes))?;
    let offset = u32::from_le_bytes([found[3], found[4], found[5], found[6]]) as usize;
    offset.is_multiple_of(size_of::<usize>()).then_some(offset)
}

/// The snapshot as JSON; `with_details` as for [`Context::heap_snapshot`]. The lock must be held.
pub(crate) fn take(cx: Context<'_>, with_details: bool) -> Option<String> {
    let kind = if with_details { WITH_ADDRESSES } else { FOR_INSPECTOR };
    let functions = functions()?;
    let wrap = symbols().wrap_string?;
    let mut profiler = Profiler {
        vm: cx.raw_group(),
        snapshots: ptr::null_mut(),
        capacity: 0,
        count: 0,
        active: ptr::null_mut(),
        spare: [0; 16],
    };
    let mut builder = Box::new(Builder([0; 1024]));
    // SAFETY: the offset lies in the machine, as its own code says.
    let place = unsafe { cx.raw_group().cast::<u8>().cast_mut().add(functions.profiler_offset).cast::<usize>() };
    // SAFETY: as above; the word changes with the lock held only.
    let own = unsafe { place.read() };
    if own & NOT_MADE == 0 && (own == 0 || machine_of(own) != cx.raw_group()) {
        return None;
    }
    // SAFETY: memory for the object, and a profiler that outlives it.
    unsafe { (functions.construct)(&raw mut *builder, &raw mut profiler, kind, RECORD_OVERFLOW) };
    // SAFETY: as above; the collector asks the profiler that is here.
    unsafe { place.write((&raw mut profiler).expose_provenance()) };
    // SAFETY: constructed above; the lock is held, and no collection runs.
    unsafe { (functions.build)(&raw mut *builder) };
    // SAFETY: as above.
    unsafe { place.write(own) };
    let mut implementation: *mut c_void = ptr::null_mut();
    // SAFETY: the out-pointer receives one reference, or null.
    unsafe { (functions.json)(&raw mut implementation, &raw mut *builder) };
    // SAFETY: constructed above, and not used again.
    unsafe { (functions.destruct)(&raw mut *builder) };
    // With addresses the builder has released its snapshot already.
    let is_empty = profiler.count == 0 && profiler.snapshots.is_null();
    let is_as_assumed = profiler.active.is_null()
        && (is_empty || profiler.count == 1 && !profiler.snapshots.is_null())
        && profiler.spare == [0; 16];
    if is_as_assumed && !is_empty {
        free_snapshot(functions, &profiler);
    }
    if implementation.is_null() {
        return None;
    }
    let mut string: sys::JSStringRef = ptr::null_mut();
    // SAFETY: `implementation` is the `WTF::String` (one pointer) that is moved from; the out-pointer gets one reference.
    unsafe { wrap(&mut string, &mut implementation) };
    let text = JsString::from_copy(string);
    is_as_assumed.then(|| text.characters().to_rust())
}

/// The virtual machine of the profiler at `address`.
fn machine_of(address: usize) -> sys::JSGroupRef {
    // SAFETY: the caller checked that the low bit is clear, so this is a profiler, which begins with its machine.
    unsafe { ptr::with_exposed_provenance::<sys::JSGroupRef>(address).read() }
}

/// Releases the one snapshot that a profiler has, as the engine's destructors do.
fn free_snapshot(functions: &Functions, profiler: &Profiler) {
    // SAFETY: the vector has one element, as was checked.
    let snapshot = unsafe { profiler.snapshots.read() };
    // SAFETY: a snapshot begins with the memory of its nodes; the profiler gave us the only pointer to it.
    let nodes = unsafe { (*snapshot).nodes };
    // SAFETY: nothing else owns the memory of the nodes; null is allowed.
    unsafe { (functions.free)(nodes) };
    // SAFETY: the profiler was the only owner.
    unsafe { (functions.free)(snapshot.cast()) };
    // SAFETY: as above.
    unsafe { (functions.free)(profiler.snapshots.cast()) };
}
