//! Bytecode of scripts, made once and used by every later process. The C API has no function for it. WebKit's
//! Objective-C API has: it uses functions that are found by name here, and a source provider that the engine calls for
//! two things, to get the stored bytecode of a source and to store what was just compiled. We use the provider of the C
//! API's private script object and replace both of its functions. See docs/decisions/0030-builtin-bytecode.md.
//!
//! The layout of the engine's objects (`SLOT_…`, `SCRIPT_SOURCE`, `PAYLOAD`) is that of one build of the engine.
//! Bytecode is stored with its `engine_version` and never used with another one; making it is tested when Brio is
//! built.
//!
//! Only x86-64: elsewhere these functions return their results in another way.

use crate::call::check;
use crate::string::{Characters, FLAG_8_BIT, JsString};
use crate::symbols::find;
use crate::vm_reuse;
use crate::{Context, LastingText, Value};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::mem::ManuallyDrop;
use std::ptr;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU8;

/// `uint32_t computeJSCBytecodeCacheVersion()`: made from the build ID of the engine's library.
type EngineVersion = unsafe extern "C" fn() -> u32;
/// `JSScriptRef JSScriptCreateReferencingImmortalASCIIText(…)`.
type CreateScript = unsafe extern "C" fn(
    sys::JSGroupRef,
    sys::JSStringRef,
    c_int,
    *const c_char,
    usize,
    *mut sys::JSStringRef,
    *mut c_int,
) -> *mut usize;
/// `JSValueRef JSScriptEvaluate(JSContextRef, JSScriptRef, JSValueRef thisValue, JSValueRef* exception)`.
type EvaluateScript =
    unsafe extern "C" fn(sys::JSContextRef, *mut usize, sys::JSValueRef, *mut sys::JSValueRef) -> sys::JSValueRef;
/// `void JSScriptRelease(JSScriptRef)`.
type ReleaseScript = unsafe extern "C" fn(*mut usize);
/// `static CachePayload CachePayload::makeMallocPayload(MallocSpan<uint8_t, FastMalloc>&&)`; the result comes through the first argument.
/// And `makeMappedPayload(FileSystem::MappedFileData&&)`, which has address and length, too, and unmaps them in the end.
type MakePayload = unsafe extern "C" fn(*mut usize, *mut AllocatedBytes) -> *mut usize;
/// `void* WTF::fastZeroedMalloc(size_t)`, which ends the process when there is no memory.
type Allocate = unsafe extern "C" fn(usize) -> *mut c_void;
/// `void WTF::fastFree(void*)`.
type Free = unsafe extern "C" fn(*mut c_void);

struct Functions {
    create: CreateScript,
    evaluate: EvaluateScript,
    release: ReleaseScript,
    make_payload: MakePayload,
    make_mapped_payload: MakePayload,
    allocate_zeroed: Allocate,
    free: Free,
}

/// Bytes of the engine's allocator or of a mapping, which it frees.
#[repr(C)]
struct AllocatedBytes {
    start: *mut u8,
    length: usize,
}

/// What a script is made with before it gets its source: making it parses the source.
static PLACEHOLDER: &[u8; 2] = b"0\0";

/// Zeros that use no space in the file (a constant array would) and no memory.
static BLANK: [AtomicU8; 1 << 20] = [const { AtomicU8::new(0) }; 1 << 20];

/// In words: where a script has the implementation of its source string.
const SCRIPT_SOURCE: usize = 17;
/// In words: before the functions of a class, and how many functions a script's has at most (11 in 2.50, 12 in 2.52).
const CLASS_HEADER: usize = 2;
const CLASS_FUNCTIONS: usize = 12;
const SLOT_CACHED_BYTECODE: usize = CLASS_HEADER + 4;
pub(crate) const SLOT_CACHE_BYTECODE: usize = CLASS_HEADER + 5;
/// In words: the size of bytecode and the bytes, after the count of references.
const SIZE: usize = 1;
pub(crate) const PAYLOAD: usize = 2;
/// More than the engine's object for bytecode has.
const OBJECT_WORDS: usize = 16;
/// What the engine's new objects are counted with.
const ONE_REFERENCE: usize = 1;
/// In words: where the implementation of a string has its address and, in the lower half of the word, its hash above
/// some flags.
const TEXT_START: usize = 1;
const TEXT_HASH: usize = 2;
const TEXT_FLAGS: u32 = 0xff;

/// The functions of a class, with its header.
pub(crate) type Class = [usize; CLASS_HEADER + CLASS_FUNCTIONS];

/// The version of the engine's library. Bytecode is valid only for the version that made it. None when bytecode is not
/// available.
pub fn engine_version() -> Option<u32> {
    static VERSION: OnceLock<Option<u32>> = OnceLock::new();
    *VERSION.get_or_init(|| {
        let version = find(c"_ZN3JSC30computeJSCBytecodeCacheVersionEv").filter(|_| cfg!(target_arch = "x86_64"))?;
        // SAFETY: the mangled name spells this signature.
        let version = unsafe { std::mem::transmute::<*mut c_void, EngineVersion>(version) };
        // SAFETY: a function without arguments, which can be called at any time.
        Some(unsafe { version() }).filter(|version| *version != 0)
    })
}

/// Where bytecode of scripts is, by their numbers: the result of `collect` in a process with the same `engine_version`.
pub trait BytecodeSource: Sync {
    /// How many bytes there are for a script; 0 for none.
    fn length(&self, number: usize) -> usize;
    /// The bytes, when they are in memory for the life of the process, and not at the start of a page.
    fn lasting(&'static self, number: usize) -> Option<&'static [u8]>;
    /// Writes them. False when they are not available: the script is then compiled from its source.
    fn read(&self, number: usize, bytes: &mut [u8]) -> bool;
    /// The engine's hash of the script's source; 0 when it is not known.
    fn text_hash(&self, number: usize) -> u32;
}

/// The bytecode of a script.
enum Given {
    /// From a source, whose script has this source string.
    Packed(&'static dyn BytecodeSource, usize, &'static str),
    Bytes(Vec<u8>),
}

thread_local! {
    /// The bytecode of the script that is being evaluated, until the engine reads it.
    static CURRENT: Cell<Option<Given>> = const { Cell::new(None) };
}

impl<'cx> Context<'cx> {
    /// As `evaluate_static` from line 1, with bytecode that was collected without the same source, which is ASCII. The
    /// engine cannot detect bytecode of another source; `source` must. The engine does not read the source, so it is
    /// not loaded into memory until a function is compiled.
    ///
    /// For the next context of its VM the engine caches code that it compiled, but not code that it read from bytecode.
    /// So a VM that had a context before compiles: the second context pays for it, all later ones find the code.
    pub fn evaluate_bytecode(
        self,
        text: &'static str,
        url: &str,
        source: &'static dyn BytecodeSource,
        number: usize,
    ) -> Result<Value<'cx>, Value<'cx>> {
        if vm_reuse::is_reused() {
            return self.evaluate_static(text, url, 1);
        }
        self.evaluate_given(
            LastingText::of_ascii(text),
            url,
            source.text_hash(number),
            Given::Packed(source, number, text),
        )
    }

    /// As `evaluate_static` from line 1, with bytecode of the same source and its hash, that `collect` returned in a
    /// process with an engine of the same version: the engine cannot detect bytecode of another source, and other bytes
    /// may end the process.
    pub fn evaluate_stored(
        self,
        text: String,
        url: &str,
        bytes: Vec<u8>,
        text_hash: u32,
    ) -> Result<Value<'cx>, Value<'cx>> {
        self.evaluate_given(text.into(), url, text_hash, Given::Bytes(bytes))
    }

    fn evaluate_given(
        self,
        text: LastingText,
        url: &str,
        text_hash: u32,
        given: Given,
    ) -> Result<Value<'cx>, Value<'cx>> {
        static CLASS: OnceLock<Class> = OnceLock::new();
        let Some(script) =
            Script::new(self, text, url, &CLASS, (SLOT_CACHED_BYTECODE, cached_bytecode as *const () as usize))
        else {
            return self.evaluate_text(&text.to_js_string(), url, 1);
        };
        script.set_text_hash(text_hash);
        // The engine first checks whether the start of a script is JSONP.
        if matches!(given, Given::Packed(_, _, text) if text.len() <= BLANK.len()) {
            script.set_text_start(BLANK.as_ptr().expose_provenance());
        }
        CURRENT.set(Some(given));
        let result = script.evaluate(self);
        CURRENT.set(None);
        script.set_text(text);
        result
    }
}

/// `RefPtr<CachedBytecode> SourceProvider::cachedBytecode() const`. The engine does not call it when its VM has the
/// code already. Each VM needs an object of its own, because the engine notes in it what it decoded.
extern "C" fn cached_bytecode(result: *mut *mut usize, this: *mut usize) -> *mut *mut usize {
    let given = CURRENT.take();
    // The engine's reference stays the engine's.
    let script = ManuallyDrop::new(Script(this));
    if given.is_some() {
        // The engine compares the source with that of the bytecode: both are empty. It has noted before where the
        // script ends, otherwise it would compile everything.
        script.set_text_length(0);
    }
    let object = match given {
        Some(Given::Packed(source, number, text)) => {
            script.set_text_start(text.as_ptr().expose_provenance());
            match source.lasting(number) {
                Some(bytes) => make_lasting_object(bytes),
                None => make_copying_object(source.length(number), |bytes| source.read(number, bytes)),
            }
        }
        Some(Given::Bytes(given)) => make_copying_object(given.len(), |bytes| {
            bytes.copy_from_slice(&given);
            true
        }),
        None => None,
    };
    let object = object.unwrap_or(ptr::null_mut());
    // SAFETY: the caller provides space for one pointer.
    unsafe { result.write(object) };
    result
}

/// The engine's object for bytecode of that many bytes, which `fill` writes. None when there are none.
fn make_copying_object(length: usize, fill: impl FnOnce(&mut [u8]) -> bool) -> Option<*mut usize> {
    let functions = functions()?;
    if length == 0 {
        return None;
    }
    // SAFETY: the engine's allocator, which returns memory or ends the process.
    let start = unsafe { (functions.allocate_zeroed)(length) }.cast::<u8>();
    // SAFETY: that many zeroed bytes, which only we know.
    let bytes = unsafe { std::slice::from_raw_parts_mut(start, length) };
    if !fill(bytes) {
        // SAFETY: allocated above, and not shared.
        unsafe { (functions.free)(start.cast()) };
        return None;
    }
    Some(make_object(functions, AllocatedBytes { start, length }, functions.make_payload))
}

/// The engine's object for bytecode that stays where it is. The engine unmaps the memory at the end; the system refuses
/// that for an address that is not the start of a page.
fn make_lasting_object(bytes: &'static [u8]) -> Option<*mut usize> {
    const PAGE_BYTES: usize = 4096;
    let functions = functions()?;
    if bytes.is_empty() || bytes.as_ptr().addr().is_multiple_of(PAGE_BYTES) {
        return None;
    }
    // The engine only reads.
    Some(make_object(
        functions,
        AllocatedBytes { start: bytes.as_ptr().cast_mut(), length: bytes.len() },
        functions.make_mapped_payload,
    ))
}

/// `make_payload` takes the bytes over.
fn make_object(functions: &Functions, mut bytes: AllocatedBytes, make_payload: MakePayload) -> *mut usize {
    // SAFETY: the engine's allocator, which returns memory or ends the process.
    let object = unsafe { (functions.allocate_zeroed)(OBJECT_WORDS * size_of::<usize>()) }.cast::<usize>();
    // SAFETY: the object has that many words.
    let words = unsafe { std::slice::from_raw_parts_mut(object, OBJECT_WORDS) };
    words[0] = ONE_REFERENCE;
    words[SIZE] = bytes.length;
    // SAFETY: the object has more space after `PAYLOAD` than a payload needs; the engine owns the bytes from now on.
    unsafe { make_payload(words[PAYLOAD..].as_mut_ptr(), &mut bytes) };
    object
}

/// A script object of the C API, with some functions of its class replaced.
pub(crate) struct Script(*mut usize);

impl Script {
    /// `answer` is called instead of the function in that slot of the class; `class` stores the replaced class.
    pub(crate) fn new(
        cx: Context<'_>,
        text: LastingText,
        url: &str,
        class: &'static OnceLock<Class>,
        (slot, answer): (usize, usize),
    ) -> Option<Self> {
        let (_, length) = place_of(text);
        let functions = functions().filter(|_| length > 0 && u32::try_from(length).is_ok())?;
        let url = JsString::new(url);
        // SAFETY: the VM of this thread, a live string, and a source that lives as long as the process; no messages are
        // requested.
        let script = unsafe {
            (functions.create)(
                cx.raw_group(),
                url.raw(),
                1,
                PLACEHOLDER.as_ptr().cast(),
                1,
                ptr::null_mut(),
                ptr::null_mut(),
            )
        };
        if script.is_null() {
            return None;
        }
        let made = Self(script);
        // SAFETY: a script is longer than this; in another engine the word may be anything, which `has_text` detects.
        let source = unsafe { script.wrapping_add(SCRIPT_SOURCE).read() };
        let source: *mut usize = ptr::with_exposed_provenance_mut(source);
        // SAFETY: the engine is the one that this was tested with: the word is the address of a string's
        // implementation.
        let start = unsafe { source.wrapping_add(TEXT_START).read() };
        if start != PLACEHOLDER.as_ptr() as usize || made.text_flags() & FLAG_8_BIT == 0 {
            return None;
        }
        // Only the parser has read the string, and it is done.
        made.set_text(text);
        let class = class.get_or_init(|| {
            // SAFETY: the first word of an object with virtual functions is the address of the first, after the header.
            let functions = unsafe { script.read() };
            let start: *const Class = ptr::with_exposed_provenance(functions - CLASS_HEADER * size_of::<usize>());
            // SAFETY: the header and the functions of a script's class, which are constant.
            let mut class = unsafe { start.read() };
            class[slot] = answer;
            class
        });
        // SAFETY: the class has all functions of the one that it replaces, and lives as long as the process.
        unsafe { script.write(class[CLASS_HEADER..].as_ptr().expose_provenance()) };
        Some(made)
    }

    pub(crate) fn evaluate<'cx>(&self, cx: Context<'cx>) -> Result<Value<'cx>, Value<'cx>> {
        let functions = functions().expect("there is a script");
        let mut exception = ptr::null();
        // SAFETY: a live context of the script's VM, and a live script.
        let raw = unsafe { (functions.evaluate)(cx.raw(), self.0, ptr::null(), &mut exception) };
        check(raw, exception)
    }

    fn set_text(&self, text: LastingText) {
        let (start, length) = place_of(text);
        self.set_text_start(start);
        self.set_text_length(u32::try_from(length).expect("`new` has checked it"));
        if let Characters::Utf16(_) = text.characters() {
            let flags = self.text_flags() & !FLAG_8_BIT;
            // SAFETY: as in `set_text_hash`.
            unsafe { self.text_hash_place().write(flags) };
        }
    }

    /// Sets how many characters the source has: at most as many as it really has.
    fn set_text_length(&self, characters: u32) {
        // SAFETY: of a live string, which only this thread has; the length is the upper half of the first word.
        unsafe { self.text_word(0).cast::<u32>().wrapping_add(1).write(characters) };
    }

    /// Returns the result of `work`, during which the source is empty for the engine.
    pub(crate) fn without_text<T>(&self, work: &dyn Fn() -> T) -> T {
        // SAFETY: as above.
        let length = unsafe { self.text_word(0).cast::<u32>().wrapping_add(1).read() };
        self.set_text_length(0);
        let result = work();
        self.set_text_length(length);
        result
    }

    /// Sets the address of the source: in memory that lives as long as the process, and has as many characters as the
    /// source.
    fn set_text_start(&self, start: usize) {
        // SAFETY: a word of a live string, which only this thread has.
        unsafe { self.text_word(TEXT_START).write(start) };
    }

    fn text_word(&self, index: usize) -> *mut usize {
        // SAFETY: as in `new`, which found the string there.
        let source = unsafe { self.0.wrapping_add(SCRIPT_SOURCE).read() };
        let source: *mut usize = ptr::with_exposed_provenance_mut(source);
        source.wrapping_add(index)
    }

    /// The place of the hash of the source, which the engine computes when it first needs it.
    fn text_hash_place(&self) -> *mut u32 {
        self.text_word(TEXT_HASH).cast()
    }

    /// The hash of the source; 0 when the engine computed none.
    pub(crate) fn text_hash(&self) -> u32 {
        self.text_flags() & !TEXT_FLAGS
    }

    /// The flags of the source's string, and its hash.
    fn text_flags(&self) -> u32 {
        // SAFETY: a word of a live string.
        unsafe { self.text_hash_place().read() }
    }

    /// Sets the hash, so that the engine does not compute it. With a wrong one the engine compiles the source.
    fn set_text_hash(&self, hash: u32) {
        let known = self.text_flags();
        if known & !TEXT_FLAGS == 0 {
            // SAFETY: a word of a live string, which only this thread has.
            unsafe { self.text_hash_place().write(known | (hash & !TEXT_FLAGS)) };
        }
    }

    /// The object itself, which the engine passes to the replaced functions.
    pub(crate) fn address(&self) -> *mut usize {
        self.0
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        if let Some(functions) = functions() {
            // SAFETY: the reference is ours.
            unsafe { (functions.release)(self.0) };
        }
    }
}

/// The address of a source, and how many characters it has.
fn place_of(text: LastingText) -> (usize, usize) {
    match text.characters() {
        Characters::Latin1(bytes) => (bytes.as_ptr().expose_provenance(), bytes.len()),
        Characters::Utf16(units) => (units.as_ptr().expose_provenance(), units.len()),
    }
}

fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS
        .get_or_init(|| {
            engine_version()?;
            let create = find(c"JSScriptCreateReferencingImmortalASCIIText")?;
            let evaluate = find(c"JSScriptEvaluate")?;
            let release = find(c"JSScriptRelease")?;
            let make_payload =
                find(c"_ZN3JSC12CachePayload17makeMallocPayloadEON3WTF10MallocSpanIhNS1_10FastMallocEEE")?;
            let make_mapped_payload =
                find(c"_ZN3JSC12CachePayload17makeMappedPayloadEON3WTF14FileSystemImpl14MappedFileDataE")?;
            let allocate_zeroed = find(c"_ZN3WTF16fastZeroedMallocEm")?;
            let free = find(c"_ZN3WTF8fastFreeEPv")?;
            Some(Functions {
                // SAFETY: the engine's private header declares it so.
                create: unsafe { std::mem::transmute::<*mut c_void, CreateScript>(create) },
                // SAFETY: as above.
                evaluate: unsafe { std::mem::transmute::<*mut c_void, EvaluateScript>(evaluate) },
                // SAFETY: as above.
                release: unsafe { std::mem::transmute::<*mut c_void, ReleaseScript>(release) },
                // SAFETY: the mangled name spells this signature; an object is returned through a hidden pointer.
                make_payload: unsafe { std::mem::transmute::<*mut c_void, MakePayload>(make_payload) },
                // SAFETY: as above; the parameter has an address and a length.
                make_mapped_payload: unsafe { std::mem::transmute::<*mut c_void, MakePayload>(make_mapped_payload) },
                // SAFETY: the mangled name spells the parameter; the engine's header has the result.
                allocate_zeroed: unsafe { std::mem::transmute::<*mut c_void, Allocate>(allocate_zeroed) },
                // SAFETY: the mangled name spells this signature.
                free: unsafe { std::mem::transmute::<*mut c_void, Free>(free) },
            })
        })
        .as_ref()
}

#[cfg(test)]
#[path = "bytecode_tests.rs"]
mod tests;
