// The frames of Deno's own functions in stacks: Deno 2.9 shows all of them, Brio the one that the program called.
import assert from "node:assert";
import { test } from "../harness.ts";

test("this runs as a program of Deno", () => {
  assert.strictEqual(typeof Deno.version.deno, "string");
});

/** What a program prints, on both streams. */
function run(program: string): string {
  const file = Deno.makeTempFileSync({ suffix: ".ts" });
  try {
    Deno.writeTextFileSync(file, `Deno.version;\n${program}`);
    const { stdout, stderr } = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", file],
      env: { NO_COLOR: "1" },
    }).outputSync();
    return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
  } finally {
    Deno.removeSync(file);
  }
}

test("a stack begins in the function of Deno that failed", () => {
  let stack = "";
  try {
    new Deno.Command("/nothing/at/all").outputSync();
  } catch (error) {
    ({ stack } = error as { stack: string });
  }
  const lines = stack.split("\n").filter((line) => line.startsWith("    at "));
  assert.match(lines[0]!, /^ {4}at .*\(?ext:/);
  assert.match(
    lines.find((line) => !line.includes("ext:"))!,
    /frames\.test\.ts:\d+:\d+/,
  );
});

test("the report of an uncaught error quotes the program and not the runtime", () => {
  const printed = run(`Deno.statSync("/nothing/at/all");`);
  assert.match(printed, /\nDeno\.statSync\("\/nothing\/at\/all"\);\n {5}\^\n {4}at .*ext:.*\n(?:.*\n)* {4}at file:/);
});

test("a worker that fails ends its parent in Worker.#pollControl, and source of a Blob has its address", () => {
  const printed = run(`new Worker(URL.createObjectURL(new Blob(["throw new Error('inside')"])), { type: "module" });`);
  assert.match(printed, /Error: inside\n(?:.*\n)*? {4}at blob:null\/[0-9a-f-]+:1:\d+/);
  assert.match(printed, /Error: Unhandled error in child worker\.\n {4}at Worker\.#pollControl \(ext:/);
});
