// SQLite's ATTACH in Deno's home: without all permissions databases are not attached, as in Deno 2.9.
import assert from "node:assert";
import { test } from "../harness.ts";

test("this runs as a program of Deno", () => {
  assert.strictEqual(typeof Deno.version.deno, "string");
});

const PROGRAM = `
import { DatabaseSync } from "node:sqlite";
const tried = (what) => { try { console.log(what()); } catch (error) { console.log(error.code, error.message); } };
const database = new DatabaseSync(":memory:");
tried(() => database.exec("attach ':memory:' as other"));
tried(() => { database.limits.attach = 2; return database.limits.attach; });
tried(() => { database.limits.attach = 0; return database.limits.attach; });
tried(() => new DatabaseSync(":memory:", { limits: { attach: 1 } }).limits.attach);
Deno.version;
`;
const REFUSED =
  'ERR_ACCESS_DENIED Cannot raise the "attach" limit: ATTACH DATABASE is disabled without full permissions for the database path.';

function run(...flags: string[]): string[] {
  const file = Deno.makeTempFileSync({ suffix: ".mjs" });
  try {
    Deno.writeTextFileSync(file, PROGRAM);
    const args = ["run", "--no-prompt", ...flags, file];
    const { stdout } = new Deno.Command(Deno.execPath(), { args, env: { NO_COLOR: "1" } }).outputSync();
    return new TextDecoder().decode(stdout).trimEnd().split("\n");
  } finally {
    Deno.removeSync(file);
  }
}

test("reading and writing everything is not enough", () => {
  const attached = "ERR_SQLITE_ERROR too many attached databases - max 0";
  assert.deepStrictEqual(run("--allow-read", "--allow-write"), [attached, REFUSED, "0", REFUSED]);
});

test("with all permissions databases are attached", () => {
  assert.deepStrictEqual(run("-A"), ["undefined", "2", "0", "1"]);
});
