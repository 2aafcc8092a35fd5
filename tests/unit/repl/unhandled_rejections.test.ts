// The prompt of the command line continues after an unhandled rejection.
import assert from "node:assert";
import { spawn } from "node:child_process";
import process from "node:process";
import { test } from "../harness.ts";

// Each input is sent when the result of the one before it was printed.
async function converse(inputs: [text: string, answer: RegExp][]): Promise<number | null> {
  const child = spawn(process.execPath, ["-i"], { env: { ...process.env, NODE_REPL_HISTORY: "" } });
  let output = "";
  let wake = (): void => {};
  child.stdout.on("data", (bytes) => {
    output += bytes;
    wake();
  });
  const ended = new Promise<number | null>((resolve) =>
    child.on("close", (code) => {
      resolve(code);
      wake();
    }),
  );
  for (const [text, answer] of inputs) {
    output = "";
    child.stdin.write(`${text}\n`);
    while (!answer.test(output)) {
      assert.strictEqual(child.exitCode, null, `the prompt ended: ${output}`);
      await new Promise<void>((resolve) => (wake = resolve));
    }
  }
  child.stdin.end();
  return ended;
}

test("an unhandled rejection is shown, and the prompt continues", async () => {
  const code = await converse([
    ["Promise.reject(new Error('rejected')); 'first'", /Uncaught Error: rejected[^]*> $/],
    ["(async () => { await 1; throw new TypeError('later'); })(); 'second'", /Uncaught TypeError: later[^]*> $/],
    ["40 + 2", /42/],
  ]);
  assert.strictEqual(code, 0);
});

test("a listener of 'unhandledRejection' gets it instead", async () => {
  await converse([
    ["process.on('unhandledRejection', (error) => console.log('seen', error.message)); 'set'", /set/],
    ["Promise.reject(new Error('rejected')); 'first'", /seen rejected/],
  ]);
});
