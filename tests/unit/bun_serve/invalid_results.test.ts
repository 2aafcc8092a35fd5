// Handlers that return no response, and uploads that are malformed. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

test("a value that is no Response gets a welcome in development, and 204 in production", async () => {
  for (const development of [true, false]) {
    const values: unknown[] = [undefined, null, "text", 5, { a: 1 }];
    let value: unknown;
    const server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      development,
      fetch: (request: Request) => (request.url.endsWith("/later") ? Promise.resolve(value) : value) as Response,
    });
    for (value of values) {
      for (const url of [server.url, `${server.url}later`]) {
        const response = await fetch(url);
        const received = [response.status, response.headers.get("content-type"), await response.text()];
        const welcome = "Welcome to Bun! To get started, return a Response object.";
        assert.deepStrictEqual(received, development ? [200, "text/plain;charset=utf-8", welcome] : [204, null, ""]);
      }
    }
    await server.stop(true);
  }
});

/** What a server responds with to a request that arrives in parts; its handler reads the body. */
async function responseTo(parts: string[]): Promise<string> {
  let failure: unknown;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request: Request) {
      try {
        return new Response(`got ${await request.text()}`);
      } catch (error) {
        failure = error;
        return new Response("failed");
      }
    },
  });
  const text = await new Promise<string>((resolve) => {
    const socket = net.connect(server.port!, "127.0.0.1", async () => {
      for (const part of parts) {
        socket.write(part);
        await Bun.sleep(20);
      }
    });
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk;
      if (received.includes("got")) socket.destroy();
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(received));
  });
  await server.stop(true);
  if (!text.includes(" 200 ")) assert.strictEqual((failure as Error | undefined)?.name, "AbortError");
  return text;
}

test("a malformed chunk gets a 400, also after valid ones, and fails the reader of the body", async () => {
  const head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
  const refused = "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n";
  for (const body of ["zz\r\nhi\r\n0\r\n\r\n", "2\r\nhixx0\r\n\r\n", "-1\r\n\r\n", "\r\n\r\n"])
    assert.strictEqual(await responseTo([head + body]), refused);
  assert.strictEqual(await responseTo([`${head}2\r\nhi\r\n`, "zz\r\n"]), refused);
  assert.ok((await responseTo([`${head}2;a=b\r\nhi\r\n0\r\n\r\n`])).endsWith("got hi"));
});
