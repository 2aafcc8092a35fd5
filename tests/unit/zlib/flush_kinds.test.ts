// The kinds of flush().
import assert from "node:assert";
import zlib from "node:zlib";
import { test } from "../harness.ts";

for (const [name, make, largest] of [
  ["gzip", zlib.createGzip, 5],
  ["brotli", zlib.createBrotliCompress, 3],
  ["zstd", zlib.createZstdCompress, 2],
] as const) {
  test(`flush() of ${name} takes kinds up to ${largest}`, async () => {
    const stream = make();
    assert.throws(() => stream.flush(largest + 1, () => undefined), {
      name: "RangeError",
      code: "ERR_OUT_OF_RANGE",
      message: `The value of "kind" is out of range. It must be >= 0 and <= ${largest}. Received ${largest + 1}`,
    });
    assert.throws(() => stream.flush("x" as any, () => undefined), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
    await new Promise<void>((resolve) => stream.flush(largest, resolve));
    stream.destroy();
  });
}
