import assert from "node:assert";
import { connect } from "node:net";
import { test } from "../harness.ts";

test("the stream of a response to HEAD is cancelled, not read", async () => {
  let reads = 0;
  const cancelled = Promise.withResolvers<void>();
  const body = (): ReadableStream =>
    new ReadableStream(
      {
        pull(controller) {
          reads++;
          controller.enqueue(new Uint8Array(1000));
        },
        cancel: () => cancelled.resolve(),
      },
      { highWaterMark: 0 },
    );
  using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(body()) });
  const received = await new Promise<string>((resolve, reject) => {
    let text = "";
    const socket = connect(server.port!, "127.0.0.1", () => socket.write("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n"));
    socket.on("data", (chunk) => {
      text += chunk;
      if (text.endsWith("\r\n\r\n")) socket.destroy();
    });
    socket.on("close", () => resolve(text.toLowerCase())).on("error", reject);
  });
  await cancelled.promise;
  assert.match(received, /^http\/1\.1 200 ok\r\n(?:.*\r\n)*transfer-encoding: chunked\r\n/);
  assert.strictEqual(reads, 0);
});
