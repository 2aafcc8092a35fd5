// Strings of all sizes, around the limits of what is converted at a time, beside conversions written out here.
import assert from "node:assert";
import { Buffer, transcode } from "node:buffer";
import { test } from "../harness.ts";

const SIZES = [0, 1, 2, 3, 15, 16, 17, 31, 33, 63, 65, 127, 500, 4095, 4097, 16_385, 70_001];
const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function bytesOf(size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let index = 0; index < size; index++) bytes[index] = (index * 167 + (index >> 8)) & 0xff;
  return bytes;
}

function base64(bytes: Buffer): string {
  let text = "";
  for (let index = 0; index < bytes.length; index += 3) {
    const group = (bytes[index]! << 16) | ((bytes[index + 1] ?? 0) << 8) | (bytes[index + 2] ?? 0);
    const digits = [18, 12, 6, 0].map((shift) => DIGITS[(group >> shift) & 63]!);
    const rest = bytes.length - index;
    text +=
      rest === 1
        ? `${digits[0]}${digits[1]}==`
        : rest === 2
          ? `${digits[0]}${digits[1]}${digits[2]}=`
          : digits.join("");
  }
  return text;
}

test("hex, base64, latin1, ascii and utf16le of all sizes", () => {
  for (const size of SIZES) {
    const bytes = bytesOf(size);
    const list = [...bytes];
    assert.strictEqual(bytes.toString("hex"), list.map((byte) => byte.toString(16).padStart(2, "0")).join(""));
    assert.strictEqual(bytes.toString("base64"), base64(bytes));
    const url = base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    assert.strictEqual(bytes.toString("base64url"), url);
    assert.strictEqual(bytes.toString("latin1"), list.map((byte) => String.fromCharCode(byte)).join(""));
    assert.strictEqual(bytes.toString("ascii"), list.map((byte) => String.fromCharCode(byte & 0x7f)).join(""));
    const units: string[] = [];
    for (let index = 0; index + 1 < size; index += 2)
      units.push(String.fromCharCode(bytes[index]! | (bytes[index + 1]! << 8)));
    assert.strictEqual(bytes.toString("utf16le"), units.join(""));
    for (const encoding of ["hex", "base64", "base64url", "latin1"] as const)
      assert.deepStrictEqual(Buffer.from(bytes.toString(encoding), encoding), bytes);
  }
});

test("UTF-16 of Latin-1 characters and of odd lengths", () => {
  for (const size of SIZES) {
    const text = "é".repeat(size);
    const bytes = Buffer.from(text, "utf16le");
    assert.strictEqual(bytes.length, size * 2);
    assert.strictEqual(Buffer.concat([bytes, Buffer.from("a")]).toString("utf16le"), text);
  }
});

test("UTF-8 of texts of one, two, three and four bytes a character", () => {
  for (const size of SIZES) {
    for (const character of ["a", "é", "ł", "日", "😀", "aé", "a日", "ÿĀ"]) {
      const text = character.repeat(size);
      const bytes = Buffer.from(text);
      assert.strictEqual(bytes.length, Buffer.from(character).length * size);
      assert.strictEqual(bytes.toString(), text);
      assert.strictEqual(transcode(bytes, "utf8", "utf16le").toString("utf16le"), text);
      assert.strictEqual(transcode(Buffer.from(text, "utf16le"), "utf16le", "utf8").toString(), text);
    }
  }
});

test("one invalid byte anywhere becomes one U+FFFD", () => {
  for (const character of ["a", "é", "日"]) {
    for (const before of [0, 1, 15, 16, 31, 63, 64, 200]) {
      const bytes = Buffer.concat([
        Buffer.from(character.repeat(before)),
        Buffer.from([0xff]),
        Buffer.from(character.repeat(70)),
      ]);
      assert.strictEqual(bytes.toString(), `${character.repeat(before)}\ufffd${character.repeat(70)}`);
    }
  }
});

test("a digit that is none ends hex text of any size", () => {
  for (const size of SIZES) {
    const text = "ab".repeat(size);
    for (const place of [0, 1, size, size * 2 - 1]) {
      if (place < 0 || place >= text.length) continue;
      const broken = `${text.slice(0, place)}g${text.slice(place + 1)}`;
      assert.strictEqual(Buffer.from(broken, "hex").length, place >> 1);
      const target = Buffer.alloc(size + 4, 0xee);
      assert.strictEqual(target.write(broken, "hex"), place >> 1);
      assert.ok(target.subarray(place >> 1).every((byte) => byte === 0xee));
    }
  }
});
