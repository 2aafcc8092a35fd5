// Deno.serve: HTTP/2 of clients with prior knowledge (RFC 9113 §3.3), beside HTTP/1.1 on the same port. The behaviour is that of
// Deno 2.9, except for HEAD, whose response has content in Deno.
import assert from "node:assert";
import http2 from "node:http2";
import { test } from "../harness.ts";

type Handler = (request: Request, info: any) => Response | Promise<Response>;
interface Reply {
  headers: any;
  body: string;
  code: number;
}

async function served(handler: Handler, use: (client: http2.ClientHttp2Session, port: number) => Promise<void>) {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {}, onError: failed }, handler);
  const client = http2.connect(`http://127.0.0.1:${server.addr.port}`);
  client.on("error", () => {});
  await use(client, server.addr.port);
  client.destroy();
  await server.shutdown();
}

function failed(error: unknown): Response {
  return new Response(String(error), { status: 500 });
}

function send(client: http2.ClientHttp2Session, headers: object, body?: Uint8Array | string): Promise<Reply> {
  const stream = client.request(headers as http2.OutgoingHttpHeaders, { endStream: body === undefined });
  if (body !== undefined) stream.end(body);
  const chunks: Uint8Array[] = [];
  let received: any;
  stream.on("error", () => {});
  stream.on("response", (fields) => {
    received = fields;
  });
  stream.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  return new Promise((resolve) => {
    stream.on("close", () =>
      resolve({ headers: received, body: Buffer.concat(chunks).toString(), code: stream.rstCode ?? 0 }),
    );
  });
}

test("a request over HTTP/2 has the authority's URL, its own fields and the client's address", () =>
  served(
    (request, info) =>
      Response.json([
        request.method,
        request.url.replace(/\d+\//, "PORT/"),
        [...request.headers],
        info.remoteAddr.hostname,
      ]),
    async (client) => {
      const reply = await send(client, { ":path": "/a?b=1", ":method": "DELETE", "x-b": "2", cookie: "a=b" });
      assert.equal(reply.headers[":status"], 200);
      assert.equal(reply.headers["content-type"], "application/json");
      assert.ok(!Number.isNaN(Date.parse(reply.headers.date)));
      assert.equal(Number(reply.headers["content-length"]), reply.body.length);
      const fields = [["cookie", "a=b"], ["x-b", "2"]]; // prettier-ignore
      const parsed = JSON.parse(reply.body);
      parsed[2].sort();
      assert.deepEqual(parsed, ["DELETE", "http://127.0.0.1:PORT/a?b=1", fields, "127.0.0.1"]);
    },
  ));

test("bodies flow in both directions, larger than the windows of flow control", () =>
  served(
    async (request) => {
      if (request.url.endsWith("/echo")) return new Response(request.body, { status: 201 });
      return new Response(await request.text());
    },
    async (client) => {
      const body = "0123456789".repeat(300_000);
      const [echo, text] = await Promise.all([
        send(client, { ":path": "/echo", ":method": "POST" }, body),
        send(client, { ":path": "/text", ":method": "POST" }, body),
      ]);
      assert.equal(echo.headers[":status"], 201);
      assert.equal(echo.headers["content-length"], undefined);
      assert.ok(echo.body === body);
      assert.equal(text.headers["content-length"], String(body.length));
      assert.ok(text.body === body);
    },
  ));

test("fields of an HTTP/1 connection are not sent, and cookies stay apart", () =>
  served(
    () =>
      new Response("", {
        headers: [
          ["connection", "close"],
          ["keep-alive", "3"],
          ["transfer-encoding", "chunked"],
          ["set-cookie", "a=1"],
          ["set-cookie", "b=2"],
          ["x-a", "1"],
        ],
      }),
    async (client) => {
      const { headers, body, code } = await send(client, {});
      assert.deepEqual(headers["set-cookie"], ["a=1", "b=2"]);
      assert.deepEqual(Object.keys(headers).sort(), [":status", "content-type", "date", "set-cookie", "x-a"]);
      assert.deepEqual([body, code], ["", 0]);
    },
  ));

test("the error handler responds for a handler that fails, and a body that fails resets its stream only", () =>
  served(
    (request) => {
      if (request.url.endsWith("/throw")) throw new RangeError("x");
      if (request.url.endsWith("/fine")) return new Response(null, { status: 204 });
      return new Response(
        new ReadableStream({
          pull(controller) {
            controller.error(new Error("boom"));
          },
        }),
      );
    },
    async (client) => {
      const thrown = await send(client, { ":path": "/throw" });
      assert.deepEqual([thrown.headers[":status"], thrown.body], [500, "RangeError: x"]);
      const { code } = await send(client, { ":path": "/body" });
      assert.equal(code, http2.constants.NGHTTP2_INTERNAL_ERROR);
      assert.equal((await send(client, { ":path": "/fine" })).headers[":status"], 204);
    },
  ));

test("a reset stream, or the end of its connection, cancels the response and aborts the request", async () => {
  const lines: string[] = [];
  const waiters: (() => void)[] = [];
  const report = (line: string): void => {
    lines.push(line);
    waiters.shift()?.();
  };
  const reported = () => new Promise<void>((resolve) => void waiters.push(resolve));
  const handler: Handler = async (request) => {
    if (request.url.endsWith("/wait")) {
      request.signal.addEventListener("abort", () => report(`abort ${request.signal.reason.message}`));
      await new Promise((resolve) => setTimeout(resolve, 300));
      return new Response("late");
    }
    return new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("hi")),
        cancel: (reason) => report(`cancel ${reason}`),
      }),
    );
  };
  await served(handler, async (client) => {
    for (const leave of ["stream", "connection"]) {
      const idle = client.request({ ":path": "/idle" });
      idle.on("error", () => {});
      const first = await new Promise((resolve) => idle.once("data", resolve));
      assert.equal(String(first), "hi");
      const next = reported();
      if (leave === "stream") idle.close(http2.constants.NGHTTP2_CANCEL);
      else client.destroy();
      await next;
      if (leave === "connection") continue;
      const waiting = client.request({ ":path": "/wait" });
      waiting.on("error", () => {});
      const aborted = reported();
      setTimeout(() => waiting.close(http2.constants.NGHTTP2_CANCEL), 100);
      await aborted;
    }
  });
  assert.deepEqual(lines, [
    "cancel resource closed",
    "abort The request has been cancelled.",
    "cancel resource closed",
  ]);
});

test("HTTP/1.1 and HTTP/2 share a port", () =>
  served(
    async (request) => new Response(`${request.method} ${await request.text()}`),
    async (client, port) => {
      const first = await send(client, { ":method": "POST" }, "two");
      client.destroy();
      const second = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", body: "one" });
      assert.deepEqual([first.body, await second.text()], ["POST two", "POST one"]);
    },
  ));
