// The second argument of a handler of Deno.serve, also for handlers whose `length` does not count it.
import assert from "node:assert";
import { test } from "../harness.ts";

type Handler = (...args: any[]) => Response | Promise<Response>;
declare const Deno: any;

async function hostnameSeenBy(handler: Handler): Promise<string> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, handler);
  try {
    return await (await fetch(`http://127.0.0.1:${server.addr.port}/`)).text();
  } finally {
    await server.shutdown();
  }
}

const respond = (info: any): Response => new Response(info?.remoteAddr?.hostname ?? "none");

test("rest parameters, defaults and `arguments` receive it", async () => {
  assert.strictEqual(await hostnameSeenBy((_request: Request, ...rest: any[]) => respond(rest[0])), "127.0.0.1");
  assert.strictEqual(await hostnameSeenBy((_request: Request, info: any = null) => respond(info)), "127.0.0.1");
  assert.strictEqual(
    await hostnameSeenBy(function (_request: Request) {
      return respond(arguments[1]);
    }),
    "127.0.0.1",
  );
});

test("a handler with one plain parameter is called with the request", async () => {
  assert.strictEqual(await hostnameSeenBy((request: Request) => new Response(request.method)), "GET");
  assert.strictEqual(await hostnameSeenBy(async () => new Response("x")), "x");
});
