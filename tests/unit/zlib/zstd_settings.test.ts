// Settings of one zstd stream have no effect on the next. Run with Node or Brio.
import assert from "node:assert";
import zlib from "node:zlib";
import { test } from "../harness.ts";

const text = Buffer.from(Array.from({ length: 2000 }, (_, index) => `line ${index * 7919} of text\n`).join(""));
const { ZSTD_c_checksumFlag, ZSTD_c_compressionLevel } = zlib.constants;

test("a stream has the settings that it was opened with", () => {
  const plain = zlib.zstdCompressSync(text);
  const params = { [ZSTD_c_compressionLevel]: 19, [ZSTD_c_checksumFlag]: 1 };
  const strong = zlib.zstdCompressSync(text, { params });
  assert.notDeepStrictEqual(strong, plain);
  for (let round = 0; round < 3; round++) {
    assert.deepStrictEqual(zlib.zstdCompressSync(text), plain);
    assert.deepStrictEqual(zlib.zstdCompressSync(text, { params }), strong);
  }
  assert.deepStrictEqual(zlib.zstdDecompressSync(plain), text);
  assert.deepStrictEqual(zlib.zstdDecompressSync(strong), text);
});

test("dictionaries and failures end with their stream", () => {
  const plain = zlib.zstdCompressSync(text);
  const small = zlib.zstdCompressSync(text, { dictionary: text } as object);
  assert.ok(small.length < plain.length / 10);
  assert.throws(() => zlib.zstdCompressSync(text, { pledgedSrcSize: 5 }), { code: "ZSTD_error_srcSize_wrong" });
  assert.deepStrictEqual(zlib.zstdCompressSync(text), plain);
});

test("several streams at once", async () => {
  const results = await Promise.all(
    Array.from(
      { length: 8 },
      (_, index) =>
        new Promise<Buffer>((resolve, reject) =>
          zlib.zstdCompress(
            text,
            { params: { [ZSTD_c_compressionLevel]: index % 2 === 0 ? 3 : 12 } },
            (error, result) => (error === null ? resolve(result) : reject(error)),
          ),
        ),
    ),
  );
  results.forEach((result, index) => {
    assert.deepStrictEqual(result, results[index % 2]);
    assert.deepStrictEqual(zlib.zstdDecompressSync(result), text);
  });
});
