// What bundles of small programs print, as Bun 1.4.5 builds them. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "edge-cases-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

interface Case {
  files: Record<string, string>;
  /** `entry.ts` by default. */
  entry?: string;
  options?: Partial<Bun.BuildConfig>;
  /** What is there only when the bundle runs. */
  runtimeFiles?: Record<string, string>;
  prints: string;
}

function write(place: string, files: Case["files"]): void {
  for (const [name, contents] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), contents);
  }
}

/** Builds a program, removes its sources, and compares what it prints. */
function prints(name: string, { files, entry = "entry.ts", options, runtimeFiles, prints: expected }: Case): void {
  test(name, async () => {
    const place = fs.mkdtempSync(path.join(folder, "case-"));
    write(place, files);
    const built = await Bun.build({
      entrypoints: [path.join(place, entry)],
      outdir: path.join(place, "out"),
      target: "bun",
      ...options,
    } as Bun.BuildConfig);
    for (const file of Object.keys(files)) fs.rmSync(path.join(place, file));
    fs.rmSync(path.join(place, "node_modules"), { recursive: true, force: true });
    write(path.join(place, "out"), runtimeFiles ?? {});
    const child = Bun.spawn([process.execPath, built.outputs[0]!.path], { cwd: place, stderr: "pipe" });
    const printed = await new Response(child.stdout).text();
    assert.strictEqual(printed.trim(), expected.trim(), await new Response(child.stderr).text());
  });
}

prints("an empty CommonJS module has a namespace", {
  files: { "entry.ts": "import * as m from './m.cjs'; console.log(typeof m);", "m.cjs": "" },
  prints: "object",
});

prints("names of a builtin module through two CommonJS modules", {
  files: {
    "entry.ts": "import * as p from './a.cjs'; console.log(p.join('a', 'b'));",
    "a.cjs": "module.exports = require('./b')",
    "b.js": "module.exports = require('path')",
  },
  prints: "a/b",
});

prints("a name that export * takes from CommonJS", {
  files: {
    "entry.ts": "import { foo } from './foo'; console.log(foo);",
    "foo.js": "export * from './bar.cjs'",
    "bar.cjs": "module.exports = { foo: 'bar' }",
  },
  prints: "bar",
});

prints("a default and a namespace of one module", {
  files: {
    "entry.ts": "import one, * as all from './c'; console.log(one, Object.keys(all).sort().join(), all.def2);",
    "c.js": "export const ns = 2; export const def2 = 3; export default 1;",
  },
  prints: "1 def2,default,ns 3",
});

prints("a specifier of a package with a slash at its end", {
  files: { "entry.ts": "import 'slash/';", "node_modules/slash/index.js": "console.log(1);" },
  prints: "1",
});

prints("JSON by default, by name and with a member default", {
  files: {
    "entry.ts":
      "import d, { b } from './a.json'; import e from './b.json'; console.log(JSON.stringify(d), b, JSON.stringify(e));",
    "a.json": '{ "a": 1, "b": "x", "not-a-name": 2 }',
    "b.json": '{ "default": 234 }',
  },
  prints: '{"a":1,"b":"x","not-a-name":2} x {"default":234}',
});

for (const [extension, source] of [
  ["json", '{"__proto__": {"x": 1}, "a": 2}'],
  ["jsonc", '// a comment\n{"__proto__": {"x": 1}, "a": 2,}'],
  ["json5", "{__proto__: {x: 1}, a: 2}"],
  ["yaml", "__proto__:\n  x: 1\na: 2\n"],
  ["toml", 'a = 2\n["__proto__"]\nx = 1\n'],
] as const)
  prints(`a key __proto__ of ${extension} is an ordinary one`, {
    files: {
      "entry.ts": `import d from './d.${extension}'; console.log(Object.getPrototypeOf(d) === Object.prototype, Object.hasOwn(d, "__proto__"), d.x, d.a);`,
      [`d.${extension}`]: source,
    },
    prints: "true true undefined 2",
  });

prints("dates of TOML are Temporal's, also where a module has that name", {
  files: {
    "entry.ts":
      "import d, { lt } from './d.toml'; var Temporal = 'own'; const G = globalThis.Temporal; console.log(Temporal, d.odt instanceof G.Instant, `${d.odt}`, `${d.ldt}`, `${d.ld}`, `${lt}`, `${d.t.list[0]}`);",
    "d.toml":
      "odt = 1979-05-27T00:32:00-07:00\nldt = 1979-05-27 07:32:00\nld = 1979-05-27\nlt = 07:32:00.500\n[t]\nlist = [ 07:32:00 ]",
  },
  prints: "own true 1979-05-27T07:32:00Z 1979-05-27T07:32:00 1979-05-27 07:32:00.5 07:32:00",
});

prints("numbers that JSON does not have", {
  files: {
    "entry.ts":
      "import t from './t.toml'; import y from './y.yaml'; import j from './j.json5'; console.log(t.a, t.b, y.a, j.a);",
    "t.toml": "a = inf\nb = nan",
    "y.yaml": "a: -.inf",
    "j.json5": "{ a: +Infinity }",
  },
  prints: "Infinity NaN -Infinity Infinity",
});

prints("the attribute type names a loader", {
  files: {
    "entry.ts":
      "import t from './a.boo' with { type: 'text' }; import y from './y.boo' with { type: 'yaml' }; import j from './j.boo' with { type: 'json' }; import m from './m.boo' with { type: 'toml' }; import s from './s.json' with { type: 'text' }; console.log(JSON.stringify([t, y, j, m, s]));",
    "a.boo": "'`${x}\\\n\"",
    "y.boo": "hello: world",
    "j.boo": '{"a":1}',
    "m.boo": "a = 1",
    "s.json": '{"b":2}',
  },
  prints: JSON.stringify(["'`${x}\\\n\"", { hello: "world" }, { a: 1 }, { a: 1 }, '{"b":2}']),
});

prints("a star on one side of a path of tsconfig.json", {
  files: {
    "entry.ts": "import t from 't/hello'; console.log(t);",
    "tsconfig.json": '{ "compilerOptions": { "baseUrl": ".", "paths": { "t/*": ["./found.ts"] } } }',
    "found.ts": "export default 'found';",
  },
  prints: "found",
});

prints("a condition default after one that does not hold, imported and required", {
  files: {
    "entry.ts": "import a from 'p'; console.log(a, require('q'));",
    "node_modules/p/package.json":
      '{ "name": "p", "exports": { ".": { "react-server": "./no.js", "default": "./p.js" } } }',
    "node_modules/p/p.js": "export default 1;",
    "node_modules/q/package.json": '{ "name": "q", "exports": { ".": { "other": "./no.js", "default": "./q.js" } } }',
    "node_modules/q/q.js": "module.exports = 2;",
  },
  prints: "1 2",
});

prints("a class expression keeps its own name when names are shortened", {
  files: {
    "entry.ts":
      "new (class C { set a(x) { C.b = x; C.c; } static get c() { console.log(C.b); } })().a = 'one'; new (class C { set a(x) { C.b = x; C.c; } static get c() { console.log(C.b); } })().a = 'two';",
  },
  options: { minify: true },
  prints: "one\ntwo",
});

prints("a variable that is declared again where nothing runs", {
  files: {
    "entry.js":
      "var a = 1; if (false) { var a; } switch ('x') { case 'x': var a; } { var a; } var x = 123, y = 45; switch (console) { case 456: var x = 789, y = 0; } var y = 67; console.log(a, x, y);",
  },
  entry: "entry.js",
  options: { minify: true },
  prints: "1 123 67",
});

prints("exports of CommonJS that are functions", {
  files: {
    "entry.js": "const a = require('f'); console.log(a()); import b from 'f'; console.log(b());",
    "node_modules/f/index.js": "module.exports = function () { return 'it works'; };",
  },
  entry: "entry.js",
  prints: "it works\nit works",
});

prints("an ES module that asks whether exports exists", {
  files: {
    "entry.ts": "import b from 'l/b'; console.log(b);",
    "node_modules/l/package.json": '{ "name": "l", "type": "module" }',
    "node_modules/l/b.js":
      "var e = typeof exports == 'object' && exports; var m = e && typeof module == 'object' && module; export default [e, m] ? 1 : 2;",
  },
  prints: "1",
});

prints("a package that stays an import is resolved where the bundle runs", {
  files: { "entry.ts": "import { type } from 'ext'; console.log(type, require('ext2').type);" },
  options: { external: ["ext", "ext2"] },
  runtimeFiles: {
    "node_modules/ext/package.json": '{ "exports": { "import": "./i.mjs", "require": "./r.cjs" } }',
    "node_modules/ext/i.mjs": "export const type = 'import';",
    "node_modules/ext/r.cjs": "exports.type = 'require';",
    "node_modules/ext2/package.json": '{ "exports": { "import": "./i.mjs", "require": "./r.cjs" } }',
    "node_modules/ext2/i.mjs": "export const type = 'import';",
    "node_modules/ext2/r.cjs": "exports.type = 'require';",
  },
  prints: "import require",
});

prints("what TypeScript's constructors get and set", {
  files: {
    "entry.ts":
      "class A { constructor(...args) { console.log(JSON.stringify([args, this])); } field = 1; } class B extends A { public field = 2; } class C extends A { constructor(public y: number, a) { super(a); console.log(this.y, this.field); } public field = 3; } new B('x'); new C(5, 'y');",
  },
  prints: '[["x"],{"field":1}]\n[["y"],{"field":1}]\n5 3',
});

prints("constant enums, also of strings made of others, and from another file", {
  files: {
    "entry.ts":
      "const enum A { B = '1' + '2', C = ('3' + B) + '4' } import { E } from './e'; console.log(A.B, A.C, E.a, E.b, E.c, E[0]);",
    "e.ts": "export enum E { a, b = a + 5, c = 1 << 3 }",
  },
  options: { minify: true },
  prints: "12 3124 0 5 8 a",
});

prints("a function of an import() that is split off", {
  files: {
    "entry.ts": "const m = await import('./m'); const again = await import('./m'); console.log(m.f(), m === again);",
    "m.ts": "import { s } from './s'; export const f = () => s;",
    "s.ts": "export const s = 's';",
  },
  options: { splitting: true, minify: true, sourcemap: "external" },
  prints: "s true",
});

prints("modules in a circle", {
  files: {
    "entry.ts": "import { a } from './a'; console.log(a());",
    "a.ts": "import { b } from './b'; export function a() { return b() + 1; } export const base = 40;",
    "b.ts": "import { base } from './a'; export function b() { return base + 1; }",
  },
  prints: "42",
});

prints("an ES module with await at its top that CommonJS cannot require, imported", {
  files: {
    "entry.ts": "import { v } from './v'; console.log(v);",
    "v.ts": "export const v = await Promise.resolve('later');",
  },
  prints: "later",
});

prints("free variables of CommonJS in a module of a package", {
  files: {
    "entry.ts": "import f from 'p'; console.log(f);",
    "node_modules/p/index.js":
      "module.exports = [typeof require, typeof module, typeof exports, this === module.exports].join();",
  },
  prints: "function,object,object,true",
});

prints("the browser field replaces files and leaves modules out", {
  files: {
    "entry.ts": "import p from 'p'; console.log(p);",
    "node_modules/p/package.json":
      '{ "name": "p", "main": "./server.js", "browser": { "./server.js": "./client.js", "fs": false } }',
    "node_modules/p/server.js": "module.exports = 'server';",
    "node_modules/p/client.js": "require('fs'); module.exports = 'client';",
  },
  options: { target: "browser" },
  prints: "client",
});

prints("import.meta of a bundle", {
  files: {
    "entry.ts":
      "console.log(import.meta.main, import.meta.dir === import.meta.dirname, import.meta.path.endsWith('out/entry.js'));",
  },
  prints: "true true true",
});

prints("a file by its address, beside the bundle", {
  files: {
    "entry.ts":
      "import f from './a.bin' with { type: 'file' }; import p from 'node:path'; console.log(await Bun.file(p.resolve(import.meta.dir, f)).text());",
    "a.bin": "contents",
  },
  prints: "contents",
});

prints("decorators of TypeScript with the order of their evaluation", {
  files: {
    "entry.ts":
      "const log = (n: string) => (...a: any[]) => { console.log(n, a.length); }; @log('class') class A { @log('property') p = 1; @log('method') m(@log('parameter') x: number) {} } new A();",
    "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true } }',
  },
  prints: "property 3\nparameter 3\nmethod 3\nclass 1",
});

prints("standard decorators", {
  files: {
    "entry.ts":
      "function twice(f: any, { name }: any) { return function (this: any, ...a: any[]) { return [name, f.apply(this, a) * 2]; }; } class A { @twice m(x: number) { return x; } } console.log(new A().m(21).join());",
  },
  prints: "m,42",
});

prints("using disposes at the end of its block", {
  files: {
    "entry.ts":
      "{ using a = { [Symbol.dispose]() { console.log('disposed'); } }; console.log('used'); } console.log('after');",
  },
  prints: "used\ndisposed\nafter",
});

prints("a file that is required is its path, as one that is imported", {
  files: {
    "entry.ts":
      "import imported from './a.bin'; const required = require('./a.bin'); console.log(typeof required, required === imported);",
    "a.bin": "bytes",
  },
  options: { loader: { ".bin": "file" } },
  prints: "string true",
});

prints("the former keyword of import attributes is understood", {
  files: {
    "entry.ts": "import text from './data.json' assert { type: 'text' }; console.log(text);",
    "data.json": "[1]",
  },
  prints: "[1]",
});

test("packages are found in the folders of NODE_PATH", () => {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  write(place, {
    "entry.js": "import { one } from 'library'; import two from 'two/file'; console.log(one, two);",
    "packages/library/index.js": "export const one = 1;",
    "packages/two/file.js": "export default 2;",
  });
  const env = { ...process.env, NODE_PATH: path.join(place, "packages") };
  const built = Bun.spawnSync([process.execPath, "build", "entry.js", "--outdir", "out"], { cwd: place, env });
  assert.strictEqual(built.exitCode, 0, `${built.stderr}`);
  fs.rmSync(path.join(place, "packages"), { recursive: true });
  assert.strictEqual(`${Bun.spawnSync([process.execPath, "out/entry.js"], { cwd: place }).stdout}`, "1 2\n");
});

test("errors of a bundle for Bun have the places of its source map", () => {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  write(place, { "entry.ts": "interface A {}\n\nfunction fails(): A {\n  throw new Error('here');\n}\nfails();\n" });
  for (const kind of ["inline", "linked"]) {
    const args = ["build", "entry.ts", "--target", "bun", `--sourcemap=${kind}`, "--outdir", kind];
    assert.strictEqual(Bun.spawnSync([process.execPath, ...args], { cwd: place }).exitCode, 0);
    const { stderr } = Bun.spawnSync([process.execPath, `${kind}/entry.js`], { cwd: place });
    assert.match(`${stderr}`, /fails \(.*\/entry\.ts:4:/);
  }
});

test("a plugin that throws a value without a string fails the build", async () => {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  write(place, { "entry.ts": "import 'virtual:a';" });
  const fails = (): never => {
    throw new Error("nested");
  };
  for (const hook of ["onLoad", "onResolve"] as const) {
    const result = await Bun.build({
      entrypoints: [path.join(place, "entry.ts")],
      throw: false,
      plugins: [
        {
          name: "throws",
          setup(build) {
            build[hook]({ filter: hook === "onLoad" ? /entry/ : /^virtual:/ }, async () => {
              throw { [Symbol.toPrimitive]: fails, toString: fails };
            });
          },
        },
      ],
    });
    assert.strictEqual(result.success, false);
    assert.ok(result.logs.length > 0);
  }
});

test("what is not an object is not a plugin", () => {
  for (const plugin of [null, undefined, 1, "name", false]) {
    assert.throws(() => Bun.build({ entrypoints: ["./none.ts"], plugins: [plugin as never] }), {
      message: /Expected plugin to be an object/,
    });
  }
});

prints("a method that is called without its object has none when code is shortened", {
  files: {
    "entry.ts": `const object: { key?(): unknown } | undefined = { key() { return this; } };
      console.log((0, object?.key)!(), (0, object?.["key"])!?.(), object?.key?.() === object);`,
  },
  options: { minify: true },
  prints: "undefined undefined true",
});

test("a folder can have a # in its name", async () => {
  const place = fs.mkdtempSync(path.join(folder, "c#-"));
  write(place, {
    "entry.ts": `import "./s.css"; import text from "./t.txt" with { type: "text" }; import image from "./i.png";
import json from "./j.json"; import { n } from "./n"; console.log(text, typeof image, json.a, n);`,
    "s.css": "a { color: red; background: url(./i.svg#part) }",
    "t.txt": "text",
    "i.png": "png",
    "i.svg": "<svg/>",
    "j.json": '{ "a": 1 }',
    "n.ts": "export const n: number = 2;",
  });
  const outdir = path.join(place, "out");
  const { outputs } = await Bun.build({ entrypoints: [path.join(place, "entry.ts")], outdir, target: "bun" });
  const sheet = outputs.find(({ path: file }) => file.endsWith(".css"))!;
  assert.match(await sheet.text(), /color: red/);
  const { stdout } = Bun.spawnSync([process.execPath, path.join(outdir, "entry.js")]);
  assert.strictEqual(stdout.toString(), "text string 1 2\n");
});
