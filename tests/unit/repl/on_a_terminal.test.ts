import assert from "node:assert";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "../harness.ts";

const ARROW_UP = "\x1b[A";

test("on a terminal the prompt reads line after line, and shows the lines before", async () => {
  const folder = mkdtempSync(join(tmpdir(), "prompt-"));
  // `script` runs a command on its own terminal and forwards what we type.
  const child = spawn("script", ["-qec", `"${process.execPath}" -i`, "/dev/null"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, TERM: "xterm", NODE_REPL_HISTORY: join(folder, "history"), NO_COLOR: "1" },
  });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const printed = async (text: RegExp): Promise<void> => {
    for (let waited = 0; !text.test(output); waited++) {
      assert.ok(
        waited < 800 && child.exitCode === null,
        `the prompt did not show ${text}, but ${JSON.stringify(output)}`,
      );
      await sleep(10);
    }
    output = "";
  };
  await printed(/> /);
  child.stdin.write("20 + 1\r");
  await printed(/\n21\r?\n/);
  await sleep(50);
  child.stdin.write("40 + 2\r");
  await printed(/\n42\r?\n/);
  await sleep(50);
  child.stdin.write(ARROW_UP + ARROW_UP);
  await printed(/20 \+ 1/);
  child.stdin.write("\r");
  await printed(/\n21\r?\n/);
  child.stdin.write(".exit\r");
  const [code] = await once(child, "exit");
  assert.strictEqual(code, 0);
  rmSync(folder, { recursive: true });
});

test("the older members of readline exist in a prompt that loads no readline", () => {
  const source = `
    const { PassThrough } = require("stream");
    const prompt = require("repl").start({ input: new PassThrough(), output: new PassThrough() });
    console.log(typeof prompt._historyPrev, typeof prompt._writeToOutput);
    prompt.close();`;
  assert.strictEqual(execFileSync(process.execPath, ["-e", source], { encoding: "utf8" }), "function function\n");
});
