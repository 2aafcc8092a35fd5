// A main module that awaits an event of something unreferenced. The behaviour is that of Deno 2.9: it waits for timers only,
// and fails.
import assert from "node:assert";
import { spawn } from "node:child_process";
import { test } from "../harness.ts";

const program = Deno.makeTempFileSync({ suffix: ".ts" });
globalThis.addEventListener("unload", () => Deno.removeSync(program));

/** The standard output of a program, whether its error says that it awaits in vain, and its exit code. */
function outcome(source: string): Promise<[string, boolean, number | null]> {
  Deno.writeTextFileSync(program, `export {}; void Deno;\n${source}`);
  return new Promise((resolve) => {
    const child = spawn(Deno.execPath(), [program], { stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    let errors = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("close", (code) => resolve([output, errors.includes("Top-level await promise never resolved"), code]));
  });
}

test("an unreferenced timer is waited for", async () => {
  const source = "await new Promise<void>((resolve) => Deno.unrefTimer(setTimeout(resolve, 20) as unknown as number));";
  assert.deepStrictEqual(await outcome(`${source} console.log("done");`), ["done\n", false, 0]);
  const signal = 'await new Promise((resolve) => AbortSignal.timeout(20).addEventListener("abort", resolve));';
  assert.deepStrictEqual(await outcome(`${signal} console.log("done");`), ["done\n", false, 0]);
}, 60_000);

test("a promise that never settles is an error with the exit code 1, also after the last timer", async () => {
  assert.deepStrictEqual(await outcome("await new Promise(() => {});"), ["", true, 1]);
  const late =
    'Deno.unrefTimer(setTimeout(() => console.log("late"), 20) as unknown as number); await new Promise(() => {});';
  assert.deepStrictEqual(await outcome(late), ["late\n", true, 1]);
}, 60_000);
