// `update` beyond the ranges, `ls` and `outdated` in workspaces, and what `add` and `update` say of new versions.
import assert from "node:assert";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

async function good(registry: TestRegistry, args: string[], cwd = registry.project): Promise<string> {
  const run = await registry.brio(args, { cwd });
  assert.strictEqual(run.code, 0, run.stderr);
  return run.stdout;
}

const manifestOf = (registry: TestRegistry) =>
  JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8")) as Record<string, Record<string, string>>;

test(
  "update stays within the ranges; with a range or --latest it changes them, in the list that has the name",
  withRegistry(async (registry) => {
    for (const name of ["a", "b", "c"]) registry.publish(name, { "1.0.0": {}, "1.1.0": {}, "2.0.0": {}, "3.0.0": {} });
    registry.write("package.json", {
      name: "app",
      dependencies: { a: "~1.0.0", c: "1.0.0", other: "npm:c@^1.0.0" },
      devDependencies: { b: "^1.0.0" },
    });
    await good(registry, ["install"]);
    await good(registry, ["update"]);
    assert.deepStrictEqual(manifestOf(registry).devDependencies, { b: "^1.0.0" });
    await good(registry, ["update", "b@2"]);
    assert.deepStrictEqual(manifestOf(registry).devDependencies, { b: "^2.0.0" });
    await good(registry, ["update", "--latest"]);
    const { dependencies, devDependencies } = manifestOf(registry);
    // As pnpm 10 and Bun 1.4.5: what stands before the version stays.
    assert.deepStrictEqual(dependencies, { a: "~3.0.0", c: "3.0.0", other: "npm:c@^3.0.0" });
    assert.deepStrictEqual(devDependencies, { b: "^3.0.0" });
    for (const args of [["nope"], ["nope@1"], ["--latest", "nope"]]) {
      const run = await registry.brio(["update", ...args]);
      assert.deepStrictEqual([run.code, /nope.* not .*ENOTDEPENDENCY/s.test(run.stderr)], [1, true], run.stderr);
    }
  }),
  SECONDS_MAX,
);

test(
  "ls and outdated show the members of a workspace, in the folder of a member that one",
  withRegistry(async (registry) => {
    registry.publish("x", { "1.0.0": {}, "2.0.0": {} });
    registry.write("package.json", { name: "root", workspaces: ["packages/*"], dependencies: { x: "1.0.0" } });
    registry.write("packages/a/package.json", { name: "a", version: "1.0.0", dependencies: { b: "*" } });
    registry.write("packages/b/package.json", { name: "b", version: "1.0.0", dependencies: { x: "^1.0.0" } });
    await good(registry, ["install"]);
    const lines = (text: string) => text.trimEnd().split("\n").slice(1);
    assert.deepStrictEqual(lines(await good(registry, ["ls"])), [
      "├── a@1.0.0 -> ./packages/a",
      "│   └── b@1.0.0 -> ./packages/b",
      "│       └── x@1.0.0",
      "├── b@1.0.0 -> ./packages/b (see above)",
      "└── x@1.0.0",
    ]);
    const inside = join(registry.project, "packages/b");
    assert.deepStrictEqual(lines(await good(registry, ["ls"], inside)), [
      "└── b@1.0.0 -> ./packages/b",
      "    └── x@1.0.0",
    ]);
    const nothing = await registry.brio(["ls", "nope"]);
    assert.deepStrictEqual([nothing.code, lines(nothing.stdout)], [1, ["└── (empty)"]]);
    const all = await registry.brio(["outdated"]);
    assert.deepStrictEqual(
      [all.code, lines(all.stdout).map((line) => line.split(/ +/))],
      [
        1,
        [
          ["x", "1.0.0", "1.0.0", "2.0.0", "."],
          ["x", "1.0.0", "1.0.0", "2.0.0", "packages/b"],
        ],
      ],
    );
    const own = await registry.brio(["outdated"], { cwd: join(registry.project, "packages/a") });
    assert.deepStrictEqual([own.code, own.stdout], [0, ""]);
  }),
  SECONDS_MAX,
);

test(
  "add and update list what a new version uses and the previous one did not, and a lost provenance",
  withRegistry(async (registry) => {
    const index = (text: string) => ({ "package/index.js": text });
    const attested = { attestations: { provenance: { predicateType: "https://slsa.dev/provenance/v1" } } };
    registry.publish("a", {
      "1.0.0": { files: index("exports.home = process.env.HOME;"), dist: attested },
      "1.1.0": { files: index("exports.home = process.env.HOME; require('node:child_process').exec('x');") },
      "1.2.0": { files: index("exports.one = 1;") },
    });
    registry.write("package.json", { name: "app" });
    const added = await good(registry, ["add", "a@~1.0.0"]);
    assert.match(added, /^newly uses environment variables: a@1\.0\.0$/m);
    assert.doesNotMatch(added, /child processes|provenance/);
    registry.write("package.json", { name: "app", dependencies: { a: "~1.1.0" } });
    const updated = await good(registry, ["update"]);
    assert.match(updated, /^newly uses child processes: a@1\.1\.0$/m);
    assert.match(updated, /^provenance: a@1\.1\.0 has none, and the version before had/m);
    assert.doesNotMatch(updated, /environment/);
    const json = JSON.parse(await good(registry, ["add", "a@1.2.0", "--json"]));
    assert.deepStrictEqual([json.newlyUses, json.lostProvenance], [{}, []]);
  }),
  SECONDS_MAX,
);

test(
  "commands that take no arguments refuse some, and `init NAME` is `create NAME`",
  withRegistry(async (registry) => {
    for (const command of ["sbom", "licenses", "prune", "ci", "dedupe"]) {
      const run = await registry.brio([command, "word"]);
      assert.deepStrictEqual([command, run.code], [command, 2]);
      assert.match(run.stderr, /takes no argument such as "word"/);
    }
    const script = "#!/usr/bin/env node\nconsole.log('made', process.argv[2]);";
    registry.publish("create-thing", {
      "1.0.0": { manifest: { bin: "c.js" }, files: { "package/c.js": { content: script, mode: 0o755 } } },
    });
    const folder = join(registry.folder, "empty");
    mkdirSync(folder);
    writeFileSync(join(folder, ".npmrc"), `registry=${registry.address}\n`);
    assert.strictEqual(await good(registry, ["init", "thing", "app"], folder), "made app\n");
    assert.ok(!existsSync(join(folder, "package.json")));
    await good(registry, ["init"], folder);
    assert.ok(existsSync(join(folder, "package.json")));
  }),
  SECONDS_MAX,
);

test(
  "the notes of other package managers about node_modules go when it changes",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    const notes = [".package-lock.json", ".modules.yaml", ".yarn-state.yml", ".yarn-integrity"];
    for (const note of notes) registry.write(`node_modules/${note}`, "{}");
    await good(registry, ["install"]);
    const left = notes.filter((note) => existsSync(join(registry.project, "node_modules", note)));
    assert.deepStrictEqual(left, []);
    for (const note of notes) registry.write(`node_modules/${note}`, "{}");
    await good(registry, ["install"]);
    assert.ok(existsSync(join(registry.project, "node_modules/.yarn-integrity")));
  }),
  SECONDS_MAX,
);
