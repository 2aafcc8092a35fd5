// A stream that the program closes while data is in flight ends, and so does its session.
import assert from "node:assert";
import http2 from "node:http2";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { test } from "../harness.ts";

test("close() in 'response'", async () => {
  const server = http2.createServer((_, response) => {
    response.writeHead(404);
    response.end("not found");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const session = http2.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  for (let count = 0; count < 10; count++) {
    const stream = session.request({ ":path": "/" });
    stream.on("response", () => stream.close());
    await once(stream, "close");
    assert.strictEqual(stream.rstCode, 0);
  }
  await new Promise<void>((resolve) => session.close(resolve));
  await new Promise<void>((resolve) => void server.close(() => resolve()));
});
