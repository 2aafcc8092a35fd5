// A binary that is called as `node`, as scripts of package.json call it, runs files: its own commands have other names.
import assert from "node:assert";
import { fork, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "../harness.ts";

const folder = mkdtempSync(join(tmpdir(), "called-as-node-"));
process.on("exit", () => rmSync(folder, { recursive: true }));
mkdirSync(join(folder, "test"));
writeFileSync(join(folder, "test/index.js"), "console.log('tests', process.argv.slice(2));");
writeFileSync(join(folder, "build.js"), "console.log('built');");
writeFileSync(join(folder, "install"), "console.log('installed'); process.send?.('installed');");
symlinkSync(process.execPath, join(folder, "node"));

function node(...args: string[]) {
  const { status, stdout, stderr } = spawnSync("./node", args, { cwd: folder, encoding: "utf8" });
  return { status, stdout, stderr };
}

test("a word is a file, also one that has the name of a command elsewhere", () => {
  assert.strictEqual(node("test", "--flag").stdout, "tests [ '--flag' ]\n");
  assert.strictEqual(node("build").stdout, "built\n");
  assert.strictEqual(node("install").stdout, "installed\n");
});

test("an argument without such a file is reported as a missing module", () => {
  const { status, stderr } = node("start");
  assert.strictEqual(status, 1);
  assert.match(stderr, /Error: Cannot find module '.*\/start'/);
  assert.match(stderr, /code: 'MODULE_NOT_FOUND'/);
});

test("mistakes begin with what the binary was called", () => {
  assert.match(node("--eval").stderr, /^\.\/node: --eval requires an argument\n/);
  assert.match(node("--title=").stderr, /^\.\/node: --title= requires an argument\n/);
  assert.match(node("--no-such-flag").stderr, /^\.\/node: bad option: --no-such-flag\n/);
});

test("--security-revert refuses every value", () => {
  const { status, stderr } = node("--security-revert=CVE-0000-1");
  assert.deepStrictEqual([status, stderr], [12, "./node: Error: Attempt to revert an unknown CVE [CVE-0000-1]\n"]);
});

test("flags of V8 may be negated without a dash", () => {
  const { stdout, stderr } = node("--noconcurrent_recompilation", "--stack_size=900", "-p", "1 + 1");
  assert.deepStrictEqual([stdout, stderr], ["2\n", ""]);
  assert.strictEqual(node("--nosuchflag", "-p", "1").status, 9);
});

test("fork() of a plain word runs the file", async () => {
  const child = fork("install", { cwd: folder, silent: true });
  const message = await new Promise((resolve) => child.once("message", resolve).once("exit", resolve));
  assert.strictEqual(message, "installed");
});

const scripts = (manifest: string) => {
  writeFileSync(join(folder, "package.json"), manifest);
  return (name: string, ...args: string[]) => node("--run", name, ...args);
};

test("--run runs the script alone, with its name and package in the environment", () => {
  const run = scripts(
    JSON.stringify({
      scripts: { pretest: "echo before", test: "echo $NODE_RUN_SCRIPT_NAME $NODE_RUN_PACKAGE_JSON_PATH" },
    }),
  );
  const { status, stdout } = run("test", "--", "a b");
  assert.deepStrictEqual([status, stdout], [0, `test ${join(folder, "package.json")} a b\n`]);
});

test("--run finds commands from the current folder upwards", () => {
  scripts(JSON.stringify({ scripts: { path: "echo $PATH" } }));
  for (const name of ["sub/node_modules/.bin", "node_modules/.bin"]) mkdirSync(join(folder, name), { recursive: true });
  const { stdout } = spawnSync("../node", ["--run", "path"], { cwd: join(folder, "sub"), encoding: "utf8" });
  const found = stdout
    .trim()
    .split(":")
    .filter((part) => part.endsWith("node_modules/.bin"));
  const expected = ["sub/node_modules/.bin", "node_modules/.bin"].map((name) => join(folder, name));
  assert.deepStrictEqual(
    found.filter((part) => part.startsWith(folder)),
    expected,
  );
  assert.strictEqual(found.includes(join(folder, "../node_modules/.bin")), false);
});

test("--run says what is missing", () => {
  const file = join(folder, "package.json");
  const missing = scripts(JSON.stringify({ scripts: { a: "echo hi", b: 1 } }));
  assert.deepStrictEqual(missing("c"), {
    status: 1,
    stdout: "",
    stderr: `Missing script: "c" for ${file}\n\nAvailable scripts are:\n  a: echo hi\n`,
  });
  assert.match(missing("b").stderr, /^Script "b" is unexpectedly not a string for /);
  assert.strictEqual(scripts("{}")("c").stderr, `Can't find "scripts" field in ${file}\n`);
  assert.strictEqual(scripts("{")("c").stderr, `Can't parse ${file}\n`);
  rmSync(file);
});
