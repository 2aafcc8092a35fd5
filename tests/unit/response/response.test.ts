// Response: construction, reading of bodies, clones, static methods.
import assert from "node:assert";
import { test } from "../harness.ts";

const unusable = { name: "TypeError", message: "Body is unusable: Body has already been read" };

test("Response has the defaults of the standard", () => {
  const response = new Response();
  assert.strictEqual(response.status, 200);
  assert.strictEqual(response.ok, true);
  assert.strictEqual(response.type, "default");
  assert.strictEqual(response.body, null);
  assert.strictEqual(response.bodyUsed, false);
  assert.deepStrictEqual([...response.headers], []);
});

test("a body suggests its content type unless one is given", () => {
  assert.strictEqual(new Response("x").headers.get("content-type"), "text/plain;charset=UTF-8");
  assert.strictEqual(
    new Response(new URLSearchParams("a=1")).headers.get("content-type"),
    "application/x-www-form-urlencoded;charset=UTF-8",
  );
  assert.strictEqual(new Response(new Blob(["x"], { type: "a/b" })).headers.get("content-type"), "a/b");
  assert.strictEqual(new Response(new Uint8Array(1)).headers.get("content-type"), null);
  assert.strictEqual(new Response("x", { headers: { "Content-Type": "a/b" } }).headers.get("content-type"), "a/b");
});

test("every kind of body can be read as text", async () => {
  const bytes = new TextEncoder().encode("hé");
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(bytes.slice());
      controller.close();
    },
  });
  async function* chunks() {
    yield bytes.subarray(0, 1);
    yield bytes.subarray(1);
  }
  for (const body of ["hé", bytes, bytes.buffer, new DataView(bytes.buffer), new Blob(["hé"]), stream, chunks()]) {
    assert.strictEqual(await new Response(body as any).text(), "hé");
  }
});

test("bytes, arrayBuffer, blob and json read the body", async () => {
  assert.deepStrictEqual(await (new Response("ab") as any).bytes(), new Uint8Array([97, 98]));
  assert.strictEqual((await new Response("ab").arrayBuffer()).byteLength, 2);
  const blob = await new Response("ab", { headers: { "content-type": "x/y" } }).blob();
  assert.strictEqual(blob.type, "x/y");
  assert.deepStrictEqual(await new Response('{"a":[1]}').json(), { a: [1] });
  await assert.rejects(new Response("{").json(), { name: "SyntaxError" });
});

test("a byte order mark is not part of the text", async () => {
  assert.strictEqual(await new Response("\ufeffx").text(), "x");
  assert.strictEqual(await new Response("\ud800").text(), "\ufffd");
});

test("a body is read once", async () => {
  const response = new Response("x");
  await response.text();
  assert.strictEqual(response.bodyUsed, true);
  await assert.rejects(response.text(), unusable);
  assert.throws(() => response.clone(), {
    name: "TypeError",
    message: "Response.clone: Body has already been consumed.",
  });
});

test("a locked body cannot be read", async () => {
  const response = new Response("x");
  response.body!.getReader();
  await assert.rejects(response.text(), unusable);
});

test("the body of a response made from bytes is not changed with them", async () => {
  const bytes = new Uint8Array([97]);
  const response = new Response(bytes);
  bytes[0] = 98;
  assert.strictEqual(await response.text(), "a");
});

test("clones are read independently", async () => {
  for (const body of ["abc", new Blob(["abc"]), new Blob(["abc"]).stream()]) {
    const response = new Response(body, { status: 201, headers: { a: "b" } });
    const copy = response.clone();
    copy.headers.set("a", "c");
    assert.strictEqual(response.headers.get("a"), "b");
    assert.strictEqual(copy.status, 201);
    assert.deepStrictEqual(await Promise.all([response.text(), copy.text()]), ["abc", "abc"]);
  }
});

test("body is one byte stream", async () => {
  const response = new Response("abc");
  assert.strictEqual(response.body, response.body);
  const reader = response.body!.getReader({ mode: "byob" });
  const { value, done } = await reader.read(new Uint8Array(8));
  assert.deepStrictEqual([new TextDecoder().decode(value), done], ["abc", false]);
  assert.strictEqual((await reader.read(new Uint8Array(8))).done, true);
});

test("chunks must be Uint8Arrays", async () => {
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue("text");
      controller.close();
    },
  });
  await assert.rejects(new Response(stream).text(), { name: "TypeError", message: "Received non-Uint8Array chunk" });
});

test("status and statusText are checked", () => {
  const outOfRange = { name: "RangeError", message: 'init["status"] must be in the range of 200 to 599, inclusive.' };
  assert.throws(() => new Response("", { status: 199 }), outOfRange);
  assert.throws(() => new Response("", { status: 600 }), outOfRange);
  assert.throws(() => new Response("a", { status: 204 }), {
    name: "TypeError",
    message: "Response constructor: Invalid response status code 204",
  });
  assert.throws(() => new Response("", { statusText: "\n" }), { name: "TypeError", message: "Invalid statusText" });
  assert.throws(() => new Response(1 as any, 1 as any), {
    name: "TypeError",
    message: "undefined: Expected 1 to be one of: Null, Undefined, Object.",
  });
});

test("Response.json serializes", async () => {
  const response = Response.json({ a: 1 }, { status: 202 });
  assert.strictEqual(response.headers.get("content-type"), "application/json");
  assert.strictEqual(response.status, 202);
  assert.strictEqual(await response.text(), '{"a":1}');
  assert.throws(() => Response.json(undefined as any), {
    name: "TypeError",
    message: "Value is not JSON serializable",
  });
  assert.throws(() => (Response as any).json(), { message: "Response.json: 1 argument required, but 0 found." });
});

test("Response.redirect and Response.error", () => {
  const redirect = Response.redirect("http://x/y", 301);
  assert.deepStrictEqual([redirect.status, redirect.headers.get("location")], [301, "http://x/y"]);
  assert.throws(() => redirect.headers.set("a", "b"), { name: "TypeError", message: "immutable" });
  assert.throws(() => Response.redirect("http://x", 200), { name: "RangeError", message: "Invalid status code 200" });
  assert.throws(() => Response.redirect("http://x", "no" as any), {
    name: "RangeError",
    message: "Invalid status code 0",
  });
  assert.throws(() => Response.redirect("x"), { name: "TypeError", message: "Failed to parse URL from x" });
  const error = Response.error();
  assert.deepStrictEqual([error.type, error.status, error.ok], ["error", 0, false]);
});

test("formData reads url-encoded and multipart bodies", async () => {
  const form = await new Response(new URLSearchParams("a=1&a=2&b=%20")).formData();
  assert.deepStrictEqual(
    [...form],
    [
      ["a", "1"],
      ["a", "2"],
      ["b", " "],
    ],
  );
  await assert.rejects(new Response("").formData(), {
    name: "TypeError",
    message: 'Content-Type was not one of "multipart/form-data" or "application/x-www-form-urlencoded".',
  });
  const broken = new Response("x", { headers: { "content-type": "multipart/form-data; boundary=a" } });
  await assert.rejects(broken.formData(), { name: "TypeError", message: "Failed to parse body as FormData." });
});

test("getters and methods need a Response", async () => {
  const status = Object.getOwnPropertyDescriptor(Response.prototype, "status")!.get!;
  assert.throws(() => status.call({}), { name: "TypeError", code: "ERR_INVALID_THIS", message: "Illegal invocation" });
  await assert.rejects(Response.prototype.text.call({} as any), { code: "ERR_INVALID_THIS" });
});
