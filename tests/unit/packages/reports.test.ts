// What commands say: the report of an audit, counts of what is removed, names without a manifest's, pages instead of records.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { integrityOf, type TestRegistry, withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 30_000;

/** `a` brings a `b` of its own, because the project has another one. */
function publish(registry: TestRegistry): void {
  registry.publish("a", { "1.0.0": { manifest: { dependencies: { b: "^1.0.0" } } } });
  registry.publish("b", { "1.0.0": {}, "2.0.0": {} });
}

test(
  "audit says what depends on what is vulnerable, counts severities, and names the command that updates",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("package.json", { name: "project", dependencies: { a: "1", b: "2" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    registry.answers.set("/-/npm/v1/security/advisories/bulk", (_, response) => {
      const one = { id: 1, url: "https://x.test/1", title: "bad", severity: "high", vulnerable_versions: "<2" };
      const two = { ...one, id: 2, url: "https://x.test/2", title: "worse", severity: "critical" };
      response.end(JSON.stringify({ b: [one, two] }));
    });
    const run = await registry.brio(["audit"]);
    assert.deepStrictEqual(run.stdout.split("\n"), [
      "high b 1.0.0: bad https://x.test/1",
      "  for a@1.0.0",
      "critical b 1.0.0: worse https://x.test/2",
      "  for a@1.0.0",
      "1 of 2 packages have known vulnerabilities: 1 critical, 1 high",
      "(`brio audit fix` updates within the ranges; `brio why NAME` shows what leads to a package)",
      "",
    ]);
  }),
  MILLISECONDS_MAX,
);

test(
  "packages inside of one that is removed are counted, as npm counts them",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("package.json", { name: "project", dependencies: { a: "1", b: "2" } });
    const added = await registry.brio(["install"]);
    assert.ok(added.stdout.includes("added 3;"), added.stdout);
    const removed = await registry.brio(["remove", "a"]);
    assert.ok(removed.stdout.includes("removed 2;"), removed.stdout);
  }),
  MILLISECONDS_MAX,
);

test(
  "ls shows the folder of a project without a name",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("package.json", { dependencies: { b: "2" } });
    await registry.brio(["install"]);
    const [first] = (await registry.brio(["ls"])).stdout.split("\n");
    assert.strictEqual(first, `project ${registry.project}`);
  }),
  MILLISECONDS_MAX,
);

test(
  "a page instead of a record is called one",
  withRegistry(async (registry) => {
    registry.answers.set("/a", (_, response) => {
      response.setHeader("content-type", "text/html; charset=utf-8").end("<html>log in</html>");
    });
    registry.write("package.json", { dependencies: { a: "1" } });
    const run = await registry.brio(["install"]);
    assert.deepStrictEqual([run.code, run.stderr.includes("a proxy or a login")], [1, true], run.stderr);
  }),
  MILLISECONDS_MAX,
);

test(
  "members that only pnpm-workspace.yaml names keep their dependencies in a project of npm without a lockfile",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("package.json", { name: "root", private: true, packageManager: "npm@11.0.0" });
    registry.write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
    registry.write("packages/one/package.json", { name: "one", version: "1.0.0", dependencies: { a: "1" } });
    assert.ok((await registry.brio(["install"])).stdout.includes("added 3;"));
    // The first change after it removed everything.
    const run = await registry.brio(["add", "--filter", "one", "b@2"]);
    assert.ok(run.stdout.includes("4 packages in all"), run.stdout + run.stderr);
    const of = (folder: string): string =>
      JSON.parse(readFileSync(join(registry.project, folder, "package.json"), "utf8")).version;
    assert.deepStrictEqual([of("node_modules/a"), of("packages/one")], ["1.0.0", "1.0.0"]);
  }),
  MILLISECONDS_MAX,
);

test(
  "update --latest -w changes a member of the workspace",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("package.json", { name: "root", private: true, workspaces: ["packages/*"] });
    registry.write("packages/one/package.json", { name: "one", version: "1.0.0", dependencies: { b: "^1.0.0" } });
    await registry.brio(["install"]);
    const run = await registry.brio(["update", "--latest", "-w", "one", "b"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const manifest = JSON.parse(readFileSync(join(registry.project, "packages/one/package.json"), "utf8"));
    assert.deepStrictEqual(manifest.dependencies, { b: "^2.0.0" });
  }),
  MILLISECONDS_MAX,
);

test(
  "-w before run is the root of the workspace, as with pnpm",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "root", private: true, scripts: { hello: "echo of root" } });
    registry.write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
    registry.write("packages/one/package.json", { name: "one", version: "1.0.0" });
    const cwd = join(registry.project, "packages/one");
    for (const line of ["-w run hello", "run -w hello", "--workspace-root run hello"]) {
      const run = await registry.brio(line.split(" "), { cwd });
      assert.deepStrictEqual([run.code, run.stdout], [0, "of root\n"], `${line}: ${run.stderr}`);
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "a lockfile of pnpm 8 is installed and stays, and is one of version 9 after a change",
  withRegistry(async (registry) => {
    publish(registry);
    const of = (name: string, version: string): string => integrityOf(registry.tarball(name, version));
    registry.write("package.json", { name: "project", dependencies: { a: "1.0.0" } });
    const lock = `lockfileVersion: '6.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

dependencies:
  a:
    specifier: 1.0.0
    version: 1.0.0

packages:

  /a@1.0.0:
    resolution: {integrity: ${of("a", "1.0.0")}}
    dependencies:
      b: 1.0.0
    dev: false

  /b@1.0.0:
    resolution: {integrity: ${of("b", "1.0.0")}}
    dev: false
`;
    registry.write("pnpm-lock.yaml", lock);
    for (const command of ["ci", "install"]) {
      const run = await registry.brio([command]);
      assert.strictEqual(run.code, 0, run.stderr);
      assert.strictEqual(readFileSync(join(registry.project, "pnpm-lock.yaml"), "utf8"), lock);
    }
    const run = await registry.brio(["add", "b@2.0.0"]);
    assert.ok(run.stdout.includes("version 9"), run.stdout + run.stderr);
    const after = readFileSync(join(registry.project, "pnpm-lock.yaml"), "utf8");
    assert.ok(after.startsWith("lockfileVersion: '9.0'\n") && after.includes("\n  b@1.0.0: {}\n"), after);
  }),
  MILLISECONDS_MAX,
);
