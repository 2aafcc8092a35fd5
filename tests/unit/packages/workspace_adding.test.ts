// `add` of a package of the workspace to another one, as the manager of the lockfile saves it.
import assert from "node:assert";
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

for (const [lockfile, text, argument, saved] of [
  ["package-lock.json", "", "c", "^2.0.0"],
  [
    "bun.lock",
    '{\n  "lockfileVersion": 1,\n  "workspaces": {\n    "": {\n      "name": "root",\n    },\n  },\n  "packages": {}\n}\n',
    "c",
    "workspace:*",
  ],
  [
    "pnpm-lock.yaml",
    "lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n\n  packages/a: {}\n\n  packages/c: {}\n",
    "c@workspace:*",
    "workspace:*",
  ],
  ["package-lock.json", "", "c@workspace:^", "workspace:^"],
] as const) {
  test(
    `add ${argument} of the workspace, with ${lockfile}`,
    withRegistry(async (registry) => {
      registry.write("package.json", { name: "root", private: true, workspaces: ["packages/*"] });
      if (lockfile === "pnpm-lock.yaml") registry.write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
      if (text !== "") registry.write(lockfile, text);
      registry.write("packages/a/package.json", { name: "a", version: "1.0.0" });
      registry.write("packages/c/package.json", { name: "c", version: "2.0.0" });
      const cwd = join(registry.project, "packages/a");
      const run = await registry.brio(["add", argument], { cwd });
      assert.strictEqual(run.code, 0, run.stderr);
      assert.deepStrictEqual(JSON.parse(readFileSync(join(cwd, "package.json"), "utf8")).dependencies, { c: saved });
      const from = [cwd, registry.project].map((folder) => join(folder, "node_modules/c"));
      const found = from.map((path) => {
        try {
          return realpathSync(path);
        } catch {
          return "";
        }
      });
      assert.ok(found.includes(realpathSync(join(registry.project, "packages/c"))), found.join());
      const frozen = await registry.brio(["install", "--frozen-lockfile"]);
      assert.strictEqual(frozen.code, 0, frozen.stderr);
    }),
    MILLISECONDS_MAX,
  );
}
