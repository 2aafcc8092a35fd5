//! What two virtual machines can share: the memory of SharedArrayBuffers and compiled WebAssembly modules. The C API
//! has no function for it; the engine does it for WebKit's workers with functions that are found by name here. What
//! else must be known (two offsets, where references are counted, and the address of the structures) is checked against
//! a sample buffer; if any of it is missing, nothing is shared.
//!
//! Only x86-64: elsewhere these functions return their results in another way.

use super::own_memory::read_word;
use super::wasm_memory;
use crate::{CellKind, Context, Value, cell::in_fresh_context, symbols::find};
use brio_jsc_sys as sys;
use std::ffi::c_void;
use std::mem::ManuallyDrop;
use std::ptr::{self, NonNull};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, AtomicU32, Ordering};

/// What can be shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedKind {
    /// The memory of a SharedArrayBuffer.
    Memory,
    /// The code of a WebAssembly.Module.
    Module,
    /// The memory of a shared WebAssembly.Memory, by its SharedArrayBuffer.
    WasmMemory,
}

/// A reference to an object that several virtual machines share.
#[derive(Debug)]
pub struct Shared {
    kind: SharedKind,
    address: NonNull<c_void>,
}

// SAFETY: the engine made these objects for several threads: it counts references atomically.
unsafe impl Send for Shared {}

/// `bool ArrayBuffer::shareWith(ArrayBufferContents&)`.
type ShareWith = unsafe extern "C" fn(*mut c_void, *mut usize) -> bool;
/// `static Ref<ArrayBuffer> ArrayBuffer::createShared(Ref<SharedArrayBufferContents>&&)`; the result comes through the first argument.
type CreateShared = unsafe extern "C" fn(*mut *mut u32, *mut *mut c_void) -> *mut c_void;
/// `static JSArrayBuffer* JSArrayBuffer::create(VM&, Structure*, RefPtr<ArrayBuffer>&&)`.
type CreateCell = unsafe extern "C" fn(sys::JSGroupRef, usize, *mut *mut u32) -> sys::JSValueRef;

/// `Wasm::Module& JSWebAssemblyModule::module()`.
type ModuleOf = unsafe extern "C" fn(*mut c_void) -> *mut c_void;
/// `static JSWebAssemblyModule* JSWebAssemblyModule::create(VM&, Structure*, Ref<Wasm::Module>&&)`.
type CreateModule = unsafe extern "C" fn(sys::JSGroupRef, usize, *mut *mut c_void) -> sys::JSValueRef;
/// The destructor of a class.
type Destroy = unsafe extern "C" fn(*mut c_void);

pub(super) struct Functions {
    share_with: ShareWith,
    create_shared: CreateShared,
    create_cell: CreateCell,
    destroy_memory: Destroy,
    module_of: ModuleOf,
    create_module: CreateModule,
    destroy_module: Destroy,
}

/// In words: where a buffer's cell has its implementation; where the contents have the shared ones, the owner of
/// growable memory, and their length.
pub(crate) const CELL_IMPLEMENTATION: usize = 2;
pub(super) const CONTENTS_SHARED: usize = 2;
pub(super) const CONTENTS_HANDLE: usize = 3;
pub(super) const CONTENTS_LENGTH: usize = 4;
/// More than the contents of a buffer have.
const CONTENTS_WORDS: usize = 32;
/// In bytes: where a structure has its global object.
const STRUCTURE_GLOBAL: usize = 0x28;
/// How much of the engine's configuration is searched for the address of the structures.
const CONFIGURATION_WORDS: usize = 2048;
/// A buffer's count of references when its cell and we hold it, and when only its cell does: the engine counts in steps of two.
const HELD_BY_US: u32 = 3;
const HELD_BY_CELL: u32 = 1;
/// More references than a module that was found correctly has.
const REFERENCES_MAX: u32 = 1 << 20;
/// A buffer to check the layout with, and an empty module.
const SAMPLES: &str = "[new SharedArrayBuffer(24), typeof WebAssembly === 'object' ? new WebAssembly.Module(Uint8Array.of(0,97,115,109,1,0,0,0)) : {}]";
const SAMPLE_BYTES: usize = 24;

/// The type byte of the cells of modules; 0 before it is known, and when they have none of their own.
static MODULE_TYPE: AtomicU8 = AtomicU8::new(0);

impl<'cx> Value<'cx> {
    /// A reference to the shared object of this SharedArrayBuffer or WebAssembly.Module. None for another value, and
    /// when this engine cannot share it.
    pub fn share(self, cx: Context<'cx>, kind: SharedKind) -> Option<Shared> {
        let functions = functions()?;
        if !is_layout_known(cx, functions) || !self.is_of(cx, kind) {
            return None;
        }
        match kind {
            SharedKind::WasmMemory if !wasm_memory::is_possible() => None,
            SharedKind::Memory | SharedKind::WasmMemory => {
                let contents = self.contents(functions)?;
                let has_handle = at(&contents, CONTENTS_HANDLE).is_some();
                if let Some(address) = at(&contents, CONTENTS_HANDLE) {
                    // The shared contents reference it as well, so that this reference is never the last.
                    ManuallyDrop::new(Shared { kind, address }).count().fetch_sub(1, Ordering::AcqRel);
                }
                let shared = at(&contents, CONTENTS_SHARED).map(|address| Shared { kind, address });
                // Only memory of WebAssembly, and growable memory, has a handle.
                shared.filter(|_| kind == SharedKind::Memory || has_handle)
            }
            SharedKind::Module => {
                // SAFETY: a live module of this thread's virtual machine, as its type byte says.
                let address = unsafe { (functions.module_of)(self.raw().cast_mut().cast()) };
                let found = ManuallyDrop::new(Shared { kind, address: NonNull::new(address)? });
                let count = found.count().load(Ordering::Relaxed);
                (1..REFERENCES_MAX).contains(&count).then(|| (*found).clone())
            }
        }
    }

    /// Whether this is a cell of the kind's class; for memory also when the buffer is not a shared one.
    fn is_of(self, cx: Context<'cx>, kind: SharedKind) -> bool {
        match kind {
            SharedKind::Memory | SharedKind::WasmMemory => self.cell_kind(cx) == Some(CellKind::ArrayBuffer),
            SharedKind::Module => {
                self.type_byte().is_some_and(|byte| byte != 0 && byte == MODULE_TYPE.load(Ordering::Relaxed))
            }
        }
    }

    /// The contents of this buffer, None unless it is shared, with references of their own to what they hold.
    fn contents(self, functions: &Functions) -> Option<[usize; CONTENTS_WORDS]> {
        // SAFETY: the callers pass a live buffer, whose cell is longer than this.
        let implementation = unsafe { self.raw().cast::<*mut c_void>().wrapping_add(CELL_IMPLEMENTATION).read() };
        let mut contents = [0; CONTENTS_WORDS];
        // SAFETY: the implementation of a live buffer, and space for more than its contents.
        unsafe { (functions.share_with)(implementation, contents.as_mut_ptr()) }.then_some(contents)
    }
}

/// The address in a word of contents.
fn at(contents: &[usize; CONTENTS_WORDS], word: usize) -> Option<NonNull<c_void>> {
    NonNull::new(ptr::with_exposed_provenance_mut(contents[word]))
}

/// Whether contents of buffers, and the counts of references, are at the expected places; determines the type byte of
/// modules.
pub(super) fn is_layout_known(cx: Context<'_>, functions: &Functions) -> bool {
    static IS_KNOWN: OnceLock<bool> = OnceLock::new();
    *IS_KNOWN.get_or_init(|| {
        let mut is_known = false;
        in_fresh_context(cx, |cx| {
            is_known = check_layout(cx, functions).is_some();
        });
        is_known
    })
}

fn check_layout(cx: Context<'_>, functions: &Functions) -> Option<()> {
    let samples = cx.evaluate_static(SAMPLES, "brio:calibrate", 1).ok()?;
    let module_type = samples.get_index(cx, 1).ok()?.type_byte().filter(|byte| cx.object().type_byte() != Some(*byte));
    MODULE_TYPE.store(module_type.unwrap_or(0), Ordering::Relaxed);
    let buffer = samples.get_index(cx, 0).ok().filter(|buffer| buffer.cell_kind(cx) == Some(CellKind::ArrayBuffer))?;
    let first = buffer.contents(functions)?;
    let address = at(&first, CONTENTS_SHARED).filter(|_| first[CONTENTS_LENGTH] == SAMPLE_BYTES)?;
    // Both references are left in place unless their count is at the expected place.
    let held = ManuallyDrop::new(Shared { kind: SharedKind::Memory, address });
    let count_before = held.count().load(Ordering::Relaxed);
    let second = buffer.contents(functions)?;
    if second[..=CONTENTS_LENGTH] != first[..=CONTENTS_LENGTH]
        || held.count().load(Ordering::Relaxed) != count_before + 1
    {
        return None;
    }
    held.count().fetch_sub(2, Ordering::AcqRel);
    Some(())
}

impl Shared {
    /// Its kind.
    pub fn kind(&self) -> SharedKind {
        self.kind
    }

    /// The words of what is shared.
    pub(super) fn words(&self) -> *mut usize {
        self.address.as_ptr().cast()
    }

    /// The count of references, the first word of both kinds.
    fn count(&self) -> &AtomicU32 {
        // SAFETY: this reference keeps the object alive, and the engine changes its count atomically.
        unsafe { AtomicU32::from_ptr(self.address.as_ptr().cast()) }
    }
}

impl Clone for Shared {
    fn clone(&self) -> Self {
        self.count().fetch_add(1, Ordering::Relaxed);
        Self { kind: self.kind, address: self.address }
    }
}

impl Drop for Shared {
    fn drop(&mut self) {
        if self.count().fetch_sub(1, Ordering::AcqRel) != 1 {
            return;
        }
        let Some(functions) = functions() else { return };
        let destroy = match self.kind {
            SharedKind::Memory | SharedKind::WasmMemory => functions.destroy_memory,
            SharedKind::Module => functions.destroy_module,
        };
        // SAFETY: the last reference was this one. What the object holds is freed; its own few words stay, since only
        // the engine knows which allocator they are from.
        unsafe { destroy(self.address.as_ptr()) };
    }
}

impl<'cx> Context<'cx> {
    /// A SharedArrayBuffer, WebAssembly.Module or WebAssembly.Memory over a shared object; `sample` is one of that class
    /// and this realm.
    /// None when this engine is not the known one.
    pub fn adopt(self, shared: Shared, sample: Value<'cx>) -> Option<Value<'cx>> {
        let functions = functions()?;
        let is_known = is_layout_known(self, functions);
        if !is_known || !(shared.kind == SharedKind::WasmMemory && sample.is_cell() || sample.is_of(self, shared.kind))
        {
            return None;
        }
        let structure = self.structure_of(sample)?;
        if shared.kind == SharedKind::WasmMemory && !wasm_memory::is_memory_structure(structure) {
            return None;
        }
        // The reference is transferred.
        let shared = ManuallyDrop::new(shared);
        let mut address = shared.address.as_ptr();
        if shared.kind == SharedKind::WasmMemory {
            return self.locked(|| wasm_memory::create(self, structure, address));
        }
        Some(self.locked(|| match shared.kind {
            SharedKind::Memory | SharedKind::WasmMemory => {
                let mut buffer: *mut u32 = ptr::null_mut();
                // SAFETY: the reference to the contents is ours and is transferred; `buffer` is the place for the
                // result.
                unsafe { (functions.create_shared)(&mut buffer, &mut address) };
                // SAFETY: the virtual machine of this thread, whose lock is held, a structure of its SharedArrayBuffers, and the buffer made above.
                let cell = unsafe { (functions.create_cell)(self.raw_group(), structure, &mut buffer) };
                // SAFETY: the count is the first word of a live buffer, which only this thread knows yet.
                let count = unsafe { buffer.read() };
                if count == HELD_BY_US {
                    // SAFETY: as above. The cell references the buffer.
                    unsafe { buffer.write(HELD_BY_CELL) };
                }
                Value::from_raw(cell)
            }
            SharedKind::Module => {
                // SAFETY: the virtual machine of this thread, whose lock is held, a structure of its modules, and a
                // reference that is transferred.
                Value::from_raw(unsafe { (functions.create_module)(self.raw_group(), structure, &mut address) })
            }
        }))
    }

    /// The address of the structure of a cell: what its header has is the lower half.
    fn structure_of(self, cell: Value<'cx>) -> Option<usize> {
        static BASE: OnceLock<Option<usize>> = OnceLock::new();
        // SAFETY: a cell starts with its eight-byte header.
        let lower = unsafe { cell.raw().cast::<u32>().read() } as usize;
        let base = *BASE.get_or_init(|| {
            let configuration = find(c"g_config")?;
            let words: Vec<usize> = (0..CONFIGURATION_WORDS)
                .map_while(|index| read_word(configuration as usize + index * size_of::<usize>()))
                .collect();
            let global = self.raw_global() as usize;
            words.into_iter().find(|word| {
                *word != 0 && *word & 0xffff_ffff == 0 && read_word((word | lower) + STRUCTURE_GLOBAL) == Some(global)
            })
        });
        base.map(|base| base | lower)
            .filter(|structure| read_word(structure + STRUCTURE_GLOBAL) == Some(self.raw_global() as usize))
    }
}

pub(super) fn functions() -> Option<&'static Functions> {
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
            let destroy_memory = find(c"_ZN3JSC25SharedArrayBufferContentsD1Ev")?;
            let module_of = find(c"_ZN3JSC19JSWebAssemblyModule6moduleEv")?;
            let create_module =
                find(c"_ZN3JSC19JSWebAssemblyModule6createERNS_2VMEPNS_9StructureEON3WTF3RefINS_4Wasm6ModuleENS5_12RawPtrTraitsIS8_EENS5_21DefaultRefDerefTraitsIS8_EEEE")?;
            let destroy_module = find(c"_ZN3JSC4Wasm6ModuleD1Ev")?;
            Some(Functions {
                // SAFETY: the mangled name is that of a destructor.
                destroy_memory: unsafe { std::mem::transmute::<*mut c_void, Destroy>(destroy_memory) },
                // SAFETY: the mangled name spells this signature; a reference is returned as an address.
                module_of: unsafe { std::mem::transmute::<*mut c_void, ModuleOf>(module_of) },
                // SAFETY: the mangled name spells this signature; a reference to a pointer is its address.
                create_module: unsafe { std::mem::transmute::<*mut c_void, CreateModule>(create_module) },
                // SAFETY: the mangled name is that of a destructor.
                destroy_module: unsafe { std::mem::transmute::<*mut c_void, Destroy>(destroy_module) },
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
