// Responses for which a program sets a wrong Content-Length: a client that trusts it takes part of one response for
// another. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

/** What a connection receives for one request after the other, in lower case, without dates and types. */
function exchange(port: number, requests: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () =>
      socket.write(
        requests
          .map(
            (line, index) =>
              `${line} HTTP/1.1\r\nHost: a\r\n${index === requests.length - 1 ? "Connection: close\r\n" : ""}\r\n`,
          )
          .join(""),
      ),
    );
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text.toLowerCase().replace(/(date|content-type|connection): .*\r\n/g, "")));
  });
}

test("the length of the body replaces a given one", async () => {
  const headers = { "content-length": "2" };
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request: Request) {
      const path = new URL(request.url).pathname;
      if (path === "/long") return new Response("abc", { headers: { "content-length": "9" } });
      if (path === "/bytes") return new Response(new Uint8Array([97]), { headers });
      if (path === "/blob") return new Response(new Blob(["abcd"]), { headers });
      if (path === "/nothing") return new Response(null, { headers });
      if (path === "/204") return new Response(null, { status: 204, headers });
      return new Response("abc", { headers });
    },
  });
  try {
    const ok = (length: number, body: string): string => `http/1.1 200 ok\r\ncontent-length: ${length}\r\n\r\n${body}`;
    assert.strictEqual(
      await exchange(server.port!, [
        "GET /short",
        "GET /long",
        "GET /bytes",
        "GET /blob",
        "GET /nothing",
        "HEAD /nothing",
        "HEAD /short",
        "GET /204",
        "GET /short",
      ]),
      ok(3, "abc") +
        ok(3, "abc") +
        ok(1, "a") +
        ok(4, "abcd") +
        ok(0, "") +
        ok(2, "") +
        ok(3, "") +
        "http/1.1 204 no content\r\n\r\n" +
        ok(3, "abc"),
    );
  } finally {
    await server.stop(true);
  }
});
