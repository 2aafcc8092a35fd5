// fs.glob, with Node's results: a trailing slash matches directories, links are not followed, Dirents have the folder as it was given.
import assert from "node:assert";
import { globSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync, promises } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, matchesGlob } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const root = mkdtempSync(join(tmpdir(), "glob-"));
mkdirSync(join(root, "g/d/e"), { recursive: true });
mkdirSync(join(root, "g/c"));
for (const file of ["f.js", "c/x.js", "d/y.js"]) writeFileSync(join(root, "g", file), "");
symlinkSync("d", join(root, "g/link"));
const found = (pattern: string): string[] => globSync(pattern, { cwd: root }).sort();

test("a trailing slash matches directories", async () => {
  const expected: [string, string[]][] = [
    ["g/*/", ["g/c", "g/d"]],
    ["g/d/", ["g/d"]],
    ["g/f.js/", []],
    ["g/**/", ["g", "g/c", "g/d", "g/d/e"]],
    ["**/", [".", "g", "g/c", "g/d", "g/d/e"]],
    ["g/*/*/", ["g/d/e"]],
    ["g/{d,f.js}/", ["g/d"]],
    ["g//", ["g"]],
    ["g/link/", ["g/link"]],
    ["", []],
    ["/", ["/"]],
  ];
  for (const [pattern, paths] of expected) assert.deepStrictEqual(found(pattern), paths, pattern);
  const later: string[] = [];
  for await (const path of promises.glob("g/*/", { cwd: root })) later.push(path);
  assert.deepStrictEqual(later.sort(), ["g/c", "g/d"]);
});

test("links to directories are entered when they are named", () => {
  assert.deepStrictEqual(found("g/*/*.js"), ["g/c/x.js", "g/d/y.js"]);
  assert.deepStrictEqual(found("g/link/*"), ["g/link/e", "g/link/y.js"]);
  assert.deepStrictEqual(found("g/**/y.js"), ["g/d/y.js"]);
});

test("the folder of a Dirent", () => {
  const shown = (pattern: string, cwd: string): string[] =>
    globSync(pattern, { cwd, withFileTypes: true })
      .map((entry) => `${entry.parentPath}|${entry.name}`)
      .sort();
  const before = process.cwd();
  process.chdir(root);
  assert.deepStrictEqual(shown("**/*.js", "g"), ["g/c|x.js", "g/d|y.js", "g|f.js"]);
  assert.deepStrictEqual(shown("*.js", "./g/"), ["g|f.js"]);
  assert.deepStrictEqual(shown("*.js", join(root, "g")), [`${join(root, "g")}|f.js`]);
  assert.deepStrictEqual(
    globSync("g/c/*", { withFileTypes: true }).map((entry) => entry.parentPath),
    ["g/c"],
  );
  process.chdir(before);
  assert.strictEqual(basename(root).startsWith("glob-"), true);
});

test("matchesGlob with a last slash", () => {
  for (const [path, pattern, expected] of [
    ["a/b", "a/b/", false],
    ["a/b/", "a/b/", true],
    ["a/b/", "a/b", true],
    ["a/b/", "a/*", true],
    ["a/b", "a/*/", false],
  ] as const) {
    assert.strictEqual(matchesGlob(path, pattern), expected, `${path} ${pattern}`);
  }
  rmSync(root, { recursive: true });
});

test("glob treats paths that the system refuses to read as missing", async () => {
  assert.deepStrictEqual(globSync("a\0b"), []);
  const long = "x".repeat(5000);
  assert.deepStrictEqual(globSync(long), []);
  for await (const found of promises.glob([long, "a\0b"])) assert.fail(found);
});
