// `brio build --watch`: after each change the output is that of the sources.
import assert from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "watch-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const write = (name: string, text: string) => fs.writeFileSync(path.join(folder, name), text);

/** Waits until running the output prints what is expected. */
async function prints(expected: string): Promise<void> {
  let printed = "";
  for (let tries = 0; tries < 200; tries++) {
    if (fs.existsSync(path.join(folder, "out/main.js"))) {
      printed = spawnSync(process.execPath, ["out/main.js"], { cwd: folder, encoding: "utf8" }).stdout.trim();
      if (printed === expected) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.strictEqual(printed, expected);
}

test("an output follows its sources", async () => {
  write("main.ts", `import { n } from "./n"; import data from "./data.json"; console.log(n, data.a);`);
  write("n.ts", "export const n: number = 1;");
  write("data.json", '{ "a": 1 }');
  write("late.ts", "export const late: string = 'late';");
  const args = ["build", "main.ts", "--outdir", "out", "--watch"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["pipe", "ignore", "pipe"] });
  let reported = "";
  child.stderr.on("data", (chunk) => (reported += chunk));
  try {
    await prints("1 1");
    // A module, one after the other.
    write("n.ts", "export const n: number = 2;");
    await prints("2 1");
    write("n.ts", "export const n: number = 3;");
    await prints("3 1");
    // A module that was not part of the bundle.
    write("n.ts", `import { late } from "./late"; export const n: string = late;`);
    await prints("late 1");
    write("late.ts", "export const late: string = 'later';");
    await prints("later 1");
    // What is not source code.
    write("data.json", '{ "a": 2 }');
    await prints("later 2");
    // An error leaves the output, and its correction is built.
    write("late.ts", "export const late: string = ;");
    for (let tries = 0; tries < 200 && !reported.includes("error: "); tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.match(reported, /error: Unexpected token/);
    await prints("later 2");
    write("late.ts", "export const late: string = 'fixed';");
    await prints("fixed 2");
    // Two modules at once, one of which no longer imports the other.
    write("late.ts", "export const late: string = 'gone';");
    write("n.ts", "export const n = 'alone';");
    await prints("alone 2");
  } finally {
    child.kill();
  }
}, 30_000);

test("a build that fails is repeated when what it needs appears", async () => {
  fs.rmSync(path.join(folder, "out"), { recursive: true, force: true });
  fs.mkdirSync(path.join(folder, "later"));
  const args = ["build", "later/entry/main.ts", "--outdir", "out", "--watch"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["pipe", "ignore", "pipe"] });
  let reported = "";
  child.stderr.on("data", (chunk) => (reported += chunk));
  const reports = async (text: RegExp) => {
    for (let tries = 0; tries < 200 && !text.test(reported); tries++) await new Promise((done) => setTimeout(done, 20));
    assert.match(reported, text);
    reported = "";
  };
  try {
    // The entry, in a folder that is not there either.
    await reports(/Cannot resolve entry module/);
    fs.mkdirSync(path.join(folder, "later/entry"));
    write("later/entry/main.ts", `import { n } from "../lib/n"; console.log(n);`);
    await reports(/cannot find "\.\.\/lib\/n"/);
    // A module in a folder that is not there.
    fs.mkdirSync(path.join(folder, "later/lib"));
    write("later/lib/n.ts", "export const m = 1;");
    await reports(/"n" is not exported by "later\/lib\/n\.ts"/);
    // An export of another file than the one that the report is about.
    write("later/lib/n.ts", "export const n = 2;");
    await prints("2");
  } finally {
    child.kill();
  }
}, 30_000);
