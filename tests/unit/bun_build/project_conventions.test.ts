// What projects expect of a bundler that is not in the standards: Vite's queries and `public`, TypeScript's `jsx: "preserve"`,
// `createRequire`, packages that only some programs have, workers under another name. The outputs run afterwards.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

/** A folder with these files, which is removed at the end. */
function project(files: Record<string, string>): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-conventions-")));
  process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

function brio(folder: string, args: string[], env: Record<string, string> = {}) {
  const options = { cwd: folder, encoding: "utf8" as const, env: { ...process.env, NO_COLOR: "1", ...env } };
  return spawnSync(process.execPath, args, options);
}

/** Builds `main` into `out/`, removes the sources, and returns what the program prints. */
function builtAndRun(files: Record<string, string>, main: string, flags: string[] = []): string {
  const folder = project(files);
  const built = brio(folder, ["build", main, "--outdir", "out", "--target", "brio", ...flags]);
  assert.strictEqual(built.status, 0, built.stderr);
  for (const name of Object.keys(files)) fs.rmSync(path.join(folder, name));
  const { stdout, stderr } = brio(folder, [path.join("out", main.replace(/\.\w+$/, ".js"))]);
  assert.strictEqual(stderr, "");
  return stdout;
}

test("?raw is the text of any file, ?url its address, ?inline a data URL or the text of a sheet", () => {
  const folder = project({
    "main.ts": `import svg from "./a.svg?raw"; import json from "./a.json?raw"; import ts from "./b.ts?raw";
import inlined from "./a.svg?inline"; import sheet from "./a.css?inline"; import url from "./b.ts?url";
console.log([svg, json, ts, inlined.slice(0, 14), sheet.replace(/[\\s;]/g, ""), url.endsWith(".ts")]);`,
    "a.svg": "<svg/>",
    "a.json": '{"a":1}',
    "b.ts": "export const b: number = 1;",
    "a.css": "a { color: red }",
  });
  const built = brio(folder, ["build", "main.ts", "--outdir", "out", "--target", "browser"]);
  assert.strictEqual(built.status, 0, built.stderr);
  const { stdout } = brio(folder, ["out/main.js"]);
  assert.deepStrictEqual(new Function(`return ${stdout}`)(), [
    "<svg/>",
    '{"a":1}',
    "export const b: number = 1;",
    "data:image/svg",
    "a{color:red}",
    true,
  ]);
});

test("a file in a language that a compiler has to translate is an error", () => {
  for (const name of ["App.vue", "a.scss", "b.svelte"]) {
    const folder = project({ "main.ts": `import "./${name}";`, [name]: "" });
    const { status, stderr } = brio(folder, ["build", "main.ts", "--outdir", "out"]);
    assert.strictEqual(status, 1);
    assert.match(stderr, new RegExp(`no loader is configured for "\\.${name.split(".")[1]}" files`));
  }
});

test("JSX that a tsconfig preserves for a bundler is compiled, unless a flag preserves it", () => {
  const files = {
    "main.tsx": `const x = <p id="a">hi</p>; console.log(x.type);`,
    "tsconfig.json": '{ "compilerOptions": { "jsx": "preserve", "jsxImportSource": "own" } }',
    "node_modules/own/package.json": '{ "name": "own", "exports": { "./*": "./jsx.js" }, "type": "module" }',
    "node_modules/own/jsx.js": "export const jsx = (type) => ({ type }); export const jsxs = jsx, jsxDEV = jsx;",
  };
  assert.strictEqual(builtAndRun(files, "main.tsx"), "p\n");
  const folder = project(files);
  brio(folder, ["build", "main.tsx", "--outdir", "out", "--jsx", "preserve"]);
  assert.match(fs.readFileSync(path.join(folder, "out/main.js"), "utf8"), /<p id="a">/);
});

test("what a function of createRequire loads by a literal is part of the bundle", () => {
  const files = {
    "main.mjs": `import { createRequire } from "node:module";
const require = createRequire(import.meta.url);
const load = (name) => require(name);
console.log(require("./data.json").a, require("./lib.cjs").b, load("node:path").sep, typeof require.resolve);`,
    "data.json": '{ "a": 1 }',
    "lib.cjs": "exports.b = 2;",
  };
  assert.strictEqual(builtAndRun(files, "main.mjs"), "1 2 / function\n");
});

test("a module may have several functions of createRequire, as packages have that were bundled", () => {
  const files = {
    "main.mjs": `import { createRequire } from "node:module";
const require$1 = createRequire(import.meta.url);
const require = createRequire(import.meta.url);
const load = (name) => require(name).a + require$1(name).a;
console.log(require("./data.json").a, require$1("./lib.cjs").b, load.length);`,
    "data.json": '{ "a": 1 }',
    "lib.cjs": "exports.b = 2;",
  };
  assert.strictEqual(builtAndRun(files, "main.mjs"), "1 2 1\n");
});

test("a CommonJS module may have the names that bundlers give to wrappers", () => {
  const files = {
    "main.mjs": `import all from "./use.cjs"; console.log(all.out());`,
    "use.cjs": `const require_context = require("./a/context.cjs"); const require_context$1 = require("./b/context.cjs");
const { A: require_own, require_b = 1 } = require_context;
exports.out = () => require_context.A + require_context$1.B + require_own + require_b + Object.keys({ require_b });`,
    "a/context.cjs": `exports.A = "a";`,
    "b/context.cjs": `exports.B = "b";`,
  };
  for (const flags of [[], ["--minify"]]) assert.strictEqual(builtAndRun(files, "main.mjs", flags), "aba1require_b\n");
});

test("a package that is missing and statically imported by a module that may not load does not keep a program from starting", () => {
  const folder = project({
    "main.mjs": `if (process.env.LOADS) await import("./dev.mjs"); console.log("started");`,
    "dev.mjs": `import tools from "not-installed"; tools();`,
  });
  const built = brio(folder, ["build", "main.mjs", "--outfile", "out.mjs", "--target", "node"]);
  assert.strictEqual(built.status, 0, built.stderr);
  assert.match(built.stderr, /left as imports at run time: not-installed/);
  assert.strictEqual(brio(folder, ["out.mjs"]).stdout, "started\n");
  assert.match(brio(folder, ["out.mjs"], { LOADS: "1" }).stderr, /Cannot find (?:module|package) 'not-installed'/);
});

test("?worker starts a worker, &url is its address, and &inline has it in the module", () => {
  const files = {
    "main.ts": `import Work from "./w.ts?worker"; import address from "./w?worker&url"; import Inline from "./w.ts?worker&inline";
const answer = (worker: Worker, input: number) => new Promise((resolve) => {
  worker.onmessage = ({ data }) => { resolve(data); worker.terminate(); };
  worker.postMessage(input);
});
const started = [new Work({ name: "one" }), new Worker(address, { type: "module", name: "two" }), new Inline({ name: "three" })];
const answers = [];
for (const [index, worker] of started.entries()) answers.push(await answer(worker, index));
console.log(JSON.stringify([answers, typeof address]));`,
    "w.ts": `import { twice } from "./lib"; onmessage = ({ data }: MessageEvent<number>) => postMessage([twice(data), self.name]);`,
    "lib.ts": "export const twice = (n: number): number => 2 * n;",
  };
  const expected = `[[[0,"one"],[2,"two"],[4,"three"]],"string"]\n`;
  for (const flags of [[], ["--minify"]]) assert.strictEqual(builtAndRun(files, "main.ts", flags), expected);
  // The worker of two imports is one output.
  const folder = project(files);
  brio(folder, ["build", "main.ts", "--outdir", "out", "--target", "browser"]);
  const outputs = fs.readdirSync(path.join(folder, "out"));
  assert.strictEqual(outputs.filter((name) => name.startsWith("w-")).length, 1, String(outputs));
});

test("an error in a worker that is inlined is an error of the build", () => {
  const folder = project({ "main.ts": `import W from "./w.ts?worker&inline"; new W();`, "w.ts": `import "./gone";` });
  const { status, stderr } = brio(folder, ["build", "main.ts", "--outdir", "out"]);
  assert.strictEqual(status, 1);
  assert.match(stderr, /cannot find "\.\/gone"[\s\S]*w\.ts:1:8/);
});

test("workers in TypeScript are outputs under whatever name the class has", () => {
  const forms = {
    alias: `import { Worker as W } from "node:worker_threads"; new W(new URL("./w.ts", import.meta.url));`,
    namespace: `import * as wt from "node:worker_threads"; new wt.Worker(new URL("./w.ts", import.meta.url));`,
    constant: `import { Worker } from "node:worker_threads"; const url = new URL("./w.ts", import.meta.url); new Worker(url);`,
  };
  for (const [name, main] of Object.entries(forms)) {
    const files = {
      "main.ts": main,
      "w.ts": `import { text } from "./text.ts"; console.log(text as string);`,
      "text.ts": `export const text: string = "worked";`,
    };
    assert.strictEqual(builtAndRun(files, "main.ts"), "worked\n", name);
  }
});

test("a worker that is started in several ways is one output", () => {
  const folder = project({
    "main.ts": `import { Worker as W } from "node:worker_threads";
new Worker(new URL("./w.ts", import.meta.url)); new W(new URL("./w.ts", import.meta.url));
const url = new URL("./w.ts", import.meta.url); new W(url);`,
    "w.ts": "console.log(1 as number);",
  });
  assert.strictEqual(brio(folder, ["build", "main.ts", "--outdir", "out"]).status, 0);
  assert.strictEqual(fs.readdirSync(path.join(folder, "out")).length, 2);
  assert.strictEqual(brio(folder, ["out/main.js"]).stdout, "1\n1\n1\n");
});

test("a page has the files of public at its root", () => {
  const folder = project({
    "index.html": "<h1>hi</h1>",
    "public/robots.txt": "none",
    "public/icons/a.svg": "<svg/>",
  });
  assert.strictEqual(brio(folder, ["build", "index.html", "--outdir", "out"]).status, 0);
  assert.strictEqual(fs.readFileSync(path.join(folder, "out/robots.txt"), "utf8"), "none");
  assert.strictEqual(fs.readFileSync(path.join(folder, "out/icons/a.svg"), "utf8"), "<svg/>");
});

test("?init is a function that makes an instance of a WebAssembly module", () => {
  // (func (import "env" "get") (result i32)) (func (export "run") (result i32) call 0)
  const module =
    "\\0asm\\x01\\0\\0\\0\\x01\\x05\\x01\\x60\\0\\x01\\x7f\\x02\\x0b\\x01\\x03env\\x03get\\0\\0\\x03\\x02\\x01\\0\\x07\\x07\\x01\\x03run\\0\\x01\\x0a\\x06\\x01\\x04\\0\\x10\\0\\x0b";
  const bytes = Buffer.from(new Function(`return "${module}"`)() as string, "latin1");
  const main = `import init from "./lib/a.wasm?init";
const { exports } = await init({ env: { get: () => 42 } });
console.log((exports["run"] as () => number)(), init.length < 2);`;
  const folder = project({ "main.ts": main, "lib/.keep": "" });
  fs.writeFileSync(path.join(folder, "lib/a.wasm"), bytes);
  for (const target of ["node", "bun", "deno", "brio"]) {
    const built = brio(folder, ["build", "main.ts", "--outdir", `out/${target}`, "--target", target]);
    assert.strictEqual(built.status, 0, built.stderr);
    const ran = brio(folder, [`out/${target}/main.js`]);
    assert.deepStrictEqual([ran.stdout, ran.stderr], ["42 true\n", ""], target);
  }
  // A page fetches it, whatever type its server says the file has.
  const built = brio(folder, ["build", "main.ts", "--outdir", "out/page", "--target", "browser"]);
  assert.strictEqual(built.status, 0, built.stderr);
  for (const type of ["application/wasm", "application/octet-stream"]) {
    const server = `import fs from "node:fs";
const folder = ${JSON.stringify(path.join(folder, "out/page"))};
globalThis.fetch = async (url) => {
  const file = fs.readFileSync(url);
  return new Response(file, { headers: { "content-type": ${JSON.stringify(type)} } });
};
await import(folder + "/main.js");`;
    fs.writeFileSync(path.join(folder, "page.mjs"), server);
    const ran = brio(folder, ["page.mjs"]);
    assert.deepStrictEqual([ran.stdout, ran.stderr], ["42 true\n", ""], type);
  }
});

test("names of outputs have the format as Rollup calls it", () => {
  const folder = project({ "main.js": "export const a = 1;" });
  for (const format of ["esm", "cjs"]) {
    const names = "[name]-[format].[ext]";
    const args = ["build", "main.js", "--outdir", "out", "--format", format, "--entry-names", names];
    assert.strictEqual(brio(folder, args).status, 0);
  }
  assert.deepStrictEqual(fs.readdirSync(path.join(folder, "out")).sort(), ["main-cjs.js", "main-es.js"]);
});
