//! The kind of a heap cell, read from the type byte in its header. Which number means what differs between engine
//! versions, so it is determined from samples: strings and functions when the first VM of the process starts, from
//! values of the C API; the others with sample scripts when a kind that is not known yet is first requested. That
//! happens in a context of its own, whose constructors no program has replaced. Most small programs never need them,
//! and start without these scripts.

use crate::{Context, Value, bytes, iterators, promise};
use brio_jsc_sys as sys;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

/// Kinds that the language cannot distinguish by itself, or only slowly.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum CellKind {
    String = 1,
    Function,
    Array,
    Promise,
    Proxy,
    Map,
    Set,
    WeakMap,
    WeakSet,
    MapIterator,
    SetIterator,
    Generator,
    AsyncGenerator,
    RegExp,
    Date,
    Error,
    ArrayBuffer,
    DataView,
    Arguments,
    BoxedPrimitive,
    WeakRef,
    /// A typed array with elements of one byte (but for `Uint8`); the others follow.
    View1,
    View2,
    View4,
    View8,
    /// A Uint8Array, which a Buffer is too.
    Uint8,
    /// An object without internal state of the engine: a literal, or an instance of a program's class.
    Plain,
}

/// One sample of each kind, as a script that returns an array of `[kind, value]` pairs flattened.
const SAMPLES: &str = "(function(){const m=new Map,s=new Set;return [1,'a'+Math.random(),2,function(){},2,class{},2,async()=>{},3,[],4,Promise.resolve(),\
5,new Proxy({},{}),6,m,7,s,8,new WeakMap,9,new WeakSet,10,m.entries(),11,s.values(),12,(function*(){})(),13,(async function*(){})(),\
14,/a/,15,new Date,16,new Error,17,new ArrayBuffer(1),18,new DataView(new ArrayBuffer(1)),\
19,(function(){return arguments})(1),19,(function(a){'use strict';return arguments})(1),19,(function(a){a=2;return arguments})(1),\
20,new String('a'),20,new Number(1),20,new Boolean(true),20,Object(Symbol()),20,Object(1n),21,new WeakRef({}),22,new Int8Array(1),26,new Uint8Array(1),22,new Uint8ClampedArray(1),23,new Int16Array(1),23,new Uint16Array(1),\
24,new Int32Array(1),24,new Uint32Array(1),24,new Float32Array(1),25,new Float64Array(1),25,new BigInt64Array(1),25,new BigUint64Array(1)]})()";

/// Byte offset of the type in a cell's header.
const TYPE_OFFSET: usize = 5;

/// The number of the kind of each type byte, 0 for those that have none or are not known: the same for all VMs of a
/// process.
static KINDS: [AtomicU8; 256] = [const { AtomicU8::new(0) }; 256];

/// The type byte of plain objects. The engine numbers its types such that all from this one on are objects.
/// `u8::MAX`, which no type has, when that does not hold.
static PLAIN_OBJECT: AtomicU8 = AtomicU8::new(u8::MAX);

/// Whether all of `KINDS` are known.
static CALIBRATED: AtomicBool = AtomicBool::new(false);

impl<'cx> Value<'cx> {
    /// The kind of this heap cell, if it is one of [`CellKind`]; None for others, and for values that are not cells.
    #[inline]
    pub fn cell_kind(self, cx: Context<'cx>) -> Option<CellKind> {
        let known = self.known_kind();
        if known.is_some() || !self.is_cell() || CALIBRATED.load(Ordering::Acquire) {
            return known;
        }
        calibrate(cx);
        self.known_kind()
    }

    /// The same for the kinds that are known: enough for strings and functions; it never runs samples.
    #[inline]
    pub(crate) fn known_kind(self) -> Option<CellKind> {
        let byte = self.type_byte()?;
        CellKind::from_number(KINDS[usize::from(byte)].load(Ordering::Relaxed))
    }

    /// Whether this is known to be an object from its header alone; false for few objects, and for all other values.
    #[inline]
    pub(crate) fn is_surely_object(self) -> bool {
        self.type_byte().is_some_and(|byte| byte >= PLAIN_OBJECT.load(Ordering::Relaxed))
    }

    #[inline]
    pub(crate) fn type_byte(self) -> Option<u8> {
        // SAFETY: a cell starts with its eight-byte header, and lives while it is on the stack.
        self.is_cell().then(|| unsafe { self.raw().cast::<u8>().wrapping_add(TYPE_OFFSET).read() })
    }

    /// Whether two heap cells have the same prototype and the same own properties in the same order, indices apart;
    /// false also when the engine stores the same facts twice.
    pub fn shares_structure(self, other: Value<'cx>) -> bool {
        if !self.is_cell() || !other.is_cell() {
            return false;
        }
        // SAFETY: a cell starts with its eight-byte header, the first four of which name its structure.
        let own = unsafe { self.raw().cast::<u32>().read() };
        // SAFETY: as above.
        let others = unsafe { other.raw().cast::<u32>().read() };
        own == others
    }

    /// Reads word `index` of a typed array, counted from the start of its cell. The caller checked the kind.
    #[inline]
    pub(crate) fn view_word(self, index: usize) -> usize {
        debug_assert!(self.is_cell());
        // SAFETY: a typed array's cell is longer than the words read here (`bytes.rs` checks the layout).
        unsafe { self.raw().cast::<usize>().wrapping_add(index).read() }
    }

    /// Reads the internal field `index` of a cell whose layout was checked (promises, proxies).
    pub(crate) fn internal_field(self, index: usize) -> Value<'cx> {
        debug_assert!(self.is_cell());
        // SAFETY: the caller checked the cell's kind, and `promise.rs` checked the layout: header, butterfly, then fields.
        Value::from_raw(unsafe { self.raw().cast::<usize>().wrapping_add(2 + index).read() } as brio_jsc_sys::JSValueRef)
    }
}

impl CellKind {
    #[inline]
    fn from_number(number: u8) -> Option<Self> {
        use CellKind::*;
        const ALL: [CellKind; CellKind::Plain as usize] = [
            String,
            Function,
            Array,
            Promise,
            Proxy,
            Map,
            Set,
            WeakMap,
            WeakSet,
            MapIterator,
            SetIterator,
            Generator,
            AsyncGenerator,
            RegExp,
            Date,
            Error,
            ArrayBuffer,
            DataView,
            Arguments,
            BoxedPrimitive,
            WeakRef,
            View1,
            View2,
            View4,
            View8,
            Uint8,
            Plain,
        ];
        ALL.get(usize::from(number).wrapping_sub(1)).copied()
    }
}

/// Determines the kinds that are always needed, without a script. Called for the first VM of the process.
pub(crate) fn learn_common_kinds(cx: Context<'_>) {
    let plain = cx.object().type_byte();
    let learn = |sample: Value<'_>, kind: CellKind| {
        let byte = sample.type_byte().filter(|_| sample.type_byte() != plain);
        if let Some(byte) = byte {
            KINDS[usize::from(byte)].store(kind as u8, Ordering::Relaxed);
        }
    };
    learn(cx.string("sample"), CellKind::String);
    if let Ok(function) = cx.global().get(cx, "isNaN") {
        learn(function, CellKind::Function);
        learn_objects(cx, plain, function);
    }
}

/// Tests whether types are numbered as [`PLAIN_OBJECT`] says: what is not an object is below it, other objects are above.
fn learn_objects(cx: Context<'_>, plain: Option<u8>, function: Value<'_>) {
    let (Some(plain), Ok(symbol)) = (plain, cx.symbol(cx.string("sample"))) else { return };
    let others = [cx.string("sample"), symbol];
    let are_below = others.iter().all(|value| value.type_byte().is_some_and(|byte| byte < plain));
    let are_above = [function, cx.array(&[])].iter().all(|value| value.type_byte().is_some_and(|byte| byte > plain));
    if are_below && are_above {
        PLAIN_OBJECT.store(plain, Ordering::Relaxed);
    }
}

/// Determines all kinds, and checks the layouts that are read directly, once per process.
#[cold]
fn calibrate(cx: Context<'_>) {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        in_fresh_context(cx, |cx| {
            for (slot, kind) in KINDS.iter().zip(type_bytes(cx)) {
                slot.store(kind, Ordering::Relaxed);
            }
            promise::check_layouts(cx);
            iterators::check_layout(cx);
            bytes::check_view_layout(cx);
        });
        CALIBRATED.store(true, Ordering::Release);
    });
}

/// Reads the type bytes of samples. A byte that two kinds share, or that plain objects have, stays unknown.
fn type_bytes(cx: Context<'_>) -> [u8; 256] {
    let mut kinds = [0u8; 256];
    let Ok(samples) = cx.evaluate(SAMPLES, "brio:calibrate", 1) else { return kinds };
    let plain = cx.object().type_byte();
    let mut index = 0;
    while let (Ok(kind), Ok(sample)) = (samples.get_index(cx, index), samples.get_index(cx, index + 1)) {
        let (Some(kind), Some(byte)) = (kind.as_int32(), sample.type_byte()) else { break };
        let slot = &mut kinds[usize::from(byte)];
        let kind = kind as u8;
        *slot = if Some(byte) == plain || (*slot != 0 && *slot != kind) { u8::MAX } else { kind };
        index += 2;
    }
    if let Some(slot) = plain.map(|byte| &mut kinds[usize::from(byte)]).filter(|slot| **slot == 0) {
        *slot = CellKind::Plain as u8;
    }
    kinds
}

/// Runs `work` in a new context of the same VM.
pub(crate) fn in_fresh_context(cx: Context<'_>, work: impl FnOnce(Context<'_>)) {
    // SAFETY: a live group of this thread.
    let raw = unsafe { crate::contexts::create(cx.raw_group(), std::ptr::null_mut()) };
    // SAFETY: made above, and released only after `work`.
    work(unsafe { Context::from_raw(raw) });
    // SAFETY: made above, released once.
    unsafe { sys::JSGlobalContextRelease(raw) };
}
