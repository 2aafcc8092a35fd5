// `brio install`, `add`, `remove` and `ci` against a registry of the test. What npm defines (the layout, the lockfile,
// what is saved) is written down here as npm 11 does it.
import assert from "node:assert";
import { existsSync, lstatSync, readFileSync, readdirSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

function versionOf(registry: TestRegistry, place: string): string {
  return JSON.parse(readFileSync(join(registry.project, place, "package.json"), "utf8")).version;
}

async function good(registry: TestRegistry, ...args: string[]): Promise<string> {
  const run = await registry.brio(args);
  assert.strictEqual(run.code, 0, run.stderr);
  return run.stdout;
}

function publishDiamond(registry: TestRegistry): void {
  registry.publish("a", { "1.0.0": { manifest: { dependencies: { c: "^1.0.0" } } } });
  registry.publish("b", { "1.0.0": { manifest: { dependencies: { c: "^2.0.0" } } } });
  registry.publish("c", { "1.1.0": {}, "2.0.0": {} });
}

test(
  "packages are hoisted, and a second version is nested below the package that needs it",
  withRegistry(async (registry) => {
    publishDiamond(registry);
    registry.write("package.json", { name: "app", dependencies: { a: "1", b: "1" } });
    assert.match(await good(registry, "install"), /added 4; 4 packages in all/);
    assert.deepStrictEqual(
      ["node_modules/a", "node_modules/c", "node_modules/b/node_modules/c"].map((place) => versionOf(registry, place)),
      ["1.0.0", "1.1.0", "2.0.0"],
    );
    const lock = JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
    assert.strictEqual(lock.lockfileVersion, 3);
    assert.deepStrictEqual(Object.keys(lock.packages), [
      "",
      "node_modules/a",
      "node_modules/b",
      "node_modules/b/node_modules/c",
      "node_modules/c",
    ]);
    assert.match(lock.packages["node_modules/c"].integrity, /^sha512-/);
  }),
  SECONDS_MAX,
);

test(
  "a second installation does nothing and asks the registry nothing; a lost package comes back from the store",
  withRegistry(async (registry) => {
    publishDiamond(registry);
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    await good(registry, "install");
    const before = registry.requests.length;
    assert.match(await good(registry, "install"), /2 packages up to date/);
    rmSync(join(registry.project, "node_modules/c"), { recursive: true });
    await good(registry, "install");
    assert.strictEqual(versionOf(registry, "node_modules/c"), "1.1.0");
    rmSync(join(registry.project, "node_modules"), { recursive: true });
    await good(registry, "ci", "--offline");
    assert.strictEqual(versionOf(registry, "node_modules/a"), "1.0.0");
    assert.strictEqual(registry.requests.length, before);
  }),
  SECONDS_MAX,
);

test(
  "files in node_modules are not writable, so that a project cannot change the store",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { files: { "package/tool": { content: "#!/bin/sh\n", mode: 0o755 } } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    await good(registry, "install");
    const mode = (file: string) => lstatSync(join(registry.project, "node_modules/a", file)).mode & 0o777;
    const isLinked = lstatSync(join(registry.project, "node_modules/a/tool")).nlink > 1;
    assert.strictEqual(mode("tool") & 0o111, 0o111);
    assert.strictEqual(mode("package.json") & 0o222, isLinked ? 0 : 0o200);
  }),
  SECONDS_MAX,
);

test(
  "add saves as npm does, keeps the way package.json is written, and remove takes back",
  withRegistry(async (registry) => {
    publishDiamond(registry);
    registry.write("package.json", '{\n\t"name": "app",\n\t"version": "1.0.0"\n}');
    await good(registry, "add", "a", "c@1");
    await good(registry, "add", "-D", "-E", "b@1.0.0");
    const text = readFileSync(join(registry.project, "package.json"), "utf8");
    assert.ok(text.startsWith('{\n\t"name"') && text.endsWith("}"));
    const { dependencies, devDependencies } = JSON.parse(text);
    assert.deepStrictEqual([dependencies, devDependencies], [{ a: "^1.0.0", c: "^1.1.0" }, { b: "1.0.0" }]);
    await good(registry, "remove", "b", "a");
    assert.deepStrictEqual(JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8")).dependencies, {
      c: "^1.1.0",
    });
    assert.deepStrictEqual(
      readdirSync(join(registry.project, "node_modules")).filter((name) => !name.startsWith(".")),
      ["c"],
    );
    const run = await registry.brio(["remove", "b"]);
    assert.deepStrictEqual(
      [run.code, run.stderr.split("\n")[0]],
      [1, "brio: b is not a dependency of the project (ENOTDEPENDENCY)"],
    );
  }),
  SECONDS_MAX,
);

test(
  "ci wants a lockfile that fits, and changes nothing when it does not",
  withRegistry(async (registry) => {
    publishDiamond(registry);
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    assert.match((await registry.brio(["ci"])).stderr, /there is no lockfile/);
    await good(registry, "install");
    registry.write("package.json", { name: "app", dependencies: { a: "1", b: "1" } });
    const run = await registry.brio(["ci"]);
    assert.strictEqual(run.code, 1);
    assert.match(run.stderr, /b@1 is missing \(EFROZEN\)/);
    assert.ok(existsSync(join(registry.project, "node_modules/a")));
  }),
  SECONDS_MAX,
);

test(
  "what a lockfile says stays when something is added, also when there are newer versions",
  withRegistry(async (registry) => {
    publishDiamond(registry);
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    await good(registry, "install");
    registry.publish("c", { "1.2.0": {} });
    registry.publish("d", { "1.0.0": { manifest: { dependencies: { c: ">=1" } } } });
    await good(registry, "add", "d", "--prefer-offline");
    assert.strictEqual(versionOf(registry, "node_modules/c"), "1.1.0");
    rmSync(join(registry.folder, "store/records"), { recursive: true });
    await good(registry, "update");
    assert.strictEqual(versionOf(registry, "node_modules/c"), "1.2.0");
  }),
  SECONDS_MAX,
);

test(
  "peers are installed, optional ones of another system or Node.js are not, aliases and commands work",
  withRegistry(async (registry) => {
    registry.publish("plugin", { "1.0.0": { manifest: { peerDependencies: { host: "^1" } } } });
    registry.publish("host", {
      "1.5.0": {
        manifest: { bin: { host: "./cli.js" } },
        files: { "package/cli.js": "#!/usr/bin/env node\nconsole.log('host', process.argv[2])\n" },
      },
    });
    registry.publish("native", { "1.0.0": { manifest: { os: ["aix"] } } });
    registry.publish("ancient", { "1.0.0": { manifest: { engines: { node: "^4" } } } });
    registry.write("package.json", {
      name: "app",
      dependencies: { plugin: "1", other: "npm:host@1.5.0" },
      optionalDependencies: { native: "1", nowhere: "1", ancient: "1" },
    });
    await good(registry, "install");
    assert.strictEqual(versionOf(registry, "node_modules/host"), "1.5.0");
    assert.strictEqual(versionOf(registry, "node_modules/other"), "1.5.0");
    assert.ok(!existsSync(join(registry.project, "node_modules/native")));
    assert.ok(!existsSync(join(registry.project, "node_modules/ancient")));
    assert.match(readlinkSync(join(registry.project, "node_modules/.bin/host")), /^\.\.\/(host|other)\/cli\.js$/);
    assert.strictEqual((await good(registry, "x", "host", "works")).trim(), "host works");
  }),
  SECONDS_MAX,
);

test(
  "overrides replace what dependencies ask for",
  withRegistry(async (registry) => {
    publishDiamond(registry);
    registry.write("package.json", { name: "app", dependencies: { a: "1", b: "1" }, overrides: { b: { c: "1.1.0" } } });
    await good(registry, "install");
    assert.ok(!existsSync(join(registry.project, "node_modules/b/node_modules")));
    assert.strictEqual(versionOf(registry, "node_modules/c"), "1.1.0");
  }),
  SECONDS_MAX,
);

test(
  "members of a workspace are linked, and their dependencies installed",
  withRegistry(async (registry) => {
    publishDiamond(registry);
    registry.write("package.json", { name: "root", workspaces: ["packages/*"] });
    registry.write("packages/one/package.json", {
      name: "one",
      version: "1.0.0",
      dependencies: { two: "workspace:*", c: "2" },
    });
    registry.write("packages/two/package.json", { name: "two", version: "1.0.0", dependencies: { c: "1" } });
    await good(registry, "install");
    assert.strictEqual(readlinkSync(join(registry.project, "node_modules/two")), "../packages/two");
    const versions = ["packages/one", "packages/two"].map((member) => {
      const own = `${member}/node_modules/c`;
      return versionOf(registry, existsSync(join(registry.project, own)) ? own : "node_modules/c");
    });
    assert.deepStrictEqual(versions, ["2.0.0", "1.1.0"]);
    const run = await registry.brio(["install"], { cwd: join(registry.project, "packages/one") });
    assert.match(run.stdout, /up to date/);
  }),
  SECONDS_MAX,
);

test(
  "a version of today is not taken, unless it is asked for",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {}, "1.1.0": { published: new Date().toISOString() } });
    registry.write("package.json", { name: "app", dependencies: { a: "^1.0.0" } });
    await good(registry, "install");
    assert.strictEqual(versionOf(registry, "node_modules/a"), "1.0.0");
    const run = await registry.brio(["add", "a@1.1.0"]);
    assert.deepStrictEqual([run.code, /--min-age 0/.test(run.stderr)], [1, true]);
    await good(registry, "add", "a@1.1.0", "--min-age", "0");
    assert.strictEqual(versionOf(registry, "node_modules/a"), "1.1.0");
  }),
  SECONDS_MAX,
);

test(
  "a wrong flag ends with status 2 and a suggestion",
  withRegistry(async (registry) => {
    const run = await registry.brio(["install", "--ofline"]);
    assert.deepStrictEqual(
      [run.code, run.stderr],
      [2, "brio: unknown flag --ofline (EUSAGE)\n(did you mean --offline?)\n"],
    );
  }),
  SECONDS_MAX,
);

test(
  "a killed installation leaves nothing that the next one takes for whole",
  withRegistry(async (registry) => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`package/f${index}.js`, `// ${index}`]),
    );
    const dependencies: Record<string, string> = {};
    for (let index = 0; index < 30; index++) {
      registry.publish(`p${index}`, { "1.0.0": { files } });
      dependencies[`p${index}`] = "1";
    }
    registry.write("package.json", { name: "app", dependencies });
    for (const killAfterMs of [30, 60, 90, 120, 200]) {
      await registry.brio(["install"], { killAfterMs });
    }
    await good(registry, "install");
    for (const name of Object.keys(dependencies)) {
      assert.strictEqual(readdirSync(join(registry.project, "node_modules", name)).length, 201, name);
    }
    assert.match(await good(registry, "cache", "verify"), /30 packages are whole, 0 were not/);
  }),
  SECONDS_MAX * 2,
);

test(
  "the store notices a changed file and gets it anew",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { files: { "package/index.js": "one" } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    await good(registry, "install");
    const file = join(registry.project, "node_modules/a/index.js");
    rmSync(join(registry.project, "node_modules/.brio-install"));
    const { chmodSync } = await import("node:fs");
    chmodSync(file, 0o644);
    writeFileSync(file, "two");
    assert.match(await good(registry, "cache", "verify"), /0 packages are whole, 1 were not/);
  }),
  SECONDS_MAX,
);

test(
  "dependencies that are not an object of strings are an error, and nothing is removed",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    for (const dependencies of [["a"], { a: 1 }, "a"]) {
      registry.write("package.json", { name: "app", dependencies });
      const run = await registry.brio(["install"]);
      assert.deepStrictEqual([run.code, /EINVALIDMANIFEST/.test(run.stderr)], [1, true], run.stderr);
      assert.ok(existsSync(join(registry.project, "node_modules/a/package.json")));
    }
  }),
  SECONDS_MAX,
);

test(
  "ls, why and outdated show the user's own commands with --global",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {}, "1.1.0": {} });
    registry.write("package.json", { name: "app" });
    const env = { XDG_DATA_HOME: join(registry.folder, "data"), npm_config_registry: registry.address };
    const added = await registry.brio(["add", "-g", "a@1.0.0", "--registry", registry.address], { env });
    assert.strictEqual(added.code, 0, added.stderr);
    assert.match((await registry.brio(["ls", "-g"], { env })).stdout, /a@1\.0\.0/);
    assert.match((await registry.brio(["why", "-g", "a"], { env })).stdout, /a@1\.0\.0/);
    const outdated = await registry.brio(["outdated", "-g", "--json", "--registry", registry.address], { env });
    assert.strictEqual(JSON.parse(outdated.stdout).a.latest, "1.1.0");
  }),
  SECONDS_MAX,
);
