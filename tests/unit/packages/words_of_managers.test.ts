// Words and flags that users of npm, pnpm, yarn and Bun type: what they print and change is what those managers do.
import assert from "node:assert";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "../harness.ts";
import { withRegistry, type Run, type TestRegistry } from "./registry.ts";

const MILLISECONDS_MAX = 60_000;

function workspace(registry: TestRegistry, isOfPnpm = false): void {
  const members = isOfPnpm ? {} : { workspaces: ["packages/*"] };
  const scripts = { hello: "echo root", start: "echo started" };
  registry.write("package.json", { name: "root", version: "1.0.0", private: true, scripts, ...members });
  if (isOfPnpm) registry.write("pnpm-workspace.yaml", "packages:\n  - packages/*\n");
  for (const name of ["a", "b"]) {
    const own = { hello: `echo of-${name}`, only: "echo only" };
    registry.write(`packages/${name}/package.json`, { name, version: "1.0.0", scripts: own });
  }
}

const lines = (run: Run): string[] => run.stdout.split("\n").filter((line) => line !== "");

test(
  "root, bin and prefix print folders, unless a program of the project has the name",
  withRegistry(async (registry) => {
    workspace(registry);
    const printed = async (...args: string[]) => lines(await registry.brio(args));
    assert.deepStrictEqual(await printed("root"), [join(registry.project, "node_modules")]);
    assert.deepStrictEqual(await printed("bin"), [join(registry.project, "node_modules/.bin")]);
    assert.deepStrictEqual(await printed("prefix"), [registry.project]);
    assert.deepStrictEqual(await printed("pm", "bin"), await printed("bin"));
    assert.deepStrictEqual(await printed("bin", "-g"), [join(registry.folder, ".local/bin")]);
    assert.deepStrictEqual(await printed("prefix", "-g"), [join(registry.folder, ".local")]);
    registry.write("bin/index.js", "console.log('a program');");
    assert.deepStrictEqual(await printed("bin"), ["a program"]);
  }),
  MILLISECONDS_MAX,
);

test(
  "bin NAME prints where a command is, and a name without one is an error",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { bin: "a.js" }, files: { "package/a.js": "" } } });
    registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    assert.deepStrictEqual(lines(await registry.brio(["bin", "a"])), [join(registry.project, "node_modules/.bin/a")]);
    const missing = await registry.brio(["bin", "nothing"]);
    assert.deepStrictEqual([missing.code, /ENOCOMMAND/.test(missing.stderr)], [1, true], missing.stderr);
  }),
  MILLISECONDS_MAX,
);

test(
  "fund lists the addresses of the packages that ask for funding",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": { manifest: { funding: { type: "individual", url: "https://f.example/a" } } } });
    registry.publish("b", { "2.0.0": { manifest: { funding: ["https://f.example/a", "https://f.example/b"] } } });
    registry.publish("c", { "1.0.0": {} });
    registry.write("package.json", { name: "app", version: "1.0.0", dependencies: { a: "*", b: "*", c: "*" } });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const text = await registry.brio(["fund"]);
    assert.deepStrictEqual(lines(text), [
      "https://f.example/a",
      "  a@1.0.0, b@2.0.0",
      "https://f.example/b",
      "  b@2.0.0",
    ]);
    const json = JSON.parse((await registry.brio(["fund", "--json"])).stdout);
    assert.deepStrictEqual([json.length, json.name], [2, "app"]);
    assert.deepStrictEqual(json.dependencies.a, { version: "1.0.0", funding: { url: "https://f.example/a" } });
  }),
  MILLISECONDS_MAX,
);

test(
  "rebuild runs the scripts of trusted packages again, and names the others",
  withRegistry(async (registry) => {
    const install = "echo x >> ran.txt";
    const scripted = { manifest: { scripts: { install }, hasInstallScript: true } };
    registry.publish("a", { "1.0.0": scripted });
    registry.publish("b", { "1.0.0": scripted });
    registry.write("package.json", { name: "app", dependencies: { a: "*", b: "*" }, trustedDependencies: ["a"] });
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const rebuilt = await registry.brio(["rebuild"]);
    assert.deepStrictEqual([rebuilt.code, /scripts of b were not run/.test(rebuilt.stdout)], [0, true], rebuilt.stderr);
    const ran = (name: string) => join(registry.project, "node_modules", name, "ran.txt");
    assert.strictEqual(readFileSync(ran("a"), "utf8"), "x\nx\n");
    assert.strictEqual(existsSync(ran("b")), false);
    const unknown = await registry.brio(["rebuild", "c"]);
    assert.deepStrictEqual([unknown.code, /ENOSCRIPTS/.test(unknown.stderr)], [1, true], unknown.stderr);
  }),
  MILLISECONDS_MAX,
);

test(
  "cache clean --force and the other words for the store are understood",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app" });
    const store = join(registry.folder, "store");
    for (const words of [["cache", "path"], ["cache", "dir"], ["cache"], ["pm", "cache"], ["store", "path"]]) {
      assert.deepStrictEqual(lines(await registry.brio(words)), [store], words.join(" "));
    }
    for (const words of [
      ["cache", "clean", "--force"],
      ["cache", "clean"],
      ["pm", "cache", "rm"],
      ["store", "prune"],
    ]) {
      const run = await registry.brio(words);
      assert.deepStrictEqual([run.code, /^removed 0 packages/.test(run.stdout)], [0, true], `${words}: ${run.stderr}`);
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "--cache says where the store of one command is",
  withRegistry(async (registry) => {
    registry.publish("a", { "1.0.0": {} });
    registry.write("package.json", { name: "app", dependencies: { a: "1.0.0" } });
    const env = { BRIO_PACKAGES: "" };
    const run = await registry.brio(["ci", "--cache", ".npm", "--prefer-offline"], { env });
    // Without a lockfile it fails as npm's does; with one the packages are in that folder.
    assert.deepStrictEqual([run.code, /ENOLOCK/.test(run.stderr)], [1, true], run.stderr);
    assert.strictEqual((await registry.brio(["install", "--cache", ".npm"], { env })).code, 0);
    assert.strictEqual(existsSync(join(registry.project, ".npm/brio/v1")), true);
    assert.strictEqual(existsSync(join(registry.folder, ".cache/brio/packages/v1")), false);
  }),
  MILLISECONDS_MAX,
);

test(
  "pack prints the name of the tarball alone on standard output, and --out names it",
  withRegistry(async (registry) => {
    registry.write("package.json", { name: "app", version: "1.2.3" });
    const run = await registry.brio(["pack"]);
    assert.deepStrictEqual([run.stdout, /package\.json/.test(run.stderr)], ["app-1.2.3.tgz\n", true]);
    assert.strictEqual((await registry.brio(["pack", "--filename", "other.tgz"])).stdout, "other.tgz\n");
    assert.strictEqual(existsSync(join(registry.project, "other.tgz")), true);
  }),
  MILLISECONDS_MAX,
);

test(
  "pack and version are for the members that -w and --filter name",
  withRegistry(async (registry) => {
    workspace(registry);
    assert.strictEqual((await registry.brio(["pack", "-w", "a", "-q"])).stdout, "a-1.0.0.tgz\n");
    assert.strictEqual((await registry.brio(["pack", "-w", "packages/b", "-q"])).stdout, "b-1.0.0.tgz\n");
    assert.deepStrictEqual(lines(await registry.brio(["pack", "-ws", "-q"])), ["a-1.0.0.tgz", "b-1.0.0.tgz"]);
    const unknown = await registry.brio(["pack", "-w", "c"]);
    assert.deepStrictEqual([unknown.code, /ENOWORKSPACE/.test(unknown.stderr)], [1, true], unknown.stderr);
    assert.strictEqual((await registry.brio(["install"])).code, 0);
    const run = await registry.brio(["version", "minor", "-w", "a"]);
    assert.deepStrictEqual(lines(run), ["a", "v1.1.0"], run.stderr);
    const lockfile = JSON.parse(readFileSync(join(registry.project, "package-lock.json"), "utf8"));
    const of = (key: string) => lockfile.packages[key].version;
    assert.deepStrictEqual([of(""), of("packages/a"), of("packages/b")], ["1.0.0", "1.1.0", "1.0.0"]);
  }),
  MILLISECONDS_MAX,
);

test(
  "a script runs by its name alone behind flags that choose packages, as with pnpm",
  withRegistry(async (registry) => {
    workspace(registry, true);
    for (const args of [
      ["-r", "only"],
      ["--filter", "*", "only"],
      ["-r", "--workspace-concurrency=1", "only"],
      ["--recursive", "--stream", "only"],
    ]) {
      const run = await registry.brio(args);
      const said = lines(run).map((line) => line.slice(line.indexOf("|") + 1).trim());
      assert.deepStrictEqual([run.code, said], [0, ["only", "only"]], `${args.join(" ")}: ${run.stderr}`);
    }
    assert.deepStrictEqual(lines(await registry.brio(["--filter", "a", "hello"])), ["of-a"]);
    assert.deepStrictEqual(lines(await registry.brio(["-w", "hello"], { cwd: join(registry.project, "packages/a") })), [
      "root",
    ]);
    const none = await registry.brio(["--filter", "nothing", "hello"]);
    assert.deepStrictEqual([none.code, /no package of the workspace fits/.test(none.stderr)], [1, true], none.stderr);
    // Behind `-r` a module may be meant that Node.js loads first.
    registry.write("only.cjs", "globalThis.early = true;");
    registry.write("main.js", "console.log(globalThis.early);");
    assert.deepStrictEqual(lines(await registry.brio(["-r", "./only.cjs", "main.js"])), ["true"]);
  }),
  MILLISECONDS_MAX,
);

test(
  "npm's flags about the workspace count behind the name of a script, others are the script's",
  withRegistry(async (registry) => {
    workspace(registry);
    assert.deepStrictEqual(lines(await registry.brio(["run", "hello", "-w", "a"])), ["of-a"]);
    assert.deepStrictEqual(lines(await registry.brio(["run", "hello", "--workspace=packages/b"])), ["of-b"]);
    assert.deepStrictEqual(lines(await registry.brio(["run", "hello", "--workspaces"])), ["of-a", "of-b"]);
    assert.deepStrictEqual(lines(await registry.brio(["run", "only", "-ws", "--if-present"])), ["only", "only"]);
    assert.deepStrictEqual(lines(await registry.brio(["run", "hello", "-w"])), ["root -w"]);
    assert.deepStrictEqual(lines(await registry.brio(["run", "hello", "--", "-w", "a"])), ["root -w a"]);
  }),
  MILLISECONDS_MAX,
);

test(
  "start, run-script, isntall and other names of npm's commands",
  withRegistry(async (registry) => {
    registry.publish("x", { "1.0.0": {} });
    workspace(registry);
    assert.deepStrictEqual(lines(await registry.brio(["start"])), ["started"]);
    assert.deepStrictEqual(lines(await registry.brio(["run-script", "hello"])), ["root"]);
    assert.deepStrictEqual(lines(await registry.brio(["get", "registry"])), [registry.address]);
    assert.strictEqual((await registry.brio(["isntall"])).code, 0);
    assert.strictEqual((await registry.brio(["licenses", "list"])).code, 0);
    assert.strictEqual((await registry.brio(["update", "-i"])).code, 2);
    const cit = await registry.brio(["cit"]);
    assert.deepStrictEqual([cit.code, /brio ci && brio run test/.test(cit.stderr)], [2, true], cit.stderr);
  }),
  MILLISECONDS_MAX,
);

test(
  "--prefix makes its folder, --tilde says what is saved",
  withRegistry(async (registry) => {
    registry.publish("x", { "1.2.3": {} });
    registry.write("package.json", { name: "app" });
    const prefix = join(registry.project, "new/folder");
    registry.write("new/.npmrc", "");
    const run = await registry.brio(["install", "--prefix", prefix, "--registry", registry.address, "x"]);
    assert.strictEqual(run.code, 0, run.stderr);
    assert.deepStrictEqual(readdirSync(prefix).sort(), ["node_modules", "package-lock.json", "package.json"]);
    assert.strictEqual((await registry.brio(["add", "--tilde", "x"])).code, 0);
    const manifest = JSON.parse(readFileSync(join(registry.project, "package.json"), "utf8"));
    assert.deepStrictEqual(manifest.dependencies, { x: "~1.2.3" });
  }),
  MILLISECONDS_MAX,
);

test(
  "x runs the command of a folder, by its path",
  withRegistry(async (registry) => {
    const folder = join(registry.folder, "tool");
    mkdirSync(folder);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "tool", version: "1.0.0", bin: "tool.js" }));
    writeFileSync(join(folder, "tool.js"), "#!/usr/bin/env node\nconsole.log('tool', process.argv[2]);\n");
    registry.write("package.json", { name: "app" });
    for (const path of ["../tool", folder]) {
      const run = await registry.brio(["x", "-y", path, "now"]);
      assert.deepStrictEqual(lines(run).slice(-1), ["tool now"], run.stderr);
    }
  }),
  MILLISECONDS_MAX,
);

test(
  "commands that read are for the member that -w names, an installation accepts patterns",
  withRegistry(async (registry) => {
    registry.publish("x", { "1.0.0": {}, "2.0.0": {} });
    workspace(registry);
    for (const [name, dependencies] of [
      ["a", { x: "1.0.0" }],
      ["b", {}],
    ] as const) {
      registry.write(`packages/${name}/package.json`, { name, version: "1.0.0", dependencies });
    }
    for (const filter of ["a...", "*", "./packages/a"]) {
      const run = await registry.brio(["install", "--filter", filter]);
      assert.strictEqual(run.code, 0, `${filter}: ${run.stderr}`);
      assert.match(run.stderr, /^all members of the workspace are installed/m);
    }
    const of = async (...args: string[]) => (await registry.brio(args)).stdout;
    assert.strictEqual(/x@1\.0\.0/.test(await of("ls", "-w", "a")), true);
    assert.strictEqual(/x@1\.0\.0/.test(await of("ls", "-w", "packages/b")), false);
    assert.strictEqual(/x@1\.0\.0/.test(await of("ls", "-ws")), true);
    assert.strictEqual((await registry.brio(["outdated", "--filter", "*"])).code, 1);
    const unknown = await registry.brio(["ls", "-w", "c"]);
    assert.deepStrictEqual([unknown.code, /ENOWORKSPACE/.test(unknown.stderr)], [1, true], unknown.stderr);
  }),
  MILLISECONDS_MAX,
);
