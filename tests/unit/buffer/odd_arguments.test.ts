// Unusual arguments of Buffer's methods, with Node's results.
import assert from "node:assert";
import { Buffer, transcode } from "node:buffer";
import { inspect } from "node:util";
import { test } from "../harness.ts";

const source = Buffer.from("abcdef");

test("copy treats infinite offsets as missing", () => {
  const copied = (...offsets: any[]): string => {
    const target = Buffer.alloc(6);
    source.copy(target, ...offsets);
    return target.toString("latin1").replaceAll("\0", ".");
  };
  for (const offsets of [[-Infinity], [Infinity], [0, Infinity], [NaN], [0, NaN], [0, 0, 1e20]])
    assert.strictEqual(copied(...offsets), "abcdef", String(offsets));
  for (const offsets of [[1e20], [0, 0, Infinity], [0, 0, -Infinity], [0, 0, NaN]])
    assert.strictEqual(copied(...offsets), "......", String(offsets));
  assert.strictEqual(copied(1.9, 1.9, 3.9), ".bc...");
  assert.throws(() => copied(-1), { code: "ERR_OUT_OF_RANGE" });
});

test("a number is not an encoding of a search", () => {
  assert.strictEqual(source.indexOf("c", 0, 5 as never), 2);
  assert.strictEqual(source.includes("c", 0, 5 as never), true);
  assert.throws(() => source.indexOf("c", 0, "x" as never), { code: "ERR_UNKNOWN_ENCODING" });
});

test("transcode between UTF-8 and UTF-16 refuses values that are neither", () => {
  const refused = {
    code: "U_INVALID_CHAR_FOUND",
    errno: 10,
    message: "Unable to transcode Buffer [U_INVALID_CHAR_FOUND]",
  };
  for (const [bytes, from, to] of [
    ["ff", "utf8", "ucs2"],
    ["e282", "utf8", "utf16le"],
    ["00d8", "ucs2", "utf8"],
    ["61", "ucs2", "utf8"],
  ] as const) {
    assert.throws(() => transcode(Buffer.from(bytes, "hex"), from, to), refused, bytes);
  }
  assert.strictEqual(transcode(Buffer.from("e9", "hex"), "ascii", "utf16le").toString("hex"), "e900");
  assert.strictEqual(transcode(Buffer.from("ff", "hex"), "utf8", "latin1").toString("hex"), "3f");
});

test("byteLength counts lone surrogates as their replacement", () => {
  for (const text of [
    "é€😀",
    "\ud800",
    "\udc00\ud800",
    "a\ud83d\ude00\ud83d",
    "\ud800\ud800\udc00\udc00",
    "ж".repeat(1000),
  ]) {
    assert.strictEqual(Buffer.byteLength(text), Buffer.from(text).length, JSON.stringify(text));
  }
});

test("inspect shows the first fifty bytes", () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 300 }, (_, index) => index));
  assert.strictEqual(inspect(bytes.subarray(0, 0)), "<Buffer >");
  assert.strictEqual(inspect(bytes.subarray(171, 172)), "<Buffer ab>");
  assert.strictEqual(
    inspect(bytes.subarray(0, 50)),
    "<Buffer 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f 10 11 12 13 14 15 16 17 18 19 1a 1b 1c 1d 1e 1f 20 21 22 23 24 25 26 27 28 29 2a 2b 2c 2d 2e 2f 30 31>",
  );
  assert.strictEqual(
    inspect(bytes.subarray(206)),
    "<Buffer ce cf d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 da db dc dd de df e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 ea eb ec ed ee ef f0 f1 f2 f3 f4 f5 f6 f7 f8 f9 fa fb fc fd fe ff ... 44 more bytes>",
  );
});
