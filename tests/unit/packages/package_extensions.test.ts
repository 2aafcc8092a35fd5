// `packageExtensions`: dependencies that a package lacks in its manifest and that the project adds. yarn 4.18 has what
// they lead to in its lockfile, but not the added dependency; pnpm 12 has both.
import assert from "node:assert";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;
const RULES = "packageExtensions:\n  lacking@^1.0.0:\n    dependencies:\n      lib: ^1.0.0\n";
const PROGRAM = `
  const { createRequire } = require("node:module");
  console.log(createRequire(require.resolve("lacking/package.json"))("lib/package.json").version);`;

const entry = (name: string, request: string, version: string): string => `
"${name}@npm:${request}":
  version: ${version}
  resolution: "${name}@npm:${version}"
  languageName: node
  linkType: hard
`;
const own = (lists: string): string => `
"app@workspace:.":
  version: 0.0.0-use.local
  resolution: "app@workspace:."
${lists}  languageName: unknown
  linkType: soft
`;
const DEPENDENCIES = '  dependencies:\n    lacking: "npm:^1.0.0"\n';
const METADATA = "__metadata:\n  version: 8\n";
/** As yarn writes it for a project that depends on `lacking`. */
const LOCKFILE = [
  METADATA,
  own(DEPENDENCIES),
  entry("lacking", "^1.0.0", "1.0.0"),
  entry("lib", "^1.0.0", "1.4.0"),
].join("");

function publish(registry: TestRegistry): void {
  registry.publish("lib", { "1.4.0": {} });
  registry.publish("lacking", { "1.0.0": {} });
}

const lockfileOf = (registry: TestRegistry, name: string): string => readFileSync(join(registry.project, name), "utf8");

async function assertFinds(registry: TestRegistry, version: string): Promise<void> {
  registry.write("main.cjs", PROGRAM);
  const run = await registry.brio(["main.cjs"]);
  assert.strictEqual(run.stdout, `${version}\n`, run.stderr);
}

test(
  "a package finds what a rule of yarn adds to it",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write(".yarnrc.yml", `nodeLinker: node-modules\n${RULES}`);
    registry.write("package.json", { name: "app", dependencies: { lacking: "^1.0.0" } });
    registry.write("yarn.lock", LOCKFILE);
    const run = await registry.brio(["install", "--frozen-lockfile"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.strictEqual(lockfileOf(registry, "yarn.lock"), LOCKFILE);
    await assertFinds(registry, "1.4.0");
  }),
  MILLISECONDS_MAX,
);

test(
  "add and remove write yarn.lock as yarn does where a rule counts",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write(".yarnrc.yml", `nodeLinker: node-modules\n${RULES}`);
    registry.write("package.json", { name: "app" });
    registry.write("yarn.lock", METADATA + own(""));
    const added = await registry.brio(["add", "lacking"]);
    assert.strictEqual(added.code, 0, added.stderr);
    assert.strictEqual(lockfileOf(registry, "yarn.lock"), LOCKFILE);
    await assertFinds(registry, "1.4.0");
    const removed = await registry.brio(["remove", "lacking"]);
    assert.strictEqual(removed.code, 0, removed.stderr);
    assert.strictEqual(lockfileOf(registry, "yarn.lock"), METADATA + own(""));
  }),
  MILLISECONDS_MAX,
);

test(
  "what pnpm's rules add is in pnpm-lock.yaml",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("pnpm-workspace.yaml", RULES);
    registry.write("package.json", { name: "app" });
    registry.write("pnpm-lock.yaml", "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n");
    const added = await registry.brio(["add", "lacking"]);
    assert.strictEqual(added.code, 0, added.stderr);
    assert.match(
      lockfileOf(registry, "pnpm-lock.yaml"),
      /\n  lacking@1\.0\.0:\n    dependencies:\n      lib: 1\.4\.0\n/,
    );
    await assertFinds(registry, "1.4.0");
  }),
  MILLISECONDS_MAX,
);

test(
  "pnpm-lock.yaml has the checksum of the rules, and a frozen installation with other rules fails",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("pnpm-workspace.yaml", RULES);
    registry.write("package.json", { name: "app", dependencies: { lacking: "^1.0.0" } });
    const made = await registry.brio(["install"]);
    assert.strictEqual(made.code, 0, made.stderr);
    // As pnpm 12.21 writes it for these rules.
    const line = "packageExtensionsChecksum: sha256-9Ql4gdO5s1i0+jqVP0cKbTwZ4V7I4bvvDxyInd6YatI=";
    assert.ok(lockfileOf(registry, "pnpm-lock.yaml").includes(`\n${line}\n`));
    registry.write("pnpm-workspace.yaml", "minimumReleaseAge: 0\n");
    const frozen = await registry.brio(["install", "--frozen-lockfile"]);
    assert.strictEqual(frozen.code, 1);
    assert.match(frozen.stderr, /packageExtensions/);
  }),
  MILLISECONDS_MAX,
);

test(
  "rules that are new to pnpm-lock.yaml count for the packages that are in it",
  withRegistry(async (registry) => {
    publish(registry);
    registry.write("pnpm-workspace.yaml", "minimumReleaseAge: 0\n");
    registry.write("package.json", { name: "app", dependencies: { lacking: "^1.0.0" } });
    await registry.brio(["install"]);
    registry.write("pnpm-workspace.yaml", RULES);
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
    await assertFinds(registry, "1.4.0");
  }),
  MILLISECONDS_MAX,
);
