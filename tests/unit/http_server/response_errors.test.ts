import assert from "node:assert";
import { test } from "../harness.ts";
import { responseTo, settle } from "./response_on_socket.ts";

test("a line break in a header is refused wherever it comes from", () => {
  const invalid = { name: "TypeError", code: "ERR_INVALID_CHAR", message: 'Invalid character in header content ["X"]' };
  assert.throws(() => responseTo().response.setHeader("X", "a\r\nSet-Cookie: b"), invalid);
  assert.throws(() => responseTo().response.appendHeader("X", ["a", "b\n"]), invalid);
  assert.throws(() => responseTo().response.writeHead(200, { X: "a\nb" }), invalid);
  assert.throws(() => responseTo().response.writeHead(200, ["X", "a\rb"]), invalid);
  assert.throws(() => responseTo().response.writeHead(200, { "X\n": "a" }), {
    name: "TypeError",
    code: "ERR_INVALID_HTTP_TOKEN",
  });
  assert.throws(() => responseTo().response.writeHead(200, "O\nK"), {
    name: "TypeError",
    code: "ERR_INVALID_CHAR",
    message: "Invalid character in statusMessage",
  });
  assert.throws(() => responseTo().response.addTrailers({ X: "a\nb" }), {
    name: "TypeError",
    code: "ERR_INVALID_CHAR",
    message: 'Invalid character in trailer content ["X"]',
  });
});

test("a value that was accepted once is checked again under another name", () => {
  const { response } = responseTo();
  assert.throws(() => response.writeHead(200, { "X-Cached": "\u0100" }), { code: "ERR_INVALID_CHAR" });
  assert.throws(() => response.writeHead(200, { "X-Cached": "\u0100" }), { code: "ERR_INVALID_CHAR" });
});

test("names and values have their types", () => {
  const { response } = responseTo();
  assert.throws(() => response.setHeader("a b", "x"), {
    name: "TypeError",
    code: "ERR_INVALID_HTTP_TOKEN",
    message: 'Header name must be a valid HTTP token ["a b"]',
  });
  assert.throws(() => response.setHeader("a", undefined), {
    name: "TypeError",
    code: "ERR_HTTP_INVALID_HEADER_VALUE",
    message: 'Invalid value "undefined" for header "a"',
  });
  assert.throws(() => response.getHeader(1), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "name" argument must be of type string. Received type number (1)',
  });
  assert.throws(() => response.setHeaders({}), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "headers" argument must be an instance of Headers or Map. Received an instance of Object',
  });
  assert.throws(() => response.writeHead(200, ["a"]), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'headers' is invalid. Received [ 'a' ]",
  });
});

test("a status outside of 100 to 999 is refused", () => {
  for (const status of [99, 1000, "x", undefined]) {
    assert.throws(() => responseTo().response.writeHead(status), {
      name: "RangeError",
      code: "ERR_HTTP_INVALID_STATUS_CODE",
      message: `Invalid status code: ${status}`,
    });
  }
  assert.throws(() => responseTo().response.writeInformation(200), {
    name: "RangeError",
    code: "ERR_OUT_OF_RANGE",
    message: 'The value of "statusCode" is out of range. It must be >= 100 && <= 199. Received 200',
  });
});

test("headers cannot be changed after they were made", () => {
  const { response } = responseTo();
  response.writeHead(200);
  const sent = (verb: string) => ({
    name: "Error",
    code: "ERR_HTTP_HEADERS_SENT",
    message: `Cannot ${verb} headers after they are sent to the client`,
  });
  assert.throws(() => response.setHeader("a", "b"), sent("set"));
  assert.throws(() => response.appendHeader("a", "b"), sent("append"));
  assert.throws(() => response.removeHeader("a"), sent("remove"));
  assert.throws(() => response.writeHead(200), sent("write"));
  assert.throws(() => response.writeInformation(103), sent("write"));
});

test("chunks must be strings or bytes", () => {
  const { response } = responseTo();
  assert.throws(() => response.write(null), { name: "TypeError", code: "ERR_STREAM_NULL_VALUES" });
  assert.throws(() => response.write(5), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message:
      'The "chunk" argument must be of type string or an instance of Buffer or Uint8Array. Received type number (5)',
  });
});

test("writing after end() is an error of the callback and the response", async () => {
  const { response } = responseTo();
  const codes: string[] = [];
  response.on("error", (error: any) => codes.push(`event ${error.code}`));
  response.end("x");
  assert.strictEqual(
    response.write("y", (error: any) => codes.push(`callback ${error.code}`)),
    false,
  );
  await settle();
  assert.deepStrictEqual(codes, ["callback ERR_STREAM_WRITE_AFTER_END", "event ERR_STREAM_WRITE_AFTER_END"]);
});

test("strictContentLength compares the announced length with the written one", () => {
  const long = responseTo().response;
  long.strictContentLength = true;
  long.writeHead(200, { "Content-Length": 2 });
  assert.throws(() => long.write("abc"), {
    name: "Error",
    code: "ERR_HTTP_CONTENT_LENGTH_MISMATCH",
    message: "Response body's content-length of 3 byte(s) does not match the content-length of 2 byte(s) set in header",
  });
  const short = responseTo().response;
  short.strictContentLength = true;
  short.writeHead(200, { "Content-Length": 5 });
  assert.throws(() => short.end("abc"), { code: "ERR_HTTP_CONTENT_LENGTH_MISMATCH" });
});

test("a socket serves one response at a time", () => {
  const { response } = responseTo();
  const other = responseTo().response;
  assert.throws(() => other.assignSocket(response.socket), {
    name: "Error",
    code: "ERR_HTTP_SOCKET_ASSIGNED",
    message: "ServerResponse has an already assigned socket",
  });
});
