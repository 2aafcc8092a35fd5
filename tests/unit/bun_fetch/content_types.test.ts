// The content types that Bun gives bodies and Blobs. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import { test } from "../harness.ts";

const headersOf = (body: BodyInit, init?: ResponseInit): Record<string, string> =>
  Object.fromEntries(new Response(body, init).headers);

test("the type of a string is not a header that programs see", () => {
  assert.deepStrictEqual(headersOf("a"), {});
  assert.deepStrictEqual(headersOf("a", { headers: { a: "b" } }), { a: "b" });
  const request = new Request("http://localhost/", { method: "POST", body: "a", headers: { a: "b" } });
  assert.deepStrictEqual(Object.fromEntries(request.headers), { a: "b" });
  assert.deepStrictEqual(headersOf(new URLSearchParams("a=1")), {
    "content-type": "application/x-www-form-urlencoded;charset=UTF-8",
  });
});

test("a string that is read as a Blob has the type of text", async () => {
  assert.strictEqual((await new Response("a").blob()).type, "text/plain;charset=utf-8");
  const request = new Request("http://localhost/", { method: "POST", body: "a" });
  assert.strictEqual((await request.blob()).type, "text/plain;charset=utf-8");
});

test("a server sends the type also after the headers were read", async () => {
  const server = Bun.serve({
    port: 0,
    fetch(): Response {
      const response = new Response("a");
      response.headers.delete("content-type");
      return response;
    },
  });
  try {
    assert.strictEqual((await fetch(server.url)).headers.get("content-type"), "text/plain;charset=utf-8");
  } finally {
    await server.stop(true);
  }
});

test("a server sends a string that was read as a stream as bytes, with its length", async () => {
  const responses: Record<string, () => Response> = {
    recreated: () => {
      const first = new Response("abc", { headers: { a: "b" } });
      return new Response(first.body, first);
    },
    touched: () => {
      const response = new Response("abc");
      void response.body;
      return response;
    },
    blob: () => new Response(new Response(new Blob(["abc"], { type: "text/html" })).body),
    empty: () => new Response(""),
  };
  const server = Bun.serve({ port: 0, fetch: ({ url }) => responses[new URL(url).pathname.slice(1)]!() });
  try {
    for (const [name, type, text] of [
      ["recreated", "application/octet-stream", "abc"],
      ["touched", "application/octet-stream", "abc"],
      ["blob", "text/html;charset=utf-8", "abc"],
      ["empty", null, ""],
    ] as const) {
      const response = await fetch(new URL(name, server.url));
      assert.strictEqual(response.headers.get("content-type"), type, name);
      assert.strictEqual(response.headers.get("content-length"), String(text.length), name);
      assert.strictEqual(await response.text(), text, name);
    }
  } finally {
    await server.stop(true);
  }
});

test("a body that was read cannot be sent by another response", async () => {
  const first = new Response("abc");
  const second = new Response(first.body);
  assert.strictEqual(await second.text(), "abc");
  await assert.rejects(() => first.text());
});

test("common types of Blobs and Files have their encoding", () => {
  const typeOf = (type: string): string => new Blob(["a"], { type }).type;
  assert.deepStrictEqual(["text/plain", "text/html", "text/css", "text/javascript", "application/json"].map(typeOf), [
    "text/plain;charset=utf-8",
    "text/html;charset=utf-8",
    "text/css;charset=utf-8",
    "text/javascript;charset=utf-8",
    "application/json;charset=utf-8",
  ]);
  assert.deepStrictEqual(["application/javascript", "text/jsx"].map(typeOf), [
    "text/javascript;charset=utf-8",
    "text/javascript;charset=utf-8",
  ]);
  assert.deepStrictEqual(["text/csv", "image/png", "TEXT/HTML", "text/html; charset=utf-8", ""].map(typeOf), [
    "text/csv",
    "image/png",
    "text/html",
    "text/html; charset=utf-8",
    "",
  ]);
  assert.strictEqual(new File(["a"], "a.txt", { type: "text/plain" }).type, "text/plain;charset=utf-8");
});
