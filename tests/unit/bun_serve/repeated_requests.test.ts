// A request's URL is that of its own head, independent of earlier requests.
import assert from "node:assert";
import { sendInSequence, repeated } from "../sequential_requests.ts";
import { test } from "../harness.ts";

async function withServer(use: (port: number) => Promise<void>): Promise<void> {
  const server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: (request: Request) => new Response(request.url) });
  await use(server.port!);
  await server.stop(true);
}

test("the URLs of requests: the same target with other hosts, and hosts that hold a part of a path", async () => {
  await withServer(async (port) => {
    const heads: [string, string][] = repeated([["/b", "one.example"]], 4);
    heads.push(["/b", "two.example"], ["/x/b", "one.example"], ["/b", "one.example:81"], ["/b?q", "one.example"]);
    heads.push(
      ...repeated<[string, string]>(
        [
          ["/b", "two.example"],
          ["/b", "one.example"],
        ],
        4,
      ),
    );
    const urls = await sendInSequence(
      port,
      heads.map(([target, host]) => `${target} HTTP/1.1\r\nHost: ${host}`),
    );
    assert.deepStrictEqual(
      urls,
      heads.map(([target, host]) => `http://${host}${target}`),
    );
  });
});

test("a host with a slash is never parsed as a host and a longer path", async () => {
  await withServer(async (port) => {
    const plain = repeated(["/admin/b HTTP/1.1\r\nHost: one.example"], 4);
    const urls = await sendInSequence(port, [...plain, "/b HTTP/1.1\r\nHost: one.example/admin"]);
    assert.deepStrictEqual(urls.slice(0, 4), repeated(["http://one.example/admin/b"], 4));
    const alone = await sendInSequence(port, ["/b HTTP/1.1\r\nHost: one.example/admin"]);
    assert.strictEqual(urls[4], alone[0]);
    assert.notStrictEqual(urls[4], "http://one.example/admin/b");
  });
});
