// Dependencies that `catalog:` requests, in the commands that compare and change versions.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

function workspace(registry: TestRegistry): void {
  registry.publish("lib", { "1.0.0": {}, "1.0.1": {}, "2.1.0": {} });
  registry.publish("tool", { "3.0.0": {}, "4.0.0": {} });
  registry.write(
    "pnpm-workspace.yaml",
    "packages:\n  - packages/*\n\n# what all use\ncatalog:\n  lib: ~1.0.0\ncatalogs:\n  old:\n    tool: ^3.0.0\n",
  );
  registry.write("package.json", { name: "root", private: true, devDependencies: { lib: "catalog:" } });
  const member = (folder: string, dependencies: Record<string, string>) =>
    registry.write(`packages/${folder}/package.json`, { name: folder, version: "1.0.0", dependencies });
  member("a", { lib: "catalog:", tool: "catalog:old" });
  member("b", { lib: "2.1.0" });
}

test(
  "outdated compares what a catalog requests, and has a list where members have several versions",
  withRegistry(async (registry) => {
    workspace(registry);
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const run = await registry.brio(["outdated", "--json"]);
    const entry = (dependent: string) => ({ current: "1.0.1", wanted: "1.0.1", latest: "2.1.0", dependent });
    assert.deepStrictEqual(JSON.parse(run.stdout), {
      lib: [entry("."), entry("packages/a")],
      tool: { current: "3.0.0", wanted: "3.0.0", latest: "4.0.0", dependent: "packages/a" },
    });
    assert.strictEqual(run.code, 1);
  }),
  SECONDS_MAX,
);

test(
  "update --latest changes the catalog, with its operator, and leaves `catalog:` in package.json",
  withRegistry(async (registry) => {
    workspace(registry);
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const read = (path: string) => readFileSync(join(registry.project, path), "utf8");
    const before = read("package.json");
    const run = await registry.brio(["update", "--latest", "lib"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(read("package.json"), before);
    assert.match(read("pnpm-workspace.yaml"), /\n# what all use\ncatalog:\n  lib: ~2\.1\.0\ncatalogs:\n/);
    assert.strictEqual(JSON.parse(read("node_modules/lib/package.json")).version, "2.1.0");
    const all = await registry.brio(["update", "--latest"], { cwd: join(registry.project, "packages/a") });
    assert.strictEqual(all.code, 0, all.stderr);
    assert.match(read("pnpm-workspace.yaml"), /  old:\n    tool: \^4\.0\.0\n/);
  }),
  SECONDS_MAX,
);

test(
  "a rule of pnpm that names a catalog replaces what manifests request, also from the same catalog",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {}, "1.1.0": {} });
    registry.publish("b", { "1.0.0": { manifest: { dependencies: { a: "^1.0.0" } } } });
    const dependencies = { a: "catalog:", b: "1.0.0" };
    registry.write("package.json", { name: "root", private: true, dependencies });
    registry.write("m/package.json", { name: "m", dependencies: { a: "^1.1.0" } });
    registry.write("pnpm-workspace.yaml", "packages:\n  - m\ncatalog:\n  a: 1.0.0\noverrides:\n  a: 'catalog:'\n");
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    const text = readFileSync(join(registry.project, "pnpm-lock.yaml"), "utf8");
    // As pnpm 12.21 writes it.
    const entry = (indent: string, name: string) =>
      `${indent}${name}:\n${indent}  specifier: 1.0.0\n${indent}  version: 1.0.0\n`;
    assert.strictEqual(
      text.slice(text.indexOf("overrides:"), text.indexOf("packages:")),
      `overrides:\n  a: 1.0.0\n\nimporters:\n\n  .:\n    dependencies:\n${entry("      ", "a")}${entry("      ", "b")}\n` +
        `  m:\n    dependencies:\n${entry("      ", "a")}\n`,
    );
    assert.strictEqual(text.includes("catalogs:"), false);
    const frozen = await registry.brio(["install", "--frozen-lockfile"]);
    assert.strictEqual(frozen.code, 0, frozen.stderr);
  }),
  SECONDS_MAX,
);
