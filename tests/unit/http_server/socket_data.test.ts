// Listeners of "data" that a program adds to the socket of a request.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

for (const method of ["on", "addListener", "prependListener"] as const) {
  test(`a listener that is added with ${method}() receives what arrives after the request`, async () => {
    let received = "";
    const server = http.createServer((request, response) => {
      response.end();
      request.socket[method]("data", (chunk: Buffer) => (received += chunk));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const socket = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
    socket.write("PUT / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
    socket.end("not a request");
    socket.resume();
    await once(socket, "end");
    server.close();
    assert.strictEqual(received, "not a request");
  });
}
