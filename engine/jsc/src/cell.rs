//! The kind of a heap cell, read from the type byte in its header. Which number means what differs between engine
//! versions, so the table is calibrated with samples when the first VM of the process starts.

use crate::{Context, Value};
use std::sync::OnceLock;

/// Kinds that the language cannot tell apart by itself, or only slowly.
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
    /// A typed array with elements of one byte, and so on.
    View1,
    View2,
    View4,
    View8,
}

/// One sample of each kind, as a script that returns an array of `[kind, value]` pairs flattened.
const SAMPLES: &str = "(function(){const m=new Map,s=new Set;return [1,'a'+Math.random(),2,function(){},2,class{},2,async()=>{},3,[],4,Promise.resolve(),\
5,new Proxy({},{}),6,m,7,s,8,new WeakMap,9,new WeakSet,10,m.entries(),11,s.values(),12,(function*(){})(),13,(async function*(){})(),\
14,/a/,15,new Date,16,new Error,17,new ArrayBuffer(1),18,new DataView(new ArrayBuffer(1)),\
19,(function(){return arguments})(1),19,(function(a){'use strict';return arguments})(1),19,(function(a){a=2;return arguments})(1),\
20,new String('a'),20,new Number(1),20,new Boolean(true),20,Object(Symbol()),20,Object(1n),21,new WeakRef({}),22,new Int8Array(1),22,new Uint8Array(1),22,new Uint8ClampedArray(1),23,new Int16Array(1),23,new Uint16Array(1),\
24,new Int32Array(1),24,new Uint32Array(1),24,new Float32Array(1),25,new Float64Array(1),25,new BigInt64Array(1),25,new BigUint64Array(1)]})()";

/// Byte offset of the type in a cell's header.
const TYPE_OFFSET: usize = 5;

/// The kind of each type byte: the same for all VMs of a process.
static KINDS: OnceLock<[Option<CellKind>; 256]> = OnceLock::new();

impl<'cx> Value<'cx> {
    /// The kind of this heap cell, if it is one of [`CellKind`]; None for plain objects, and for values that are no cells.
    #[inline]
    pub fn cell_kind(self, _cx: Context<'cx>) -> Option<CellKind> {
        let byte = self.type_byte()?;
        KINDS.get()?[usize::from(byte)]
    }

    #[inline]
    fn type_byte(self) -> Option<u8> {
        // SAFETY: a cell starts with its eight-byte header, and lives while it is on the stack.
        self.is_cell().then(|| unsafe { self.raw().cast::<u8>().add(TYPE_OFFSET).read() })
    }

    /// Reads word `index` of a typed array, counted from the start of its cell. The caller checked the kind.
    #[inline]
    pub(crate) fn view_word(self, index: usize) -> usize {
        debug_assert!(self.is_cell());
        // SAFETY: a typed array's cell is longer than the words read here (`bytes.rs` checks the layout).
        unsafe { self.raw().cast::<usize>().add(index).read() }
    }

    /// Reads the internal field `index` of a cell whose layout was checked (promises, proxies).
    pub(crate) fn internal_field(self, index: usize) -> Value<'cx> {
        debug_assert!(self.is_cell());
        // SAFETY: the caller checked the cell's kind, and `promise.rs` checked the layout: header, butterfly, then fields.
        Value::from_raw(unsafe { self.raw().cast::<usize>().add(2 + index).read() } as brio_jsc_sys::JSValueRef)
    }
}

impl CellKind {
    fn from_number(number: u8) -> Option<Self> {
        use CellKind::*;
        const ALL: [CellKind; 25] = [
            String, Function, Array, Promise, Proxy, Map, Set, WeakMap, WeakSet, MapIterator, SetIterator, Generator, AsyncGenerator, RegExp,
            Date, Error, ArrayBuffer, DataView, Arguments, BoxedPrimitive, WeakRef, View1, View2, View4, View8,
        ];
        ALL.into_iter().find(|&kind| kind as u8 == number)
    }
}

/// Learns the type bytes of this engine, once per process.
pub(crate) fn calibrate(cx: Context<'_>) {
    KINDS.get_or_init(|| type_bytes(cx).map(CellKind::from_number));
}

/// Reads the type bytes of samples. A byte that two kinds share stays unknown.
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
    kinds
}
