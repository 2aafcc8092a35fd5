// Deno's messages for invalid URLs, of URL and WebSocket.
import assert from "node:assert";
import { test } from "../harness.ts";

function failure(body: () => unknown): unknown[] {
  try {
    body();
  } catch (error: any) {
    return [error.name, error.code, error.message];
  }
  throw new Error("it did not fail");
}

test("this runs as a program of Deno", () => {
  assert.strictEqual(typeof Deno.version.deno, "string");
});

test("the error for an invalid URL contains the input", () => {
  assert.deepStrictEqual(
    failure(() => new URL("zz")),
    ["TypeError", undefined, "Invalid URL: 'zz'"],
  );
  assert.deepStrictEqual(
    failure(() => new URL("x", "y")),
    ["TypeError", undefined, "Invalid URL: 'x' with base 'y'"],
  );
  assert.deepStrictEqual(
    failure(() => {
      new URL("http://a").href = "x";
    }),
    ["TypeError", undefined, "Invalid URL: 'x'"],
  );
});

test("invalid arguments of WebSocket are refused", () => {
  const refused = (...args: [any, any?]): unknown => {
    const [name, code, message] = failure(() => new WebSocket(...args));
    assert.deepStrictEqual([name, code], ["SyntaxError", 12]);
    return message;
  };
  assert.strictEqual(refused("zz"), "Invalid URL: 'zz'");
  assert.strictEqual(refused("ftp://x"), "Only ws & wss schemes are allowed in a WebSocket URL: received ftp:");
  assert.strictEqual(refused("ws://x/#a"), "Fragments are not allowed in a WebSocket URL");
  assert.strictEqual(refused("ws://x", "a b"), "Invalid protocol value");
  assert.strictEqual(refused("ws://x", ["a", "a"]), "Cannot supply the same protocol multiple times");
});
