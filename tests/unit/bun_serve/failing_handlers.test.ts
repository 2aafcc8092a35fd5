// Handlers of Bun.serve that fail: the client gets a response, and the server continues.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

/** The server's response to `request`. */
function exchange(port: number, request: string): Promise<string> {
  return new Promise((resolve) => {
    const socket = net.connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (bytes) => (text += bytes));
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(text));
    socket.write(request);
  });
}

test("an error handler that throws responds 500, each time", async () => {
  const server = Bun.serve({
    port: 0,
    development: false,
    fetch() {
      throw new Error("in fetch");
    },
    error() {
      throw new Error("in error");
    },
  });
  for (let index = 0; index < 3; index++) assert.strictEqual((await fetch(server.url)).status, 500);
  server.stop(true);
});

test("an error handler whose promise rejects responds 500", async () => {
  const server = Bun.serve({
    port: 0,
    development: false,
    fetch() {
      throw new Error("in fetch");
    },
    async error() {
      throw new Error("in error");
    },
  });
  assert.strictEqual((await fetch(server.url)).status, 500);
  server.stop(true);
});

test("a value that is not a Response is 204, and the error handler is not called", async () => {
  let errorCalls = 0;
  for (const answer of [undefined, null, 5, "text", {}]) {
    const server = Bun.serve({
      port: 0,
      development: false,
      fetch: () => answer as never,
      error: () => new Response(String(++errorCalls)),
    });
    assert.strictEqual((await fetch(server.url)).status, 204);
    server.stop(true);
  }
  assert.strictEqual(errorCalls, 0);
});

test("a body in chunks is refused when it grows over maxRequestBodySize", async () => {
  const server = Bun.serve({
    port: 0,
    maxRequestBodySize: 10,
    async fetch(request: Request) {
      return new Response(await request.text());
    },
    error: () => new Response("failed", { status: 500 }),
  });
  const head = "POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
  assert.match(await exchange(server.port!, `${head}14\r\n${"x".repeat(20)}\r\n0\r\n\r\n`), /^HTTP\/1\.1 413 /);
  assert.match(await exchange(server.port!, `${head}6\r\nabcdef\r\n6\r\nabcdef\r\n0\r\n\r\n`), /^HTTP\/1\.1 413 /);
  assert.match(await exchange(server.port!, `${head}5\r\nabcde\r\n0\r\n\r\n`), /^HTTP\/1\.1 200 [^]*abcde$/);
  server.stop(true);
});

test("invalid options are refused", () => {
  const fetch = () => new Response();
  const refuses = (options: object, message: RegExp) =>
    assert.throws(() => Bun.serve({ port: 0, fetch, ...options }), {
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message,
    });
  refuses({ fetch: 5 }, /^Expected fetch\(\) to be a function$/);
  refuses({ error: 5 }, /^Expected error to be a function$/);
  refuses({ idleTimeout: 999 }, /^Bun\.serve expects idleTimeout to be 255 or less$/);
  refuses({ routes: 5 }, /^Bun\.serve\(\) expects 'routes' to be an object shaped like:/);
  refuses({ routes: { "/a": 5 } }, /^'routes' expects a Record<string, Response/);
  refuses({ routes: { a: new Response() } }, /^Invalid route "a"\. Path must start with '\/'$/);
});

test("the response for an unhandled error is plain text, and the program fails at its end", async () => {
  for (const error of [
    undefined,
    () => {
      throw new Error("in error");
    },
    async () => {
      throw new Error("in error");
    },
    () => undefined,
    async () => "text",
  ]) {
    const server = Bun.serve({
      port: 0,
      development: false,
      fetch() {
        throw new Error("in fetch");
      },
      error: error as unknown as () => Response,
    });
    const response = await fetch(server.url);
    assert.deepStrictEqual(
      [response.status, response.headers.get("content-type"), await response.text()],
      [500, "text/plain", "Something went wrong!"],
    );
    server.stop(true);
  }
  const program = `const server = Bun.serve({ port: 0, development: false, fetch() { throw new Error("in fetch"); } });
    process.exitCode = 3;
    await (await fetch(server.url)).text();
    server.stop(true);`;
  assert.strictEqual(
    Bun.spawnSync([process.execPath, "-e", program], { stderr: "ignore", stdout: "ignore" }).exitCode,
    1,
  );
});

test("a status without a name has the reason HM", async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response("x", { status: 555 }) });
  assert.match(
    await exchange(server.port!, "GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"),
    /^HTTP\/1\.1 555 HM\r\n/,
  );
  server.stop(true);
});

test("a response of status 101 that was not requested fails fetch", async () => {
  const server = Bun.serve({ port: 0, fetch: () => new Response(null, { status: 101 }) });
  await assert.rejects(fetch(server.url), { name: "TypeError", code: "UnrequestedUpgrade" });
  server.stop(true);
});
