// Response bodies of Deno.serve that fail, and clients that leave: the server lives on.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a body that fails cuts its own connection only, and aborts the request's signal", async () => {
  let aborts = 0;
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request: Request) => {
    request.signal.addEventListener("abort", () => aborts++);
    return new Response(new ReadableStream({ async pull() { await pause(5); throw new Error("pull"); } }));
  });
  for (let index = 0; index < 2; index++) {
    await assert.rejects(async () => (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text(), TypeError);
  }
  assert.strictEqual(aborts, 2);
  await server.shutdown();
});

test("a client that leaves aborts the request's signal and cancels the stream of the response", async () => {
  const told: string[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request: Request) => {
    request.signal.addEventListener("abort", () => told.push(`abort ${request.signal.reason.message}`));
    return new Response(new ReadableStream({
      async pull(controller) {
        await pause(5);
        controller.enqueue(new Uint8Array(100));
      },
      cancel(reason) { told.push(`cancel ${reason?.message ?? reason}`); },
    }));
  });
  const socket = net.connect(server.addr.port, "127.0.0.1");
  socket.write("GET / HTTP/1.1\r\nhost: test\r\n\r\n");
  socket.once("data", () => socket.destroy());
  for (let left = 100; left > 0 && told.length < 2; left--) await pause(10);
  assert.deepStrictEqual(told.sort(), ["abort The request has been cancelled.", "cancel resource closed"]);
  await server.shutdown();
});
