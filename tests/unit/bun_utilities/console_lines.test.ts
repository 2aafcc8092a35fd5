// Where `console.log` breaks an array that is not its first argument, as Bun 1.4.5 does. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bun-console-lines-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

const WHOLE = '[ "1", "2", "3" ]';
const AT_THE_START = '[\n  "1", "2", "3"\n]';

/** The text that `console.log(args, ["1", "2", "3"])` adds for the list; `x` in `args` makes a string of a length. */
function printedList(args: string): string {
  const file = path.join(folder, "program.js");
  fs.writeFileSync(
    file,
    `Bun.version; const x = (n) => "x".repeat(n); console.log(${args}, "|", ["1", "2", "3"]); console.log()`,
  );
  const text = Bun.spawnSync([process.execPath, file]).stdout.toString();
  return text.slice(text.indexOf("| ") + 2, -2);
}

const cases: [name: string, args: (length: number) => string, whole: number, broken: number][] = [
  ["strings, without the spaces between them", (length) => `x(30), x(${length - 31})`, 71, 79],
  ["numbers and strings", (length) => `x(${length - 2}), 5`, 71, 79],
  ["an array that fits", (length) => `[x(${length - 20})], x(11)`, 73, 81],
  ["the whole of a template", (length) => `"%s" + x(${length - 11}), x(5)`, 74, 82],
  ["integers of a template as one character", (length) => `"%d" + x(${length - 3}), 123456`, 70, 78],
  ["typed arrays without their numbers", (length) => `x(${length - 3}), new Uint8Array([100, 200])`, 71, 79],
];

for (const [name, args, whole, broken] of cases) {
  test(`the line has ${name}`, () => {
    assert.strictEqual(printedList(args(whole)), WHOLE);
    assert.strictEqual(printedList(args(broken)), AT_THE_START);
  });
}

test("a list behind an array that fills the line is not broken", () => {
  assert.strictEqual(printedList('[x(90), "a"]'), WHOLE);
  assert.strictEqual(printedList('["q", x(82)]'), WHOLE);
  assert.strictEqual(printedList("x(90), {}"), WHOLE);
});

test("a list behind an array of several lines begins a new line's count", () => {
  assert.strictEqual(printedList("[[1], x(70)]"), WHOLE);
});
