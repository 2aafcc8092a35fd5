// What users of pnpm, yarn and npm type in a workspace: `-w`, `-r`, switches written together; and what they read.
import assert from "node:assert";
import { appendFileSync, readFileSync, readlinkSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

function workspace(registry: TestRegistry, isOfPnpm = true): void {
  registry.publish("x", { "1.0.0": { manifest: { license: "MIT", dependencies: { y: "^1.0.0" } } } });
  registry.publish("y", { "1.0.0": { manifest: { license: "ISC" } } });
  const members = isOfPnpm ? {} : { workspaces: ["packages/*"] };
  registry.write("package.json", { name: "root", version: "1.0.0", private: true, ...members });
  if (isOfPnpm) registry.write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
  for (const name of ["a", "b"]) registry.write(`packages/${name}/package.json`, { name, version: "1.0.0" });
}

function manifest(registry: TestRegistry, folder: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(registry.project, folder, "package.json"), "utf8"));
}

test(
  "add -w is the root in pnpm's workspaces, and -Dw both switches",
  withRegistry(async (registry) => {
    workspace(registry);
    registry.write(
      "pnpm-lock.yaml",
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n\n  packages/a: {}\n\n  packages/b: {}\n",
    );
    const cwd = join(registry.project, "packages/a");
    const run = await registry.brio(["add", "-Dw", "x"], { cwd });
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(manifest(registry, ".").devDependencies, { x: "^1.0.0" });
    const root = await registry.brio(["add", "--workspace-root", "y"], { cwd });
    assert.deepStrictEqual([root.code, manifest(registry, ".").dependencies], [0, { y: "^1.0.0" }], root.stderr);
    // The name of a member after it is still one.
    const member = await registry.brio(["add", "-w", "b", "y"]);
    assert.deepStrictEqual([member.code, manifest(registry, "packages/b").dependencies], [0, { y: "^1.0.0" }]);
    assert.strictEqual(manifest(registry, "packages/a").dependencies, undefined);
  }),
  MILLISECONDS_MAX,
);

test(
  "add -r and remove -r change all members, other commands accept -r",
  withRegistry(async (registry) => {
    workspace(registry);
    registry.write(
      "pnpm-lock.yaml",
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n\n  packages/a: {}\n\n  packages/b: {}\n",
    );
    const added = await registry.brio(["add", "-r", "x"]);
    assert.strictEqual(added.code, 0, added.stderr);
    const of = (folder: string): unknown => manifest(registry, folder).dependencies;
    assert.deepStrictEqual(
      [of("."), of("packages/a"), of("packages/b")],
      [undefined, { x: "^1.0.0" }, { x: "^1.0.0" }],
    );
    for (const args of [
      ["install", "-r"],
      ["update", "-r"],
      ["ls", "-r"],
      ["why", "-r", "x"],
      ["outdated", "-r"],
    ]) {
      const run = await registry.brio(args);
      assert.strictEqual(run.code, 0, `${args.join(" ")}: ${run.stderr}`);
    }
    assert.strictEqual((await registry.brio(["remove", "x", "-w", "a"])).code, 0);
    assert.strictEqual((await registry.brio(["remove", "-r", "x"])).code, 0);
    assert.deepStrictEqual([of("packages/a"), of("packages/b")], [undefined, undefined]);
    const nowhere = await registry.brio(["remove", "-r", "x"]);
    assert.deepStrictEqual(
      [nowhere.code, nowhere.stderr.includes("no package of the workspace depends on x")],
      [1, true],
    );
  }),
  MILLISECONDS_MAX,
);

test(
  "why, ls and licenses say what there is in an isolated layout",
  withRegistry(async (registry) => {
    workspace(registry);
    registry.write(
      "pnpm-lock.yaml",
      "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n\n  packages/a: {}\n\n  packages/b: {}\n",
    );
    assert.strictEqual((await registry.brio(["add", "-w", "a", "x"])).code, 0);
    const why = await registry.brio(["why", "y"]);
    const said = "y@1.0.0 (node_modules/.pnpm/y@1.0.0/node_modules/y)\n  y for x@1.0.0\n    x@^1.0.0 for packages/a\n";
    assert.strictEqual(why.stdout, said, why.stderr);
    const licenses = await registry.brio(["licenses"]);
    assert.strictEqual(licenses.stdout, "ISC (1)\n  y@1.0.0\nMIT (1)\n  x@1.0.0\n");
    const listed = JSON.parse((await registry.brio(["ls", "--json"])).stdout);
    assert.deepStrictEqual([listed.name, listed.version], ["root", "1.0.0"]);
    const { x } = listed.dependencies.a.dependencies;
    assert.deepStrictEqual(x, { version: "1.0.0", overridden: false });
  }),
  MILLISECONDS_MAX,
);

test(
  "run -r and --filter without a workspace run in the project",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", version: "1.0.0", scripts: { hello: "echo hello" } });
    for (const flags of [["-r"], ["--filter", "*"], ["--filter", "app"]]) {
      const run = await registry.brio(["run", ...flags, "hello"]);
      assert.deepStrictEqual([run.code, run.stdout], [0, "hello\n"], run.stderr);
    }
    // As npm.
    assert.strictEqual((await registry.brio(["run", "--workspaces", "hello"])).code, 1);
  }),
  MILLISECONDS_MAX,
);

test(
  "update in a project of yarn berry takes what packages depend on, too",
  withRegistry(async (registry) => {
    registry.publish("x", { "1.0.0": { manifest: { dependencies: { y: "^1.0.0" } } } });
    registry.publish("y", { "1.0.0": {}, "1.1.0": {} });
    registry.write(".yarnrc.yml", `nodeLinker: node-modules\nnpmRegistryServer: "${registry.address}"\n`);
    registry.write("package.json", { name: "app", dependencies: { x: "^1.0.0" } });
    registry.write(
      "yarn.lock",
      `# This file is generated by running "yarn install" inside your project.
# Manual changes might be lost - proceed with caution!

__metadata:
  version: 8
  cacheKey: 10c0

"app@workspace:.":
  version: 0.0.0-use.local
  resolution: "app@workspace:."
  dependencies:
    x: "npm:^1.0.0"
  languageName: unknown
  linkType: soft

"x@npm:^1.0.0":
  version: 1.0.0
  resolution: "x@npm:1.0.0"
  dependencies:
    y: "npm:^1.0.0"
  languageName: node
  linkType: hard

"y@npm:^1.0.0":
  version: 1.0.0
  resolution: "y@npm:1.0.0"
  languageName: node
  linkType: hard
`,
    );
    const run = await registry.brio(["update"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const text = readFileSync(join(registry.project, "yarn.lock"), "utf8");
    assert.ok(text.includes('"y@npm:^1.0.0":\n  version: 1.1.0\n  resolution: "y@npm:1.1.0"\n'), text);
    assert.ok(text.includes('    y: "npm:^1.0.0"\n'), text);
  }),
  MILLISECONDS_MAX,
);

test(
  "a project without a name has none in npm's lockfile, but its folder's at the top",
  withRegistry(async (registry) => {
    registry.publish("y", { "1.0.0": {} });
    registry.write("package.json", { dependencies: { y: "^1.0.0" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const lockfile = JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
    assert.deepStrictEqual([lockfile.name, lockfile.packages[""]], ["project", { dependencies: { y: "^1.0.0" } }]);
  }),
  MILLISECONDS_MAX,
);

test(
  "patch-commit keeps the change of a copy, as pnpm's",
  withRegistry(async (registry) => {
    registry.publish("y", { "1.0.0": { files: { "package/index.js": "one\n" } } });
    registry.write("package.json", { name: "app", dependencies: { y: "1.0.0" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const { folder } = JSON.parse((await registry.brio(["patch", "y", "--json"])).stdout);
    appendFileSync(join(folder, "index.js"), "two\n");
    const run = await registry.brio(["patch-commit", folder]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(readFileSync(join(registry.project, "node_modules/y/index.js"), "utf8"), "one\ntwo\n");
  }),
  MILLISECONDS_MAX,
);

test(
  "links that another manager made to a folder of its own are made anew",
  withRegistry(async (registry) => {
    workspace(registry, false);
    registry.write("packages/a/package.json", { name: "a", version: "1.0.0", dependencies: { y: "1" } });
    assert.strictEqual((await registry.brio(["install", "--linker", "isolated"])).code, 0);
    const link = join(registry.project, "packages/a/node_modules/y");
    const before = readlinkSync(link);
    rmSync(link);
    symlinkSync("../../../node_modules/.bun/y@1.0.0/node_modules/y", link);
    rmSync(join(registry.project, "node_modules/.pnpm"), { recursive: true });
    const run = await registry.brio(["install", "--linker", "isolated"]);
    assert.deepStrictEqual([run.code, readlinkSync(link)], [0, before], run.stderr);
  }),
  MILLISECONDS_MAX,
);
