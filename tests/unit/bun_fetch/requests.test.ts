// What Bun's fetch sends, and its options; the behaviour is that of Bun 1.4.
import assert from "node:assert";
import { test } from "../harness.ts";
import { rejection } from "../fetch/server.ts";
import { streamOf, values, withRawServer } from "../fetch/raw_server.ts";

test("this runs as a program of Bun", () => {
  assert.strictEqual(typeof Bun.version, "string");
});

test("a wrong Content-Length is replaced by the length of the body", () =>
  withRawServer(async ({ url, seen }) => {
    for (const length of ["3", "9", "abc"])
      await (
        await fetch(url, { method: "POST", body: "hello", keepalive: false, headers: { "content-length": length } })
      ).text();
    assert.deepStrictEqual(
      seen.map((text) => values(text, "content-length")),
      [["5"], ["5"], ["5"]],
    );
  }));

test("a stream is sent with the Content-Length that it is given, and must have it", () =>
  withRawServer(async ({ url, seen }) => {
    const send = (length: string): Promise<Response> =>
      fetch(url, { method: "POST", body: streamOf("hello"), headers: { "content-length": length } });
    await (await send("5")).text();
    assert.deepStrictEqual([values(seen[0]!, "content-length"), values(seen[0]!, "transfer-encoding")], [["5"], []]);
    for (const length of ["3", "9"]) {
      const { name, code, message } = await rejection(send(length));
      assert.deepStrictEqual(
        [name, code, message],
        [
          "Error",
          "ERR_HTTP_CONTENT_LENGTH_MISMATCH",
          `Request body of 5 bytes does not match the Content-Length of ${length}`,
        ],
      );
    }
  }));

test("keepalive: false uses a connection once", () =>
  withRawServer(async ({ url, seen }) => {
    await (await fetch(url, { keepalive: false })).text();
    await (await fetch(url)).text();
    await (await fetch(url)).text();
    assert.strictEqual(seen.length, 2);
    assert.deepStrictEqual([values(seen[0]!, "connection"), values(seen[1]!, "connection")[0]], [[], "keep-alive"]);
  }));

test("Host, Connection and Expect are sent as they are given", () =>
  withRawServer(async ({ url, seen }) => {
    await (
      await fetch(url, {
        method: "POST",
        body: "x",
        headers: { host: "example.org", connection: "foo", expect: "100-continue" },
      })
    ).text();
    assert.deepStrictEqual(
      [values(seen[0]!, "host"), values(seen[0]!, "connection"), values(seen[0]!, "expect")],
      [["example.org"], ["foo"], ["100-continue"]],
    );
  }));

test("a string has no content type, a form has", () =>
  withRawServer(async ({ url, seen }) => {
    await (await fetch(url, { method: "POST", body: "text", keepalive: false })).text();
    await (
      await fetch(url, {
        method: "POST",
        body: "text",
        keepalive: false,
        headers: { "content-type": "text/plain;charset=UTF-8" },
      })
    ).text();
    await (await fetch(url, { method: "POST", body: new URLSearchParams({ a: "b" }), keepalive: false })).text();
    assert.deepStrictEqual(
      seen.map((text) => values(text, "content-type").length),
      [0, 1, 1],
    );
  }));
