// Deno.upgradeWebSocket; the behaviour is that of Deno 2.9.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

function next(target: EventTarget, type: string): Promise<any> {
  return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

async function withServer(
  handler: (request: Request) => Response,
  body: (url: string) => Promise<void>,
): Promise<void> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  try {
    await body(`ws://127.0.0.1:${server.addr.port}/`);
  } finally {
    await server.shutdown();
  }
}

test("the socket opens, echoes and closes", () => {
  let closed: (event: any) => void;
  const whenClosed = new Promise<any>((resolve) => {
    closed = resolve;
  });
  return withServer(
    (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      assert.strictEqual(response.status, 101);
      socket.onopen = () => socket.send("welcome");
      socket.onmessage = (event: MessageEvent) => socket.send(`echo ${event.data}`);
      socket.onclose = closed;
      return response;
    },
    async (url) => {
      const client = new WebSocket(url);
      assert.strictEqual((await next(client, "message")).data, "welcome");
      client.send("x");
      assert.strictEqual((await next(client, "message")).data, "echo x");
      client.close(4000, "done");
      assert.deepStrictEqual([(await next(client, "close")).code, (await whenClosed).code], [4000, 4000]);
    },
  );
});

test("a protocol is agreed on", () =>
  withServer(
    (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "two" });
      socket.onopen = () => socket.close();
      return response;
    },
    async (url) => {
      const client = new WebSocket(url, ["one", "two"]);
      await next(client, "open");
      assert.strictEqual(client.protocol, "two");
      await next(client, "close");
    },
  ));

test("without the option no protocol is agreed on", () =>
  withServer(
    (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.onopen = () => socket.send(`server ${JSON.stringify(socket.protocol)}`);
      return response;
    },
    async (url) => {
      const client = new WebSocket(url, ["one", "two"]);
      assert.strictEqual((await next(client, "message")).data, 'server ""');
      assert.strictEqual(client.protocol, "");
      client.close();
      await next(client, "close");
    },
  ));

test("another request cannot be upgraded", () =>
  withServer(
    (request) => {
      try {
        return Deno.upgradeWebSocket(request).response;
      } catch (error: any) {
        return new Response(`${error.name}: ${error.message}`);
      }
    },
    async (url) => {
      const text = await (await fetch(url.replace("ws:", "http:"))).text();
      assert.strictEqual(text, "TypeError: Invalid Header: 'upgrade' header must contain 'websocket'");
    },
  ));

test("binary messages come as ArrayBuffer", () => {
  let got: (value: any) => void;
  const received = new Promise<any>((resolve) => {
    got = resolve;
  });
  return withServer(
    (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      assert.strictEqual(socket.binaryType, "arraybuffer");
      socket.onmessage = ({ data }: any) => got(data);
      return response;
    },
    async (url) => {
      const client = new WebSocket(url);
      await next(client, "open");
      client.send(new Uint8Array([1, 2, 3]));
      assert.deepStrictEqual(new Uint8Array(await received), new Uint8Array([1, 2, 3]));
      client.close();
      await next(client, "close");
    },
  );
});

test("the server gets the close event at once, whether client or server closes the socket", async () => {
  for (const closer of ["client", "server"]) {
    const start = performance.now();
    let closed: (value: unknown) => void;
    const whenClosed = new Promise<unknown>((resolve) => {
      closed = resolve;
    });
    let server: any;
    await withServer(
      (request) => {
        const { socket, response } = Deno.upgradeWebSocket(request);
        server = socket;
        socket.onclose = ({ code, wasClean }: any) => closed([code, wasClean, socket.readyState]);
        return response;
      },
      async (url) => {
        const client = new WebSocket(url);
        await next(client, "open");
        if (closer === "server")
          await new Promise((resolve) => (server.readyState === 1 ? resolve(null) : (server.onopen = resolve)));
        (closer === "client" ? client : server).close(3001, "why");
        assert.deepStrictEqual(await whenClosed, [3001, true, 3]);
      },
    );
    assert.ok(performance.now() - start < 3000);
  }
});

test("shutdown sends a close frame to WebSockets and does not wait for them", async () => {
  let closed: (value: unknown) => void;
  const whenClosed = new Promise<unknown>((resolve) => {
    closed = resolve;
  });
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onclose = ({ code, reason, wasClean }: any) => closed([code, reason, wasClean]);
    return response;
  });
  const client = new WebSocket(`ws://127.0.0.1:${server.addr.port}/`);
  await next(client, "open");
  const event = next(client, "close");
  await server.shutdown();
  const { code, reason, wasClean } = await event;
  assert.deepStrictEqual([code, reason, wasClean], [1001, "Server shutting down", true]);
  assert.deepStrictEqual(await whenClosed, [1005, "", true]);
});

test("the reason of a close is echoed", async () => {
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    (request: Request) => Deno.upgradeWebSocket(request).response,
  );
  const socket = new WebSocket(`ws://127.0.0.1:${server.addr.port}/`);
  await new Promise((resolve) => (socket.onopen = resolve));
  const closed = new Promise<CloseEvent>((resolve) => (socket.onclose = resolve));
  socket.close(1000, "done");
  const { code, reason, wasClean } = await closed;
  assert.deepStrictEqual([code, reason, wasClean], [1000, "done", true]);
  await server.shutdown();
});

test("the side that closes receives its own code and reason", async () => {
  let closed!: (event: any) => void;
  const whenClosed = new Promise<any>((resolve) => {
    closed = resolve;
  });
  await withServer(
    (request) => {
      const { socket, response } = Deno.upgradeWebSocket(request);
      socket.onopen = () => socket.close(4001, "bye");
      socket.onclose = closed;
      return response;
    },
    async (url) => {
      const ends = [await next(new WebSocket(url), "close"), await whenClosed];
      for (const { code, reason, wasClean } of ends)
        assert.deepStrictEqual([code, reason, wasClean], [4001, "bye", true]);
    },
  );
});

/** What a server's socket reports when its client disconnects without a close frame. */
function endOf(onopen: (socket: WebSocket) => void, leave: (client: net.Socket) => void): Promise<unknown[]> {
  const reports: unknown[] = [];
  let closed!: () => void;
  const whenClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const handler = (request: Request): Response => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    socket.onopen = () => onopen(socket);
    socket.onerror = (event: any) => reports.push(event.message);
    socket.onclose = (event: any) => {
      reports.push(event.code, event.reason, event.wasClean);
      closed();
    };
    return response;
  };
  return withServer(handler, async (url) => {
    const client = net.connect(Number(new URL(url).port), "127.0.0.1", () =>
      client.write(
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n" +
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
      ),
    );
    client.on("data", (chunk) => {
      if (String(chunk).includes("hi")) leave(client);
    });
    await whenClosed;
  }).then(() => reports);
}

test("the end of the connection without a close frame is an error, unless the server has sent its own", async () => {
  const leave = (client: net.Socket): void => void client.end();
  assert.deepStrictEqual(await endOf((socket) => socket.send("hi"), leave), ["Unexpected EOF", 0, "", false]);
  assert.deepStrictEqual(await endOf((socket) => socket.close(4001, "hi"), leave), [1005, "", true]);
});

test("a handshake that is refused has the code 0", async () => {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, () => new Response("no"));
  const client = new WebSocket(`ws://127.0.0.1:${server.addr.port}/`);
  const closed = next(client, "close");
  const { message } = await next(client, "error");
  assert.strictEqual(message, "NetworkError: failed to connect to WebSocket: Invalid status code: 200");
  const { code, wasClean } = await closed;
  assert.deepStrictEqual([code, wasClean], [0, false]);
  await server.shutdown();
});
