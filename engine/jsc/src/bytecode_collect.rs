//! Making bytecode: the engine compiles scripts while a program runs, and at the end their compiled code is collected.
//! It contains only code that ran; a function that did not run is compiled from its source when it is first called.

use crate::bytecode::{Class, PAYLOAD, SLOT_CACHE_BYTECODE, Script};
use crate::symbols::find;
use crate::{Context, LastingText, Root, Value};
use brio_jsc_sys as sys;
use std::cell::RefCell;
use std::ffi::c_void;
use std::ptr;
use std::rc::Rc;
use std::sync::OnceLock;

/// `RefPtr<CachedBytecode> encodeCodeBlock(VM&, const SourceCodeKey&, const UnlinkedCodeBlock*)`; the result comes through the first argument.
type Encode = unsafe extern "C" fn(*mut *mut usize, sys::JSGroupRef, *const Key, *const c_void) -> *mut *mut usize;
/// `std::span<const uint8_t> CachePayload::span() const`.
type Span = unsafe extern "C" fn(*const usize) -> Bytes;
/// `CachePayload::~CachePayload()`.
type DestroyPayload = unsafe extern "C" fn(*mut usize);

struct Functions {
    encode: Encode,
    span: Span,
    destroy_payload: DestroyPayload,
}

#[repr(C)]
struct Bytes {
    start: *const u8,
    length: usize,
}

/// The engine's key for a script, with more space than it has members.
type Key = [usize; 16];

/// What the engine's function that makes bytecode of a script refers to, after its class.
#[repr(C)]
struct Generator {
    class: usize,
    group: sys::JSGroupRef,
    key: *const Key,
    code: *const *const c_void,
}

/// A script whose code is collected.
struct Collected {
    id: usize,
    script: Rc<Script>,
    group: sys::JSGroupRef,
    /// The bytecode that the engine wants to store.
    compiled: Option<(Key, *const c_void)>,
    /// Retains the code, which the engine's own cache may drop.
    code: Option<Root>,
}

/// What the engine compiled of a script.
#[derive(Debug)]
pub struct CompiledScript {
    /// What it was collected under.
    pub id: usize,
    pub bytes: Vec<u8>,
    /// The engine's hash of the script's source.
    pub text_hash: u32,
}

thread_local! {
    static COLLECTED: RefCell<Vec<Collected>> = const { RefCell::new(Vec::new()) };
}

impl<'cx> Context<'cx> {
    /// As `evaluate_static` from line 1; what is compiled of it until `collect` is called is collected under `id`.
    pub fn evaluate_collecting(
        self,
        text: impl Into<LastingText>,
        url: &str,
        id: usize,
    ) -> Result<Value<'cx>, Value<'cx>> {
        static CLASS: OnceLock<Class> = OnceLock::new();
        let answer = (SLOT_CACHE_BYTECODE, cache_bytecode as *const () as usize);
        let text = text.into();
        let Some(script) = Script::new(self, text, url, &CLASS, answer) else {
            return self.evaluate_text(&text.to_js_string(), url, 1);
        };
        let script = Rc::new(script);
        COLLECTED.with_borrow_mut(|all| {
            all.push(Collected { id, script: script.clone(), group: self.raw_group(), compiled: None, code: None })
        });
        let result = script.evaluate(self);
        COLLECTED.with_borrow_mut(|all| {
            let Some(index) = all.iter().rposition(|one| Rc::ptr_eq(&one.script, &script)) else { return };
            match all[index].compiled {
                Some((_, code)) => all[index].code = Some(Value::from_raw(code.cast()).root(self)),
                // The VM had compiled this source before, or could not.
                None => drop(all.swap_remove(index)),
            }
        });
        result
    }
}

/// The bytecode of all scripts that this thread collected, by their ids; the collection ends. It is made without a copy
/// of the source in it, by which the engine would detect bytecode of another source. The lock of its VM must be held.
pub fn collect() -> Vec<CompiledScript> {
    let collected = COLLECTED.take();
    let Some(functions) = functions() else { return Vec::new() };
    let compiled = |one: &Collected| {
        let (key, code) = one.compiled?;
        let bytes = one.script.without_text(&|| bytes_of(functions, one.group, &key, code))?;
        Some(CompiledScript { id: one.id, bytes, text_hash: one.script.text_hash() })
    };
    collected.iter().filter_map(compiled).collect()
}

fn bytes_of(functions: &Functions, group: sys::JSGroupRef, key: &Key, code: *const c_void) -> Option<Vec<u8>> {
    let mut made: *mut usize = ptr::null_mut();
    // SAFETY: the VM of this thread, a key whose script is retained, code of it that is retained too, and space for the
    // result.
    unsafe { (functions.encode)(&mut made, group, key, code) };
    if made.is_null() {
        return None;
    }
    // SAFETY: the engine's object for bytecode, which has its payload there.
    let payload = unsafe { made.add(PAYLOAD) };
    // SAFETY: as above.
    let Bytes { start, length } = unsafe { (functions.span)(payload) };
    // SAFETY: the payload's bytes, which live until the next line.
    let bytes = (length > 0).then(|| unsafe { std::slice::from_raw_parts(start, length) }.to_vec());
    // The engine has no function to free the object itself; its bytes are what is large.
    // SAFETY: the object is ours, and its payload is not read again.
    unsafe { (functions.destroy_payload)(payload) };
    bytes
}

/// `void SourceProvider::cacheBytecode(const Function<RefPtr<CachedBytecode>()>&) const`. The function would make
/// bytecode of what is compiled now; most functions are compiled when they are called, so what it refers to is retained
/// until the end.
extern "C" fn cache_bytecode(this: *mut usize, generator: *const *const Generator) {
    COLLECTED.with_borrow_mut(|all| {
        let Some(one) = all.iter_mut().rfind(|one| one.script.address() == this) else { return };
        // SAFETY: a `WTF::Function` is the address of its object.
        let generator = unsafe { generator.read() };
        // SAFETY: the object has three references after its class in the engine that this was tested with.
        let Generator { group, key, code, .. } = unsafe { generator.read() };
        if group != one.group {
            return;
        }
        // SAFETY: a key on the engine's stack; what is read after it is stack too. The script that it counts is
        // retained as long as the copy.
        let key = unsafe { key.read() };
        // SAFETY: the engine's own variable with the address of the code.
        let code = unsafe { code.read() };
        one.compiled = Some((key, code));
    });
}

fn functions() -> Option<&'static Functions> {
    static FUNCTIONS: OnceLock<Option<Functions>> = OnceLock::new();
    FUNCTIONS
        .get_or_init(|| {
            let encode = find(c"_ZN3JSC15encodeCodeBlockERNS_2VMERKNS_13SourceCodeKeyEPKNS_17UnlinkedCodeBlockE")?;
            let span = find(c"_ZNK3JSC12CachePayload4spanEv")?;
            let destroy_payload = find(c"_ZN3JSC12CachePayloadD1Ev")?;
            Some(Functions {
                // SAFETY: the mangled name spells this signature; a `RefPtr` is returned through a hidden pointer.
                encode: unsafe { std::mem::transmute::<*mut c_void, Encode>(encode) },
                // SAFETY: the mangled name spells this signature; a span is returned in two registers.
                span: unsafe { std::mem::transmute::<*mut c_void, Span>(span) },
                // SAFETY: the mangled name spells this signature.
                destroy_payload: unsafe { std::mem::transmute::<*mut c_void, DestroyPayload>(destroy_payload) },
            })
        })
        .as_ref()
}
