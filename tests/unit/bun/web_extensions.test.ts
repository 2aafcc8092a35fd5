// Members that Bun adds to classes of the web.
import assert from "node:assert";
import { test } from "../harness.ts";

const any = (value: unknown): any => value;
assert.ok(Bun.version);

test("headers.toJSON() has lower-case names, and all cookies", () => {
  const headers = any(
    new Headers([
      ["A", "1"],
      ["set-cookie", "x=1"],
      ["Set-Cookie", "y=2"],
      ["b", "2"],
      ["B", "3"],
    ]),
  );
  assert.deepStrictEqual({ ...headers.toJSON() }, { "set-cookie": ["x=1", "y=2"], a: "1", b: "2, 3" });
  assert.strictEqual(headers.count, 4);
  assert.deepStrictEqual(headers.getAll("Set-Cookie"), ["x=1", "y=2"]);
  assert.throws(() => headers.getAll("a"), { name: "TypeError", message: 'Only "set-cookie" is supported.' });
});

test("search parameters and forms become objects", () => {
  const parameters = any(new URLSearchParams("a=1&b=2&a=3"));
  assert.deepStrictEqual({ ...parameters.toJSON() }, { a: ["1", "3"], b: "2" });
  assert.strictEqual(parameters.length, 3);
  const form = any(new FormData());
  form.append("a", "1");
  form.append("a", "2");
  assert.deepStrictEqual({ ...form.toJSON() }, { a: ["1", "2"] });
  assert.strictEqual(form.length, 2);
});

test("FormData.from reads URL-encoded text, and multipart with a boundary", () => {
  const { from } = any(FormData);
  assert.deepStrictEqual(
    [...from("a=1&b=2")],
    [
      ["a", "1"],
      ["b", "2"],
    ],
  );
  const text = '--X\r\nContent-Disposition: form-data; name="k"\r\n\r\nv\r\n--X--\r\n';
  assert.deepStrictEqual([...from(text, "X")], [["k", "v"]]);
  assert.throws(() => from(1), { code: "ERR_INVALID_ARG_TYPE", message: "input must be a string or ArrayBufferView" });
});

test("a stream is read completely, once", async () => {
  const body = (): any => new Response('{"a":1}').body;
  assert.strictEqual(await body().text(), '{"a":1}');
  assert.deepStrictEqual(await body().json(), { a: 1 });
  assert.strictEqual((await body().bytes()).length, 7);
  assert.strictEqual((await body().blob()).size, 7);
  const used = body();
  await used.text();
  await assert.rejects(used.text(), {
    code: "ERR_INVALID_STATE",
    message: "Invalid state: ReadableStream has already been used",
  });
  const locked = body();
  locked.getReader();
  await assert.rejects(locked.text(), {
    code: "ERR_INVALID_STATE",
    message: "Invalid state: ReadableStream is locked",
  });
});

test("a blob is read as JSON and as a form", async () => {
  assert.deepStrictEqual(await any(new Blob(['{"b":2}'])).json(), { b: 2 });
  await assert.rejects(any(new Blob(["{"])).json(), { name: "SyntaxError" });
  const form = await any(new Blob(["a=1"], { type: "application/x-www-form-urlencoded" })).formData();
  assert.deepStrictEqual([...form], [["a", "1"]]);
  await assert.rejects(any(new Blob(["x"])).formData(), { message: "Invalid encoding" });
});

test("crypto.timingSafeEqual compares bytes of one length", () => {
  const { timingSafeEqual } = any(crypto);
  assert.strictEqual(timingSafeEqual.call(crypto, new Uint8Array(2), new Uint8Array(2)), true);
  assert.throws(() => timingSafeEqual.call(crypto, new Uint8Array(2), new Uint8Array(3)), {
    name: "RangeError",
    code: "ERR_CRYPTO_TIMING_SAFE_EQUAL_LENGTH",
  });
});

test("fetch.preconnect requires a URL", () => {
  assert.strictEqual(any(fetch).preconnect("http://127.0.0.1:9"), undefined);
  assert.throws(() => any(fetch).preconnect("x"), { code: "ERR_INVALID_ARG_TYPE", message: "Invalid URL" });
});

test("the phases of events are on their prototype", () => {
  assert.strictEqual(new Event("x").AT_TARGET, 2);
});

test("a body may be a stream of text", async () => {
  const streamOf = (...chunks: unknown[]): any =>
    new ReadableStream({
      start(controller) {
        for (const chunk of chunks) controller.enqueue(chunk);
        controller.close();
      },
    });
  assert.strictEqual(
    await new Response(streamOf("st", "\u00fc", new Uint8Array([65]), new Uint8Array([66]).buffer)).text(),
    "st\u00fcAB",
  );
  assert.deepStrictEqual(await new Response(streamOf('{"a"', ":1}")).json(), { a: 1 });
  assert.strictEqual(await new Response(streamOf("\ud83d", "\ude00")).text(), "\u{1f600}");
  assert.strictEqual((await new Response(streamOf("st")).arrayBuffer()).byteLength, 2);
  assert.strictEqual(
    await new Request("http://a/", { method: "POST", body: streamOf("st"), duplex: "half" } as any).text(),
    "st",
  );
  await assert.rejects(new Response(streamOf(5)).text(), {
    name: "TypeError",
    message: "Expected text, ArrayBuffer or ArrayBufferView",
  });
});
