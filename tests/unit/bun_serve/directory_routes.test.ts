// Routes of `Bun.serve` that are a folder, `"/assets/*": { dir }`. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "directory-routes-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const dir = path.join(folder, "public");
fs.mkdirSync(path.join(dir, "inner"), { recursive: true });
fs.mkdirSync(path.join(dir, "empty"));
for (const [name, text] of Object.entries({
  "public/app.js": "script",
  "public/index.html": "start",
  "public/inner/index.html": "inner",
  "public/a b.txt": "blank",
  "secret.txt": "secret",
}))
  fs.writeFileSync(path.join(folder, name), text);
fs.symlinkSync("../secret.txt", path.join(dir, "out"));
fs.symlinkSync("app.js", path.join(dir, "in"));

type Answer = { status: number; text: string; headers: Headers };

type Ask = (target: string, init?: RequestInit) => Promise<Answer>;

/** Calls `body` with a function that requests a target of a server with these routes. */
async function withRoutes(routes: object, body: (ask: Ask) => Promise<void>): Promise<void> {
  const fallback = (): Response => new Response("fallback", { status: 404 });
  const server = Bun.serve({ port: 0, routes, fetch: fallback } as any);
  try {
    await body(async (target, init) => {
      const url = `http://127.0.0.1:${server.port}${target}`;
      const response = await fetch(url, { redirect: "manual", ...init });
      return { status: response.status, headers: response.headers, text: await response.text() };
    });
  } finally {
    await server.stop(true);
  }
}

test("files and the index of a folder are sent", () =>
  withRoutes({ "/assets/*": { dir } }, async (ask) => {
    const script = await ask("/assets/app.js");
    assert.deepStrictEqual([script.status, script.text], [200, "script"]);
    assert.strictEqual(script.headers.get("content-type"), "text/javascript;charset=utf-8");
    assert.strictEqual(script.headers.get("accept-ranges"), "bytes");
    assert.match(script.headers.get("etag")!, /^W\/"6-[0-9a-f]+"$/);
    for (const [target, text] of [
      ["/assets/", "start"],
      ["/assets/inner/", "inner"],
      ["/assets/a%20b.txt", "blank"],
      ["/assets/in", "script"],
    ] as const)
      assert.strictEqual((await ask(target)).text, text);
    const redirected = await ask("/assets/inner?a=b");
    assert.deepStrictEqual([redirected.status, redirected.headers.get("location")], [301, "/assets/inner/?a=b"]);
    assert.strictEqual((await ask("/assets")).text, "fallback");
  }));

test("nothing outside the folder is sent", () =>
  withRoutes({ "/assets/*": { dir } }, async (ask) => {
    for (const name of [
      "none",
      "out",
      "empty/",
      "app.js/",
      "..%2fsecret.txt",
      "%2fetc/passwd",
      "/app.js",
      "%00",
      "%zz",
      "a%5Cb",
    ]) {
      const { status, text } = await ask(`/assets/${name}`);
      assert.deepStrictEqual([name, status, text], [name, 404, ""]);
    }
  }));

test("conditional and range requests", () =>
  withRoutes({ "/*": { dir }, "/get/*": { GET: { dir } } }, async (ask) => {
    const etag = (await ask("/app.js")).headers.get("etag")!;
    assert.strictEqual((await ask("/app.js", { headers: { "if-none-match": etag } })).status, 304);
    const part = await ask("/app.js", { headers: { range: "bytes=1-2" } });
    assert.deepStrictEqual([part.status, part.text, part.headers.get("content-range")], [206, "cr", "bytes 1-2/6"]);
    assert.strictEqual((await ask("/get/app.js")).text, "script");
    const head = await ask("/app.js", { method: "HEAD" });
    assert.deepStrictEqual([head.status, head.headers.get("content-length"), head.text], [200, "6", ""]);
  }));

test("invalid folders are refused at the start", () => {
  const serve = (routes: object) => () => Bun.serve({ port: 0, routes } as any);
  const code = "ERR_INVALID_ARG_TYPE";
  assert.throws(serve({ "/a": { dir } }), { code, message: /path ends in `\/\*`/ });
  assert.throws(serve({ "/:a/*": { dir } }), { code, message: /do not support :parameters/ });
  assert.throws(serve({ "/*": { dir: 5 } }), { code, message: /must be of type string, got number/ });
  assert.throws(serve({ "/*": { dir: path.join(folder, "missing") } }), { code: "ENOENT", syscall: "open" });
  assert.throws(serve({ "/*": { dir: path.join(folder, "secret.txt") } }), { code: "ENOTDIR", syscall: "open" });
});
