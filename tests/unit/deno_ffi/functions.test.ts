// Deno.dlopen and its relatives with functions of the C library. Expected values are Deno 2.9's.
import assert from "node:assert";
import { test } from "../harness.ts";

declare const Deno: any;
const text = (value: string): Uint8Array => new TextEncoder().encode(`${value}\0`);

const library = Deno.dlopen("libc.so.6", {
  abs: { parameters: ["i32"], result: "i32" },
  labs: { parameters: ["i64"], result: "i64" },
  strlen: { parameters: ["buffer"], result: "usize" },
  toupper: { parameters: ["u8"], result: "u8" },
  getenv: { parameters: ["buffer"], result: "pointer" },
  div: { parameters: ["i32", "i32"], result: { struct: ["i32", "i32"] } },
  qsort: { parameters: ["buffer", "usize", "usize", "function"], result: "void" },
  usleep: { parameters: ["u32"], result: "i32", nonblocking: true },
  magnitude: { name: "abs", parameters: ["i32"], result: "i32" },
  environ: { type: "pointer" },
  missing: { parameters: [], result: "void", optional: true },
});

test("numbers, buffers, structures and pointers cross", () => {
  const { abs, labs, strlen, getenv, div, magnitude, environ, missing } = library.symbols;
  assert.deepStrictEqual([abs(-5), magnitude(-6), labs(-5n), labs(-5)], [5, 6, 5n, 5n]);
  assert.strictEqual(strlen(text("hello")), 5n);
  assert.deepStrictEqual(new Int32Array(div(17, 5).buffer), new Int32Array([3, 2]));
  assert.strictEqual(Deno.UnsafePointerView.getCString(getenv(text("HOME"))), Deno.env.get("HOME"));
  assert.strictEqual(getenv(text("no such variable")), null);
  assert.strictEqual(Object.getPrototypeOf(environ), null);
  assert.strictEqual(missing, null);
});

test("values of other types are refused, small integers wrap", () => {
  const { abs, labs, strlen, toupper } = library.symbols;
  for (const value of ["x", 1.5, undefined, 2 ** 40, 5n])
    assert.throws(() => abs(value), { name: "TypeError", message: "Invalid FFI i32 type, expected integer" });
  assert.throws(() => toupper(-1), { message: "Invalid FFI u8 type, expected unsigned integer" });
  assert.strictEqual(toupper(300), 44);
  assert.throws(() => labs("1"), { message: "Invalid FFI i64 type, expected integer" });
  assert.throws(() => strlen(5), {
    message: "Invalid FFI buffer type, expected null, ArrayBuffer, or ArrayBufferView",
  });
});

test("a callback is called by a function, and again inside of itself", () => {
  const { qsort, abs } = library.symbols;
  const int = (pointer: object): number => new Deno.UnsafePointerView(pointer).getInt32();
  const compare = new Deno.UnsafeCallback(
    { parameters: ["pointer", "pointer"], result: "i32" },
    (first: object, second: object) => abs(-int(first)) - abs(-int(second)),
  );
  const numbers = new Int32Array([5, 3, 9, 1]);
  qsort(numbers, 4n, 4n, compare.pointer);
  assert.deepStrictEqual([...numbers], [1, 3, 5, 9]);
  assert.deepStrictEqual([compare.ref(), compare.unref()], [1, 0]);
  compare.close();
});

test("a function runs on another thread, and a callback comes from one", async () => {
  assert.strictEqual(await library.symbols.usleep(1000), 0);
  const threads = Deno.dlopen("libc.so.6", {
    pthread_create: { parameters: ["buffer", "pointer", "function", "pointer"], result: "i32" },
  });
  const argument = new Uint8Array([7]);
  const seen = await new Promise((resolve) => {
    const start = Deno.UnsafeCallback.threadSafe({ parameters: ["pointer"], result: "pointer" }, (pointer: object) => {
      resolve(new Deno.UnsafePointerView(pointer).getUint8());
      setTimeout(() => start.close(), 50);
      return null;
    });
    const handle = new BigUint64Array(1);
    threads.symbols.pthread_create(handle, null, start.pointer, Deno.UnsafePointer.of(argument));
  });
  assert.strictEqual(seen, 7);
});

test("libraries and symbols that do not exist, and unknown types", () => {
  assert.throws(() => Deno.dlopen("/missing/library.so", {}), {
    name: "Error",
    message:
      "Could not open library: Could not open library: /missing/library.so: cannot open shared object file: No such file or directory",
  });
  assert.throws(() => Deno.dlopen("libc.so.6", { nothing_such: { parameters: [], result: "void" } }), {
    message:
      /^Failed to register symbol nothing_such: Could not obtain symbol from the library: .*undefined symbol: nothing_such$/,
  });
  assert.throws(() => Deno.dlopen("libc.so.6", { abs: { parameters: ["int"], result: "i32" } }), {
    name: "TypeError",
    message: /^unknown variant `int`, expected one of `void`, `bool`/,
  });
});

test("pointers are objects, and memory is read through them", () => {
  const { UnsafePointer, UnsafePointerView } = Deno;
  const bytes = new Uint8Array([65, 66, 0, 1, 0, 0, 0xf8, 0x3f]);
  const pointer = UnsafePointer.of(bytes);
  const view = new UnsafePointerView(pointer);
  assert.deepStrictEqual(
    [view.getCString(), view.getUint16(), view.getInt8(6), view.getBool(3)],
    ["AB", 0x4241, -8, true],
  );
  assert.strictEqual(view.getBigUint64(), 0x3ff8000001004241n);
  assert.ok(UnsafePointer.equals(UnsafePointer.offset(pointer, 1), UnsafePointer.of(bytes.subarray(1))));
  assert.ok(UnsafePointer.equals(pointer, UnsafePointer.create(UnsafePointer.value(pointer))));
  assert.deepStrictEqual(
    [UnsafePointer.create(0n), UnsafePointer.of(new Uint8Array(0)), UnsafePointer.value(null)],
    [null, null, 0n],
  );
  const copy = new Uint8Array(2);
  view.copyInto(copy, 6);
  assert.deepStrictEqual([...copy], [0xf8, 0x3f]);
  new Uint8Array(view.getArrayBuffer(8))[0] = 67;
  assert.strictEqual(bytes[0], 67);
  assert.throws(() => UnsafePointerView.getCString(null), { message: "Invalid CString pointer, pointer is null" });
  assert.throws(() => UnsafePointer.value("x"), { name: "TypeError", message: "expected external" });
  assert.throws(() => UnsafePointer.create("x"), { name: "TypeError", message: "expected u64" });
});

test("a function at an address is called", () => {
  const symbols = Deno.dlopen("libc.so.6", { abs: { type: "u8" } }).symbols;
  assert.strictEqual(typeof symbols.abs, "number");
  const callback = new Deno.UnsafeCallback(
    { parameters: ["f64", "u8"], result: "f64" },
    (a: number, b: number) => a * b,
  );
  const multiply = new Deno.UnsafeFnPointer(callback.pointer, { parameters: ["f64", "u8"], result: "f64" });
  assert.strictEqual(multiply.call(1.5, 4), 6);
  callback.close();
});
