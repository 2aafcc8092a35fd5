// Permissions in Node's configuration file. The expected values are those of Node.js 26.10.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import { test } from "../harness.ts";

const folder = realpathSync(mkdtempSync("/tmp/permissions-config-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
writeFileSync(
  `${folder}/main.cjs`,
  'console.log(["fs.read", "fs.write", "child", "worker"].map((scope) => process.permission.has(scope)).join(" "));',
);

function run(config: unknown): { status: number | null; stdout: string; stderr: string } {
  writeFileSync(`${folder}/node.config.json`, JSON.stringify(config));
  const given = ["--no-warnings", `--experimental-config-file=${folder}/node.config.json`, `${folder}/main.cjs`];
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: "utf8", cwd: folder });
  return { status, stdout: stdout.trim(), stderr };
}

test("a section with permissions needs no flag", () => {
  assert.strictEqual(run({ permission: {} }).stdout, "false false false false");
  const granted = { "allow-fs-read": ["*"], "allow-child-process": true, "allow-worker": false };
  assert.strictEqual(run({ permission: granted }).stdout, "true false true false");
  assert.strictEqual(run({ nodeOptions: { permission: true } }).stdout, "false false false false");
});

test("what grants something without the permission model is refused", () => {
  for (const config of [
    { permission: { permission: false, "allow-worker": true } },
    { nodeOptions: { "allow-worker": true } },
  ]) {
    const { status, stdout, stderr } = run(config);
    assert.strictEqual(stdout, "");
    assert.notStrictEqual(status, 0);
    assert.match(stderr, /ERR_MISSING_OPTION\]: --permission is required/);
  }
});

test("an unknown option in the section ends the program before it starts", () => {
  const { status, stdout, stderr } = run({ permission: { "permission-audit": true } });
  assert.deepStrictEqual([status, stdout], [9, ""]);
  assert.match(stderr, /Unknown or not allowed option permission-audit for namespace permission\n.*: invalid content/);
});

test("values of another type end the program before it starts", () => {
  const cases: [unknown, RegExp][] = [
    [{ permission: { "allow-fs-read": 5 } }, /^Invalid value for --allow-fs-read\n/],
    [{ permission: { "allow-fs-read": ["*", 5] } }, /^Invalid value for --allow-fs-read\n/],
    [{ permission: { "allow-worker": "yes" } }, /^Invalid value for --allow-worker\n/],
    [{ permission: { permission: "yes" } }, /^Invalid value for --permission\n/],
    [{ nodeOptions: { permission: true, "allow-fs-read": true } }, /^Invalid value for --allow-fs-read\n/],
    [{ permission: 5 }, /^"permission" value unexpected for .* \(should be an object\)\n/],
    [{ permission: null }, /^"permission" value unexpected for .* \(should be an object\)\n/],
    [[], /^Root value unexpected not an object for /],
  ];
  for (const [config, message] of cases) {
    const { status, stdout, stderr } = run(config);
    assert.deepStrictEqual([status, stdout], [9, ""], JSON.stringify(config));
    assert.match(stderr, message);
    assert.match(stderr, /node\.config\.json: invalid content\n$/);
  }
});

test("a file that is not JSON ends the program before it starts", () => {
  writeFileSync(`${folder}/broken.config.json`, '{ "permission": ');
  const given = [`--experimental-config-file=${folder}/broken.config.json`, `${folder}/main.cjs`];
  const { status, stdout, stderr } = spawnSync(process.execPath, given, { encoding: "utf8", cwd: folder });
  assert.deepStrictEqual([status, stdout], [9, ""]);
  assert.match(stderr, /^Can't parse .*broken\.config\.json\n/);
});
