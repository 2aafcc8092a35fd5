// `outputSize` of a pipelined response: what waits for the response before it.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net, { type AddressInfo } from "node:net";
import { test } from "../harness.ts";

const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

test("a response behind another one counts its head and body until that one ends", async () => {
  const responses: any[] = [];
  const server = http.createServer((_request, response) => {
    responses.push(response);
    if (responses.length === 2) server.emit("both");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  client.write(REQUEST + REQUEST);
  await once(server, "both");
  const [first, second] = responses;
  second.end("x".repeat(1024));
  assert.ok(second.outputSize > 1024 && second.outputSize < 1500, String(second.outputSize));
  assert.strictEqual(second.writableLength, second.outputSize);
  assert.strictEqual(first.outputSize, 0);
  let received = "";
  client.setEncoding("latin1").on("data", (text: string) => {
    received += text;
    if (received.endsWith("x".repeat(1024))) client.end();
  });
  first.end("one");
  assert.strictEqual(first.outputSize, 0);
  await once(client, "close");
  assert.strictEqual(second.outputSize, 0);
  server.close();
});

test("the first response of a connection holds nothing", async () => {
  let size = -1;
  const server = http.createServer((_request, response) => {
    response.write("x".repeat(100));
    response.end();
    size = (response as any).outputSize;
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  assert.strictEqual((await response.text()).length, 100);
  assert.strictEqual(size, 0);
  server.close();
});
