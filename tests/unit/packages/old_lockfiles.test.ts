// Lockfiles of npm 6 and older (version 1) are installed as they are, and saved in version 3, as npm 7 and newer do.
import assert from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { integrityOf, type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

/** `a` depends on `c`, whose older versions are locked: one beside it, one inside of it. */
function publish(registry: TestRegistry): Record<string, unknown> {
  registry.publish("a", {
    "1.0.0": { manifest: { dependencies: { c: "^1.0.0" }, peerDependencies: { p: "1" }, engines: { node: ">=4" } } },
  });
  registry.publish("c", { "1.0.0": {}, "1.5.0": {}, "2.0.0": {}, "2.5.0": {} });
  registry.publish("p", { "1.0.0": {} });
  registry.write("package.json", { name: "old", version: "1.0.0", dependencies: { a: "1", c: "^2.0.0", p: "1" } });
  const entry = (name: string, version: string, more = {}): Record<string, unknown> => ({
    version,
    resolved: `${registry.address}${name}/-/${name}-${version}.tgz`,
    integrity: integrityOf(registry.tarball(name, version)),
    ...more,
  });
  return {
    name: "old",
    version: "1.0.0",
    lockfileVersion: 1,
    requires: true,
    dependencies: {
      a: entry("a", "1.0.0", { requires: { c: "^1.0.0" }, dependencies: { c: entry("c", "1.0.0") } }),
      c: entry("c", "2.0.0"),
      p: entry("p", "1.0.0"),
    },
  };
}

function versionOf(registry: TestRegistry, folder: string): string {
  return JSON.parse(readFileSync(join(registry.project, "node_modules", folder, "package.json"), "utf8")).version;
}

test(
  "a lockfile of version 1 keeps its versions and places, and is saved in version 3",
  withRegistry(async (registry) => {
    const old = publish(registry);
    registry.write("package-lock.json", old);
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.ok(run.stdout.includes("version 3"), run.stdout);
    assert.deepStrictEqual([versionOf(registry, "c"), versionOf(registry, "a/node_modules/c")], ["2.0.0", "1.0.0"]);
    const lock = JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
    const { a, c } = old.dependencies as Record<string, Record<string, unknown>>;
    // What npm 11.19 makes of the same file.
    assert.deepStrictEqual(
      [lock.lockfileVersion, lock.packages["node_modules/a"], lock.packages["node_modules/c"]],
      [
        3,
        {
          version: "1.0.0",
          resolved: a!.resolved,
          integrity: a!.integrity,
          dependencies: { c: "^1.0.0" },
          engines: { node: ">=4" },
          peerDependencies: { p: "1" },
        },
        { version: "2.0.0", resolved: c!.resolved, integrity: c!.integrity },
      ],
    );
  }),
  SECONDS_MAX,
);

test(
  "a clean installation leaves a lockfile of version 1 as it is",
  withRegistry(async (registry) => {
    registry.write("package-lock.json", publish(registry));
    const before = readFileSync(join(registry.project, "package-lock.json"), "utf8");
    const run = await registry.brio(["ci"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(versionOf(registry, "c"), "2.0.0");
    assert.strictEqual(readFileSync(join(registry.project, "package-lock.json"), "utf8"), before);
  }),
  SECONDS_MAX,
);

test(
  "a clean installation refuses a lockfile of version 1 that does not fit, and an installation brings it up to date",
  withRegistry(async (registry) => {
    registry.write("package-lock.json", publish(registry));
    registry.write("package.json", { name: "old", version: "1.0.0", dependencies: { a: "1", c: "^2.5.0", p: "1" } });
    const refused = await registry.brio(["ci"]);
    assert.deepStrictEqual([refused.code, /c@\^2\.5\.0/.test(refused.stderr)], [1, true], refused.stderr);
    assert.strictEqual(existsSync(join(registry.project, "node_modules")), false);
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual([versionOf(registry, "c"), versionOf(registry, "a/node_modules/c")], ["2.5.0", "1.0.0"]);
  }),
  SECONDS_MAX,
);

test(
  "the integrity of a lockfile of version 1 is checked, and a version that is none is refused",
  withRegistry(async (registry) => {
    const old = publish(registry);
    const entries = old.dependencies as Record<string, Record<string, unknown>>;
    entries.c!.integrity = integrityOf(Buffer.from("other"));
    registry.write("package-lock.json", old);
    const wrong = await registry.brio(["install"]);
    assert.deepStrictEqual([wrong.code, wrong.stderr.includes("EINTEGRITY")], [1, true], wrong.stderr);
    entries.c!.version = "../../outside";
    entries.c!.integrity = "";
    registry.write("package-lock.json", old);
    const outside = await registry.brio(["install", "--lockfile-only"]);
    assert.strictEqual(outside.code === 0 || /ELOCK|ENOPACKAGE/.test(outside.stderr), true, outside.stderr);
    entries.c!.version = "latest";
    registry.write("package-lock.json", old);
    const tag = await registry.brio(["install"]);
    assert.deepStrictEqual([tag.code, tag.stderr.includes("ELOCK")], [1, true], tag.stderr);
  }),
  SECONDS_MAX,
);
