// buffer.copy between arrays of every kind, over the same memory, and at the edges.
import { deepStrictEqual, strictEqual, throws } from "node:assert";
import { Buffer } from "node:buffer";
import { test } from "../harness.ts";

test("ranges over the same memory are moved as a whole", () => {
  for (const length of [10, 5000]) {
    const bytes = Buffer.from(Array.from({ length }, (_, index) => index & 255));
    const before = [...bytes];
    strictEqual(bytes.copy(bytes, 3, 0, length - 3), length - 3);
    deepStrictEqual([...bytes], [...before.slice(0, 3), ...before.slice(0, length - 3)]);
    const view = new Uint8Array(bytes.buffer, bytes.byteOffset, length);
    strictEqual(bytes.copy(view, 0, 3), length - 3);
    deepStrictEqual([...bytes].slice(0, length - 3), before.slice(0, length - 3));
  }
});

test("targets of every kind count in bytes", () => {
  const source = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  const targets: ArrayBufferView[] = [
    new Uint16Array(4),
    new Float64Array(1),
    new DataView(new ArrayBuffer(12), 2, 8),
    new Uint8Array(new SharedArrayBuffer(8)),
    new Uint8Array(new ArrayBuffer(8, { maxByteLength: 16 })),
    new Uint8Array(new ArrayBuffer(16), 4, 8),
  ];
  for (const target of targets) {
    strictEqual(source.copy(target as Uint8Array, 1), 7);
    deepStrictEqual(
      [...new Uint8Array(target.buffer, target.byteOffset, target.byteLength)],
      [0, 1, 2, 3, 4, 5, 6, 7],
      target.constructor.name,
    );
  }
  const words = Uint16Array.of(0x0201, 0x0403);
  const bytes = Buffer.alloc(4);
  strictEqual(Buffer.prototype.copy.call(words, bytes, 1, 1), 3);
  deepStrictEqual([...bytes], [0, 2, 3, 4]);
});

test("ranges beyond the end are truncated or refused, and nothing else is changed", () => {
  const source = Buffer.from("abcdef");
  const target = Buffer.alloc(4, 46);
  strictEqual(source.copy(target, 4), 0);
  strictEqual(source.copy(target, 2, 1, 100), 2);
  strictEqual(target.toString(), "..bc");
  strictEqual(source.copy(target, 0, 6), 0);
  throws(() => source.copy(target, -1), { code: "ERR_OUT_OF_RANGE" });
  throws(() => source.copy(target, 0, 7), { code: "ERR_OUT_OF_RANGE" });
  throws(() => source.copy(target, 0, 0, -1), { code: "ERR_OUT_OF_RANGE" });
  const gone = new Uint8Array(8);
  structuredClone(gone.buffer, { transfer: [gone.buffer] });
  strictEqual(source.copy(gone), 0);
  strictEqual(target.toString(), "..bc");
});

test("indices that are not numbers are read once, or refused", () => {
  const bytes = Buffer.from("abcdef");
  strictEqual(bytes.toString("utf8", 0n as any), "abcdef");
  throws(() => bytes.toString("utf8", 1n as any), TypeError);
  let reads = 0;
  const counted = { valueOf: () => (reads++, 2) } as any;
  strictEqual(bytes.subarray(counted).toString(), "cdef");
  strictEqual(reads, 1);
  strictEqual(bytes.toString("utf8", "1" as any, "3" as any), "bc");
  strictEqual(bytes.toString("UTF-8" as BufferEncoding, -3, NaN), "");
});
