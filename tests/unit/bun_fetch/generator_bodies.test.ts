// Bodies from generators and other iterables, which Bun adds to the standard. The behaviour is that of Bun 1.4.
import assert from "node:assert";
import { test } from "../harness.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = (body: unknown): Promise<string> => new Response(body as BodyInit).text();
const typeOf = (body: unknown): string | null => new Response(body as BodyInit).headers.get("content-type");

test("an async generator function is called, and what it yields is the body", async () => {
  const body = async function* () {
    yield "a";
    yield bytes("b");
    yield bytes("c").buffer;
    yield undefined;
    yield null;
    yield new DataView(bytes("d").buffer);
    yield Promise.resolve("e");
    return "not part of it";
  };
  assert.strictEqual(await textOf(body), "abcde");
  assert.strictEqual(typeOf(body), null);
  const request = new Request("http://a/", { method: "POST", body: body as unknown as BodyInit });
  assert.strictEqual(await request.text(), "abcde");
  const response = new Response(body as unknown as BodyInit);
  const copy = response.clone();
  assert.deepStrictEqual([await response.text(), await copy.text()], ["abcde", "abcde"]);
});

test("the generator function has neither `this` nor arguments", async () => {
  const body = async function* (this: unknown, ...given: unknown[]) {
    yield `${typeof this} ${given.length}`;
  };
  assert.strictEqual(await textOf(body), "undefined 0");
});

test("a server and fetch send such bodies", async () => {
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request: Request): Promise<Response> {
      const received = await request.text();
      return new Response(async function* () {
        yield "got ";
        await Bun.sleep(1);
        yield received;
      } as unknown as BodyInit);
    },
  });
  const body = async function* () {
    yield "p";
    await Bun.sleep(1);
    yield "q";
  } as unknown as BodyInit;
  const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: "POST", body });
  assert.strictEqual(await response.text(), "got pq");
  await server.stop(true);
});

test("an error of the generator, or a chunk that is neither text nor bytes, fails the body", async () => {
  const failing = async function* () {
    yield "a";
    throw new RangeError("on purpose");
  };
  await assert.rejects(textOf(failing), { name: "RangeError", message: "on purpose" });
  for (const chunk of [5, {}, new Blob(["b"])]) {
    const wrong = async function* () {
      yield chunk;
    };
    await assert.rejects(textOf(wrong), TypeError);
  }
});

test("cancelling the body returns the iterator without a value", async () => {
  const returned: unknown[] = [];
  const body = {
    [Symbol.asyncIterator]: () => ({
      next: async () => ({ done: false, value: "x" }),
      return: async (...given: unknown[]) => {
        returned.push(given[0]);
        return { done: true, value: undefined };
      },
    }),
  };
  const reader = new Response(body as unknown as BodyInit).body!.getReader();
  await reader.read();
  await reader.cancel("why");
  assert.deepStrictEqual(returned, [undefined]);
});

test("an iterator method that returns no object is refused", () => {
  assert.throws(() => new Response({ [Symbol.asyncIterator]: () => 5 } as unknown as BodyInit), {
    name: "TypeError",
    message: "Expected an async generator",
  });
});

test("other functions and iterables are strings, and arrays the parts of a Blob, without a type", async () => {
  assert.match(await textOf(function* () {}), /^function\* ?\(\)/);
  assert.strictEqual(await textOf(new Set(["a"])), "[object Set]");
  assert.strictEqual(await textOf(["a", bytes("b"), new Blob(["c"]), 1]), "abc1");
  assert.strictEqual(await textOf([]), "");
  for (const body of [function* () {}, new Set(), ["a"], 5, new Date(0), new String("s"), { a: 1 }])
    assert.strictEqual(typeOf(body), null);
});

test("a server adds the type of a body that has none", async () => {
  const bodies = [5, new String("s"), bytes("u")];
  let index = 0;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => new Response(bodies[index] as BodyInit, { headers: { a: "b" } }),
  });
  const types: (string | null)[] = [];
  for (index = 0; index < 3; index++)
    types.push((await fetch(`http://127.0.0.1:${server.port}/`)).headers.get("content-type"));
  assert.deepStrictEqual(types, ["text/plain;charset=utf-8", "text/plain;charset=utf-8", "application/octet-stream"]);
  await server.stop(true);
});
