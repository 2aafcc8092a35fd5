// A request's URL is that of its own head, independent of earlier requests.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import type net from "node:net";
import { sendInSequence, repeated } from "../sequential_requests.ts";
import { test } from "../harness.ts";

async function withNodeServer(use: (port: number) => Promise<void>): Promise<void> {
  const server = http.createServer((request, response) => {
    response.setHeader("content-length", String(request.url!.length));
    response.end(request.url);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  await use((server.address() as net.AddressInfo).port);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

test("the targets of repeated requests and of others between them", async () => {
  await withNodeServer(async (port) => {
    const targets = [
      ...repeated(["/a?id=10"], 5),
      "/b",
      ...repeated(["/a?id=10", "/A?id=10", "/a?id=1", "/a?id=100"], 4),
      ...repeated(["*", "http://a/x", "/http://a/x", "/"], 3),
      ...repeated([`/${"l".repeat(255)}`, `/${"l".repeat(256)}`], 3),
    ];
    assert.deepStrictEqual(
      await sendInSequence(
        port,
        targets.map((target) => `${target} HTTP/1.1\r\nHost: a`),
      ),
      targets,
    );
  });
});

test("a thousand targets, each three times", async () => {
  await withNodeServer(async (port) => {
    const targets = repeated(
      Array.from({ length: 1000 }, (_, index) => `/${index % 7 === 0 ? 0 : index}`),
      3,
    );
    assert.deepStrictEqual(
      await sendInSequence(
        port,
        targets.map((target) => `${target} HTTP/1.1\r\nHost: a`),
      ),
      targets,
    );
  });
});

test("a request's `url` may be changed without the next one's", async () => {
  const server = http.createServer((request, response) => {
    const sent = request.url!;
    request.url = "/changed";
    response.setHeader("content-length", String(sent.length));
    response.end(sent);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const heads = repeated(["/kept HTTP/1.1\r\nHost: a"], 5);
  assert.deepStrictEqual(
    await sendInSequence((server.address() as net.AddressInfo).port, heads),
    repeated(["/kept"], 5),
  );
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
