// bun:ffi with functions of the C library. Expected values are Bun 1.4's.
import assert from "node:assert";
import {
  CFunction,
  CString,
  FFIType,
  JSCallback,
  dlopen,
  linkSymbols,
  ptr,
  read,
  suffix,
  toArrayBuffer,
  toBuffer,
} from "bun:ffi";
import { test } from "../harness.ts";

const { symbols, close }: any = dlopen("libc.so.6", {
  abs: { args: [FFIType.i32], returns: FFIType.i32 },
  labs: { args: ["i64"], returns: "i64" },
  llabs: { args: [15], returns: 15 },
  strlen: { args: ["ptr"], returns: "usize" },
  atof: { args: ["buffer"], returns: "double" },
  getenv: { args: ["cstring"], returns: "cstring" },
  qsort: { args: ["ptr", "u64", "u64", "function"], returns: "void" },
});

test("numbers, pointers and strings cross", () => {
  assert.deepStrictEqual([symbols.abs(-5), symbols.labs(-5), symbols.labs(-5n), symbols.llabs(-7)], [5, 5n, 5n, 7]);
  assert.strictEqual(symbols.strlen(Buffer.from("hello\0")), 5n);
  assert.strictEqual(symbols.atof(Buffer.from("1.5\0")), 1.5);
  assert.strictEqual(String(symbols.getenv(Buffer.from("HOME\0"))), process.env.HOME);
  assert.deepStrictEqual(
    [symbols.abs(1.5), (symbols.abs as any)(), symbols.abs.name, symbols.abs.length],
    [1, 0, "abs", 1],
  );
  assert.strictEqual(suffix, "so");
});

test("values that are no numbers or pointers are refused", () => {
  assert.throws(() => symbols.abs("x" as any), {
    name: "TypeError",
    message: "bun:ffi cannot convert argument to 'i32'",
  });
  assert.throws(() => symbols.strlen("abc" as any), {
    name: "TypeError",
    message: "To convert a string to a pointer, encode it as a buffer",
  });
});

test("a callback is called, by its address and as itself", () => {
  const compare = new JSCallback((first: number, second: number) => read.i32(first as any) - read.i32(second as any), {
    args: ["ptr", "ptr"],
    returns: "i32",
  });
  for (const callback of [compare.ptr, compare]) {
    const numbers = new Int32Array([5, 3, 9, 1]);
    symbols.qsort(ptr(numbers), 4, 4, callback as any);
    assert.deepStrictEqual([...numbers], [1, 3, 5, 9]);
  }
  const call = CFunction({ ptr: compare.ptr!, args: ["ptr", "ptr"], returns: "i32" });
  const two = new Int32Array([8, 3]);
  assert.strictEqual(call(ptr(two), ptr(two, 4)), 5);
  const linked = linkSymbols({ compare: { ptr: compare.ptr!, args: ["ptr", "ptr"], returns: "i32" } });
  assert.strictEqual(linked.symbols.compare(ptr(two, 4), ptr(two)), -5);
  compare.close();
  assert.strictEqual(compare.ptr, null);
});

test("memory is read and viewed", () => {
  const bytes = new Uint8Array([1, 2, 3, 4, 5, 6, 7, 8]);
  const address = ptr(bytes);
  assert.deepStrictEqual(
    [ptr(bytes, 2) - address, read.u8(address, 1), read.u16(address, 0), read.u32(address)],
    [2, 2, 513, 67305985],
  );
  assert.deepStrictEqual(
    [read.i64(address), read.u64(address), read.i8(address, 7)],
    [578437695752307201n, 578437695752307201n, 8],
  );
  assert.deepStrictEqual(toBuffer(address, 2, 3), Buffer.from([3, 4, 5]));
  new Uint8Array(toArrayBuffer(address, 0, 4))[0] = 9;
  assert.strictEqual(bytes[0], 9);
  const string = Buffer.from("héllo\0x");
  assert.deepStrictEqual(
    [new CString(ptr(string)).toString(), new CString(ptr(string), 1, 3).toString()],
    ["héllo", "él"],
  );
});

test("what is missing is named", () => {
  assert.throws(() => dlopen("/missing/library.so", {}), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "Expected at least one symbol",
  });
  assert.throws(() => dlopen("/missing/library.so", { a: {} }), {
    code: "ERR_DLOPEN_FAILED",
    message:
      'Failed to open library "/missing/library.so": /missing/library.so: cannot open shared object file: No such file or directory',
  });
  assert.throws(() => dlopen("libc.so.6", { nothing_such: {} }), {
    name: "TypeError",
    message: 'Symbol "nothing_such" not found in "libc.so.6"',
  });
  assert.throws(() => dlopen("libc.so.6", { abs: { args: ["zz" as any] } }), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "Unknown type zz",
  });
  close();
});
