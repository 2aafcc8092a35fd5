// Ports in Deno: numbers, numeric strings, and the messages for invalid ones.
import assert from "node:assert";
import { test } from "../harness.ts";

async function failure(body: () => unknown): Promise<string[]> {
  try {
    await body();
  } catch (error: any) {
    return [error.constructor.name, error.message];
  }
  throw new Error("it did not fail");
}

const WRONG: [unknown, string, string][] = [
  ["x", "TypeError", "Invalid port: 'x'"],
  ["", "TypeError", "Invalid port: ''"],
  [1.5, "TypeError", "Invalid port: 1.5"],
  [true, "TypeError", "Invalid port (expected number): true"],
  [-1, "RangeError", "Invalid port (out of range): -1"],
  ["65536", "RangeError", "Invalid port (out of range): 65536"],
];

test("invalid ports are refused", async () => {
  for (const [port, name, message] of WRONG) {
    assert.deepStrictEqual(await failure(() => Deno.serve({ port, onListen() {} }, () => new Response())), [
      name,
      message,
    ]);
    assert.deepStrictEqual(await failure(() => Deno.listen({ port })), [name, message]);
    assert.deepStrictEqual(await failure(() => Deno.connect({ port })), [name, message]);
  }
  assert.deepStrictEqual(await failure(() => Deno.connect({ port: 0 })), [
    "RangeError",
    "Invalid port (out of range): 0",
  ]);
  assert.deepStrictEqual(await failure(() => Deno.connect({})), [
    "TypeError",
    "Invalid port (expected number): undefined",
  ]);
});

test("a numeric string is a port, and a missing port means any", async () => {
  const listener = Deno.listen({});
  assert.ok(listener.addr.port > 0);
  const connection = await Deno.connect({ port: `${listener.addr.port}` });
  connection.close();
  listener.close();
  const server = Deno.serve({ port: "0", onListen() {} }, () => new Response("x"));
  assert.ok(server.addr.port > 0);
  await server.shutdown();
});

test("a server needs a handler", async () => {
  assert.deepStrictEqual(await failure(() => (Deno.serve as any)()), [
    "TypeError",
    "Cannot serve HTTP requests: either a `handler` or `options` must be specified",
  ]);
});
