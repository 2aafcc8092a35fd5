// Failures after a handler of Bun.serve returned: the server and its other requests continue.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function withServer(fetch: (request: Request) => any, body: (server: any) => Promise<void>): Promise<void> {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", development: false, fetch });
  try {
    await body(server);
  } finally {
    server.stop(true);
  }
}

async function assertCut(server: any): Promise<void> {
  await assert.rejects(async () => (await fetch(server.url)).text(), { code: "ECONNRESET" });
}

for (const [name, pull] of Object.entries<any>({
  "errors at once": (controller: any) => controller.error(new Error("stream")),
  "throws later": async () => {
    await pause(5);
    throw new Error("pull");
  },
})) {
  test(`a body that ${name} closes its own connection only`, async () => {
    await withServer(
      () => new Response(new ReadableStream({ pull })),
      async (server) => {
        await assertCut(server);
        await assertCut(server);
      },
    );
  });
}

for (const [name, answer] of Object.entries<any>({
  "an error that is returned": () => new Error("returned"),
  "Response.error()": () => Response.error(),
})) {
  test(`${name} responds 500`, async () => {
    await withServer(answer, async (server) => assert.strictEqual((await fetch(server.url)).status, 500));
  });
}

test("a client that disconnects aborts the request's signal and cancels the stream of the response", async () => {
  const reported: string[] = [];
  const answer = (request: Request): Response => {
    request.signal.addEventListener("abort", () => reported.push(`abort ${request.signal.reason.name}`));
    return new Response(
      new ReadableStream({
        async pull(controller) {
          await pause(5);
          controller.enqueue(new Uint8Array(100));
        },
        cancel(reason) {
          reported.push(`cancel ${reason.name}`);
        },
      }),
    );
  };
  await withServer(answer, async (server) => {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nhost: test\r\n\r\n");
    socket.once("data", () => socket.destroy());
    for (let left = 100; left > 0 && reported.length < 2; left--) await pause(10);
    assert.deepStrictEqual(reported.sort(), ["abort AbortError", "cancel AbortError"]);
  });
});

test("a client that ends in the middle of its body fails its reading, and gets no response", async () => {
  const failures: string[] = [];
  const answer = async (request: Request): Promise<Response> => {
    await request.text().catch((error) => failures.push(`${error.name}: ${error.message}`));
    return new Response("late");
  };
  await withServer(answer, async (server) => {
    for (const framing of ["content-length: 10\r\n\r\nabc", "transfer-encoding: chunked\r\n\r\n5\r\nab"]) {
      const socket = net.connect(server.port, "127.0.0.1");
      let text = "";
      socket.on("data", (bytes) => (text += bytes));
      socket.write(`POST / HTTP/1.1\r\nhost: test\r\n${framing}`);
      await pause(30);
      socket.end();
      await new Promise((resolve) => socket.on("close", resolve));
      assert.strictEqual(text, "");
    }
    assert.deepStrictEqual(failures, Array(2).fill("AbortError: The connection was closed."));
  });
});
