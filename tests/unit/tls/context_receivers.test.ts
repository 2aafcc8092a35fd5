// The methods of `secureContext.context` refuse other receivers, and PKCS #12 data that is cut short is not enough, as in Node 26.
import assert from "node:assert";
import tls from "node:tls";
import { test } from "../harness.ts";

test("a method of a context that is called on another object throws a TypeError", () => {
  const { context } = tls.createSecureContext() as unknown as { context: Record<string, Function> };
  for (const name of ["setOptions", "setCert", "setKey", "addCACert", "getTicketKeys", "setTicketKeys", "close"])
    assert.throws(() => ({ [name]: context[name] })[name]!(), { name: "TypeError", message: "Illegal invocation" });
  assert.equal(context["getTicketKeys"]!().length, 48);
});

test("PKCS #12 data that is cut short", () => {
  for (const pfx of ["sample", "abc", Buffer.alloc(0)])
    assert.throws(
      () => tls.createSecureContext({ pfx }),
      (error: NodeJS.ErrnoException) => {
        assert.deepEqual([error.name, error.message, error.code], ["Error", "not enough data", undefined]);
        return true;
      },
    );
});
