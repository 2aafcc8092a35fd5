// `brio prune` without a lockfile: by what `package.json` and the installed packages say, as npm does.
import assert from "node:assert";
import { existsSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

/** Writes a package where another manager would have put it. */
function put(registry: TestRegistry, folder: string, more: Record<string, unknown> = {}): void {
  const name = folder.slice(folder.lastIndexOf("node_modules/") + 13);
  registry.write(`${folder}/package.json`, { name, version: "1.0.0", ...more });
  registry.write(`${folder}/index.js`, "");
}

function list(registry: TestRegistry, folder = "node_modules"): string[] {
  const full = join(registry.project, folder);
  return existsSync(full) ? readdirSync(full).sort() : [];
}

function link(registry: TestRegistry, path: string, target: string): void {
  mkdirSync(join(registry.project, path, ".."), { recursive: true });
  symlinkSync(target, join(registry.project, path));
}

test(
  "prune without a lockfile keeps what is reached, and removes the rest",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", dependencies: { a: "1" }, devDependencies: { d: "1" } });
    put(registry, "node_modules/a", {
      dependencies: { below: "1" },
      peerDependencies: { peer: "1", "may-be": "1" },
      peerDependenciesMeta: { "may-be": { optional: true } },
      devDependencies: { gone: "1" },
    });
    put(registry, "node_modules/a/node_modules/below", { version: "2.0.0" });
    put(registry, "node_modules/a/node_modules/stale");
    for (const name of ["below", "peer", "may-be", "gone", "d", "@scope/gone"]) put(registry, `node_modules/${name}`);
    registry.write("node_modules/gone/cli.js", "");
    link(registry, "node_modules/.bin/gone", "../gone/cli.js");
    link(registry, "node_modules/.bin/a", "../a/index.js");
    registry.write("node_modules/.package-lock.json", "{}");

    const dry = await registry.brio(["prune", "--dry-run", "--json"]);
    const removed = ["@scope/gone", "below", "gone", "may-be", "stale"].map((name) => `${name}@1.0.0`);
    assert.deepStrictEqual(JSON.parse(dry.stdout).removed.sort(), removed, dry.stderr);
    assert.ok(list(registry).includes("gone"));

    const run = await registry.brio(["prune"]);
    assert.deepStrictEqual([run.code, /^removed 5; 4 packages in all/.test(run.stdout)], [0, true], run.stdout);
    assert.deepStrictEqual(list(registry), [".bin", "a", "d", "peer"]);
    assert.deepStrictEqual(list(registry, "node_modules/a/node_modules"), ["below"]);
    assert.deepStrictEqual(list(registry, "node_modules/.bin"), ["a"]);
    assert.strictEqual(existsSync(join(registry.project, "package-lock.json")), false);

    assert.strictEqual((await registry.brio(["prune", "--omit=dev"])).code, 0);
    assert.deepStrictEqual(list(registry), [".bin", "a", "peer"]);
  }),
  MILLISECONDS_MAX,
);

test(
  "prune removes what the lockfile does not have, also after an installation that left nothing to do",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    put(registry, "node_modules/superfluous");
    put(registry, "node_modules/@scope/other");
    const dry = await registry.brio(["prune", "--dry-run"]);
    assert.match(dry.stdout, /^would have removed 2; 1 package in all/);
    assert.ok(list(registry).includes("superfluous"));
    const run = await registry.brio(["prune"]);
    assert.match(run.stdout, /^removed 2; 1 package in all/, run.stderr);
    assert.deepStrictEqual(
      list(registry).filter((name) => !name.startsWith(".") && list(registry, `node_modules/${name}`).length > 0),
      ["a"],
    );
    assert.match((await registry.brio(["prune"])).stdout, /^1 package up to date/);
  }),
  MILLISECONDS_MAX,
);

test(
  "prune without a lockfile knows members, links and isolated layouts",
  withRegistry(async (registry) => {
    registry.write("package.json", {
      name: "app",
      workspaces: ["packages/*"],
      dependencies: { linked: "file:linked" },
    });
    registry.write("packages/m/package.json", { name: "m", version: "1.0.0", dependencies: { a: "1" } });
    put(registry, "packages/m/node_modules/stale");
    registry.write("linked/package.json", { name: "linked", version: "1.0.0", devDependencies: { d: "1" } });
    link(registry, "node_modules/m", "../packages/m");
    link(registry, "node_modules/linked", "../linked");
    link(registry, "node_modules/other", "../elsewhere");
    registry.write("elsewhere/package.json", { name: "other" });
    put(registry, "node_modules/.pnpm/a@1.0.0/node_modules/a", { dependencies: { below: "1" } });
    put(registry, "node_modules/.pnpm/below@1.0.0/node_modules/below");
    put(registry, "node_modules/.pnpm/stale@1.0.0/node_modules/stale");
    put(registry, "node_modules/.pnpm/d@1.0.0/node_modules/d");
    link(registry, "node_modules/.pnpm/a@1.0.0/node_modules/below", "../../below@1.0.0/node_modules/below");
    link(registry, "node_modules/.pnpm/node_modules/stale", "../stale@1.0.0/node_modules/stale");
    link(registry, "packages/m/node_modules/a", "../../../node_modules/.pnpm/a@1.0.0/node_modules/a");
    link(registry, "linked/node_modules/d", "../../node_modules/.pnpm/d@1.0.0/node_modules/d");

    const run = await registry.brio(["prune", "--json"]);
    assert.deepStrictEqual(JSON.parse(run.stdout).removed.sort(), ["other", "stale@1.0.0", "stale@1.0.0"], run.stderr);
    assert.deepStrictEqual(list(registry), [".pnpm", "linked", "m"]);
    const kept = ["a@1.0.0", "below@1.0.0", "d@1.0.0", "node_modules"];
    assert.deepStrictEqual(list(registry, "node_modules/.pnpm"), kept);
    assert.deepStrictEqual(list(registry, "node_modules/.pnpm/node_modules"), []);
    assert.deepStrictEqual(list(registry, "packages/m/node_modules"), ["a"]);
    assert.ok(existsSync(join(registry.project, "elsewhere/package.json")));
    const again = await registry.brio(["prune"]);
    assert.match(again.stdout, /^4 packages up to date/);
  }),
  MILLISECONDS_MAX,
);
