// Operations on all bytes of a buffer: comparison, filling, swapping, and numbers at each offset. Run with Node, Bun, Deno or Brio.
import assert from "node:assert";
import { Buffer } from "node:buffer";
import { test } from "../harness.ts";

const LENGTHS = [0, 1, 7, 8, 31, 32, 33, 64, 65, 300];

test("equals and compare find a difference in any place", () => {
  for (const length of LENGTHS) {
    const left = Buffer.from(Uint8Array.from({ length }, (_, index) => index));
    assert.ok(left.equals(Buffer.from(left)));
    assert.ok(left.equals(new Uint8Array(left)));
    assert.strictEqual(Buffer.compare(left, left), 0);
    for (let index = 0; index < length; index++) {
      const right = Buffer.from(left);
      right[index] = left[index]! ^ 0x80;
      assert.ok(!left.equals(right));
      const order = left[index]! < right[index]! ? -1 : 1;
      assert.deepStrictEqual([Buffer.compare(left, right), Buffer.compare(right, left)], [order, -order]);
      assert.strictEqual(left.compare(right), order);
    }
    assert.ok(!left.equals(Buffer.concat([left, Buffer.of(0)])));
    assert.strictEqual(Buffer.compare(left, Buffer.concat([left, Buffer.of(0)])), -1);
  }
});

test("equals and compare refuse other values", () => {
  const buffer = Buffer.from("ab");
  for (const other of [
    "ab",
    null,
    undefined,
    [97, 98],
    new Int8Array(2),
    new Uint16Array(1),
    new DataView(buffer.buffer),
  ]) {
    assert.throws(() => buffer.equals(other as never), { code: "ERR_INVALID_ARG_TYPE", name: "TypeError" });
    assert.throws(() => Buffer.compare(buffer, other as never), { code: "ERR_INVALID_ARG_TYPE", name: "TypeError" });
    assert.throws(() => Buffer.compare(other as never, buffer), { code: "ERR_INVALID_ARG_TYPE", name: "TypeError" });
  }
});

test("fill repeats strings and bytes", () => {
  for (const length of LENGTHS) {
    for (const [pattern, bytes] of [
      ["a", [97]],
      ["abc", [97, 98, 99]],
      ["é", [0xc3, 0xa9]],
      ["日", [0xe6, 0x97, 0xa5]],
      ["\ud800x", [0xef, 0xbf, 0xbd, 0x78]],
      [Buffer.from([1, 2, 3]), [1, 2, 3]],
      [new Uint16Array([0x0201, 0x0403]), [1, 2, 3, 4]],
    ] as const) {
      const expected = Array.from({ length }, (_, index) => bytes[index % bytes.length]);
      assert.deepStrictEqual([...Buffer.alloc(length).fill(pattern as string)], expected);
      const part = Buffer.alloc(length + 3, 9).fill(pattern as string, 1, length + 1);
      assert.deepStrictEqual([...part], [9, ...expected, 9, 9]);
    }
  }
});

test("fill with a part of the buffer itself uses the bytes that it had", () => {
  const buffer = Buffer.from("abcdefgh");
  buffer.fill(buffer.subarray(0, 3));
  assert.strictEqual(buffer.toString(), "abcabcab");
  buffer.fill(buffer);
  assert.strictEqual(buffer.toString(), "abcabcab");
});

test("fill refuses what has no bytes", () => {
  const buffer = Buffer.from("abc");
  assert.throws(() => buffer.fill(new Uint8Array(0)), { code: "ERR_INVALID_ARG_VALUE" });
  assert.throws(() => buffer.fill("zz", "hex"), { code: "ERR_INVALID_ARG_VALUE" });
  assert.strictEqual(buffer.fill("").toString("hex"), "000000");
  assert.strictEqual(Buffer.alloc(4).fill("0102", "hex").toString("hex"), "01020102");
});

test("swaps reverse each group", () => {
  for (const size of [2, 4, 8] as const) {
    for (const groups of [0, 1, 3, 16, 33]) {
      const bytes = Array.from({ length: size * groups }, (_, index) => index % 251);
      const expected: number[] = [];
      for (let at = 0; at < bytes.length; at += size) expected.push(...bytes.slice(at, at + size).reverse());
      const name = `swap${size * 8}` as "swap16";
      assert.deepStrictEqual([...Buffer.from(bytes)[name]()], expected);
    }
  }
});

test("floating-point numbers are read and written at each offset, in both orders", () => {
  const values = [0, -0, 1.5, -1e300, Math.PI, Infinity, NaN, 5e-324, 1e-40];
  const buffer = Buffer.alloc(40);
  const view = new DataView(buffer.buffer, buffer.byteOffset, buffer.length);
  for (let offset = 0; offset <= 32; offset++) {
    for (const value of values) {
      assert.strictEqual(buffer.writeDoubleLE(value, offset), offset + 8);
      assert.ok(Object.is(view.getFloat64(offset, true), value));
      assert.ok(Object.is(buffer.readDoubleLE(offset), value));
      buffer.writeDoubleBE(value, offset);
      assert.ok(Object.is(view.getFloat64(offset, false), value));
      assert.ok(Object.is(buffer.readDoubleBE(offset), value));
      assert.strictEqual(buffer.writeFloatLE(value, offset), offset + 4);
      assert.ok(Object.is(view.getFloat32(offset, true), Math.fround(value)));
      assert.ok(Object.is(buffer.readFloatLE(offset), Math.fround(value)));
      buffer.writeFloatBE(value, offset);
      assert.ok(Object.is(view.getFloat32(offset, false), Math.fround(value)));
      assert.ok(Object.is(buffer.readFloatBE(offset), Math.fround(value)));
    }
  }
  assert.throws(() => buffer.readDoubleLE(33), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => buffer.writeFloatBE(1, 37), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => buffer.readFloatLE(1.5), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => buffer.readFloatLE("1" as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("base64 in all its forms", () => {
  for (let length = 0; length < 70; length++) {
    const bytes = Buffer.from(Uint8Array.from({ length }, (_, index) => index * 37));
    const standard = bytes.toString("base64");
    for (const text of [
      standard,
      standard.replace(/=+$/, ""),
      bytes.toString("base64url"),
      `${standard}\n`,
      ` ${standard}`,
    ])
      assert.deepStrictEqual(Buffer.from(text, "base64"), bytes, text);
  }
});
