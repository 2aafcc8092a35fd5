// Draining a server of Bun: `pendingRequests` counts responses that are still being sent, so that a program that waits for zero does not
// cut streams off, and `closeIdleConnections` leaves them alone. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

const HEAD = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5);
}

test("a stream counts until it ends", async () => {
  let controller!: ReadableStreamDefaultController;
  const server = Bun.serve({
    port: 0,
    fetch: () =>
      new Response(
        new ReadableStream({
          start(given) {
            controller = given;
            given.enqueue("first");
          },
        }),
      ),
  });
  const response = await fetch(server.url);
  assert.strictEqual(server.pendingRequests, 1);
  const text = response.text();
  controller.close();
  assert.strictEqual(await text, "first");
  await until(() => server.pendingRequests === 0);
  await server.stop(true);
});

test("a stream whose client left, or that fails, no longer counts", async () => {
  const server = Bun.serve({
    port: 0,
    development: false,
    fetch: ({ url }) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue("first");
            if (url.endsWith("fail")) setTimeout(() => controller.error(new Error("expected by the test")), 10);
          },
        }),
      ),
  });
  const abort = new AbortController();
  await fetch(server.url, { signal: abort.signal });
  assert.strictEqual(server.pendingRequests, 1);
  abort.abort();
  await until(() => server.pendingRequests === 0);
  process.exitCode = 0;
  const failing = await fetch(`${server.url}fail`);
  await failing.text().catch(() => {});
  await until(() => server.pendingRequests === 0);
  process.exitCode = 0;
  await server.stop(true);
});

test("closeIdleConnections closes what is between two requests, and says how many", async () => {
  const server = Bun.serve({
    port: 0,
    async fetch({ url }) {
      if (url.endsWith("slow")) await Bun.sleep(300);
      return new Response("x");
    },
  });
  const events: string[] = [];
  const connect = (name: string, head: string): Promise<void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const socket = net.connect(server.port!, "127.0.0.1", () => socket.write(head));
    socket.on("data", () => {
      events.push(`${name} answered`);
      resolve();
    });
    socket.on("close", () => events.push(`${name} closed`));
    return promise;
  };
  await connect("idle", HEAD);
  const slow = connect("slow", HEAD.replace("/", "/slow"));
  await Bun.sleep(100);
  assert.strictEqual(server.closeIdleConnections(), 1);
  await slow;
  await until(() => events.length === 3);
  assert.deepStrictEqual(events, ["idle answered", "idle closed", "slow answered"]);
  assert.strictEqual(server.closeIdleConnections(), 1);
  await server.stop(true);
});
