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

/** What a program prints. */
async function printed(code: string): Promise<{ stdout: string; stderr: string; code: number }> {
  const isDeno = Deno.version.deno === undefined || Deno.execPath().endsWith("deno");
  const args = isDeno ? ["eval", code] : ["--as", "deno", "-e", code];
  const output = await new Deno.Command(Deno.execPath(), { args, env: { NO_COLOR: "1" } }).output();
  const decoder = new TextDecoder();
  return { stdout: decoder.decode(output.stdout), stderr: decoder.decode(output.stderr), code: output.code };
}

test("console.log does the same", async () => {
  const { stdout } = await printed("console.log({ a: 'b' }, ['c'], 'plain');");
  assert.strictEqual(stdout, '{ a: "b" } [ "c" ] plain\n');
});

test("placeholders of integers truncate, and those of strings use String()", async () => {
  const code = "console.log('%d|%d|%d|%i', 1.5, '2.7', 10n, 1.9); console.log('%s|%s|%o', { a: 1 }, [1, 'a'], [1]);";
  assert.strictEqual((await printed(code)).stdout, "1|2|10|1\n[object Object]|1,a|[ 1 ]\n");
});

test("console.table aligns columns of numbers at the right", async () => {
  const code = "console.table([{ num: 1, s: 'x' }, { num: 20 }]); console.table(new Map([['k', 1]]));";
  const expected = [
    "┌───────┬─────┬─────┐",
    "│ (idx) │ num │ s   │",
    "├───────┼─────┼─────┤",
    '│     0 │   1 │ "x" │',
    "│     1 │  20 │     │",
    "└───────┴─────┴─────┘",
    "┌────────────┬─────┬────────┐",
    "│ (iter idx) │ Key │ Values │",
    "├────────────┼─────┼────────┤",
    '│          0 │ "k" │      1 │',
    "└────────────┴─────┴────────┘",
    "",
  ];
  assert.strictEqual((await printed(code)).stdout, expected.join("\n"));
});

test("headers are sorted, and there is no location", async () => {
  const code = "console.log(new Headers([['B', '1'], ['a', '2']]), location);";
  assert.strictEqual((await printed(code)).stdout, 'Headers { a: "2", b: "1" } undefined\n');
});
