// The prompt of Deno and Bun accepts types and import declarations.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { stripVTControlCharacters } from "node:util";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "prompt-homes-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
fs.writeFileSync(path.join(folder, "data.json"), '{ "count": 12 }');

const COMMANDS: string[][] =
  process.versions.brio !== undefined
    ? [
        ["--as", "deno", "-i"],
        ["--as", "bun", "-i"],
      ]
    : [process.versions.bun !== undefined ? ["repl"] : ["repl", "-A"]];

/** The numbers that a prompt prints for the values of inputs. */
function numbers(command: string[], inputs: string[]): number[] {
  const input = inputs.map((line) => `${line}\n`).join("");
  const found = spawnSync(process.execPath, command, { cwd: folder, input, encoding: "utf8", env: { ...process.env } });
  const lines = stripVTControlCharacters(found.stdout).split("\n");
  return lines.flatMap((line) => /^(?:[>|] )*(\d+)$/.exec(line)?.[1] ?? []).map(Number);
}

for (const command of COMMANDS) {
  const name = command.join(" ");
  test(`${name}: types are removed`, () => {
    const inputs = [
      "let x: number = 30; x",
      "function next(a: number): number {",
      "return a + 1;",
      "}",
      "next(40)",
      "interface A { a: string }",
      "(50 as any) + 1",
    ];
    assert.deepStrictEqual(numbers(command, inputs), [30, 41, 51]);
  }, 30_000);

  test(`${name}: import declarations declare their names`, () => {
    const inputs = [
      'import { basename as b, extname } from "node:path"',
      'b("/a/bcd").length + extname("a.ts").length * 10',
      'import path, { sep } from "node:path"; import * as all from "node:path"; void 0',
      "path.sep.length + sep.length + all.sep.length",
      'import "node:url"; 7',
      'import type { Stats } from "node:fs"; 8',
      'import data from "./data.json" with { type: "json" }; data.count',
    ];
    assert.deepStrictEqual(numbers(command, inputs), [33, 3, 7, 8, 12]);
  }, 30_000);
}
