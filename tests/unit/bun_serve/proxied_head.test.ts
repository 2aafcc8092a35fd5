// A proxy in Bun: the response to HEAD keeps the fields that describe the body which it does not have. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

test("Content-Encoding and Content-Length of the upstream server are kept", async () => {
  const headers = { "content-encoding": "gzip", "content-length": "30" };
  const upstream = Bun.serve({ port: 0, fetch: () => new Response(Bun.gzipSync("hello gzip"), { headers }) });
  const proxy = Bun.serve({ port: 0, fetch: ({ method }) => fetch(upstream.url, { method }) });
  const response = await fetch(proxy.url, { method: "HEAD" });
  assert.strictEqual(response.headers.get("content-encoding"), "gzip");
  assert.strictEqual(response.headers.get("content-length"), "30");
  assert.strictEqual(await response.text(), "");
  await proxy.stop(true);
  await upstream.stop(true);
});
