// The cause of a failed fetch: the classes, names and codes of undici.
import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";
import { test } from "../harness.ts";

/** The cause of the failure of fetch, or of reading its body, when a server sends `answer` and ends. */
async function causeOf(answer: string, options: RequestInit = {}, scheme = "http"): Promise<any> {
  const server = net.createServer((socket) => void socket.on("error", () => {}).once("data", () => socket.end(answer)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  try {
    const response = await fetch(`${scheme}://127.0.0.1:${(server.address() as net.AddressInfo).port}/`, options);
    await response.text();
  } catch (error) {
    assert.strictEqual((error as Error).name, "TypeError");
    return (error as Error).cause;
  } finally {
    server.close();
  }
  return undefined;
}

const described = (error: any) => [
  error.constructor.name,
  error.name,
  error.code,
  error.message,
  Object.keys(error).sort().join(),
];

test("a connection that ends too early is a SocketError", async () => {
  for (const answer of ["", "HTTP/1.1 200 OK\r\ncon", "HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nx"]) {
    const cause = await causeOf(answer);
    assert.deepStrictEqual(described(cause), [
      "SocketError",
      "SocketError",
      "UND_ERR_SOCKET",
      "other side closed",
      "code,name,socket",
    ]);
    assert.strictEqual(cause[Symbol.for("undici.error.UND_ERR_SOCKET")], true);
    assert.strictEqual(cause[Symbol.for("undici.error.UND_ERR")], true);
    assert.strictEqual(Object.getPrototypeOf(cause.constructor).name, "UndiciError");
  }
});

test("an invalid response is an HTTPParserError, which has no code", async () => {
  const text = (reason: string) => `Response does not match the HTTP/1.1 protocol (${reason})`;
  assert.deepStrictEqual(described(await causeOf("SSH-2.0\r\n\r\n")), [
    "HTTPParserError",
    "HTTPParserError",
    undefined,
    text("Expected HTTP/, RTSP/ or ICE/"),
    "code,data,name",
  ]);
  assert.deepStrictEqual(described(await causeOf("HTTP/1.1 200 OK\r\nbad header\r\n\r\n")).slice(1, 4), [
    "HTTPParserError",
    undefined,
    text("Invalid header token"),
  ]);
  assert.deepStrictEqual(
    described(await causeOf("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n")).slice(1, 4),
    ["HTTPParserError", undefined, text("Invalid character in chunk size")],
  );
});

test("lengths that contradict each other are a ResponseContentLengthMismatchError", async () => {
  for (const other of ["content-length: 2", "transfer-encoding: chunked"]) {
    const cause = await causeOf(`HTTP/1.1 200 OK\r\ncontent-length: 1\r\n${other}\r\n\r\nx`);
    assert.deepStrictEqual(described(cause).slice(0, 4), [
      "ResponseContentLengthMismatchError",
      "ResponseContentLengthMismatchError",
      "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
      "Response body length does not match content-length header",
    ]);
  }
});

test("a wrong Content-Length of the request is a RequestContentLengthMismatchError", async () => {
  const cause = await causeOf("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", {
    method: "POST",
    body: "abc",
    headers: { "content-length": "5" },
  });
  assert.deepStrictEqual(described(cause), [
    "RequestContentLengthMismatchError",
    "RequestContentLengthMismatchError",
    "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH",
    "Request body length does not match content-length header",
    "code,message,name",
  ]);
});

test("the error for a peer without TLS contains library and reason", async () => {
  const cause = await causeOf("HTTP/1.1 400 Bad Request\r\n\r\n", {}, "https");
  assert.deepStrictEqual(
    [cause.code, cause.library, cause.reason],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "SSL routines", "wrong version number"],
  );
});

test("the error for a handshake that the server ends contains the server", async () => {
  const cause = await causeOf("", {}, "https");
  assert.deepStrictEqual(
    [cause.code, cause.host, typeof cause.port, cause.path, cause.localAddress],
    ["ECONNRESET", "127.0.0.1", "string", undefined, null],
  );
});

test("a data URL without a comma fails with the data URL", async () => {
  const error: any = await fetch("data:nope").catch((reason) => reason);
  assert.deepStrictEqual([error.message, error.cause.message], ["fetch failed", "failed to fetch the data URL"]);
});

test("a switch of protocols that was not requested is a SocketError", async () => {
  const cause = await causeOf("HTTP/1.1 101 X\r\nupgrade: a\r\nconnection: upgrade\r\n\r\n");
  assert.deepStrictEqual(described(cause).slice(0, 4), ["SocketError", "SocketError", "UND_ERR_SOCKET", "bad upgrade"]);
});
