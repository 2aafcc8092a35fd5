// The reader of cloned bytes gets arbitrary bytes: it must return a value or throw a DataCloneError, quickly and without
// taking more memory than a small multiple of the message. Imports builtins, so it runs where `internal:` resolves.
import assert from "node:assert";
import { test } from "../unit/harness.ts";
import { DOMException } from "web:dom_exception";
import { deserialize, serialize } from "web:structured_clone";

// A small generator with a seed, so that a failure can be repeated.
let seed = 12345;
function random(limit: number): number {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}

const samples: unknown[] = [
  { a: 1, b: "text", c: [1, 2.5, null, undefined, true], d: new Map<any, any>([[{}, new Set([1])]]) },
  new Error("x", { cause: new RangeError("y") }),
  [new Date(), /a+/g, 10n ** 40n, Object("s")],
  "h\u20ac",
  new Float64Array([1, 2]),
  new Uint8Array(new (ArrayBuffer as any)(3, { maxByteLength: 9 })),
  Object.assign([1, , 3], { x: 1 }),
  new DOMException("m", "AbortError"),
];

function survives(bytes: Uint8Array): void {
  try {
    deserialize(bytes);
  } catch (error: any) {
    assert.strictEqual(error.name, "DataCloneError", `${error.stack}\nbytes ${[...bytes]}`);
  }
}

test("written values are read back", () => {
  for (const sample of samples) assert.deepStrictEqual(deserialize(serialize(sample).bytes), sample);
});

test("changed bytes give a value or a DataCloneError", () => {
  for (const sample of samples) {
    const { bytes } = serialize(sample);
    for (let round = 0; round < 2000; round++) {
      const changed = bytes.slice();
      for (let count = 1 + random(3); count > 0; count--) changed[random(changed.length)] = random(256);
      survives(changed);
    }
    for (let length = 0; length < bytes.length; length++) survives(bytes.subarray(0, length));
  }
});

test("random bytes give a value or a DataCloneError", () => {
  for (let round = 0; round < 20_000; round++) {
    const bytes = new Uint8Array(1 + random(40)).map(() => random(round % 2 === 0 ? 256 : 32));
    bytes[0] = 1;
    survives(bytes);
  }
});

test("lengths beyond the message are refused", () => {
  for (const tag of [8, 9, 13, 16, 17, 21]) survives(new Uint8Array([1, tag, 0xff, 0xff, 0xff, 0xff, 0x7f, 0, 0]));
  const deep = new Uint8Array(1_000_000).fill(1);
  for (let index = 1; index + 1 < deep.length; index += 2) deep[index] = 13;
  survives(deep);
});
