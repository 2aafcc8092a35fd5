// Bun's errors for invalid arguments of Headers, Request, Response and fetch; the behaviour is that of Bun 1.4.
import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";
import { test } from "../harness.ts";

test("this runs as a program of Bun", () => {
  assert.strictEqual(typeof Bun.version, "string");
});

/** Class, code and message of what `body` throws. */
async function failure(body: () => unknown): Promise<[string, unknown, string]> {
  try {
    await body();
  } catch (error: any) {
    return [error.constructor.name, error.code, error.message];
  }
  throw new Error("it did not fail");
}

test("a body that was read has the code ERR_BODY_ALREADY_USED", async () => {
  const used = new Response("x");
  await used.text();
  assert.deepStrictEqual(await failure(() => used.json()), ["TypeError", "ERR_BODY_ALREADY_USED", "Body already used"]);
  assert.deepStrictEqual(await failure(() => used.clone()), [
    "TypeError",
    "ERR_BODY_ALREADY_USED",
    "Body is disturbed or locked",
  ]);
});

test("a body that is not a form has the code ERR_FORMDATA_PARSE_ERROR", async () => {
  const form = (type: string, body: string) => new Response(body, { headers: { "content-type": type } }).formData();
  assert.deepStrictEqual(await failure(() => form("text/plain", "x")), [
    "TypeError",
    "ERR_FORMDATA_PARSE_ERROR",
    "Can't decode form data from body because of incorrect MIME type/boundary",
  ]);
  assert.deepStrictEqual(await failure(() => form("multipart/form-data; boundary=x", "y")), [
    "TypeError",
    "ERR_FORMDATA_PARSE_ERROR",
    "FormData parse error missing final boundary",
  ]);
});

test("statuses, names and values are refused", async () => {
  assert.deepStrictEqual(await failure(() => new Response("", { status: 99 })), [
    "RangeError",
    undefined,
    "The status provided (99) must be 101 or in the range of [200, 599]",
  ]);
  assert.strictEqual(new Response(null, { status: 101 }).status, 101);
  assert.strictEqual(new Response("x", { status: 204 }).status, 204);
  assert.deepStrictEqual(await failure(() => new Headers({ "x y": "a" })), [
    "TypeError",
    undefined,
    "Invalid header name: 'x y'",
  ]);
  assert.deepStrictEqual(await failure(() => new Headers().set("x", "a\r\nb")), [
    "TypeError",
    undefined,
    "Header 'x' has invalid value",
  ]);
  assert.deepStrictEqual(await failure(() => Response.redirect("http://a.test", 200)), [
    "RangeError",
    undefined,
    "Failed to execute 'redirect' on 'Response': Invalid status code",
  ]);
});

test("fetch and Request refuse invalid URLs", async () => {
  assert.deepStrictEqual(await failure(() => new Request("nope")), [
    "TypeError",
    "ERR_INVALID_URL",
    `Failed to construct 'Request': Invalid URL "nope"`,
  ]);
  assert.deepStrictEqual(await failure(() => fetch("nope")), [
    "TypeError",
    "ERR_INVALID_URL",
    "fetch() URL is invalid",
  ]);
  assert.deepStrictEqual(await failure(() => fetch("")), [
    "TypeError",
    "ERR_INVALID_URL",
    "fetch() URL must not be a blank string.",
  ]);
  assert.deepStrictEqual(await failure(() => fetch("ftp://a")), [
    "TypeError",
    "ERR_INVALID_ARG_VALUE",
    "protocol must be http:, https: or s3:",
  ]);
  assert.deepStrictEqual(await failure(() => fetch("http://127.0.0.1:65000", { body: "x" })), [
    "TypeError",
    "ERR_INVALID_ARG_VALUE",
    "fetch() request with GET/HEAD method cannot have body.",
  ]);
});

test("invalid responses and invalid redirects have codes", async () => {
  const codes: unknown[] = [];
  for (const head of [
    "200 OK\r\nbad header",
    "200 OK\r\ncontent-length: a",
    "302 F\r\nlocation: ftp://x/",
    "302 F\r\nlocation: http://[",
  ]) {
    const server = net.createServer(
      (socket) => void socket.on("error", () => {}).once("data", () => socket.end(`HTTP/1.1 ${head}\r\n\r\n`)),
    );
    await once(server.listen(0, "127.0.0.1"), "listening");
    const [name, code] = await failure(() => fetch(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`));
    codes.push(name, code);
    server.close();
  }
  assert.deepStrictEqual(codes, [
    "TypeError",
    "Malformed_HTTP_Response",
    "TypeError",
    "InvalidContentLength",
    "TypeError",
    "UnsupportedRedirectProtocol",
    "TypeError",
    "RedirectURLInvalid",
  ]);
});

test("the reasons of signals have Bun's messages", () => {
  assert.strictEqual(AbortSignal.abort().reason.message, "The operation was aborted.");
});
