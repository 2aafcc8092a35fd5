// Interceptors of requests replace `net.Socket.prototype.connect`: fetch calls it for its connections as well.
import assert from "node:assert";
import diagnostics from "node:diagnostics_channel";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { test } from "../harness.ts";

async function withServer(body: (url: string, connections: () => number) => Promise<void>): Promise<void> {
  const server = http
    .createServer((request, response) => {
      let text = "";
      request
        .on("data", (bytes) => (text += bytes))
        .on("end", () => {
          if (request.url === "/moved") response.writeHead(302, { location: "/there" }).end();
          else if (request.url === "/packed")
            response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("unpacked"));
          else if (request.url === "/slow") return;
          else if (request.url === "/fields") response.end(request.headers["traceparent"]);
          else response.setHeader("set-cookie", ["a=1", "b=2"]).end(`${request.method} ${request.url} ${text}`);
        });
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const { connect } = net.Socket.prototype;
  let seen = 0;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: any[]) {
    seen++;
    return (connect as any).apply(this, args);
  } as typeof connect;
  try {
    await body(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}`, () => seen);
  } finally {
    net.Socket.prototype.connect = connect;
    server.closeAllConnections();
    server.close();
  }
}

test("fetch connects with it, and works as usual", () =>
  withServer(async (url, connections) => {
    const plain = await fetch(`${url}/a?b`);
    assert.deepStrictEqual(
      [plain.status, plain.headers.getSetCookie(), await plain.text()],
      [200, ["a=1", "b=2"], "GET /a?b "],
    );
    assert.ok(connections() > 0);
    assert.strictEqual(await (await fetch(url, { method: "POST", body: "sent" })).text(), "POST / sent");
    const streamed = new ReadableStream({
      start(controller) {
        for (const part of ["str", "eam"]) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    assert.strictEqual(
      await (await fetch(url, { method: "PUT", body: streamed, duplex: "half" } as RequestInit)).text(),
      "PUT / stream",
    );
    const moved = await fetch(`${url}/moved`);
    assert.deepStrictEqual([moved.redirected, moved.url, await moved.text()], [true, `${url}/there`, "GET /there "]);
    assert.strictEqual(await (await fetch(`${url}/packed`)).text(), "unpacked");
  }));

test("a failure is fetch's, and so is an abort", () =>
  withServer(async (url) => {
    await assert.rejects(
      fetch("http://127.0.0.1:1/").catch((error) => {
        throw error.cause?.code === undefined ? error : new Error(`${error.message}: ${error.cause.code}`);
      }),
      /fetch failed/,
    );
    const controller = new AbortController();
    const waiting = fetch(`${url}/slow`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await assert.rejects(waiting, { name: "AbortError" });
  }));

const OF_A_POST = [
  "undici:request:create",
  "undici:client:connected",
  "undici:client:sendHeaders",
  "undici:request:bodySent",
  "undici:request:headers",
  "undici:request:bodyChunkReceived",
  "undici:request:trailers",
];
const HTTP = ["http.client.request.created", "http.client.request.start", "http.client.response.finish"];

/** What is published while `body` runs. */
async function published(body: () => Promise<unknown>): Promise<[string, any][]> {
  const messages: [string, any][] = [];
  const listener = (message: any, name: any): void => {
    messages.push([name, message]);
    if (name === "undici:request:create") message.request.addHeader("traceparent", "00-1-2-01");
  };
  for (const name of [...OF_A_POST, "undici:request:error", ...HTTP]) diagnostics.subscribe(name, listener);
  try {
    await body();
  } finally {
    for (const name of [...OF_A_POST, "undici:request:error", ...HTTP]) diagnostics.unsubscribe(name, listener);
  }
  return messages;
}

test("it is published as a request of undici, and not as one of node:http", () =>
  withServer(async (url) => {
    let text = "";
    const messages = await published(async () => {
      text = await (await fetch(`${url}/fields`, { method: "POST", body: "sent" })).text();
    });
    assert.strictEqual(text, "00-1-2-01");
    const { request } = messages.find(([name]) => name === OF_A_POST[0])![1];
    // Requests of earlier tests may end late.
    const own = messages.filter(
      ([name, message]) => !name.startsWith("undici:request:") || message.request === request,
    );
    assert.deepStrictEqual(
      own.map(([name]) => name),
      OF_A_POST,
    );
    assert.deepStrictEqual(
      [request.method, request.origin, request.path, request.contentLength],
      ["POST", url, "/fields", 4],
    );
    const [, sent] = messages.find(([name]) => name === "undici:client:sendHeaders")!;
    assert.deepStrictEqual(
      [sent.socket.remoteAddress, sent.socket.remotePort],
      ["127.0.0.1", Number(new URL(url).port)],
    );
    const failed = await published(() => fetch("http://127.0.0.1:1/").catch(() => {}));
    assert.ok(failed.every(([name]) => name.startsWith("undici:")));
  }));

test("functions of node:http that are replaced, too, are not called", () =>
  withServer(async (url) => {
    const { request, get } = http;
    let calls = 0;
    const counting = ((...args: any[]) => {
      calls++;
      return (request as any)(...args);
    }) as typeof request;
    http.request = counting;
    http.get = counting;
    try {
      assert.strictEqual(await (await fetch(`${url}/one`)).text(), "GET /one ");
    } finally {
      http.request = request;
      http.get = get;
    }
    assert.strictEqual(calls, 0);
  }));
