// A client that disconnects in the middle of a body whose request already has its response.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

test("an answered request is not aborted when its client disconnects", async () => {
  const reported: string[] = [];
  const server = http.createServer((request, response) => {
    for (const event of ["aborted", "error", "close"]) request.on(event, () => reported.push(event));
    request.resume();
    response.end("done");
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    reported.push(error.code!);
    socket.destroy();
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  for (const framing of ["content-length: 100\r\n\r\nabc", "transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n5\r\nab"]) {
    reported.length = 0;
    const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
    client.on("error", () => {});
    client.write(`POST / HTTP/1.1\r\nhost: a\r\n${framing}`);
    await once(client, "data");
    client.end();
    await once(client.resume(), "close");
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepStrictEqual(reported, ["HPE_INVALID_EOF_STATE"]);
  }
  server.close();
});
