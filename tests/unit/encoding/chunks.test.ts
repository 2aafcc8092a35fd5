// Decoding bytes in chunks yields the same string as decoding them at once (Encoding Standard §8.1.1).
import assert from "node:assert";
import { test } from "../harness.ts";

/** Bytes of characters of every length, and of malformed sequences of every kind. */
const samples: Record<string, number[]> = {
  characters: [...new TextEncoder().encode("a é — 日本 🎉\u{10ffff}\u0800\ud7ff\ue000 z")],
  "truncated characters": [0xc3, 0x41, 0xe6, 0x97, 0x41, 0xf0, 0x9f, 0x8e, 0x41, 0xf0, 0x9f, 0xf0, 0x9f, 0x8e],
  "overlong forms": [
    0xc0, 0x80, 0xc1, 0xbf, 0xe0, 0x80, 0x80, 0xe0, 0x9f, 0xbf, 0xf0, 0x80, 0x80, 0x80, 0xf0, 0x8f, 0xbf,
  ],
  surrogates: [0xed, 0xa0, 0x80, 0xed, 0xbf, 0xbf, 0xed, 0x9f, 0xbf],
  "beyond U+10FFFF": [0xf4, 0x90, 0x80, 0x80, 0xf5, 0x80, 0x80, 0x80, 0xf8, 0x88, 0xff, 0xfe],
  "continuation bytes": [0x80, 0xbf, 0x41, 0x80, 0x80, 0x80, 0x80],
  "a byte order mark": [0xef, 0xbb, 0xbf, 0x41, 0xef, 0xbb, 0xbf],
  "half a byte order mark": [0xef, 0xbb, 0x41],
};

function inChunks(bytes: Uint8Array, sizes: (index: number) => number, options?: TextDecoderOptions): string {
  const decoder = new TextDecoder("utf-8", options);
  let text = "";
  for (let offset = 0, index = 0; offset < bytes.length; index++) {
    const size = sizes(index);
    text += decoder.decode(bytes.subarray(offset, offset + size), { stream: true });
    offset += size;
  }
  return text + decoder.decode();
}

for (const [name, values] of Object.entries(samples)) {
  test(`${name} in chunks of one to five bytes`, () => {
    const bytes = new Uint8Array(values);
    for (const ignoreBOM of [false, true]) {
      const expected = new TextDecoder("utf-8", { ignoreBOM }).decode(bytes);
      for (let size = 1; size <= 5; size++) {
        assert.strictEqual(
          inChunks(bytes, () => size, { ignoreBOM }),
          expected,
          `${size}`,
        );
        assert.strictEqual(
          inChunks(bytes, (index) => (index === 0 ? size : 2), { ignoreBOM }),
          expected,
          `${size}, 2`,
        );
      }
    }
  });
}

test("a string is returned as soon as its bytes are complete", () => {
  const decoder = new TextDecoder();
  const decode = (...values: number[]): string => decoder.decode(new Uint8Array(values), { stream: true });
  assert.deepStrictEqual([decode(0x61, 0xe6), decode(0x97), decode(), decode(0xa5, 0x62)], ["a", "", "", "日b"]);
  assert.deepStrictEqual([decode(0xf0, 0x9f), decode(0x41)], ["", "\ufffdA"]);
  assert.deepStrictEqual([decode(0xe0, 0x80), decode(0xf5), decode(0xc3)], ["\ufffd\ufffd", "\ufffd", ""]);
  assert.strictEqual(decoder.decode(), "\ufffd");
  assert.strictEqual(decoder.decode(), "");
});

test("the mark is removed once for each stream", () => {
  const decoder = new TextDecoder();
  const mark = new Uint8Array([0xef, 0xbb, 0xbf]);
  assert.strictEqual(decoder.decode(mark.subarray(0, 1), { stream: true }), "");
  assert.strictEqual(decoder.decode(mark.subarray(1), { stream: true }), "");
  assert.strictEqual(decoder.decode(mark, { stream: true }), "\ufeff");
  assert.strictEqual(decoder.decode(), "");
  assert.strictEqual(decoder.decode(mark, { stream: true }), "");
  assert.strictEqual(decoder.decode(mark), "\ufeff");
});

test("a fatal decoder accepts characters in chunks and refuses malformed ones", () => {
  const bytes = new Uint8Array(samples["characters"]!);
  const expected = new TextDecoder().decode(bytes);
  for (let size = 1; size <= 5; size++)
    assert.strictEqual(
      inChunks(bytes, () => size, { fatal: true }),
      expected,
    );
  for (const name of ["truncated characters", "overlong forms", "surrogates", "beyond U+10FFFF"]) {
    for (let size = 1; size <= 5; size++)
      assert.throws(() => inChunks(new Uint8Array(samples[name]!), () => size, { fatal: true }), TypeError, name);
  }
  const decoder = new TextDecoder("utf-8", { fatal: true });
  assert.strictEqual(decoder.decode(new Uint8Array([0xc3]), { stream: true }), "");
  assert.throws(() => decoder.decode(), TypeError);
});

test("what is buffered does not change with the program's array", () => {
  const decoder = new TextDecoder();
  const chunk = new Uint8Array([0xc3]);
  decoder.decode(chunk, { stream: true });
  chunk[0] = 0x41;
  assert.strictEqual(decoder.decode(new Uint8Array([0xa9])), "é");
});
