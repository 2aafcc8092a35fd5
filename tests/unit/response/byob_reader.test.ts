// Bodies that are read with a BYOB reader (https://streams.spec.whatwg.org/#byob-reader-class).
import assert from "node:assert";
import { test } from "../harness.ts";

test("a body of an async iterable ends for a BYOB reader", async () => {
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield new Uint8Array([1, 2, 3]);
  }
  const response = new Response(chunks() as unknown as BodyInit);
  const reader = response.body!.getReader({ mode: "byob" });
  const first = await reader.read(new Uint8Array(8));
  assert.strictEqual(`${first.value}`, "1,2,3");
  const last = await reader.read(new Uint8Array(8));
  assert.strictEqual(last.done, true);
  assert.strictEqual(last.value?.byteLength, 0);
});
