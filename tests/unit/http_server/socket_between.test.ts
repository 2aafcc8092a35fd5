// A program that uses the socket of a connection beside its requests, and what `insecureHTTPParser` and `httpValidation` accept.
import assert from "node:assert";
import http from "node:http";
import net from "node:net";
import process from "node:process";
import { once } from "node:events";
import { test } from "../harness.ts";

const GET = "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n";

/** What a client reads that sends `text`. */
async function talk(options: any, prepare: (server: http.Server) => void, text: string): Promise<string> {
  const server = http.createServer(options);
  prepare(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
  let read = "";
  client
    .setEncoding("latin1")
    .on("data", (piece) => (read += piece))
    .on("error", () => {});
  client.write(text);
  await once(client, "close");
  server.closeAllConnections();
  server.close();
  return read.replace(/Date: [^\r]*\r\n/g, "");
}

const BUSY = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n";

test("a response that is sent as soon as the client is connected", async () => {
  for (const text of ["", `${GET}\r\n`]) {
    const read = await talk({}, (server) => server.on("connection", (socket) => void socket.end(BUSY)), text);
    assert.strictEqual(read, BUSY, text);
  }
  const later = await talk(
    {},
    (server) => server.on("connection", (socket) => void setTimeout(() => socket.end("bye"), 5)),
    "",
  );
  assert.strictEqual(later, "bye");
});

test("bytes before the first response", async () => {
  const read = await talk(
    {},
    (server) =>
      server
        .on("connection", (socket) => void socket.write("HELLO "))
        .on("request", (_, response) => void response.end("ok")),
    `${GET}\r\n`,
  );
  assert.match(read, /^HELLO HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\nok$/);
});

test("a response that detaches its socket", async () => {
  const alone = await talk(
    {},
    (server) =>
      server.on("request", (request, response) => {
        const { socket } = request;
        response.detachSocket(socket);
        socket.end("mine");
      }),
    `${GET}\r\n`,
  );
  assert.strictEqual(alone, "mine");
  const second = await talk(
    {},
    (server) =>
      server.on("request", (request, response) => {
        const { socket } = request;
        response.detachSocket(socket);
        const another = new http.ServerResponse(request);
        another.shouldKeepAlive = false;
        another.assignSocket(socket);
        another.on("finish", () => socket.end());
        another.end("second");
      }),
    `${GET}\r\n`,
  );
  assert.match(second, /^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\n(?:6\r\n)?second/);
});

test("write after end is reported, also without a listener", async () => {
  const reports = once(process, "uncaughtException");
  await talk(
    {},
    (server) =>
      server.on("request", (_, response) => {
        response.end("x");
        response.write("y");
      }),
    `${GET}\r\n`,
  );
  assert.strictEqual((await reports)[0].code, "ERR_STREAM_WRITE_AFTER_END");
});

test("undefined in a list of values becomes a string", async () => {
  const read = await talk(
    {},
    (server) =>
      server.on("request", (_, response) => {
        response.setHeader("X", [undefined as never]);
        response.end();
      }),
    `${GET}\r\n`,
  );
  assert.match(read, /\r\nX: undefined\r\n/);
});

const CONTROL = `${GET}X: a\x01b\r\n\r\n`;
const BOTH =
  "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n";
const BARE = `${GET}X: a\n\r\n`;
const CHUNKED = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n";
const ODD = [
  CONTROL,
  BOTH,
  BARE,
  `${GET}X: a\r\n b\r\n\r\n`,
  `${GET}X: a\0\r\n\r\n`,
  `GET / HTTP/1.1\nHost: a\r\nConnection: close\r\n\r\n`,
  `GET / HTTP/1.1\r\n Host: a\r\nConnection: close\r\n\r\n`,
  `${CHUNKED}2 \r\nok\r\n0\r\n\r\n`,
  `${CHUNKED}2\r\nok0\r\n\r\n`,
  "GET / HTTP/1.2\r\nHost: a\r\nConnection: close\r\n\r\n",
];
const LENIENCE: [options: object, allowed: string[]][] = [
  [{}, []],
  [{ insecureHTTPParser: false }, []],
  [{ insecureHTTPParser: true }, ODD],
];
for (const [options, allowed] of LENIENCE) {
  test(`requests that ${JSON.stringify(options)} accepts`, async () => {
    for (const text of ODD) {
      const read = await talk(
        options,
        (server) =>
          server.on("request", (request, response) => {
            // A refused body arrives after its head.
            request.resume().on("end", () => response.end("ok"));
          }),
        text,
      );
      assert.match(read, allowed.includes(text) ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 400 /, text);
    }
  });
}

test("a folded value is one value", async () => {
  let headers: http.IncomingHttpHeaders = {};
  await talk(
    { insecureHTTPParser: true },
    (server) =>
      server.on("request", (request, response) => {
        ({ headers } = request);
        response.end();
      }),
    `${GET}X: a\r\n b\r\n\tc\r\nY:\r\n d \r\n\r\n`,
  );
  assert.deepStrictEqual([headers.x, headers.y], ["a b\tc", "d"]);
});

test("a thousand fields are accepted, one more is too many", async () => {
  for (const [count, status] of [
    [1000, 200],
    [1001, 431],
  ] as const) {
    // GET already has two.
    const read = await talk(
      {},
      (server) => server.on("request", (_, response) => void response.end()),
      `${GET}${"a: \r\n".repeat(count - 2)}\r\n`,
    );
    assert.match(read, new RegExp(`^HTTP/1\\.1 ${status} `), `${count}`);
  }
});

for (const listensToData of [false, true]) {
  test(`the socket of a connection emits "end"${listensToData ? ", and its data" : ""}`, async () => {
    const events: string[] = [];
    const server = http.createServer((_, response) => {
      events.push("request");
      response.end("ok");
    });
    server.on("connection", (socket) => {
      if (listensToData) socket.on("data", (bytes: Buffer) => events.push(`data ${bytes}`));
      for (const name of ["end", "finish", "close"]) socket.on(name, () => events.push(name));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const client = net.connect((server.address() as net.AddressInfo).port, "127.0.0.1");
    const text = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nok";
    client.write(text);
    await once(client, "data");
    client.end();
    while (events.at(-1) !== "close") await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepStrictEqual(events, ["request", ...(listensToData ? [`data ${text}`] : []), "end", "finish", "close"]);
    server.close();
  });
}
