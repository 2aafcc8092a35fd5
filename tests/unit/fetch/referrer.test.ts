// The Referer field of requests that are given a referrer.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "../harness.ts";

/** Runs `body` with a server that responds with the Referer it received; "/elsewhere" redirects to another host name of it. */
async function withServer(body: (port: number) => Promise<void>): Promise<void> {
  const server = http.createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (request.url === "/elsewhere") response.writeHead(302, { location: `http://localhost:${port}/` }).end();
    else response.end(JSON.stringify(request.headers.referer ?? null));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    await body((server.address() as AddressInfo).port);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("the policy says how much of the referrer is sent", () =>
  withServer(async (port) => {
    const own = `http://127.0.0.1:${port}/`;
    const sent = async (referrer: string, referrerPolicy?: ReferrerPolicy) =>
      (await (await fetch(own, { referrer, referrerPolicy })).json()) as string | null;
    const other = "http://u:p@a.test/b?c#d";
    for (const [policy, expected] of [
      [undefined, "http://a.test/"],
      ["no-referrer", null],
      ["no-referrer-when-downgrade", "http://a.test/b?c"],
      ["same-origin", null],
      ["origin", "http://a.test/"],
      ["strict-origin", "http://a.test/"],
      ["origin-when-cross-origin", "http://a.test/"],
      ["unsafe-url", "http://a.test/b?c"],
    ] as const)
      assert.strictEqual(await sent(other, policy), expected, String(policy));
    assert.strictEqual(await sent(`${own}b?c#d`), `${own}b?c`);
    assert.strictEqual(await sent(`${own}b?c#d`, "strict-origin"), own);
    assert.strictEqual(await sent(`http://a.test/${"x".repeat(5000)}`, "unsafe-url"), "http://a.test/");
    assert.strictEqual(await sent(""), null);
    assert.strictEqual(await sent("about:client"), null);
  }));

test("the referrer of a Request is sent, behind a Referer of the program's", () =>
  withServer(async (port) => {
    const request = new Request(`http://127.0.0.1:${port}/`, {
      method: "POST",
      body: "x",
      referrer: "http://a.test/q",
    });
    assert.strictEqual(await (await fetch(request)).json(), "http://a.test/");
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      referrer: "http://a.test/q",
      headers: { referer: "http://own/" },
    });
    assert.strictEqual(await response.json(), "http://own/, http://a.test/");
  }));

test("another origin after a redirect gets less of it", () =>
  withServer(async (port) => {
    const own = `http://127.0.0.1:${port}/`;
    assert.strictEqual(await (await fetch(`${own}elsewhere`, { referrer: `${own}secret` })).json(), own);
  }));
