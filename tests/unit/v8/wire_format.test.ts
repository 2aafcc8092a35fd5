// The bytes of v8.serialize for values that the serializer treats differently. The expected strings are Node 26's.
import assert from "node:assert";
import v8 from "node:v8";
import { test } from "../harness.ts";

const hex = (value: unknown): string => v8.serialize(value).toString("hex").slice(4);
const text = (value: string): string => Buffer.from(value, "latin1").toString("hex");

test("text of one and of two bytes a character, short and long", () => {
  assert.strictEqual(hex("é"), `2201${text("é")}`);
  assert.strictEqual(hex("x".repeat(40)), `2228${text("x".repeat(40))}`);
  assert.strictEqual(hex("é".repeat(41)), `2229${text("é".repeat(41))}`);
  assert.strictEqual(hex("€"), "6302ac20");
  assert.strictEqual(hex(`${"é".repeat(50)}€`).slice(0, 8), "6366e900");
  for (const value of ["", "é".repeat(300), `${"a".repeat(300)}€`, "\ud800"])
    assert.strictEqual(v8.deserialize(v8.serialize(value)), value);
});

test("arrays: dense, with holes, with other keys, short and long", () => {
  assert.strictEqual(hex([undefined, 1]), "41025f4902240002");
  assert.strictEqual(hex([, 1]), "6102490249024001" + "02");
  const long = Array.from({ length: 40 }, (_, index) => index);
  assert.strictEqual(hex(long).slice(0, 4), "4128");
  assert.strictEqual(hex(Object.assign([...long], { x: 1 })).slice(-16), "2201784902240128");
  const holes = Object.assign(new Array(40), { 3: 1 });
  assert.deepStrictEqual(v8.deserialize(v8.serialize(holes)), holes);
  assert.strictEqual(hex(holes).slice(0, 4), "6128");
});

test("names of objects: indices, those of Object.prototype, and __proto__", () => {
  const odd = { toString: 1, constructor: 2, "9a": 3, "10": 4, "": 5, "-1": 6 };
  Object.defineProperty(odd, "__proto__", { value: 7, enumerable: true });
  const read = v8.deserialize(v8.serialize(odd));
  assert.deepStrictEqual(Object.entries(read), Object.entries(odd));
  assert.strictEqual(Object.getPrototypeOf(read), Object.prototype);
  assert.strictEqual(hex({ 10: 1 }), "6f491449027b01");
});

test("values that cannot be cloned throw with their name", () => {
  (function (..._: number[]) {
    assert.throws(() => v8.serialize(arguments), /could not be cloned/);
  })(1);
  const values: [unknown, string][] = [
    [Promise.resolve(), "#<Promise>"],
    [new WeakRef({}), "#<WeakRef>"],
    [new Map().entries(), "[object Map Iterator]"],
    [[].values(), "[object Array Iterator]"],
    [new FinalizationRegistry(() => undefined), "#<FinalizationRegistry>"],
    [new Proxy({}, {}), "#<Object>"],
    [(function* () {})(), "[object Generator]"],
  ];
  for (const [value, name] of values)
    assert.throws(() => v8.serialize(value), { name: "Error", message: `${name} could not be cloned.` });
});
