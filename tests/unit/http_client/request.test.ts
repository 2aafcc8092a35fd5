import assert from "node:assert";
import http from "node:http";
import { test } from "../harness.ts";
import { recorded, settle, wire } from "./wire.ts";

async function head(options: any, act?: (request: any) => void): Promise<string> {
  const { connection, request } = recorded(options, act);
  await settle();
  request.destroy();
  await settle();
  return connection.sent();
}

test("the target comes from a URL and from options", async () => {
  assert.strictEqual(
    await head({ host: "a.b", port: 81, path: "/x?y" }),
    "GET /x?y HTTP/1.1\r\nHost: a.b:81\r\nConnection: close\r\n\r\n",
  );
  assert.strictEqual(
    await head({ hostname: "::1", auth: "u:p" }),
    "GET / HTTP/1.1\r\nHost: [::1]:80\r\nAuthorization: Basic dTpw\r\nConnection: close\r\n\r\n",
  );
  const connection = wire();
  const request = http.request("http://me:pw@a.b:8080/p?q#h", {
    method: "delete",
    createConnection: () => connection.socket,
  } as any);
  request.on("error", () => {});
  assert.deepStrictEqual(
    [request.method, request.path, request.host, request.protocol],
    ["DELETE", "/p?q", "a.b", "http:"],
  );
  request.end();
  await settle();
  request.destroy();
  assert.strictEqual(
    connection.sent(),
    "DELETE /p?q HTTP/1.1\r\nHost: a.b:8080\r\nAuthorization: Basic bWU6cHc=\r\nConnection: close\r\n\r\n",
  );
});

test("headers can be a list, and the defaults can be left out", async () => {
  assert.strictEqual(await head({ headers: ["A", "b"] }), "GET / HTTP/1.1\r\nA: b\r\nConnection: close\r\n\r\n");
  assert.strictEqual(await head({ setHost: false }), "GET / HTTP/1.1\r\nConnection: close\r\n\r\n");
  assert.strictEqual(await head({ setDefaultHeaders: false }), "GET / HTTP/1.1\r\n\r\n");
});

test("a body is sent with its length when that is known, else in chunks", async () => {
  assert.strictEqual(
    await head({ method: "POST" }, (request) => request.end("abc")),
    "POST / HTTP/1.1\r\nHost: localhost:80\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc",
  );
  assert.strictEqual(
    await head({ method: "PUT" }, (request) => {
      request.write("ab");
      request.addTrailers({ T: "v" });
      setImmediate(() => request.end("c"));
    }),
    "PUT / HTTP/1.1\r\nHost: localhost:80\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nab\r\n1\r\nc\r\n0\r\nT: v\r\n\r\n",
  );
  assert.strictEqual(
    await head({ method: "POST" }, (request) => request.flushHeaders()),
    "POST / HTTP/1.1\r\nHost: localhost:80\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n",
  );
});

test("a request with Expect sends its head at once", async () => {
  const { connection, events, request } = recorded(
    { method: "POST", headers: { Expect: "100-continue", "Content-Length": 2 } },
    () => {},
  );
  await settle();
  assert.strictEqual(
    connection.sent(),
    "POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\nHost: localhost:80\r\nConnection: keep-alive\r\n\r\n",
  );
  request.on("continue", () => request.end("ok"));
  connection.receive("HTTP/1.1 100 Continue\r\n\r\n");
  await settle();
  assert.ok(connection.sent().endsWith("\r\n\r\nok"));
  assert.deepStrictEqual(events, ["socket", "continue", "information 100", "finish"]);
  request.destroy();
});

test("wrong arguments are refused at once", () => {
  const refused = (options: any, expected: object): void => {
    assert.throws(() => http.request(options), expected);
  };
  refused(
    { path: "/a b" },
    { name: "TypeError", code: "ERR_UNESCAPED_CHARACTERS", message: "Request path contains unescaped characters" },
  );
  refused({ path: "/a\r\nX: y" }, { name: "TypeError", code: "ERR_UNESCAPED_CHARACTERS" });
  refused(
    { protocol: "ftp:" },
    { name: "TypeError", code: "ERR_INVALID_PROTOCOL", message: 'Protocol "ftp:" not supported. Expected "http:"' },
  );
  refused(
    { method: "A B" },
    { name: "TypeError", code: "ERR_INVALID_HTTP_TOKEN", message: 'Method must be a valid HTTP token ["A B"]' },
  );
  refused(
    { method: 1 },
    {
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message: 'The "options.method" property must be of type string. Received type number (1)',
    },
  );
  refused(
    { host: 1 },
    {
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message:
        'The "options.host" property must be of type string or one of undefined or null. Received type number (1)',
    },
  );
  refused(
    { agent: {} },
    {
      name: "TypeError",
      code: "ERR_INVALID_ARG_TYPE",
      message:
        'The "options.agent" property must be one of Agent-like Object, undefined, or false. Received an instance of Object',
    },
  );
  refused(
    { timeout: -1 },
    {
      name: "RangeError",
      code: "ERR_OUT_OF_RANGE",
      message: 'The value of "timeout" is out of range. It must be a non-negative finite number. Received -1',
    },
  );
  refused({ insecureHTTPParser: 1 }, { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
  refused({ headers: { "a b": "c" } }, { name: "TypeError", code: "ERR_INVALID_HTTP_TOKEN" });
  refused(
    { headers: { a: "b\r\nc: d" } },
    { name: "TypeError", code: "ERR_INVALID_CHAR", message: 'Invalid character in header content ["a"]' },
  );
  refused("nonsense", { name: "TypeError", code: "ERR_INVALID_URL" });
});

test("headers cannot change once they are sent", async () => {
  const { request } = recorded();
  await settle();
  assert.throws(() => request.setHeader("a", "b"), {
    name: "Error",
    code: "ERR_HTTP_HEADERS_SENT",
    message: "Cannot set headers after they are sent to the client",
  });
  request.destroy();
});

test("abort and destroy end the request with an error, once", async () => {
  const aborted = recorded();
  aborted.request.abort();
  await settle();
  assert.deepStrictEqual(
    [aborted.request.aborted, aborted.request.destroyed, aborted.events],
    [true, true, ["abort", "close"]],
  );
  const destroyed = recorded();
  await settle();
  destroyed.request.destroy(new Error("mine"));
  destroyed.request.destroy(new Error("another"));
  await settle();
  assert.deepStrictEqual(destroyed.events, ["socket", "finish", "error undefined mine", "close"]);
  const early = recorded();
  early.request.destroy();
  await settle();
  assert.deepStrictEqual(early.events, ["error ECONNRESET socket hang up", "close"]);
});

test("a signal aborts the request", async () => {
  const controller = new AbortController();
  const { events, request } = recorded({ signal: controller.signal });
  await settle();
  controller.abort();
  await settle();
  assert.strictEqual(request.destroyed, true);
  assert.deepStrictEqual(events.slice(-2), ["error ABORT_ERR The operation was aborted", "close"]);
});

test("createConnection may call back later, also with an error", async () => {
  const connection = wire();
  const later: any = http.request({
    createConnection: (_options: any, callback: any) => {
      setTimeout(callback, 1, null, connection.socket);
    },
  } as any);
  later.on("error", () => {});
  later.end();
  await new Promise((resolve) => later.on("socket", resolve));
  later.destroy();
  const failing: any = http.request({
    createConnection: (_options: any, callback: any) => {
      callback(new Error("no way"));
    },
  } as any);
  const error: any = await new Promise((resolve) => failing.on("error", resolve));
  assert.strictEqual(error.message, "no way");
});
