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
const CTRL_R = "\x12";
const CTRL_G = "\x07";

/** Starts a prompt on a terminal of its own, and calls `use` when it is there. */
async function onTerminal(
  use: (
    type: (keys: string) => Promise<void>,
    printed: (text: RegExp) => Promise<void>,
    ended: () => Promise<number>,
  ) => Promise<void>,
): Promise<void> {
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
  try {
    await printed(/> /);
    await use(
      async (keys) => {
        await sleep(50);
        child.stdin.write(keys);
      },
      printed,
      async () => (await once(child, "exit"))[0],
    );
  } finally {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  }
}

test("on a terminal the prompt reads line after line, and shows the lines before", () =>
  onTerminal(async (type, printed, ended) => {
    await type("20 + 1\r");
    await printed(/\n21\r?\n/);
    await type("40 + 2\r");
    await printed(/\n42\r?\n/);
    await type(ARROW_UP + ARROW_UP);
    await printed(/20 \+ 1/);
    await type("\r");
    await printed(/\n21\r?\n/);
    await type(".exit\r");
    assert.strictEqual(await ended(), 0);
  }));

test(
  "Ctrl+R searches the history, and Enter runs what is found",
  () =>
    onTerminal(async (type, printed) => {
      for (const [input, result] of [
        ["20 + 1", "21"],
        ["30 + 1", "31"],
        ["40 + 2", "42"],
      ]) {
        await type(`${input}\r`);
        await printed(new RegExp(`\\n${result}\\r?\\n`));
      }
      await type(CTRL_R);
      await printed(/\nbck-i-search: _/);
      for (const key of "+ 1") await type(key);
      await printed(/\nbck-i-search: \+ 1_/);
      await type(CTRL_R);
      await printed(/\nbck-i-search: \+ 1_/);
      await type("\r");
      await printed(/\n21\r?\n/);
      await type(CTRL_R);
      await printed(/\nbck-i-search: _/);
      await type("4");
      await printed(/\nbck-i-search: 4_/);
      await type("x");
      await printed(/\nfailed-bck-i-search: 4x_/);
      await type(CTRL_G);
      await type("5\r");
      await printed(/\n5\r?\n/);
    }),
  30_000,
);

test(
  "Tab completes members of literals and parts of modules",
  () =>
    onTerminal(async (type, printed) => {
      await type("'abc'.trimE");
      await printed(/trimE/);
      await type("\t");
      await printed(/nd/);
      await type("()\r");
      await printed(/\n'abc'\r?\n/);
      await type("require('fs/p");
      await printed(/fs\/p/);
      await type("\t");
      await printed(/romises/);
      await type("') === fs.promises\r");
      await printed(/\ntrue\r?\n/);
    }),
  30_000,
);

test(
  "many inputs add no listeners to the process",
  () =>
    onTerminal(async (type, printed) => {
      await type("process.listenerCount('exit')\r");
      await printed(/\n\d+\r?\n/);
      const count = "globalThis.count = process.listenerCount('exit'); 0\r";
      await type(count);
      await printed(/\n0\r?\n/);
      for (let index = 1; index < 12; index++) {
        await type(`${index}\r`);
        await printed(new RegExp(`\\n${index}\\r?\\n`));
      }
      await type("process.listenerCount('exit') === count\r");
      await printed(/\ntrue\r?\n/);
    }),
  30_000,
);

test("the older members of readline exist in a prompt that loads no readline", () => {
  const source = `
    const { PassThrough } = require("stream");
    const prompt = require("repl").start({ input: new PassThrough(), output: new PassThrough() });
    console.log(typeof prompt._historyPrev, typeof prompt._writeToOutput);
    prompt.close();`;
  assert.strictEqual(execFileSync(process.execPath, ["-e", source], { encoding: "utf8" }), "function function\n");
});
