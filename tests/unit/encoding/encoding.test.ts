import assert from "node:assert";
import { inspect } from "node:util";
import { test } from "../harness.ts";

test("labels name encodings", () => {
  assert.strictEqual(new TextDecoder(" LATIN1\n").encoding, "windows-1252");
  assert.strictEqual(new TextDecoder("shift_jis").decode(new Uint8Array([0x82, 0xa0])), "あ");
  assert.throws(() => new TextDecoder("no"), {
    name: "RangeError",
    code: "ERR_ENCODING_NOT_SUPPORTED",
    message: 'The "no" encoding is not supported',
  });
});

test("a stream may split characters and the byte order mark", () => {
  const decoder = new TextDecoder();
  const parts = [[0xef, 0xbb], [0xbf, 0xe2, 0x82], [0xac]].map((part) =>
    decoder.decode(new Uint8Array(part), { stream: true }),
  );
  assert.strictEqual(parts.join("|"), "||€");
  assert.strictEqual(decoder.decode(), "");
  assert.strictEqual(
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(new Uint8Array([0xef, 0xbb, 0xbf])),
    "\ufeff",
  );
});

test("a fatal decoder throws and can be used again", () => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  assert.strictEqual(decoder.decode(new Uint8Array([0xe2]), { stream: true }), "");
  assert.throws(() => decoder.decode(), {
    code: "ERR_ENCODING_INVALID_ENCODED_DATA",
    message: "The encoded data was not valid for encoding utf-8",
  });
  assert.strictEqual(decoder.decode(new Uint8Array([0x41])), "A");
});

test("encodeInto writes complete characters and counts both sides", () => {
  const encoder = new TextEncoder();
  assert.deepStrictEqual(encoder.encodeInto("é€", new Uint8Array(3)), { read: 1, written: 2 });
  assert.deepStrictEqual(encoder.encodeInto("😀", new Uint8Array(9)), { read: 2, written: 4 });
  assert.deepStrictEqual([...encoder.encode("é\ud800")], [0xc3, 0xa9, 0xef, 0xbf, 0xbd]);
  const target = new Uint8Array(5).fill(9);
  assert.deepStrictEqual(encoder.encodeInto("abc", target), { read: 3, written: 3 });
  assert.deepStrictEqual([...target], [97, 98, 99, 9, 9]);
  assert.deepStrictEqual(encoder.encodeInto("xyé€", target), { read: 3, written: 4 });
  assert.deepStrictEqual([...target.subarray(0, 4)], [120, 121, 0xc3, 0xa9]);
  assert.deepStrictEqual(encoder.encodeInto("\0\x7f", target), { read: 2, written: 2 });
  assert.deepStrictEqual(encoder.encodeInto("abcdef", target), { read: 5, written: 5 });
  assert.deepStrictEqual([...encoder.encode("a\x7f\x80")], [97, 127, 0xc2, 0x80]);
  for (let round = 0; round < 2; round++) {
    assert.strictEqual(new TextDecoder(" UTF-16 ").encoding, "utf-16le");
    assert.throws(() => new TextDecoder("utf-17"), RangeError);
  }
  assert.throws(() => encoder.encodeInto(1 as never, new Uint8Array(1)), { code: "ERR_INVALID_ARG_TYPE" });
  assert.strictEqual(inspect(new TextDecoder()), "TextDecoder { encoding: 'utf-8', fatal: false, ignoreBOM: false }");
});

test("values that are not bytes are refused with the message of their way of decoding", () => {
  const message = (encoding: string, options?: object): string => {
    try {
      new TextDecoder(encoding).decode(5 as any, options);
    } catch (error: any) {
      assert.strictEqual(error.code, "ERR_INVALID_ARG_TYPE");
      return error.message;
    }
    throw new Error("it did not fail");
  };
  assert.strictEqual(
    message("utf-8"),
    'The "list" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.',
  );
  assert.strictEqual(
    message("utf-16le"),
    'The "input" argument must be an instance of SharedArrayBuffer, ArrayBuffer or ArrayBufferView.',
  );
  for (const [encoding, options] of [
    ["utf-8", { stream: true }],
    ["latin1", undefined],
  ] as [string, object | undefined][]) {
    assert.strictEqual(
      message(encoding, options),
      'The "input" argument must be an instance of ArrayBuffer or ArrayBufferView. Received type number (5)',
    );
  }
});
