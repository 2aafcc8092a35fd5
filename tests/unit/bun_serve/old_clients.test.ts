// Streams for clients of HTTP/1.0, which know no chunks. Run with Bun or Brio.
import assert from "node:assert";
import { connect } from "node:net";
import { test } from "../harness.ts";

const body = (): ReadableStream =>
  new ReadableStream({
    async start(controller) {
      controller.enqueue("first, ");
      await new Promise((resolve) => setTimeout(resolve, 5));
      controller.enqueue("second");
      controller.close();
    },
  });

/** The reply until the server ends the connection. */
function requested(port: number, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(`${head}\r\n\r\n`));
    socket.on("data", (chunk) => (received += chunk));
    socket.on("end", () => resolve(received)).on("error", reject);
  });
}

for (const fields of ["Host: x", "Host: x\r\nConnection: keep-alive"])
  test(`a stream is sent as it is, and ends the connection (${fields.replace("\r\n", ", ")})`, async () => {
    using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(body()) });
    const reply = await requested(server.port!, `GET / HTTP/1.0\r\n${fields}`);
    assert.match(reply, /^HTTP\/1\.1 200 OK\r\n/);
    assert.doesNotMatch(reply, /transfer-encoding/i);
    assert.ok(reply.endsWith("\r\n\r\nfirst, second"), reply);
  });

test("HTTP/1.1 has chunks", async () => {
  using server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response(body()) });
  const reply = await requested(server.port!, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close");
  assert.match(reply, /transfer-encoding: chunked/i);
  assert.ok(reply.endsWith("\r\n0\r\n\r\n"), reply);
});
