// What fails behind a handler of Bun.serve: the server and its other requests go on.
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
  "throws later": async () => { await pause(5); throw new Error("pull"); },
})) {
  test(`a body that ${name} cuts its own connection only`, async () => {
    await withServer(() => new Response(new ReadableStream({ pull })), async (server) => {
      await assertCut(server);
      await assertCut(server);
    });
  });
}

for (const [name, answer] of Object.entries<any>({ "an error that is returned": () => new Error("returned"), "Response.error()": () => Response.error() })) {
  test(`${name} answers 500`, async () => {
    await withServer(answer, async (server) => assert.strictEqual((await fetch(server.url)).status, 500));
  });
}

test("a client that leaves aborts the request's signal and cancels the stream of the response", async () => {
  const told: string[] = [];
  const answer = (request: Request): Response => {
    request.signal.addEventListener("abort", () => told.push(`abort ${request.signal.reason.name}`));
    return new Response(new ReadableStream({
      async pull(controller) {
        await pause(5);
        controller.enqueue(new Uint8Array(100));
      },
      cancel(reason) { told.push(`cancel ${reason.name}`); },
    }));
  };
  await withServer(answer, async (server) => {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nhost: test\r\n\r\n");
    socket.once("data", () => socket.destroy());
    for (let left = 100; left > 0 && told.length < 2; left--) await pause(10);
    assert.deepStrictEqual(told.sort(), ["abort AbortError", "cancel AbortError"]);
  });
});
