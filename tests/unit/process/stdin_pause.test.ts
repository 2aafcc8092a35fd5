import assert from "node:assert";
import { spawn } from "node:child_process";
import { once } from "node:events";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { test } from "../harness.ts";

/** Runs a program with a pipe as its standard input; `feed` writes to it. Returns what the program printed. */
async function run(
  source: string,
  feed: (write: (text: string) => void, printed: (text: string) => Promise<void>) => Promise<void>,
): Promise<string> {
  const child = spawn(process.execPath, ["-e", source], { stdio: ["pipe", "pipe", "inherit"] });
  let output = "";
  child.stdout.on("data", (chunk) => {
    output += chunk;
  });
  const printed = async (text: string): Promise<void> => {
    for (let waited = 0; !output.includes(text); waited++) {
      assert.ok(waited < 1_000, `the program did not print ${text}, but ${output}`);
      await sleep(10);
    }
  };
  await feed((text) => {
    child.stdin.write(text);
  }, printed);
  child.stdin.end();
  const [code] = await once(child, "exit");
  assert.strictEqual(code, 0);
  return output;
}

test("standard input continues after a pause", async () => {
  const source = `
    process.stdin.setEncoding("utf8");
    process.stdin.on("data", (text) => {
      console.log("got " + text);
      process.stdin.pause();
      setTimeout(() => { process.stdin.resume(); console.log("resumed " + text); }, 30);
    });
    process.stdin.on("end", () => console.log("end"));`;
  const output = await run(source, async (write, printed) => {
    write("a");
    await printed("resumed a");
    write("b");
    await printed("resumed b");
  });
  assert.strictEqual(output, "got a\nresumed a\ngot b\nresumed b\nend\n");
});

test("standard input continues after a pause of no time", async () => {
  const source = `
    process.stdin.setEncoding("utf8");
    process.stdin.resume(); process.stdin.pause(); process.stdin.resume();
    process.stdin.on("data", (text) => { process.stdin.pause(); process.stdin.resume(); console.log("got " + text); });
    process.stdin.on("end", () => console.log("end"));`;
  const output = await run(source, async (write, printed) => {
    write("a");
    await printed("got a");
    write("b");
    await printed("got b");
  });
  assert.strictEqual(output, "got a\ngot b\nend\n");
});

test("a program whose standard input is paused and open exits", async () => {
  const child = spawn(
    process.execPath,
    ["-e", "process.stdin.on('data', () => {}); setTimeout(() => process.stdin.pause(), 20)"],
    { stdio: ["pipe", "inherit", "inherit"] },
  );
  const [code] = await once(child, "exit");
  assert.strictEqual(code, 0);
  child.stdin.destroy();
});
