// What commands do as npm and pnpm do it: settings, platforms, kinds that are left out, approval and patches of pnpm,
// publishing members, commands of installed packages.
import assert from "node:assert";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

test(
  "NODE_ENV=production leaves development out, and --include brings it back",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.publish("b", { "1.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1" }, devDependencies: { b: "1" } });
    const env = { NODE_ENV: "production" };
    const installed = (): string[] =>
      readdirSync(join(registry.project, "node_modules")).filter((name) => !name.startsWith("."));
    assert.strictEqual((await registry.brio(["install"], { env })).code, 0);
    assert.deepStrictEqual(installed(), ["a"]);
    assert.strictEqual((await registry.brio(["install", "--include=dev"], { env })).code, 0);
    assert.deepStrictEqual(installed(), ["a", "b"]);
    const wrong = await registry.brio(["install", "--include=tests"]);
    assert.strictEqual(wrong.code, 2);
    assert.match(wrong.stderr, /--include takes dev, optional or peer/);
  }),
  MILLISECONDS_MAX,
);

test(
  "what only an optional peer leads to may be for another system",
  withRegistry(async (registry) => {
    // As nunjucks and chokidar: the optional peer is installed because another version of it is in the tree.
    registry.publish("other", { "1.0.0": { manifest: { os: ["plan9"] } } });
    registry.publish("watcher", {
      "3.0.0": { manifest: { optionalDependencies: { other: "1" } } },
      "4.0.0": {},
    });
    registry.publish("templates", {
      "1.0.0": {
        manifest: { peerDependencies: { watcher: "3" }, peerDependenciesMeta: { watcher: { optional: true } } },
      },
    });
    registry.publish("glob", { "1.0.0": { manifest: { dependencies: { watcher: "4" } } } });
    registry.write("package.json", { name: "app", dependencies: { glob: "1", templates: "1" } });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.ok(!existsSync(join(registry.project, "node_modules/other")));
  }),
  MILLISECONDS_MAX,
);

test(
  "packages for other systems and other versions of Node.js",
  withRegistry(async (registry) => {
    registry.publish("other", { "1.0.0": { manifest: { os: ["plan9"], cpu: ["pdp11"] } } });
    registry.publish("newer", { "1.0.0": { manifest: { engines: { node: ">=99" } } } });
    registry.write("package.json", { name: "app", dependencies: { other: "1" } });
    const refused = await registry.brio(["install"]);
    assert.strictEqual(refused.code, 1);
    assert.match(
      refused.stderr,
      /other@1\.0\.0 is not for this system; it is for system plan9, processor pdp11 \(EBADPLATFORM\)/,
    );
    assert.ok(!existsSync(join(registry.project, "node_modules/other")));
    assert.strictEqual((await registry.brio(["install", "--force"])).code, 0);
    registry.write("package.json", { name: "app", optionalDependencies: { other: "1" }, dependencies: { newer: "1" } });
    const warned = await registry.brio(["install"]);
    assert.strictEqual(warned.code, 0, warned.stderr);
    assert.match(warned.stdout, /newer@1\.0\.0 is made for Node\.js >=99/);
    assert.ok(!existsSync(join(registry.project, "node_modules/other")));
    registry.write(".npmrc", `registry=${registry.address}\nengine-strict=true ; as npm\n`);
    assert.match((await registry.brio(["ci"])).stderr, /newer@1\.0\.0 is made for Node\.js >=99.*EBADENGINE/);
  }),
  MILLISECONDS_MAX,
);

const EMPTY_LOCK = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .: {}
`;

test(
  "what pnpm may build is approved where pnpm reads it",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { scripts: { postinstall: "echo ran > ran" } } } });
    for (const [manager, before, expected] of [
      ["pnpm@10.0.0", undefined, "onlyBuiltDependencies:\n  - a\n"],
      ["pnpm@11.0.0", undefined, "allowBuilds:\n  a: true\n"],
      ["pnpm@10.0.0", "# why\nallowBuilds:\n  a: set this to true or false\n", "# why\nallowBuilds:\n  a: true\n"],
      ["pnpm@10.0.0", "onlyBuiltDependencies: [b]\n", "onlyBuiltDependencies: [b, a]\n"],
    ] as const) {
      registry.write("package.json", { name: "app", packageManager: manager, dependencies: { a: "1.0.0" } });
      registry.write("pnpm-lock.yaml", EMPTY_LOCK);
      registry.write("pnpm-workspace.yaml", before ?? "");
      const run = await registry.brio(["install"]);
      assert.strictEqual(run.code, 0, run.stderr);
      const approved = await registry.brio(["approve", "a"]);
      assert.strictEqual(approved.code, 0, approved.stderr);
      const text = readFileSync(join(registry.project, "pnpm-workspace.yaml"), "utf8");
      assert.strictEqual(text.trimStart(), expected);
      assert.ok(!readFileSync(join(registry.project, "package.json"), "utf8").includes("trustedDependencies"));
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "a patch in a project of pnpm is in its settings and, with its hash, in its lockfile",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { files: { "package/index.js": "one\n" } } });
    registry.write("package.json", { name: "app", packageManager: "pnpm@11.0.0", dependencies: { a: "1.0.0" } });
    registry.write("pnpm-lock.yaml", EMPTY_LOCK);
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const { folder } = JSON.parse((await registry.brio(["patch", "a", "--json"])).stdout);
    writeFileSync(join(folder, "index.js"), "two\n");
    const run = await registry.brio(["patch", "--commit", folder]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(readFileSync(join(registry.project, "node_modules/a/index.js"), "utf8"), "two\n");
    const text = (name: string): string => readFileSync(join(registry.project, name), "utf8");
    const hash = createHash("sha256").update(text("patches/a@1.0.0.patch")).digest("hex");
    assert.match(text("pnpm-workspace.yaml"), /patchedDependencies:\n {2}a@1\.0\.0: patches\/a@1\.0\.0\.patch\n/);
    const lockfile = text("pnpm-lock.yaml");
    assert.ok(lockfile.includes(`patchedDependencies:\n  a@1.0.0: ${hash}\n`), lockfile);
    assert.ok(lockfile.includes(`version: 1.0.0(patch_hash=${hash})\n`), lockfile);
    assert.ok(lockfile.includes(`\n  a@1.0.0(patch_hash=${hash}): {}\n`), lockfile);
    assert.strictEqual((await registry.brio(["ci"])).code, 0);
    registry.write("patches/a@1.0.0.patch", text("patches/a@1.0.0.patch").replace("+two", "+three"));
    const frozen = await registry.brio(["install", "--frozen-lockfile"]);
    assert.strictEqual(frozen.code, 1);
    assert.match(frozen.stderr, /EFROZEN/);
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    assert.strictEqual(text("node_modules/a/index.js"), "three\n");
    assert.ok(!text("pnpm-lock.yaml").includes(hash));
  }),
  MILLISECONDS_MAX,
);

test(
  "publish -r takes the public members of a workspace",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "root", private: true, workspaces: ["packages/*"] });
    registry.write("packages/a/package.json", { name: "@s/a", version: "1.2.3" });
    registry.write("packages/b/package.json", { name: "b", version: "2.0.0", private: true });
    registry.write("packages/c/package.json", { name: "c", version: "3.0.0", dependencies: { "@s/a": "workspace:^" } });
    const run = await registry.brio(["publish", "-r", "--dry-run"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const published = [...run.stdout.matchAll(/^\+ (\S+): would publish/gm)].map((one) => one[1]);
    assert.deepStrictEqual(published, ["@s/a@1.2.3", "c@3.0.0"]);
  }),
  MILLISECONDS_MAX,
);

test(
  "x runs the command of an installed package, whatever its name",
  withRegistry(async (registry) => {
    const files = { "package/run.js": 'console.log("ran", process.argv.slice(2).join())' };
    registry.publish("typed", { "1.0.0": { manifest: { bin: { ty: "run.js" } }, files } });
    registry.publish("@s/several", { "1.0.0": { manifest: { bin: { one: "run.js", several: "run.js" } }, files } });
    registry.publish("unclear", { "1.0.0": { manifest: { bin: { one: "run.js", two: "run.js" } }, files } });
    registry.write("package.json", {
      name: "app",
      workspaces: ["own"],
      dependencies: { typed: "1", "@s/several": "1" },
    });
    registry.write("own/package.json", { name: "own", version: "1.0.0", bin: { mine: "run.js" } });
    registry.write("own/run.js", 'console.log("own", process.argv.length)');
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    for (const [name, expected] of [
      ["typed", "ran a,b\n"],
      ["@s/several", "ran a,b\n"],
      ["mine", "own 4\n"],
    ] as const) {
      const run = await registry.brio(["x", "--offline", name, "a", "b"]);
      assert.deepStrictEqual([name, run.stdout, run.code], [name, expected, 0], run.stderr);
    }
    const unclear = await registry.brio(["x", "unclear"]);
    assert.strictEqual(unclear.code, 1);
    assert.match(unclear.stderr, /unclear has several commands: one, two.*brio x -p unclear one/s);
  }),
  MILLISECONDS_MAX,
);

test(
  "an unknown command that is a script says how to run it",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", scripts: { deploy: "echo deployed" } });
    const run = await registry.brio(["deploy"]);
    assert.strictEqual(run.code, 2);
    assert.match(run.stderr, /`brio run deploy` runs the script/);
    registry.write("package.json", '{ "scripts": {,} }');
    const broken = await registry.brio(["run", "deploy"]);
    assert.strictEqual(broken.code, 1);
    assert.match(broken.stderr, /package\.json:1:15/);
  }),
  MILLISECONDS_MAX,
);
