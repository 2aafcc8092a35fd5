// `audit fix` and `update` of what other packages depend on. The expected versions are what npm 11.19 chose for the same
// packages, advisories and lockfile; NPM runs these tests with it.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { type Run, type TestRegistry, withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

/**
 * A command of npm's name, by Brio or by the npm that the variable names. Each has a cache of its own: what was published
 * since the last one counts.
 */
function manager(registry: TestRegistry, ...args: string[]): Promise<Run> {
  const npm = process.env.NPM?.split(" ");
  const env = { BRIO_PACKAGES: join(registry.folder, `store-${args.join("-")}`) };
  return npm === undefined ? registry.brio(args, { env }) : registry.run(npm[0]!, [...npm.slice(1), ...args]);
}

/** The versions in the lockfile, by their places. */
function locked(registry: TestRegistry): Record<string, string> {
  const { packages } = JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
  const places = Object.keys(packages).filter((place) => place !== "");
  return Object.fromEntries(places.map((place) => [place.replaceAll("node_modules/", ""), packages[place].version]));
}

/** Installs with the old versions alone, and publishes the new ones after that. */
async function start(registry: TestRegistry, dependencies: Record<string, string>): Promise<void> {
  registry.publish("deep", { "1.0.0": {} });
  registry.publish("middle", { "1.0.0": { manifest: { dependencies: { deep: "1.0.0" } } } });
  registry.publish("top", { "1.0.0": { manifest: { dependencies: { middle: "^1.0.0" } } } });
  registry.publish("wide", { "1.0.0": { manifest: { dependencies: { deep: "^1.0.0", other: "^1.0.0" } } } });
  registry.publish("other", { "1.0.0": {} });
  registry.write("package.json", { name: "project", version: "1.0.0", dependencies });
  const run = await manager(registry, "install", "--ignore-scripts");
  assert.strictEqual(run.code, 0, run.stderr);
  registry.publish("deep", { "1.1.0": {}, "2.0.0": {} });
  registry.publish("other", { "1.1.0": {} });
  registry.publish("middle", {
    "1.1.0": { manifest: { dependencies: { deep: "^1.0.0" } } },
    "2.0.0": { manifest: { dependencies: { deep: "^2.0.0" } } },
  });
  registry.publish("top", { "2.0.0": { manifest: { dependencies: { middle: "^2.0.0" } } } });
}

function advise(registry: TestRegistry, advisories: Record<string, string>): void {
  registry.answers.set("/-/npm/v1/security/advisories/bulk", (_, response) => {
    const one = { id: 1, url: "https://x.test/1", title: "bad", severity: "high", cwe: [], cvss: { score: 1 } };
    const entries = Object.entries(advisories).map(([name, range]) => [name, [{ ...one, vulnerable_versions: range }]]);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(Object.fromEntries(entries)));
  });
}

test(
  "update NAME updates a package that only others depend on",
  withRegistry(async (registry) => {
    await start(registry, { wide: "^1.0.0" });
    const run = await manager(registry, "update", "deep");
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(locked(registry), { deep: "1.1.0", other: "1.0.0", wide: "1.0.0" });
  }),
  MILLISECONDS_MAX,
);

test(
  "audit fix updates what is vulnerable within the range of its dependent, and nothing else",
  withRegistry(async (registry) => {
    await start(registry, { wide: "^1.0.0" });
    advise(registry, { deep: "<1.1.0" });
    const run = await manager(registry, "audit", "fix");
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(locked(registry), { deep: "1.1.0", other: "1.0.0", wide: "1.0.0" });
  }),
  MILLISECONDS_MAX,
);

test(
  "audit fix updates the dependent where its range allows no better version",
  withRegistry(async (registry) => {
    await start(registry, { top: "^1.0.0", wide: "^1.0.0" });
    advise(registry, { deep: "<1.1.0" });
    const run = await manager(registry, "audit", "fix");
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(locked(registry), {
      deep: "1.1.0",
      middle: "1.1.0",
      other: "1.0.0",
      top: "1.0.0",
      wide: "1.0.0",
    });
  }),
  MILLISECONDS_MAX,
);

test(
  "audit fix leaves what would need another range of package.json, and --force takes it",
  withRegistry(async (registry) => {
    await start(registry, { top: "^1.0.0" });
    advise(registry, { deep: "<2" });
    const before = readFileSync(join(registry.project, "package.json"), "utf8");
    const run = await manager(registry, "audit", "fix");
    assert.strictEqual(run.code, 1);
    assert.strictEqual(locked(registry).top, "1.0.0");
    assert.strictEqual(readFileSync(join(registry.project, "package.json"), "utf8"), before);
    if (process.env.NPM === undefined) {
      assert.match(run.stderr, /`brio audit fix --force` takes top@2\.0\.0/);
    }
    const forced = await manager(registry, "audit", "fix", "--force");
    assert.strictEqual(forced.code, 0, forced.stderr);
    assert.deepStrictEqual(locked(registry), { deep: "2.0.0", middle: "2.0.0", top: "2.0.0" });
    const manifest = JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8"));
    assert.deepStrictEqual(manifest.dependencies, { top: "^2.0.0" });
  }),
  MILLISECONDS_MAX,
);
