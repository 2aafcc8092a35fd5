// What `add` saves in package.json: each manager has its own rule, and its lockfile decides whose it is. The expected
// ranges are what npm 11.19, pnpm 12.21, yarn 1.22, yarn 4.18 and Bun 1.4.5 saved for the same requests.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

const MANAGERS = {
  npm: "npm@11.0.0",
  pnpm: "pnpm@12.21.0",
  yarn1: "yarn@1.22.22",
  yarn4: "yarn@4.18.0",
  bun: "bun@1.4.5",
};
type Manager = keyof typeof MANAGERS;
const ALL = Object.keys(MANAGERS) as Manager[];

function start(registry: TestRegistry, manager: Manager, manifest: Record<string, unknown> = {}): void {
  registry.publish("lib", { "1.0.0": {}, "2.0.0": {}, "3.0.0": {}, "3.0.1": {} });
  registry.write("package.json", { name: "app", packageManager: MANAGERS[manager], ...manifest });
}

function manifestOf(registry: TestRegistry): Record<string, Record<string, string>> {
  return JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8"));
}

/** Adds to a new project, and says what was saved. The frozen installation accepts what was written. */
async function saved(registry: TestRegistry, args: string[]): Promise<string | undefined> {
  const run = await registry.brio(["add", ...args]);
  assert.strictEqual(run.code, 0, run.stderr);
  const frozen = await registry.brio(["install", "--frozen-lockfile"]);
  assert.strictEqual(frozen.code, 0, frozen.stderr);
  const { dependencies, devDependencies } = manifestOf(registry);
  return dependencies?.lib ?? devDependencies?.lib;
}

for (const [args, expected] of [
  [["lib"], { npm: "^3.0.1", pnpm: "^3.0.1", yarn1: "^3.0.1", yarn4: "^3.0.1", bun: "^3.0.1" }],
  [["lib@3.0.0"], { npm: "^3.0.0", pnpm: "3.0.0", yarn1: "3.0.0", yarn4: "3.0.0", bun: "3.0.0" }],
  [["lib@2.x"], { npm: "^2.0.0", pnpm: "~2.0.0", yarn1: "2.x", yarn4: "2.x", bun: "2.x" }],
  [["lib@>=1"], { npm: "^3.0.1", pnpm: "^3.0.1", yarn1: ">=1", yarn4: ">=1", bun: ">=1" }],
  [["-E", "lib"], { npm: "3.0.1", pnpm: "3.0.1", yarn1: "3.0.1", yarn4: "3.0.1", bun: "3.0.1" }],
  [["-E", "lib@2"], { npm: "2.0.0", pnpm: "^2.0.0", yarn1: "2", yarn4: "2", bun: "2.0.0" }],
] as [string[], Record<Manager, string>][]) {
  test(
    `add ${args.join(" ")} saves what each manager does`,
    async () => {
      const found: Partial<Record<Manager, string | undefined>> = {};
      for (const manager of ALL) {
        await withRegistry(async (registry) => {
          start(registry, manager);
          found[manager] = await saved(registry, args);
        })();
      }
      assert.deepStrictEqual(found, expected);
    },
    MILLISECONDS_MAX,
  );
}

for (const [request, expected] of [
  ["~2.0.0", { npm: "~2.0.0", pnpm: "~2.0.0", yarn1: "^3.0.1", yarn4: "^3.0.1", bun: "^3.0.1" }],
  ["2.0.0", { npm: "^2.0.0", pnpm: "2.0.0", yarn1: "^3.0.1", yarn4: "^3.0.1", bun: "^3.0.1" }],
] as [string, Record<Manager, string>][]) {
  test(
    `add of what package.json has as ${request} leaves or raises it, as the manager does`,
    async () => {
      const found: Partial<Record<Manager, string | undefined>> = {};
      for (const manager of ALL) {
        await withRegistry(async (registry) => {
          start(registry, manager, { devDependencies: { lib: request } });
          found[manager] = await saved(registry, ["lib"]);
        })();
      }
      assert.deepStrictEqual(found, expected);
    },
    MILLISECONDS_MAX,
  );
}

test(
  "save-prefix counts where the request does not say it",
  withRegistry(async (registry) => {
    start(registry, "pnpm");
    registry.write("pnpm-workspace.yaml", "savePrefix: '~'\n");
    assert.strictEqual(await saved(registry, ["lib"]), "~3.0.1");
    assert.strictEqual(await saved(registry, ["lib@2"]), "^2.0.0");
  }),
  MILLISECONDS_MAX,
);

test(
  "--save-catalog saves the range in pnpm-workspace.yaml, and `catalog:` in package.json",
  withRegistry(async (registry) => {
    start(registry, "pnpm");
    registry.publish("tool", { "4.0.0": {}, "5.0.0": {} });
    registry.write("pnpm-workspace.yaml", "# kept\ncatalog:\n  other: ^1.0.0\n");
    assert.strictEqual(await saved(registry, ["--save-catalog", "lib@2"]), "catalog:");
    const added = await registry.brio(["add", "-D", "--save-catalog-name=old", "tool@4"]);
    assert.strictEqual(added.code, 0, added.stderr);
    assert.deepStrictEqual(manifestOf(registry).devDependencies, { tool: "catalog:old" });
    const text = readFileSync(join(registry.project, "pnpm-workspace.yaml"), "utf8");
    assert.strictEqual(
      text,
      "# kept\ncatalog:\n  other: ^1.0.0\n  lib: ^2.0.0\n\ncatalogs:\n  old:\n    tool: ^4.0.0\n",
    );
    const version = (name: string) =>
      JSON.parse(readFileSync(join(registry.project, `node_modules/${name}/package.json`), "utf8")).version;
    assert.deepStrictEqual([version("lib"), version("tool")], ["2.0.0", "4.0.0"]);
    const frozen = await registry.brio(["install", "--frozen-lockfile"]);
    assert.strictEqual(frozen.code, 0, frozen.stderr);
  }),
  MILLISECONDS_MAX,
);

test(
  "catalogMode: what the catalog has is taken from it, what it lacks is added to it",
  withRegistry(async (registry) => {
    for (const [mode, args, expected] of [
      ["manual", ["lib"], "catalog:"],
      ["manual", ["lib@2"], "^2.0.0"],
      ["prefer", ["lib@2"], "catalog:"],
      ["prefer", ["lib@1"], "^1.0.0"],
      ["strict", ["lib@2.0.0"], "catalog:"],
    ] as const) {
      start(registry, "pnpm");
      registry.write("pnpm-workspace.yaml", `catalogMode: ${mode}\ncatalog:\n  lib: ^2.0.0\n`);
      assert.strictEqual(await saved(registry, [...args]), expected, `${mode} ${args}`);
    }
    start(registry, "pnpm");
    const refused = await registry.brio(["add", "lib@1"]);
    assert.notStrictEqual(refused.code, 0);
    assert.match(refused.stderr, /lib@1 is not within \^2\.0\.0/);
    registry.write("pnpm-workspace.yaml", "catalogMode: prefer\n");
    assert.strictEqual(await saved(registry, ["lib@2"]), "catalog:");
    assert.match(
      readFileSync(join(registry.project, "pnpm-workspace.yaml"), "utf8"),
      /^catalog:\n {2}lib: \^2\.0\.0$/m,
    );
  }),
  MILLISECONDS_MAX,
);

test(
  "yarn's `npm:` before a range stays as it was written",
  withRegistry(async (registry) => {
    registry.publish("lib", { "1.0.0": {}, "1.1.0": {}, "2.0.0": {} });
    registry.write("package.json", { name: "app", packageManager: "yarn@4.9.2" });
    for (const [request, version] of [
      ["npm:1.0.0", "1.0.0"],
      ["npm:^1.0.0", "1.1.0"],
    ] as const) {
      const run = await registry.brio(["add", `lib@${request}`]);
      assert.strictEqual(run.code, 0, run.stderr);
      assert.deepStrictEqual(manifestOf(registry).dependencies, { lib: request });
      const installed = readFileSync(join(registry.project, "node_modules/lib/package.json"), "utf8");
      assert.strictEqual(JSON.parse(installed).version, version);
      assert.match(
        readFileSync(join(registry.project, "yarn.lock"), "utf8"),
        new RegExp(`"lib@${RegExp.escape(request)}":`),
      );
    }
  }),
  MILLISECONDS_MAX,
);
