import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

test("a request that the program does not use is destroyed when the client disconnects before the response is complete", async () => {
  const server = http.createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port }: any = server.address();
  const client = net.connect(port, "127.0.0.1", () => client.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n"));
  const [request, response]: any = await once(server, "request");
  response.write("begun");
  client.once("data", () => client.destroy());
  await once(response, "close");
  assert.deepStrictEqual(
    [request.destroyed, request.aborted, response.destroyed, response.writableFinished],
    [true, true, true, false],
  );
  await new Promise((resolve) => server.close(resolve));
});
