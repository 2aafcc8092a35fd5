// Flags of `bun` that change how files are compiled and loaded. https://bun.com/docs/runtime
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import process from "node:process";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "bun-flags-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
const home = process.versions.brio === undefined ? [] : ["--as", "bun"];

function write(files: Record<string, string>): void {
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), content);
  }
}

function run(...args: string[]): { out: string; err: string; status: number | null } {
  const env = { ...process.env, NO_COLOR: "1" };
  const [first = "", ...rest] = args;
  const given = first === "run" ? [first, ...home, ...rest] : [...home, ...args];
  const found = spawnSync(process.execPath, given, { cwd: folder, encoding: "utf8", env });
  return { out: found.stdout, err: found.stderr, status: found.status };
}

write({
  "element.tsx":
    'const h = (...all: any[]) => "h:" + all.join(); const F = "frag"; const x = { el: (...all: any[]) => "x:" + all.join() };\n' +
    "console.log(<div>a</div>, <>b</>);",
  "node_modules/own/package.json": '{ "name": "own", "exports": { "./*": "./runtime.js" } }',
  "node_modules/own/runtime.js":
    'export const jsx = (type, props) => "own:" + String(type) + props.children; export const jsxs = jsx, jsxDEV = jsx, Fragment = "F";',
  "other.json":
    '{ "compilerOptions": { "jsx": "react", "jsxFactory": "x.el", "jsxFragmentFactory": "F", "paths": { "alias": ["./target.ts"] } } }',
  "target.ts": "export default 7;",
  "alias.ts": 'import value from "alias"; console.log(value);',
  "image.svg": "<svg/>",
  "data.foo": '{ "a": 1 }',
  "text.ts": 'import svg from "./image.svg"; import data from "./data.foo"; console.log(svg, data);',
  "code.bar": "const x: number = 3; console.log(x);",
  "code.ts": 'import "./code.bar";',
  "job.ts": "export default { scheduled({ cron, type }) { console.log(cron, type); } };",
  "compile.ts":
    'import { cc } from "bun:ffi"; try { cc({ source: "x.c", symbols: { x: { returns: "int", args: [] } } }); } catch (error) { console.log(error.code); }',
});

test("--jsx-runtime, --jsx-factory and --jsx-fragment", () => {
  const flags = ["--jsx-runtime=classic", "--jsx-factory", "h", "--jsx-fragment=F"];
  assert.strictEqual(run(...flags, "element.tsx").out, "h:div,,a h:frag,,b\n");
  const { err, status } = run("--jsx-runtime=other", "element.tsx");
  assert.match(err, /Invalid --jsx-runtime: "other", expected "automatic" or "classic"/);
  assert.notStrictEqual(status, 0);
});

test("--jsx-import-source", () => {
  assert.match(run("--jsx-import-source=own", "element.tsx").out, /^own:diva own:\w+b\n$/);
});

test("--tsconfig-override is the tsconfig of all files", () => {
  assert.strictEqual(run("--tsconfig-override=other.json", "element.tsx").out, "x:div,,a x:frag,,b\n");
  assert.strictEqual(run("--tsconfig-override", "other.json", "alias.ts").out, "7\n");
  assert.notStrictEqual(run("alias.ts").status, 0);
});

test("--loader loads files of an extension as another kind", () => {
  assert.strictEqual(run("text.ts").out, `${folder}/image.svg ${folder}/data.foo\n`);
  assert.strictEqual(run("--loader", ".svg:text", "--loader=.foo:text", "text.ts").out, '<svg/> { "a": 1 }\n');
  assert.match(run("-l", ".foo:json", "text.ts").out, /image\.svg \{\s+a: 1,?\s+\}\n$/);
  assert.strictEqual(run("--loader", ".bar:ts", "code.ts").out, "3\n");
  assert.strictEqual(run("--loader", ".bar:ts", "code.bar").out, "3\n");
  const { err, status } = run("--loader", ".bar:other", "code.ts");
  assert.match(err, /invalid loader "other", expected one of:\n- {2}/);
  assert.strictEqual(status, 1);
});

test("--cron-title and --cron-period call `scheduled`", () => {
  assert.strictEqual(run("run", "--cron-title=t", "--cron-period=* * * * *", "job.ts").out, "* * * * * scheduled\n");
  const missing = run("run", "--cron-title=t", "--cron-period=* * * * *", "target.ts");
  assert.match(missing.err, /Module does not export default\.scheduled\(\)/);
  assert.strictEqual(missing.status, 1);
  assert.match(run("run", "--cron-title=t", "job.ts").err, /--cron-title and --cron-period must be provided together/);
});

test("--no-ffi-cc disables the compiler of C", () => {
  assert.strictEqual(run("--no-ffi-cc", "compile.ts").out, "ERR_FFI_CC_DISABLED\n");
});
