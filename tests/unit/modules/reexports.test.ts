// What `export * from` and `export { x } from` export: imported by name, as a namespace, later.
import assert from "node:assert";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "brio-reexports-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

const FILES: Record<string, string> = {
  "values.mjs":
    "export let count = 1; export const fixed = 'fixed'; export const add = () => ++count; export default 'no';",
  "other.mjs": "export const other = 'other'; export const both = 1;",
  "third.mjs": "export const both = 2; export const third = 'third';",
  "barrel.mjs":
    "export * from './values.mjs'; export * from './other.mjs'; export * from './third.mjs'; export { other as renamed } from './other.mjs'; export * as all from './values.mjs'; export { default } from './values.mjs'; export const own = 'own';",
  "outer.mjs": "export * from './barrel.mjs';",
  "by_name.mjs":
    "import { count, add, renamed, all, own } from './outer.mjs'; export const before = count; add(); export const after = count; export const rest = [renamed, all.count, own];",
  "one_more_name.mjs":
    "import { third } from './outer.mjs'; import fallback from './barrel.mjs'; export default [third, fallback];",
  "as_namespace.mjs":
    "import * as outer from './outer.mjs'; export const read = [outer.fixed, outer.third, outer.both, outer.all.fixed, typeof outer.default]; export const keys = Object.keys(outer);",
  "cycle_a.mjs":
    "import { b, late } from './cycle_barrel.mjs'; export const a = 'a'; export const read = () => [b, late()];",
  "cycle_b.mjs": "import { a } from './cycle_barrel.mjs'; export const b = 'b'; export function late() { return a; }",
  "cycle_barrel.mjs": "export * from './cycle_a.mjs'; export * from './cycle_b.mjs';",
  "missing.mjs": "import { both } from './outer.mjs'; export default both;",
};
for (const [name, source] of Object.entries(FILES)) writeFileSync(join(folder, name), source);
const load = (name: string): Promise<any> => import(join(folder, name));

test("names of a barrel are live bindings of the modules that declare them", async () => {
  const { before, after, rest } = await load("by_name.mjs");
  assert.deepStrictEqual([before, after, rest], [1, 2, ["other", 2, "own"]]);
});

test("a name that no earlier importer read is readable, too", async () => {
  const { default: read } = await load("one_more_name.mjs");
  assert.deepStrictEqual(read, ["third", "no"]);
});

test("a namespace has all names but ambiguous ones and the default", async () => {
  const { read, keys } = await load("as_namespace.mjs");
  assert.deepStrictEqual(read, ["fixed", "third", undefined, "fixed", "undefined"]);
  assert.deepStrictEqual(keys, ["add", "all", "count", "fixed", "other", "own", "renamed", "third"]);
  assert.deepStrictEqual(Object.keys(await load("outer.mjs")), keys);
});

test("members of a cycle read each other through a barrel", async () => {
  const { read } = await load("cycle_a.mjs");
  assert.deepStrictEqual(read(), ["b", "a"]);
});

test("the import of an ambiguous name is a SyntaxError", async () => {
  await assert.rejects(load("missing.mjs"), SyntaxError);
});
