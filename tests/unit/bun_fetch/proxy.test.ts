// The option `proxy` of Bun's fetch, and the environment; the behaviour is that of Bun 1.4.
import assert from "node:assert";
import process from "node:process";
import { test } from "../harness.ts";
import { rejection } from "../fetch/server.ts";
import { values, withRawServer } from "../fetch/raw_server.ts";

const URL_BEHIND = "http://example.test/p?q";

test("this runs as a program of Bun", () => {
  assert.strictEqual(typeof Bun.version, "string");
});

test("a proxy gets the complete URL and its own credentials", () =>
  withRawServer(async ({ url, seen }) => {
    assert.strictEqual((await fetch(URL_BEHIND, { proxy: url.replace("//", "//us%20er:pa@") })).status, 200);
    const text = seen[0]!;
    assert.strictEqual(text.slice(0, text.indexOf("\r\n")), "GET http://example.test/p?q HTTP/1.1");
    assert.deepStrictEqual(
      [values(text, "host"), values(text, "proxy-authorization"), values(text, "proxy-connection")],
      [["example.test"], ["Basic dXMgZXI6cGE="], ["Keep-Alive"]],
    );
  }));

test("a proxy may be a URL object or have fields of its own", () =>
  withRawServer(async ({ url, seen }) => {
    await fetch(URL_BEHIND, { proxy: new URL(url) as any, keepalive: false });
    await fetch(URL_BEHIND, {
      proxy: { url, headers: { "x-proxy": "1", "Proxy-Authorization": "Basic zzz" } } as any,
      keepalive: false,
    });
    await fetch(URL_BEHIND, {
      proxy: { url: new URL(url), headers: new Headers({ a: "b" }) } as any,
      keepalive: false,
    });
    assert.deepStrictEqual(
      seen.map((text) => [values(text, "x-proxy"), values(text, "proxy-authorization"), values(text, "a")]),
      [
        [[], [], []],
        [["1"], ["Basic zzz"], []],
        [[], [], ["b"]],
      ],
    );
  }));

test("values that name no proxy are ignored", () =>
  withRawServer(async ({ url, seen }) => {
    for (const proxy of ["", null, 5, { headers: {} }])
      assert.strictEqual((await fetch(url, { proxy: proxy as any, keepalive: false })).status, 200);
    assert.ok(seen.every((text) => text.startsWith("GET / HTTP/1.1")));
  }));

test("a proxy that is not a URL, or of another protocol, rejects", () =>
  withRawServer(async ({ url }) => {
    const wrong = await rejection(fetch(url, { proxy: "nonsense" }));
    assert.deepStrictEqual(
      [wrong.name, wrong.code, wrong.message],
      ["TypeError", "ERR_INVALID_ARG_VALUE", "fetch() proxy URL is invalid"],
    );
    const other = await rejection(fetch(url, { proxy: "ftp://x" }));
    assert.deepStrictEqual([other.name, other.code], ["TypeError", "UnsupportedProxyProtocol"]);
  }));

test("an https: URL is requested through a tunnel", () =>
  withRawServer(async ({ url, seen }) => {
    await rejection(
      fetch("https://example.test/p?q", {
        proxy: { url, headers: { "x-proxy": "1" } } as any,
        signal: AbortSignal.timeout(2000),
      }),
    );
    assert.ok(
      seen[0]!.startsWith(
        "CONNECT example.test:443 HTTP/1.1\r\nHost: example.test:443\r\nProxy-Connection: Keep-Alive\r\nx-proxy: 1\r\n\r\n",
      ),
    );
  }, "HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n"));

test("the environment's proxy is the one that process.env has now", () =>
  withRawServer(async ({ url, seen }) => {
    process.env.HTTP_PROXY = url;
    try {
      assert.strictEqual((await fetch("http://example.test/one", { keepalive: false })).status, 200);
      assert.ok(seen[0]!.startsWith("GET http://example.test/one HTTP/1.1"));
      process.env.NO_PROXY = "127.0.0.0/8";
      await fetch(url, { keepalive: false });
      assert.ok(seen.at(-1)!.startsWith("GET / HTTP/1.1"));
    } finally {
      delete process.env.HTTP_PROXY;
      delete process.env.NO_PROXY;
    }
  }));
