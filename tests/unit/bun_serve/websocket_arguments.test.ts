// Arguments that the methods of Bun's servers and of their WebSockets refuse, and where errors of WebSocket handlers go.
import assert from "node:assert";
import { test } from "../harness.ts";

type Failure = [name: string, code: string | undefined, message: string];

function failure(body: () => unknown): Failure {
  try {
    body();
  } catch (error: any) {
    return [error.name, error.code, error.message];
  }
  throw new Error("it did not fail");
}

async function withSocket(
  handlers: object,
  body: (socket: any, client: WebSocket, server: any) => unknown,
): Promise<void> {
  let socket: any;
  const server: any = Bun.serve({
    port: 0,
    fetch(request: Request, own: any) {
      own.upgrade(request);
    },
    websocket: {
      message() {},
      open(opened: any) {
        socket = opened;
      },
      ...handlers,
    },
  } as any);
  const client = new WebSocket(`ws://localhost:${server.port}/`);
  await new Promise((resolve, reject) => {
    client.onopen = resolve;
    client.onerror = reject;
  });
  client.onerror = null;
  try {
    await body(socket, client, server);
  } finally {
    client.close();
    server.stop(true);
  }
}

test("invalid messages are refused", () =>
  withSocket({}, (socket) => {
    assert.deepStrictEqual(
      failure(() => socket.send()),
      ["Error", undefined, "send requires at least 1 argument"],
    );
    for (const nothing of [null, undefined])
      assert.deepStrictEqual(
        failure(() => socket.send(nothing)),
        ["Error", undefined, "send requires a non-empty message"],
      );
    assert.deepStrictEqual(
      failure(() => socket.send("x", 5)),
      ["Error", undefined, "send expects compress to be a boolean"],
    );
    assert.deepStrictEqual(
      failure(() => socket.sendText(new Uint8Array(1))),
      ["Error", undefined, "sendText expects a string"],
    );
    assert.deepStrictEqual(
      failure(() => socket.sendBinary("x")),
      ["Error", undefined, "sendBinary expects a Blob or BufferSource"],
    );
    assert.deepStrictEqual(
      failure(() => socket.publish("r", null)),
      ["Error", undefined, "publish requires a non-empty message"],
    );
    assert.deepStrictEqual(
      failure(() => socket.publish(5, "x")),
      ["TypeError", "ERR_INVALID_ARG_TYPE", 'The "topic" argument must be of type string. Received type number (5)'],
    );
    assert.deepStrictEqual(
      failure(() => socket.subscribe(5)),
      ["TypeError", "ERR_INVALID_ARG_TYPE", 'The "topic" argument must be of type string. Received type number (5)'],
    );
    assert.deepStrictEqual(
      failure(() => socket.cork(1)),
      [
        "TypeError",
        "ERR_INVALID_ARG_TYPE",
        'The "callback" argument must be of type function. Received type number (1)',
      ],
    );
    assert.deepStrictEqual(
      failure(() => socket.close("x")),
      ["TypeError", "ERR_INVALID_ARG_TYPE", "close requires a numeric code or undefined"],
    );
  }));

test("a ping that no frame can carry is refused, and the connection continues", () =>
  withSocket({}, async (socket, client) => {
    for (const name of ["ping", "pong"]) {
      assert.deepStrictEqual(
        failure(() => socket[name]("x".repeat(126))),
        ["RangeError", undefined, "The data size must not be greater than 125 bytes. Received 126 bytes."],
      );
      assert.deepStrictEqual(
        failure(() => socket[name](5)),
        ["Error", undefined, `${name} expects a string, Blob, or BufferSource`],
      );
    }
    const received = new Promise((resolve) => {
      client.onmessage = (event) => resolve(event.data);
    });
    socket.send("still here");
    assert.strictEqual(await received, "still here");
  }));

test("methods of the server refuse values that are not requests", () =>
  withSocket({}, (_socket, _client, server) => {
    assert.deepStrictEqual(
      failure(() => server.upgrade({})),
      ["TypeError", "ERR_INVALID_ARG_TYPE", "upgrade requires a Request object"],
    );
    assert.strictEqual(server.upgrade(new Request("http://x")), false);
    assert.deepStrictEqual(
      failure(() => server.requestIP(5)),
      ["TypeError", "ERR_INVALID_ARG_TYPE", "Expected Request object"],
    );
    assert.deepStrictEqual(
      failure(() => server.timeout(new Request("http://x"))),
      ["TypeError", "ERR_MISSING_ARGS", "Not enough arguments to 'timeout'. Expected 2, got 1."],
    );
    assert.strictEqual(server.timeout(new Request("http://x"), 5), undefined);
  }));

for (const name of ["open", "message", "close"]) {
  test(`the error handler gets errors of '${name}'`, async () => {
    const reported: any[] = [];
    const received = new Promise<void>((resolve) => {
      const handlers = {
        [name]() {
          throw new Error("thrown");
        },
        error(error: Error, socket: object) {
          reported.push(error.message, typeof (socket as any).send);
          resolve();
        },
      };
      withSocket(handlers, (_socket, client) => {
        if (client.readyState === WebSocket.OPEN) client.send("x");
        return name === "close" ? client.close() : received;
      }).catch(() => {});
    });
    await received;
    assert.deepStrictEqual(reported, ["thrown", "function"]);
  });
}

test("reload replaces all routes, and the handlers that are given", async () => {
  const server: any = Bun.serve({
    port: 0,
    routes: { "/a": new Response("a") },
    fetch: () => new Response("first"),
  } as any);
  const read = async (): Promise<string> => (await fetch(`${server.url}a`)).text();
  assert.strictEqual(await read(), "a");
  server.reload({});
  assert.strictEqual(await read(), "first");
  server.reload({ routes: { "/a": new Response("b") } });
  assert.strictEqual(await read(), "b");
  server.reload({ fetch: () => new Response("second") });
  assert.strictEqual(await read(), "second");
  server.stop(true);
});
