// fetch over HTTP/2, which the server chooses by ALPN; the behaviour is that of Node 26.
import assert from "node:assert";
import http2 from "node:http2";
import path from "node:path";
import process from "node:process";
import tls from "node:tls";
import zlib from "node:zlib";
import { test } from "../harness.ts";
import { authority, certificate, key } from "../tls/certificates.ts";
import { rejection } from "./server.ts";

tls.setDefaultCACertificates([authority]);
// Node opens a connection for each request that begins before one is established; Brio waits for the first.
const isNode = path.basename(process.execPath) === "node";

type Handler = (request: http2.Http2ServerRequest, response: http2.Http2ServerResponse) => void;

/** Runs `body` with a server that supports only HTTP/2; `sessions` are its connections. */
async function withServer(
  handler: Handler,
  body: (url: string, sessions: Set<http2.Http2Session>) => Promise<void>,
  options: http2.SecureServerOptions = {},
): Promise<void> {
  const server = http2.createSecureServer({ key, cert: certificate, ...options }, handler);
  const sessions = new Set<http2.Http2Session>();
  server.on("session", (session) => sessions.add(session));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  try {
    await body(`https://localhost:${(server.address() as any).port}`, sessions);
  } finally {
    for (const session of sessions) session.destroy();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  }
}

/** Responds with the request. */
function echo(request: http2.Http2ServerRequest, response: http2.Http2ServerResponse): void {
  let text = "";
  request.setEncoding("utf8");
  request.on("data", (chunk) => void (text += chunk));
  request.on("end", () =>
    response.end(
      JSON.stringify({
        version: request.httpVersion,
        method: request.method,
        url: request.url,
        headers: request.headers,
        text,
      }),
    ),
  );
}

function streamOf(pieces: string[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
      controller.close();
    },
  });
}

test("a server with HTTP/2 is used with it, on one connection", () =>
  withServer(echo, async (url, sessions) => {
    const first = await fetch(`${url}/a?b`, { headers: { "X-A": "1", connection: "keep-alive" } });
    const { version, method, url: path, headers } = await first.json();
    assert.deepStrictEqual(
      [first.status, version, method, path, headers["x-a"], headers[":authority"], headers.connection],
      [200, "2.0", "GET", "/a?b", "1", new URL(url).host, undefined],
    );
    const others = await Promise.all(
      Array.from({ length: 20 }, (_, index) => fetch(`${url}/${index}`).then((response) => response.json())),
    );
    assert.deepStrictEqual(
      others.map((other) => other.url),
      Array.from({ length: 20 }, (_, index) => `/${index}`),
    );
    assert.strictEqual(sessions.size, 1);
  }));

test("many requests at once are answered", () =>
  withServer(echo, async (url, sessions) => {
    const versions = await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(url)
          .then((response) => response.json())
          .then(({ version }) => version),
      ),
    );
    assert.ok(versions.every((version) => version === "2.0"));
    assert.strictEqual(sessions.size, isNode ? 50 : 1);
  }));

test("bodies of every kind arrive", () =>
  withServer(echo, async (url) => {
    const send = async (body: any): Promise<any> =>
      (await fetch(url, { method: "POST", body, duplex: "half" } as any)).json();
    const text = await send("h\u00e9llo");
    assert.deepStrictEqual(
      [text.text, text.headers["content-length"], text.headers["content-type"]],
      ["h\u00e9llo", "6", "text/plain;charset=UTF-8"],
    );
    assert.strictEqual((await send(new Uint8Array([104, 105]))).text, "hi");
    const stream = await send(streamOf(["str", "eam"]));
    assert.deepStrictEqual([stream.text, stream.headers["transfer-encoding"]], ["stream", undefined]);
    const long = "x".repeat(3_000_000);
    assert.ok((await send(long)).text === long);
    assert.ok(
      (await send(streamOf(Array.from({ length: 300 }, () => "y".repeat(10_000))))).text === "y".repeat(3_000_000),
    );
  }));

test("a long response arrives complete, also with a slow reader", () =>
  withServer(
    (_request, response) => response.end(Buffer.alloc(5_000_000, "z")),
    async (url) => {
      assert.strictEqual((await (await fetch(url)).arrayBuffer()).byteLength, 5_000_000);
      let count = 0;
      for await (const chunk of (await fetch(url)).body as any) {
        count += chunk.byteLength;
        if (count < 500_000) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      assert.strictEqual(count, 5_000_000);
    },
  ));

test("a reader that stops does not stop the others", () =>
  withServer(
    (_request, response) => response.end(Buffer.alloc(4_000_000, "z")),
    async (url, sessions) => {
      const reader = (await fetch(url)).body!.getReader();
      await reader.read();
      assert.strictEqual((await (await fetch(url)).arrayBuffer()).byteLength, 4_000_000);
      await reader.cancel();
      assert.strictEqual((await (await fetch(url)).arrayBuffer()).byteLength, 4_000_000);
      assert.strictEqual(sessions.size, 1);
    },
  ));

test("HEAD, 204, status and repeated fields", () =>
  withServer(
    (request, response) => {
      response.setHeader("x-a", ["1", "2"]);
      response.setHeader("set-cookie", ["a=1", "b=2"]);
      response.writeHead(request.url === "/204" ? 204 : 418);
      response.end((request.method === "HEAD" || request.url === "/204" ? undefined : "body") as string);
    },
    async (url) => {
      const response = await fetch(url);
      assert.deepStrictEqual(
        [
          response.status,
          response.statusText,
          response.headers.get("x-a"),
          response.headers.getSetCookie(),
          await response.text(),
        ],
        [418, "", "1, 2", ["a=1", "b=2"], "body"],
      );
      const head = await fetch(url, { method: "HEAD" });
      assert.deepStrictEqual([head.status, head.body, await head.text()], [418, null, ""]);
      const empty = await fetch(`${url}/204`);
      assert.deepStrictEqual([empty.status, empty.body], [204, null]);
    },
  ));

test("content codings are decoded", () =>
  withServer(
    (request, response) => {
      response.setHeader("content-encoding", "gzip");
      response.end(zlib.gzipSync(`${request.headers["accept-encoding"]}${"x".repeat(400_000)}`));
    },
    async (url) => {
      assert.ok((await (await fetch(url)).text()) === `br, gzip, deflate, zstd${"x".repeat(400_000)}`);
    },
  ));

test("an abort resets the stream, not the connection", () =>
  withServer(
    (request, response) => {
      if (request.url === "/late") response.write("x");
      else response.end("ok");
    },
    async (url, sessions) => {
      const controller = new AbortController();
      const response = await fetch(`${url}/late`, { signal: controller.signal });
      controller.abort();
      assert.strictEqual((await rejection(response.text())).name, "AbortError");
      const before = fetch(`${url}/late`, { signal: AbortSignal.timeout(50) }).then((late) => late.text());
      assert.strictEqual((await rejection(before)).name, "TimeoutError");
      assert.strictEqual(await (await fetch(url)).text(), "ok");
      assert.strictEqual(sessions.size, 1);
    },
  ));

test("a stream that the server resets rejects, before and after the head", () =>
  withServer(
    (request, response) => {
      request.on("error", () => {});
      if (request.url === "/body") response.write("x");
      setTimeout(() => response.stream.close(http2.constants.NGHTTP2_INTERNAL_ERROR), 20);
    },
    async (url) => {
      const { name, message } = await rejection(fetch(url));
      assert.deepStrictEqual([name, message], ["TypeError", "fetch failed"]);
      const response = await fetch(`${url}/body`);
      assert.strictEqual((await rejection(response.text())).name, "TypeError");
    },
  ));

test("after GOAWAY requests go to a new connection", () =>
  withServer(
    (_request, response) => response.end("ok"),
    async (url, sessions) => {
      assert.strictEqual(await (await fetch(url)).text(), "ok");
      for (const session of sessions) session.goaway();
      await new Promise((resolve) => setTimeout(resolve, 50));
      assert.strictEqual(await (await fetch(url)).text(), "ok");
      assert.strictEqual(sessions.size, 2);
    },
  ));

test("a server that allows few streams gets the other requests later", () =>
  withServer(
    (_request, response) => void setTimeout(() => response.end("ok"), 5),
    async (url, sessions) => {
      assert.strictEqual(await (await fetch(url)).text(), "ok");
      const texts = await Promise.all(Array.from({ length: 12 }, () => fetch(url).then((response) => response.text())));
      assert.ok(texts.every((text) => text === "ok"));
      if (!isNode) assert.strictEqual(sessions.size, 1);
    },
    { settings: { maxConcurrentStreams: 2 } },
  ));

test("a server with both versions, and one without HTTP/2, work too", async () => {
  await withServer(echo as any, async (url) => assert.strictEqual((await (await fetch(url)).json()).version, "2.0"), {
    allowHTTP1: true,
  });
  const { createServer } = await import("node:https");
  const server = createServer(
    { key, cert: certificate },
    (request, response) => void response.end(request.httpVersion),
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", () => resolve()));
  const url = `https://localhost:${(server.address() as any).port}`;
  const versions = await Promise.all(Array.from({ length: 5 }, () => fetch(url).then((response) => response.text())));
  assert.deepStrictEqual(versions, ["1.1", "1.1", "1.1", "1.1", "1.1"]);
  server.closeAllConnections();
  server.close();
});
