// `request.cookies` of routes; the behaviour is that of Bun 1.4.
import assert from "node:assert";
import { test } from "../harness.ts";

test("cookies of a route are read, and changes are sent with the response", async () => {
  const shared = new Response("shared");
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    routes: {
      "/read": (request: any) =>
        Response.json([
          request.cookies.get("x"),
          request.cookies.get("y"),
          request.cookies === request.cookies,
          "cookies" in request,
        ]),
      "/write": (request: any) => {
        request.cookies.set("n", "v");
        request.cookies.set({ name: "o", value: "p q", httpOnly: true });
        request.cookies.delete("x");
        return new Response("ok", { headers: { "set-cookie": "own=1" } });
      },
      "/later": async (request: any) => {
        await Bun.sleep(1);
        request.cookies.set("late", "1");
        return new Response("later");
      },
      "/shared": (request: any) => {
        request.cookies.set("s", "1");
        return shared.clone();
      },
      "/empty": (request: any) => {
        request.cookies.set("z", "1");
        return new Response(null, { status: 204 });
      },
      "/fails": (request: any) => {
        request.cookies.set("e", "1");
        throw new Error("boom");
      },
      "/assigns": (request: any) => {
        assert.throws(() => {
          request.cookies = 1;
        }, TypeError);
        return new Response("refused");
      },
    },
    fetch: (request: any) => new Response(typeof request.cookies),
    error: () => new Response("failed", { status: 500 }),
  });
  const ask = async (path: string): Promise<unknown[]> => {
    const response = await fetch(new URL(path, server.url), { headers: { cookie: "x=1; y=2" } });
    return [response.status, await response.text(), ...response.headers.getSetCookie()];
  };
  try {
    assert.deepStrictEqual(await ask("/read"), [200, '["1","2",true,true]']);
    assert.deepStrictEqual(await ask("/write"), [
      200,
      "ok",
      "own=1",
      "n=v; Path=/; SameSite=Lax",
      "o=p%20q; Path=/; HttpOnly; SameSite=Lax",
      "x=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax",
    ]);
    assert.deepStrictEqual(await ask("/later"), [200, "later", "late=1; Path=/; SameSite=Lax"]);
    for (let turn = 0; turn < 2; turn++)
      assert.deepStrictEqual(await ask("/shared"), [200, "shared", "s=1; Path=/; SameSite=Lax"]);
    assert.deepStrictEqual(await ask("/empty"), [204, "", "z=1; Path=/; SameSite=Lax"]);
    assert.deepStrictEqual(await ask("/fails"), [500, "failed", "e=1; Path=/; SameSite=Lax"]);
    assert.deepStrictEqual(await ask("/assigns"), [200, "refused"]);
    assert.deepStrictEqual(await ask("/other"), [200, "undefined"]);
  } finally {
    await server.stop(true);
  }
});

test("requests of routes are of a class of their own", async () => {
  const server = Bun.serve({
    port: 0,
    routes: {
      "/:name": (request: any) => {
        assert.throws(() => {
          request.params = {};
        }, TypeError);
        return Response.json([
          request.params,
          Object.getOwnPropertyNames(request),
          `${request}`,
          request instanceof Request,
          request.constructor.name,
          "cookies" in Request.prototype,
        ]);
      },
    },
  });
  assert.deepStrictEqual(await (await fetch(`${server.url}a`)).json(), [
    { name: "a" },
    [],
    "[object BunRequest]",
    true,
    "Request",
    false,
  ]);
  await server.stop(true);
});

test("of several received cookies with one name the first counts, and all are listed", () => {
  const map = new Bun.CookieMap("a=1; a=2; b=3");
  assert.strictEqual(map.get("a"), "1");
  assert.deepStrictEqual(
    [...map.entries()],
    [
      ["a", "1"],
      ["a", "2"],
      ["b", "3"],
    ],
  );
  assert.deepStrictEqual(map.toJSON(), { a: "1", b: "3" });
  map.delete("a");
  assert.deepStrictEqual([map.get("a"), map.size], [null, 1]);
});
