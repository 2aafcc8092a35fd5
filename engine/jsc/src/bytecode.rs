//! Bytecode of scripts, made once and used by every later process. The C API has no word for it; WebKit's Objective-C API does it
//! with functions that are found by name here, and with a source provider that answers two questions of the engine: have you bytecode
//! for this text, and do you want what was just compiled? We take the provider of the C API's private script object and answer them
//! for it. See docs/decisions/bytecode.md.
//!
//! What is known of the engine's objects (`SLOT_…`, `SCRIPT_SOURCE`, `PAYLOAD`) holds for one build of the engine. Whoever keeps
//! bytecode keeps `engine_version` with it, and never uses it with another; making it is tried out when Brio is built.
//!
//! Only x86-64: elsewhere these functions return their results in another way.

pub use crate::bytecode_collect::collect;

use crate::call::check;
use crate::string::JsString;
use crate::symbols::find;
use crate::{Context, Value};
use brio_jsc_sys as sys;
use std::cell::Cell;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;
use std::sync::OnceLock;

/// `uint32_t computeJSCBytecodeCacheVersion()`: made from the build ID of the engine's library.
type EngineVersion = unsafe extern "C" fn() -> u32;
/// `JSScriptRef JSScriptCreateReferencingImmortalASCIIText(…)`.
type CreateScript = unsafe extern "C" fn(sys::JSGroupRef, sys::JSStringRef, c_int, *const c_char, usize, *mut sys::JSStringRef, *mut c_int) -> *mut usize;
/// `JSValueRef JSScriptEvaluate(JSContextRef, JSScriptRef, JSValueRef thisValue, JSValueRef* exception)`.
type EvaluateScript = unsafe extern "C" fn(sys::JSContextRef, *mut usize, sys::JSValueRef, *mut sys::JSValueRef) -> sys::JSValueRef;
/// `void JSScriptRelease(JSScriptRef)`.
type ReleaseScript = unsafe extern "C" fn(*mut usize);
/// `static CachePayload CachePayload::makeMappedPayload(MappedFileData&&)`; the result comes through the first argument.
type MakePayload = unsafe extern "C" fn(*mut usize, *mut MappedBytes) -> *mut usize;

struct Functions {
    create: CreateScript,
    evaluate: EvaluateScript,
    release: ReleaseScript,
    make_payload: MakePayload,
}

/// The engine's view of mapped bytes, with more room than it has members.
#[repr(C)]
struct MappedBytes {
    start: *const u8,
    length: usize,
    rest: [usize; 4],
}

/// What a script is made with before it gets its text: making it parses it.
static PLACEHOLDER: &[u8; 2] = b"0\0";

/// In words: where a script has the implementation of its text.
const SCRIPT_SOURCE: usize = 17;
/// In words: before the functions of a class, and how many functions a script's has.
const CLASS_HEADER: usize = 2;
const CLASS_FUNCTIONS: usize = 11;
const SLOT_CACHED_BYTECODE: usize = CLASS_HEADER + 4;
pub(crate) const SLOT_CACHE_BYTECODE: usize = CLASS_HEADER + 5;
/// In words: the size of bytecode and the bytes, after the count of references.
const SIZE: usize = 1;
pub(crate) const PAYLOAD: usize = 2;
/// More than the engine's object for bytecode has.
const BLOCK_WORDS: usize = 64;
/// References that nobody gives back: threads count without locks, and must never reach zero.
const REFERENCES: usize = 1 << 30;

/// The functions of a class, with its header.
pub(crate) type Class = [usize; CLASS_HEADER + CLASS_FUNCTIONS];
/// The engine's object for bytecode.
type Block = [usize; BLOCK_WORDS];

/// The version of the engine's library, for which alone bytecode that it made is good. None when bytecode cannot be had.
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

/// Bytecode of one script, ready for the engine.
#[derive(Debug)]
pub struct Bytecode(*mut usize);

// SAFETY: the engine changes nothing of it but the count of references, which never reaches zero.
unsafe impl Send for Bytecode {}
// SAFETY: as above.
unsafe impl Sync for Bytecode {}

impl Bytecode {
    /// Over what `collect` gave, in a process of the same `engine_version`, at an address that is a multiple of 16. It stays for ever.
    pub fn new(bytes: &'static [u8]) -> Option<Self> {
        let functions = functions()?;
        let block: &'static mut Block = Box::leak(Box::new([0; BLOCK_WORDS]));
        block[0] = REFERENCES;
        block[SIZE] = bytes.len();
        let mut mapped = MappedBytes { start: bytes.as_ptr(), length: bytes.len(), rest: [0; 4] };
        // SAFETY: the block has more room after `PAYLOAD` than a payload takes, and the bytes live for ever.
        unsafe { (functions.make_payload)(block[PAYLOAD..].as_mut_ptr(), &mut mapped) };
        Some(Self(block.as_mut_ptr()))
    }
}

thread_local! {
    /// The bytecode of the script that is being evaluated, until the engine asks for it.
    static CURRENT: Cell<*mut usize> = const { Cell::new(ptr::null_mut()) };
}

impl<'cx> Context<'cx> {
    /// As `evaluate_static` from line 1, with bytecode of the same text; what does not fit it is compiled from the text.
    pub fn evaluate_bytecode(self, text: &'static str, url: &str, bytecode: &Bytecode) -> Result<Value<'cx>, Value<'cx>> {
        static CLASS: OnceLock<Class> = OnceLock::new();
        let Some(script) = Script::new(self, text, url, &CLASS, (SLOT_CACHED_BYTECODE, cached_bytecode as *const () as usize)) else {
            return self.evaluate_static(text, url, 1);
        };
        CURRENT.set(bytecode.0);
        let result = script.evaluate(self);
        CURRENT.set(ptr::null_mut());
        result
    }
}

/// `RefPtr<CachedBytecode> SourceProvider::cachedBytecode() const`.
extern "C" fn cached_bytecode(result: *mut *mut usize, _this: *mut usize) -> *mut *mut usize {
    let block = CURRENT.replace(ptr::null_mut());
    if !block.is_null() {
        // SAFETY: the count is the lower half of the block's first word; the engine counts without locks too.
        unsafe { *block.cast::<u32>() += 1 };
    }
    // SAFETY: the caller's room for one pointer.
    unsafe { result.write(block) };
    result
}

/// A script object of the C API, with our answers to some of the engine's questions.
pub(crate) struct Script(*mut usize);

impl Script {
    /// `answer` is called instead of the function in that slot of the class; `class` keeps the class that has it.
    pub(crate) fn new(cx: Context<'_>, text: &'static str, url: &str, class: &'static OnceLock<Class>, (slot, answer): (usize, usize)) -> Option<Self> {
        let functions = functions().filter(|_| text.is_ascii() && !text.is_empty())?;
        let url = JsString::new(url);
        // SAFETY: the VM of this thread, a live string, and text that lives for ever; no messages are asked for.
        let script = unsafe { (functions.create)(cx.raw_group(), url.raw(), 1, PLACEHOLDER.as_ptr().cast(), 1, ptr::null_mut(), ptr::null_mut()) };
        if script.is_null() {
            return None;
        }
        let made = Self(script);
        // SAFETY: a script is longer than this; in another engine the word may be anything, which `has_text` finds out.
        let source = unsafe { script.add(SCRIPT_SOURCE).read() };
        let source: *mut usize = ptr::with_exposed_provenance_mut(source);
        // SAFETY: the engine is the one that this was tried out with: the word is the address of a string's implementation.
        let start = unsafe { source.add(1).read() };
        if start != PLACEHOLDER.as_ptr() as usize {
            return None;
        }
        // SAFETY: as above: the length is the upper half of the first word.
        unsafe { source.cast::<u32>().add(1).write(u32::try_from(text.len()).ok()?) };
        // SAFETY: as above: the text is the second word. Nobody has seen the string but the parser, which is done.
        unsafe { source.add(1).write(text.as_ptr().expose_provenance()) };
        let class = class.get_or_init(|| {
            // SAFETY: the first word of an object with virtual functions is the address of the first, after the header.
            let functions = unsafe { script.read() };
            let start: *const Class = ptr::with_exposed_provenance(functions - CLASS_HEADER * size_of::<usize>());
            // SAFETY: the header and the functions of a script's class, which are constant.
            let mut class = unsafe { start.read() };
            class[slot] = answer;
            class
        });
        // SAFETY: the class has all functions of the one that it replaces, and lives for ever.
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

    /// The object itself; the engine hands it to the answers.
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

fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS
        .get_or_init(|| {
            engine_version()?;
            let create = find(c"JSScriptCreateReferencingImmortalASCIIText")?;
            let evaluate = find(c"JSScriptEvaluate")?;
            let release = find(c"JSScriptRelease")?;
            let make_payload = find(c"_ZN3JSC12CachePayload17makeMappedPayloadEON3WTF14FileSystemImpl14MappedFileDataE")?;
            Some(Functions {
                // SAFETY: the engine's private header declares it so.
                create: unsafe { std::mem::transmute::<*mut c_void, CreateScript>(create) },
                // SAFETY: as above.
                evaluate: unsafe { std::mem::transmute::<*mut c_void, EvaluateScript>(evaluate) },
                // SAFETY: as above.
                release: unsafe { std::mem::transmute::<*mut c_void, ReleaseScript>(release) },
                // SAFETY: the mangled name spells this signature; an object is returned through a hidden pointer.
                make_payload: unsafe { std::mem::transmute::<*mut c_void, MakePayload>(make_payload) },
            })
        })
        .as_ref()
}
