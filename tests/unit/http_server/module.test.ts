import assert from "node:assert";
import http from "node:http";
import { test } from "../harness.ts";

test("the tables are Node's", () => {
  assert.strictEqual(http.METHODS.length, 35);
  assert.deepStrictEqual(http.METHODS.slice(0, 4), ["ACL", "BIND", "CHECKOUT", "CONNECT"]);
  assert.strictEqual(http.STATUS_CODES[418], "I'm a Teapot");
  assert.strictEqual(http.STATUS_CODES[413], "Payload Too Large");
  assert.strictEqual(Object.keys(http.STATUS_CODES).length, 63);
  assert.strictEqual(http.maxHeaderSize, 16_384);
});

test("names and values of headers can be checked", () => {
  const { validateHeaderName, validateHeaderValue, setMaxIdleHTTPParsers } = http as any;
  validateHeaderName("x-ok");
  validateHeaderValue("x-ok", "caf\xe9");
  assert.throws(() => validateHeaderName("a b", "Label"), {
    name: "TypeError",
    code: "ERR_INVALID_HTTP_TOKEN",
    message: 'Label must be a valid HTTP token ["a b"]',
  });
  assert.throws(() => validateHeaderValue("x", "\u0100"), {
    name: "TypeError",
    code: "ERR_INVALID_CHAR",
    message: 'Invalid character in header content ["x"]',
  });
  assert.throws(() => validateHeaderValue("x", undefined), {
    name: "TypeError",
    code: "ERR_HTTP_INVALID_HEADER_VALUE",
  });
  assert.throws(() => setMaxIdleHTTPParsers("x"), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE" });
});

test("the classes are related as in Node", () => {
  assert.ok(http.ServerResponse.prototype instanceof http.OutgoingMessage);
  assert.ok((http as any).Server() instanceof http.Server);
  assert.ok(http.createServer() instanceof http.Server);
});
