// Bodies from iterables: Deno converts an object to a sequence of Uint8Array. The behaviour is that of Deno 2.9.
import assert from "node:assert";
import { test } from "../harness.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
assert.ok(Deno.version.deno);
const responseOf = (body: unknown): Response => new Response(body as BodyInit);

test("synchronous and asynchronous iterables of bytes are bodies without a type", async () => {
  const bodies = [
    [bytes("a"), bytes("b")],
    new Set([bytes("ab")]),
    (function* () {
      yield bytes("a");
      yield Promise.resolve(bytes("b"));
    })(),
    (async function* () {
      yield bytes("a");
      yield bytes("b");
    })(),
  ];
  for (const body of bodies) {
    const response = responseOf(body);
    assert.strictEqual(response.headers.get("content-type"), null);
    assert.strictEqual(await response.text(), "ab");
  }
  assert.strictEqual(await responseOf([]).text(), "");
});

test("other chunks than Uint8Array fail the body", async () => {
  const end = "failed to iterate next value: The value returned from the next() method is not an Uint8Array object";
  for (const body of [["a"], [new ArrayBuffer(1)], [new Uint16Array(1)], new Map([["a", 1]])]) {
    await assert.rejects(responseOf(body).text(), { name: "TypeError", message: `Argument 1 ${end}` });
    const request = new Request("http://a/", { method: "POST", body: body as unknown as BodyInit });
    const message = `'body' of 'RequestInit' (Argument 2) ${end}`;
    await assert.rejects(request.text(), { name: "TypeError", message });
  }
});

test("functions and String objects are strings, also iterable ones", async () => {
  const body = Object.assign(() => 1, { [Symbol.asyncIterator]: async function* () {} });
  assert.strictEqual(await responseOf(body).text(), String(body));
  const generator = async function* () {};
  assert.strictEqual(await responseOf(generator).text(), String(generator));
  assert.strictEqual(await responseOf(new String("s")).text(), "s");
});

test("an iterator method that is no function, or returns no object, is refused", () => {
  assert.throws(() => responseOf({ [Symbol.asyncIterator]: 5 }), {
    name: "TypeError",
    message: "Symbol(Symbol.asyncIterator) is not a function",
  });
  assert.throws(() => responseOf({ [Symbol.asyncIterator]: () => 5 }), {
    name: "TypeError",
    message: "Argument 1 could not be iterated because iterator method did not return object, but Number.",
  });
});
