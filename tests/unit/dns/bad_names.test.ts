// Names that no resolver can query.
import assert from "node:assert";
import dns from "node:dns";
import { test } from "../harness.ts";

test("a name must not be empty", async () => {
  for (const name of ["", null, undefined] as any[]) {
    const expected = {
      name: "TypeError",
      code: "ERR_INVALID_ARG_VALUE",
      message: /^The argument 'hostname' must be a non-empty string\. Received/,
    };
    assert.throws(() => dns.lookup(name, {}, () => undefined), expected);
    await assert.rejects(async () => dns.promises.lookup(name), expected);
  }
});

test("a name must not have null bytes", () => {
  assert.throws(() => dns.lookup("a\0b", () => undefined), {
    code: "ERR_INVALID_ARG_VALUE",
    message: "The argument 'hostname' must be a string without null bytes. Received 'a\\x00b'",
  });
});

test("a name that is too long is EINVAL", async () => {
  const name = "x".repeat(300);
  await assert.rejects(dns.promises.lookup(name), { code: "EINVAL", syscall: "getaddrinfo", hostname: name });
});
