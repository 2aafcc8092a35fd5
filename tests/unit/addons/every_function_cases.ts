// Cases for each function of Node-API: one with good arguments, and one for each wrong argument in its place.

/** An argument as every_function.c reads it: its kind and, for some kinds, its value. */
export type Argument = [kind: string, payload?: unknown];

/** A case: what it is called, the arguments, and whether an exception is pending. */
export type Case = [label: string, arguments_: Argument[], isPending: boolean];

interface Parameter {
  good: Argument;
  wrong: (Argument | typeof ANY | typeof NOT_EXTERNAL)[];
}

/** Values of all kinds; that of `external` is the test's. */
export const VALUES: Record<string, () => unknown> = {
  object: () => ({ a: 1 }),
  function: () =>
    function f() {
      return 1;
    },
  class: () => class C {},
  arrow: () => () => {},
  string: () => "text",
  "empty string": () => "",
  number: () => 1.5,
  "negative number": () => -7,
  NaN: () => NaN,
  Infinity: () => Infinity,
  "large number": () => 2 ** 53 + 2 ** 40,
  "huge number": () => 1e300,
  boolean: () => true,
  undefined: () => undefined,
  "JS null": () => null,
  symbol: () => Symbol("s"),
  BigInt: () => 5n,
  "large BigInt": () => 2n ** 100n,
  "negative BigInt": () => -(2n ** 70n),
  array: () => [1, 2],
  ArrayBuffer: () => new ArrayBuffer(8),
  "detached ArrayBuffer": () => {
    const b = new ArrayBuffer(8);
    structuredClone(b, { transfer: [b] });
    return b;
  },
  "resizable ArrayBuffer": () => new ArrayBuffer(8, { maxByteLength: 16 }),
  SharedArrayBuffer: () => new SharedArrayBuffer(8),
  Uint8Array: () => new Uint8Array(4),
  Float64Array: () => new Float64Array(2),
  BigInt64Array: () => new BigInt64Array(2),
  Float16Array: () => new Float16Array(2),
  DataView: () => new DataView(new ArrayBuffer(8), 2, 4),
  Buffer: () => Buffer.alloc(4, "abcd"),
  "empty Buffer": () => Buffer.alloc(0),
  "memory of WebAssembly": () => new WebAssembly.Memory({ initial: 1 }).buffer,
  Date: () => new Date(5),
  "invalid Date": () => new Date(NaN),
  Promise: () => Promise.resolve(1),
  Error: () => new TypeError("m"),
  RegExp: () => /a/,
  Map: () => new Map(),
  external: () => undefined,
  "frozen object": () => Object.freeze({ a: 1 }),
  "null-prototype object": () => Object.create(null),
  "frozen array": () => Object.freeze([1]),
  "throwing object": () => ({
    toString() {
      throw new RangeError("toString");
    },
    valueOf() {
      throw new RangeError("valueOf");
    },
    get a() {
      throw new RangeError("get a");
    },
    set a(v) {
      throw new RangeError("set a");
    },
    [Symbol.toPrimitive]() {
      throw new RangeError("toPrimitive");
    },
  }),
  "throwing proxy": () =>
    new Proxy(
      {},
      Object.fromEntries(
        [
          "get",
          "set",
          "has",
          "deleteProperty",
          "ownKeys",
          "getOwnPropertyDescriptor",
          "defineProperty",
          "getPrototypeOf",
          "setPrototypeOf",
          "preventExtensions",
          "isExtensible",
        ].map((t) => [
          t,
          () => {
            throw new RangeError(t);
          },
        ]),
      ),
    ),
  "throwing function": () =>
    function t() {
      throw new RangeError("called");
    },
  "revoked proxy": () => {
    const { proxy, revoke } = Proxy.revocable({}, {});
    revoke();
    return proxy;
  },
  "proxy of a function": () => new Proxy(function g() {}, {}),
  "object with toString": () => ({ toString: () => "a" }),
  "boxed string": () => new String("x"),
  "boxed number": () => new Number(3),
  global: () => globalThis,
  "bound function": () => function h() {}.bind(null),
  "async function": () => async function k() {},
  generator: () => function* () {},
  "lone surrogate": () => "a\ud800b",
  "long string": () => "ä".repeat(40),
  "string of a number": () => "12",
};
const ANY = "any value";
/** Node.js ends where an external is wrapped. */
const NOT_EXTERNAL = "any value but an external";

const V = (name: string): Argument => ["value", name];
const N = (value: number): Argument => ["number", value];
const S = (value: number): Argument => ["size", value];
const valueOut: Argument = ["out value"];
const boolOut: Argument = ["out bool"];
const u32: Argument = ["out uint32"];
const i32: Argument = ["out int32"];
const i64: Argument = ["out int64"];
const f64: Argument = ["out double"];
const sizeOut: Argument = ["out size"];
const pointer: Argument = ["out pointer"];
const text: Argument = ["static text"];
const wide: Argument = ["wide text"];
const lengths = [S(-1), S(0), S(3), S(2 ** 31), S(2 ** 40)];
const P = (good: Argument, ...wrong: Parameter["wrong"]): Parameter => ({ good, wrong });
const val = (good: string): Parameter => P(V(good), ANY, ["null"]);
const out = (kind: Argument): Parameter => P(kind, ["null"]);
const str = P(text, ["null"]);
const wstr = P(wide, ["null"]);
const len = P(S(3), ...lengths, S(5));
const cb = P(["callback"], ["null"]);
const fin = P(["finalize"], ["null"]);
const mem = P(["memory"], ["null"]);
const hint = P(["null"]);
const msg = P(V("string"), ANY, ["null"]);
const err = [P(["null"], ANY, V("string")), msg, out(valueOut)];
const is = [val("object"), out(boolOut)];
const valOut = [P(V("object"), ANY, ["null"]), out(valueOut)];
const thr = [P(["null"], ["text", "E_CODE"]), P(["text", "message"], ["null"], ["text", ""])];
const arr = P(["values", ["number", "string"]], ["null"]);
const count = P(S(1), S(0), S(2));
const ref = P(
  ["reference", "object"],
  ["null"],
  ["weak reference", "object"],
  ["reference", "string"],
  ["reference", "symbol"],
);
const tag = P(["tag"], ["null"]);
const desc = P(
  ["descriptors", ["a", undefined, "value", "number"]],
  ["null"],
  ["descriptors", ["a", undefined, "method"]],
  ["descriptors", ["a", undefined, "getter"]],
  ["descriptors", ["a", undefined, "setter"]],
  ["descriptors", [undefined, "string", "value", "object"]],
  ["descriptors", [undefined, "symbol", "value", "object"]],
  ["descriptors", [undefined, "number", "value", "object"]],
  ["descriptors", [undefined, "object", "value", "object"]],
  ["descriptors", [undefined, "undefined", "value", "object"]],
  ["descriptors", [undefined, "object", "no name"]],
  ["descriptors", ["a", undefined, "static", "number"]],
  ["descriptors", ["a", undefined, "nothing"]],
  ["descriptors", ["", undefined, "value", "number"]],
);
const threads = P(["function for threads", "function"], ["null"]);
/** Functions without an environment. */
const WITHOUT_ENV = new Set([
  "napi_get_threadsafe_function_context",
  "napi_call_threadsafe_function",
  "napi_acquire_threadsafe_function",
  "napi_release_threadsafe_function",
  "napi_remove_async_cleanup_hook",
]);
/** The parameters of each function, behind the environment. */
const FUNCTIONS: Record<string, Parameter[]> = {
  napi_get_last_error_info: [out(pointer)],
  napi_get_undefined: [out(valueOut)],
  napi_get_null: [out(valueOut)],
  napi_get_global: [out(valueOut)],
  napi_get_boolean: [P(N(1), N(0)), out(valueOut)],
  napi_create_object: [out(valueOut)],
  node_api_create_object_with_properties: [
    P(V("object"), ANY, ["null"]),
    P(
      ["values", ["string"]],
      ["null"],
      ["values", ["symbol"]],
      ["values", ["number"]],
      ["values", ["object"]],
      ["values", ["undefined"]],
      ["values with null"],
    ),
    P(["values", ["number"]], ["null"], ["values with null"]),
    P(S(1), S(0)),
    out(valueOut),
  ],
  napi_create_array: [out(valueOut)],
  napi_create_array_with_length: [P(S(3), S(0), S(2 ** 32), S(2 ** 31), S(100000)), out(valueOut)],
  napi_create_double: [P(["double", 1.5], ["double", NaN], ["double", -0], ["double", Infinity]), out(valueOut)],
  napi_create_int32: [P(N(5), N(-5)), out(valueOut)],
  napi_create_uint32: [P(N(5), N(-1)), out(valueOut)],
  napi_create_int64: [P(N(5), N(-1), S(2 ** 53), S(2 ** 60)), out(valueOut)],
  napi_create_string_latin1: [str, len, out(valueOut)],
  napi_create_string_utf8: [P(text, ["null"], ["text", "äö€😀"]), len, out(valueOut)],
  napi_create_string_utf16: [wstr, len, out(valueOut)],
  node_api_create_external_string_latin1: [str, len, P(["finalize"], ["null"]), hint, out(valueOut), out(boolOut)],
  node_api_create_external_string_utf16: [wstr, len, P(["finalize"], ["null"]), hint, out(valueOut), out(boolOut)],
  node_api_create_property_key_latin1: [str, len, out(valueOut)],
  node_api_create_property_key_utf8: [str, len, out(valueOut)],
  node_api_create_property_key_utf16: [wstr, len, out(valueOut)],
  napi_create_symbol: [P(V("string"), ANY, ["null"]), out(valueOut)],
  node_api_symbol_for: [str, len, out(valueOut)],
  napi_create_function: [str, len, cb, mem, out(valueOut)],
  napi_create_error: err,
  napi_create_type_error: err,
  napi_create_range_error: err,
  node_api_create_syntax_error: err,
  napi_typeof: [val("object"), out(i32)],
  napi_get_value_double: [val("number"), out(f64)],
  napi_get_value_int32: [val("number"), out(i32)],
  napi_get_value_uint32: [val("number"), out(u32)],
  napi_get_value_int64: [val("number"), out(i64)],
  napi_get_value_bool: [val("boolean"), out(boolOut)],
  napi_get_value_string_latin1: [
    val("string"),
    P(["out text"], ["null"]),
    P(S(16), S(0), S(1), S(2)),
    P(sizeOut, ["null"]),
  ],
  napi_get_value_string_utf8: [
    val("string"),
    P(["out text"], ["null"]),
    P(S(16), S(0), S(1), S(2)),
    P(sizeOut, ["null"]),
  ],
  napi_get_value_string_utf16: [val("string"), P(pointer, ["null"]), P(S(16), S(0), S(1), S(2)), P(sizeOut, ["null"])],
  napi_coerce_to_bool: valOut,
  napi_coerce_to_number: valOut,
  napi_coerce_to_object: valOut,
  napi_coerce_to_string: valOut,
  node_api_set_prototype: [val("object"), val("object")],
  napi_get_prototype: valOut,
  napi_get_property_names: valOut,
  napi_set_property: [val("object"), val("string"), val("number")],
  napi_has_property: [val("object"), val("string"), out(boolOut)],
  napi_get_property: [val("object"), val("string"), out(valueOut)],
  napi_delete_property: [val("object"), val("string"), P(boolOut, ["null"])],
  napi_has_own_property: [val("object"), val("string"), out(boolOut)],
  napi_set_named_property: [val("object"), P(["text", "a"], ["null"], ["text", ""]), val("number")],
  napi_has_named_property: [val("object"), P(["text", "a"], ["null"]), out(boolOut)],
  napi_get_named_property: [val("object"), P(["text", "a"], ["null"]), out(valueOut)],
  napi_set_element: [val("object"), P(N(0), N(4294967295)), val("number")],
  napi_has_element: [val("array"), P(N(0), N(9)), out(boolOut)],
  napi_get_element: [val("array"), P(N(0), N(9)), out(valueOut)],
  napi_delete_element: [val("array"), P(N(0), N(9)), P(boolOut, ["null"])],
  napi_define_properties: [val("object"), P(S(1), S(0)), desc],
  napi_is_array: is,
  napi_get_array_length: [val("array"), out(u32)],
  napi_strict_equals: [val("object"), val("object"), out(boolOut)],
  napi_call_function: [P(V("object"), ANY, ["null"]), val("function"), count, arr, P(valueOut, ["null"])],
  napi_new_instance: [val("class"), count, arr, out(valueOut)],
  napi_instanceof: [val("object"), val("class"), out(boolOut)],
  napi_get_cb_info: [
    P(["info"], ["null"]),
    P(["count", 2], ["null"], ["count", 0], ["count", 4]),
    P(["out values"], ["null"]),
    P(valueOut, ["null"]),
    P(pointer, ["null"]),
  ],
  napi_get_new_target: [P(["info"], ["null"]), out(valueOut)],
  napi_define_class: [str, len, cb, mem, P(S(1), S(0)), desc, out(valueOut)],
  napi_wrap: [P(V("object"), NOT_EXTERNAL, ["null"]), mem, fin, hint, P(["null"], ["out:reference"])],
  napi_unwrap: [val("object"), out(pointer)],
  napi_remove_wrap: [val("object"), P(pointer, ["null"])],
  napi_create_external: [mem, fin, hint, out(valueOut)],
  napi_get_value_external: [val("external"), out(pointer)],
  napi_create_reference: [val("object"), P(N(1), N(0)), out(["out:reference"])],
  napi_delete_reference: [ref],
  napi_reference_ref: [ref, P(u32, ["null"])],
  napi_reference_unref: [ref, P(u32, ["null"])],
  napi_get_reference_value: [ref, out(valueOut)],
  napi_open_handle_scope: [out(["out:scope"])],
  napi_close_handle_scope: [P(["scope"], ["null"])],
  napi_open_escapable_handle_scope: [out(["out:escapable scope"])],
  napi_close_escapable_handle_scope: [P(["escapable scope"], ["null"])],
  napi_escape_handle: [P(["escapable scope"], ["null"], ["escaped scope"]), val("object"), out(valueOut)],
  napi_throw: [val("Error")],
  napi_throw_error: thr,
  napi_throw_type_error: thr,
  napi_throw_range_error: thr,
  node_api_throw_syntax_error: thr,
  napi_is_error: is,
  napi_is_exception_pending: [out(boolOut)],
  napi_get_and_clear_last_exception: [out(valueOut)],
  napi_is_arraybuffer: is,
  napi_create_arraybuffer: [P(S(8), S(0), S(2 ** 53), S(2 ** 40)), P(pointer, ["null"]), out(valueOut)],
  napi_create_external_arraybuffer: [mem, P(S(8), S(0)), fin, hint, out(valueOut)],
  node_api_create_external_sharedarraybuffer: [
    mem,
    P(S(8), S(0)),
    P(["finalize without env"], ["null"]),
    hint,
    out(valueOut),
  ],
  napi_get_arraybuffer_info: [val("ArrayBuffer"), P(pointer, ["null"]), P(sizeOut, ["null"])],
  napi_is_typedarray: is,
  napi_create_typedarray: [
    P(N(1), ...[0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 99, -1].map(N)),
    P(S(2), S(0), S(9), S(2 ** 53), S(-1)),
    P(V("ArrayBuffer"), ANY, ["null"]),
    P(S(0), S(1), S(3), S(8), S(9), S(2 ** 53)),
    out(valueOut),
  ],
  napi_get_typedarray_info: [
    val("Uint8Array"),
    P(i32, ["null"]),
    P(sizeOut, ["null"]),
    P(pointer, ["null"]),
    P(valueOut, ["null"]),
    P(sizeOut, ["null"]),
  ],
  napi_create_dataview: [
    P(S(2), S(0), S(9), S(2 ** 53), S(-1)),
    val("ArrayBuffer"),
    P(S(0), S(7), S(9), S(2 ** 53)),
    out(valueOut),
  ],
  napi_is_dataview: is,
  napi_get_dataview_info: [
    val("DataView"),
    P(sizeOut, ["null"]),
    P(pointer, ["null"]),
    P(valueOut, ["null"]),
    P(sizeOut, ["null"]),
  ],
  node_api_is_sharedarraybuffer: is,
  node_api_create_sharedarraybuffer: [P(S(8), S(0)), P(pointer, ["null"]), out(valueOut)],
  napi_get_version: [out(u32)],
  napi_create_promise: [out(["out:deferred"]), out(valueOut)],
  napi_resolve_deferred: [P(["deferred"], ["null"]), P(V("object"), ANY, ["null"])],
  napi_reject_deferred: [P(["deferred"], ["null"]), P(["null"])],
  napi_is_promise: is,
  napi_run_script: [P(V("string"), ANY, ["null"]), out(valueOut)],
  napi_adjust_external_memory: [P(N(0), N(1000), N(-1000)), P(["out int64?"], ["null"])],
  napi_create_date: [P(["double", 5], ["double", NaN], ["double", 1e300]), out(valueOut)],
  napi_is_date: is,
  napi_get_date_value: [val("Date"), out(f64)],
  napi_add_finalizer: [val("object"), mem, fin, hint, P(["null"], ["out:reference"])],
  node_api_post_finalizer: [fin, mem, hint],
  napi_create_bigint_int64: [P(N(5), N(-5)), out(valueOut)],
  napi_create_bigint_uint64: [P(N(5), N(-5)), out(valueOut)],
  napi_create_bigint_words: [
    P(N(0), N(1), N(2), N(-1)),
    P(S(2), S(0), S(1), S(2 ** 31), S(2 ** 24 + 1)),
    P(["words"], ["null"]),
    out(valueOut),
  ],
  napi_get_value_bigint_int64: [val("BigInt"), out(i64), out(boolOut)],
  napi_get_value_bigint_uint64: [val("BigInt"), out(i64), out(boolOut)],
  napi_get_value_bigint_words: [
    val("BigInt"),
    P(i32, ["null"]),
    P(["count", 2], ["null"], ["count", 0], ["count", 1]),
    P(["out words"], ["null"]),
  ],
  napi_get_all_property_names: [
    val("object"),
    P(N(0), N(1), N(2), N(-1)),
    P(N(0), N(1), N(8), N(16), N(99)),
    P(N(0), N(1), N(2)),
    out(valueOut),
  ],
  napi_set_instance_data: [mem, P(["null"], ["finalize"]), hint],
  napi_get_instance_data: [out(pointer)],
  napi_detach_arraybuffer: [val("ArrayBuffer")],
  napi_is_detached_arraybuffer: is,
  napi_type_tag_object: [val("object"), tag],
  napi_check_object_type_tag: [val("object"), tag, out(boolOut)],
  napi_object_freeze: [val("object")],
  napi_object_seal: [val("object")],
  napi_async_init: [P(["null"], ANY), P(V("string"), ANY, ["null"]), out(["out:context"])],
  napi_async_destroy: [P(["context"], ["null"])],
  napi_make_callback: [P(["null"], ["context"]), val("object"), val("function"), count, arr, P(valueOut, ["null"])],
  napi_create_buffer: [P(S(8), S(0), S(2 ** 50), S(2 ** 53)), P(pointer, ["null"]), out(valueOut)],
  napi_create_external_buffer: [P(S(8), S(0), S(2 ** 60)), mem, fin, hint, out(valueOut)],
  node_api_create_buffer_from_arraybuffer: [
    val("ArrayBuffer"),
    P(S(0), S(4), S(9), S(-1)),
    P(S(4), S(8), S(9), S(-1)),
    out(valueOut),
  ],
  napi_create_buffer_copy: [P(S(8), S(0)), P(["memory"]), P(pointer, ["null"]), out(valueOut)],
  napi_is_buffer: is,
  napi_get_buffer_info: [val("Buffer"), P(pointer, ["null"]), P(sizeOut, ["null"])],
  napi_create_async_work: [
    P(["null"], ANY),
    P(V("string"), ANY, ["null"]),
    P(["execute"], ["null"]),
    P(["complete"], ["null"]),
    mem,
    out(["out:work"]),
  ],
  napi_delete_async_work: [P(["work"], ["null"])],
  napi_queue_async_work: [P(["work"], ["null"])],
  napi_cancel_async_work: [P(["work"], ["null"])],
  napi_get_node_version: [out(pointer)],
  napi_get_uv_event_loop: [out(pointer)],
  napi_fatal_exception: [P(["null"])],
  napi_add_env_cleanup_hook: [P(["hook"], ["null"]), P(["memory"])],
  napi_remove_env_cleanup_hook: [P(["hook"], ["null"]), P(["memory"])],
  napi_open_callback_scope: [
    P(V("object"), ["null"], V("string"), V("undefined")),
    P(["context"]),
    out(["out:callback scope"]),
  ],
  napi_close_callback_scope: [P(["callback scope"], ["null"])],
  napi_create_threadsafe_function: [
    P(V("function"), ANY, ["null"]),
    P(["null"], ANY),
    P(V("string"), ANY, ["null"]),
    P(S(0), S(1)),
    P(S(1), S(0)),
    mem,
    P(["null"], ["finalize"]),
    mem,
    P(["call_js"], ["null"]),
    out(["out:function for threads"]),
  ],
  napi_get_threadsafe_function_context: [threads, out(pointer)],
  napi_call_threadsafe_function: [P(["function for threads", "function"]), P(["null"]), P(N(0), N(1))],
  napi_acquire_threadsafe_function: [P(["function for threads", "function"])],
  napi_release_threadsafe_function: [P(["function for threads", "function"]), P(N(0), N(1))],
  napi_unref_threadsafe_function: [P(["function for threads", "function"])],
  napi_ref_threadsafe_function: [P(["function for threads", "function"])],
  napi_add_async_cleanup_hook: [P(["async hook"], ["null"]), P(["memory"]), P(["out:async hook handle"], ["null"])],
  napi_remove_async_cleanup_hook: [P(["async hook handle"], ["null"])],
  node_api_get_module_file_name: [out(pointer)],
};

/** Cases that end the process of Node.js 26.10; and one where the engine keeps the prototype of its global object. */
const LEFT_OUT = new Set([
  "node_api_set_prototype 1: value global",
  "node_api_create_object_with_properties 1: value string",
  "node_api_create_object_with_properties 1: value empty string",
  "node_api_create_object_with_properties 1: value number",
  "node_api_create_object_with_properties 1: value negative number",
  "node_api_create_object_with_properties 1: value NaN",
  "node_api_create_object_with_properties 1: value Infinity",
  "node_api_create_object_with_properties 1: value large number",
  "node_api_create_object_with_properties 1: value huge number",
  "node_api_create_object_with_properties 1: value boolean",
  "node_api_create_object_with_properties 1: value undefined",
  "node_api_create_object_with_properties 1: value symbol",
  "node_api_create_object_with_properties 1: value BigInt",
  "node_api_create_object_with_properties 1: value large BigInt",
  "node_api_create_object_with_properties 1: value negative BigInt",
  "node_api_create_object_with_properties 1: value external",
  "node_api_create_object_with_properties 1: value lone surrogate",
  "node_api_create_object_with_properties 1: value long string",
  "node_api_create_object_with_properties 1: value string of a number",
  "node_api_create_object_with_properties 2: values with null",
  "node_api_create_object_with_properties 3: values with null",
  "node_api_set_prototype 2: value external",
  "napi_define_properties 3: descriptors undefined/object/no name",
  "napi_define_class 6: descriptors undefined/string/value/object",
  "napi_define_class 6: descriptors undefined/symbol/value/object",
  "napi_define_class 6: descriptors undefined/object/no name",
  "napi_define_class 6: descriptors a/undefined/nothing",
  "napi_create_arraybuffer 1: size 9007199254740992",
  "napi_create_arraybuffer 1: size 1099511627776",
  "napi_create_external_arraybuffer 1: null",
  "napi_create_external_arraybuffer all null",
  "node_api_create_external_sharedarraybuffer 1: null",
  "napi_resolve_deferred 1: null",
  "napi_create_external_buffer 2: null",
  "node_api_create_buffer_from_arraybuffer 2: size -1",
  "napi_add_env_cleanup_hook pending",
  "napi_get_threadsafe_function_context 0: null",
  "napi_get_threadsafe_function_context 1: null",
  "napi_get_threadsafe_function_context all null",
  "napi_get_threadsafe_function_context all null, pending",
]);

/** The functions. */
export const NAMES = Object.keys(FUNCTIONS);

function described([kind, payload]: Argument): string {
  if (payload === undefined) return kind;
  return `${kind} ${Array.isArray(payload) ? payload.flat().map(String).join("/") : String(payload)}`;
}

function alternatives(wrong: Parameter["wrong"][number]): Argument[] {
  if (wrong !== ANY && wrong !== NOT_EXTERNAL) return [wrong];
  return Object.keys(VALUES)
    .filter((name) => wrong === ANY || name !== "external")
    .map(V);
}

/** All cases of a function. */
export function casesOf(name: string): Case[] {
  const parameters = FUNCTIONS[name]!;
  const env: Argument[] = WITHOUT_ENV.has(name) ? [] : [["env"]];
  const good = [...env, ...parameters.map((parameter) => parameter.good)];
  const cases: Case[] = [
    ["good", good, false],
    ["pending", good, true],
  ];
  if (env.length > 0) cases.push(["env null", [["null"], ...good.slice(1)], false]);
  parameters.forEach((parameter, index) => {
    const at = index + env.length;
    for (const wrong of parameter.wrong.flatMap(alternatives)) {
      cases.push([`${at}: ${described(wrong)}`, good.with(at, wrong), false]);
    }
  });
  // All pointers are missing at once, and with a pending exception: which is noticed first.
  const isNull = (wrong: Parameter["wrong"][number]): wrong is Argument => wrong[0] === "null";
  const none = [...env, ...parameters.map((parameter) => parameter.wrong.find(isNull) ?? parameter.good)];
  cases.push(["all null", none, false], ["all null, pending", none, true]);
  return cases.filter(([label]) => !LEFT_OUT.has(`${name} ${label}`));
}
