// Lockfiles that git merged with conflicts: what both sides have is installed, each package with versions that fit.
import assert from "node:assert";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;
const LOCKFILES = {
  "package-lock.json": '{"name":"app","lockfileVersion":3,"requires":true,"packages":{}}\n',
  "bun.lock":
    '{\n  "lockfileVersion": 1,\n  "workspaces": {\n    "": {\n      "name": "app",\n    },\n  },\n  "packages": {}\n}\n',
};

/** even@1 needs odd@^0.1.0; odd@3 is what the other branch adds. */
function publish(registry: TestRegistry): void {
  registry.publish("odd", { "0.1.2": {}, "3.0.1": {} });
  registry.publish("even", { "1.0.0": { manifest: { dependencies: { odd: "^0.1.0" } } } });
}

/** The lines of one side, then those of the other, between git's markers. */
const conflict = (ours: string, theirs: string): string => `<<<<<<< HEAD\n${ours}=======\n${theirs}>>>>>>> other\n`;

for (const [lockfile, empty] of Object.entries(LOCKFILES)) {
  test(
    `${lockfile} of two branches leads to versions that fit`,
    withRegistry(async (registry) => {
      publish(registry);
      const sides: string[] = [];
      for (const dependencies of [{ even: "^1.0.0" }, { odd: "^3.0.1" }]) {
        registry.write(lockfile, empty);
        registry.write("package.json", { name: "app", dependencies });
        const run = await registry.brio(["install", "--lockfile-only"]);
        assert.strictEqual(run.code, 0, run.stderr);
        sides.push(readFileSync(join(registry.project, lockfile), "utf8"));
      }
      writeFileSync(join(registry.project, lockfile), conflict(sides[0]!, sides[1]!));
      registry.write("package.json", { name: "app", dependencies: { even: "^1.0.0", odd: "^3.0.1" } });
      const run = await registry.brio(["install"]);
      assert.strictEqual(run.code, 0, run.stderr);
      registry.write(
        "main.cjs",
        `
        const { createRequire } = require("node:module");
        const ofEven = createRequire(require.resolve("even/package.json"));
        console.log(require("odd/package.json").version, ofEven("odd/package.json").version);`,
      );
      assert.strictEqual((await registry.brio(["main.cjs"])).stdout, "3.0.1 0.1.2\n");
      assert.doesNotMatch(readFileSync(join(registry.project, lockfile), "utf8"), /<<<<<<<|=======/);
    }),
    MILLISECONDS_MAX,
  );
}
