// Invalid addresses, ports and file descriptors.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import tls from "node:tls";
import { test } from "../harness.ts";

test("a host with a null byte is refused before any lookup", () => {
  for (const connect of [net.connect, tls.connect] as (typeof net.connect)[]) {
    assert.throws(() => connect({ port: 1, host: "a\0b" }), {
      name: "TypeError",
      code: "ERR_INVALID_ARG_VALUE",
      message: "The property 'options.host' must be a string without null bytes. Received 'a\\x00b'",
    });
  }
});

test("a local port out of range wraps as the system's does", async () => {
  const socket = net.connect({ port: 1, host: "127.0.0.1", localPort: -1 });
  const [error] = await once(socket, "error");
  assert.strictEqual(error.syscall === "connect" && error.code, "ECONNREFUSED");
});

test("listening on a descriptor that is not open is EINVAL", async () => {
  const server = net.createServer();
  server.listen({ fd: 9999 });
  const [error] = await once(server, "error");
  assert.deepStrictEqual([error.code, error.syscall], ["EINVAL", "listen"]);
});

test("a socket over a descriptor that is not open is refused", () => {
  assert.throws(() => new net.Socket({ fd: 9999 }), {
    name: "TypeError",
    code: "ERR_INVALID_FD_TYPE",
    message: "Unsupported fd type: UNKNOWN",
  });
});

test("a backlog that is not a number is the default", async () => {
  const server = net.createServer();
  server.listen({ port: 0, host: "127.0.0.1", backlog: "x" } as any);
  await once(server, "listening");
  server.close();
});

test("a path that is too long fails like a path, not like an address", async () => {
  const socket = net.connect(`/tmp/${"x".repeat(300)}`);
  const [error] = await once(socket, "error");
  assert.strictEqual(error.code, "EINVAL");
  assert.ok(error.message.endsWith(" - Local (undefined:undefined)"), error.message);
});

for (const [name, make] of [
  ["net", net.createServer],
  ["http", http.createServer],
] as const) {
  test(`a server of ${name} that is closed while its name is looked up does not listen`, async () => {
    const server: net.Server = (make as () => net.Server)();
    server.on("listening", () => assert.fail("listens"));
    server.listen(0, "localhost").close();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.strictEqual(server.listening, false);
  });
}
