// `--hot`: a program of Bun runs again in the same process when one of its files changes.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { setTimeout as sleep } from "node:timers/promises";

/** Starts a program of these files with `--hot`; `lines` grows with its output. */
function start(files: Record<string, string>): {
  child: ChildProcess;
  lines: string[];
  folder: string;
  errors(): string;
} {
  const folder = mkdtempSync(join(tmpdir(), "brio-hot-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const child = spawn(process.execPath, ["--as", "bun", "--hot", "main.ts"], { cwd: folder });
  const lines: string[] = [];
  let errors = "";
  child.stdout.on("data", (data: Buffer) => lines.push(...String(data).trim().split("\n")));
  child.stderr.on("data", (data: Buffer) => (errors += String(data)));
  return { child, lines, folder, errors: () => errors };
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 400; tries++) {
    if (condition()) return;
    await sleep(25);
  }
  throw new Error("the time is over");
}

async function end(child: ChildProcess, folder: string): Promise<void> {
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("close", resolve));
  rmSync(folder, { recursive: true, force: true });
}

test("modules run again, globals and the process stay", async () => {
  const { child, lines, folder } = start({
    "main.ts": `import { name } from "./lib.ts"; globalThis.count = (globalThis.count ?? 0) + 1; console.log(name, globalThis.count, process.pid);`,
    "lib.ts": `export const name = "one";`,
  });
  try {
    await until(() => lines.length >= 1);
    writeFileSync(join(folder, "lib.ts"), `export const name = "two";`);
    await until(() => lines.length >= 2);
    assert.deepEqual(lines, [`one 1 ${child.pid}`, `two 2 ${child.pid}`]);
  } finally {
    await end(child, folder);
  }
});

test("a server keeps its port and gets the new handler", async () => {
  const serve = (answer: string): string =>
    `const server = Bun.serve({ port: 0, fetch: () => new Response("${answer}") }); console.log(server.port);`;
  const { child, lines, folder } = start({ "main.ts": serve("one") });
  try {
    await until(() => lines.length >= 1);
    const ask = async (): Promise<string> => (await fetch(`http://localhost:${lines[0]}`)).text();
    assert.equal(await ask(), "one");
    writeFileSync(join(folder, "main.ts"), serve("two"));
    await until(() => lines.length >= 2);
    assert.equal(lines[1], lines[0]);
    assert.equal(await ask(), "two");
  } finally {
    await end(child, folder);
  }
});

test("an error is printed, and the next change runs the program again", async () => {
  const { child, lines, folder, errors } = start({ "main.ts": `throw new Error("first");` });
  try {
    await until(() => errors().includes("first"));
    writeFileSync(join(folder, "main.ts"), `const = 1;`);
    await until(() => errors().includes("main.ts:1") || errors().includes("SyntaxError"));
    writeFileSync(join(folder, "main.ts"), `console.log("works");`);
    await until(() => lines.length >= 1);
    assert.deepEqual(lines, ["works"]);
    assert.equal(child.exitCode, null);
  } finally {
    await end(child, folder);
  }
});
