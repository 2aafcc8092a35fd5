//! The kind of a heap cell, read from the type byte in its header. Which number means what differs between engine
//! versions, so the table is calibrated with samples when a VM starts.

use crate::{Context, Value};
use std::cell::Cell;

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
}

/// One sample of each kind, as a script that returns an array of `[kind, value]` pairs flattened.
const SAMPLES: &str = "(function(){const m=new Map,s=new Set;return [1,'a'+Math.random(),2,function(){},2,class{},2,async()=>{},3,[],4,Promise.resolve(),\
5,new Proxy({},{}),6,m,7,s,8,new WeakMap,9,new WeakSet,10,m.entries(),11,s.values(),12,(function*(){})(),13,(async function*(){})(),\
14,/a/,15,new Date,16,new Error,17,new ArrayBuffer(1),18,new DataView(new ArrayBuffer(1)),\
19,(function(){return arguments})(1),19,(function(a){'use strict';return arguments})(1),19,(function(a){a=2;return arguments})(1),\
20,new String('a'),20,new Number(1),20,new Boolean(true),20,Object(Symbol()),20,Object(1n),21,new WeakRef({})]})()";

/// Byte offset of the type in a cell's header.
const TYPE_OFFSET: usize = 5;

thread_local! {
    static KINDS: Cell<[u8; 256]> = const { Cell::new([0; 256]) };
}

impl<'cx> Value<'cx> {
    /// The kind of this heap cell, if it is one of [`CellKind`]; None for plain objects, and for values that are no cells.
    pub fn cell_kind(self, _cx: Context<'cx>) -> Option<CellKind> {
        let byte = self.type_byte()?;
        CellKind::from_number(KINDS.with(|kinds| kinds.get()[usize::from(byte)]))
    }

    fn type_byte(self) -> Option<u8> {
        // SAFETY: a cell starts with its eight-byte header, and lives while it is on the stack.
        self.is_cell().then(|| unsafe { self.raw().cast::<u8>().add(TYPE_OFFSET).read() })
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
        const ALL: [CellKind; 21] = [
            String, Function, Array, Promise, Proxy, Map, Set, WeakMap, WeakSet, MapIterator, SetIterator, Generator, AsyncGenerator, RegExp,
            Date, Error, ArrayBuffer, DataView, Arguments, BoxedPrimitive, WeakRef,
        ];
        ALL.into_iter().find(|&kind| kind as u8 == number)
    }
}

/// Learns the type bytes of this engine from samples. A byte that two kinds share stays unknown.
pub(crate) fn calibrate(cx: Context<'_>) {
    let Ok(samples) = cx.evaluate(SAMPLES, "brio:calibrate", 1) else { return };
    let mut kinds = [0u8; 256];
    let plain = cx.object().type_byte();
    let mut index = 0;
    while let (Ok(kind), Ok(sample)) = (samples.get_index(cx, index), samples.get_index(cx, index + 1)) {
        let (Some(kind), Some(byte)) = (kind.as_int32(), sample.type_byte()) else { break };
        let slot = &mut kinds[usize::from(byte)];
        let kind = kind as u8;
        *slot = if Some(byte) == plain || (*slot != 0 && *slot != kind) { u8::MAX } else { kind };
        index += 2;
    }
    KINDS.with(|cell| cell.set(kinds));
}
