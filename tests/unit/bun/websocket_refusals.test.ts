// Bun's messages for invalid arguments of `new WebSocket`.
import assert from "node:assert";
import { test } from "../harness.ts";

function refused(...args: [any, any?]): unknown {
  try {
    new WebSocket(...args);
  } catch (error: any) {
    assert.deepStrictEqual([error.constructor, error.code], [SyntaxError, undefined]);
    return error.message;
  }
  throw new Error("it did not fail");
}

test("invalid arguments of WebSocket are refused", () => {
  assert.ok(Bun.version);
  assert.strictEqual(refused("zz"), "Invalid url for WebSocket zz");
  assert.strictEqual(refused("ftp://x"), "Wrong url scheme for WebSocket ftp://x/");
  assert.strictEqual(refused("ws://x/#a"), "URL has fragment component ws://x/#a");
  assert.strictEqual(refused("ws://x", "a b"), "Wrong protocol for WebSocket 'a b'");
  assert.strictEqual(refused("ws://x", ["a", "a"]), "WebSocket protocols contain duplicates: 'a'");
});
