import assert from "node:assert";
import { Buffer } from "node:buffer";
import { test } from "../harness.ts";

test("integers are read and written in both orders", () => {
  const bytes = Buffer.alloc(8);
  assert.strictEqual(bytes.writeUInt32BE(0xdeadbeef), 4);
  assert.strictEqual(bytes.readUInt32LE(), 0xefbeadde);
  assert.strictEqual(bytes.readInt32BE(), 0xdeadbeef | 0);
  bytes.writeIntLE(-0x123456789a, 1, 6);
  assert.strictEqual(bytes.readIntLE(1, 6), -0x123456789a);
  assert.strictEqual(bytes.readUIntBE(1, 2), 0x6687);
  bytes.writeBigInt64BE(-2n);
  assert.strictEqual(bytes.readBigUInt64BE(), 0xfffffffffffffffen);
});

test("floating point numbers keep their value", () => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(-0.1);
  assert.strictEqual(bytes.toString("hex"), "bfb999999999999a");
  assert.strictEqual(bytes.readDoubleBE(), -0.1);
  bytes.writeFloatLE(1.5);
  assert.strictEqual(bytes.readFloatLE(), 1.5);
});

test("values and offsets that do not fit are errors", () => {
  const bytes = Buffer.alloc(4);
  assert.throws(() => bytes.writeUInt8(256), {
    message: 'The value of "value" is out of range. It must be >= 0 and <= 255. Received 256',
  });
  assert.throws(() => bytes.writeUIntLE(2 ** 40, 0, 5), {
    message: 'The value of "value" is out of range. It must be >= 0 and < 2 ** 40. Received 1_099_511_627_776',
  });
  assert.throws(() => bytes.readUInt32LE(1), {
    message: 'The value of "offset" is out of range. It must be >= 0 and <= 0. Received 1',
  });
  assert.throws(() => bytes.readUInt8(0.5), {
    message: 'The value of "offset" is out of range. It must be an integer. Received 0.5',
  });
  assert.throws(() => Buffer.alloc(2).readUInt32LE(), { name: "RangeError", code: "ERR_BUFFER_OUT_OF_BOUNDS" });
  assert.throws(() => bytes.readUInt8("0" as never), { code: "ERR_INVALID_ARG_TYPE" });
});
