// Files that Bun.serve sends: ranges of them, and routes that are a file. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bun-serve-files-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const name = path.join(folder, "digits.txt");
fs.writeFileSync(name, "0123456789");
const changed = new Date(1_000_000_000_000);
fs.utimesSync(name, changed, changed);

type Ask = (path: string, headers?: Record<string, string>, method?: string) => Promise<unknown[]>;

/** `ask` returns status, Content-Range, Content-Length and body. */
async function withServer(options: any, body: (ask: Ask, url: URL) => Promise<void>): Promise<void> {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", ...options });
  try {
    await body(async (target, headers = {}, method = "GET") => {
      const response = await fetch(new URL(target, server.url), { headers, method });
      return [
        response.status,
        response.headers.get("content-range"),
        response.headers.get("content-length"),
        await response.text(),
      ];
    }, server.url);
  } finally {
    await server.stop(true);
  }
}

const whole = [200, null, "10", "0123456789"];

test("a requested range of a file is sent", () =>
  withServer(
    {
      fetch: (request: Request) =>
        new Response(Bun.file(name), { status: request.url.endsWith("created") ? 201 : 200 }),
    },
    async (ask) => {
      const range = (value: string): Promise<unknown[]> => ask("/", { range: value });
      assert.deepStrictEqual(await range("bytes=0-3"), [206, "bytes 0-3/10", "4", "0123"]);
      assert.deepStrictEqual(await range("bytes=4-"), [206, "bytes 4-9/10", "6", "456789"]);
      assert.deepStrictEqual(await range("bytes=-3"), [206, "bytes 7-9/10", "3", "789"]);
      assert.deepStrictEqual(await range("bytes=5-100"), [206, "bytes 5-9/10", "5", "56789"]);
      assert.deepStrictEqual(await range("bytes=10-"), [416, "bytes */10", "0", ""]);
      assert.deepStrictEqual(await range("bytes=-0"), [416, "bytes */10", "0", ""]);
      for (const odd of ["bytes=3-2", "bytes=0-1,4-5", "bytes=a-b", "items=0-3", "bytes="])
        assert.deepStrictEqual(await range(odd), whole, odd);
      assert.deepStrictEqual(await ask("/", { range: "bytes=0-3" }, "POST"), whole);
      assert.deepStrictEqual(await ask("/", { range: "bytes=0-3", "if-range": "x" }), whole);
      assert.deepStrictEqual(await ask("/created", { range: "bytes=0-3" }), [201, ...whole.slice(1)]);
    },
  ));

test("a slice of a file has a Content-Range", () =>
  withServer({ fetch: () => new Response(Bun.file(name).slice(2, 6)) }, async (ask, url) => {
    assert.deepStrictEqual(await ask("/"), [206, "bytes 2-5/*", "4", "2345"]);
    assert.strictEqual((await fetch(url)).headers.get("content-type"), "text/plain;charset=utf-8");
  }));

test("a route may be a file", () =>
  withServer(
    {
      routes: {
        "/file": Bun.file(name),
        "/response": new Response(Bun.file(name), { headers: { "x-own": "1" } }),
        "/slice": Bun.file(name).slice(2, 5),
        "/method": { GET: Bun.file(name) },
        "/missing": Bun.file(`${name}-missing`),
        "/folder": Bun.file(folder),
      },
      fetch: () => new Response("fallback", { status: 404 }),
    },
    async (ask, url) => {
      for (const route of ["/file", "/response", "/method"]) {
        assert.deepStrictEqual(await ask(route), whole);
        assert.deepStrictEqual(await ask(route, { range: "bytes=1-2" }), [206, "bytes 1-2/10", "2", "12"]);
        assert.deepStrictEqual(await ask(route, { range: "bytes=20-" }), [416, "bytes */10", "0", ""]);
        const since = changed.toUTCString();
        assert.strictEqual((await ask(route, { "if-modified-since": since }))[0], 304);
        assert.strictEqual(
          (await ask(route, { "if-modified-since": new Date(+changed - 5000).toUTCString() }))[0],
          200,
        );
        assert.strictEqual(
          (await ask(route, { "if-unmodified-since": new Date(+changed - 5000).toUTCString() }))[0],
          412,
        );
        assert.strictEqual((await ask(route, { "if-range": since, range: "bytes=1-2" }))[0], 206);
        assert.deepStrictEqual(await ask(route, { "if-range": "x", range: "bytes=1-2" }), whole);
      }
      assert.deepStrictEqual(await ask("/slice"), [200, null, "3", "234"]);
      assert.deepStrictEqual(await ask("/slice", { range: "bytes=1-2" }), [206, "bytes 1-2/3", "2", "34"]);
      for (const route of ["/missing", "/folder"])
        assert.deepStrictEqual(await ask(route), [404, null, "8", "fallback"]);
      const { headers } = await fetch(new URL("/response", url));
      assert.deepStrictEqual(
        ["x-own", "last-modified", "content-type"].map((field) => headers.get(field)),
        ["1", changed.toUTCString(), "text/plain;charset=utf-8"],
      );
    },
  ));

test("If-Range allows the range for the entity tag or date that the program set", () => {
  const date = "Fri, 01 Jan 2021 00:00:00 GMT";
  return withServer(
    {
      fetch: ({ url }: Request) => {
        const headers: Record<string, string> = url.endsWith("dated")
          ? { "last-modified": date }
          : { ETag: url.endsWith("weak") ? 'W/"1"' : '"1"' };
        return new Response(Bun.file(name), { headers });
      },
    },
    async (ask) => {
      const part = [206, "bytes 1-2/10", "2", "12"];
      const range = "bytes=1-2";
      assert.deepStrictEqual(await ask("/", { range, "if-range": '"1"' }), part);
      assert.deepStrictEqual(await ask("/", { range, "if-range": '"2"' }), whole);
      assert.deepStrictEqual(await ask("/weak", { range, "if-range": 'W/"1"' }), whole);
      assert.deepStrictEqual(await ask("/dated", { range, "if-range": date }), part);
      assert.deepStrictEqual(await ask("/dated", { range, "if-range": "Sat, 01 Jan 2022 00:00:00 GMT" }), whole);
    },
  );
});
