// Request: construction from URLs and other requests, settings, bodies.
import assert from "node:assert";
import { test } from "../harness.ts";

test("Request takes a URL and has the defaults of the standard", () => {
  const request = new Request("http://x/a b?c#d");
  assert.strictEqual(request.url, "http://x/a%20b?c#d");
  assert.deepStrictEqual(
    [
      request.method,
      request.mode,
      request.credentials,
      request.cache,
      request.redirect,
      request.referrer,
      request.integrity,
      request.keepalive,
    ],
    ["GET", "cors", "same-origin", "default", "follow", "about:client", "", false],
  );
  assert.strictEqual(request.body, null);
  assert.strictEqual(request.signal.aborted, false);
  assert.strictEqual((request as any).duplex, "half");
});

test("methods are normalized and checked", () => {
  assert.strictEqual(new Request("http://x", { method: "post" }).method, "POST");
  assert.strictEqual(new Request("http://x", { method: "Custom" }).method, "Custom");
  assert.strictEqual(new Request("http://x", { method: "patch" }).method, "patch");
  assert.throws(() => new Request("http://x", { method: "a b" }), {
    name: "TypeError",
    message: "'a b' is not a valid HTTP method.",
  });
  assert.throws(() => new Request("http://x", { method: "TRACE" }), {
    name: "TypeError",
    message: "'TRACE' HTTP method is unsupported.",
  });
});

test("URLs are checked", () => {
  assert.throws(() => new (Request as any)(), { message: "Request constructor: 1 argument required, but 0 found." });
  assert.throws(() => new Request("/x"), { name: "TypeError", message: "Failed to parse URL from /x" });
  assert.throws(() => new Request("http://a:b@x/"), {
    message: "Request cannot be constructed from a URL that includes credentials: http://a:b@x/",
  });
});

test("settings are checked", () => {
  const refuse = (init: any, message: string) =>
    assert.throws(() => new Request("http://x", init), { name: "TypeError", message });
  refuse({ mode: "x" }, "undefined: x is not an accepted type. Expected one of navigate, same-origin, no-cors, cors.");
  refuse({ mode: "navigate" }, "Request constructor: invalid request mode navigate.");
  refuse({ redirect: "q" }, "undefined: q is not an accepted type. Expected one of follow, manual, error.");
  refuse({ cache: "only-if-cached" }, "'only-if-cached' can be set only with 'same-origin' mode");
  refuse({ signal: 1 }, 'RequestInit: Expected signal ("1") to be an instance of AbortSignal.');
  refuse({ window: 1 }, "'window' option 'client' must be null");
  refuse({ body: "a" }, "Request with GET/HEAD method cannot have body.");
  refuse({ method: "POST", body: new ReadableStream() }, "RequestInit: duplex option is required when sending a body.");
  refuse(1, "undefined: Expected 1 to be one of: Null, Undefined, Object.");
});

test("a body is read and suggests its content type", async () => {
  const request = new Request("http://x", { method: "POST", body: "hello" });
  assert.strictEqual(request.headers.get("content-type"), "text/plain;charset=UTF-8");
  assert.strictEqual(await request.text(), "hello");
  assert.strictEqual(request.bodyUsed, true);
  await assert.rejects(request.text(), { message: "Body is unusable: Body has already been read" });
});

test("a request made of another copies its parts and takes its body", async () => {
  const first = new Request("http://x", { method: "POST", body: "hello", headers: { a: "1" } });
  const second = new Request(first, { headers: { b: "2" } });
  assert.deepStrictEqual(
    [second.method, second.url, second.headers.get("a"), second.headers.get("b")],
    ["POST", "http://x/", null, "2"],
  );
  assert.strictEqual(first.bodyUsed, true);
  assert.strictEqual(await second.text(), "hello");
});

test("clone returns a request that is read independently", async () => {
  const first = new Request("http://x", { method: "PUT", body: "hello" });
  const second = first.clone();
  assert.deepStrictEqual(await Promise.all([first.text(), second.text()]), ["hello", "hello"]);
});

test("the signal follows the given one", () => {
  const controller = new AbortController();
  const request = new Request("http://x", { signal: controller.signal });
  const reason = new Error("stop");
  controller.abort(reason);
  assert.strictEqual(request.signal.aborted, true);
  assert.strictEqual(request.signal.reason, reason);
});

test("Request can be extended", () => {
  class Own extends Request {
    get path() {
      return new URL(this.url).pathname;
    }
  }
  assert.strictEqual(new Own("http://x/y").path, "/y");
});
