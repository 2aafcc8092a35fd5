// What native code prints comes after what the program printed before the call, as in Bun and Deno.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

const EXPECTED = "1\n2\nfrom C\n3\n";

function outputOf(home: string, source: string): string {
  const { stdout, stderr } = spawnSync(process.execPath, ["--as", home, "-e", source], { encoding: "utf8" });
  assert.strictEqual(stderr, "");
  return stdout;
}

test("a function of bun:ffi prints behind console.log", () => {
  const source = `const { dlopen, ptr } = require("bun:ffi");
const { symbols } = dlopen("libc.so.6", { write: { args: ["int", "ptr", "usize"], returns: "i64" } });
const text = Buffer.from("from C\\n");
console.log(1); console.log(2); symbols.write(1, ptr(text), text.length); console.log(3);`;
  assert.strictEqual(outputOf("bun", source), EXPECTED);
});

test("a function of Deno.dlopen prints behind console.log", () => {
  const source = `const { symbols } = Deno.dlopen("libc.so.6", { write: { parameters: ["i32", "buffer", "usize"], result: "isize" } });
const text = new TextEncoder().encode("from C\\n");
console.log(1); console.log(2); symbols.write(1, text, BigInt(text.length)); console.log(3);`;
  assert.strictEqual(outputOf("deno", source), EXPECTED);
});
