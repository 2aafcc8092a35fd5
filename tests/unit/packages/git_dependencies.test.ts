// Dependencies from repositories of git: which files they have, from a lockfile too, and the script that builds them.
import assert from "node:assert";
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

async function git(registry: TestRegistry, cwd: string, ...args: string[]): Promise<string> {
  const identity = ["-c", "user.name=a", "-c", "user.email=a@b.test", "-c", "protocol.file.allow=always"];
  const run = await registry.run("git", [...identity, ...args], { cwd });
  assert.strictEqual(run.code, 0, run.stderr);
  return run.stdout.trim();
}

/** A repository with one commit. Returns its address. */
async function repository(registry: TestRegistry, name: string, files: Record<string, unknown>): Promise<string> {
  const folder = join(registry.folder, name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === "string" ? content : JSON.stringify(content));
  }
  await git(registry, folder, "init", "-q");
  await git(registry, folder, "add", "-A");
  await git(registry, folder, "commit", "-qm", "first");
  return `git+file://${folder}`;
}

const installed = (registry: TestRegistry, name: string) =>
  readdirSync(join(registry.project, "node_modules", name)).sort();

/** Another machine: neither the store nor the packages are there. */
const forget = (registry: TestRegistry) => {
  rmSync(join(registry.folder, "store"), { recursive: true, force: true });
  rmSync(join(registry.project, "node_modules"), { recursive: true, force: true });
};

test(
  "a commit has the files that a package of a registry would have, and is installed from the lockfile elsewhere",
  withRegistry(async (registry) => {
    const manifest = { name: "dep", version: "1.0.0", files: ["lib"] };
    const files = { "package.json": manifest, "lib/index.js": "1", "test/a.js": "2", "README.md": "x" };
    const address = await repository(registry, "dep", files);
    const commit = await git(registry, join(registry.folder, "dep"), "rev-parse", "HEAD");
    registry.write("package.json", { name: "app", dependencies: { dep: address } });
    const first = await registry.brio(["install"]);
    assert.strictEqual(first.code, 0, first.stderr);
    assert.deepStrictEqual(installed(registry, "dep"), ["README.md", "lib", "package.json"]);
    const lockfile = JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
    // As npm: the commit says what the content is.
    assert.deepStrictEqual(lockfile.packages["node_modules/dep"], {
      version: "1.0.0",
      resolved: `${address}#${commit}`,
    });
    forget(registry);
    const offline = await registry.brio(["ci", "--offline"]);
    assert.deepStrictEqual([offline.code, /ENOTCACHED/.test(offline.stderr)], [1, true], offline.stderr);
    const clean = await registry.brio(["ci"]);
    assert.strictEqual(clean.code, 0, clean.stderr);
    assert.deepStrictEqual(installed(registry, "dep"), ["README.md", "lib", "package.json"]);
    // The store has it now: the repository is not needed any more.
    rmSync(join(registry.folder, "dep"), { recursive: true });
    rmSync(join(registry.project, "node_modules"), { recursive: true });
    assert.strictEqual((await registry.brio(["ci", "--offline"])).code, 0);
    assert.deepStrictEqual(installed(registry, "dep"), ["README.md", "lib", "package.json"]);
  }),
  SECONDS_MAX,
);

test(
  "a commit that is no branch's last one is found",
  withRegistry(async (registry) => {
    const address = await repository(registry, "dep", { "package.json": { name: "dep", version: "1.0.0" } });
    const folder = join(registry.folder, "dep");
    const commit = await git(registry, folder, "rev-parse", "HEAD");
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "dep", version: "2.0.0" }));
    await git(registry, folder, "commit", "-qam", "second");
    registry.write("package.json", { name: "app", dependencies: { dep: `${address}#${commit}` } });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const manifest = JSON.parse(readFileSync(join(registry.project, "node_modules/dep/package.json"), "utf8"));
    assert.strictEqual(manifest.version, "1.0.0");
  }),
  SECONDS_MAX,
);

const BUILDING = {
  name: "dep",
  version: "1.0.0",
  files: ["built.js"],
  devDependencies: { compiler: "^1.0.0" },
  scripts: { prepare: "compile > built.js" },
};

function publishCompiler(registry: TestRegistry): void {
  registry.publish("compiler", {
    "1.0.0": {
      manifest: { bin: { compile: "cli.sh" } },
      files: { "package/cli.sh": { content: "#!/bin/sh\necho 'module.exports = 7;'\n", mode: 0o755 } },
    },
  });
}

test(
  "prepare builds a package once it is approved, with what it is developed with",
  withRegistry(async (registry) => {
    publishCompiler(registry);
    const address = await repository(registry, "dep", { "package.json": BUILDING, "source.js": "x" });
    registry.write("package.json", { name: "app", dependencies: { dep: address } });
    const first = await registry.brio(["install"]);
    assert.strictEqual(first.code, 0, first.stderr);
    assert.match(first.stdout + first.stderr, /dep@1\.0\.0 were not run.*brio approve dep/s);
    assert.deepStrictEqual(installed(registry, "dep"), ["package.json"]);
    assert.match((await registry.brio(["approve"])).stdout, /not run +dep@1\.0\.0 +prepare: compile > built\.js/);
    const approved = await registry.brio(["approve", "dep"]);
    assert.strictEqual(approved.code, 0, approved.stderr);
    assert.strictEqual(
      readFileSync(join(registry.project, "node_modules/dep/built.js"), "utf8"),
      "module.exports = 7;\n",
    );
    // What it is developed with is not installed into the project.
    assert.ok(!existsSync(join(registry.project, "node_modules/compiler")));
    forget(registry);
    assert.strictEqual((await registry.brio(["ci"])).code, 0);
    assert.deepStrictEqual(installed(registry, "dep"), ["built.js", "package.json"]);
    forget(registry);
    assert.strictEqual((await registry.brio(["ci", "--ignore-scripts"])).code, 0);
    assert.deepStrictEqual(installed(registry, "dep"), ["package.json"]);
  }),
  SECONDS_MAX,
);

test(
  "trust in a name does not mean another repository, and a repository does not trust itself",
  withRegistry(async (registry) => {
    publishCompiler(registry);
    const hidden = { ...BUILDING, trustedDependencies: ["dep"] };
    const inner = await repository(registry, "inner", { "package.json": hidden });
    const outer = { name: "outer", version: "1.0.0", dependencies: { dep: inner } };
    const address = await repository(registry, "outer", { "package.json": outer });
    registry.write("package.json", { name: "app", dependencies: { outer: address }, trustedDependencies: ["dep"] });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(installed(registry, "dep"), ["package.json"]);
    assert.match(run.stdout + run.stderr, /dep@1\.0\.0 were not run/);
  }),
  SECONDS_MAX,
);

test(
  "prepare runs in the jail, and a failing one says what it printed",
  withRegistry(async (registry) => {
    const outside = join(registry.folder, "outside");
    const scripts = { prepare: `echo reached; touch ${outside}; echo done > built.js; exit 3` };
    const manifest = { name: "dep", version: "1.0.0", scripts };
    const address = await repository(registry, "dep", { "package.json": manifest });
    registry.write("package.json", { name: "app", dependencies: { dep: address }, trustedDependencies: ["dep"] });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 1);
    assert.match(run.stderr, /the script "prepare" of dep@1\.0\.0 failed with code 3[^]*reached/);
    assert.ok(!existsSync(outside));
    assert.ok(!existsSync(join(registry.project, "package-lock.json")));
  }),
  SECONDS_MAX,
);
