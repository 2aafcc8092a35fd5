import assert from "node:assert";
import { Buffer } from "node:buffer";
import { test } from "../harness.ts";

test("indexOf finds bytes, text and buffers from an offset", () => {
  const bytes = Buffer.from("hello hello");
  assert.strictEqual(bytes.indexOf("llo"), 2);
  assert.strictEqual(bytes.indexOf("llo", 3), 8);
  assert.strictEqual(bytes.indexOf(0x6c, -2), 9);
  assert.strictEqual(bytes.indexOf(Buffer.from("lo")), 3);
  assert.strictEqual(bytes.indexOf("", 99), 11);
  assert.strictEqual(bytes.lastIndexOf("hello"), 6);
  assert.strictEqual(bytes.lastIndexOf("hello", -6), 0);
  assert.strictEqual(bytes.includes("nothing"), false);
  assert.throws(() => bytes.indexOf({} as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("UTF-16 is only found at code unit boundaries", () => {
  assert.strictEqual(Buffer.from("\u6100\u0062", "utf16le").indexOf("\u0061", 0, "utf16le"), -1);
  assert.strictEqual(
    Buffer.from("abcdabcd", "utf16le").lastIndexOf("cd", undefined as unknown as number, "utf16le"),
    12,
  );
});

test("compare, equals and copy work on ranges", () => {
  const bytes = Buffer.from("abcd");
  assert.strictEqual(bytes.compare(Buffer.from("xbc"), 1, 3, 1, 3), 0);
  assert.strictEqual(Buffer.compare(Buffer.from("a".repeat(99)), Buffer.from(`${"a".repeat(98)}b`)), -1);
  assert.strictEqual(bytes.copy(bytes, 1), 3);
  assert.strictEqual(bytes.toString(), "aabc");
  assert.throws(() => bytes.copy(bytes, -1), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "targetStart" is out of range. It must be >= 0. Received -1',
  });
  assert.throws(() => bytes.equals("abcd" as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("swap64 reverses eight bytes and refuses other lengths", () => {
  assert.strictEqual(Buffer.from("0102030405060708", "hex").swap64().toString("hex"), "0807060504030201");
  for (const [size, swap] of [
    [2, "swap16"],
    [4, "swap32"],
    [8, "swap64"],
  ] as const) {
    const bytes = Buffer.from(Array.from({ length: 200 }, (_, index) => index));
    const middle = bytes.subarray(1, 1 + 16 * size);
    const expected = Array.from(middle).map((_, index) => 1 + index - (index % size) + (size - 1 - (index % size)));
    assert.strictEqual(middle[swap](), middle);
    assert.deepStrictEqual([...middle], expected);
    assert.deepStrictEqual([bytes[0], bytes[1 + middle.length]], [0, 1 + middle.length]);
  }
  assert.throws(() => Buffer.alloc(3).swap16(), {
    code: "ERR_INVALID_BUFFER_SIZE",
    message: "Buffer size must be a multiple of 16-bits",
  });
});

test("slice and subarray share memory", () => {
  const bytes = Buffer.from("hello");
  bytes.subarray(-2)[0] = 0x78;
  assert.strictEqual(bytes.slice(1, -1).toString(), "elx");
});

test("searches called with new fail by the check of the buffer", () => {
  for (const name of ["indexOf", "lastIndexOf", "includes"]) {
    assert.throws(() => new (Buffer.prototype as any)[name](1), {
      code: "ERR_INVALID_ARG_TYPE",
      message: `The "buffer" argument must be an instance of Buffer, TypedArray, or DataView. Received an instance of ${name}`,
    });
  }
});

test("slice of an array of bytes is an array of bytes", () => {
  const bytes = new Uint8Array([1, 2, 3]);
  const part = Buffer.prototype.slice.call(bytes, 1);
  assert.ok(!Buffer.isBuffer(part));
  assert.deepStrictEqual(part, new Uint8Array([2, 3]));
  assert.ok(Buffer.isBuffer(Buffer.prototype.subarray.call(bytes, 1)));
});
