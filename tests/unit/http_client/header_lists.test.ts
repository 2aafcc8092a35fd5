// Invalid lists of headers.
import assert from "node:assert";
import http from "node:http";
import { test } from "../harness.ts";

test("a list of names and values must have a value for each name", () => {
  assert.throws(() => http.request({ port: 1, host: "127.0.0.1", headers: ["a"] as any }), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'headers' is invalid. Received [ 'a' ]",
  });
});
