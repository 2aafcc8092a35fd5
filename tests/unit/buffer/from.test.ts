import assert from "node:assert";
import { Buffer } from "node:buffer";
import { test } from "../harness.ts";

test("from reads every encoding, and names are case-insensitive", () => {
  const bytes = [0x68, 0xc3, 0xa9];
  for (const [text, encoding] of [
    ["hé", "utf8"],
    ["68c3a9", "hex"],
    ["aMOp", "base64"],
    ["aMOp", "BASE64URL"],
    ["h\xc3\xa9", "latin1"],
  ]) {
    assert.deepStrictEqual([...Buffer.from(text!, encoding as BufferEncoding)], bytes, encoding);
  }
  assert.deepStrictEqual([...Buffer.from("h€", "utf16le")], [0x68, 0, 0xac, 0x20]);
});

test("from replaces lone surrogates, short or long", () => {
  const long = "x".repeat(100);
  assert.strictEqual(Buffer.from("\ud800").toString("hex"), "efbfbd");
  assert.strictEqual(Buffer.from(`${long}\ud800`).subarray(100).toString("hex"), "efbfbd");
});

test("base64 skips foreign characters and hex stops at them", () => {
  assert.strictEqual(Buffer.from("*YW\nJj", "base64").toString(), "abc");
  assert.strictEqual(Buffer.from("YQ==YQ", "base64").toString(), "a");
  assert.strictEqual(Buffer.from("61g262", "hex").length, 1);
  assert.strictEqual(Buffer.from("616", "hex").length, 1);
});

test("from shares an ArrayBuffer and copies arrays", () => {
  const memory = new ArrayBuffer(4);
  const shared = Buffer.from(memory, 1, 2);
  new Uint8Array(memory)[1] = 7;
  assert.deepStrictEqual([...shared], [7, 0]);
  assert.deepStrictEqual([...Buffer.from([1, 257, -1])], [1, 1, 255]);
  assert.strictEqual(Buffer.from(JSON.parse(JSON.stringify(Buffer.from("ab")))).toString(), "ab");
});

test("from refuses other values and foreign encodings", () => {
  assert.throws(() => Buffer.from(5 as never), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message:
      "The first argument must be of type string or an instance of Buffer, ArrayBuffer, or Array or an Array-like Object. Received type number (5)",
  });
  assert.throws(() => Buffer.from("a", "no" as never), {
    code: "ERR_UNKNOWN_ENCODING",
    message: "Unknown encoding: no",
  });
  assert.throws(() => Buffer.from(new ArrayBuffer(3), 4), { name: "RangeError", code: "ERR_BUFFER_OUT_OF_BOUNDS" });
});

test("alloc fills and concat pads", () => {
  assert.strictEqual(Buffer.alloc(5, "ab").toString(), "ababa");
  assert.strictEqual(Buffer.concat([Buffer.from("ab"), Buffer.from("c")], 5).toString("hex"), "6162630000");
  assert.throws(() => Buffer.alloc(-1), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => Buffer.alloc(3, "zz", "hex"), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'value' is invalid. Received 'zz'",
  });
});
