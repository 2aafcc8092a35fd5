// `fetch(url)` without options parses its target without a URL object; both paths must send the same request.
import assert from "node:assert";
import { test } from "../harness.ts";
import { rejection, withServer } from "./server.ts";

test("a plain request has the target of new URL, and its response has its URL", () =>
  withServer(
    (request, response) => {
      response.end(JSON.stringify([request.url, request.headers.host]));
    },
    async (url) => {
      const base = url.replace(/\/$/, "");
      for (const rest of [
        "/",
        "/?",
        "/#",
        "/?#",
        "/a/b",
        "/a?b=c",
        "/a?b=c#d?e",
        "/a#b",
        "/a/../b",
        "/%7Ea",
        "/a b?c d",
        "/\u00e9?\u00e9",
        "?a",
        "",
      ]) {
        const expected = new URL(base + rest);
        const response = await fetch(base + rest);
        assert.deepStrictEqual(await response.json(), [expected.pathname + expected.search, expected.host], rest);
        expected.hash = "";
        assert.strictEqual(response.url, expected.href, rest);
      }
    },
  ));

test("a name in capitals, a port with zeros and credentials are read as a URL", () =>
  withServer(
    (request, response) => {
      response.end(JSON.stringify([request.headers.host, request.headers.authorization ?? null]));
    },
    async (url) => {
      const { port } = new URL(url);
      assert.deepStrictEqual(await (await fetch(`http://LOCALHOST:0${port}/`)).json(), [`localhost:${port}`, null]);
      assert.deepStrictEqual(
        await (await fetch(`HTTP://a:b@127.0.0.1:${port}/`).catch(() => new Response('["refused"]'))).json(),
        ["refused"],
      );
    },
  ));

test("a port that fetch refuses is refused before anything is sent", async () => {
  for (const port of [1, 22, 6667, 10080]) {
    const error = await rejection(fetch(`http://127.0.0.1:${port}/`));
    assert.deepStrictEqual([error.message, error.cause.message], ["fetch failed", "bad port"]);
  }
});

test("a byte order mark is not part of the text, a lone surrogate and bad bytes become U+FFFD", async () => {
  assert.strictEqual(await new Response(new Uint8Array([0xef, 0xbb, 0xbf, 0x61])).text(), "a");
  assert.strictEqual(await new Response(new Uint8Array([0xef, 0xbb])).text(), "\ufffd");
  assert.strictEqual(await new Response(new Uint8Array([0x61, 0xff, 0x62])).text(), "a\ufffdb");
  assert.deepStrictEqual([...(await new Response("\ud800").bytes())], [0xef, 0xbf, 0xbd]);
  assert.deepStrictEqual([...(await new Response(`${"a".repeat(40)}\ud800`).bytes())].slice(-3), [0xef, 0xbf, 0xbd]);
});
