// Deno's errors for invalid arguments of Headers, Request, Response and fetch, and for network failures.
import assert from "node:assert";
import { once } from "node:events";
import net from "node:net";
import { test } from "../harness.ts";

test("this runs as a program of Deno", () => {
  assert.strictEqual(typeof Deno.version.deno, "string");
});

/** Class and message of what `body` throws, and of its cause. */
async function failure(body: () => unknown): Promise<string[]> {
  try {
    await body();
  } catch (error: any) {
    return [
      error.constructor.name,
      error.message,
      ...(error.cause === undefined ? [] : [error.cause.constructor.name, error.cause.message]),
    ];
  }
  throw new Error("it did not fail");
}

/** The error of fetch, or of reading its response, when a server sends `answer` and ends. */
async function failureOf(answer: string): Promise<string[]> {
  const server = net.createServer((socket) => void socket.on("error", () => {}).once("data", () => socket.end(answer)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as net.AddressInfo;
  const reported = await failure(async () => (await fetch(`http://127.0.0.1:${port}/`)).text());
  server.close();
  return reported.map((text) => text.replaceAll(String(port), "PORT"));
}

test("errors of Headers, Request and Response have Deno's messages", async () => {
  const used = new Response("x");
  await used.text();
  assert.deepStrictEqual(await failure(() => used.json()), ["TypeError", "Body already consumed"]);
  assert.deepStrictEqual(await failure(() => used.clone()), ["TypeError", "Body is unusable"]);
  assert.deepStrictEqual(
    await failure(() => new Response("x", { headers: { "content-type": "text/plain" } }).formData()),
    ["TypeError", "Body can not be decoded as form data"],
  );
  assert.deepStrictEqual(await failure(() => new Response("", { status: 99 })), [
    "RangeError",
    "The status provided (99) is not equal to 101 and outside the range [200, 599]",
  ]);
  assert.strictEqual(new Response(null, { status: 101 }).status, 101);
  assert.deepStrictEqual(await failure(() => new Response("x", { status: 204 })), [
    "TypeError",
    "Response with null body status cannot have body",
  ]);
  assert.deepStrictEqual(await failure(() => new Response("", { statusText: "a\r\nb" })), [
    "TypeError",
    'Invalid status text: "a\r\nb"',
  ]);
  assert.deepStrictEqual(await failure(() => new Headers({ "x y": "a" })), ["TypeError", 'Invalid header name: "x y"']);
  assert.deepStrictEqual(await failure(() => new Headers({ x: "a\r\nb" })), [
    "TypeError",
    'Invalid header value: "a\r\nb"',
  ]);
  assert.deepStrictEqual(await failure(() => new Request("nope")), ["TypeError", "Invalid URL: 'nope'"]);
  assert.deepStrictEqual(await failure(() => new Request("http://a.test", { method: "a b" })), [
    "TypeError",
    "Method is not valid",
  ]);
});

test("errors for URLs that cannot be fetched have Deno's messages", async () => {
  assert.deepStrictEqual(await failure(() => fetch("ftp://a")), ["TypeError", "Url scheme 'ftp' not supported"]);
  assert.deepStrictEqual(await failure(() => fetch("http://127.0.0.1:1/")), [
    "TypeError",
    "Fetch failed: Requests to port 1 are blocked",
  ]);
  assert.deepStrictEqual(await failure(() => fetch("blob:nope")), ["TypeError", "Blob for the given URL not found."]);
  assert.deepStrictEqual(await failure(() => fetch("data:nope")), ["TypeError", "NoComma"]);
});

test("a network failure is described by the cause's message", async () => {
  const url = "http://127.0.0.1:65000/";
  assert.deepStrictEqual(await failure(() => fetch(url)), [
    "TypeError",
    "fetch failed",
    "Error",
    `error sending request for url (${url}): client error (Connect): tcp connect error: Connection refused (os error 111)`,
  ]);
  assert.match(
    (await failureOf(""))[3]!,
    /^error sending request .*: client error \(SendRequest\): connection closed before message completed$/,
  );
  assert.match(
    (await failureOf("SSH\r\n\r\n"))[3]!,
    /^error sending request .*: client error \(SendRequest\): invalid HTTP version parsed$/,
  );
  assert.deepStrictEqual(await failureOf("HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nab"), [
    "TypeError",
    "error reading a body from connection",
  ]);
  assert.deepStrictEqual(await failureOf("HTTP/1.1 302 F\r\nlocation: ftp://x/\r\ncontent-length: 0\r\n\r\n"), [
    "TypeError",
    "Fetch failed: Can not redirect to a non HTTP(s) url",
  ]);
  assert.deepStrictEqual(await failureOf("HTTP/1.1 302 F\r\nlocation: http://[\r\ncontent-length: 0\r\n\r\n"), [
    "TypeError",
    "Invalid URL: 'http://[' with base 'http://127.0.0.1:PORT/'",
  ]);
});

test("the reason of a signal has Deno's message", () => {
  assert.strictEqual(AbortSignal.abort().reason.message, "The signal has been aborted");
});
