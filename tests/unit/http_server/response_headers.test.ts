import assert from "node:assert";
import http from "node:http";
import { test } from "../harness.ts";
import { responseTo, settle } from "./response_on_socket.ts";

test("headers are found by any case and listed in lower case", () => {
  const { response } = responseTo();
  response.setHeader("X-Name", "a").setHeader("Other", ["b", "c"]);
  assert.strictEqual(response.getHeader("x-nAME"), "a");
  assert.strictEqual(response.hasHeader("OTHER"), true);
  assert.strictEqual(response.hasHeader("missing"), false);
  assert.strictEqual(response.getHeader("missing"), undefined);
  assert.deepStrictEqual(response.getHeaderNames(), ["x-name", "other"]);
  assert.deepStrictEqual(response.getRawHeaderNames(), ["X-Name", "Other"]);
  assert.deepStrictEqual({ ...response.getHeaders() }, { "x-name": "a", other: ["b", "c"] });
  assert.strictEqual(Object.getPrototypeOf(response.getHeaders()), null);
});

test("setHeader() replaces, appendHeader() adds, removeHeader() removes", () => {
  const { response } = responseTo();
  response.setHeader("A", "1").setHeader("a", "2");
  assert.deepStrictEqual({ ...response.getHeaders() }, { a: "2" });
  response.appendHeader("A", "3").appendHeader("a", ["4"]);
  assert.deepStrictEqual(response.getHeader("a"), ["2", "3", "4"]);
  response.removeHeader("A");
  assert.deepStrictEqual(response.getHeaderNames(), []);
});

test("setHeaders() takes Headers with all cookies, and a Map", () => {
  const { response } = responseTo();
  const headers = new Headers({ one: "1" });
  headers.append("set-cookie", "a=1");
  headers.append("set-cookie", "b=2");
  response.setHeaders(headers);
  response.setHeaders(new Map([["Two", "2"]]));
  assert.deepStrictEqual({ ...response.getHeaders() }, { one: "1", "set-cookie": ["a=1", "b=2"], two: "2" });
});

test("the state follows write() and end()", async () => {
  const { response } = responseTo();
  const states: unknown[] = [];
  const note = () =>
    states.push([response.headersSent, response.writableEnded, response.writableFinished, response.finished]);
  note();
  response.write("a");
  note();
  response.on("finish", note);
  response.end();
  await settle();
  assert.deepStrictEqual(states, [
    [false, false, false, false],
    [true, false, false, false],
    [true, true, true, true],
  ]);
});

test("setHeaders() takes whatever has keys and get, as the copies of Headers in packages have", () => {
  class Copy {
    keys() {
      return ["x-a"].values();
    }
    get() {
      return "1";
    }
    *[Symbol.iterator]() {
      yield ["x-a", "1"];
    }
  }
  const response: any = new http.ServerResponse({ method: "GET" } as any);
  response.setHeaders(new Copy());
  assert.strictEqual(response.getHeader("x-a"), "1");
  assert.throws(() => response.setHeaders({ "x-a": "1" }), {
    code: "ERR_INVALID_ARG_TYPE",
    message: /The "headers" argument must be an instance of Headers or Map\./,
  });
});
