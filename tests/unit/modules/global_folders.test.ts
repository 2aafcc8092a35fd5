// The folders that `require` searches last: those of NODE_PATH, two of the home directory, and `lib/node` of the executable's prefix.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const PROGRAM = `console.log(JSON.stringify(require("node:module").globalPaths)); console.log(require("in-prefix"));`;

function withPrefix(body: (prefix: string, executable: string) => void): void {
  const prefix = mkdtempSync(path.join(tmpdir(), "prefix-"));
  try {
    const executable = path.join(prefix, "bin", path.basename(process.execPath));
    mkdirSync(path.join(prefix, "bin"));
    mkdirSync(path.join(prefix, "lib/node"), { recursive: true });
    try {
      linkSync(process.execPath, executable);
    } catch {
      copyFileSync(process.execPath, executable);
      chmodSync(executable, 0o755);
    }
    writeFileSync(path.join(prefix, "program.cjs"), PROGRAM);
    body(prefix, executable);
  } finally {
    rmSync(prefix, { recursive: true });
  }
}

function run(executable: string, file: string, env: Record<string, string>, flags: string[] = []) {
  const bare = { ...process.env, NODE_PATH: undefined, HOME: undefined };
  return spawnSync(executable, [...flags, file], { encoding: "utf8", env: { ...bare, ...env } });
}

test("a package in lib/node beside the executable's folder is found", () => {
  withPrefix((prefix, executable) => {
    writeFileSync(path.join(prefix, "lib/node/in-prefix.js"), "module.exports = 'found';");
    const { stdout } = run(executable, path.join(prefix, "program.cjs"), {});
    assert.strictEqual(stdout, `${JSON.stringify([path.join(prefix, "lib/node")])}\nfound\n`);
  });
});

test("the folders of NODE_PATH and of the home directory come before it", () => {
  withPrefix((prefix, executable) => {
    writeFileSync(path.join(prefix, "lib/node/in-prefix.js"), "module.exports = 'of the prefix';");
    mkdirSync(path.join(prefix, ".node_libraries"));
    writeFileSync(path.join(prefix, ".node_libraries/in-prefix.js"), "module.exports = 'of the home directory';");
    const { stdout } = run(executable, path.join(prefix, "program.cjs"), { HOME: prefix, NODE_PATH: "/first" });
    const folders = [
      "/first",
      ...[".node_modules", ".node_libraries", "lib/node"].map((name) => path.join(prefix, name)),
    ];
    assert.strictEqual(stdout, `${JSON.stringify(folders)}\nof the home directory\n`);
  });
});

test("a package that none of them has is missing", () => {
  withPrefix((prefix, executable) => {
    const { stderr, status } = run(executable, path.join(prefix, "program.cjs"), {});
    assert.match(stderr, /Cannot find module 'in-prefix'/);
    assert.strictEqual(status, 1);
  });
});

test("--no-global-search-paths leaves all of them out", () => {
  withPrefix((prefix, executable) => {
    writeFileSync(path.join(prefix, "lib/node/in-prefix.js"), "module.exports = 'found';");
    const { stderr } = run(executable, path.join(prefix, "program.cjs"), {}, ["--no-global-search-paths"]);
    assert.match(stderr, /Cannot find module 'in-prefix'/);
  });
});
