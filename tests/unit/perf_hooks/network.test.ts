// Entries of the types "net" and "http".
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import { PerformanceObserver } from "node:perf_hooks";
import { test } from "../harness.ts";

test("connections, requests and responses are entries", async () => {
  const entries: any[] = [];
  const observer = new PerformanceObserver((list) => void entries.push(...list.getEntries()));
  observer.observe({ entryTypes: ["net", "http"] });
  const server = http.createServer((request, response) => {
    response.setHeader("x-a", "1");
    response.end(request.url);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as any;
  const [response] = await once(
    http.get({ host: "127.0.0.1", port, path: "/a?b", headers: { "x-b": "2" } }),
    "response",
  );
  await once(response.resume(), "close");
  server.close();
  while (entries.length < 3) await new Promise((resolve) => setTimeout(resolve, 10));
  observer.disconnect();
  const shown = Object.fromEntries(
    entries.map(({ name, detail, duration, entryType }) => [
      `${entryType} ${name}`,
      { detail, isMeasured: duration >= 0 },
    ]),
  );
  assert.deepStrictEqual(Object.keys(shown).sort(), ["http HttpClient", "http HttpRequest", "net connect"]);
  assert.deepStrictEqual(shown["net connect"], { detail: { host: "127.0.0.1", port }, isMeasured: true });
  const { req, res } = shown["http HttpClient"]!.detail;
  assert.deepStrictEqual([req.method, req.url, req.headers["x-b"]], ["GET", `http://127.0.0.1:${port}/a?b`, "2"]);
  assert.deepStrictEqual([res.statusCode, res.statusMessage, res.headers["x-a"]], [200, "OK", "1"]);
  const served = shown["http HttpRequest"]!.detail;
  assert.deepStrictEqual([served.req.method, served.req.url, served.req.headers["x-b"]], ["GET", "/a?b", "2"]);
  assert.deepStrictEqual(
    [served.res.statusCode, served.res.statusMessage, served.res.headers["x-a"]],
    [200, "OK", "1"],
  );
});
