// What is not laid out: packages for other systems, with what only they need.
import assert from "node:assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry } from "./registry.ts";

const SECONDS_MAX = 60_000;

for (const linker of ["hoisted", "isolated"]) {
  test(
    `packages that only a package for another system needs are left out, ${linker}`,
    withRegistry(async (registry) => {
      const needs = (...names: string[]) => Object.fromEntries(names.map((name) => [name, "1"]));
      registry.publish("tool", {
        "1.0.0": { manifest: { optionalDependencies: needs("binding"), dependencies: needs("both") } },
      });
      registry.publish("binding", {
        "1.0.0": { manifest: { cpu: ["wasm32"], dependencies: needs("runtime", "both") } },
      });
      registry.publish("runtime", { "1.0.0": { manifest: { dependencies: needs("deep") } } });
      registry.publish("deep", { "1.0.0": {} });
      registry.publish("both", { "1.0.0": {} });
      registry.write("package.json", { name: "app", dependencies: needs("tool") });
      const run = await registry.brio(["install", "--linker", linker]);
      assert.strictEqual(run.code, 0, run.stderr);
      const folders = (name: string) =>
        linker === "hoisted"
          ? [`node_modules/${name}`]
          : [`node_modules/.pnpm/${name}@1.0.0`, `node_modules/.pnpm/node_modules/${name}`];
      const isThere = (name: string) => folders(name).some((folder) => existsSync(join(registry.project, folder)));
      assert.deepStrictEqual(["tool", "both", "binding", "runtime", "deep"].map(isThere), [
        true,
        true,
        false,
        false,
        false,
      ]);
      assert.strictEqual((await registry.brio(["install", "--frozen-lockfile"])).code, 0);
    }),
    SECONDS_MAX,
  );
}

test(
  "an entry of the lockfile without a version is an error that names it",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    registry.write("package-lock.json", {
      name: "app",
      lockfileVersion: 3,
      requires: true,
      packages: { "": { name: "app", dependencies: { a: "1" } }, "node_modules/a": {} },
    });
    const run = await registry.brio(["ci"]);
    assert.deepStrictEqual([run.code, /node_modules\/a .*no version/.test(run.stderr)], [1, true], run.stderr);
  }),
  SECONDS_MAX,
);

test(
  "a lockfile of npm 6 may be empty",
  withRegistry(async (registry) => {
    registry.write("package.json", {});
    registry.write("package-lock.json", { lockfileVersion: 1 });
    const run = await registry.brio(["install"]);
    assert.strictEqual(run.code, 0, run.stderr);
  }),
  SECONDS_MAX,
);

test(
  "a path that is installed globally is one of the current folder",
  withRegistry(async (registry) => {
    registry.write("lib/package.json", { name: "lib", version: "1.0.0", bin: "cli.js" });
    registry.write("lib/cli.js", "#!/usr/bin/env node\nconsole.log('lib');\n");
    for (const argument of ["./lib", "other@./lib"]) {
      const run = await registry.brio(["add", "-g", argument], {
        env: { XDG_DATA_HOME: join(registry.folder, "data") },
      });
      assert.strictEqual(run.code, 0, run.stderr);
    }
    const global = join(registry.folder, "data/brio/global/node_modules");
    assert.deepStrictEqual(
      [existsSync(join(global, "lib/cli.js")), existsSync(join(global, "other/cli.js"))],
      [true, true],
    );
  }),
  SECONDS_MAX,
);

test(
  "rules of another manager that do not count without its lockfile are named",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {}, "2.0.0": {} });
    const manifest = { name: "app", dependencies: { a: "^1" } };
    const said = async () => {
      const run = await registry.brio(["install"]);
      assert.strictEqual(run.code, 0, run.stderr);
      return /`[\w.]+` of [\w.-]+ do not count/.exec(run.stdout)?.[0];
    };
    registry.write("package.json", manifest);
    assert.strictEqual(await said(), undefined);
    registry.write("pnpm-workspace.yaml", "overrides:\n  a: 2.0.0\n");
    registry.write("package.json", { ...manifest, version: "1.0.0" });
    assert.strictEqual(await said(), "`overrides` of pnpm-workspace.yaml do not count");
    registry.write("package.json", { ...manifest, resolutions: { a: "2.0.0" } });
    assert.strictEqual(await said(), "`resolutions` of package.json do not count");
  }),
  SECONDS_MAX,
);

test(
  "what is left out is not linked for the project when another package has it",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { dependencies: { b: "1.0.0" } } } });
    registry.publish("b", { "1.0.0": {} });
    const [dependencies, devDependencies] = [{ a: "1.0.0" }, { b: "1.0.0" }];
    registry.write("package.json", { name: "app", packageManager: "pnpm@12.21.0", dependencies, devDependencies });
    const has = (path: string) => existsSync(join(registry.project, "node_modules", path));
    for (const [args, isLinked] of [
      [["install"], true],
      [["install", "--prod"], false],
      [["install"], true],
    ] as const) {
      const run = await registry.brio([...args]);
      assert.strictEqual(run.code, 0, run.stderr);
      assert.deepStrictEqual([has("a"), has("b"), has(".pnpm/b@1.0.0")], [true, isLinked, true], args.join(" "));
    }
  }),
  SECONDS_MAX,
);
