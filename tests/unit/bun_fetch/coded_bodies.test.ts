// Coded bodies: one that ends early fails.
import assert from "node:assert";
import { gzipSync } from "node:zlib";
import { test } from "../harness.ts";

const TEXT = "some text ".repeat(200);

test("a coded body that ends early fails, a complete one does not", async () => {
  const whole = gzipSync(TEXT);
  for (const [body, isWhole] of [
    [whole.subarray(0, whole.length - 5), false],
    [whole, true],
  ] as const) {
    const server = Bun.serve({ port: 0, fetch: () => new Response(body, { headers: { "content-encoding": "gzip" } }) });
    const reading = fetch(server.url).then((response) => response.text());
    if (isWhole) assert.strictEqual(await reading, TEXT);
    else await assert.rejects(reading, Error);
    await server.stop(true);
  }
});
