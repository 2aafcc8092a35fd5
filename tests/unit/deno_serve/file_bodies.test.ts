// Responses with the stream of an open file, as Deno 2.9.6 sends them. Run with Deno or Brio.
import assert from "node:assert";
import { readdirSync } from "node:fs";
import { test } from "../harness.ts";

const folder = Deno.makeTempDirSync();
const content = new Uint8Array(300_000).map((_, index) => (index * 7) % 251);
Deno.writeFileSync(`${folder}/large`, content);
Deno.writeTextFileSync(`${folder}/small`, "hello");
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));

/** The response for a file, and its body. */
async function served(
  name: string,
  options: { seek?: number; length?: number; method?: string } = {},
): Promise<{ response: Response; body: Uint8Array }> {
  const server = Deno.serve({ port: 0, onListen() {} }, async () => {
    const file = await Deno.open(`${folder}/${name}`);
    if (options.seek !== undefined) await file.seek(options.seek, Deno.SeekMode.Start);
    const headers = options.length === undefined ? {} : { "content-length": `${options.length}` };
    return new Response(file.readable, { headers: headers as Record<string, string> });
  });
  try {
    const response = await fetch(`http://localhost:${server.addr.port}`, { method: options.method ?? "GET" });
    return { response, body: await response.bytes() };
  } finally {
    await server.shutdown();
  }
}

test("the bytes arrive from the file's position on, in chunks", async () => {
  const whole = await served("large");
  assert.deepStrictEqual(whole.body, content);
  assert.strictEqual(whole.response.headers.get("content-length"), null);
  assert.deepStrictEqual((await served("large", { seek: 5 })).body, content.subarray(5));
  assert.deepStrictEqual((await served("large", { seek: 300_000 })).body.length, 0);
});

test("with a Content-Length no more bytes are sent, and missing ones are an error", async () => {
  assert.strictEqual(new TextDecoder().decode((await served("small", { length: 5 })).body), "hello");
  assert.strictEqual(new TextDecoder().decode((await served("small", { length: 3 })).body), "hel");
  await assert.rejects(served("small", { length: 9 }));
});

test("HEAD has no body", async () => {
  assert.strictEqual((await served("small", { method: "HEAD" })).body.length, 0);
});

test("files are closed", async () => {
  const open = (): number => readdirSync("/proc/self/fd").length;
  const before = open();
  for (let count = 0; count < 20; count++) await served("small");
  assert.ok(open() <= before + 4, `${before} before, ${open()} after`);
});
