// Servers on abstract unix sockets, which have no file and so no mode.
import assert from "node:assert";
import net from "node:net";
import { test } from "../harness.ts";

test("an abstract socket cannot be readable or writable by all", () => {
  for (const options of [{ readableAll: true }, { writableAll: true }]) {
    assert.throws(() => net.createServer().listen({ path: "\0brio-test", ...options }), {
      name: "TypeError",
      code: "ERR_INVALID_ARG_VALUE",
      message:
        /^The argument 'options' can not set readableAll or writableAllt to true when path is abstract unix socket\./,
    });
  }
});
