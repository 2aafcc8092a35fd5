// Responses for which a program sets a wrong Content-Length. The behaviour is that of Deno 2.9.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

/** What a connection receives until it is closed, in lower case, without dates and types. */
function exchange(port: number, requests: string[], closes = true): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(port, "127.0.0.1", () =>
      socket.write(
        requests
          .map(
            (line, index) =>
              `${line} HTTP/1.1\r\nHost: a\r\n${closes && index === requests.length - 1 ? "Connection: close\r\n" : ""}\r\n`,
          )
          .join(""),
      ),
    );
    let text = "";
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(text.toLowerCase().replace(/(date|content-type|connection|vary): .*\r\n/g, "")));
  });
}

const ok = (length: number, body: string): string => `http/1.1 200 ok\r\ncontent-length: ${length}\r\n\r\n${body}`;

function streamOf(text: string): ReadableStream {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode(text));
      controller.close();
    },
  });
}

async function withServer(body: (port: number) => Promise<void>): Promise<void> {
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen() {} }, (request: Request) => {
    const [, kind, length] = new URL(request.url).pathname.split("/");
    const headers = { "content-length": length! };
    if (kind === "text") return new Response("abc", { headers });
    if (kind === "bytes") return new Response(new Uint8Array([97]), { headers });
    return new Response(kind === "stream" ? streamOf("abc") : null, { headers });
  });
  try {
    await body(server.addr.port);
  } finally {
    await server.shutdown();
  }
}

test("the length of the body replaces a given one", () =>
  withServer(async (port) => {
    assert.strictEqual(
      await exchange(port, [
        "GET /text/2",
        "GET /text/9",
        "GET /bytes/2",
        "GET /none/2",
        "HEAD /none/2",
        "HEAD /text/2",
        "GET /text/3",
      ]),
      ok(3, "abc") + ok(3, "abc") + ok(1, "a") + ok(0, "") + ok(2, "") + ok(2, "") + ok(3, "abc"),
    );
  }));

test("a stream is truncated to the given length; one that is too short ends the connection", () =>
  withServer(async (port) => {
    assert.strictEqual(
      await exchange(port, ["GET /stream/2", "GET /stream/3", "GET /stream/2"]),
      ok(2, "ab") + ok(3, "abc") + ok(2, "ab"),
    );
    assert.strictEqual(await exchange(port, ["GET /stream/5"], false), ok(5, "abc"));
  }));
