// https://nodejs.org/api/v8.html#serialization-api. The bytes are those of Node 26.
import assert from "node:assert";
import v8 from "node:v8";
import { test } from "../harness.ts";

const shared = { a: 1 };
const withProperty: any = [1, 2];
withProperty.x = 1;
const CASES: [name: string, value: unknown, hex: string][] = [
  ["undefined", undefined, "ff0f5f"],
  ["null", null, "ff0f30"],
  ["true", true, "ff0f54"],
  ["zero", 0, "ff0f4900"],
  ["minus one", -1, "ff0f4901"],
  ["the smallest integer", -2147483648, "ff0f49ffffffff0f"],
  ["an unsigned integer", 4294967295, "ff0f4e0000e0ffffffef41"],
  ["minus zero", -0, "ff0f4e0000000000000080"],
  ["a bigint", -5n, "ff0f5a110500000000000000"],
  ["a large bigint", 2n ** 100n, "ff0f5a2000000000000000000000000010000000"],
  ["latin1 text", "é", "ff0f2201e9"],
  ["two-byte text", "a€", "ff0f63046100ac20"],
  ["an object", { a: 1, b: "x" }, "ff0f6f22016149022201622201787b02"],
  ["an object with indices", { 2: 1, 1: 2, x: 3 }, "ff0f6f490249044904490222017849067b03"],
  ["an array", [1, "a", null], "ff0f4103490222016130240003"],
  // eslint-disable-next-line no-sparse-arrays
  ["a sparse array", [1, , 3], "ff0f61034900490249044906400203"],
  ["an array with a property", withProperty, "ff0f4102490249042201784902240102"],
  ["a date", new Date(1234567890123), "ff0f4400b04cb01ff77142"],
  ["a regular expression", /€/u, "ff0f52006302ac2010"],
  [
    "a map",
    new Map<unknown, unknown>([
      [1, 2],
      ["a", {}],
    ]),
    "ff0f3b490249042201616f7b003a04",
  ],
  ["a set", new Set([1, "b"]), "ff0f2749022201622c02"],
  ["an ArrayBuffer", new Uint8Array([1, 2, 3]).buffer, "ff0f4203010203"],
  ["a Uint8Array", new Uint8Array([1, 2, 3]), "ff0f5c0103010203"],
  ["a Buffer", Buffer.from("xyz"), "ff0f5c0a0378797a"],
  ["a BigInt64Array", new BigInt64Array([5n]), "ff0f5c0b080500000000000000"],
  ["an object twice", [shared, shared], "ff0f41026f22016149027b015e01240002"],
  ["wrappers", [Object(true), Object(5), Object("s")], "ff0f4103796e000000000000144073220173240003"],
];

for (const [name, value, hex] of CASES) {
  test(`${name} has V8's bytes and comes back`, () => {
    const bytes = v8.serialize(value);
    assert.strictEqual(bytes.toString("hex"), hex);
    assert.deepStrictEqual(v8.deserialize(bytes), value);
  });
}

test("cycles and errors come back", () => {
  const cycle: any = { list: [] };
  cycle.list.push(cycle);
  const back = v8.deserialize(v8.serialize(cycle));
  assert.strictEqual(back.list[0], back);
  const error = v8.deserialize(v8.serialize(new TypeError("message", { cause: 5 })));
  assert.ok(error instanceof TypeError);
  assert.strictEqual(error.message, "message");
  assert.strictEqual(error.cause, 5);
});

test("values that cannot be cloned throw", () => {
  assert.throws(() => v8.serialize(() => {}), { name: "Error", message: "() => {} could not be cloned." });
  assert.throws(() => v8.serialize(Symbol("q")), { message: "Symbol(q) could not be cloned." });
  assert.throws(() => v8.serialize({ map: new WeakMap() }), { message: "#<WeakMap> could not be cloned." });
});

test("broken data throw", () => {
  for (const hex of ["ff0f", "ff0f6f220161", "ff0f5e05", "ff0f22ff01", "ff0f41ffffffff0f", "ff0f420301020356420003"]) {
    assert.throws(
      () => v8.deserialize(Buffer.from(hex, "hex")),
      { message: "Unable to deserialize cloned data." },
      hex,
    );
  }
  assert.throws(() => v8.deserialize(Buffer.from("abc")), {
    message: "Unable to deserialize cloned data due to invalid or unsupported version.",
  });
  assert.throws(() => v8.deserialize(5 as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: "buffer must be a TypedArray or a DataView",
  });
});

test("older versions and UTF-8 text are read", () => {
  assert.deepStrictEqual(v8.deserialize(Buffer.from("ff0d6f22016149027b01", "hex")), { a: 1 });
  assert.strictEqual(v8.deserialize(Buffer.from("ff0f5303e282ac", "hex")), "€");
});

test("the parts of the format can be written and read one by one", () => {
  const serializer = new v8.Serializer();
  serializer.writeHeader();
  serializer.writeUint32(300);
  serializer.writeUint64(1, 2);
  serializer.writeDouble(1.5);
  serializer.writeRawBytes(Buffer.from("hi"));
  const bytes = serializer.releaseBuffer();
  assert.strictEqual(bytes.toString("hex"), "ff0fac028280808010000000000000f83f6869");
  const deserializer = new v8.Deserializer(bytes);
  assert.strictEqual(deserializer.readHeader(), true);
  assert.strictEqual(deserializer.getWireFormatVersion(), 15);
  assert.strictEqual(deserializer.readUint32(), 300);
  assert.deepStrictEqual(deserializer.readUint64(), [1, 2]);
  assert.strictEqual(deserializer.readDouble(), 1.5);
  assert.strictEqual(`${deserializer.readRawBytes(2)}`, "hi");
});

test("subclasses write host objects, and buffers are transferred by number", () => {
  class Mine extends v8.Serializer {
    _writeHostObject(view: Uint8Array): void {
      this.writeUint32(view.length);
    }
  }
  const serializer: any = new Mine();
  serializer._setTreatArrayBufferViewsAsHostObjects(true);
  serializer.writeValue(new Uint8Array(5));
  assert.strictEqual(serializer.releaseBuffer().toString("hex"), "5c05");
  const buffer = new ArrayBuffer(3);
  const writer = new v8.Serializer();
  writer.transferArrayBuffer(7, buffer);
  writer.writeValue(buffer);
  const reader = new v8.Deserializer(writer.releaseBuffer());
  reader.transferArrayBuffer(7, buffer);
  assert.strictEqual(reader.readValue(), buffer);
  assert.throws(() => (v8.Serializer as any)(), { code: "ERR_CONSTRUCT_CALL_REQUIRED", name: "TypeError" });
});

test("heap statistics are positive, and the width of strings is reported", () => {
  const { used_heap_size, total_heap_size, heap_size_limit } = v8.getHeapStatistics();
  assert.ok(used_heap_size > 0 && used_heap_size <= heap_size_limit && total_heap_size > 0);
  assert.strictEqual((v8 as any).isStringOneByteRepresentation("é"), true);
  assert.strictEqual((v8 as any).isStringOneByteRepresentation("€"), false);
  assert.ok(!v8.startupSnapshot.isBuildingSnapshot());
  assert.throws(() => v8.startupSnapshot.addSerializeCallback(() => {}), { code: "ERR_NOT_BUILDING_SNAPSHOT" });
  assert.throws(() => v8.setFlagsFromString(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
});

test("a key that a getter removes before it is written is left out", () => {
  const list: unknown[] & { extra?: number } = [
    {
      get first() {
        delete list.extra;
        return 1;
      },
    },
  ];
  list.extra = 2;
  const object: Record<string, unknown> = {
    get first() {
      delete object.second;
      return 1;
    },
    second: 2,
  };
  assert.deepStrictEqual(v8.deserialize(v8.serialize(list)), [{ first: 1 }]);
  assert.deepStrictEqual(v8.deserialize(v8.serialize(object)), { first: 1 });
});

test("long values, doubles, bigints and transferred buffers survive", () => {
  const serializer = new v8.Serializer();
  const buffer = new ArrayBuffer(4);
  serializer.transferArrayBuffer(7, buffer);
  const value = { list: Array.from({ length: 300 }, (_, index) => index / 3), big: -(2n ** 200n), buffer };
  serializer.writeValue(value);
  const data = serializer.releaseBuffer();
  assert.strictEqual(data.byteOffset, 0);
  const deserializer = new v8.Deserializer(data);
  deserializer.transferArrayBuffer(7, buffer);
  const copy = deserializer.readValue();
  assert.deepStrictEqual(copy, value);
  assert.strictEqual(copy.buffer, buffer);
});
