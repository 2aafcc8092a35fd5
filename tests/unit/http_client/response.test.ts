import assert from "node:assert";
import { test } from "../harness.ts";
import { recorded, settle } from "./wire.ts";

async function answered(
  text: string,
  options: object = {},
  ends = false,
): Promise<{ events: string[]; request: any; sent: string }> {
  const { connection, events, request } = recorded(options);
  await settle();
  connection.receive(text);
  if (ends) connection.end();
  await settle();
  return {
    events: events.filter((event) => event !== "socket" && event !== "finish"),
    request,
    sent: connection.sent(),
  };
}

test("a response with a length ends with its last byte", async () => {
  const { events, sent } = await answered("HTTP/1.1 200 Fine\r\nContent-Length: 5\r\nA: b\r\n\r\nhello");
  assert.strictEqual(
    sent,
    "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".replace("localhost", "localhost:80"),
  );
  assert.deepStrictEqual(events, ["response 200 Fine", "data hello", "response end {}", "response close", "close"]);
});

test("a chunked response has trailers", async () => {
  const { events } = await answered(
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nhe\r\n3\r\nllo\r\n0\r\nX-T: v\r\n\r\n",
  );
  assert.deepStrictEqual(events, [
    "response 200 OK",
    "data he",
    "data llo",
    'response end {"x-t":"v"}',
    "response close",
    "close",
  ]);
});

test("a response without a length ends with the connection", async () => {
  const { events } = await answered("HTTP/1.0 200 OK\r\n\r\nall of it", {}, true);
  assert.deepStrictEqual(events, ["response 200 OK", "data all of it", "response end {}", "close", "response close"]);
});

test("answers to HEAD, 204 and 304 have no body", async () => {
  for (const [head, method] of [
    ["200 OK\r\nContent-Length: 9", "HEAD"],
    ["204 No", "GET"],
    ["304 Not\r\nContent-Length: 9", "GET"],
  ]) {
    const { events } = await answered(`HTTP/1.1 ${head}\r\n\r\n`, { method });
    assert.deepStrictEqual(events.slice(1), ["response end {}", "response close", "close"], head);
  }
});

test("interim responses arrive before the response", async () => {
  const { events } = await answered(
    "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
  );
  assert.deepStrictEqual(events.slice(0, 4), ["information 103", "continue", "information 100", "response 200 OK"]);
});

test("a message's members are Node's", async () => {
  const { connection, request } = recorded();
  await settle();
  const response: any = await new Promise((resolve) => {
    request.on("response", resolve);
    connection.receive(
      "HTTP/1.0 201 So\r\nSet-Cookie: a\r\nset-cookie: b\r\nX: 1\r\nx: 2\r\nHost: h\r\nHost: i\r\nContent-Length: 0\r\n\r\n",
    );
  });
  assert.deepStrictEqual(
    [
      response.httpVersion,
      response.httpVersionMajor,
      response.httpVersionMinor,
      response.method,
      response.url,
      response.upgrade,
    ],
    ["1.0", 1, 0, null, "", false],
  );
  assert.deepStrictEqual(response.headers, { "set-cookie": ["a", "b"], x: "1, 2", host: "h", "content-length": "0" });
  assert.deepStrictEqual(response.headersDistinct.x, ["1", "2"]);
  assert.strictEqual(response.rawHeaders.length, 14);
  assert.strictEqual(response.req, request);
  assert.strictEqual(request.res, response);
});

test("a connection that ends without a response is a socket that hung up", async () => {
  const { events } = await answered("", {}, true);
  assert.deepStrictEqual(events, ["error ECONNRESET socket hang up", "close"]);
});

test("a response that is cut off is aborted", async () => {
  const { events } = await answered("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhel", {}, true);
  assert.deepStrictEqual(events, [
    "response 200 OK",
    "data hel",
    "response aborted",
    "close",
    "response error ECONNRESET aborted",
    "response close",
  ]);
});

test("bytes that are not a response are errors with llhttp's code", async () => {
  for (const [text, code, reason, bytesParsed] of [
    ["garbage\r\n\r\n", "HPE_INVALID_CONSTANT", "Expected HTTP/, RTSP/ or ICE/", 0],
    ["HTTP/1.1 2x0 OK\r\n\r\n", "HPE_INVALID_STATUS", "Invalid status code", 10],
    ["HTTP/1.1 200 OK\r\nA : b\r\n\r\n", "HPE_INVALID_HEADER_TOKEN", "Invalid header token", 18],
    [
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "HPE_INVALID_TRANSFER_ENCODING",
      "Transfer-Encoding can't be present with Content-Length",
      54,
    ],
    [
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 1\r\n\r\n",
      "HPE_UNEXPECTED_CONTENT_LENGTH",
      "Duplicate Content-Length",
      52,
    ],
    [`HTTP/1.1 200 OK\r\nA: ${"x".repeat(20_000)}\r\n\r\n`, "HPE_HEADER_OVERFLOW", "Header overflow", undefined],
  ] as const) {
    const { connection, request } = recorded();
    await settle();
    const error: any = await new Promise((resolve) => {
      request.on("error", resolve);
      connection.receive(text);
    });
    assert.deepStrictEqual([error.code, error.reason, error.message], [code, reason, `Parse Error: ${reason}`]);
    if (bytesParsed !== undefined) assert.strictEqual(error.bytesParsed, bytesParsed, code);
    assert.ok(Buffer.isBuffer(error.rawPacket));
  }
});

test("bytes after the last response are refused", async () => {
  const { events } = await answered(
    "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
  );
  assert.ok(events.includes("error HPE_CLOSED_CONNECTION Parse Error: Data after `Connection: close`"), events.join());
});

test("insecureHTTPParser accepts what is refused otherwise", async () => {
  const { events } = await answered("HTTP/1.1 200 OK\r\nA: \x01b\r\nContent-Length: 0\r\n\r\n", {
    insecureHTTPParser: true,
  });
  assert.strictEqual(events[0], "response 200 OK");
  for (const text of [
    "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\r\nA: b\0c\r\nContent-Length: 0\r\n\r\n",
    "HTTP/1.1 200 OK\nContent-Length: 0\n\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2 \r\nok\r\n0\r\n\r\n",
    "HTTP/1.2 200 OK\r\nContent-Length: 0\r\n\r\n",
  ]) {
    const lenient = await answered(text, { insecureHTTPParser: true });
    assert.deepStrictEqual(
      [lenient.events[0], lenient.events.some((event) => event.startsWith("error"))],
      ["response 200 OK", false],
      text,
    );
    const strict = await answered(text, {});
    assert.ok(
      strict.events.some((event) => event.startsWith("error HPE_")),
      text,
    );
  }
});

test("maxHeaderSize is the request's", async () => {
  const { events } = await answered(`HTTP/1.1 200 OK\r\nA: ${"x".repeat(20_000)}\r\nContent-Length: 0\r\n\r\n`, {
    maxHeaderSize: 30_000,
  });
  assert.strictEqual(events[0], "response 200 OK");
});

test("an upgrade hands the stream over with the bytes behind the head", async () => {
  const { connection, events, request } = recorded({ headers: { Connection: "Upgrade", Upgrade: "x" } });
  await settle();
  const [response, socket, head]: any = await new Promise((resolve) => {
    request.on("upgrade", (...parts: any[]) => resolve(parts));
    connection.receive("HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\nfirst");
  });
  await settle();
  assert.deepStrictEqual([response.statusCode, response.upgrade, head.toString()], [101, true, "first"]);
  assert.deepStrictEqual(events, ["socket", "finish", "close"]);
  const data = await new Promise((resolve) => {
    socket.on("data", (bytes: any) => resolve(bytes.toString()));
    connection.receive("second");
  });
  assert.strictEqual(data, "second");
});

test("CONNECT gives the stream, whatever the status", async () => {
  const { connection, request } = recorded({ method: "CONNECT", path: "a:1" });
  await settle();
  const [response, , head]: any = await new Promise((resolve) => {
    request.on("connect", (...parts: any[]) => resolve(parts));
    connection.receive("HTTP/1.1 407 No\r\nContent-Length: 3\r\n\r\nabc");
  });
  assert.deepStrictEqual([response.statusCode, head.toString()], [407, "abc"]);
});
