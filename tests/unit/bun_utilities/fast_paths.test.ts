// Small members of `Bun` where a short way must have the results of the long one, as in Bun 1.4.5. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

test("a string has the hash of its UTF-8", () => {
  const names = [
    "wyhash",
    "adler32",
    "crc32",
    "cityHash32",
    "cityHash64",
    "xxHash32",
    "xxHash64",
    "murmur32v3",
  ] as const;
  for (const text of ["", "hello world", "é", "日本 🎉", "x".repeat(1000)]) {
    const bytes = new TextEncoder().encode(text);
    assert.strictEqual(Bun.hash(text), Bun.hash(bytes));
    for (const name of names) {
      assert.strictEqual(Bun.hash[name](text), Bun.hash[name](bytes), `${name} ${text}`);
      assert.strictEqual(Bun.hash[name](bytes.buffer), Bun.hash[name](bytes));
      assert.strictEqual(Bun.hash[name](new DataView(bytes.buffer)), Bun.hash[name](bytes));
    }
  }
});

test("hashes have their type and range", () => {
  assert.strictEqual(Bun.hash.crc32("hello world"), 0x0d4a1185);
  assert.strictEqual(Bun.hash.adler32("hello world"), 0x1a0b045d);
  assert.strictEqual(Bun.hash.crc32("x"), 0x8cdc1683);
  assert.strictEqual(Bun.hash("hello", 7 as never), 10690884516215825974n);
  assert.strictEqual(Bun.hash("hello", 7n), 10690884516215825974n);
  assert.strictEqual(Bun.hash("hello"), Bun.hash("hello", 0n));
});

test("time-ordered UUIDs are unique, in order and of this moment", () => {
  const before = Date.now();
  const made = Array.from({ length: 2000 }, () => Bun.randomUUIDv7());
  const after = Date.now();
  assert.strictEqual(new Set(made).size, made.length);
  for (const uuid of made) {
    assert.match(uuid, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const time = Number.parseInt(uuid.slice(0, 13).replace("-", ""), 16);
    assert.ok(time >= before && time <= after);
  }
  const times = made.map((uuid) => uuid.slice(0, 13));
  assert.deepStrictEqual(times, times.toSorted());
  assert.ok(new Set(made.map((uuid) => uuid.slice(19))).size > 1990);
});

test("time-ordered UUIDs in other forms", () => {
  const time = 0x0123456789ab;
  assert.ok(Bun.randomUUIDv7("hex", time).startsWith("01234567-89ab-7"));
  assert.ok(Bun.randomUUIDv7().startsWith(Bun.randomUUIDv7().slice(0, 6)));
  assert.strictEqual((Bun.randomUUIDv7("buffer", time) as Buffer).toString("hex", 0, 6), "0123456789ab");
});

test("characters of HTML are escaped wherever they are", () => {
  for (let index = 0; index < 100; index++) {
    const text = "x".repeat(index);
    assert.strictEqual(Bun.escapeHTML(text), text);
    assert.strictEqual(Bun.escapeHTML(`${text}<${text}`), `${text}&lt;${text}`);
    assert.strictEqual(Bun.escapeHTML(`${text}日本&${text}'"`), `${text}日本&amp;${text}&#x27;&quot;`);
  }
  assert.deepStrictEqual([Bun.escapeHTML(1.5), Bun.escapeHTML(true)], ["1.5", "true"]);
});

test("styles have no width", () => {
  const widths: [string, number, number][] = [
    ["", 0, 0],
    [" ~", 2, 2],
    ["a".repeat(100), 100, 100],
    ["\x1b[31mred\x1b[39m", 3, 11],
    ["\x1b[1;38;5;196mred\x1b[0m!", 4, 19],
    ["\x1b[mred", 3, 5],
    ["\x1b[2Kred", 3, 6],
    ["a\tb\n", 2, 2],
    ["日本\x1b[31m語", 6, 10],
    ["é", 1, 1],
  ];
  for (const [text, width, all] of widths) {
    assert.strictEqual(Bun.stringWidth(text), width, JSON.stringify(text));
    assert.strictEqual(Bun.stringWidth(text, { countAnsiEscapeCodes: true }), all, JSON.stringify(text));
  }
});

test("buffers are joined, up to a length", () => {
  const parts = [Buffer.from("ab"), new Uint8Array([1]), new Uint16Array([0x0302]), new Uint8Array([4, 5]).buffer];
  assert.deepStrictEqual([...new Uint8Array(Bun.concatArrayBuffers(parts))], [97, 98, 1, 2, 3, 4, 5]);
  for (let length = 0; length < 10; length++) {
    const joined = Bun.concatArrayBuffers(parts, length, true);
    assert.deepStrictEqual([...joined], [97, 98, 1, 2, 3, 4, 5].slice(0, length));
  }
  assert.strictEqual(Bun.concatArrayBuffers([]).byteLength, 0);
  assert.throws(() => Bun.concatArrayBuffers(["a"] as never), TypeError);
});

test("lines are found in any view", () => {
  const bytes = Buffer.from("ab\ncd\n");
  for (const view of [bytes, new Uint8Array(bytes), new DataView(new Uint8Array(bytes).buffer)])
    assert.deepStrictEqual(
      [0, 2, 3, 6, 100].map((from) => Bun.indexOfLine(view, from)),
      [2, 2, 5, -1, -1],
    );
});

test("memory that is not cleared has the size that was requested", () => {
  assert.deepStrictEqual(
    [0, 1, 1000, 100_000].map((size) => Bun.allocUnsafe(size).length),
    [0, 1, 1000, 100_000],
  );
  assert.strictEqual(Object.getPrototypeOf(Bun.allocUnsafe(3)), Uint8Array.prototype);
  for (const size of [-1, 1.5, 2 ** 33]) assert.throws(() => Bun.allocUnsafe(size), { code: "ERR_OUT_OF_RANGE" });
  assert.throws(() => Bun.allocUnsafe("5" as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("chunks of streams are strings and bytes", async () => {
  const streamOf = (...chunks: unknown[]): ReadableStream<any> =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
  const mixed = (): ReadableStream<any> =>
    streamOf("a", new Uint16Array([0x4242]), new Uint8Array([67]).buffer, new DataView(new ArrayBuffer(1)));
  assert.strictEqual(await Bun.readableStreamToText(mixed()), "aBBC\0");
  assert.deepStrictEqual([...(await Bun.readableStreamToBytes(mixed()))], [97, 66, 66, 67, 0]);
  assert.strictEqual((await Bun.readableStreamToArrayBuffer(mixed())).byteLength, 5);
  assert.strictEqual((await Bun.readableStreamToArray(mixed())).length, 4);
  assert.strictEqual(await Bun.readableStreamToText(streamOf("\ud83d", "\ude00")), "\u{1f600}");
  for (const chunk of [1, {}, null]) {
    await assert.rejects(async () => Bun.readableStreamToText(streamOf(chunk)), TypeError);
    await assert.rejects(async () => Bun.readableStreamToBytes(streamOf(chunk)), TypeError);
    assert.deepStrictEqual(await Bun.readableStreamToArray(streamOf(chunk)), [chunk]);
  }
  const failing = new ReadableStream({
    start(controller) {
      controller.error(new RangeError("no"));
    },
  });
  await assert.rejects(async () => Bun.readableStreamToArray(failing), { name: "RangeError" });
  assert.strictEqual((await Bun.readableStreamToText(new Blob(["x".repeat(100_000), "y"]).stream())).length, 100_001);
});

test("bytes of a Blob that its stream returned do not change it", async () => {
  const blob = new Blob(["abc"]);
  const bytes = await Bun.readableStreamToBytes(blob.stream());
  bytes.fill(0);
  const [chunk] = await Bun.readableStreamToArray(blob.stream());
  (chunk as Uint8Array).fill(0);
  assert.strictEqual(await blob.text(), "abc");
});

test("strict equality compares prototypes, holes, hidden members and cycles", () => {
  const cycle = (depth: number): object => {
    const first: Record<string, unknown> = { a: 1 };
    let last = first;
    for (let index = 1; index < depth; index++) last = last["self"] = { a: 1 } as Record<string, unknown>;
    last["self"] = first;
    return first;
  };
  class Point {
    x = 1;
  }
  const equal: [unknown, unknown][] = [
    [{ a: 1, b: [1, { c: "x" }] }, { b: [1, { c: "x" }], a: 1 }],
    [cycle(1), cycle(1)],
    [new Point(), new Point()],
    [[, 1], [, 1]],
    [Object.defineProperty({ a: 1 }, "b", { value: 2 }), { a: 1 }],
    [[NaN, -0], [NaN, -0]],
    [[new Date(1), /x/g], [new Date(1), /x/g]],
  ]; // prettier-ignore
  for (const [first, second] of equal) assert.ok(Bun.deepEquals(first, second, true), Bun.inspect([first, second]));
  const different: [unknown, unknown][] = [
    [{ a: 1, b: undefined }, { a: 1 }],
    [{ a: undefined }, { b: undefined }],
    [{ x: 1 }, new Point()],
    [[undefined, 1], [, 1]],
    [[0], [-0]],
    [cycle(1), cycle(2)],
    [{ a: [1] }, { a: ["1"] }],
    [[1, 2], [1, 2, 3]],
    [[], {}],
    [{ [Symbol.toStringTag]: "T" }, {}],
    [Object.setPrototypeOf(new Date(5), Object.prototype), Object.setPrototypeOf(new Date(6), Object.prototype)],
  ]; // prettier-ignore
  for (const [first, second] of different)
    assert.ok(!Bun.deepEquals(first, second, true), Bun.inspect([first, second]));
});
