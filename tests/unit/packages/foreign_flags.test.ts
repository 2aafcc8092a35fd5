// Flags that npm, pnpm, yarn and Bun have: command lines of projects and of their CI work as they are, and mean the same.
import assert from "node:assert";
import { existsSync, readFileSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry, type TestRegistry, type Version } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

function installed(registry: TestRegistry, folder = "."): string[] {
  const modules = join(registry.project, folder, "node_modules");
  return existsSync(modules) ? readdirSync(modules).filter((name) => !name.startsWith(".")) : [];
}

function publishAll(registry: TestRegistry): void {
  registry.publish("a", { "1.0.0": { manifest: { dependencies: { below: "1" } } } });
  registry.publish("below", { "1.0.0": { manifest: { dependencies: { lowest: "1" } } } });
  registry.publish("lowest", { "1.0.0": {} });
  registry.publish("d", { "1.0.0": {} });
  registry.publish("o", { "1.0.0": {} });
  registry.write("package.json", {
    name: "app",
    version: "1.0.0",
    scripts: { prehello: "echo before", hello: "echo hello" },
    dependencies: { a: "1" },
    devDependencies: { d: "1" },
    optionalDependencies: { o: "1" },
  });
}

test(
  "install: flags that change only what is printed or requested are accepted",
  withRegistry(async (registry) => {
    publishAll(registry);
    const flags = ["--no-audit", "--no-fund", "--no-progress", "--loglevel=error", "--prefer-frozen-lockfile"];
    const more = ["--loglevel", "warn", "--no-color", "--foreground-scripts", "--network-timeout", "100000"];
    const run = await registry.brio(["install", ...flags, ...more]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(installed(registry), ["a", "below", "d", "lowest", "o"]);
    const clean = await registry.brio(["ci", "--no-audit", "--reporter=silent"]);
    assert.deepStrictEqual([clean.code, clean.stdout], [0, ""], clean.stderr);
    const wrong = await registry.brio(["install", "--no-such-flag"]);
    assert.deepStrictEqual([wrong.code, wrong.stderr.includes("unknown flag --no-such-flag")], [2, true]);
    const missing = await registry.brio(["install", "--loglevel"]);
    assert.deepStrictEqual([missing.code, missing.stderr.includes("--loglevel requires a value")], [2, true]);
  }),
  MILLISECONDS_MAX,
);

test(
  "install: --no-optional, --only=prod and --also=dev leave out what npm leaves out",
  withRegistry(async (registry) => {
    publishAll(registry);
    assert.strictEqual((await registry.brio(["install", "--no-optional"])).code, 0);
    assert.deepStrictEqual(installed(registry), ["a", "below", "d", "lowest"]);
    assert.strictEqual((await registry.brio(["install", "--only=prod"])).code, 0);
    assert.deepStrictEqual(installed(registry), ["a", "below", "lowest", "o"]);
    const env = { NODE_ENV: "production" };
    assert.strictEqual((await registry.brio(["install", "--also", "dev"], { env })).code, 0);
    assert.deepStrictEqual(installed(registry), ["a", "below", "d", "lowest", "o"]);
    assert.match((await registry.brio(["install", "--only=tests"])).stderr, /--only takes prod or production/);
  }),
  MILLISECONDS_MAX,
);

test(
  "--prefix, -C, --cwd and --dir name the folder, for commands and for scripts",
  withRegistry(async (registry) => {
    publishAll(registry);
    registry.write("inner/.npmrc", `registry=${registry.address}\n`);
    registry.write("inner/package.json", { name: "inner", scripts: { where: "pwd" }, dependencies: { d: "1" } });
    for (const flag of [["--prefix", "inner"], ["-C", "inner"], ["--cwd=inner"], ["--dir=inner"]]) {
      const run = await registry.brio(["install", ...flag]);
      assert.strictEqual(run.code, 0, `${flag}: ${run.stderr}`);
      assert.deepStrictEqual([installed(registry), installed(registry, "inner")], [[], ["d"]]);
      const script = await registry.brio(["run", ...flag, "where"]);
      assert.strictEqual(script.stdout.trim(), realpathSync(join(registry.project, "inner")), script.stderr);
    }
    const missing = await registry.brio(["install", "--cwd", "nowhere"]);
    assert.deepStrictEqual([missing.code, /nowhere.*ENOENT/.test(missing.stderr)], [1, true], missing.stderr);
  }),
  MILLISECONDS_MAX,
);

test(
  "install: --os, --cpu and --engine-strict are npm's settings",
  withRegistry(async (registry) => {
    registry.publish("other", { "1.0.0": { manifest: { os: ["plan9"], cpu: ["pdp11"] } } });
    registry.publish("newer", { "1.0.0": { manifest: { engines: { node: ">=99" } } } });
    registry.write("package.json", { name: "app", optionalDependencies: { other: "1" } });
    assert.strictEqual((await registry.brio(["install", "--os=plan9", "--cpu", "pdp11"])).code, 0);
    assert.deepStrictEqual(installed(registry), ["other"]);
    registry.write("package.json", { name: "app", dependencies: { newer: "1" } });
    assert.match((await registry.brio(["install", "--engine-strict"])).stderr, /EBADENGINE/);
    registry.write(".npmrc", `registry=${registry.address}\nengine-strict=true\n`);
    assert.strictEqual((await registry.brio(["install", "--ignore-engines"])).code, 0);
  }),
  MILLISECONDS_MAX,
);

test(
  "run: flags of the other managers before a script",
  withRegistry(async (registry) => {
    publishAll(registry);
    for (const flags of [["--bun"], ["-b"], ["--no-color"], ["--loglevel", "silent"], ["--shell=system"], ["--"]]) {
      const run = await registry.brio(["run", ...flags, "hello"]);
      assert.deepStrictEqual([run.code, run.stdout], [0, "before\nhello\n"], `${flags}: ${run.stderr}`);
    }
    assert.strictEqual((await registry.brio(["run", "--ignore-scripts", "hello"])).stdout, "hello\n");
  }),
  MILLISECONDS_MAX,
);

test(
  "x: --no-install refuses to fetch, and -c runs a command line with the packages' commands",
  withRegistry(async (registry) => {
    const says = {
      manifest: { bin: "main.js" },
      files: { "package/main.js": "#!/usr/bin/env node\nconsole.log('says', ...process.argv.slice(2))" },
    };
    registry.publish("says", { "1.0.0": says });
    registry.write("package.json", { name: "app" });
    for (const flag of ["--no-install", "--no"]) {
      const refused = await registry.brio(["x", flag, "says"]);
      assert.deepStrictEqual([refused.code, /says is not installed/.test(refused.stderr)], [1, true], refused.stderr);
    }
    const line = await registry.brio(["x", "-p", "says", "-c", "says one && says two; echo $npm_command"]);
    assert.strictEqual(line.stdout, "says one\nsays two\nexec\n", line.stderr);
    assert.strictEqual((await registry.brio(["x", "--bun", "says", "--no"])).stdout, "says --no\n");
  }),
  MILLISECONDS_MAX,
);

test(
  "ls: --depth, --parseable and --omit show what npm shows",
  withRegistry(async (registry) => {
    publishAll(registry);
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const root = realpathSync(registry.project);
    const folders = (...names: string[]): string =>
      [root, ...names.map((name) => join(root, "node_modules", name))].map((line) => `${line}\n`).join("");
    const ls = async (...flags: string[]): Promise<string> => (await registry.brio(["ls", ...flags])).stdout;
    assert.strictEqual(await ls("--parseable"), folders("a", "d", "o"));
    assert.strictEqual(await ls("--parseable", "--depth=1"), folders("a", "below", "d", "o"));
    assert.strictEqual(await ls("--parseable", "--all", "--omit=dev"), folders("a", "below", "lowest", "o"));
    const tree = (await ls("--depth", "1")).split("\n").slice(1);
    assert.deepStrictEqual(tree, ["├── a@1.0.0", "│   └── below@1.0.0", "├── d@1.0.0", "└── o@1.0.0", ""]);
    assert.match((await registry.brio(["ls", "--depth=deep"])).stderr, /--depth takes a number of levels/);
  }),
  MILLISECONDS_MAX,
);

test(
  "ls NAME shows the way to a package, wherever it is",
  withRegistry(async (registry) => {
    publishAll(registry);
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const ls = async (...words: string[]): Promise<string[]> =>
      (await registry.brio(["ls", ...words])).stdout.split("\n").slice(1);
    assert.deepStrictEqual(await ls("lowest"), ["└── a@1.0.0", "    └── below@1.0.0", "        └── lowest@1.0.0", ""]);
    assert.deepStrictEqual(await ls("d", "below@1"), ["├── a@1.0.0", "│   └── below@1.0.0", "└── d@1.0.0", ""]);
    assert.deepStrictEqual(await ls("below@2"), ["└── (empty)", ""]);
    const folder = join(realpathSync(registry.project), "node_modules/lowest");
    assert.strictEqual((await registry.brio(["ls", "--parseable", "lowest"])).stdout, `${folder}\n`);
    const json = JSON.parse((await registry.brio(["ls", "--json", "below"])).stdout);
    assert.deepStrictEqual(Object.keys(json.dependencies.a.dependencies), ["below"]);
    assert.strictEqual(json.dependencies.a.dependencies.below.dependencies, undefined);
    assert.strictEqual((await registry.brio(["ls", "none"])).code, 1);
  }),
  MILLISECONDS_MAX,
);

test(
  "prune and install remove what was installed with --no-save",
  withRegistry(async (registry) => {
    publishAll(registry);
    registry.publish("extra", { "1.0.0": {} });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    for (const command of ["prune", "install"]) {
      assert.strictEqual((await registry.brio(["install", "--no-save", "extra"])).code, 0);
      assert.ok(installed(registry).includes("extra"));
      const removed = await registry.brio([command]);
      assert.strictEqual(removed.code, 0, removed.stderr);
      assert.deepStrictEqual(installed(registry), ["a", "below", "d", "lowest", "o"]);
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "audit: --audit-level decides what fails, and --omit=dev leaves development out",
  withRegistry(async (registry) => {
    publishAll(registry);
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    registry.answers.set("/-/npm/v1/security/advisories/bulk", (_, response) => {
      const one = { id: 1, url: "", title: "bad", severity: "moderate", vulnerable_versions: "*" };
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ d: [one] }));
    });
    const code = async (...flags: string[]): Promise<number | null> => (await registry.brio(["audit", ...flags])).code;
    assert.deepStrictEqual(
      [await code(), await code("--audit-level=moderate"), await code("--audit-level", "high")],
      [1, 1, 0],
    );
    assert.deepStrictEqual(
      [await code("--audit-level=none"), await code("--omit=dev"), await code("--prod")],
      [0, 0, 0],
    );
    assert.strictEqual(await code("--audit-level=bad"), 2);
    registry.write(".npmrc", `registry=${registry.address}\naudit-level=critical\n`);
    assert.strictEqual(await code(), 0);
  }),
  MILLISECONDS_MAX,
);

test(
  "pack: --pack-destination names the folder",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", version: "1.0.0" });
    registry.write("out/x", "");
    const run = await registry.brio(["pack", "--quiet", "--pack-destination", "out"]);
    assert.deepStrictEqual([run.code, run.stdout], [0, "app-1.0.0.tgz\n"], run.stderr);
    assert.ok(readFileSync(join(registry.project, "out/app-1.0.0.tgz")).length > 0);
    assert.ok(!existsSync(join(registry.project, "app-1.0.0.tgz")));
  }),
  MILLISECONDS_MAX,
);

test(
  "create passes what npm passes: the first -- is npm's own, and an installed template is used",
  withRegistry(async (registry) => {
    const template = (text: string): Version => ({
      manifest: { bin: "main.js" },
      files: { "package/main.js": `#!/usr/bin/env node\nconsole.log('${text}', ...process.argv.slice(2))` },
    });
    registry.publish("create-app", { "1.0.0": template("old"), "2.0.0": template("new") });
    registry.write("package.json", { name: "app" });
    for (const command of ["create", "init"]) {
      const run = await registry.brio([command, "app", "here", "--", "--template", "x", "--", "y"]);
      assert.strictEqual(run.stdout, "new here --template x -- y\n", run.stderr);
    }
    assert.strictEqual((await registry.brio(["create", "app", "--template", "x"])).stdout, "new --template x\n");
    assert.strictEqual((await registry.brio(["add", "create-app@1"])).code, 0);
    assert.strictEqual((await registry.brio(["create", "app"])).stdout, "old\n");
    assert.strictEqual((await registry.brio(["create", "app@2"])).stdout, "new\n");
  }),
  MILLISECONDS_MAX,
);
