// So many concurrent requests that their ids are reused, and one that outlives a thousand others.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "../harness.ts";

async function serve(handle: http.RequestListener): Promise<{ server: http.Server; origin: string }> {
  const server = http.createServer(handle);
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const ask = async (url: string): Promise<string> => await (await fetch(url)).text();

test("each of 600 concurrent requests gets its own response", async () => {
  const { server, origin } = await serve((req, res) => void setTimeout(() => res.end(req.url), Math.random() * 20));
  const paths = Array.from({ length: 600 }, (_, index) => `/${index}`);
  assert.deepStrictEqual(await Promise.all(paths.map((path) => ask(origin + path))), paths);
  server.close();
  server.closeAllConnections();
});

test("a delayed request gets its response after a thousand others", async () => {
  let answer: ((text: string) => void) | undefined;
  const { server, origin } = await serve((req, res) => {
    if (req.url === "/slow") answer = (text) => void res.end(text);
    else res.end(req.url);
  });
  const slow = ask(`${origin}/slow`);
  for (let round = 0; round < 20; round++) {
    const paths = Array.from({ length: 50 }, (_, index) => `/${round}/${index}`);
    assert.deepStrictEqual(await Promise.all(paths.map((path) => ask(origin + path))), paths);
  }
  answer!("late");
  assert.strictEqual(await slow, "late");
  server.close();
  server.closeAllConnections();
});

test("aborted requests do not affect the others", async () => {
  const { server, origin } = await serve((req, res) => void (req.url!.endsWith("/kept") && res.end(req.url)));
  for (let round = 0; round < 4; round++) {
    const stop = new AbortController();
    const aborted = Array.from({ length: 100 }, () => fetch(`${origin}/aborted`, { signal: stop.signal }));
    const kept = Array.from({ length: 100 }, (_, index) => ask(`${origin}/${index}/kept`));
    stop.abort();
    for (const result of await Promise.allSettled(aborted))
      assert.strictEqual(result.status === "rejected" && result.reason.name, "AbortError");
    assert.deepStrictEqual(
      await Promise.all(kept),
      Array.from({ length: 100 }, (_, index) => `/${index}/kept`),
    );
  }
  server.close();
  server.closeAllConnections();
});
