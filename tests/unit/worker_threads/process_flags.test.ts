// Flags that change the engine hold for all threads of a process, also for workers with flags of their own.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

const PROBE = `
const answers = [];
for (const probe of [() => "__proto__" in {}, () => typeof ({}).__proto__, () => typeof gc, () => eval("1"), () => Error.stackTraceLimit]) {
  try { answers.push(probe()); } catch (error) { answers.push(error.code ?? error.name); }
}
console.log(answers.join());`;

/** The result of a worker in a process with `flag`; `own`: the worker's flags. */
function answers(flag: string, own: string): string {
  const code = `new (require("worker_threads").Worker)(${JSON.stringify(PROBE)}, { eval: true, execArgv: ${own} })`;
  const { stdout, stderr } = spawnSync(process.execPath, [flag, "-e", code], { encoding: "utf8" });
  assert.strictEqual(stderr, "");
  return stdout.trim();
}

for (const own of ["undefined", "[]", "['--no-warnings']"]) {
  test(`flags of the process reach a worker whose execArgv is ${own}`, () => {
    assert.strictEqual(answers("--no-warnings", own), "true,object,undefined,1,10");
    assert.strictEqual(answers("--disable-proto=throw", own), "true,ERR_PROTO_ACCESS,undefined,1,10");
    assert.strictEqual(answers("--disable-proto=delete", own), "false,undefined,undefined,1,10");
    assert.strictEqual(answers("--expose-gc", own), "true,object,function,1,10");
    assert.strictEqual(answers("--disallow-code-generation-from-strings", own), "true,object,undefined,EvalError,10");
    assert.strictEqual(answers("--stack-trace-limit=3", own), "true,object,undefined,1,3");
  });
}
