//! The memory of SharedArrayBuffers, taken from one virtual machine to another. The C API has no word for it; the engine does it
//! for WebKit's workers with functions that are found by name here. What they leave to be known (two offsets and the address of
//! the structures) is checked against a buffer that is at hand, and without any of it shared memory cannot be sent.
//!
//! Only x86-64: elsewhere these functions return their results in another way.

use crate::{Context, Value};
use brio_jsc_sys as sys;
use std::ffi::{CStr, c_ulong, c_void};
use std::ptr::{self, NonNull};
use std::sync::OnceLock;

/// Shared memory with a reference of its own. The engine gives no way to let that go but to make a buffer of it: memory that
/// nobody adopts stays.
pub struct SharedMemory(NonNull<c_void>);

// SAFETY: the engine counts references to such memory atomically, and changes nothing else of it.
unsafe impl Send for SharedMemory {}

/// `bool ArrayBuffer::shareWith(ArrayBufferContents&)`.
type ShareWith = unsafe extern "C" fn(*mut c_void, *mut usize) -> bool;
/// `static Ref<ArrayBuffer> ArrayBuffer::createShared(Ref<SharedArrayBufferContents>&&)`; the result comes through the first argument.
type CreateShared = unsafe extern "C" fn(*mut *mut u32, *mut *mut c_void) -> *mut c_void;
/// `static JSArrayBuffer* JSArrayBuffer::create(VM&, Structure*, RefPtr<ArrayBuffer>&&)`.
type CreateCell = unsafe extern "C" fn(sys::JSGroupRef, usize, *mut *mut u32) -> sys::JSValueRef;

struct Functions {
    share_with: ShareWith,
    create_shared: CreateShared,
    create_cell: CreateCell,
}

/// In words: where a buffer's cell has its implementation; where the contents have the shared ones, and their length.
const CELL_IMPLEMENTATION: usize = 2;
const CONTENTS_SHARED: usize = 2;
const CONTENTS_LENGTH: usize = 4;
/// More than the contents of a buffer have.
const CONTENTS_WORDS: usize = 32;
/// In bytes: where a structure has its global object.
const STRUCTURE_GLOBAL: usize = 0x28;
/// How much of the engine's configuration is searched for the address of the structures.
const CONFIGURATION_WORDS: usize = 2048;
/// A buffer's count of references when its cell and we hold it, and when only its cell does: the engine counts in steps of two.
const HELD_BY_US: u32 = 3;
const HELD_BY_CELL: u32 = 1;

impl<'cx> Value<'cx> {
    /// The memory of a SharedArrayBuffer, which this must be; `byte_length` is its length. None when it cannot be shared.
    pub fn share_memory(self, byte_length: usize) -> Option<SharedMemory> {
        let functions = functions()?;
        // SAFETY: the caller passes a live SharedArrayBuffer, whose cell is longer than this.
        let implementation = unsafe { self.raw().cast::<*mut c_void>().add(CELL_IMPLEMENTATION).read() };
        let mut contents = [0usize; CONTENTS_WORDS];
        // SAFETY: the implementation of a live buffer, and room for more than its contents.
        let is_shared = unsafe { (functions.share_with)(implementation, contents.as_mut_ptr()) };
        if !is_shared || contents[CONTENTS_LENGTH] != byte_length {
            return None;
        }
        NonNull::new(ptr::with_exposed_provenance_mut(contents[CONTENTS_SHARED])).map(SharedMemory)
    }
}

impl<'cx> Context<'cx> {
    /// A SharedArrayBuffer over `memory`; `sample` is one of this realm. None when this engine is not the known one.
    pub fn adopt_memory(self, memory: SharedMemory, sample: Value<'cx>) -> Option<Value<'cx>> {
        let functions = functions()?;
        let structure = self.structure_of(sample)?;
        Some(self.locked(|| {
            let mut contents = memory.0.as_ptr();
            let mut buffer: *mut u32 = ptr::null_mut();
            // SAFETY: the reference to the contents is ours and given away; `buffer` is the place for the result.
            unsafe { (functions.create_shared)(&mut buffer, &mut contents) };
            // SAFETY: the virtual machine of this thread, whose lock is held, a structure of its SharedArrayBuffers, and the buffer made above.
            let cell = unsafe { (functions.create_cell)(self.raw_group(), structure, &mut buffer) };
            // SAFETY: the count is the first word of a live buffer, which only this thread knows yet.
            let count = unsafe { buffer.read() };
            if count == HELD_BY_US {
                // SAFETY: as above. The cell keeps the buffer.
                unsafe { buffer.write(HELD_BY_CELL) };
            }
            Value::from_raw(cell)
        }))
    }

    /// The address of the structure of a cell: what its header has is the lower half.
    fn structure_of(self, cell: Value<'cx>) -> Option<usize> {
        static BASE: OnceLock<Option<usize>> = OnceLock::new();
        // SAFETY: a cell starts with its eight-byte header.
        let lower = unsafe { cell.raw().cast::<u32>().read() } as usize;
        let base = *BASE.get_or_init(|| {
            let configuration = find(c"g_config")?;
            let words: Vec<usize> = (0..CONFIGURATION_WORDS).map_while(|index| read_word(configuration as usize + index * size_of::<usize>())).collect();
            let global = self.raw_global() as usize;
            words.into_iter().find(|word| *word != 0 && *word & 0xffff_ffff == 0 && read_word((word | lower) + STRUCTURE_GLOBAL) == Some(global))
        });
        base.map(|base| base | lower)
    }
}

fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS
        .get_or_init(|| {
            if !cfg!(target_arch = "x86_64") {
                return None;
            }
            let share_with = find(c"_ZN3JSC11ArrayBuffer9shareWithERNS_19ArrayBufferContentsE")?;
            let create_shared =
                find(c"_ZN3JSC11ArrayBuffer12createSharedEON3WTF3RefINS_25SharedArrayBufferContentsENS1_12RawPtrTraitsIS3_EENS1_21DefaultRefDerefTraitsIS3_EEEE")?;
            let create_cell = find(
                c"_ZN3JSC13JSArrayBuffer6createERNS_2VMEPNS_9StructureEON3WTF6RefPtrINS_11ArrayBufferENS5_12RawPtrTraitsIS7_EENS5_21DefaultRefDerefTraitsIS7_EEEE",
            )?;
            Some(Functions {
                // SAFETY: the mangled name spells this signature; `this` is the first argument.
                share_with: unsafe { std::mem::transmute::<*mut c_void, ShareWith>(share_with) },
                // SAFETY: the mangled name spells this signature; a `Ref` is returned through a hidden pointer.
                create_shared: unsafe { std::mem::transmute::<*mut c_void, CreateShared>(create_shared) },
                // SAFETY: the mangled name spells this signature; a reference to a pointer is its address.
                create_cell: unsafe { std::mem::transmute::<*mut c_void, CreateCell>(create_cell) },
            })
        })
        .as_ref()
}

fn find(name: &CStr) -> Option<*mut c_void> {
    // SAFETY: a null handle is RTLD_DEFAULT; `name` ends with NUL.
    let address = unsafe { sys::dlsym(ptr::null_mut(), name.as_ptr()) };
    (!address.is_null()).then_some(address)
}

/// A word of this process's memory; None for an address where there is none.
fn read_word(address: usize) -> Option<usize> {
    const ONE: c_ulong = 1;
    let mut word = 0usize;
    let local = sys::IoVec { base: ptr::from_mut(&mut word).cast(), length: size_of::<usize>() };
    let remote = sys::IoVec { base: ptr::with_exposed_provenance_mut(address), length: size_of::<usize>() };
    let process = std::process::id().cast_signed();
    // SAFETY: `local` is our word; the kernel checks the other address and fails for one that is not mapped.
    let count = unsafe { sys::process_vm_readv(process, &local, ONE, &remote, ONE, 0) };
    (count == size_of::<usize>().cast_signed()).then_some(word)
}
