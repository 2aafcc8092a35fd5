// How fetch treats connection fields and Content-Length; the behaviour is that of Node 26.
import assert from "node:assert";
import { test } from "../harness.ts";
import { rejection, withServer } from "./server.ts";
import { streamOf, values, withRawServer } from "./raw_server.ts";

test("a Content-Length that is right is sent once", () =>
  withRawServer(async ({ url, seen }) => {
    await (await fetch(url, { method: "POST", body: "hello", headers: { "content-length": "5" } })).text();
    assert.deepStrictEqual(values(seen[0]!, "content-length"), ["5"]);
    assert.ok(seen[0]!.endsWith("\r\n\r\nhello"));
  }));

test("a stream is sent with the Content-Length that it is given, not in chunks", () =>
  withRawServer(async ({ url, seen }) => {
    await (
      await fetch(url, {
        method: "POST",
        body: streamOf("hello"),
        duplex: "half",
        headers: { "content-length": "5" },
      } as any)
    ).text();
    assert.deepStrictEqual(values(seen[0]!, "content-length"), ["5"]);
    assert.deepStrictEqual(values(seen[0]!, "transfer-encoding"), []);
    assert.ok(seen[0]!.endsWith("\r\n\r\nhello"));
  }));

test("a body that is longer or shorter than its Content-Length rejects", () =>
  withRawServer(async ({ url }) => {
    const bodies: [any, string][] = [
      ["hello", "9"],
      [new Blob(["hello"]), "9"],
      [streamOf("hello"), "3"],
      [streamOf("hello"), "9"],
    ];
    for (const [body, length] of bodies) {
      const { name, message, cause } = await rejection(
        fetch(url, { method: "POST", body, duplex: "half", headers: { "content-length": length } } as any),
      );
      assert.deepStrictEqual(
        [name, message, cause.name, cause.code, cause.message],
        [
          "TypeError",
          "fetch failed",
          "RequestContentLengthMismatchError",
          "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
          "Request body length does not match content-length header",
        ],
      );
    }
  }));

test("an invalid Content-Length rejects", () =>
  withRawServer(async ({ url, seen }) => {
    for (const length of ["abc", "-1", "5, 5"]) {
      const { cause } = await rejection(
        fetch(url, { method: "POST", body: "hello", headers: { "content-length": length } }),
      );
      assert.deepStrictEqual(
        [cause.name, cause.code, cause.message],
        ["InvalidArgumentError", "UND_ERR_INVALID_ARG", "invalid content-length header"],
      );
    }
    assert.deepStrictEqual(seen, []);
  }));

test("a request without a body sends no Content-Length but its own", () =>
  withRawServer(async ({ url, seen }) => {
    await (await fetch(url, { headers: { "content-length": "4" } })).text();
    assert.deepStrictEqual(values(seen[0]!, "content-length"), []);
  }));

test("Host and Connection are the client's own", () =>
  withRawServer(async ({ url, port, seen }) => {
    await (await fetch(url, { headers: { host: "example.org", connection: "foo" } })).text();
    assert.deepStrictEqual(
      [values(seen[0]!, "host"), values(seen[0]!, "connection")],
      [[`127.0.0.1:${port}`], ["keep-alive"]],
    );
  }));

test("Connection: close is sent and ends the connection's use", () =>
  withRawServer(async ({ url, seen }) => {
    await (await fetch(url, { headers: { connection: "close" } })).text();
    await (await fetch(url)).text();
    assert.strictEqual(seen.length, 2);
    assert.deepStrictEqual(
      [values(seen[0]!, "connection"), values(seen[1]!, "connection")],
      [["close"], ["keep-alive"]],
    );
  }));

test("fields that would change the framing reject", () =>
  withRawServer(async ({ url }) => {
    for (const [name, code] of [
      ["transfer-encoding", "UND_ERR_INVALID_ARG"],
      ["upgrade", "UND_ERR_INVALID_ARG"],
      ["keep-alive", "UND_ERR_INVALID_ARG"],
      ["expect", "UND_ERR_NOT_SUPPORTED"],
    ]) {
      const { cause } = await rejection(fetch(url, { method: "POST", body: "x", headers: { [name!]: "chunked" } }));
      assert.deepStrictEqual([name, cause.code], [name, code]);
    }
  }));

test("keepalive is stored in the Request and refused for a stream", () =>
  withRawServer(async ({ url }) => {
    const request = new Request(url, { keepalive: true });
    assert.deepStrictEqual(
      [request.keepalive, new Request(request).keepalive, new Request(url).keepalive],
      [true, true, false],
    );
    assert.strictEqual((await fetch(url, { keepalive: true })).status, 200);
    const { name, message } = await rejection(
      fetch(url, { method: "POST", body: streamOf("x"), duplex: "half", keepalive: true } as any),
    );
    assert.deepStrictEqual([name, message], ["TypeError", "keepalive"]);
  }));

test("values of one name are sent in one line", () =>
  withServer(
    (request, response) => {
      response.end(JSON.stringify(request.rawHeaders));
    },
    async (url) => {
      const sent = async (headers: [string, string][]): Promise<string[]> => {
        const raw: string[] = await (await fetch(url, { headers })).json();
        const lines = raw.flatMap((name, index) => (index % 2 === 0 ? [`${name}: ${raw[index + 1]}`] : []));
        return lines.filter((line) => /^(cookie|a|b|set-cookie):/i.test(line));
      };
      assert.deepStrictEqual(
        await sent([
          ["cookie", "x=1"],
          ["a", "1"],
          ["Cookie", "y=2"],
          ["b", "z"],
          ["A", "2"],
        ]),
        ["cookie: x=1; y=2", "a: 1, 2", "b: z"],
      );
      assert.deepStrictEqual(
        await sent([
          ["set-cookie", "m=1"],
          ["set-cookie", "n=2"],
        ]),
        ["set-cookie: m=1, n=2"],
      );
    },
  ));

test("mode and cache are sent as header fields", () =>
  withServer(
    (request, response) => {
      response.end(JSON.stringify(request.headers));
    },
    async (url) => {
      const sent = async (init: RequestInit): Promise<unknown[]> => {
        const headers = await (await fetch(url, init)).json();
        return [headers["sec-fetch-mode"], headers.pragma, headers["cache-control"]];
      };
      assert.deepStrictEqual(await sent({}), ["cors", undefined, undefined]);
      assert.deepStrictEqual(await sent({ mode: "same-origin" }), ["same-origin", undefined, undefined]);
      assert.deepStrictEqual(await sent({ mode: "no-cors" }), ["no-cors", undefined, undefined]);
      for (const cache of ["no-store", "reload"] as const)
        assert.deepStrictEqual(await sent({ cache }), ["cors", "no-cache", "no-cache"]);
      assert.deepStrictEqual(await sent({ cache: "no-cache" }), ["cors", undefined, "max-age=0"]);
      assert.deepStrictEqual(await sent({ cache: "force-cache" }), ["cors", undefined, undefined]);
      assert.deepStrictEqual(
        await sent({ cache: "no-store", headers: { pragma: "x", "cache-control": "max-age=1" } }),
        ["cors", "x", "max-age=1"],
      );
      assert.deepStrictEqual(await sent({ headers: { "if-none-match": "x" } }), ["cors", "no-cache", "no-cache"]);
      assert.deepStrictEqual(await sent({ method: "POST", body: "x", cache: "no-store" }), [
        "cors",
        "no-cache",
        "no-cache",
      ]);
    },
  ));
