// Requests that two programs could parse in two ways, and invalid ones: which of them the server refuses, and the arguments of
// "clientError".
import assert from "node:assert";
import http from "node:http";
import net from "node:net";
import { test } from "../harness.ts";

const POST = "POST / HTTP/1.1\r\nHost: a\r\n";
const GET = "GET / HTTP/1.1\r\nHost: a\r\n";
const CHUNKED = `${POST}Transfer-Encoding: chunked\r\n\r\n`;

/** The result of a client's bytes: its request's body, or the error. */
async function outcome(bytes: string): Promise<any> {
  const server = http.createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const client = net.connect((server.address() as any).port, "127.0.0.1", () => client.write(bytes, "latin1"));
  client.on("error", () => {});
  try {
    return await new Promise((resolve) => {
      server.on("clientError", ({ code, reason, message, bytesParsed, rawPacket }: any, socket) => {
        assert.strictEqual(message, `Parse Error: ${reason}`);
        assert.strictEqual(rawPacket?.toString("latin1"), bytes);
        resolve([code, reason, bytesParsed]);
        socket.destroy();
      });
      server.on("request", (request, response) => {
        let text = "";
        request.on("data", (chunk) => (text += chunk));
        request.on("error", () => {});
        request.on("end", () => {
          resolve(text);
          response.end();
        });
      });
    });
  } finally {
    client.destroy();
    server.close();
  }
}

function table(
  name: string,
  start: string,
  rows: [rest: string, code: string, reason: string, bytesParsed: number][],
): void {
  test(name, async () => {
    for (const [rest, code, reason, bytesParsed] of rows) {
      assert.deepStrictEqual(
        await outcome(start + rest),
        [`HPE_${code}`, reason, bytesParsed],
        JSON.stringify(start + rest),
      );
    }
  });
}

const LENGTH = "INVALID_CONTENT_LENGTH";
const CODING = "INVALID_TRANSFER_ENCODING";
const TOKEN = "INVALID_HEADER_TOKEN";
const SIZE = "INVALID_CHUNK_SIZE";
const WRONG_CODING = "Invalid `Transfer-Encoding` header value";
const NO_DIGIT = "Invalid character in Content-Length";
const NO_SIZE = "Invalid character in chunk size";

table("a length is one number", POST, [
  ["Content-Length: 3\r\nContent-Length: 3\r\n\r\nabc", "UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length", 61],
  ["Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd", "UNEXPECTED_CONTENT_LENGTH", "Duplicate Content-Length", 61],
  ["Content-Length: 3, 3\r\n\r\nabc", LENGTH, NO_DIGIT, 43],
  ["Content-Length: +3\r\n\r\nabc", LENGTH, NO_DIGIT, 42],
  ["Content-Length: -0\r\n\r\n", LENGTH, NO_DIGIT, 42],
  ["Content-Length: 0x3\r\n\r\nabc", LENGTH, NO_DIGIT, 43],
  ["Content-Length: 1_0\r\n\r\nabc", LENGTH, NO_DIGIT, 43],
  ["Content-Length: 3.0\r\n\r\nabc", LENGTH, NO_DIGIT, 43],
  ['Content-Length: "3"\r\n\r\nabc', LENGTH, NO_DIGIT, 42],
  ["Content-Length: 3 4\r\n\r\nabc", LENGTH, NO_DIGIT, 44],
  ["Content-Length: \r\n\r\nabc", LENGTH, "Empty Content-Length", 44],
  ["Content-Length: 18446744073709551616\r\n\r\nabc", LENGTH, "Content-Length overflow", 62],
  ["Content-Length:\r\n 3\r\n\r\nabc", TOKEN, "Invalid header value char", 44],
  ["Content-Length: 3\r\n 4\r\n\r\nabc", TOKEN, "Unexpected whitespace after header value", 45],
]);

table("a transfer coding stands alone and ends with chunked", POST, [
  [
    "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    CODING,
    "Transfer-Encoding can't be present with Content-Length",
    63,
  ],
  [
    "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n",
    LENGTH,
    "Content-Length can't be present with Transfer-Encoding",
    69,
  ],
  ["Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n", CODING, WRONG_CODING, 74],
  ["Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n", CODING, WRONG_CODING, 53],
  ["Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n", CODING, WRONG_CODING, 53],
  ["Transfer-Encoding: chunked,\r\n\r\n0\r\n\r\n", CODING, WRONG_CODING, 53],
  ["Transfer-Encoding: identity\r\n\r\nabc", CODING, "Request has invalid `Transfer-Encoding`", 57],
  ["Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", CODING, "Request has invalid `Transfer-Encoding`", 57],
  ["Transfer-Encoding: chunked\t\r\n\r\n0\r\n\r\n", CODING, "Request has invalid `Transfer-Encoding`", 57],
  ["Transfer-Encoding: \r\n\r\nabc", CODING, "Empty Transfer-Encoding", 47],
  ["Transfer-Encoding: \x0bchunked\r\n\r\n0\r\n\r\n", TOKEN, "Invalid header value char", 45],
  ["Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n", TOKEN, "Invalid header value char", 47],
]);

table("chunks are exact", CHUNKED, [
  ["+3\r\nabc\r\n0\r\n\r\n", SIZE, NO_SIZE, 56],
  ["0x3\r\nabc\r\n0\r\n\r\n", SIZE, NO_SIZE, 57],
  ["1_0\r\nabc\r\n0\r\n\r\n", SIZE, NO_SIZE, 57],
  [" 3\r\nabc\r\n0\r\n\r\n", SIZE, NO_SIZE, 56],
  ["3 \r\nabc\r\n0\r\n\r\n", SIZE, NO_SIZE, 58],
  ["\r\nabc\r\n0\r\n\r\n", SIZE, NO_SIZE, 56],
  ["10000000000000003\r\nabc\r\n0\r\n\r\n", SIZE, "Chunk size overflow", 73],
  ["3\nabc\r\n0\r\n\r\n", "CR_EXPECTED", "Missing expected CR after chunk size", 58],
  ["3\rabc\r\n0\r\n\r\n", "STRICT", "Expected LF after chunk size", 58],
  ["3\r\nabc\n0\r\n\r\n", "CR_EXPECTED", "Missing expected CR after chunk data", 63],
  ["3\r\nabcd\r\n0\r\n\r\n", "STRICT", "Expected LF after chunk data", 62],
  ["3; a=b\r\nabc\r\n0\r\n\r\n", "STRICT", "Invalid character in chunk extensions", 59],
  ["3;a\nabc\r\n0\r\n\r\n", "CR_EXPECTED", "Missing expected CR after chunk extension name", 59],
  ["3;a\0b\r\nabc\r\n0\r\n\r\n", "STRICT", "Invalid character in chunk extensions name", 60],
  ['3;a="b"c\r\nabc\r\n0\r\n\r\n', "STRICT", "Invalid character in chunk extensions quote value", 63],
  ["0\r\nX: y\n\r\n", "CR_EXPECTED", "Missing expected CR after header value", 63],
  ["0\r\nX : y\r\n\r\n", TOKEN, "Invalid header token", 60],
  ["0\r\nContent-Length: 5\r\n\r\n", LENGTH, "Content-Length can't be present with Transfer-Encoding", 74],
]);

table("lines end with CR and LF, and are not folded", GET, [
  ["A: b\nC: d\r\n\r\n", "CR_EXPECTED", "Missing expected CR after header value", 29],
  ["A: b\rC: d\r\n\r\n", "LF_EXPECTED", "Missing expected LF after header value", 30],
  ["A: b\r\n\n", TOKEN, "Invalid header field char", 32],
  ["A: b\r\n\rX", "STRICT", "Expected LF after headers", 32],
  ["A: b\r\n c\r\n\r\n", TOKEN, "Unexpected whitespace after header value", 31],
  ["A:\r\n c\r\n\r\n", TOKEN, "Invalid header value char", 30],
  ["A : b\r\n\r\n", TOKEN, "Invalid header token", 26],
  [": b\r\n\r\n", TOKEN, "Invalid header token", 25],
  ["A\0b: c\r\n\r\n", TOKEN, "Invalid header token", 26],
  ["A: b\0c\r\n\r\n", TOKEN, "Invalid header value char", 29],
]);

table("a request line has three parts", "", [
  ["GET / HTTP/1.1\nHost: a\r\n\r\n", "INVALID_VERSION", "Expected CRLF after version", 15],
  ["GET / HTTP/1.1\r\n Host: a\r\n\r\n", "UNEXPECTED_SPACE", "Unexpected space after start line", 17],
  ["get / HTTP/1.1\r\nHost: a\r\n\r\n", "INVALID_METHOD", "Invalid method encountered", 0],
  ["GET / HTTP/1.2\r\nHost: a\r\n\r\n", "INVALID_VERSION", "Invalid HTTP version", 14],
  ["GET a HTTP/1.1\r\nHost: a\r\n\r\n", "INVALID_URL", "Invalid characters in url", 6],
]);

test("requests that only look dangerous are accepted", async () => {
  for (const [request, body] of [
    [`${POST}Content-Length: 0003\t\r\n\r\nabc`, "abc"],
    [`${POST}Transfer-Encoding: CHUNKED \r\n\r\n3\r\nabc\r\n0\r\n\r\n`, "abc"],
    [`${POST}Transfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`, "abc"],
    [`${POST}Transfer_Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc`, "abc"],
    [`${CHUNKED}${"0".repeat(40)}3;a;b="c\\"d"\r\nabc\r\n0;e\r\nX: y\r\n\r\n`, "abc"],
    ["\r\n\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", ""],
  ] as const)
    assert.strictEqual(await outcome(request), body, JSON.stringify(request));
});

test("bytes behind a complete request are refused at their position", async () => {
  const [, , bytesParsed] = await new Promise<any>((resolve) => {
    const server = http
      .createServer((_request, response) => response.end())
      .listen(0, "127.0.0.1", () => {
        const client = net.connect((server.address() as any).port, "127.0.0.1", () => client.write(`${GET}\r\nabc`));
        client.resume().on("error", () => {});
        server.on("clientError", (error: any, socket) => {
          resolve([error.code, error.reason, error.bytesParsed]);
          socket.destroy();
          server.close();
        });
      });
  });
  assert.strictEqual(bytesParsed, 27);
});

test("a truncated message has an error without bytes", async () => {
  const server = http.createServer((request) => void request.on("error", () => {}));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  for (const bytes of ["GET / HT", `${POST}Content-Length: 3\r\n\r\nab`, `${CHUNKED}3\r\nab`]) {
    const error: any = await new Promise((resolve) => {
      server.once("clientError", (each, socket) => {
        resolve(each);
        socket.destroy();
      });
      net
        .connect((server.address() as any).port, "127.0.0.1")
        .on("error", () => {})
        .end(bytes);
    });
    assert.deepStrictEqual(
      [error.code, error.reason, error.message, error.bytesParsed, error.rawPacket],
      ["HPE_INVALID_EOF_STATE", "Invalid EOF state", "Parse Error", 0, undefined],
    );
  }
  server.close();
});

test("the socket of a request counts received and written bytes", async () => {
  const counts: number[][] = [];
  let socket: any;
  const server = http.createServer((request, response) => {
    socket = request.socket;
    request.resume().on("end", () => {
      counts.push([socket.bytesRead, socket.bytesWritten]);
      response.sendDate = false;
      response.end("hello");
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const request = `${POST}Content-Length: 5\r\n\r\nhello`;
  let received = 0;
  const client = net.connect((server.address() as any).port, "127.0.0.1", () => client.write(request));
  await new Promise<void>((resolve) => {
    client.on("data", (bytes) => {
      received += bytes.length;
      if (counts.length === 1) client.write(request);
      else resolve();
    });
  });
  const closed = new Promise((resolve) => socket.once("close", resolve));
  client.end();
  await closed;
  assert.deepStrictEqual(counts, [
    [request.length, 0],
    [2 * request.length, received / 2],
  ]);
  assert.deepStrictEqual([socket.bytesRead, socket.bytesWritten], [2 * request.length, received]);
  server.close();
});
