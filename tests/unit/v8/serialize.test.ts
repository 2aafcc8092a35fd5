// The bytes are those that Node 26 writes.
import assert from "node:assert";
import v8 from "node:v8";
import { test } from "../harness.ts";

const circular: any = {};
circular.o = circular;
const cases: [value: unknown, hex: string][] = [
  [undefined, "5f"], [null, "30"], [true, "54"], [false, "46"], [1, "4902"], [-1, "4901"], [2 ** 31, "4e000000000000e041"], [-0, "4e0000000000000080"],
  [10n, "5a100a00000000000000"], [-(2n ** 70n), "5a2100000000000000004000000000000000"], ["abc", "2203616263"], ["ä", "2201e4"], ["€", "6302ac20"],
  [[1, 2], "410249024904240002"], [[1, , 2], "61034900490249044904400203"], [{ a: 1, 2: 3 }, "6f4904490622016149027b02"], [new Date(5), "440000000000001440"],
  [/a/gi, "5222016103"], [new Map([[1, 2]]), "3b490249043a02"], [new Set([1]), "2749022c01"], [new ArrayBuffer(2), "42020000"], [new Uint8Array(2), "5c01020000"],
  [Buffer.from("ab"), "5c0a026162"], [new Float64Array(1), "5c08080000000000000000"], [Object(1), "6e000000000000f03f"], [Object("s"), "73220173"], [Object(true), "79"],
  [[circular, circular], "41026f22016f5e017b015e01240002"], [Object.assign([1], { x: 1 }), "410149022201784902240101"],
];

test("serialize writes V8's format and deserialize reads it", () => {
  for (const [value, hex] of cases) {
    const bytes = v8.serialize(value);
    assert.ok(Buffer.isBuffer(bytes));
    assert.strictEqual(bytes.toString("hex"), `ff0f${hex}`);
    assert.deepStrictEqual(v8.deserialize(bytes), value);
  }
});

test("errors keep class, message, stack and cause", () => {
  const error = new TypeError("m", { cause: { deep: 1 } });
  const copy: any = v8.deserialize(v8.serialize(error));
  assert.ok(copy instanceof TypeError);
  assert.strictEqual(copy.message, "m");
  assert.strictEqual(copy.stack, error.stack);
  assert.deepStrictEqual(copy.cause, { deep: 1 });
});

test("an object that appears twice is one object", () => {
  const shared = { a: 1 };
  const copy: any = v8.deserialize(v8.serialize([shared, shared]));
  assert.strictEqual(copy[0], copy[1]);
});

test("serialize refuses what cannot be copied", () => {
  for (const [value, text] of [[() => {}, "()=>{} could not be cloned."], [Symbol("a"), "Symbol(a) could not be cloned."], [Promise.resolve(), "#<Promise> could not be cloned."], [new WeakMap(), "#<WeakMap> could not be cloned."]] as const) {
    assert.throws(() => v8.serialize(value), (error: any) => error.name === "Error" && error.message.replaceAll(" ", "") === text.replaceAll(" ", ""));
  }
});

test("deserialize refuses damaged bytes", () => {
  const message = { message: "Unable to deserialize cloned data." };
  for (const hex of ["ff0f", "ff0f41ffffffff0f", "ff0f5e05", "ff0f2205", "ff0f6f", "ff0f3b4902", "ff0f7b"]) assert.throws(() => v8.deserialize(Buffer.from(hex, "hex")), message);
  assert.throws(() => v8.deserialize(Buffer.from("fe", "hex")), { message: "Unable to deserialize cloned data due to invalid or unsupported version." });
  assert.throws(() => v8.deserialize(5 as any), { name: "TypeError", message: "buffer must be a TypedArray or a DataView" });
});

test("Serializer and Deserializer write and read parts", () => {
  const serializer = new v8.Serializer();
  serializer.writeHeader();
  serializer.writeUint64(1, 2);
  serializer.writeDouble(1.5);
  serializer.writeUint32(300);
  const bytes = serializer.releaseBuffer();
  assert.strictEqual(bytes.toString("hex"), "ff0f8280808010000000000000f83fac02");
  const deserializer = new v8.Deserializer(bytes);
  assert.strictEqual(deserializer.readHeader(), true);
  assert.strictEqual(deserializer.getWireFormatVersion(), 15);
  assert.deepStrictEqual([deserializer.readUint64(), deserializer.readDouble(), deserializer.readUint32()], [[1, 2], 1.5, 300]);
});
