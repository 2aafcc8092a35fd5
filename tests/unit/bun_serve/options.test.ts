// Options of Bun.serve that are refused or ignored, the default address of a server, and its counters.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

function failure(options: object): [string, string | undefined, string] {
  try {
    Bun.serve({ port: 0, fetch() {}, ...options } as any).stop(true);
  } catch (error: any) {
    return [error.name, error.code, error.message.split("\n")[0]];
  }
  throw new Error(`${JSON.stringify(options)} is taken`);
}

const ROUTES =
  "'routes' expects a Record<string, Response | HTMLBundle | {[method: string]: (req: BunRequest) => Response|Promise<Response>}>";
const REFUSED: [object, string][] = [
  [{ idleTimeout: "5" }, "Bun.serve expects idleTimeout to be an integer"],
  [{ idleTimeout: 255.5 }, "Bun.serve expects idleTimeout to be an integer"],
  [{ tls: true }, "TLSOptions must be an object"],
  [{ fetch: null }, "Bun.serve() needs either:"],
  [{ fetch: undefined, routes: {} }, "Bun.serve() needs either:"],
  [{ fetch: undefined, routes: [{ path: "/" }] }, "Bun.serve() needs either:"],
  [{ routes: null }, "Bun.serve() expects 'routes' to be an object shaped like:"],
  [{ routes: { "/a": {} } }, ROUTES],
  [{ routes: { "/a": { get() {} } } }, ROUTES],
  [{ routes: { "/é": new Response() } }, 'Invalid route "/é". Please encode all non-ASCII characters in the path.'],
  [{ websocket: { message() {}, error: 5 } }, "websocket expects a function for the 'error' option"],
];

test("invalid options are refused", () => {
  for (const [options, message] of REFUSED)
    assert.deepStrictEqual(failure(options), ["TypeError", "ERR_INVALID_ARG_TYPE", message]);
});

test("null means the default", () => {
  for (const options of [
    { error: null },
    { websocket: null },
    { unix: null },
    { idleTimeout: null },
    { tls: null },
    { hostname: null },
    { routes: { "/a": undefined } },
  ]) {
    Bun.serve({ port: 0, fetch() {}, ...options } as any).stop(true);
  }
});

// An application of Hono has its own list under that name.
test("an array in `routes` is ignored", async () => {
  class App {
    port = 0;
    routes = [{ path: "/" }];
    fetch(): Response {
      return new Response("app");
    }
  }
  const server = Bun.serve(new App() as any);
  assert.strictEqual(await (await fetch(`http://127.0.0.1:${server.port}/`)).text(), "app");
  server.stop(true);
});

test("a server that names no address serves both protocols", async () => {
  const server: any = Bun.serve({
    port: 0,
    fetch: (request: Request, own: any) => new Response(own.requestIP(request).address),
  } as any);
  assert.deepStrictEqual(
    [server.address.address, server.address.family, server.hostname, server.url.hostname],
    ["::", "IPv6", "localhost", "localhost"],
  );
  assert.strictEqual(await (await fetch(`http://127.0.0.1:${server.port}/`)).text(), "::ffff:127.0.0.1");
  assert.strictEqual(await (await fetch(`http://[::1]:${server.port}/`)).text(), "::1");
  server.stop(true);
});

test("addresses are in the URL as given", () => {
  for (const [hostname, shown] of [
    ["0.0.0.0", "0.0.0.0"],
    ["::", "[::]"],
    ["127.0.0.1", "127.0.0.1"],
  ]) {
    const server: any = Bun.serve({ port: 0, hostname, fetch() {} } as any);
    assert.strictEqual(server.url.hostname, shown);
    server.stop(true);
  }
});

test("a request counts as pending while its handler runs", async () => {
  const seen: number[] = [];
  const server: any = Bun.serve({
    port: 0,
    async fetch(_request: Request, own: any) {
      seen.push(own.pendingRequests);
      await new Promise((resolve) => setTimeout(resolve, 5));
      seen.push(own.pendingRequests);
      return new Response("x");
    },
  } as any);
  await fetch(server.url);
  server.reload({ fetch: (_request: Request, own: any) => new Response(`${own.pendingRequests}`) });
  assert.strictEqual(await (await fetch(server.url)).text(), "1");
  assert.deepStrictEqual([...seen, server.pendingRequests], [1, 1, 0]);
  server.stop(true);
});

test("a target that is a complete URL matches its route", async () => {
  const server: any = Bun.serve({
    port: 0,
    routes: { "/u/:id": (request: any) => new Response(`id ${request.params.id}`) },
    fetch: () => new Response("no route"),
  } as any);
  const answer = await new Promise<string>((resolve, reject) => {
    const socket = net.connect(server.port, "127.0.0.1");
    socket.on("error", reject).once("data", (data) => {
      socket.destroy();
      resolve(`${data}`);
    });
    socket.write("GET http://example.test/u/9?q HTTP/1.1\r\nHost: example.test\r\n\r\n");
  });
  assert.ok(answer.endsWith("id 9"), answer);
  server.stop(true);
});
