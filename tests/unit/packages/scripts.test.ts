// `brio run SCRIPT`, `brio approve`, `brio x`: what runs, with which variables, and what does not run.
import assert from "node:assert";
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { test } from "../harness.ts";
import { withRegistry } from "./registry.ts";

const SECONDS_MAX = 30_000;

test(
  "a script runs between its pre and post scripts, with arguments and npm's variables",
  withRegistry(async (registry) => {
    registry.write("package.json", {
      name: "app",
      version: "1.2.3",
      config: { port: "8080" },
      scripts: {
        prebuild: "echo before",
        build: 'node -e "console.log(process.argv.slice(1).join())" --',
        postbuild:
          "echo $npm_package_name $npm_package_version $npm_lifecycle_event $npm_package_config_port $INIT_CWD",
        fail: "exit 7",
      },
    });
    registry.write("sub/x.txt", "");
    const cwd = join(registry.project, "sub");
    const run = await registry.brio(["run", "build", "--", "a b", "$HOME"], { cwd });
    assert.deepStrictEqual(run.stdout.split("\n"), ["before", "a b,$HOME", `app 1.2.3 postbuild 8080 ${cwd}`, ""]);
    assert.strictEqual((await registry.brio(["run", "fail"])).code, 7);
    assert.strictEqual((await registry.brio(["run", "--if-present", "nothing"])).code, 0);
    const missing = await registry.brio(["run", "nothing"]);
    assert.deepStrictEqual(
      [missing.code, /neither a file nor a script "nothing".*it has prebuild, build/.test(missing.stderr)],
      [1, true],
    );
  }),
  SECONDS_MAX,
);

test(
  "programs read the manager, the version of Node.js and the folder of the package in npm's variables",
  withRegistry(async (registry) => {
    const scripts = { show: "echo $npm_config_user_agent; echo $npm_config_local_prefix" };
    registry.write("package.json", { name: "app", scripts });
    registry.write("sub/x.txt", "");
    const { stdout } = await registry.brio(["run", "show"], { cwd: join(registry.project, "sub") });
    const [agent, prefix] = stdout.split("\n");
    // The form of npm, pnpm and Bun.
    assert.match(
      agent!,
      new RegExp(`^brio/\\S+ npm/\\? node/v\\d+\\.\\d+\\.\\d+ ${process.platform} ${process.arch}$`),
    );
    assert.strictEqual(prefix, registry.project);
  }),
  SECONDS_MAX,
);

test(
  "a command `sh` of a package does not become the shell of scripts",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", scripts: { hello: "echo $0 hello", inner: "sh -c 'echo own'" } });
    registry.write("node_modules/.bin/sh", "#!/bin/sh\necho of a package\n");
    chmodSync(join(registry.project, "node_modules/.bin/sh"), 0o755);
    assert.strictEqual((await registry.brio(["run", "hello"])).stdout, "sh hello\n");
    assert.strictEqual((await registry.brio(["run", "inner"])).stdout, "of a package\n");
  }),
  SECONDS_MAX,
);

test(
  "a file comes before a script of its name, and node is Brio",
  withRegistry(async (registry) => {
    registry.write("package.json", {
      name: "app",
      scripts: { main: "echo script", which: "node -p process.execPath" },
    });
    registry.write("main", "console.log('file')");
    assert.strictEqual((await registry.brio(["run", "main"])).stdout, "file\n");
    const own = await registry.brio(["-p", "process.execPath"]);
    assert.strictEqual((await registry.brio(["run", "which"])).stdout, own.stdout);
  }),
  SECONDS_MAX,
);

test(
  "install scripts do not run until they are approved",
  withRegistry(async (registry) => {
    registry.publish("a", {
      "1.0.0": {
        manifest: {
          scripts: {
            postinstall:
              "node -e \"require('fs').writeFileSync('made', process.cwd()); require('fs').writeFileSync('package.json', '{}')\"",
          },
        },
      },
    });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    const made = join(registry.project, "node_modules/a/made");
    const run = await registry.brio(["install"]);
    assert.match(run.stdout, /install scripts of a@1\.0\.0 were not run; .*`brio approve a` runs them/);
    assert.ok(!existsSync(made));
    assert.match((await registry.brio(["approve"])).stdout, /^not run +a@1\.0\.0 +postinstall: /);
    assert.strictEqual((await registry.brio(["approve", "a"])).code, 0);
    assert.strictEqual(readFileSync(made, "utf8"), join(registry.project, "node_modules/a"));
    assert.deepStrictEqual(
      JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8")).trustedDependencies,
      ["a"],
    );
    // The script wrote to files of its own, not to those of the store.
    assert.match((await registry.brio(["cache", "verify"])).stdout, /1 package is whole, 0 were not/);
    assert.strictEqual((await registry.brio(["ci"])).code, 0);
    assert.ok(existsSync(made));
    assert.match((await registry.brio(["approve", "b"])).stderr, /b is not installed/);
  }),
  SECONDS_MAX,
);

test(
  "a package with a binding.gyp and no script for it is built by node-gyp, once approved",
  withRegistry(async (registry) => {
    const files = { "package/binding.gyp": "{}" };
    registry.publish("implied", { "1.0.0": { files } });
    registry.publish("refused", { "1.0.0": { files, manifest: { gypfile: false } } });
    registry.publish("own", { "1.0.0": { files, manifest: { scripts: { install: "echo own" } } } });
    const dependencies = { implied: "1", refused: "1", own: "1" };
    registry.write("package.json", { name: "app", dependencies });
    const { stdout } = await registry.brio(["install"]);
    assert.match(stdout, /install scripts of implied@1\.0\.0, own@1\.0\.0 were not run/);
    assert.deepStrictEqual((await registry.brio(["approve"])).stdout.trim().split("\n"), [
      "not run  implied@1.0.0  install: node-gyp rebuild",
      "not run  own@1.0.0  install: echo own",
    ]);
  }),
  SECONDS_MAX,
);

for (const [name, rules] of Object.entries({
  npm: { allowScripts: { a: true } },
  pnpm: { pnpm: { onlyBuiltDependencies: ["a"] } },
  "pnpm's map": { pnpm: { allowBuilds: { a: true } } },
})) {
  test(
    `the list of ${name} is respected`,
    withRegistry(async (registry) => {
      registry.publish("a", { "1.0.0": { manifest: { scripts: { install: "echo > made" } } } });
      registry.write("package.json", { name: "app", dependencies: { a: "1" }, ...rules });
      assert.strictEqual((await registry.brio(["install"])).code, 0);
      assert.ok(existsSync(join(registry.project, "node_modules/a/made")));
    }),
    SECONDS_MAX,
  );
}

test(
  "a failing install script is named with its output",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { scripts: { install: "echo oops; exit 3" } } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" }, trustedDependencies: ["a"] });
    const run = await registry.brio(["install"]);
    assert.deepStrictEqual(
      [run.code, /script "install" of a@1\.0\.0 failed with code 3: echo oops; exit 3\noops/.test(run.stderr)],
      [1, true],
    );
  }),
  SECONDS_MAX,
);

test(
  "x fetches a package that is not installed, and passes arguments and the exit code on",
  withRegistry(async (registry) => {
    registry.publish("tool", {
      "1.0.0": {
        manifest: { bin: "cli.js" },
        files: {
          "package/cli.js": "#!/usr/bin/env node\nconsole.log(process.argv.slice(2).join()); process.exitCode = 5;\n",
        },
      },
    });
    const run = await registry.brio(["x", "tool", "--json", "a"]);
    assert.deepStrictEqual([run.code, run.stdout], [5, "--json,a\n"], run.stderr);
    assert.ok(!existsSync(join(registry.project, "node_modules")));
    const before = registry.requests.length;
    assert.strictEqual((await registry.brio(["x", "-p", "tool", "tool"])).code, 5);
    assert.strictEqual((await registry.brio(["x", "tool"])).code, 5);
    assert.strictEqual(registry.requests.length, before);
  }),
  SECONDS_MAX,
);

test(
  "ls, why and outdated say what is installed, what for, and what is newer",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { dependencies: { b: "^1" } } } });
    registry.publish("b", { "1.0.0": {}, "2.0.0": {} });
    registry.write("package.json", { name: "app", version: "1.0.0", dependencies: { a: "^1", b: "^1.0.0" } });
    await registry.brio(["install"]);
    const list = JSON.parse((await registry.brio(["ls", "--all", "--json"])).stdout);
    assert.strictEqual(list.dependencies.a.dependencies.b.version, "1.0.0");
    assert.match(
      (await registry.brio(["why", "b"])).stdout,
      /^b@1\.0\.0 .*\n(.*\n)*  b@\^1 for a@1\.0\.0\n    a@\^1 for the project/,
    );
    const outdated = await registry.brio(["outdated", "--json"]);
    assert.deepStrictEqual(JSON.parse(outdated.stdout), {
      b: { current: "1.0.0", wanted: "1.0.0", latest: "2.0.0", dependent: "." },
    });
    assert.strictEqual(outdated.code, 1);
  }),
  SECONDS_MAX,
);

test(
  "scripts that call a package manager which is not installed get Brio under its name",
  withRegistry(async (registry) => {
    registry.publish("tool", {
      "1.0.0": {
        manifest: { bin: { tool: "cli.js" } },
        files: { "package/cli.js": "#!/usr/bin/env node\nconsole.log('tool', process.argv.slice(2).join())" },
      },
    });
    registry.write("package.json", {
      name: "app",
      dependencies: { tool: "1" },
      scripts: {
        all: "npm run one && yarn one && yarn run tool a && pnpm one && pnpm exec tool b && npx tool c && bun run one && bun home.ts && bunx tool d",
        one: "echo one",
        own: "npm --version",
      },
    });
    registry.write("home.ts", "console.log(Bun.version satisfies string);");
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    // Only the shell and what scripts of packages start with.
    const path = join(registry.folder, "programs");
    mkdirSync(path);
    for (const name of ["sh", "env"]) symlinkSync(`/usr/bin/${name}`, join(path, name));
    const run = await registry.brio(["run", "all"], { env: { PATH: path } });
    const expected = ["one", "one", "tool a", "one", "tool b", "tool c", "one", "1.4.5", "tool d", ""];
    assert.deepStrictEqual([run.stdout.split("\n"), run.code], [expected, 0], run.stderr);
    // One that is installed is used.
    writeFileSync(join(path, "npm"), "#!/usr/bin/sh\necho its own npm\n", { mode: 0o755 });
    assert.strictEqual((await registry.brio(["run", "own"], { env: { PATH: path } })).stdout, "its own npm\n");
  }),
  SECONDS_MAX,
);

/** Says when it is there, and ends by itself only when a test has failed. */
const SERVER = `process.on("SIGTERM", () => { console.log("closed"); process.exit(3); });
  setTimeout(() => {}, 20_000); console.log("listening");`;

test(
  "SIGTERM reaches what a script started, and its exit code is that of the script",
  withRegistry(async (registry) => {
    registry.write("server.cjs", SERVER);
    registry.write("package.json", {
      name: "app",
      scripts: {
        serve: "node server.cjs",
        background: "node server.cjs & wait $!",
        next: "node server.cjs || sleep 21",
        postserve: "echo after",
      },
    });
    const terminateOnce = (stdout: string): boolean => stdout.includes("listening");
    for (const name of ["serve", "background"]) {
      const run = await registry.brio(["run", name], { terminateOnce });
      assert.deepStrictEqual([run.stdout, run.code], ["listening\nclosed\n", 3], name);
    }
    // The shell does not continue for long.
    const start = performance.now();
    const next = await registry.brio(["run", "next"], { terminateOnce });
    assert.deepStrictEqual([next.stdout, next.code], ["listening\nclosed\n", 143]);
    assert.ok(performance.now() - start < 15_000);
  }),
  SECONDS_MAX,
);

test(
  "SIGTERM reaches the scripts of several packages, and none is started after it",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", workspaces: ["a", "b", "c"] });
    for (const name of ["a", "b", "c"]) {
      registry.write(`${name}/server.cjs`, SERVER);
      registry.write(`${name}/package.json`, { name, scripts: { serve: "node server.cjs" } });
    }
    const both = /listening[^]*listening/;
    const run = await registry.brio(["run", "--workspace-concurrency=2", "-r", "serve"], {
      terminateOnce: (stdout) => both.test(stdout),
    });
    const lines = run.stdout.split("\n").filter((line) => / (listening|closed)$/.test(line));
    assert.deepStrictEqual([lines.length, run.stdout.includes("c |"), run.code], [4, false, 143], run.stdout);
  }),
  SECONDS_MAX,
);

test(
  "SIGTERM during `approve` ends the package's script with all that it started",
  withRegistry(async (registry) => {
    const script = "sleep 22 & echo $! > number && mv number started && wait";
    registry.publish("a", { "1.0.0": { manifest: { scripts: { install: script } } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1" } });
    await registry.brio(["install"]);
    const started = join(registry.project, "node_modules/a/started");
    const run = await registry.brio(["approve", "a"], { terminateOnce: () => existsSync(started) });
    assert.strictEqual(run.code, null, run.stderr);
    const number = Number(readFileSync(started, "utf8"));
    assert.throws(() => process.kill(number, 0), { code: "ESRCH" });
  }),
  SECONDS_MAX,
);
