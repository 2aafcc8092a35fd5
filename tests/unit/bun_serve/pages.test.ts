// HTML files as routes of `Bun.serve`, as Bun 1.4.5 has them. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "pages-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
process.chdir(folder);

let count = 0;

/** Writes files into a folder of their own, and imports its page. */
async function pageOf(files: Record<string, string>): Promise<[page: any, place: string]> {
  const place = path.join(folder, `case${++count}`);
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  return [(await import(`${place}/index.html`)).default, place];
}

const FILES = {
  "index.html":
    '<!doctype html><html><head><title>T</title><link rel="stylesheet" href="./style.css">' +
    '<script type="module" src="./main.ts"></script></head><body><img src="./logo.svg"></body></html>',
  "main.ts":
    'import "./imported.css"; import { name } from "./dep"; const text: string = name; document.title = text;' +
    " import.meta.hot.accept(); if (import.meta.hot) import.meta.hot.data.seen = true;",
  "dep.ts": 'export const name: string = "a greeting";',
  "style.css": "body { background: url(./logo.svg) }",
  "imported.css": "h1 { color: red }",
  "logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** The addresses that a document names. */
function addresses(document: string): string[] {
  return [...document.matchAll(/(?:src|href)="([^"]+)"/g)].map((found) => found[1]!);
}

async function serving(options: object, body: (url: URL) => Promise<void>): Promise<void> {
  const server = Bun.serve({ port: 0, ...options } as never);
  try {
    await body(server.url);
  } finally {
    await server.stop(true);
  }
}

test("in development a page is bundled, with everything that it names", async () => {
  const [page] = await pageOf(FILES);
  await serving({ development: true, routes: { "/": page } }, async (url) => {
    const response = await fetch(url);
    assert.strictEqual(response.status, 200);
    assert.strictEqual(response.headers.get("content-type"), "text/html;charset=utf-8");
    const document = await response.text();
    const named = addresses(document);
    const ending = (extension: string) => named.filter((one) => one.split("?")[0]!.endsWith(extension));
    assert.deepStrictEqual([ending(".css").length, ending(".js").length, ending(".svg").length], [2, 1, 1]);
    const texts: string[] = [];
    for (const one of named) {
      const file = await fetch(new URL(one, url));
      assert.strictEqual(file.status, 200, one);
      texts.push(await file.text());
    }
    assert.ok(texts.some((text) => text.includes("a greeting") && !text.includes("const text: string")));
    assert.ok(texts.some((text) => text.includes("h1")));
  });
});

test("other routes and the handler answer as without pages", async () => {
  const [page] = await pageOf(FILES);
  const options = { routes: { "/page": page, "/api": () => new Response("api") }, fetch: () => new Response("else") };
  await serving({ development: true, ...options }, async (url) => {
    assert.strictEqual((await fetch(new URL("/page", url))).status, 200);
    assert.strictEqual(await (await fetch(new URL("/api", url))).text(), "api");
    assert.strictEqual(await (await fetch(new URL("/other", url))).text(), "else");
  });
});

test("in development only GET and HEAD have a page", async () => {
  const [page] = await pageOf(FILES);
  await serving({ development: true, routes: { "/": page } }, async (url) => {
    const head = await fetch(url, { method: "HEAD" });
    assert.strictEqual(head.status, 200);
    assert.strictEqual(await head.text(), "");
    const post = await fetch(url, { method: "POST" });
    assert.strictEqual(post.status, 405);
    assert.strictEqual(post.headers.get("allow"), "GET, HEAD");
  });
});

test("in production a page is minified, and its files can be cached for ever", async () => {
  const [page] = await pageOf(FILES);
  await serving({ development: false, routes: { "/": page } }, async (url) => {
    const response = await fetch(url);
    assert.strictEqual(response.headers.get("cache-control"), "no-cache");
    const tag = response.headers.get("etag")!;
    const document = await response.text();
    const scripts = addresses(document).filter((one) => one.endsWith(".js"));
    assert.strictEqual(scripts.length, 1);
    for (const one of addresses(document)) {
      const file = await fetch(new URL(one, url));
      assert.strictEqual(file.headers.get("cache-control"), "public, max-age=31536000, immutable", one);
      assert.match(file.headers.get("etag")!, /^"[0-9a-f]+"$/);
      const text = await file.text();
      // `import.meta.hot` exists in development only: its calls are left out.
      if (one.endsWith(".js")) assert.ok(!text.includes("hot") && text.includes("a greeting"), text);
    }
    const again = await fetch(url, { headers: { "if-none-match": tag } });
    assert.strictEqual(again.status, 304);
  });
});

test("the page of a wildcard is at every path below it", async () => {
  const [page] = await pageOf(FILES);
  await serving({ development: true, routes: { "/*": page } }, async (url) => {
    for (const one of ["/", "/a", "/a/b?c"]) {
      const response = await fetch(new URL(one, url));
      assert.strictEqual(response.headers.get("content-type"), "text/html;charset=utf-8", one);
      await response.text();
    }
  });
});

test("a page with errors answers 500, and is the page when they are mended", async () => {
  const [page, place] = await pageOf({ ...FILES, "dep.ts": "export const name = ;" });
  await serving({ development: true, routes: { "/": page } }, async (url) => {
    const failed = await fetch(url);
    assert.strictEqual(failed.status, 500);
    await failed.text();
    fs.writeFileSync(`${place}/dep.ts`, FILES["dep.ts"]);
    let status = 0;
    for (let tries = 0; tries < 200 && status !== 200; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      const response = await fetch(url);
      status = response.status;
      await response.text();
    }
    assert.strictEqual(status, 200);
  });
});

// Bun leaves scripts and style sheets in pages as they are; Vite bundles them.
if (process.versions.brio) {
  test("in development the modules and style sheets that a page contains are part of its bundle", async () => {
    const [page, place] = await pageOf({
      "index.html":
        '<!doctype html><html><head><style>body { background: url("./logo.svg") }</style></head><body>' +
        '<script>classic = 1;</script><script type="module" lang="ts">import { name } from "./dep"; const text: string = name;' +
        'document.title = text + "!";</script></body></html>',
      "dep.ts": 'export const name: string = "a greeting";',
      "logo.svg": "<svg/>",
    });
    await serving({ development: true, routes: { "/": page } }, async (url) => {
      const document = await (await fetch(url)).text();
      assert.ok(document.includes("<script>classic = 1;</script>"), document);
      assert.ok(!document.includes("import {"), document);
      const image = /url\("(\/[^"]+\.svg)"\)/.exec(document)![1]!;
      assert.strictEqual(await (await fetch(new URL(image, url))).text(), "<svg/>");
      const script = addresses(document).find((one) => one.split("?")[0]!.endsWith(".js"))!;
      const code = await (await fetch(new URL(script, url))).text();
      assert.ok(code.includes("a greeting") && code.includes('"!"') && !code.includes("const text: string"));
      fs.writeFileSync(
        path.join(place, "index.html"),
        '<!doctype html><p><script type="module">import "./gone.js"</script>',
      );
      const end = Date.now() + 10_000;
      let text = "";
      while (!text.includes("gone.js") && Date.now() < end) text = await (await fetch(url)).text();
      assert.ok(text.includes("index.html:1:48"), text);
    });
  });
}
