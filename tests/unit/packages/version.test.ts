// `brio version` and `brio pkg`: what npm's commands of these names do.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

async function git(registry: TestRegistry, ...args: string[]): Promise<string> {
  const run = await registry.run("git", ["-c", "user.name=a", "-c", "user.email=a@b.test", ...args]);
  assert.strictEqual(run.code, 0, run.stderr);
  return run.stdout.trim();
}

const AUTHOR = {
  GIT_AUTHOR_NAME: "a",
  GIT_AUTHOR_EMAIL: "a@b.test",
  GIT_COMMITTER_NAME: "a",
  GIT_COMMITTER_EMAIL: "a@b.test",
};

test(
  "version changes package.json and the lockfile between its scripts",
  withRegistry(async (registry) => {
    const scripts = {
      preversion: "echo before $npm_package_version",
      version: "echo now $npm_package_version",
      postversion: "echo after",
    };
    registry.write("package.json", { name: "app", version: "1.2.3", scripts });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const versions = () => {
      const lock = JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
      const manifest = JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8"));
      return [manifest.version, lock.version, lock.packages[""].version];
    };
    const run = await registry.brio(["version", "minor"]);
    assert.deepStrictEqual([run.code, run.stdout], [0, "before 1.2.3\nnow 1.3.0\nafter\nv1.3.0\n"], run.stderr);
    assert.deepStrictEqual(versions(), ["1.3.0", "1.3.0", "1.3.0"]);
    const next = await registry.brio(["version", "prerelease", "--preid", "beta", "--ignore-scripts"]);
    assert.strictEqual(next.stdout, "v1.3.1-beta.0\n");
    assert.strictEqual((await registry.brio(["version", "2.0.0", "--ignore-scripts"])).stdout, "v2.0.0\n");
    assert.notStrictEqual((await registry.brio(["version", "2.0.0"])).code, 0);
    assert.notStrictEqual((await registry.brio(["version", "no"])).code, 0);
    assert.deepStrictEqual(versions(), ["2.0.0", "2.0.0", "2.0.0"]);
  }),
  SECONDS_MAX,
);

test(
  "version commits and tags in a clean repository",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", version: "1.0.0" });
    await git(registry, "init", "-q");
    await git(registry, "add", "package.json");
    await git(registry, "commit", "-qm", "first");
    registry.write("untracked.txt", "x");
    const run = await registry.brio(["version", "patch", "-m", "release %s"], { env: AUTHOR });
    assert.deepStrictEqual([run.code, run.stdout], [0, "v1.0.1\n"], run.stderr);
    assert.strictEqual(await git(registry, "log", "-1", "--format=%s"), "release 1.0.1");
    assert.strictEqual(await git(registry, "tag", "--points-at", "HEAD"), "v1.0.1");
    assert.strictEqual(await git(registry, "cat-file", "-t", "v1.0.1"), "tag");
    assert.strictEqual(await git(registry, "status", "--porcelain"), "?? .npmrc\n?? untracked.txt");
    registry.write("package.json", { name: "app", version: "1.0.1", private: true });
    const dirty = await registry.brio(["version", "patch"], { env: AUTHOR });
    assert.deepStrictEqual([dirty.code, /not clean/.test(dirty.stderr)], [1, true], dirty.stderr);
    const plain = await registry.brio(["version", "patch", "--no-git-tag-version"]);
    assert.strictEqual(plain.stdout, "v1.0.2\n");
    assert.strictEqual(await git(registry, "tag"), "v1.0.1");
  }),
  SECONDS_MAX,
);

test(
  "pkg reads, sets and deletes fields",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", version: "1.0.0", files: ["a"], scripts: { x: "echo x" } });
    const out = async (...args: string[]) => {
      const run = await registry.brio(["pkg", ...args]);
      assert.strictEqual(run.code, 0, run.stderr);
      return run.stdout === "" ? undefined : JSON.parse(run.stdout);
    };
    assert.strictEqual(await out("get", "name"), "app");
    assert.deepStrictEqual(await out("get", "version", "scripts.x"), { version: "1.0.0", "scripts.x": "echo x" });
    assert.deepStrictEqual(await out("get", "none"), {});
    await out("set", "scripts.test=node --test", "files[]=b", "a.b.c=d");
    await out("set", "--json", "private=true", "count=2");
    await out("delete", "scripts.x", "files[0]");
    assert.deepStrictEqual(await out("get"), {
      name: "app",
      version: "1.0.0",
      files: ["b"],
      scripts: { test: "node --test" },
      a: { b: { c: "d" } },
      private: true,
      count: 2,
    });
    assert.strictEqual((await registry.brio(["pkg", "set"])).code, 2);
  }),
  SECONDS_MAX,
);
