// Aborting fetch at each stage; the behaviour is that of Node 26.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";
import { rejection, withServer } from "./server.ts";

test("a signal that has aborted rejects at once with its reason", async () => {
  const reason = new Error("mine");
  assert.strictEqual(await rejection(fetch("http://127.0.0.1:65000/", { signal: AbortSignal.abort(reason) })), reason);
  const error = await rejection(fetch("http://127.0.0.1:65000/", { signal: AbortSignal.abort() }));
  assert.deepStrictEqual([error.name, error.code], ["AbortError", 20]);
});

test("aborting before the response rejects with the reason and closes the connection", () => {
  let closed: () => void;
  const whenClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  return withServer(
    (request) => {
      request.socket.on("close", () => closed());
    },
    async (url) => {
      const controller = new AbortController();
      const promise = fetch(url, { signal: controller.signal });
      setTimeout(() => controller.abort("reason"), 20);
      assert.strictEqual(await rejection(promise), "reason");
      await whenClosed;
    },
  );
});

test("aborting while the body arrives fails the body", () =>
  withServer(
    (_, response) => {
      response.write("one");
    },
    async (url) => {
      const controller = new AbortController();
      const response = await fetch(url, { signal: controller.signal });
      const promise = response.text();
      setTimeout(() => controller.abort(), 20);
      assert.strictEqual((await rejection(promise)).name, "AbortError");

      const second = new AbortController();
      const reader = (await fetch(url, { signal: second.signal })).body!.getReader();
      assert.strictEqual(Buffer.from((await reader.read()).value!).toString(), "one");
      const reason = new Error("stop");
      const read = reader.read();
      second.abort(reason);
      assert.strictEqual(await rejection(read), reason);
    },
  ));

test("AbortSignal.timeout rejects with a TimeoutError", () =>
  withServer(
    () => {},
    async (url) => {
      const error = await rejection(fetch(url, { signal: AbortSignal.timeout(30) }));
      assert.strictEqual(error.name, "TimeoutError");
    },
  ));

test("aborting after the end changes nothing", () =>
  withServer(
    (_, response) => {
      response.end("all");
    },
    async (url) => {
      const controller = new AbortController();
      const response = await fetch(url, { signal: controller.signal });
      const text = await response.text();
      controller.abort();
      assert.strictEqual(text, "all");
      assert.strictEqual(response.status, 200);
    },
  ));

test("aborting while a stream is sent rejects with the reason", () =>
  withServer(
    () => {},
    async (url) => {
      const body = new ReadableStream({
        pull(controller) {
          controller.enqueue(new Uint8Array(1024));
          return new Promise((resolve) => setTimeout(resolve, 5));
        },
      });
      const controller = new AbortController();
      const promise = fetch(url, { method: "POST", body, duplex: "half", signal: controller.signal } as any);
      setTimeout(() => controller.abort("enough"), 30);
      assert.strictEqual(await rejection(promise), "enough");
    },
  ));

test("a stream that fails fails the request", () =>
  withServer(
    () => {},
    async (url) => {
      const failure = new Error("source broke");
      const body = new ReadableStream({
        pull(controller) {
          controller.error(failure);
        },
      });
      const error = await rejection(fetch(url, { method: "POST", body, duplex: "half" } as any));
      assert.deepStrictEqual([error.name, error.message, error.cause], ["TypeError", "fetch failed", failure]);
    },
  ));

test("cancelling the body closes the connection", () => {
  let closed: () => void;
  const whenClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  return withServer(
    (request, response) => {
      request.socket.on("close", () => closed());
      response.write("x");
    },
    async (url) => {
      const response = await fetch(url);
      await response.body!.cancel();
      await whenClosed;
    },
  );
});

/** Runs `body` with the URL of a server that answers each connection with `bytes` and then does `end`. */
async function withRawServer(
  bytes: string,
  end: (socket: net.Socket) => void,
  body: (url: string) => Promise<void>,
): Promise<void> {
  const server = net.createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.write(bytes, "latin1", () => end(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await body(`http://127.0.0.1:${(server.address() as any).port}/`);
  } finally {
    server.close();
  }
}

test("a connection that closes without a response rejects", () =>
  withRawServer(
    "",
    (socket) => socket.end(),
    async (url) => {
      const error = await rejection(fetch(url));
      assert.deepStrictEqual(
        [error.name, error.message, error.cause.name, error.cause.code, error.cause.message],
        ["TypeError", "fetch failed", "SocketError", "UND_ERR_SOCKET", "other side closed"],
      );
    },
  ));

test("a connection that is reset rejects with ECONNRESET", () =>
  withRawServer(
    "",
    (socket) => socket.resetAndDestroy(),
    async (url) => {
      const error = await rejection(fetch(url));
      assert.deepStrictEqual([error.message, error.cause.code], ["fetch failed", "ECONNRESET"]);
    },
  ));

test("a body that is cut short rejects with TypeError terminated", () =>
  withRawServer(
    "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc",
    (socket) => socket.end(),
    async (url) => {
      const response = await fetch(url);
      const error = await rejection(response.text());
      assert.deepStrictEqual(
        [error.name, error.message, error.cause.code],
        ["TypeError", "terminated", "UND_ERR_SOCKET"],
      );
    },
  ));

test("a chunked body that is cut short rejects", () =>
  withRawServer(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
    (socket) => socket.end(),
    async (url) => {
      const error = await rejection((await fetch(url)).text());
      assert.deepStrictEqual([error.name, error.message], ["TypeError", "terminated"]);
    },
  ));

test("bytes that are not a response reject with the parser's error", () =>
  withRawServer(
    "nonsense\r\n\r\n",
    (socket) => socket.end(),
    async (url) => {
      const error = await rejection(fetch(url));
      assert.deepStrictEqual([error.message, error.cause.name], ["fetch failed", "HTTPParserError"]);
    },
  ));

test("a body without length ends with the connection", () =>
  withRawServer(
    "HTTP/1.0 200 OK\r\n\r\nuntil the end",
    (socket) => socket.end(),
    async (url) => {
      assert.strictEqual(await (await fetch(url)).text(), "until the end");
    },
  ));

test("interim responses are skipped", () =>
  withRawServer(
    "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
    () => {},
    async (url) => {
      const response = await fetch(url);
      assert.deepStrictEqual([response.status, response.headers.get("link"), await response.text()], [200, null, "ok"]);
    },
  ));

test("aborting after the head breaks a small unread body", () =>
  withServer(
    (_, response) => {
      response.end("small");
    },
    async (url) => {
      const aborted = async (): Promise<Response> => {
        const controller = new AbortController();
        const response = await fetch(url, { signal: controller.signal });
        controller.abort();
        return response;
      };
      for (const read of ["text", "arrayBuffer", "json", "blob", "bytes"] as const) {
        assert.strictEqual((await rejection((await aborted())[read]())).name, "AbortError", read);
      }
      assert.strictEqual((await rejection((await aborted()).clone().text())).name, "AbortError");
      assert.strictEqual((await rejection((await aborted()).body!.getReader().read())).name, "AbortError");
      const { bodyUsed, status } = await aborted();
      assert.deepStrictEqual([bodyUsed, status], [false, 200]);

      const controller = new AbortController();
      const held = await fetch(url, { signal: controller.signal });
      const reader = held.body!.getReader();
      const reason = new Error("mine");
      controller.abort(reason);
      assert.strictEqual(await rejection(reader.read()), reason);
      const running = new AbortController();
      const text = (await fetch(url, { signal: running.signal })).text();
      running.abort();
      assert.strictEqual((await rejection(text)).name, "AbortError");
    },
  ));

test("a small body is complete without an abort", () =>
  withServer(
    (_, response) => {
      response.end("small");
    },
    async (url) => {
      const { signal } = new AbortController();
      assert.strictEqual(await (await fetch(url, { signal })).text(), "small");
      const chunks: string[] = [];
      for await (const chunk of (await fetch(url, { signal })).body!) chunks.push(Buffer.from(chunk).toString());
      assert.deepStrictEqual(chunks, ["small"]);
      const response = await fetch(url, { signal });
      assert.deepStrictEqual(await Promise.all([response.clone().text(), response.text()]), ["small", "small"]);
    },
  ));
