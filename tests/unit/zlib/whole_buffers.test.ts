// https://nodejs.org/api/zlib.html#convenience-methods
import assert from "node:assert";
import { promisify } from "node:util";
import zlib from "node:zlib";
import { test } from "../harness.ts";

const PAIRS = [
  ["gzip", "gunzip"],
  ["gzip", "unzip"],
  ["deflate", "inflate"],
  ["deflate", "unzip"],
  ["deflateRaw", "inflateRaw"],
  ["brotliCompress", "brotliDecompress"],
  ["zstdCompress", "zstdDecompress"],
] as const;
const text = "The quick brown fox. ".repeat(5000);
const functions = zlib as any;

for (const [compress, decompress] of PAIRS) {
  test(`${decompress}Sync returns what ${compress}Sync compressed`, () => {
    const packed = functions[`${compress}Sync`](text);
    assert.ok(Buffer.isBuffer(packed) && packed.length < 2000, `${packed.length}`);
    assert.strictEqual(functions[`${decompress}Sync`](packed).toString(), text);
    assert.strictEqual(functions[`${decompress}Sync`](functions[`${compress}Sync`]("")).length, 0);
  });

  test(`${compress} and ${decompress} work with callbacks and promises`, async () => {
    const packed = await promisify(functions[compress])(text);
    assert.strictEqual((await promisify(functions[decompress])(packed)).toString(), text);
  });

  test(`${decompress}Sync reports truncated data`, () => {
    const packed = functions[`${compress}Sync`](text);
    assert.throws(() => functions[`${decompress}Sync`](packed.subarray(0, -8)), {
      name: "Error",
      code: "Z_BUF_ERROR",
      errno: -5,
      message: "unexpected end of file",
    });
  });
}

test("every kind of buffer is accepted, and nothing else", () => {
  const bytes = Buffer.from("abcdefgh");
  const copy = new Uint8Array(bytes);
  for (const input of ["abcdefgh", bytes, copy, new DataView(copy.buffer), new Uint16Array(copy.buffer), copy.buffer]) {
    assert.strictEqual(zlib.gunzipSync(zlib.gzipSync(input)).toString(), "abcdefgh");
  }
  for (const input of [undefined, null, 5, {}, []]) {
    assert.throws(() => zlib.gzipSync(input as any), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  }
  assert.throws(() => zlib.gzipSync(5 as any), {
    message:
      'The "buffer" argument must be of type string or an instance of Buffer, TypedArray, DataView, or ArrayBuffer. Received type number (5)',
  });
});

test("broken data is reported with the libraries' codes", () => {
  const junk = Buffer.from("abcdefghijklmnopq");
  assert.throws(() => zlib.gunzipSync(junk), { code: "Z_DATA_ERROR", errno: -3, message: "incorrect header check" });
  assert.throws(() => zlib.inflateRawSync(junk), {
    code: "Z_DATA_ERROR",
    errno: -3,
    message: "invalid stored block lengths",
  });
  assert.throws(() => zlib.brotliDecompressSync(junk), {
    code: "ERR__ERROR_FORMAT_PADDING_1",
    errno: -14,
    message: "Decompression failed",
  });
  assert.throws(() => zlib.zstdDecompressSync(junk), {
    code: "ZSTD_error_prefix_unknown",
    errno: 10,
    message: "Unknown frame descriptor",
  });
});

test("several members of gzip are decoded; padding is ignored, junk is not", () => {
  const one = zlib.gzipSync("one ");
  const two = zlib.gzipSync("two");
  assert.strictEqual(zlib.gunzipSync(Buffer.concat([one, two, Buffer.alloc(9)])).toString(), "one two");
  assert.throws(() => zlib.gunzipSync(Buffer.concat([one, Buffer.from("junk")])), { code: "Z_DATA_ERROR" });
  assert.strictEqual(zlib.inflateSync(Buffer.concat([zlib.deflateSync("x"), Buffer.from("junk")])).toString(), "x");
});

test("maxOutputLength limits the output", async () => {
  const packed = zlib.gzipSync(text);
  const expected = {
    name: "RangeError",
    code: "ERR_BUFFER_TOO_LARGE",
    message: "Cannot create a Buffer larger than 5 bytes",
  };
  assert.throws(() => zlib.gunzipSync(packed, { maxOutputLength: 5 }), expected);
  await assert.rejects(promisify(zlib.gunzip as any)(packed, { maxOutputLength: 5 }) as any, expected);
  assert.strictEqual(zlib.gunzipSync(packed, { maxOutputLength: text.length }).length, text.length);
});

test("info also returns the engine", () => {
  const { buffer, engine } = zlib.gzipSync("hello", { info: true } as any) as any;
  assert.strictEqual(zlib.gunzipSync(buffer).toString(), "hello");
  assert.ok(engine instanceof zlib.Gzip);
  assert.strictEqual(engine.bytesWritten, 5);
});

test("options are checked", () => {
  assert.throws(() => zlib.gzipSync("", { level: 10 }), {
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "options.level" is out of range. It must be >= -1 and <= 9. Received 10',
  });
  assert.throws(() => zlib.gzipSync("", { windowBits: 0 }), {
    message: 'The value of "options.windowBits" is out of range. It must be >= 9 and <= 15. Received 0',
  });
  assert.throws(() => zlib.gzipSync("", { chunkSize: 10 }), {
    message: 'The value of "options.chunkSize" is out of range. It must be >= 64. Received 10',
  });
  assert.throws(() => zlib.deflateSync("", { dictionary: "x" as any }), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => zlib.brotliCompressSync("", { params: { 999: 1 } }), {
    code: "ERR_BROTLI_INVALID_PARAM",
    message: "999 is not a valid Brotli parameter",
  });
  assert.throws(() => zlib.zstdCompressSync("", { params: { 101: 1 } }), {
    code: "ERR_ZLIB_INITIALIZATION_FAILED",
    message: "Setting parameter failed",
  });
});

test("dictionaries work for every family, and a wrong one is an error", () => {
  const dictionary = Buffer.from("hello wonderful world");
  for (const [compress, decompress] of [
    ["deflate", "inflate"],
    ["deflateRaw", "inflateRaw"],
    ["brotliCompress", "brotliDecompress"],
    ["zstdCompress", "zstdDecompress"],
  ]) {
    const packed = functions[`${compress}Sync`]("hello wonderful world!", { dictionary });
    assert.strictEqual(
      functions[`${decompress}Sync`](packed, { dictionary }).toString(),
      "hello wonderful world!",
      compress,
    );
  }
  const packed = zlib.deflateSync("hello", { dictionary });
  assert.throws(() => zlib.inflateSync(packed), { code: "Z_NEED_DICT", errno: 2, message: "Missing dictionary" });
  assert.throws(() => zlib.inflateSync(packed, { dictionary: Buffer.from("no") }), {
    code: "Z_NEED_DICT",
    message: "Bad dictionary",
  });
});

test("crc32 is that of gzip, and continues from a value", () => {
  assert.strictEqual(zlib.crc32("123456789"), 0xcbf43926);
  assert.strictEqual(zlib.crc32(Buffer.from("6789"), zlib.crc32("12345")), 0xcbf43926);
  assert.throws(() => zlib.crc32(5 as any), { code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => zlib.crc32("", -1), { code: "ERR_OUT_OF_RANGE" });
});

test("finishFlush reads data that have no end", () => {
  const cut = zlib.gzipSync(text).subarray(0, -8);
  assert.strictEqual(zlib.gunzipSync(cut, { finishFlush: zlib.constants.Z_SYNC_FLUSH }).toString(), text);
});

for (const [compress, decompress] of [
  ["gzip", "gunzip"],
  ["gzip", "unzip"],
  ["deflate", "inflate"],
  ["deflateRaw", "inflateRaw"],
  ["brotliCompress", "brotliDecompress"],
  ["zstdCompress", "zstdDecompress"],
] as const) {
  test(`${decompress} with rejectGarbageAfterEnd accepts nothing after the end of the stream`, async () => {
    const functions = zlib as any;
    const packed = functions[`${compress}Sync`]("hello");
    const options = { rejectGarbageAfterEnd: true };
    const expected = {
      name: "TypeError",
      code: "ERR_TRAILING_JUNK_AFTER_STREAM_END",
      message: "Trailing junk found after the end of the compressed stream",
    };
    const answer = (data: Buffer): Promise<unknown> =>
      new Promise((resolve, reject) =>
        functions[decompress](data, options, (error: any, value: any) => (error ? reject(error) : resolve(`${value}`))),
      );
    assert.strictEqual(functions[`${decompress}Sync`](packed, options).toString(), "hello");
    assert.strictEqual(await answer(packed), "hello");
    for (const tail of [Buffer.alloc(3), Buffer.from("junkjunkjunk")]) {
      const data = Buffer.concat([packed, tail]);
      assert.throws(() => functions[`${decompress}Sync`](data, options), expected);
      await assert.rejects(answer(data), expected);
    }
    assert.strictEqual(functions[`${compress}Sync`]("hello", options).equals(packed), true);
  });
}

test("data that points before its beginning has an error message", async () => {
  const dictionary = Buffer.from("the quick brown fox jumps over the lazy dog. ".repeat(20));
  const data = zlib.deflateRawSync(Buffer.from(`the quick brown fox ${"jumps over the lazy dog, ".repeat(40)}`), {
    dictionary,
  });
  const expected = { code: "Z_DATA_ERROR", errno: -3, message: "invalid distance too far back" };
  assert.throws(() => zlib.inflateRawSync(data), expected);
  await assert.rejects(
    new Promise((resolve, reject) => zlib.inflateRaw(data, (error) => (error ? reject(error) : resolve(0)))),
    expected,
  );
});
