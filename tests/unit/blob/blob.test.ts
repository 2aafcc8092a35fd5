// Blob and File.
import assert from "node:assert";
import { openAsBlob } from "node:fs";
import process from "node:process";
import { test } from "../harness.ts";

test("a Blob joins its parts", async () => {
  const blob = new Blob(["a\u00e9", new Uint8Array([98]), new Uint8Array([99]).buffer, new Blob(["d"]), 5 as any], {
    type: "Text/X",
  });
  assert.deepStrictEqual([blob.size, blob.type, await blob.text()], [7, "text/x", "a\u00e9bcd5"]);
});

test("slice counts as an array's does and has the given type", async () => {
  const blob = new Blob(["abc", "def"], { type: "a/b" });
  assert.strictEqual(await blob.slice(1, 5).text(), "bcde");
  assert.strictEqual(await blob.slice(-2).text(), "ef");
  assert.strictEqual(await blob.slice(4, 2).text(), "");
  assert.strictEqual(blob.slice(0, 1).type, "");
  assert.strictEqual(blob.slice(0, 1, "X/Y").type, "x/y");
});

test("endings native makes line feeds, and a bad type is dropped", async () => {
  assert.strictEqual(await new Blob(["a\r\nb\rc\n"], { endings: "native" }).text(), "a\nb\nc\n");
  assert.strictEqual(new Blob([], { type: "a\u00e9" }).type, "");
});

test("arrayBuffer and bytes give memory of their own", async () => {
  const blob = new Blob([new Uint8Array([1, 2])]);
  new Uint8Array(await blob.arrayBuffer())[0] = 9;
  assert.deepStrictEqual(await (blob as any).bytes(), new Uint8Array([1, 2]));
});

test("stream gives all bytes, in chunks", async () => {
  const blob = new Blob([new Uint8Array(200_000).fill(7), "end"]);
  let size = 0;
  let last: Uint8Array | undefined;
  for await (const chunk of blob.stream() as any) {
    assert.ok(chunk instanceof Uint8Array);
    size += chunk.byteLength;
    last = chunk;
  }
  assert.strictEqual(size, 200_003);
  assert.strictEqual(last!.at(-1), 100);
});

test("arguments are checked", async () => {
  assert.throws(() => new Blob(1 as any), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: "Value cannot be converted to sequence.",
  });
  assert.throws(() => new Blob([], 1 as any), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "options" argument must be a dictionary. Received type number (1)',
  });
  assert.throws(() => new Blob([], { endings: "x" as any }), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The property 'options.endings' is invalid. Received 'x'",
  });
  assert.throws(() => new (File as any)([]), {
    code: "ERR_MISSING_ARGS",
    message: 'The "fileBits" and "fileName" arguments must be specified',
  });
  assert.throws(() => Blob.prototype.slice.call({} as any), {
    code: "ERR_INVALID_THIS",
    message: 'Value of "this" must be of type Blob',
  });
  await assert.rejects(Blob.prototype.text.call({} as any), { code: "ERR_INVALID_THIS" });
});

test("File has a name and a time", () => {
  const file = new File(["x"], "a/b", { lastModified: 12, type: "T" });
  assert.deepStrictEqual([file.name, file.lastModified, file.type, file.size], ["a/b", 12, "t", 1]);
  assert.ok(file instanceof Blob);
  assert.strictEqual(Object.prototype.toString.call(file), "[object File]");
});

test("lastModified of a File refuses values that are not numbers, also BigInts", () => {
  assert.throws(() => new File([], "a", { lastModified: 3n as any }), TypeError);
  assert.strictEqual(new File([], "a", { lastModified: "5" as any }).lastModified, 5);
});

test("the Blob of a file cannot be cloned", async () => {
  const blob = await openAsBlob(process.execPath);
  assert.throws(() => structuredClone(blob), {
    code: "ERR_INVALID_STATE",
    message: "Invalid state: File-backed Blobs are not cloneable",
  });
});
