import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import { test } from "../harness.ts";

test("a server has Node's limits", () => {
  const server: any = http.createServer();
  assert.deepStrictEqual(
    [
      server.timeout,
      server.headersTimeout,
      server.requestTimeout,
      server.keepAliveTimeout,
      server.keepAliveTimeoutBuffer,
      server.maxHeadersCount,
      server.maxRequestsPerSocket,
      server.requireHostHeader,
    ],
    [0, 60_000, 300_000, 5_000, 1_000, null, 0, true],
  );
});

test("options are checked", () => {
  const create: any = http.createServer;
  assert.throws(() => create(1), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "options" argument must be of type object. Received type number (1)',
  });
  assert.throws(() => create({ keepAliveTimeout: "x" }), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => create({ headersTimeout: 10, requestTimeout: 5 }), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "headersTimeout" is out of range. It must be <= requestTimeout. Received 10',
  });
  assert.throws(() => create({ requireHostHeader: 1 }), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  assert.throws(() => create({ httpValidation: "no" }), { name: "TypeError", code: "ERR_INVALID_ARG_VALUE" });
});

test("listen() on port 0 gets a port, and close() gives it back", async () => {
  const server = http.createServer();
  assert.strictEqual(server.address(), null);
  assert.strictEqual(server.listen(0, "127.0.0.1"), server);
  await once(server, "listening");
  const address: any = server.address();
  assert.strictEqual(address.address, "127.0.0.1");
  assert.strictEqual(address.family, "IPv4");
  assert.ok(address.port > 0);
  assert.strictEqual(server.listening, true);
  await new Promise<void>((resolve, reject) => server.close((error) => (error ? reject(error) : resolve())));
  assert.strictEqual(server.listening, false);
  assert.strictEqual(server.address(), null);
});

test("listen() takes options and a callback", async () => {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen({ port: 0, host: "127.0.0.1" }, resolve));
  assert.throws(() => server.listen(0), {
    name: "Error",
    code: "ERR_SERVER_ALREADY_LISTEN",
    message: "Listen method has been called more than once without closing.",
  });
  await new Promise((resolve) => server.close(resolve));
});

test("listen() refuses invalid addresses", () => {
  const listen = (...args: any[]) => (http.createServer() as any).listen(...args);
  assert.throws(() => listen(70_000), {
    name: "RangeError",
    code: "ERR_SOCKET_BAD_PORT",
    message: "options.port should be >= 0 and < 65536. Received type number (70000).",
  });
  assert.throws(() => listen({}), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_VALUE",
    message: `The argument 'options' must have the property "port" or "path". Received {}`,
  });
});

test("a port in use is an error event", async () => {
  const first = http.createServer().listen(0, "127.0.0.1");
  await once(first, "listening");
  const { port } = first.address() as any;
  const second = http.createServer();
  second.listen(port, "127.0.0.1");
  const [error] = await once(second, "error");
  assert.strictEqual(error.message, `listen EADDRINUSE: address already in use 127.0.0.1:${port}`);
  assert.deepStrictEqual(
    [error.code, error.errno, error.syscall, error.address, error.port],
    ["EADDRINUSE", -98, "listen", "127.0.0.1", port],
  );
  await new Promise((resolve) => first.close(resolve));
});

test("close() of a server that does not listen reports that to its callback", async () => {
  const error: any = await new Promise((resolve) => http.createServer().close(resolve));
  assert.strictEqual(error.code, "ERR_SERVER_NOT_RUNNING");
  assert.strictEqual(error.message, "Server is not running.");
});

test("a server is disposed by closing it", async () => {
  const server: any = http.createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await server[(Symbol as any).asyncDispose]();
  assert.strictEqual(server.listening, false);
});

test("an unreferenced server does not keep the process alive, and getConnections() counts", async () => {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  assert.strictEqual(server.unref(), server);
  assert.strictEqual(server.ref(), server);
  const count = await new Promise((resolve, reject) =>
    server.getConnections((error, found) => (error ? reject(error) : resolve(found))),
  );
  assert.strictEqual(count, 0);
  await new Promise((resolve) => server.close(resolve));
});
