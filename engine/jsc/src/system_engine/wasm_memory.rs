//! Makes a WebAssembly.Memory over the contents of a shared one of another virtual machine (`shared_memory.rs`), as the
//! engine does for WebKit's workers. When one of its functions is not found, such memory is not shared.

use super::own_memory::read_word;
use crate::{Context, Value, symbols::find};
use brio_jsc_sys as sys;
use std::ffi::c_void;
use std::ptr;
use std::sync::OnceLock;

/// `static RefPtr<Memory> Wasm::Memory::create(VM&, Ref<SharedArrayBufferContents>&&, Function<void(GrowSuccess, PageCount,
/// PageCount)>&&)`; the result comes through the first argument.
type CreateMemory =
    unsafe extern "C" fn(*mut *mut c_void, sys::JSGroupRef, *mut *mut c_void, *mut *mut Growth) -> *mut c_void;
/// `static JSWebAssemblyMemory* JSWebAssemblyMemory::create(VM&, Structure*)`.
type CreateCell = unsafe extern "C" fn(sys::JSGroupRef, usize) -> *mut c_void;
/// `void JSWebAssemblyMemory::adopt(Ref<Wasm::Memory>&&)`.
type Adopt = unsafe extern "C" fn(*mut c_void, *mut *mut c_void);
/// `void JSWebAssemblyMemory::growSuccessCallback(VM&, PageCount, PageCount)`.
type Grown = unsafe extern "C" fn(*mut c_void, sys::JSGroupRef, u32, u32);

struct Functions {
    create_memory: CreateMemory,
    create_cell: CreateCell,
    adopt: Adopt,
    grown: Grown,
    /// The address of the class's description, to which its structures point.
    class: usize,
}

/// The function object that the engine calls when the memory has grown: a pointer to its virtual functions, and what it
/// captures.
#[repr(C)]
pub(crate) struct Growth {
    virtual_functions: &'static VirtualFunctions,
    cell: *mut c_void,
    group: sys::JSGroupRef,
}

/// The virtual functions of `WTF::Detail::CallableWrapperBase`, in the order of the C++ ABI of Itanium.
#[repr(C)]
struct VirtualFunctions {
    destroy: unsafe extern "C" fn(*mut Growth),
    destroy_and_free: unsafe extern "C" fn(*mut Growth),
    call: unsafe extern "C" fn(*mut Growth, i32, u32, u32),
}

static VIRTUAL_FUNCTIONS: VirtualFunctions = VirtualFunctions { destroy, destroy_and_free, call };

/// How many words of a structure are searched for its class.
const STRUCTURE_WORDS: usize = 16;

/// Whether the engine has all functions.
pub(crate) fn is_possible() -> bool {
    functions().is_some()
}

/// Whether this is the address of a structure of WebAssembly.Memory objects.
pub(crate) fn is_memory_structure(structure: usize) -> bool {
    functions().is_some_and(|functions| {
        (0..STRUCTURE_WORDS).any(|word| read_word(structure + word * size_of::<usize>()) == Some(functions.class))
    })
}

/// The WebAssembly.Memory over shared contents, whose reference is transferred. None when the engine refuses them.
/// `structure` is the address of the structure of such objects in this realm.
pub(crate) fn create<'cx>(cx: Context<'cx>, structure: usize, mut contents: *mut c_void) -> Option<Value<'cx>> {
    let functions = functions()?;
    let group = cx.raw_group();
    // SAFETY: the virtual machine of this thread, whose lock the caller holds, and a structure of this class.
    let cell = unsafe { (functions.create_cell)(group, structure) };
    let mut growth = Box::into_raw(Box::new(Growth { virtual_functions: &VIRTUAL_FUNCTIONS, cell, group }));
    let mut memory = ptr::null_mut();
    // SAFETY: the references to the contents and to the function object are transferred; `memory` is the place for the
    // result.
    unsafe { (functions.create_memory)(&mut memory, group, &mut contents, &mut growth) };
    if memory.is_null() {
        return None;
    }
    // SAFETY: a live cell of this class without a memory, and a reference that is transferred.
    unsafe { (functions.adopt)(cell, &mut memory) };
    Some(Value::from_raw(cell.cast_const().cast()))
}

/// Destroys nothing: the members are plain.
unsafe extern "C" fn destroy(_growth: *mut Growth) {}

unsafe extern "C" fn destroy_and_free(growth: *mut Growth) {
    // SAFETY: made by `Box::into_raw` in `create`; the engine, which owns it, deletes it once.
    drop(unsafe { Box::from_raw(growth) });
}

unsafe extern "C" fn call(growth: *mut Growth, _success: i32, before: u32, after: u32) {
    let Some(functions) = functions() else { return };
    // SAFETY: the engine calls it while it owns the object, on the thread of its virtual machine.
    let growth = unsafe { &*growth };
    // SAFETY: the engine holds the memory by its cell, which therefore lives.
    unsafe { (functions.grown)(growth.cell, growth.group, before, after) };
}

fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS
        .get_or_init(|| {
            if !cfg!(target_arch = "x86_64") {
                return None;
            }
            let create_memory = find(
                c"_ZN3JSC4Wasm6Memory6createERNS_2VMEON3WTF3RefINS_25SharedArrayBufferContentsENS4_12RawPtrTraitsIS6_EENS4_21DefaultRefDerefTraitsIS6_EEEEONS4_8FunctionIFvNS1_11GrowSuccessENS_9PageCountESF_EEE",
            )?;
            let create_cell = find(c"_ZN3JSC19JSWebAssemblyMemory6createERNS_2VMEPNS_9StructureE")?;
            let adopt = find(c"_ZN3JSC19JSWebAssemblyMemory5adoptEON3WTF3RefINS_4Wasm6MemoryENS1_12RawPtrTraitsIS4_EENS1_21DefaultRefDerefTraitsIS4_EEEE")?;
            let grown = find(c"_ZN3JSC19JSWebAssemblyMemory19growSuccessCallbackERNS_2VMENS_9PageCountES3_")?;
            Some(Functions {
                // SAFETY: the mangled name spells this signature; a `RefPtr` is returned through a hidden pointer.
                create_memory: unsafe { std::mem::transmute::<*mut c_void, CreateMemory>(create_memory) },
                // SAFETY: the mangled name spells this signature.
                create_cell: unsafe { std::mem::transmute::<*mut c_void, CreateCell>(create_cell) },
                // SAFETY: the mangled name spells this signature; `this` is the first argument.
                adopt: unsafe { std::mem::transmute::<*mut c_void, Adopt>(adopt) },
                // SAFETY: as above; a count of pages is one 32-bit member.
                grown: unsafe { std::mem::transmute::<*mut c_void, Grown>(grown) },
                class: find(c"_ZN3JSC19JSWebAssemblyMemory6s_infoE")? as usize,
            })
        })
        .as_ref()
}
