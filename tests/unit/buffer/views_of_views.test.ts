// Buffers over memory of others: `subarray`, `slice` and the pool.
import assert from "node:assert";
import { Buffer } from "node:buffer";
import { test } from "../harness.ts";

test("subarray of each kind of memory shares it", () => {
  const whole = new ArrayBuffer(32);
  const shared = new SharedArrayBuffer(32);
  const sources = [Buffer.alloc(16), Buffer.alloc(5000), Buffer.from("0123456789abcdef"), Buffer.from(whole, 4, 20)];
  for (const source of [
    ...sources,
    Buffer.from(shared),
    Buffer.allocUnsafe(100),
    Buffer.from(new Uint8Array(64).buffer),
  ]) {
    const part = source.subarray(3, 9);
    assert.strictEqual(Object.getPrototypeOf(part), Buffer.prototype);
    assert.strictEqual(part.buffer, source.buffer);
    assert.strictEqual(part.byteOffset, source.byteOffset + 3);
    assert.strictEqual(part.length, 6);
    part[0] = 77;
    assert.strictEqual(source[3], 77);
    assert.strictEqual(source.subarray(5, 2).length, 0);
    assert.deepStrictEqual(Object.keys(source.subarray(0, 2)), ["0", "1"]);
  }
});

test("subarray of buffers that can grow has a fixed length", () => {
  const growing = new ArrayBuffer(8, { maxByteLength: 16 });
  const part = Buffer.from(growing).subarray(2, 6);
  growing.resize(16);
  assert.strictEqual(part.length, 4);
  growing.resize(1);
  assert.strictEqual(part.length, 0);
});

test("subarray of a buffer whose memory was transferred", () => {
  const source = Buffer.from(new ArrayBuffer(8));
  structuredClone(source.buffer, { transfer: [source.buffer as ArrayBuffer] });
  assert.throws(() => source.subarray(0, 2), TypeError);
});

test("a property of one buffer is not one of the next", () => {
  const first = Buffer.from("abc");
  Object.assign(first, { added: 1 });
  const second = first.subarray(0, 2) as Buffer & { added?: number };
  assert.strictEqual(second.added, undefined);
  assert.strictEqual((Buffer.from("def") as { added?: number }).added, undefined);
  class Own extends Uint8Array {}
  const own = Buffer.prototype.subarray.call(new Own(8) as never, 2, 4);
  assert.ok(Buffer.isBuffer(own) && own.length === 2);
  const words = new Uint16Array([1, 2, 3, 4]);
  assert.strictEqual(Buffer.prototype.subarray.call(words as never, 1, 3).length, 2);
});
