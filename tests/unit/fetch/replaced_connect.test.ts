// Interceptors of requests replace `net.Socket.prototype.connect`: fetch calls it for its connections as well.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { test } from "../harness.ts";

async function withServer(body: (url: string, connections: () => number) => Promise<void>): Promise<void> {
  const server = http
    .createServer((request, response) => {
      let text = "";
      request
        .on("data", (bytes) => (text += bytes))
        .on("end", () => {
          if (request.url === "/moved") response.writeHead(302, { location: "/there" }).end();
          else if (request.url === "/packed")
            response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("unpacked"));
          else if (request.url === "/slow") return;
          else response.setHeader("set-cookie", ["a=1", "b=2"]).end(`${request.method} ${request.url} ${text}`);
        });
    })
    .listen(0, "127.0.0.1");
  await once(server, "listening");
  const { connect } = net.Socket.prototype;
  let seen = 0;
  net.Socket.prototype.connect = function (this: net.Socket, ...args: any[]) {
    seen++;
    return (connect as any).apply(this, args);
  } as typeof connect;
  try {
    await body(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}`, () => seen);
  } finally {
    net.Socket.prototype.connect = connect;
    server.closeAllConnections();
    server.close();
  }
}

test("fetch connects with it, and works as usual", () =>
  withServer(async (url, connections) => {
    const plain = await fetch(`${url}/a?b`);
    assert.deepStrictEqual(
      [plain.status, plain.headers.getSetCookie(), await plain.text()],
      [200, ["a=1", "b=2"], "GET /a?b "],
    );
    assert.ok(connections() > 0);
    assert.strictEqual(await (await fetch(url, { method: "POST", body: "sent" })).text(), "POST / sent");
    const streamed = new ReadableStream({
      start(controller) {
        for (const part of ["str", "eam"]) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    assert.strictEqual(
      await (await fetch(url, { method: "PUT", body: streamed, duplex: "half" } as RequestInit)).text(),
      "PUT / stream",
    );
    const moved = await fetch(`${url}/moved`);
    assert.deepStrictEqual([moved.redirected, moved.url, await moved.text()], [true, `${url}/there`, "GET /there "]);
    assert.strictEqual(await (await fetch(`${url}/packed`)).text(), "unpacked");
  }));

test("a failure is fetch's, and so is an abort", () =>
  withServer(async (url) => {
    await assert.rejects(
      fetch("http://127.0.0.1:1/").catch((error) => {
        throw error.cause?.code === undefined ? error : new Error(`${error.message}: ${error.cause.code}`);
      }),
      /fetch failed/,
    );
    const controller = new AbortController();
    const waiting = fetch(`${url}/slow`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await assert.rejects(waiting, { name: "AbortError" });
  }));
