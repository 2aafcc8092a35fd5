// Deno's console and `Deno.inspect`, as Deno 2.9.6 has them. Run with Deno or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

test("strings are in double quotes where that needs no escapes", () => {
  assert.strictEqual(Deno.inspect("x"), '"x"');
  assert.strictEqual(
    Deno.inspect({ a: "it's", b: 'say "hi"', "c-d": ["e"] }),
    '{ a: "it\'s", b: \'say "hi"\', "c-d": [ "e" ] }',
  );
  assert.strictEqual(Deno.inspect("x", { colors: true }), '\x1b[32m"x"\x1b[39m');
});

test("four levels are shown", () => {
  assert.strictEqual(
    Deno.inspect({ a: { b: { c: { d: { e: {} } } } } }),
    "{\n  a: {\n    b: { c: { d: { e: {} } } }\n  }\n}",
  );
  assert.strictEqual(Deno.inspect({ b: 1, a: 2 }, { sorted: true }), "{ a: 2, b: 1 }");
});

test("console.log does the same", async () => {
  const code = "console.log({ a: 'b' }, ['c'], 'plain');";
  const output = await new Deno.Command(Deno.execPath(), {
    args:
      Deno.version.deno === undefined || Deno.execPath().endsWith("deno")
        ? ["eval", code]
        : ["--as", "deno", "-e", code],
    env: { NO_COLOR: "1" },
  }).output();
  assert.strictEqual(new TextDecoder().decode(output.stdout), '{ a: "b" } [ "c" ] plain\n');
});
