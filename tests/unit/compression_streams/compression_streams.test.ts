// https://compression.spec.whatwg.org/
import assert from "node:assert";
import zlib from "node:zlib";
import { test } from "../harness.ts";

async function through(stream: any, chunks: unknown[]): Promise<Buffer> {
  const writer = stream.writable.getWriter();
  const written = [...chunks.map((chunk) => writer.write(chunk)), writer.close()];
  for (const promise of written) promise.catch(() => {});
  const output: Uint8Array[] = [];
  for await (const chunk of stream.readable) output.push(chunk);
  return Buffer.concat(output);
}

const big = new Uint8Array(300_000).map((_, index) => index % 251);

for (const format of ["gzip", "deflate", "deflate-raw", "brotli"] as any[]) {
  test(`${format}: what is compressed comes back, in small and in large chunks`, async () => {
    for (const chunks of [
      [new Uint8Array([1, 2, 3]), new Uint8Array(0), new Uint8Array([4])],
      [big, new DataView(big.buffer, 7, 20)],
    ]) {
      const packed = await through(new CompressionStream(format), chunks);
      const plain = Buffer.concat(chunks.map((chunk) => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)));
      assert.ok((await through(new DecompressionStream(format), [packed])).equals(plain));
    }
  });

  test(`${format}: early ends, trailing and broken data are TypeErrors`, async () => {
    const packed = await through(new CompressionStream(format), [big]);
    await assert.rejects(through(new DecompressionStream(format), [packed.subarray(0, -9)]), {
      name: "TypeError",
      code: "Z_BUF_ERROR",
    });
    const expected = { name: "TypeError", code: "ERR_TRAILING_JUNK_AFTER_STREAM_END" };
    await assert.rejects(through(new DecompressionStream(format), [Buffer.concat([packed, packed])]), expected);
    await assert.rejects(through(new DecompressionStream(format), [packed, new Uint8Array(1)]), expected);
    await assert.rejects(through(new DecompressionStream(format), [Buffer.alloc(50, 0xee)]), { name: "TypeError" });
  });
}

test("node:zlib reads what a CompressionStream wrote", async () => {
  assert.strictEqual(
    zlib.gunzipSync(await through(new CompressionStream("gzip"), [new TextEncoder().encode("hello")])).toString(),
    "hello",
  );
});

test("an unknown format is a TypeError", () => {
  for (const Stream of [CompressionStream, DecompressionStream]) {
    assert.throws(() => new Stream("lzma" as any), {
      name: "TypeError",
      message: `Failed to construct '${Stream.name}': 1st argument 'lzma' is not a valid enum value of type CompressionFormat.`,
    });
  }
});

test("a chunk that is not a buffer fails the stream", async () => {
  for (const chunk of [5, null, {}, [1]]) {
    await assert.rejects(through(new CompressionStream("gzip"), [chunk]), { name: "TypeError" }, String(chunk));
  }
});

test("a write does not wait for a reader", async () => {
  const stream = new CompressionStream("deflate");
  const writer = stream.writable.getWriter();
  await writer.write(new Uint8Array(10));
  await writer.close();
});

test("null is not a valid chunk, and getters of other objects fail with V8's messages", async () => {
  for (const Class of [CompressionStream, DecompressionStream]) {
    const { readable, writable } = new Class("gzip");
    const reading = readable.getReader().read();
    const expected = { name: "TypeError", code: "ERR_STREAM_NULL_VALUES" };
    await assert.rejects(writable.getWriter().write(null as any), expected);
    await assert.rejects(reading, expected);
    assert.throws(() => Reflect.get(Class.prototype, "readable", {}), {
      name: "TypeError",
      message: /^Cannot read private member #transform /,
    });
  }
  assert.throws(() => Reflect.get(TextDecoderStream.prototype, "encoding", {}), {
    name: "TypeError",
    message: /^Cannot read private member #handle /,
  });
});

test("a small chunk that expands to megabytes arrives whole, and other work runs meanwhile", async () => {
  const content = Buffer.alloc(8_000_000, "brio ");
  const compressed = new Uint8Array(zlib.gzipSync(content));
  assert.ok(compressed.length < 65_536);
  const stream = new DecompressionStream("gzip");
  const writer = stream.writable.getWriter();
  const written = writer.write(compressed).then(() => writer.close());
  let turns = 0;
  const immediate = (): void => {
    turns++;
    running = setImmediate(immediate);
  };
  let running = setImmediate(immediate);
  const parts: Uint8Array[] = [];
  for await (const part of stream.readable) parts.push(part);
  clearImmediate(running);
  await written;
  assert.ok(turns > 0);
  assert.ok(Buffer.concat(parts).equals(content));
});
