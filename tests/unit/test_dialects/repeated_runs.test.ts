// Runs that depend on other runs and on changes: `--watch`, `--changed`, `--rerun-failed`.
import assert from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { withFiles } from "../test_runner/run_program.ts";

const env = { ...process.env, CI: "", NO_COLOR: "1" };
const test1 = (name: string, from: string): string =>
  `import { test, expect } from "bun:test"; import { value } from "./${from}"; test("${name}", () => expect(value).toBe(1));`;

/** The names of the tests that ran, with their statuses. */
function run(
  folder: string,
  ...args: string[]
): { statuses: Record<string, string>; code: number | null; stderr: string } {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["test", "--reporter", "json", ...args], {
    cwd: folder,
    encoding: "utf8",
    env,
    timeout: 120_000,
  });
  const statuses: Record<string, string> = {};
  if (stdout.startsWith("{"))
    for (const file of JSON.parse(stdout).files)
      for (const { path, status: one } of file.tests) statuses[path.join(" > ")] = one;
  return { statuses, code: status, stderr };
}

test("--changed runs the files that a change reaches", () => {
  const files = {
    "a.test.ts": test1("a", "a.ts"),
    "a.ts": `export { value } from "./shared";`,
    "b.test.ts": test1("b", "b.ts"),
    "b.ts": "export const value = 1;",
    "shared.ts": "export const value = 1;",
  };
  withFiles(files, (folder) => {
    const git = (...args: string[]): void => {
      const { status, stderr } = spawnSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], {
        cwd: folder,
        encoding: "utf8",
      });
      assert.strictEqual(status, 0, stderr);
    };
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "one");
    writeFileSync(join(folder, "shared.ts"), "export const value = 2 - 1;");
    assert.deepStrictEqual(run(folder, "--changed").statuses, { a: "pass" });
    git("commit", "-qam", "two");
    writeFileSync(join(folder, "new.test.ts"), test1("new", "b.ts"));
    assert.deepStrictEqual(run(folder, "--changed").statuses, { new: "pass" });
    assert.deepStrictEqual(run(folder, "--changed=HEAD~1").statuses, { a: "pass", new: "pass" });
  });
});

test("--rerun-failed runs the files that failed in the last run", () => {
  const files = {
    "a.test.ts": test1("a", "a.ts"),
    "a.ts": "export const value = 2;",
    "b.test.ts": test1("b", "b.ts"),
    "b.ts": "export const value = 1;",
  };
  withFiles(files, (folder) => {
    assert.match(run(folder, "--rerun-failed").stderr, /no earlier run is known/);
    assert.deepStrictEqual(run(folder).statuses, { a: "fail", b: "pass" });
    // A run of some tests says nothing about the others.
    assert.strictEqual(run(folder, "-t", "b").code, 0);
    assert.deepStrictEqual(run(folder, "--rerun-failed").statuses, { a: "fail" });
    writeFileSync(join(folder, "a.ts"), "export const value = 1;");
    assert.deepStrictEqual(run(folder, "--rerun-failed").statuses, { a: "pass" });
  });
});

test("what failed is stored in the cache of the user, and not in the folder for temporary files", () => {
  const files = {
    "project/a.test.ts": test1("a", "a.ts"),
    "project/a.ts": "export const value = 2;",
    "temporary/empty.txt": "",
  };
  withFiles(files, (folder) => {
    const project = join(folder, "project");
    const temporary = join(folder, "temporary");
    const own = { ...env, XDG_CACHE_HOME: join(folder, "cache"), TMPDIR: temporary };
    const runOwn = (...args: string[]): { status: number | null; stdout: string; stderr: string } =>
      spawnSync(process.execPath, ["test", ...args], { cwd: project, encoding: "utf8", env: own, timeout: 120_000 });
    assert.strictEqual(runOwn().status, 1);
    assert.deepStrictEqual(readdirSync(temporary), ["empty.txt"]);
    assert.strictEqual(
      readdirSync(join(folder, "cache"), { recursive: true }).some((name) => String(name).endsWith(".json")),
      true,
    );
    assert.match(runOwn("--rerun-failed").stdout, /1 failed/);
  });
});

test("--watch runs the files again that a change reaches", async () => {
  const folder = mkdtempSync(join(tmpdir(), "brio-watch-"));
  writeFileSync(join(folder, "a.test.ts"), test1("the first", "a.ts"));
  writeFileSync(join(folder, "a.ts"), "export const value = 1;");
  writeFileSync(join(folder, "b.test.ts"), test1("the second", "b.ts"));
  writeFileSync(join(folder, "b.ts"), "export const value = 1;");
  const child = spawn(process.execPath, ["test", "--watch"], { cwd: folder, env });
  let output = "";
  let wake: () => void = () => {};
  child.stdout.on("data", (chunk: Buffer) => {
    output += chunk;
    wake();
  });
  /** Resolves with the output until it says so many times that it waits. */
  const waits = async (count: number): Promise<string> => {
    while (output.split("waiting for changes").length <= count) await new Promise<void>((resolve) => (wake = resolve));
    return output.split("waiting for changes")[count - 1]!;
  };
  try {
    assert.match(await waits(1), /2 passed/);
    writeFileSync(join(folder, "a.ts"), "export const value = 2;");
    const second = await waits(2);
    assert.match(second, /✗ the first/);
    assert.doesNotMatch(second, /the second/);
    writeFileSync(join(folder, "a.ts"), "export const value = 1;");
    assert.match(await waits(3), /1 passed/);
  } finally {
    child.kill();
    rmSync(folder, { recursive: true });
  }
});
