// What an update writes into `package.json`: pnpm 12.21 and Bun 1.4.5 raise the ranges to the versions that are installed,
// npm 11.19 with `--save` only, yarn 1 never.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;
const RANGES = { a: "^1.0.0", b: "~1.0.0", c: "1.0.0" };

function publish(registry: TestRegistry): void {
  for (const name of Object.keys(RANGES))
    registry.publish(name, { "1.0.0": {}, "1.0.1": {}, "1.1.0": {}, "2.0.0": {} });
}

function dependencies(registry: TestRegistry, folder = "."): Record<string, string> {
  return JSON.parse(readFileSync(join(registry.project, folder, "package.json"), "utf8")).dependencies;
}

function installed(registry: TestRegistry, name: string): string {
  return JSON.parse(readFileSync(join(registry.project, "node_modules", name, "package.json"), "utf8")).version;
}

const RAISED = { a: "^1.1.0", b: "~1.0.1", c: "1.0.0" };

for (const [manager, args, expected] of [
  ["pnpm@12.21.0", [], RAISED],
  ["bun@1.4.5", [], RAISED],
  ["npm@11.19.1", [], RANGES],
  // Of `~1.0.0` npm's usual range for 1.0.1 is no part.
  ["npm@11.19.1", ["--save"], { ...RANGES, a: "^1.1.0" }],
  ["yarn@1.22.22", [], RANGES],
] as const) {
  test(
    `update ${args.join(" ")} in a project of ${manager}`,
    withRegistry(async (registry) => {
      publish(registry);
      registry.write("package.json", { name: "app", packageManager: manager, dependencies: RANGES });
      const run = await registry.brio(["update", ...args]);
      assert.strictEqual(run.code, 0, run.stderr);
      assert.deepStrictEqual(dependencies(registry), expected);
      assert.deepStrictEqual(
        ["a", "b", "c"].map((name) => installed(registry, name)),
        ["1.1.0", "1.0.1", "1.0.0"],
      );
      assert.strictEqual((await registry.brio(["install", "--frozen-lockfile"])).code, 0);
    }),
    MILLISECONDS_MAX,
  );
}

test(
  "update NAME raises the range of that one, a pattern those that it means",
  withRegistry(async (registry) => {
    publish(registry);
    registry.publish("@s/d", { "1.0.0": {}, "1.2.0": {} });
    const all = { ...RANGES, "@s/d": "^1.0.0" };
    registry.write("package.json", { name: "app", packageManager: "pnpm@12.21.0", dependencies: all });
    assert.strictEqual((await registry.brio(["update", "b"])).code, 0);
    assert.deepStrictEqual(dependencies(registry), { ...all, b: "~1.0.1" });
    assert.strictEqual((await registry.brio(["update", "@s/*"])).code, 0);
    assert.deepStrictEqual(dependencies(registry), { ...all, b: "~1.0.1", "@s/d": "^1.2.0" });
    const none = await registry.brio(["update", "x*"]);
    assert.deepStrictEqual([none.code, /ENOTDEPENDENCY/.test(none.stderr)], [1, true], none.stderr);
  }),
  MILLISECONDS_MAX,
);

test(
  "update -r --latest changes all members of the workspace",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("package.json", {
      name: "root",
      private: true,
      packageManager: "pnpm@12.21.0",
      dependencies: { a: "^1.0.0" },
    });
    registry.write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
    registry.write("packages/m/package.json", { name: "m", dependencies: { b: "~1.0.0" } });
    registry.write("packages/n/package.json", { name: "n", dependencies: { a: "^1.0.0", c: "1.0.0" } });
    const run = await registry.brio(["update", "-r", "--latest"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(
      [dependencies(registry), dependencies(registry, "packages/m"), dependencies(registry, "packages/n")],
      [{ a: "^2.0.0" }, { b: "~2.0.0" }, { a: "^2.0.0", c: "2.0.0" }],
    );
    assert.strictEqual((await registry.brio(["install", "--frozen-lockfile"])).code, 0);
  }),
  MILLISECONDS_MAX,
);
