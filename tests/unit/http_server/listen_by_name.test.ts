import assert from "node:assert";
import dns from "node:dns";
import { once } from "node:events";
import http from "node:http";
import { test } from "../harness.ts";

test("listen() by a name listens on an address of the name", async () => {
  const server = http.createServer((request, response) => response.end("by name"));
  server.listen(0, "localhost");
  await once(server, "listening");
  const { address, port }: any = server.address();
  const addresses = await dns.promises.lookup("localhost", { all: true });
  assert.ok(
    addresses.some((found) => found.address === address),
    `${address} is not one of localhost`,
  );
  const text = await (await fetch(`http://localhost:${port}/`)).text();
  assert.strictEqual(text, "by name");
  server.closeAllConnections();
  server.close();
});

test("listen() by a name that does not exist emits the failure of the look-up", async () => {
  const server = http.createServer();
  server.listen(0, "name.that.does.not.exist.invalid");
  const [error]: any = await once(server, "error");
  assert.strictEqual(error.syscall, "getaddrinfo");
  assert.strictEqual(error.hostname, "name.that.does.not.exist.invalid");
  assert.ok(["ENOTFOUND", "EAI_AGAIN"].includes(error.code), error.code);
  assert.strictEqual(server.listening, false);
});

test("the error for a port in use contains the resolved address", async () => {
  const first = http.createServer();
  first.listen(0, "localhost");
  await once(first, "listening");
  const { address, port }: any = first.address();
  const second = http.createServer();
  second.listen(port, "localhost");
  const [error]: any = await once(second, "error");
  assert.deepStrictEqual(
    [error.code, error.syscall, error.address, error.port],
    ["EADDRINUSE", "listen", address, port],
  );
  first.close();
});
