// What an executable of a program of Bun reads where it runs: packages, paths, configuration, and flags of the environment.
// Run with Bun or Brio.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "executable-files-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const environment = { ...process.env, XDG_CACHE_HOME: path.join(folder, "cache"), NO_COLOR: "1" };

function write(place: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
}

/** The folder with the executable `app` of a program. */
function compiled(program: string, ...flags: string[]): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  write(place, { "main.ts": program });
  const args = ["build", "main.ts", "--compile", "--target", "bun", "--outfile", "app", ...flags];
  const built = spawnSync(process.execPath, args, { cwd: place, env: environment, encoding: "utf8" });
  assert.strictEqual(built.status, 0, built.stderr);
  fs.rmSync(path.join(place, "main.ts"));
  return place;
}

function run(place: string, cwd = place, env: Record<string, string> = {}): { stdout: string; stderr: string } {
  return spawnSync(path.join(place, "app"), { cwd, env: { ...environment, ...env }, encoding: "utf8" });
}

const PACKAGE = {
  "node_modules/lib/package.json": '{ "name": "lib", "exports": { "./part": "./other.js" } }',
  "node_modules/lib/other.js": 'module.exports = "part of lib";',
};
const PROGRAM =
  'const name = "lib/part"; import(name).then((lib) => console.log(lib.default), () => console.log("none"));';

test("a package that is not part of it is found where it runs", () => {
  const place = compiled(PROGRAM, "--compile-autoload-package-json");
  assert.strictEqual(run(place).stdout, "none\n");
  write(place, PACKAGE);
  assert.strictEqual(run(place).stdout, "part of lib\n");
});

test("an executable that reads no manifests does not find such a package", () => {
  const place = compiled(PROGRAM, "--no-compile-autoload-package-json");
  write(place, PACKAGE);
  assert.strictEqual(run(place).stdout, "none\n");
});

test("paths of a tsconfig apply where it runs if that is requested", () => {
  const program =
    'const name = "@lib/" + "one"; import(name).then((lib) => console.log(lib.default), () => console.log("none"));';
  const files = {
    "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "@lib/*": ["./src/*"] } } }',
    "src/one.ts": 'export default "one" as string;',
  };
  for (const [flag, expected] of [
    ["--compile-autoload-tsconfig", "one\n"],
    ["--no-compile-autoload-tsconfig", "none\n"],
  ] as const) {
    const place = compiled(program, flag);
    write(place, files);
    assert.strictEqual(run(place).stdout, expected);
  }
});

test("bunfig.toml is read unless that is refused, and process.execArgv does not show it", () => {
  const files = { "bunfig.toml": 'preload = ["./first.ts"]', "first.ts": 'console.log("first");' };
  for (const [flags, expected] of [
    [[], "first\n[]\n"],
    [["--no-compile-autoload-bunfig", "--no-compile-autoload-dotenv"], "[]\n"],
  ] as const) {
    const place = compiled("console.log(JSON.stringify(process.execArgv));", ...flags);
    write(place, files);
    assert.strictEqual(run(place).stdout, expected);
  }
});

test("BUN_OPTIONS has flags, which are no arguments", () => {
  const program = "console.log(JSON.stringify([process.execArgv, process.argv.length]));";
  const place = compiled(program, "--compile-exec-argv=--smol");
  const { stdout } = run(place, place, { BUN_OPTIONS: "--conditions=special" });
  const [flags, count] = JSON.parse(stdout) as [string[], number];
  assert.deepStrictEqual([flags.sort(), count], [["--conditions=special", "--smol"], 2]);
});

test("an external source map is a file beside it, and its sources are shown with errors", () => {
  const place = compiled(
    "// One.\nfunction fail(): never {\n  throw new Error('wrong');\n}\nfail();\n",
    "--sourcemap=external",
  );
  const maps = fs.readdirSync(place).filter((name) => name.endsWith(".map"));
  assert.strictEqual(maps.length, 1);
  const { version, sources } = JSON.parse(fs.readFileSync(path.join(place, maps[0]!), "utf8"));
  assert.strictEqual(version, 3);
  assert.match(sources.join(), /main\.ts/);
  const { stderr } = run(place);
  assert.match(stderr, /^3 \|   throw new Error\('wrong'\);$/m);
  assert.match(stderr, /main\.ts:3/);
});
