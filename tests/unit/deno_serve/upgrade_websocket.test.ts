// Deno.upgradeWebSocket; the behaviour is that of Deno 2.9.
import assert from "node:assert";
import { test } from "../harness.ts";


function next(target: EventTarget, type: string): Promise<any> {
  return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}

async function withServer(handler: (request: Request) => Response, body: (url: string) => Promise<void>): Promise<void> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  try {
    await body(`ws://127.0.0.1:${server.addr.port}/`);
  } finally {
    await server.shutdown();
  }
}

test("the socket opens, echoes and closes", () => {
  let closed: (event: any) => void;
  const whenClosed = new Promise<any>((resolve) => { closed = resolve; });
  return withServer((request) => {
    const { socket, response } = Deno.upgradeWebSocket(request);
    assert.strictEqual(response.status, 101);
    socket.onopen = () => socket.send("welcome");
    socket.onmessage = (event: MessageEvent) => socket.send(`echo ${event.data}`);
    socket.onclose = closed;
    return response;
  }, async (url) => {
    const client = new WebSocket(url);
    assert.strictEqual((await next(client, "message")).data, "welcome");
    client.send("x");
    assert.strictEqual((await next(client, "message")).data, "echo x");
    client.close(4000, "done");
    assert.deepStrictEqual([(await next(client, "close")).code, (await whenClosed).code], [4000, 4000]);
  });
});

test("a protocol is agreed on", () => withServer((request) => {
  const { socket, response } = Deno.upgradeWebSocket(request, { protocol: "two" });
  socket.onopen = () => socket.close();
  return response;
}, async (url) => {
  const client = new WebSocket(url, ["one", "two"]);
  await next(client, "open");
  assert.strictEqual(client.protocol, "two");
  await next(client, "close");
}));

test("another request cannot be upgraded", () => withServer((request) => {
  try {
    return Deno.upgradeWebSocket(request).response;
  } catch (error: any) {
    return new Response(`${error.name}: ${error.message}`);
  }
}, async (url) => {
  const text = await (await fetch(url.replace("ws:", "http:"))).text();
  assert.strictEqual(text, "TypeError: Invalid Header: 'upgrade' header must contain 'websocket'");
}));
