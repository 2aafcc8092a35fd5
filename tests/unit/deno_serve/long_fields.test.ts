// Deno.serve accepts header fields of up to 64 KiB, for example of large cookies and tokens. Run with Deno or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

test("a field of 40,000 characters arrives", async () => {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    ({ headers }: Request) => new Response(String(headers.get("cookie")?.length)),
  );
  const response = await fetch(`http://127.0.0.1:${server.addr.port}/`, { headers: { cookie: "c".repeat(40_000) } });
  assert.strictEqual(await response.text(), "40000");
  await server.shutdown();
});
