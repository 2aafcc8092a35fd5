import assert from "node:assert";
import { Buffer, atob, btoa, isAscii, isUtf8, transcode } from "node:buffer";
import { inspect } from "node:util";
import { test } from "../harness.ts";

test("toString decodes short and long text alike", () => {
  for (const text of ["", "a", "é", "€😀", "a".repeat(17), "é".repeat(40), `${"a".repeat(50)}😀`]) {
    const bytes = Buffer.from(text);
    assert.strictEqual(bytes.toString(), text);
    assert.strictEqual(Buffer.from(bytes.toString("base64"), "base64").toString(), text);
    assert.strictEqual(Buffer.from(bytes.toString("hex"), "hex").toString(), text);
    assert.strictEqual(Buffer.from(bytes.toString("latin1"), "latin1").toString(), text);
    assert.strictEqual(Buffer.from(text, "ucs2").toString("ucs2"), text);
  }
});

test("toString of short bytes returns their current content, however often they were read", () => {
  const bytes = Buffer.alloc(25);
  for (let round = 0; round < 3; round++) {
    for (let number = 0; number < 3_000; number++) {
      const text = `${number}`.padStart(1 + (number % 25), "x");
      const length = bytes.write(text, "latin1");
      assert.strictEqual(bytes.toString("utf8", 0, length), text);
      assert.strictEqual((bytes as any).latin1Slice(0, length), text);
      assert.strictEqual(bytes.toString("ascii", 0, length), text);
    }
  }
  for (let byte = 0; byte < 256; byte++) {
    for (let again = 0; again < 3; again++) {
      const pair = Buffer.from([0x61, byte]);
      assert.strictEqual(pair.toString("latin1"), `a${String.fromCharCode(byte)}`);
      assert.strictEqual(pair.toString("ascii"), `a${String.fromCharCode(byte & 127)}`);
      assert.strictEqual(pair.toString(), byte < 128 ? `a${String.fromCharCode(byte)}` : "a\ufffd");
    }
  }
  assert.strictEqual(Buffer.from([0, 0]).toString(), "\0\0");
  assert.strictEqual(Buffer.from([0]).toString(), "\0");
});

test("toString replaces each maximal invalid part", () => {
  assert.strictEqual(Buffer.from([0xe2, 0x82, 0x41, 0xf0, 0x9f, 0x98]).toString(), "\ufffdA\ufffd");
});

test("toString clamps its range and refuses unknown encodings", () => {
  const bytes = Buffer.from("hello");
  assert.strictEqual(bytes.toString("utf8", -3, 2.7), "he");
  assert.strictEqual(bytes.toString("utf8", 9), "");
  assert.throws(() => bytes.toString("no" as never), { code: "ERR_UNKNOWN_ENCODING" });
});

test("write never splits a character and checks its offset", () => {
  assert.strictEqual(Buffer.alloc(4).write("€€"), 3);
  assert.strictEqual(Buffer.alloc(5).write("abc", 0, "utf16le"), 4);
  assert.throws(() => Buffer.alloc(5).write("a", 9), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "offset" is out of range. It must be >= 0 && <= 5. Received 9',
  });
  assert.throws(() => Buffer.alloc(5).write(3 as never), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "argument must be a string",
  });
});

test("transcode marks characters that the target cannot encode", () => {
  assert.strictEqual(transcode(Buffer.from("€a"), "utf8", "latin1").toString("latin1"), "?a");
  assert.strictEqual(transcode(Buffer.from("€"), "utf8", "ucs2").toString("hex"), "ac20");
  assert.throws(() => transcode(Buffer.from("a"), "hex" as never, "utf8"), { code: "U_ILLEGAL_ARGUMENT_ERROR" });
});

test("isUtf8 and isAscii look at the bytes", () => {
  assert.strictEqual(isUtf8(Buffer.from([0xc3, 0xa9])), true);
  assert.strictEqual(isUtf8(Buffer.from([0xc3])), false);
  assert.strictEqual(isAscii(Buffer.from("é")), false);
  assert.throws(() => isUtf8(3 as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("atob forgives white space and missing padding only", () => {
  assert.strictEqual(atob(" YW Jj\n"), "abc");
  assert.strictEqual(btoa("\xff"), "/w==");
  assert.throws(() => atob("a"), { name: "InvalidCharacterError" });
  assert.throws(() => btoa("€"), { name: "InvalidCharacterError", message: "Invalid character" });
});

test("a buffer prints at most fifty bytes", () => {
  assert.strictEqual(inspect(Buffer.from("ab")), "<Buffer 61 62>");
  assert.match(inspect(Buffer.alloc(52)), /^<Buffer (00 ){50}\.\.\. 2 more bytes>$/);
  assert.strictEqual(inspect(Object.assign(Buffer.from("a"), { extra: 1 })), "<Buffer 61, extra: 1>");
});

test("toString accepts any range: numbers are truncated to integers and clamped, other values are converted", () => {
  const text = "abcdefghij";
  const bytes = Buffer.from(text);
  const indexes: [value: any, start: number, end: number][] = [
    [undefined, 0, 10],
    [null, 0, 0],
    [NaN, 0, 0],
    [-1, 0, 0],
    [-0.5, 0, 0],
    [2.9, 2, 2],
    [10, 10, 10],
    [11, 10, 10],
    [2 ** 40, 10, 10],
    [Infinity, 10, 10],
    [-Infinity, 0, 0],
    ["3", 3, 3],
    ["x", 0, 0],
    [{ valueOf: () => 4 }, 4, 4],
    [true, 1, 1],
  ];
  for (const encoding of [undefined, "utf8", "utf-8", "latin1"] as const) {
    for (const [start, from] of indexes) {
      for (const [end, , to] of indexes) {
        assert.strictEqual(
          bytes.toString(encoding, start, end),
          text.slice(from, Math.max(from, to)),
          `${encoding} ${String(start)} ${String(end)}`,
        );
      }
    }
  }
  assert.throws(() => Buffer.prototype.toString.call({ length: 3 } as any, "utf8", 0, 1), TypeError);
});
