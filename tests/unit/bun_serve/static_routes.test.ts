// Routes that are a Response: they have an ETag of their content, and clients that have it get 304.
import assert from "node:assert";
import { test } from "../harness.ts";

async function serving(
  routes: Record<string, unknown>,
  ask: (get: (path: string, headers?: Record<string, string>, method?: string) => Promise<Response>) => Promise<void>,
): Promise<void> {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: routes as never,
    fetch: () => new Response("nowhere", { status: 404 }),
  });
  await ask((path, headers = {}, method = "GET") => fetch(new URL(path, server.url), { headers, method }));
  await server.stop(true);
}

test("the tag is the hash of the content, also of a Blob and of an error", () =>
  serving(
    {
      "/a": new Response("hello"),
      "/blob": new Response(new Blob(["x"])),
      "/none": new Response("nf", { status: 404 }),
      "/empty": new Response(null, { status: 204 }),
      "/made": () => new Response("made"),
    },
    async (get) => {
      assert.strictEqual((await get("/a")).headers.get("etag"), '"26c7827d889f6da3"');
      assert.strictEqual((await get("/a")).headers.get("content-type"), "text/plain;charset=utf-8");
      assert.strictEqual((await get("/blob")).headers.get("etag"), '"5c80c09683041123"');
      assert.strictEqual((await get("/none")).headers.get("etag"), '"c6aeb9299c85da45"');
      assert.strictEqual((await get("/empty")).headers.get("etag"), null);
      assert.strictEqual((await get("/made")).headers.get("etag"), null);
    },
  ));

test("a client that has it gets 304, for GET and HEAD", () =>
  serving(
    {
      "/a": new Response("hello", { headers: { "x-own": "1" } }),
      "/own": new Response("x", { headers: { etag: '"own"' } }),
    },
    async (get) => {
      const tag = '"26c7827d889f6da3"';
      for (const value of [tag, `W/${tag}`, "*", `"x", ${tag}`]) {
        const response = await get("/a", { "if-none-match": value });
        assert.deepStrictEqual(
          [response.status, await response.text(), response.headers.get("etag"), response.headers.get("x-own")],
          [304, "", tag, "1"],
        );
      }
      assert.strictEqual((await get("/a", { "if-none-match": tag }, "HEAD")).status, 304);
      assert.strictEqual((await get("/own", { "if-none-match": '"own"' })).status, 304);
    },
  ));

test("others get all of it", () =>
  serving({ "/a": new Response("hello"), "/none": new Response("nf", { status: 404 }) }, async (get) => {
    assert.strictEqual(await (await get("/a", { "if-none-match": '"x"' })).text(), "hello");
    assert.strictEqual(await (await get("/a", { "if-none-match": "*" }, "POST")).text(), "hello");
    assert.strictEqual((await get("/none", { "if-none-match": "*" })).status, 404);
  }));
