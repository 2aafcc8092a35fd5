// Bun's functions for compressed buffers. Runs with the home "bun" only: elsewhere there is no `Bun`, and nothing to test.
// https://bun.com/docs/runtime/utils#bun-gzipsync
import assert from "node:assert";
import zlib from "node:zlib";
import { test } from "../harness.ts";

// A free use of `Bun` is what makes a program one for Bun.

if (typeof Bun !== "undefined") {
  test("gzipSync and gunzipSync are each other's inverse, as plain Uint8Arrays", () => {
    const packed = Bun.gzipSync("hello");
    assert.ok(packed.constructor === Uint8Array);
    assert.strictEqual(zlib.gunzipSync(packed).toString(), "hello");
    assert.deepStrictEqual(Bun.gunzipSync(packed), new TextEncoder().encode("hello"));
  });

  test("deflateSync is raw, and inflateSync reads zlib's header when windowBits requests it", () => {
    assert.deepStrictEqual(Bun.deflateSync("hello"), new Uint8Array([203, 72, 205, 201, 201, 7, 0]));
    assert.strictEqual(Buffer.from(Bun.inflateSync(Bun.deflateSync("hello"))).toString(), "hello");
    assert.strictEqual(Buffer.from(Bun.inflateSync(zlib.deflateSync("hello"), { windowBits: 15 })).toString(), "hello");
  });

  test("zstd functions give Buffers", async () => {
    assert.strictEqual(Bun.zstdDecompressSync(Bun.zstdCompressSync("hello", { level: 22 })).toString(), "hello");
    assert.strictEqual((await Bun.zstdDecompress(await Bun.zstdCompress("hello"))).toString(), "hello");
  });

  test("wrong arguments and broken data throw", async () => {
    assert.throws(() => Bun.gzipSync(5 as never), {
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message: "data must be a string, ArrayBuffer or ArrayBufferView",
    });
    assert.throws(() => Bun.gzipSync("", { library: "x" as never }), {
      name: "TypeError",
      message: "Expected library to be one of 'zlib' or 'libdeflate'",
    });
    assert.throws(() => Bun.zstdCompressSync("", { level: 99 }), {
      name: "TypeError",
      message: "Compression level must be between 1 and 22",
    });
    assert.throws(() => Bun.gunzipSync("no gzip file"), { message: "incorrect header check" });
    await assert.rejects(Bun.zstdDecompress("no zstd file"), {
      code: "ERR_ZSTD",
      message: "Decompression failed: InvalidZstdData",
    });
  });
} else {
  test("there is no Bun in other homes", () => assert.strictEqual("Bun" in globalThis, false));
}
