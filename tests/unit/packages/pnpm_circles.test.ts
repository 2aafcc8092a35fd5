// Packages that are peers of each other, in lockfiles of pnpm: the expected keys are those that pnpm 12.21 writes for the
// same packages.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

type Names = Record<string, string>;

/** A package of the registry, by `name@version`: its peers, and its dependencies. */
type Packages = Record<string, { peers?: Names; dependencies?: Names }>;

/** Installs into a project with an empty lockfile of pnpm; returns the keys of the snapshots. */
async function snapshots(registry: TestRegistry, packages: Packages, own: Names, member?: Names): Promise<string[]> {
  for (const [key, { peers, dependencies }] of Object.entries(packages)) {
    const [name, version] = key.split("@") as [string, string];
    registry.publish(name, { [version]: { manifest: { dependencies, peerDependencies: peers } } });
  }
  registry.write("package.json", { name: "root", private: true, dependencies: own });
  registry.write("pnpm-lock.yaml", "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n");
  if (member !== undefined) {
    registry.write("pnpm-workspace.yaml", "packages:\n  - member\n");
    registry.write("member/package.json", { name: "member", version: "1.0.0", dependencies: member });
  }
  const run = await registry.brio(["install"]);
  assert.strictEqual(run.code, 0, run.stderr);
  const text = readFileSync(join(registry.project, "pnpm-lock.yaml"), "utf8");
  const lines = text.slice(text.indexOf("\nsnapshots:")).split("\n");
  const keys = lines.filter((line) => /^ {2}\S/.test(line)).map((line) => line.trim().replace(/:( \{\})?$/, ""));
  return keys.map((key) => key.replaceAll("'", ""));
}

test(
  "a package is spelled by name and version where one that it is a peer of is its peer",
  withRegistry(async (registry) => {
    const packages = { "a@1.0.0": { peers: { b: "1" } }, "b@1.0.0": { peers: { a: "1" } } };
    const found = await snapshots(registry, packages, { a: "1.0.0", b: "1.0.0" });
    assert.deepStrictEqual(found, ["a@1.0.0(b@1.0.0)", "b@1.0.0(a@1.0.0)"]);
  }),
  MILLISECONDS_MAX,
);

test(
  "a circle of three, where one has another peer",
  withRegistry(async (registry) => {
    const packages = {
      "a@1.0.0": { peers: { b: "1", r: "*" } },
      "b@1.0.0": { peers: { c: "1" } },
      "c@1.0.0": { peers: { a: "1" } },
      "r@1.0.0": {},
    };
    const found = await snapshots(registry, packages, { a: "1.0.0", b: "1.0.0", c: "1.0.0", r: "1.0.0" });
    assert.deepStrictEqual(found, ["a@1.0.0(b@1.0.0)(r@1.0.0)", "b@1.0.0(c@1.0.0)", "c@1.0.0(a@1.0.0)", "r@1.0.0"]);
  }),
  MILLISECONDS_MAX,
);

test(
  "packages outside of a circle spell those in it by name and version, and others with their peers",
  withRegistry(async (registry) => {
    const packages = {
      "a@1.0.0": { peers: { b: "1", p: "1" } },
      "b@1.0.0": { peers: { a: "1" } },
      "deep@1.0.0": { peers: { a: "1" } },
      "d@1.0.0": { dependencies: { deep: "1.0.0" } },
      "p@1.0.0": { peers: { q: "1" } },
      "q@1.0.0": {},
      "x@1.0.0": { peers: { b: "1", p: "1" } },
    };
    const own = { a: "1.0.0", b: "1.0.0", d: "1.0.0", p: "1.0.0", q: "1.0.0", x: "1.0.0" };
    assert.deepStrictEqual(await snapshots(registry, packages, own), [
      "a@1.0.0(b@1.0.0)(p@1.0.0(q@1.0.0))",
      "b@1.0.0(a@1.0.0)",
      "d@1.0.0(a@1.0.0)",
      "deep@1.0.0(a@1.0.0)",
      "p@1.0.0(q@1.0.0)",
      "q@1.0.0",
      "x@1.0.0(b@1.0.0)(p@1.0.0(q@1.0.0))",
    ]);
  }),
  MILLISECONDS_MAX,
);

test(
  "circles that differ in what only another one of theirs has as a peer stay apart",
  withRegistry(async (registry) => {
    const packages = {
      "a@1.0.0": { peers: { b: "*" } },
      "b@1.0.0": { peers: { a: "*", r: "*" } },
      "r@1.0.0": {},
      "r@2.0.0": {},
    };
    const own = { a: "1.0.0", b: "1.0.0", r: "1.0.0" };
    assert.deepStrictEqual(await snapshots(registry, packages, own, { ...own, r: "2.0.0" }), [
      "a@1.0.0(b@1.0.0)(r@1.0.0)",
      "a@1.0.0(b@1.0.0)(r@2.0.0)",
      "b@1.0.0(a@1.0.0)(r@1.0.0)",
      "b@1.0.0(a@1.0.0)(r@2.0.0)",
      "r@1.0.0",
      "r@2.0.0",
    ]);
  }),
  MILLISECONDS_MAX,
);
