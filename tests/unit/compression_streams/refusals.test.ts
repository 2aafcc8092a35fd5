// Invalid chunks of byte streams are refused with Node's messages.
import assert from "node:assert";
import { test } from "../harness.ts";

test("null is not a valid chunk of a compression stream", async () => {
  for (const type of [CompressionStream, DecompressionStream]) {
    const stream = new type("gzip");
    const read = stream.readable.getReader().read();
    const written = stream.writable.getWriter().write(null as any);
    await assert.rejects(written, { name: "TypeError", code: "ERR_STREAM_NULL_VALUES" });
    await assert.rejects(read, { name: "TypeError", code: "ERR_STREAM_NULL_VALUES" });
  }
});

test("the getters refuse other objects", () => {
  const message = "Cannot read private member #transform from an object whose class did not declare it";
  for (const type of [CompressionStream, DecompressionStream, TextEncoderStream, TextDecoderStream]) {
    for (const name of ["readable", "writable"])
      assert.throws(() => Reflect.get(type.prototype, name, {}), { name: "TypeError", message });
  }
});
