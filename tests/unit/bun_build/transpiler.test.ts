// `Bun.Transpiler` as Bun 1.4.5 has it: its options, and what is wrong with them. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

type Options = ConstructorParameters<typeof Bun.Transpiler>[0];

const transpiler = (options: unknown) => new Bun.Transpiler(options as Options);

function invalid(name: string, options: unknown, message: RegExp): void {
  test(`an invalid ${name} is an error`, () => {
    assert.throws(() => transpiler(options), { name: "TypeError", code: "ERR_INVALID_ARG_TYPE", message });
  });
}

invalid("loader", { loader: "nope" }, /^invalid loader - must be js, jsx, tsx, ts, css, json,/);
invalid("type of a loader", { loader: 5 }, /^loader must be a string$/);
invalid("loader of data", { loader: "toml" }, /^only JavaScript-like loaders supported for now$/);
invalid("loader of files", { loader: "file" }, /^loader "file" is not supported in Bun.Transpiler$/);
invalid("logLevel", { logLevel: "loud" }, /^logLevel must be one of "verbose", "debug", "info", "warn", or "error"$/);
invalid("target", { target: 5 }, /^TranspilerOptions.target must be a string$/);
invalid("define", { define: 5 }, /^define must be an object$/);
invalid("value of define", { define: { a: 5 } }, /^define "a" must be a JSON string$/);
invalid("minify", { minify: 5 }, /^TranspilerMinifyOptions must be an object$/);
invalid("exports", { exports: 5 }, /^TranspilerExports must be an object$/);
invalid("exports.eliminate", { exports: { eliminate: 5 } }, /^exports.eliminate must be an array$/);
invalid("exports.replace", { exports: { replace: 5 } }, /^replace must be an object$/);
invalid(
  "name in exports.replace",
  { exports: { replace: { "1a": 2 } } },
  /^"1a" is not a valid ECMAScript identifier$/,
);
invalid("value of exports.replace", { exports: { replace: { a: {} } } }, /^exports.replace values can only be string,/);
invalid("macro", { macro: 5 }, /^macro must be an object$/);
invalid("argument", 5, /^Expected an object$/);

test("null and unknown names are no options", () => {
  assert.strictEqual(transpiler(null).transformSync("a;"), "a;\n");
  assert.strictEqual(transpiler({ loader: null, target: "other", minify: null }).transformSync("a;"), "a;\n");
});

test("invalid code is an error with the name of the method", () => {
  for (const method of ["transformSync", "transform", "scan", "scanImports"] as const)
    assert.throws(() => (transpiler({})[method] as (code: unknown) => unknown)(5), {
      name: "TypeError",
      message: `Expected code to be a string or Uint8Array for '${method}'.`,
    });
});

test("bytes are source", async () => {
  const bytes = new TextEncoder().encode("let a: number = 1;");
  assert.strictEqual(transpiler({ loader: "ts" }).transformSync(bytes), "let a = 1;\n");
  assert.strictEqual(await transpiler({ loader: "ts" }).transform(bytes), "let a = 1;\n");
});

test("a second argument that is an object is not a loader", () => {
  const transform = transpiler({ loader: "ts" }).transformSync as unknown as (code: string, context: object) => string;
  assert.strictEqual(transform.call(transpiler({ loader: "ts" }), "let a: number;", {}), "let a;\n");
});

test("minify has parts, which need not be booleans", () => {
  const code = transpiler({ minify: { whitespace: 1 } }).transformSync("export const first = 1;\n\ncall(first);");
  assert.strictEqual(code.trim(), "export const first=1;call(first);");
});

/** Bun's types do not know loaders of data. */
function transform(code: string, loader: string): string {
  return transpiler({}).transformSync(code, loader as "js");
}

test("data becomes a module", async () => {
  const load = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`);
  const module = await load(transform('{ "a": 1, "b c": [true], "default": 3 }', "json"));
  assert.strictEqual(module.a, 1);
  assert.deepStrictEqual({ ...module.default }, { a: 1, "b c": [true], default: 3 });
  assert.strictEqual(transform("it's `${text}`", "text"), 'export default "it\'s `${text}`";\n');
  assert.deepStrictEqual({ ...(await load(transform("[b]\nc = 'x'", "toml"))).b }, { c: "x" });
  const document = await load(transform("<a b='1'><c>2</c></a>", "xml"));
  assert.deepStrictEqual(document.a, { "@b": "1", c: "2" });
  assert.strictEqual(document.default.a, document.a);
  assert.strictEqual((await load(transform("# `x` ${y}", "md"))).default, "<h1><code>x</code> ${y}</h1>\n");
});

test("tsconfig chooses the functions of JSX", () => {
  const compilerOptions = { jsx: "react", jsxFactory: "h", jsxFragmentFactory: "Fragment" };
  for (const tsconfig of [{ compilerOptions }, JSON.stringify({ compilerOptions })]) {
    const code = transpiler({ loader: "tsx", tsconfig }).transformSync("export const x = <><a b='c'/></>;");
    assert.strictEqual(
      code.replace("/* @__PURE__ */ h(F", "h(F").replace("/* @__PURE__ */ ", "").replace(/\s+/g, " ").trim(),
      'export const x = h(Fragment, null, h("a", { b: "c" }));',
    );
  }
});

test("a syntax error has its place, whatever tsconfig says", () => {
  for (const jsx of ["react", "react-jsx"]) {
    const tsconfig = { compilerOptions: { jsx, jsxFactory: "h", jsxImportSource: "preact" } };
    assert.throws(
      () => transpiler({ loader: "tsx", tsconfig }).transformSync("export const x = = 5"),
      (error: { name: string; position: { line: number; column: number; lineText: string } }) => {
        assert.strictEqual(error.name, "BuildMessage");
        const { line, column, lineText } = error.position;
        assert.deepStrictEqual({ line, column, lineText }, { line: 1, column: 18, lineText: "export const x = = 5" });
        return true;
      },
    );
  }
});

test("scanImports lists what is imported, and throws a BuildMessage for a syntax error", () => {
  const source = `import { a } from 'a'; a; require('c'); import('b'); require.resolve('d'); require(\`e\`); export * from 'a';
import type T from 't'; import { type U } from 'u'; export { type V } from 'v'; import f = require('f'); f;`;
  const found = transpiler({ loader: "ts" }).scanImports(source);
  assert.deepStrictEqual(
    found.map(({ path, kind }) => `${kind} ${path}`),
    [
      "import-statement a",
      "require-call c",
      "dynamic-import b",
      "require-call e",
      "import-statement a",
      "require-call f",
    ],
  );
  assert.throws(() => transpiler({ loader: "ts" }).scanImports("import {"), { name: "BuildMessage" });
});

test("scan has exports by name, statements before other imports, and no calls of require", () => {
  const source = `import('b'); require('c'); require.resolve('d'); import 'a'; export const z = 1, y = 2;
export default z; export enum E {} export interface I {} export type { I as J }; export declare const q: 1; export { z as x };`;
  assert.deepStrictEqual(transpiler({ loader: "ts" }).scan(source), {
    imports: [
      { kind: "import-statement", path: "a" },
      { kind: "dynamic-import", path: "b" },
      { kind: "require-resolve", path: "d" },
    ],
    exports: ["E", "default", "x", "y", "z"],
  });
});

/** Code in one line, with the blanks and quotes that Brio writes. */
const compact = (code: string) => code.replace(/\s+/g, " ").replaceAll('import"', 'import "').trim();

test("imports that nothing refers to stay unless trimUnusedImports removes them", () => {
  const source = `import a from "a"; import { b, c as d } from "b"; import * as e from "e"; import "g"; import h, { i } from "h";
import {} from "j"; b(); i();`;
  for (const loader of ["js", "ts", "jsx", "tsx"]) {
    const all = compact(transpiler({ loader }).transformSync(source));
    for (const name of ["a from", "c as d", "* as e", "h,"]) assert.ok(all.includes(name), `${loader} ${name}`);
    assert.strictEqual(
      compact(transpiler({ loader, trimUnusedImports: true }).transformSync(source)),
      'import { b } from "b"; import "g"; import { i } from "h"; import "j"; b(); i();',
    );
  }
});

test("imports of types are left out, those that only types use stay", () => {
  const source = `import { type A, b } from "a"; import { type C } from "c"; import type { D } from "d"; import { E } from "e";
export { type F } from "f"; let q: E;`;
  assert.strictEqual(
    compact(transpiler({ loader: "ts" }).transformSync(source)),
    'import { b } from "a"; import { E } from "e"; let q;',
  );
});

const EXPORTS = `import { b } from "a"; import * as c from "c"; import "side"; import { f } from "e"; import unused from "u";
export const loader = async () => b(1); export function action() { return c.x; } export default function Page() { f(); }
export class K {} export let v = 1, w = 2; const q = 5; export { q as qq };`;

/** The statements of a source that has been transformed, sorted: Bun puts functions first. */
function statements(options: object): string[] {
  const code = compact(transpiler({ loader: "ts", ...options }).transformSync(EXPORTS));
  return code
    .replaceAll(/ (?=export|import|const q)/g, "\n")
    .split("\n")
    .sort();
}

test("exports.eliminate leaves out exports and what only they import", () => {
  const rest = ["const q = 5;", "export default function Page() { f(); }", "export let w = 2;", "export { q as qq };"];
  const expected = [...rest, 'import "side";', 'import { f } from "e";'].sort();
  assert.deepStrictEqual(
    statements({ exports: { eliminate: ["loader", "action", "K", "v", "qq", "none"] } }),
    expected,
  );
  const { imports, exports } = transpiler({ loader: "ts", exports: { eliminate: ["loader", "default"] } }).scan(
    EXPORTS,
  );
  assert.deepStrictEqual(exports, ["K", "action", "qq", "v", "w"]);
  assert.deepStrictEqual(
    imports.map(({ path }) => path),
    ["c", "side"],
  );
});

test("exports.replace gives exports other values and names", () => {
  const replace = { loader: 5, action: 's"', default: true, v: null, w: ["x", -7.5], K: undefined };
  const found = statements({ exports: { replace } }).map((one) =>
    one.replace("'s\"'", '"s\\""').replace("void 0", "undefined"),
  );
  // Bun keeps imports of values that are replaced.
  assert.deepStrictEqual(
    found.filter((one) => !one.startsWith("import {")),
    [
      "const q = 5;",
      "export const loader = 5;",
      "export default true;",
      "export let v = null;",
      "export let x = -7.5;",
      "export var K = undefined;",
      'export var action = "s\\"";',
      "export { q as qq };",
      'import "side";',
    ].sort(),
  );
});

/** What a source in TypeScript with decorators says of itself when it runs. */
async function said(source: string, compilerOptions?: object): Promise<unknown> {
  const code = transpiler({ loader: "ts", tsconfig: { compilerOptions } }).transformSync(source);
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "transpiler-"));
  try {
    const file = path.join(folder, "module.mjs");
    fs.writeFileSync(file, code);
    return ((await import(file)) as { said: unknown }).said;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
}

test("decorators of TypeScript are called, with metadata if tsconfig wants it", async () => {
  const source = `export const said: unknown[] = [];
Reflect.metadata = (key: string, value: unknown) => () => void said.push(key, [value].flat().map((one: any) => one.name));
const p = (target: object, key: string, index?: number) => void said.push(key, typeof index);
@((c: Function) => void said.push(c.name)) class A { @p x: string = "a"; constructor(private y: number) {} go(@p z: Date): boolean { return true } }
said.push(Object.keys(new A(1)).sort().join());`;
  assert.deepStrictEqual(await said(source, { experimentalDecorators: true }), [
    ...["x", "undefined", "go", "number", "A", "x,y"],
  ]);
  const metadata = await said(source, { experimentalDecorators: true, emitDecoratorMetadata: true });
  assert.deepStrictEqual((metadata as unknown[]).slice(0, 4), ["design:type", ["String"], "x", "undefined"]);
});

test("decorators of the standard are called", async () => {
  const source = `export const said: unknown[] = [];
const d = (value: unknown, { kind, name }: { kind: string; name: string }) => void said.push(kind, name);
@d class A { @d x = 1; @d static go() {} @d accessor y = 2; }`;
  const kinds = (await said(source)) as string[];
  assert.deepStrictEqual([...kinds].sort(), ["A", "accessor", "class", "field", "go", "method", "x", "y"].sort());
});

test("comments are left out, but for those that begin with an exclamation mark", () => {
  const source = "/* a */ f(); // b\n/*! c */ g(/* d */ 1);\n//! e\nh();\n";
  const code = transpiler({}).transformSync(source);
  for (const gone of ["a */", "// b", "d */"]) assert.ok(!code.includes(gone), code);
  for (const kept of ["/*! c */", "//! e"]) assert.ok(code.includes(kept), code);
});

test("what is defined as something else than JSON or a name is a string", () => {
  const value = (text: string) => transpiler({ define: { X: text } }).transformSync("f(X);");
  assert.strictEqual(value("a.b"), "f(a.b);\n");
  assert.strictEqual(value("-1"), "f(-1);\n");
  assert.strictEqual(value('"text"'), 'f("text");\n');
  for (const text of ["a+b", "*{box-sizing:border-box}", "(x)", "typeof x", "a-b"])
    assert.strictEqual(value(text), `f(${JSON.stringify(text)});\n`);
});

test("export = is an assignment of CommonJS", () => {
  assert.strictEqual(transpiler({ loader: "ts" }).transformSync("export = 5;"), "module.exports = 5;\n");
});

const macros = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "transpiler-")));
process.on("exit", () => fs.rmSync(macros, { recursive: true, force: true }));
const macroFile = path.join(macros, "macro.js");
fs.writeFileSync(
  macroFile,
  "export const both = (a, b) => `${typeof a}${b}`; export default async () => ({ list: [1, null] });",
);

test("macros are called when a source is transformed", async () => {
  const source = `import later, { both as b } from ${JSON.stringify(macroFile)} with { type: "macro" }; f(b(1, 2), later().list.length);`;
  const calls: unknown[] = [];
  const run = (code: string) => new Function("f", code)((...args: unknown[]) => calls.push(args));
  run(transpiler({}).transformSync(source));
  run(await transpiler({}).transform(source));
  assert.deepStrictEqual(calls, [
    ["number2", 2],
    ["number2", 2],
  ]);
  assert.throws(
    () => transpiler({ macro: false }).transformSync(source),
    (error: any) => (error.errors ?? [error]).every(({ message }: Error) => message === "Macros are disabled"),
  );
});

test("the option `macro` makes macros of imported names", () => {
  const options = { macro: { library: { both: macroFile } } };
  const code = transpiler(options).transformSync("import { both, other } from 'library'; f(both('x', 3), other);");
  assert.match(code, /^import \{ other \} from ['"]library['"];\n/);
  assert.match(code, /string3/);
  assert.doesNotMatch(transpiler(options).transformSync("import { both } from 'library'; f(both(1, 1));"), /import/);
  assert.throws(() => transpiler({ macro: "hi" }), { message: "Unexpected hi" });
  assert.throws(() => transpiler({ macro: { library: "hi" } }), { message: /^Invalid macro remapping in "library"/ });
  assert.throws(() => transpiler({ macro: { a: { b: 5 } } }), { message: /^Invalid macro remapping for import "b"/ });
});

test("a source that is nested deeply does not end the process", () => {
  for (const source of [`x = ${"[".repeat(50_000)}${"]".repeat(50_000)}`, `x = ${"a + ".repeat(50_000)}a`]) {
    try {
      assert.ok(transpiler({}).transformSync(source).length > 50_000);
      transpiler({}).scan(source);
    } catch (error) {
      // Bun refuses it.
      assert.match(String(error), /Maximum call stack size exceeded/);
    }
  }
});

test("a loop that awaits is enough for a module", () => {
  for (const loader of ["js", "jsx", "ts", "tsx"]) {
    const source = "for await (const x of y) import(x); // comment";
    assert.match(transpiler({ loader }).transformSync(source), /^for await \(const x of y\)\s+import\(x\);\n$/);
    assert.strictEqual(transpiler({ loader }).scan("for await (const x of y) import('z');").imports.length, 1);
  }
});

test("an alias of a type is left out, and one of a value stays", () => {
  const source = "declare namespace N { type T = 1 }\nimport A = N.T;\nimport B = M.v;\nlet a: A = B;\nf(a);";
  const code = new Bun.Transpiler({ loader: "ts" }).transformSync(source);
  assert.match(code, /B = M\.v/);
  assert.doesNotMatch(code, /N\.T/);
});

test("classes and functions are indented by two blanks", () => {
  const code = new Bun.Transpiler({ loader: "ts" }).transformSync("class A { m(): number { return 1 } }");
  assert.ok(code.includes("\n  m() {\n    return 1;\n  }\n"), code);
});
