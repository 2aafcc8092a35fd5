// 64-bit integers of buffers: what DataView reads and writes, and Node's errors.
import { deepStrictEqual, strictEqual, throws } from "node:assert";
import { Buffer } from "node:buffer";
import { test } from "../harness.ts";

const KINDS = [
  ["BigUInt64", "BigUint64"],
  ["BigInt64", "BigInt64"],
] as const;
const VALUES = [0n, 1n, 2n ** 31n, 2n ** 32n + 5n, 0x0102030405060708n, 2n ** 63n - 1n];

test("reading and writing are DataView's, at any offset and in both orders", () => {
  for (const [ours, theirs] of KINDS) {
    const values = ours === "BigInt64" ? [...VALUES, -1n, -(2n ** 63n), -2n] : [...VALUES, 2n ** 63n, 2n ** 64n - 1n];
    for (const order of ["LE", "BE"]) {
      for (const offset of [0, 1, 5, 8]) {
        for (const value of values) {
          const buffer: any = Buffer.alloc(16, 7);
          const expected = new DataView(new Uint8Array(16).fill(7).buffer);
          (expected as any)[`set${theirs}`](offset, value, order === "LE");
          strictEqual(buffer[`write${ours}${order}`](value, offset), offset + 8);
          deepStrictEqual([...buffer], [...new Uint8Array(expected.buffer)]);
          strictEqual(buffer[`read${ours}${order}`](offset), value);
        }
      }
    }
  }
});

test("the other names are the same functions, and the offset is 0 by default", () => {
  const buffer = Buffer.from("0102030405060708", "hex");
  strictEqual((buffer as any).readBigUint64BE(), 0x0102030405060708n);
  strictEqual((buffer as any).readBigUint64LE(), 0x0807060504030201n);
  strictEqual(buffer.writeBigInt64LE(-1n), 8);
  strictEqual(buffer.toString("hex"), "ffffffffffffffff");
});

test("values that do not fit are refused, and nothing is written", () => {
  const buffer = Buffer.alloc(8, 7);
  for (const value of [2n ** 64n, -1n, 2n ** 70n])
    throws(() => buffer.writeBigUInt64LE(value), { code: "ERR_OUT_OF_RANGE", name: "RangeError" });
  for (const value of [2n ** 63n, -(2n ** 63n) - 1n])
    throws(() => buffer.writeBigInt64BE(value), { code: "ERR_OUT_OF_RANGE", name: "RangeError" });
  for (const value of [5, "5", undefined, null, {}]) throws(() => buffer.writeBigInt64LE(value as never), TypeError);
  strictEqual(buffer.toString("hex"), "0707070707070707");
});

test("offsets outside, fractions and other types are refused", () => {
  const buffer = Buffer.alloc(9);
  for (const offset of [2, -1, 1.5, NaN, 2 ** 33]) {
    throws(() => buffer.readBigInt64LE(offset), { code: "ERR_OUT_OF_RANGE", name: "RangeError" });
    throws(() => buffer.writeBigUInt64BE(1n, offset), { code: "ERR_OUT_OF_RANGE", name: "RangeError" });
  }
  for (const offset of ["1", null, {}]) {
    throws(() => buffer.readBigUInt64BE(offset as never), { code: "ERR_INVALID_ARG_TYPE", name: "TypeError" });
    throws(() => buffer.writeBigInt64LE(1n, offset as never), { code: "ERR_INVALID_ARG_TYPE", name: "TypeError" });
  }
  throws(() => Buffer.alloc(7).readBigInt64LE(), { code: "ERR_BUFFER_OUT_OF_BOUNDS" });
});
