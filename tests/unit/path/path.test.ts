import assert from "node:assert";
import path from "node:path";
import { test } from "../harness.ts";
const { posix, win32 } = path;

test("join and normalize resolve dots and keep a slash at the end", () => {
  assert.strictEqual(posix.join("/a", "../b", "./c//"), "/b/c/");
  assert.strictEqual(posix.normalize("a/../../b"), "../b");
  assert.strictEqual(win32.join("C:\\a", "..", "b/c"), "C:\\b\\c");
  assert.strictEqual(win32.normalize("//server/share/../x"), "\\\\server\\share\\x");
  assert.strictEqual(posix.join(), ".");
});

test("a relative Windows path never becomes a drive or a device", () => {
  assert.strictEqual(win32.normalize("./c:a"), ".\\c:a");
  assert.strictEqual(win32.normalize("test/../C:/x"), ".\\C:\\x");
  assert.strictEqual(win32.normalize("CON:"), ".\\CON:.");
});

test("resolve goes right to left to the first absolute path", () => {
  assert.strictEqual(posix.resolve("/a", "/b", "../c"), "/c");
  assert.strictEqual(win32.resolve("C:\\a", "D:b", "\\c"), "D:\\c");
});

test("relative leads from one path to the other", () => {
  assert.strictEqual(posix.relative("/a/b/c", "/a/d"), "../../d");
  assert.strictEqual(win32.relative("C:\\a\\B", "c:\\A\\b\\c"), "c");
  assert.strictEqual(win32.relative("C:\\a", "D:\\a"), "D:\\a");
});

test("names, extensions and folders", () => {
  assert.strictEqual(posix.basename("/a/b.html/", ".html"), "b");
  assert.strictEqual(posix.extname(".profile"), "");
  assert.strictEqual(posix.extname("a.b."), ".");
  assert.strictEqual(posix.dirname("//a"), "//");
  assert.deepStrictEqual(win32.parse("C:\\a\\b.c"), { root: "C:\\", dir: "C:\\a", base: "b.c", ext: ".c", name: "b" });
  assert.strictEqual(posix.format({ dir: "/d", name: "n", ext: "e" }), "/d/n.e");
});

test("matchesGlob knows braces, classes, groups and hidden names", () => {
  for (const [name, pattern, expected] of [
    ["a/b/c", "a/**", true],
    ["a", "a/**", false],
    ["a.ts", "*.{js,ts}", true],
    [".a", "*", false],
    ["a/.b", "**", false],
    ["a1", "a[!0-9]", false],
    ["abcabc", "+(abc)", true],
    ["x", "!(y)", true],
    ["a3", "a{1..4}", true],
    ["a/b", "a\\b", true],
  ] as const) {
    assert.strictEqual(path.matchesGlob(name, pattern), expected, `${name} ${pattern}`);
  }
});

test("arguments that are not strings are refused", () => {
  assert.throws(() => path.join("a", 1 as never), {
    code: "ERR_INVALID_ARG_TYPE",
    message: 'The "path" argument must be of type string. Received type number (1)',
  });
  assert.throws(() => path.format("a" as never), { code: "ERR_INVALID_ARG_TYPE" });
});

test("matchesGlob matches hyphens beside wildcards", () => {
  for (const [pattern, name, matches] of [
    ["test-*.js", "test-a.js", true],
    ["**/*{-test,_test}.js", "a/b-test.js", true],
    ["**/*{-test,_test}.js", "a/b.js", false],
    ["[a-c]-?.js", "b-x.js", true],
    ["[-a]b", "-b", true],
  ] as const)
    assert.strictEqual(path.matchesGlob(name, pattern), matches, pattern);
});

test("matchesGlob joins runs of separators, and drives of Windows have either", () => {
  for (const [name, pattern, expected] of [
    ["a//b", "a/b", true],
    ["a/b", "a//b", true],
    ["//a", "/a", true],
    ["a/b/", "a/b", true],
    ["a\\b", "a/b", false],
  ] as const)
    assert.strictEqual(posix.matchesGlob(name, pattern), expected, name);
  assert.strictEqual(win32.matchesGlob("a\\b//c", "a/*/c"), true);
});
