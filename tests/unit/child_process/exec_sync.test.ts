import assert from "node:assert";
import { execFileSync, execSync } from "node:child_process";
import { test } from "../harness.ts";

test("execSync gives what the command of the shell wrote", () => {
  assert.deepStrictEqual(execSync("echo a | tr a b"), Buffer.from("b\n"));
  assert.strictEqual(execSync("echo $WORD", { env: { WORD: "seven" }, encoding: "utf8" }), "seven\n");
});

test("execSync throws with the status and the output of a command that failed", () => {
  assert.throws(
    () => execSync("echo out; echo err >&2; exit 3", { stdio: "pipe", encoding: "utf8" }),
    (error: any) => {
      assert.strictEqual(error.message, "Command failed: echo out; echo err >&2; exit 3\nerr\n");
      assert.strictEqual(error.status, 3);
      assert.strictEqual(error.signal, null);
      assert.strictEqual(error.stdout, "out\n");
      assert.strictEqual(error.stderr, "err\n");
      assert.deepStrictEqual(error.output, [null, "out\n", "err\n"]);
      return error instanceof Error;
    },
  );
});

test("execFileSync gives what the program wrote", () => {
  assert.strictEqual(execFileSync("echo", ["a", "b c"], { encoding: "utf8" }), "a b c\n");
});

test("execFileSync throws the error of a missing program", () => {
  assert.throws(
    () => execFileSync("no-such-program-anywhere", ["a"]),
    (error: any) => {
      assert.strictEqual(error.message, "spawnSync no-such-program-anywhere ENOENT");
      assert.strictEqual(error.code, "ENOENT");
      assert.strictEqual(error.status, null);
      return true;
    },
  );
});

test("execFileSync names program and arguments in the error", () => {
  assert.throws(() => execFileSync("sh", ["-c", "exit 2"], { stdio: "pipe" }), {
    message: "Command failed: sh -c exit 2",
    status: 2,
  });
});

test("execSync and execFileSync refuse wrong arguments", () => {
  assert.throws(() => (execSync as any)(5), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "command" argument must be of type string. Received type number (5)',
  });
  assert.throws(() => (execFileSync as any)("a", [], 5), {
    name: "TypeError",
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "options" argument must be of type object. Received type number (5)',
  });
});
