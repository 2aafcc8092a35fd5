// An upgrade request may have a body: it goes to the request, the bytes after it to the socket.
import assert from "node:assert";
import { once } from "node:events";
import http from "node:http";
import net from "node:net";
import { Duplex } from "node:stream";
import { test } from "../harness.ts";

const HEAD = "POST / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n";
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

interface Outcome {
  body: string;
  head: string;
  socket: string;
  isComplete: boolean;
}

/** Sends the parts; returns what the upgrade saw. `isRead`: the program reads the body. */
async function upgrade(parts: string[], isRead = true, isStream = false): Promise<Outcome> {
  const server = http.createServer();
  let seen: Outcome | undefined;
  const ended = new Promise<void>((resolve) => {
    server.on("upgrade", (request, socket, head) => {
      const outcome: Outcome = (seen = { body: "", head: head.toString(), socket: "", isComplete: false });
      if (isRead) request.on("data", (chunk) => (outcome.body += chunk));
      socket.on("data", (chunk) => (outcome.socket += chunk));
      socket.on("end", () => {
        outcome.isComplete = request.complete;
        socket.end();
        resolve();
      });
    });
  });
  if (isStream) {
    const stream = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
    server.emit("connection", stream);
    for (const part of parts) {
      stream.push(part);
      await pause(5);
    }
    stream.push(null);
    await ended;
    return seen!;
  }
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  client.on("error", () => undefined);
  client.resume();
  for (const part of parts) {
    client.write(part);
    await pause(10);
  }
  client.end();
  await ended;
  client.destroy();
  server.close();
  return seen!;
}

const LENGTH = `${HEAD}Content-Length: 3\r\n\r\n`;
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;
const cases: [string, string[], Outcome][] = [
  ["in one piece", [`${LENGTH}abcdef`], { body: "abc", head: "def", socket: "", isComplete: true }],
  ["split in the body", [`${LENGTH}ab`, "cdef", "ghi"], { body: "abc", head: "", socket: "defghi", isComplete: true }],
  [
    "split before and behind the body",
    [LENGTH, "abc", "def"],
    { body: "abc", head: "", socket: "def", isComplete: true },
  ],
  ["in chunks", [`${CHUNKED}3\r\nabc\r\n0\r\n\r\ndef`], { body: "abc", head: "def", socket: "", isComplete: true }],
  [
    "split in a chunk and in the last one",
    [`${CHUNKED}3\r\na`, "bc\r\n0\r\n", "\r\ndef"],
    { body: "abc", head: "", socket: "def", isComplete: true },
  ],
  ["of no bytes", [`${HEAD}Content-Length: 0\r\n\r\ndef`], { body: "", head: "def", socket: "", isComplete: true }],
  ["that is cut short", [`${LENGTH}ab`], { body: "ab", head: "", socket: "", isComplete: false }],
  ["whose chunks are none", [`${CHUNKED}zz\r\ndef`], { body: "", head: "", socket: "", isComplete: false }],
];
for (const [name, parts, expected] of cases) {
  test(`a body ${name}`, async () => assert.deepStrictEqual(await upgrade(parts), expected));
}

test("an unread body does not hold up the protocol", async () => {
  const big = "x".repeat(200_000);
  const parts = [`${HEAD}Content-Length: 200000\r\n\r\n${big.slice(100_000)}`, `${big.slice(100_000)}raw`];
  assert.deepStrictEqual(await upgrade(parts, false), { body: "", head: "", socket: "raw", isComplete: true });
});

for (const [name, parts, expected] of cases.slice(0, 4)) {
  test(`on a stream that the program gave, a body ${name}`, async () =>
    assert.deepStrictEqual(await upgrade(parts, true, true), expected));
}

test("a request without a body ends at once, and does not affect the socket", async () => {
  const server = http.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  client.write("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n");
  const [request, socket] = await once(server, "upgrade");
  await once(request.resume(), "end");
  assert.strictEqual(socket.readableFlowing, null);
  client.write("raw");
  assert.strictEqual(String((await once(socket, "data"))[0]), "raw");
  client.destroy();
  server.close();
});
