// https://nodejs.org/api/zlib.html#class-zlibzlibbase
import assert from "node:assert";
import { once } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import zlib from "node:zlib";
import { test } from "../harness.ts";

const text = "line of text\n".repeat(20_000);

async function collect(stream: any): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}

for (const [compress, decompress] of [
  ["createGzip", "createGunzip"],
  ["createDeflate", "createUnzip"],
  ["createDeflateRaw", "createInflateRaw"],
  ["createBrotliCompress", "createBrotliDecompress"],
  ["createZstdCompress", "createZstdDecompress"],
] as const) {
  test(`${compress} and ${decompress} pass a pipeline`, async () => {
    const output: Buffer[] = [];
    await pipeline(
      Readable.from([Buffer.from(text.slice(0, 99)), Buffer.from(text.slice(99))]),
      (zlib as any)[compress](),
      (zlib as any)[decompress](),
      async (source: any) => {
        for await (const chunk of source) output.push(chunk);
      },
    );
    assert.strictEqual(Buffer.concat(output).toString(), text);
  });
}

test("flush makes written data readable at once", async () => {
  const gzip = zlib.createGzip();
  const gunzip = zlib.createGunzip();
  gzip.pipe(gunzip);
  gzip.write("first");
  gzip.flush();
  const [chunk] = await once(gunzip, "data");
  assert.strictEqual(`${chunk}`, "first");
  gzip.destroy();
  gunzip.destroy();
});

test("params changes level and strategy in the middle", async () => {
  const deflate = zlib.createDeflate({ level: 9 });
  deflate.write(text);
  await new Promise<void>((resolve, reject) =>
    deflate.params(0, zlib.constants.Z_DEFAULT_STRATEGY, ((error: any) =>
      error ? reject(error) : resolve()) as () => void),
  );
  deflate.end(text);
  const packed = await collect(deflate);
  assert.ok(packed.length > text.length, "the second half is stored");
  assert.strictEqual(zlib.inflateSync(packed).toString(), text + text);
  assert.throws(() => zlib.createDeflate().params(11, 0, () => {}), { code: "ERR_OUT_OF_RANGE" });
});

test("reset before the first write changes nothing, and bytesWritten counts input", async () => {
  const gzip = zlib.createGzip();
  gzip.reset();
  gzip.end("hello");
  assert.strictEqual(zlib.gunzipSync(await collect(gzip)).toString(), "hello");
  assert.strictEqual(gzip.bytesWritten, 5);
});

test("reset during a write is refused", async () => {
  const gzip = zlib.createGzip();
  gzip.write("first");
  assert.throws(
    () => gzip.reset(),
    (error: any) =>
      error.message === "Cannot reset zlib stream while a write is in progress" && error.code === undefined,
  );
  gzip.end();
  assert.strictEqual(zlib.gunzipSync(await collect(gzip)).toString(), "first");
});

test("a broken stream emits one error with errno and code", async () => {
  const gunzip = zlib.createGunzip();
  gunzip.end("this is no gzip file");
  const [error] = await once(gunzip, "error");
  assert.deepStrictEqual(
    { ...error, message: error.message },
    { errno: -3, code: "Z_DATA_ERROR", message: "incorrect header check" },
  );
});

test("an early end is an error, trailing data ends the stream", async () => {
  const cut = zlib.createGunzip();
  cut.resume();
  cut.end(zlib.gzipSync(text).subarray(0, 40));
  const [error] = await once(cut, "error");
  assert.strictEqual(error.code, "Z_BUF_ERROR");
  const trailing = zlib.createInflate();
  trailing.end(Buffer.concat([zlib.deflateSync("x"), Buffer.from("rest")]));
  assert.strictEqual((await collect(trailing)).toString(), "x");
  const strict = zlib.createInflate({ rejectGarbageAfterEnd: true } as any);
  strict.end(Buffer.concat([zlib.deflateSync("x"), Buffer.from("rest")]));
  await assert.rejects(collect(strict), { code: "ERR_TRAILING_JUNK_AFTER_STREAM_END", name: "TypeError" });
});

test("close calls back, and a closed stream cannot be reset", async () => {
  const gzip = zlib.createGzip();
  gzip.write("abc");
  await new Promise<void>((resolve) => gzip.close(() => resolve()));
  assert.throws(() => gzip.reset(), { code: "ERR_INTERNAL_ASSERTION" });
});

test("chunkSize bounds each chunk of output", async () => {
  const gunzip = zlib.createGunzip({ chunkSize: 64 });
  gunzip.end(zlib.gzipSync("x".repeat(1000)));
  const sizes: number[] = [];
  gunzip.on("data", (chunk: Buffer) => sizes.push(chunk.length));
  await once(gunzip, "end");
  assert.ok(sizes.every((size) => size <= 64));
  assert.strictEqual(
    sizes.reduce((sum, size) => sum + size, 0),
    1000,
  );
});

test("a large output comes in whole chunks, and stops where its reader pauses", async () => {
  const bytes = Buffer.alloc(1_000_000, "0123456789abc");
  const gunzip = zlib.createGunzip();
  const chunks: Buffer[] = [];
  gunzip.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    if (chunks.length !== 5) return;
    gunzip.pause();
    setTimeout(() => {
      assert.strictEqual(chunks.length, 5);
      gunzip.resume();
    }, 20);
  });
  const packed = zlib.gzipSync(bytes);
  gunzip.write(packed.subarray(0, packed.length / 2));
  gunzip.end(packed.subarray(packed.length / 2));
  await once(gunzip, "end");
  assert.ok(Buffer.concat(chunks).equals(bytes));
  assert.ok(chunks.slice(0, 20).every((chunk) => chunk.length === zlib.constants.Z_DEFAULT_CHUNK));
  assert.strictEqual(gunzip.bytesWritten, packed.length);
});

test("a large output ends where its reader destroys the stream", async () => {
  const gunzip = zlib.createGunzip();
  let count = 0;
  gunzip.on("data", () => {
    count++;
    if (count === 3) gunzip.destroy();
  });
  gunzip.end(zlib.gzipSync(Buffer.alloc(1_000_000)));
  await once(gunzip, "close");
  assert.strictEqual(count, 3);
});

test("constants and codes have zlib.h's values", () => {
  assert.strictEqual(zlib.constants.Z_BEST_COMPRESSION, 9);
  assert.strictEqual(zlib.constants.ZSTD_c_checksumFlag, 201);
  assert.strictEqual(zlib.codes.Z_DATA_ERROR, -3);
  assert.strictEqual(zlib.codes["-3"], "Z_DATA_ERROR");
});

test("parameters that Brotli refuses fail its initialization", () => {
  const params = { [zlib.constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING]: 42 };
  assert.throws(() => zlib.createBrotliCompress({ params }), {
    code: "ERR_ZLIB_INITIALIZATION_FAILED",
    message: "Initialization failed",
  });
});
