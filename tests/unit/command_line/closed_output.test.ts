// Commands whose output is not read to its end, or cannot be written.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { test } from "../harness.ts";

/** Runs a script of sh whose `$0` is this runtime. */
function run(script: string): { status: number | null; stderr: string } {
  const { status, stderr } = spawnSync("sh", ["-c", script, process.execPath], { encoding: "utf8" });
  return { status, stderr };
}

test("a command ends quietly when the reader of its output has gone, as SIGPIPE would end it", () => {
  for (const command of ["help", "help install", "completions bash"]) {
    const { stderr } = run(`( sleep 0.2; "$0" ${command}; echo $? >&2 ) | true`);
    assert.strictEqual(stderr, "141\n");
  }
});

test("output that cannot be written is an error of one line", () => {
  assert.deepStrictEqual(run('exec "$0" help > /dev/full'), {
    status: 1,
    stderr: "brio: cannot write to standard output: No space left on device (os error 28)\n",
  });
});
