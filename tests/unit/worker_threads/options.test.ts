// Options of a Worker that are ignored, and those that are refused with Node's messages.
import assert from "node:assert";
import process from "node:process";
import { MessageChannel, Worker } from "node:worker_threads";
import { test } from "../harness.ts";
import { runWorker } from "./start.ts";

test("a Worker ignores resourceLimits and a transferList of another type", async () => {
  for (const given of [1, true, null, []] as any[]) {
    assert.strictEqual((await runWorker("", { resourceLimits: given })).code, 0);
    assert.strictEqual((await runWorker("", { transferList: given })).code, 0);
  }
  for (const given of [{ maxOldGenerationSizeMb: "x" }, { maxYoungGenerationSizeMb: null }]) {
    assert.strictEqual((await runWorker("", { resourceLimits: given })).code, 0);
  }
});

test("NODE_OPTIONS in a worker's env may have flags of the whole process", async () => {
  for (const NODE_OPTIONS of [
    "--max-old-space-size=4096",
    "--expose-gc",
    "--no-warnings --dns-result-order=ipv4first",
    "foo",
    "",
  ]) {
    const { code, errors } = await runWorker("process.exitCode = 3", { env: { NODE_OPTIONS } });
    assert.deepStrictEqual([code, errors], [3, []]);
  }
});

test("NODE_OPTIONS in a worker's env is checked, and the error names the invalid flags", () => {
  const refused: [string, string][] = [
    ["--zz --yy", "--zz is not allowed in NODE_OPTIONS"],
    ["--require", "--require requires an argument"],
    ["-e 1", "-e is not allowed in NODE_OPTIONS"],
    ["--no-warnings --require", "--require requires an argument"],
  ];
  for (const [NODE_OPTIONS, what] of refused) {
    assert.throws(() => new Worker("", { eval: true, env: { NODE_OPTIONS } }), {
      code: "ERR_WORKER_INVALID_EXEC_ARGV",
      message: `Initiated Worker with invalid NODE_OPTIONS env variable: ${what}`,
    });
  }
});

test("execArgv ends with the first argument that is not a flag; a flag without its value is refused", async () => {
  assert.strictEqual((await runWorker("", { execArgv: ["--no-warnings", "foo", "--zz"] })).code, 0);
  assert.throws(() => new Worker("", { eval: true, execArgv: ["--require"] }), {
    code: "ERR_WORKER_INVALID_EXEC_ARGV",
    message: "Initiated Worker with invalid execArgv flags: --require requires an argument",
  });
});

test("postMessage without arguments is a TypeError with ERR_MISSING_ARGS", () => {
  const { port1 } = new MessageChannel();
  const expected = {
    name: "TypeError",
    code: "ERR_MISSING_ARGS",
    message: "Not enough arguments to MessagePort.postMessage",
  };
  assert.throws(() => (port1 as any).postMessage(), expected);
  port1.close();
});

test("process.allowedNodeEnvironmentFlags contains the usual flags, in every spelling", () => {
  const flags = process.allowedNodeEnvironmentFlags;
  for (const flag of [
    "--no-warnings",
    "no_warnings",
    "--max_old_space_size",
    "--expose-gc",
    "--dns-result-order=verbatim",
    "-r",
    "C",
    "--disable-warning",
    "--no-extra-info-on-fatal-exception",
    "--track-heap-objects",
  ]) {
    assert.ok(flags.has(flag), flag);
  }
  assert.ok(!flags.has("--eval") && !flags.has("--zz") && Object.isFrozen(flags));
});
