// `brio run` in a workspace: the list of scripts, filters, order, prefixed output, exit codes.
import assert from "node:assert";
import { test } from "../harness.ts";
import { type TestRegistry, withRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

function workspace(registry: TestRegistry): void {
  registry.write("package.json", {
    name: "root",
    workspaces: ["packages/*"],
    scripts: { build: "echo root", "lint:a": "echo la", "lint:b": "echo lb" },
  });
  const member = (name: string, scripts: Record<string, string>, dependencies = {}) =>
    registry.write(`packages/${name.replace("@app/", "")}/package.json`, {
      name,
      version: "1.0.0",
      scripts,
      dependencies,
    });
  member("@app/web", { build: "echo web $0", test: "exit 3" }, { "@app/ui": "*" });
  member("@app/ui", { prebuild: "echo before", build: "echo ui; echo wrong >&2" }, { core: "*" });
  member("core", { build: "sleep 0.2; echo core" });
}

test(
  "run without a name lists the scripts",
  withRegistry(async (registry) => {
    workspace(registry);
    const run = await registry.brio(["run"]);
    assert.deepStrictEqual(
      [run.code, run.stdout],
      [
        0,
        "Scripts of root:\n\n  brio run build\n    echo root\n  brio run lint:a\n    echo la\n  brio run lint:b\n    echo lb\n",
      ],
    );
  }),
  SECONDS_MAX,
);

test(
  "-r runs in all members, dependencies first, with the package before each line",
  withRegistry(async (registry) => {
    workspace(registry);
    const run = await registry.brio(["run", "-r", "build"]);
    assert.deepStrictEqual(run.stdout.split("\n"), [
      "core build     | core",
      "@app/ui build  | before",
      "@app/ui build  | ui",
      "@app/web build | web sh",
      "",
    ]);
    assert.deepStrictEqual([run.code, run.stderr], [0, "@app/ui build  | wrong\n"]);
  }),
  SECONDS_MAX,
);

test(
  "--filter selects by name, glob, folder, dependencies and dependents",
  withRegistry(async (registry) => {
    workspace(registry);
    const ran = async (...flags: string[]) => {
      const run = await registry.brio(["run", ...flags, "build"]);
      assert.strictEqual(run.code, 0, run.stderr);
      return [...new Set(run.stdout.match(/\b(?:core|ui|web|root)$/gm) ?? [])].sort();
    };
    assert.deepStrictEqual(await ran("--filter", "core"), ["core"]);
    assert.deepStrictEqual(await ran("-F", "@app/ui..."), ["core", "ui"]);
    assert.deepStrictEqual(await ran("-F", "...^core"), ["ui"]);
    assert.deepStrictEqual(await ran("--filter=./packages/*", "--filter=!core", "--filter=!web"), ["ui"]);
    assert.deepStrictEqual(await ran("-w", "packages/core"), ["core"]);
    assert.deepStrictEqual(await ran("--filter", "root"), ["root"]);
    const none = await registry.brio(["run", "--filter", "nothing", "build"]);
    assert.deepStrictEqual([none.code, /no package of the workspace fits the filter/.test(none.stderr)], [1, true]);
  }),
  SECONDS_MAX,
);

test(
  "a failure is the exit code; --if-present accepts that no package has the script",
  withRegistry(async (registry) => {
    workspace(registry);
    assert.strictEqual((await registry.brio(["run", "-r", "test"])).code, 3);
    assert.strictEqual((await registry.brio(["run", "--workspaces", "nothing"])).code, 1);
    assert.strictEqual((await registry.brio(["run", "--workspaces", "--if-present", "nothing"])).code, 0);
  }),
  SECONDS_MAX,
);

test(
  "--parallel runs several scripts, also those that a pattern names",
  withRegistry(async (registry) => {
    workspace(registry);
    const run = await registry.brio(["run", "--parallel", "lint:*", "build"]);
    assert.deepStrictEqual(run.stdout.split("\n").sort(), ["", "build  | root", "lint:a | la", "lint:b | lb"]);
  }),
  SECONDS_MAX,
);
