// Pipelined requests: all run, the responses are sent in order.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

async function start(listener: http.RequestListener): Promise<{ server: http.Server; port: number }> {
  const server = http.createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, port: (server.address() as net.AddressInfo).port };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const get = (path: string, more = ""): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;
const post = (path: string, body: string): string =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${body.length}\r\n\r\n${body}`;

/** Sends the strings one after the other; returns everything received until the server ended the connection or `isEnough`. */
async function talk(
  port: number,
  texts: string[],
  isEnough: (received: string) => boolean = () => false,
): Promise<string> {
  const client = net.connect(port, "127.0.0.1");
  let received = "";
  client.on("data", (chunk) => {
    received += chunk.toString("latin1");
    if (isEnough(received)) client.destroy();
  });
  client.on("error", () => undefined);
  const closed = once(client, "close");
  for (const text of texts) {
    client.write(text);
    await pause(10);
  }
  await closed;
  return received;
}

const bodiesOf = (received: string): string[] => received.split(/HTTP\/1\.1 \d+ [^]*?\r\n\r\n/).slice(1);

for (const isJoined of [true, false]) {
  test(`later requests run while the first waits${isJoined ? ", also when all arrive in one chunk" : ""}`, async () => {
    const events: string[] = [];
    const { server, port } = await start((request, response) => {
      events.push(`request ${request.url}`);
      setTimeout(
        () => {
          events.push(`answer ${request.url}`);
          response.setHeader("Content-Length", request.url!.length);
          response.end(request.url);
        },
        request.url === "/1" ? 120 : 5,
      );
    });
    const requests = [get("/1"), get("/2"), get("/3")];
    const received = await talk(port, isJoined ? [requests.join("")] : requests, (text) => text.includes("/3"));
    assert.deepStrictEqual(bodiesOf(received), ["/1", "/2", "/3"]);
    assert.strictEqual(events.at(-1), "answer /1");
    assert.deepStrictEqual(
      events.filter((event) => event.startsWith("request")),
      ["request /1", "request /2", "request /3"],
    );
    server.close();
  });
}

test("chunks of responses do not mix, independent of the order of writes", async () => {
  const responses = new Map<string, http.ServerResponse>();
  const big = "x".repeat(100_000);
  const { server, port } = await start((request, response) => {
    responses.set(request.url!, response);
    if (responses.size < 3) return;
    responses.get("/3")!.write("3y");
    responses.get("/2")!.write(big);
    responses.get("/1")!.write("1y");
    responses.get("/3")!.end("3z");
    setTimeout(() => {
      responses.get("/1")!.end("1z");
      responses.get("/2")!.end("2z");
    }, 20);
  });
  const received = await talk(
    port,
    [get("/1") + get("/2") + get("/3")],
    (text) => text.includes("3z") && text.endsWith("0\r\n\r\n"),
  );
  const bodies = bodiesOf(received).map((body) => body.replace(/(^|\r\n)[0-9a-f]+\r\n/g, "").replaceAll("\r\n", ""));
  assert.deepStrictEqual(
    bodies.map((body) => body.replace(big, "big ")),
    ["1y1z", "big 2z", "3y3z"],
  );
  server.close();
});

test("requests with bodies", async () => {
  const { server, port } = await start(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    setTimeout(
      () => {
        response.setHeader("Content-Length", body.length);
        response.end(body);
      },
      body === "first" ? 60 : 0,
    );
  });
  const texts = [post("/1", "first") + post("/2", "second").slice(0, -3), `ond${get("/3")}${post("/4", "fourth")}`];
  const received = await talk(port, texts, (text) => text.includes("fourth"));
  assert.deepStrictEqual(bodiesOf(received), ["first", "second", "", "fourth"]);
  server.close();
});

test("address and fields of each are its own, the socket is one", async () => {
  const seen: unknown[] = [];
  const waiting: [http.IncomingMessage, http.ServerResponse][] = [];
  const { server, port } = await start((request, response) => {
    waiting.push([request, response]);
    if (waiting.length < 3) return;
    const [first] = waiting[0]!;
    for (const [each, answer] of waiting) {
      seen.push([
        each.url,
        each.headers["x-name"],
        each.socket === first.socket,
        each.socket.destroyed,
        each.socket.remoteAddress,
      ]);
      answer.end();
    }
  });
  await talk(port, [
    get("/a", "X-Name: one\r\n") + get("/b", "X-Name: two\r\n") + get("/c", "X-Name: three\r\nConnection: close\r\n"),
  ]);
  assert.deepStrictEqual(seen, [
    ["/a", "one", true, false, "127.0.0.1"],
    ["/b", "two", true, false, "127.0.0.1"],
    ["/c", "three", true, false, "127.0.0.1"],
  ]);
  server.close();
});

test("a response that ends the connection is the last one; the requests behind it are aborted", async () => {
  const closed: string[] = [];
  const { server, port } = await start((request, response) => {
    response.on("close", () => closed.push(`${request.url} ${response.writableFinished}`));
    if (request.url !== "/1") return;
    response.setHeader("Connection", "close");
    setTimeout(() => response.end("one"), 50);
  });
  const received = await talk(port, [get("/1") + get("/2")]);
  assert.deepStrictEqual(
    bodiesOf(received).map((body) => body.includes("one")),
    [true],
  );
  for (let left = 50; left > 0 && closed.length < 2; left--) await pause(10);
  assert.deepStrictEqual(closed.sort(), ["/1 true", "/2 false"]);
  server.close();
});

test("a client that disconnects ends all requests of its pipeline", async () => {
  const closed: string[] = [];
  const started: http.ServerResponse[] = [];
  const { server, port } = await start((request, response) => {
    response.on("close", () => closed.push(request.url!));
    started.push(response);
  });
  const client = net.connect(port, "127.0.0.1");
  client.write(get("/1") + get("/2") + get("/3"));
  while (started.length < 3) await pause(5);
  client.destroy();
  while (closed.length < 3) await pause(5);
  assert.deepStrictEqual(closed.sort(), ["/1", "/2", "/3"]);
  server.close();
  await once(server, "close");
});

test("destroying a request of a pipeline ends its connection", async () => {
  const requests: http.IncomingMessage[] = [];
  const { server, port } = await start((request) => {
    requests.push(request);
    if (requests.length === 2) requests[0]!.destroy();
  });
  assert.strictEqual(await talk(port, [get("/1") + get("/2")]), "");
  server.close();
});

test("an upgrade behind another request", async () => {
  const events: string[] = [];
  const { server, port } = await start((request, response) => {
    setTimeout(() => {
      events.push(`answer ${request.url}`);
      response.end("one");
    }, 40);
  });
  server.on("upgrade", (request, socket, head) => {
    events.push(`upgrade ${request.url} ${head}`);
    setTimeout(() => socket.end("raw"), 60);
  });
  const received = await talk(port, [`${get("/1")}${get("/2", "Connection: Upgrade\r\nUpgrade: x\r\n")}more`]);
  assert.deepStrictEqual(events.sort(), ["answer /1", "upgrade /2 more"]);
  assert.ok(received.endsWith("raw"));
  server.close();
});

test("an invalid request ends the connection behind the responses that are complete", async () => {
  const { server, port } = await start((_request, response) => response.end("one"));
  const received = await talk(port, [`${get("/1")}nonsense\r\n\r\n`]);
  // Node.js omits the refusal when the response before it was just sent.
  assert.match(received, /^HTTP\/1\.1 200 OK[^]*one(HTTP\/1\.1 400 Bad Request\r\nConnection: close\r\n\r\n)?$/);
  server.close();
});

test("a thousand requests in one pipeline are all answered, in order", async () => {
  let running = 0;
  let most = 0;
  const { server, port } = await start((request, response) => {
    most = Math.max(most, ++running);
    setImmediate(() => {
      running--;
      response.setHeader("Content-Length", request.url!.length);
      response.end(request.url);
    });
  });
  const urls = Array.from({ length: 1000 }, (_, index) => `/${index}`);
  const received = await talk(port, [urls.map((url) => get(url)).join("")], (text) => text.endsWith("/999"));
  assert.deepStrictEqual(bodiesOf(received), urls);
  assert.ok(most > 1, `${most}`);
  server.close();
});

test("drain reaches the response that waits for it", async () => {
  const events: string[] = [];
  const responses: http.ServerResponse[] = [];
  const { server, port } = await start((_request, response) => {
    responses.push(response);
    if (responses.length < 2) return;
    const chunk = Buffer.alloc(300_000, 120);
    for (const [index, each] of responses.entries()) {
      each.on("drain", () => {
        events.push(`drain ${index}`);
        each.end();
      });
      assert.strictEqual(each.write(chunk), false);
    }
  });
  const received = await talk(port, [get("/1") + get("/2")], (text) => text.split("0\r\n\r\n").length > 2);
  assert.ok(received.length > 600_000);
  assert.deepStrictEqual(events, ["drain 0", "drain 1"]);
  server.close();
});
