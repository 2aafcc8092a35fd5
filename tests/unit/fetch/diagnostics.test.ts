// The channels that fetch publishes on; the behaviour is that of Node 26.
import assert from "node:assert";
import diagnostics from "node:diagnostics_channel";
import { test } from "../harness.ts";
import { rejection, withServer } from "./server.ts";

const NAMES = [
  "undici:request:create",
  "undici:client:beforeConnect",
  "undici:client:connected",
  "undici:client:connectError",
  "undici:client:sendHeaders",
  "undici:request:bodyChunkSent",
  "undici:request:bodySent",
  "undici:request:headers",
  "undici:request:bodyChunkReceived",
  "undici:request:trailers",
  "undici:request:error",
];

/** What is published while `body` runs. */
async function published(
  body: () => Promise<unknown>,
  onMessage?: (name: string, message: any) => void,
): Promise<[string, any][]> {
  const messages: [string, any][] = [];
  const listener = (message: any, name: any): void => {
    messages.push([name, message]);
    onMessage?.(name, message);
  };
  for (const name of NAMES) diagnostics.subscribe(name, listener);
  try {
    await body();
  } finally {
    for (const name of NAMES) diagnostics.unsubscribe(name, listener);
  }
  return messages;
}

test("a GET publishes its request, its connection, its response and its end", () =>
  withServer(
    (_request, response) => {
      response.setHeader("X-Multi", ["1", "2"]);
      response.end("hello");
    },
    async (url) => {
      const messages = await published(async () => (await fetch(`${url}/p?q`)).text());
      assert.deepStrictEqual(
        messages.map(([name]) => name),
        [
          "undici:request:create",
          "undici:client:beforeConnect",
          "undici:client:connected",
          "undici:client:sendHeaders",
          "undici:request:bodySent",
          "undici:request:headers",
          "undici:request:bodyChunkReceived",
          "undici:request:trailers",
        ],
      );
      const of = (name: string): any => messages.find(([found]) => found === name)![1];
      const { request } = of("undici:request:create");
      assert.deepStrictEqual(
        [request.method, request.path, request.origin, request.completed],
        ["GET", "/p?q", url, true],
      );
      assert.deepStrictEqual(request.headers.slice(0, 2), ["accept", "*/*"]);
      assert.ok(messages.every(([name, message]) => name.startsWith("undici:client:") || message.request === request));
      const { headers, socket } = of("undici:client:sendHeaders");
      assert.ok(headers.startsWith("GET /p?q HTTP/1.1\r\nhost: 127.0.0.1:"));
      assert.ok(!headers.endsWith("\r\n\r\n"));
      assert.deepStrictEqual([socket.remoteAddress, socket.remotePort], ["127.0.0.1", Number(new URL(url).port)]);
      const { connectParams } = of("undici:client:connected");
      assert.deepStrictEqual(
        [connectParams.host, connectParams.hostname, connectParams.protocol, connectParams.version],
        [new URL(url).host, "127.0.0.1", "http:", "h1"],
      );
      const { response } = of("undici:request:headers");
      assert.deepStrictEqual([response.statusCode, response.statusText], [200, "OK"]);
      assert.deepStrictEqual(response.headers.slice(0, 4).map(String), ["X-Multi", "1", "X-Multi", "2"]);
      assert.strictEqual(String(of("undici:request:bodyChunkReceived").chunk), "hello");
    },
  ));

test("a listener can add a field to a request that is made", () =>
  withServer(
    (request, response) => response.end(request.headers["x-added"]),
    async (url) => {
      let text = "";
      await published(
        async () => {
          text = await (await fetch(url, { method: "POST", body: "abc" })).text();
        },
        (name, { request }) => {
          if (name === "undici:request:create") {
            assert.strictEqual(request.addHeader("x-added", "1"), request);
            assert.throws(() => request.addHeader("a b", "1"));
            assert.throws(() => request.addHeader("x", "1\r\ny: z"));
          }
        },
      );
      assert.strictEqual(text, "1");
    },
  ));

test("each chunk of a body that is sent is published", () =>
  withServer(
    (request, response) => {
      request.resume();
      request.on("end", () => response.end());
    },
    async (url) => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new Uint8Array([97]));
          controller.enqueue(new Uint8Array([98]));
          controller.close();
        },
      });
      const messages = await published(async () =>
        (await fetch(url, { method: "POST", body, duplex: "half" } as any)).text(),
      );
      const names = messages.map(([name]) => name).filter((name) => name.startsWith("undici:request:body"));
      assert.deepStrictEqual(names, [
        "undici:request:bodyChunkSent",
        "undici:request:bodyChunkSent",
        "undici:request:bodySent",
      ]);
      const text = await published(async () => (await fetch(url, { method: "POST", body: "abc" })).text());
      assert.strictEqual(
        String(Buffer.from(text.find(([name]) => name === "undici:request:bodyChunkSent")![1].chunk)),
        "abc",
      );
      assert.strictEqual(text[0]![1].request.contentLength, 3);
    },
  ));

test("a redirect is a request of its own", () =>
  withServer(
    (request, response) => {
      if (request.url === "/") response.writeHead(302, { location: "/next" });
      response.end();
    },
    async (url) => {
      const messages = await published(async () => (await fetch(url)).text());
      assert.deepStrictEqual(
        messages.filter(([name]) => name === "undici:request:create").map(([, { request }]) => request.path),
        ["/", "/next"],
      );
    },
  ));

test("a refused connection and an abort publish an error", () =>
  withServer(
    (_request, response) => void response.write("x"),
    async (url) => {
      const refused = await published(() => rejection(fetch("http://127.0.0.1:65000/")));
      assert.deepStrictEqual(
        refused.map(([name]) => name),
        ["undici:request:create", "undici:client:beforeConnect", "undici:client:connectError", "undici:request:error"],
      );
      assert.strictEqual(refused[3]![1].error.code, "ECONNREFUSED");
      const controller = new AbortController();
      const aborted = await published(async () => {
        const response = await fetch(url, { signal: controller.signal });
        controller.abort();
        await rejection(response.text());
      });
      assert.strictEqual(aborted.at(-1)![0], "undici:request:error");
      assert.strictEqual(aborted.at(-1)![1].error.name, "AbortError");
    },
  ));
