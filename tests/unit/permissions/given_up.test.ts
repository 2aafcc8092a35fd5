// Permissions that a program without a policy gives up, and those that tests have for themselves. The expected values are
// those of Deno 2.9.6 with -A.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/permissions-given-up-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(`${folder}/note.txt`, "a note");
const REFUSED = 'Requires read access to "note.txt", run again with the --allow-read flag';
const ATTEMPT = `
  const attempt = (call) => { try { return String(call()); } catch (error) { return error.message; } };
  const read = () => Deno.readTextFileSync("note.txt");`;

function run(flags: string[], code: string): string[] {
  writeFileSync(`${folder}/program.mjs`, `${ATTEMPT}\n${code}`);
  const program = [...flags, `${folder}/program.mjs`];
  const result = spawnSync(process.execPath, program, { encoding: "utf8", cwd: folder, timeout: 15_000 });
  assert.strictEqual(result.stderr, "");
  return result.stdout.split("\n").filter(Boolean);
}

function runTests(code: string): string {
  writeFileSync(`${folder}/given_test.mjs`, `${ATTEMPT}\n${code}`);
  const words = ["test", "given_test.mjs"];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: "utf8", cwd: folder, timeout: 30_000 });
  return `${stdout}${stderr}`;
}

test("a program that may do everything gives a permission up for itself and for its workers", () => {
  const code = `
    console.log(Deno.permissions.querySync({ name: "read" }).state, attempt(read));
    console.log(Deno.permissions.revokeSync({ name: "read" }).state, attempt(read));
    const fs = process.getBuiltinModule("node:fs");
    console.log(attempt(() => fs.readFileSync("note.txt", "utf8")));
    console.log((await Deno.permissions.request({ name: "read" })).state, attempt(read));
    const source = "let told; try { told = Deno.readTextFileSync('note.txt'); } catch (error) { told = error.message; } postMessage(told);";
    const worker = new Worker("data:text/javascript," + encodeURIComponent(source), { type: "module" });
    console.log(await new Promise((resolve) => (worker.onmessage = (event) => resolve(event.data))));
    worker.terminate();
    console.log(Deno.permissions.querySync({ name: "write" }).state, attempt(() => Deno.writeTextFileSync("new.txt", "")));
    console.log((await Deno.permissions.revoke({ name: "env" })).state, attempt(() => process.env.PATH));`;
  const expected = [
    "granted a note",
    `prompt ${REFUSED}`,
    REFUSED,
    `denied ${REFUSED}`,
    REFUSED,
    "granted undefined",
    'prompt Requires env access to "PATH", run again with the --allow-env flag',
  ];
  for (const flags of [[], ["-A"]])
    assert.deepStrictEqual(run(["--as", "deno", "--no-prompt", ...flags], code), expected);
});

test("what a test gives up comes back after it when it has permissions of its own, and otherwise stays away", () => {
  const printed = runTests(`
    const giveUp = () => { Deno.permissions.revokeSync({ name: "read" }); if (attempt(read) !== '${REFUSED}') throw new Error(attempt(read)); };
    const hasIt = () => { if (attempt(read) !== "a note") throw new Error(attempt(read)); };
    Deno.test({ name: "inherit", permissions: "inherit", fn: giveUp });
    Deno.test("after inherit", hasIt);
    Deno.test({ name: "object", permissions: { read: true }, fn: giveUp });
    Deno.test("after object", hasIt);
    Deno.test("without", giveUp);
    Deno.test("after without", () => giveUp());`);
  assert.match(printed, /6 passed/);
});

test("wrong permissions of a test are told in Deno's words, and the test does not run", () => {
  const printed = runTests(`
    for (const permissions of ["all", 5, true, { read: 5 }, { read: "all" }, { read: {} }, { read: [1] }, { read: 1.5 }])
      Deno.test({ name: JSON.stringify(permissions), permissions, fn: () => console.log("it ran") });`);
  const told = [
    'invalid value: string "all", expected "inherit" or "none" or object',
    'invalid type: integer `5`, expected "inherit" or "none" or object',
    'invalid type: boolean `true`, expected "inherit" or "none" or object',
    '(deno.permissions.read) invalid type: integer `5`, expected "inherit" or boolean or string[]',
    '(deno.permissions.read) invalid value: string "all", expected "inherit" or boolean or string[]',
    '(deno.permissions.read) invalid type: map, expected "inherit" or boolean or string[]',
    "(deno.permissions.read) invalid type: integer `1`, expected a string",
    '(deno.permissions.read) invalid type: floating point `1.5`, expected "inherit" or boolean or string[]',
  ];
  const messages = printed
    .split("\n")
    .map((line) => /^ +TypeError: (.*)/.exec(line)?.[1])
    .filter(Boolean);
  assert.deepStrictEqual(messages, told);
  assert.ok(!printed.includes("it ran"));
});
