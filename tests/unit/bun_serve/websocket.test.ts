// WebSockets of Bun.serve; the behaviour is that of Bun 1.4.
import assert from "node:assert";
import { test } from "../harness.ts";

/** The next event of that type. */
function next(target: EventTarget, type: string): Promise<any> {
  return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

/** Serves WebSockets, and calls `body` with the server and its URL. */
async function withSockets(
  websocket: any,
  body: (url: string, server: any) => Promise<void>,
  upgrade: any = {},
): Promise<void> {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request: Request, self: any) {
      return self.upgrade(request, typeof upgrade === "function" ? upgrade(request) : upgrade)
        ? undefined
        : new Response("no socket", { status: 426 });
    },
    websocket,
  });
  try {
    await body(`ws://127.0.0.1:${server.port}/`, server);
  } finally {
    await server.stop(true);
  }
}

async function connect(url: string, protocols?: string[]): Promise<WebSocket> {
  const socket = new WebSocket(url, protocols);
  socket.binaryType = "arraybuffer";
  await next(socket, "open");
  return socket;
}

test("messages are echoed as strings and bytes, and send returns the number of bytes", () => {
  const sent: unknown[] = [];
  return withSockets(
    {
      message(ws: any, message: any) {
        sent.push(typeof message, ws.send(message));
      },
    },
    async (url) => {
      const socket = await connect(url);
      socket.send("h\u00e9");
      assert.strictEqual((await next(socket, "message")).data, "h\u00e9");
      socket.send(new Uint8Array([1, 2, 3, 4]));
      assert.deepStrictEqual(new Uint8Array((await next(socket, "message")).data), new Uint8Array([1, 2, 3, 4]));
      assert.deepStrictEqual(sent, ["string", 3, "object", 4]);
      const large = "x".repeat(300_000);
      socket.send(large);
      assert.strictEqual((await next(socket, "message")).data, large);
      socket.close();
    },
  );
});

test("open runs inside upgrade, with the data of upgrade", () => {
  const seen: unknown[] = [];
  return withSockets(
    {
      open(ws: any) {
        seen.push(ws.data, ws.readyState, ws.remoteAddress, ws.binaryType);
      },
      message() {},
    },
    async (url) => {
      const socket = await connect(url);
      assert.deepStrictEqual(seen, [{ user: 1 }, 1, "127.0.0.1", "nodebuffer"]);
      socket.close();
    },
    { data: { user: 1 }, headers: { "x-extra": "1" } },
  );
});

test("a request that is not a handshake is not upgraded", () =>
  withSockets({ message() {} }, async (url, server) => {
    const response = await fetch(url.replace("ws:", "http:"));
    assert.deepStrictEqual([response.status, await response.text()], [426, "no socket"]);
    assert.strictEqual(server.pendingWebSockets, 0);
  }));

test("the client's close reaches the handler", () => {
  let closed: (values: unknown[]) => void;
  const whenClosed = new Promise<unknown[]>((resolve) => {
    closed = resolve;
  });
  return withSockets(
    {
      message() {},
      close(ws: any, code: number, reason: string) {
        closed([code, reason, ws.readyState, ws.send("x")]);
      },
    },
    async (url, server) => {
      const socket = await connect(url);
      assert.strictEqual(server.pendingWebSockets, 1);
      socket.close(4000, "why");
      assert.deepStrictEqual(await whenClosed, [4000, "why", 3, 0]);
      const event = await next(socket, "close");
      assert.deepStrictEqual([event.code, event.wasClean, server.pendingWebSockets], [4000, true, 0]);
    },
  );
});

test("the server closes with a code and a reason", () =>
  withSockets(
    {
      message(ws: any) {
        ws.close(4001, "bye");
      },
    },
    async (url) => {
      const socket = await connect(url);
      socket.send("x");
      const { code, reason, wasClean } = await next(socket, "close");
      assert.deepStrictEqual([code, reason, wasClean], [4001, "bye", true]);
    },
  ));

test("terminate gives 1006", () =>
  withSockets(
    {
      message(ws: any) {
        ws.terminate();
      },
    },
    async (url) => {
      const socket = await connect(url);
      socket.send("x");
      const { code, wasClean } = await next(socket, "close");
      assert.deepStrictEqual([code, wasClean], [1006, false]);
    },
  ));

test("messages of a topic reach its subscribers, and not the publisher", () => {
  const results: unknown[] = [];
  return withSockets(
    {
      open(ws: any) {
        ws.subscribe("room");
      },
      message(ws: any, message: string) {
        results.push(ws.publish("room", message), ws.isSubscribed("room"), ws.subscriptions);
      },
    },
    async (url, server) => {
      const [first, second, third] = await Promise.all([connect(url), connect(url), connect(url)]);
      assert.strictEqual(server.subscriberCount("room"), 3);
      const got: string[] = [];
      first!.onmessage = (event) => got.push(`first ${event.data}`);
      const others = [next(second!, "message"), next(third!, "message")];
      first!.send("hello");
      assert.deepStrictEqual(
        (await Promise.all(others)).map((event) => event.data),
        ["hello", "hello"],
      );
      assert.deepStrictEqual(results, [5, true, ["room"]]);
      const again = [next(first!, "message"), next(second!, "message"), next(third!, "message")];
      assert.deepStrictEqual([server.publish("room", "all"), server.publish("empty", "x")], [3, 0]);
      await Promise.all(again);
      assert.deepStrictEqual(got, ["first all"]);
      second!.close();
      await next(second!, "close");
      assert.strictEqual(server.subscriberCount("room"), 2);
    },
  );
});

test("a message that is too long closes the connection with 1009", () => {
  let code = 0;
  return withSockets(
    {
      message() {},
      maxPayloadLength: 100,
      close(_: unknown, given: number) {
        code = given;
      },
    },
    async (url) => {
      const socket = await connect(url);
      socket.send("x".repeat(101));
      await next(socket, "close");
      assert.ok(code === 1009 || code === 1006, `code ${code}`);
    },
  );
});

test("a client that does not read makes send return -1 until drain", () => {
  let drained: () => void;
  const whenDrained = new Promise<void>((resolve) => {
    drained = resolve;
  });
  const results: number[] = [];
  return withSockets(
    {
      backpressureLimit: 1 << 30,
      message(ws: any) {
        for (let count = 0; count < 400 && results.at(-1) !== -1; count++)
          results.push(ws.send(new Uint8Array(100_000)));
      },
      drain() {
        drained();
      },
    },
    async (url) => {
      const socket = await connect(url);
      let bytes = 0;
      socket.onmessage = (event) => {
        bytes += event.data.byteLength;
      };
      socket.send("go");
      await whenDrained;
      assert.strictEqual(results.at(-1), -1);
      while (bytes < results.length * 100_000) await new Promise((resolve) => setTimeout(resolve, 5));
      assert.strictEqual(bytes, results.length * 100_000);
      socket.close();
    },
  );
});

test("compressed messages arrive", () =>
  withSockets(
    {
      perMessageDeflate: true,
      message(ws: any, message: any) {
        ws.send(message, true);
      },
    },
    async (url) => {
      const socket = await connect(url);
      const text = "compress me ".repeat(1000);
      socket.send(text);
      assert.strictEqual((await next(socket, "message")).data, text);
      socket.close();
    },
  ));

test("the option is checked", () => {
  assert.throws(() => Bun.serve({ port: 0, fetch() {}, websocket: { message: 1 as never } }), {
    name: "TypeError",
    message: "websocket expects a function for the 'message' option",
  });
});

test("blobs are binary messages, and are delivered as such when requested", () => {
  const seen: unknown[] = [];
  return withSockets(
    {
      async message(ws: any, message: any) {
        if (message === "start") {
          ws.binaryType = "blob";
          ws.subscribe("topic");
          seen.push(
            ws.binaryType,
            ws.send(new Blob(["one"])),
            ws.sendBinary(new Blob(["two"])),
            ws.send(new Date(0).getTime()),
          );
        } else {
          seen.push(message instanceof Blob, await message.text());
        }
      },
    },
    async (url, server) => {
      const socket = await connect(url);
      const messages: unknown[] = [];
      socket.addEventListener("message", ({ data }) =>
        messages.push(typeof data === "string" ? data : Buffer.from(data).toString()),
      );
      socket.send("start");
      while (messages.length < 3) await next(socket, "message");
      server.publish("topic", new Blob(["three"]));
      await next(socket, "message");
      socket.send(new Uint8Array([52]));
      while (seen.length < 6) await new Promise((resolve) => setTimeout(resolve, 2));
      assert.deepStrictEqual(messages, ["one", "two", "0", "three"]);
      assert.deepStrictEqual(seen, ["blob", 3, 3, 1, true, "4"]);
      socket.close();
    },
  );
});

test("close waits for blobs that were sent before", () => {
  const seen: string[] = [];
  let closed: () => void;
  const whenClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  return withSockets(
    {
      message(_: any, message: any) {
        seen.push(message.toString());
      },
      close(_: any, code: number, reason: string) {
        seen.push(`${code} ${reason}`);
        closed();
      },
    },
    async (url) => {
      const socket = await connect(url);
      socket.send(new Blob(["blob"]));
      socket.send("text");
      socket.close(3001, "bye");
      await whenClosed;
      assert.deepStrictEqual(seen, ["blob", "text", "3001 bye"]);
    },
  );
});

test("sixteen megabytes are buffered for a client before messages are dropped", () => {
  let results: number[] = [];
  return withSockets(
    {
      message(ws: any) {
        const large = "x".repeat(1_000_000);
        results = Array.from({ length: 12 }, () => ws.send(large));
        ws.send("end");
      },
    },
    async (url) => {
      const socket = await connect(url);
      socket.send("start");
      let count = 0;
      while ((await next(socket, "message")).data !== "end") count++;
      assert.deepStrictEqual([count, results.includes(0)], [12, false]);
      socket.close();
    },
  );
});

test("terminate calls the close handler later", () =>
  withSockets({ message() {} }, async (url) => {
    const socket: any = await connect(url);
    const order: string[] = [];
    const closed = next(socket, "close").then(({ code }) => order.push(`close ${code}`));
    socket.terminate();
    order.push(`terminated ${socket.readyState}`);
    await closed;
    assert.deepStrictEqual(order, ["terminated 2", "close 1006"]);
  }));

test("stop(true) sends a close frame to WebSockets", () => {
  const seen: unknown[] = [];
  return withSockets(
    {
      message() {},
      close(_: any, code: number, reason: string) {
        seen.push(code, reason);
      },
    },
    async (url, server) => {
      const socket = await connect(url);
      const closed = next(socket, "close");
      await server.stop(true);
      const { code, reason, wasClean } = await closed;
      assert.deepStrictEqual([code, reason, wasClean, ...seen], [1001, "Server closed", true, 1001, "Server closed"]);
    },
  );
});

test("a socket can publish in its handler close, and later", async () => {
  let closed!: (report: unknown[]) => void;
  const report = new Promise<unknown[]>((resolve) => {
    closed = resolve;
  });
  await withSockets(
    {
      open: (ws: any) => void ws.subscribe("topic"),
      message() {},
      close(ws: any, code: number, reason: string) {
        const before = [code, reason, ws.isSubscribed("topic"), ws.subscriptions, ws.remoteAddress];
        const sent = [
          ws.publish("topic", "bye"),
          ws.publishText("topic", "a"),
          ws.publishBinary("topic", new TextEncoder().encode("b")),
        ];
        setTimeout(() => closed([...before, ...sent, ws.publish("topic", "later")]), 5);
      },
    },
    async (url) => {
      const [leaving, staying] = [await connect(url), await connect(url)];
      const received: unknown[] = [];
      const all = new Promise<void>((resolve) => {
        staying.onmessage = ({ data }) => {
          received.push(typeof data === "string" ? data : new TextDecoder().decode(data));
          if (received.length === 4) resolve();
        };
      });
      leaving.close(4001, "left");
      assert.deepStrictEqual(await report, [4001, "left", false, [], undefined, 3, 1, 1, 5]);
      await all;
      assert.deepStrictEqual(received, ["bye", "a", "b", "later"]);
    },
  );
});

test("a server that stops counts a socket until its handler close returns, and no longer publishes for it", async () => {
  const reports: unknown[] = [];
  const server: any = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: (request: Request, self: any) => void self.upgrade(request) as unknown as Response,
    websocket: {
      open: (ws: any) => void ws.subscribe("topic"),
      message() {},
      close: (ws: any) => void reports.push(ws.publish("topic", "bye"), server.pendingWebSockets),
    },
  });
  const url = `ws://127.0.0.1:${server.port}/`;
  await connect(url);
  await connect(url);
  await server.stop(true);
  assert.deepStrictEqual(reports, [0, 2, 0, 1]);
});
