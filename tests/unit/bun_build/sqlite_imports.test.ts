// `with { type: "sqlite" }` in bundles, as in Bun 1.4.5. Run with Bun or Brio.
import assert from "node:assert";
import { Database } from "bun:sqlite";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "sqlite-imports-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

function database(file: string, text: string): void {
  const made = new Database(file);
  made.exec("create table messages (message text)");
  made.query("insert into messages values (?)").run(text);
  made.close();
}

const PRINTS = 'console.log(db.query("select message from messages").get().message);';

async function built(source: string): Promise<string> {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  fs.writeFileSync(path.join(place, "main.ts"), `${source}\n${PRINTS}`);
  database(path.join(place, "a.sqlite"), "of the source");
  const outdir = path.join(place, "out");
  await Bun.build({ entrypoints: [path.join(place, "main.ts")], outdir, target: "bun" } as never);
  return outdir;
}

const run = (outdir: string) =>
  spawnSync(process.execPath, [path.join(outdir, "main.js")], { cwd: "/", encoding: "utf8" });

test("a database is read where the output is", async () => {
  const outdir = await built('import db from "./a.sqlite" with { type: "sqlite" };');
  assert.deepStrictEqual(fs.readdirSync(outdir), ["main.js"]);
  assert.notStrictEqual(run(outdir).status, 0);
  database(path.join(outdir, "a.sqlite"), "of the output");
  const { stdout, stderr } = run(outdir);
  assert.strictEqual(stdout, "of the output\n", stderr);
});

test("an embedded one is copied", async () => {
  const outdir = await built('import db from "./a.sqlite" with { type: "sqlite", embed: "true" };');
  assert.strictEqual(fs.readdirSync(outdir).filter((name) => /^a-[\w-]+\.sqlite$/.test(name)).length, 1);
  fs.rmSync(path.join(outdir, "../a.sqlite"));
  const { stdout, stderr } = run(outdir);
  assert.strictEqual(stdout, "of the source\n", stderr);
});
