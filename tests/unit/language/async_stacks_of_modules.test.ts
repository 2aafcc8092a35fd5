// The frame of a module that awaits, behind those of the functions that it called, as V8 has it.
import { deepStrictEqual, match } from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/stacks-of-modules-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

function run(code: string): string {
  writeFileSync(`${folder}/main.mjs`, code);
  const { stdout, stderr } = spawnSync(process.execPath, [`${folder}/main.mjs`], { encoding: "utf8" });
  return `${stdout}${stderr}`.replaceAll(folder, "");
}

const FAILS = 'async function fail() {\n  await 0;\n  throw new Error("x");\n}\n';

test("a module that catches the error has a frame", () => {
  deepStrictEqual(
    run(`${FAILS}try {\n  await fail();\n} catch (error) {\n  console.log(error.stack);\n}\n`).split("\n"),
    ["Error: x", "    at fail (file:///main.mjs:3:9)", "    at async file:///main.mjs:6:3", ""],
  );
});

test("so has one that fails", () => {
  match(
    run(`${FAILS}await 1;\nawait fail();\n`),
    /at fail \(file:\/\/\/main\.mjs:3:9\)\n {4}at async file:\/\/\/main\.mjs:6:1\n/,
  );
});

test("an error that the module itself throws has its frame once", () => {
  const output = run(`await 0;\nthrow new Error("x");\n`);
  deepStrictEqual(output.match(/main\.mjs:\d+:\d+/g), ["main.mjs:2:7"]);
});
