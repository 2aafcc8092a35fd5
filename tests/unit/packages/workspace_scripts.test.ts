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

test(
  "a regular expression between slashes names all scripts in which it is found",
  withRegistry(async (registry) => {
    workspace(registry);
    const run = await registry.brio(["run", "/^lint:[ab]$/"]);
    assert.deepStrictEqual(
      [run.code, run.stdout.split("\n").sort()],
      [0, ["", "lint:a | la", "lint:b | lb"]],
      run.stderr,
    );
    const members = await registry.brio(["run", "-r", "--no-bail", "/^(build|test)$/"]);
    assert.match(members.stdout, /core\s+\| core/);
    assert.strictEqual((await registry.brio(["run", "/^none/"])).code, 1);
    const invalid = await registry.brio(["run", "/(/"]);
    assert.deepStrictEqual([invalid.code, /regular expression \/\(\//.test(invalid.stderr)], [2, true], invalid.stderr);
  }),
  SECONDS_MAX,
);

test(
  "a pattern with * needs a flag that says how several scripts run",
  withRegistry(async (registry) => {
    workspace(registry);
    const run = await registry.brio(["run", "lint:*"]);
    assert.deepStrictEqual([run.code, /--parallel or --sequential/.test(run.stderr)], [2, true], run.stderr);
  }),
  SECONDS_MAX,
);

test(
  "exec runs a command in the packages that the flags choose, and a program of PATH in the project",
  withRegistry(async (registry) => {
    workspace(registry);
    const folders = async (...args: string[]) => {
      const run = await registry.brio(args);
      assert.strictEqual(run.code, 0, run.stderr);
      return run.stdout.split("\n").flatMap((line) => /(?:core|ui|web|project)$/.exec(line) ?? []);
    };
    for (const start of [
      ["-r", "exec"],
      ["exec", "-r"],
      ["exec", "--recursive"],
    ]) {
      assert.deepStrictEqual(await folders(...start, "pwd"), ["core", "ui", "web"], start.join(" "));
    }
    assert.deepStrictEqual(await folders("--filter", "core", "exec", "pwd"), ["core"]);
    assert.deepStrictEqual(await folders("exec", "-w", "packages/web", "--", "pwd"), ["web"]);
    assert.deepStrictEqual(await folders("exec", "pwd"), ["project"]);
    assert.strictEqual((await registry.brio(["exec", "-r", "sh", "-c", "exit 7"])).code, 7);
    assert.deepStrictEqual(registry.requests, []);
  }),
  SECONDS_MAX,
);
