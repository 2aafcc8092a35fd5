// `Bun.Transpiler` as Bun 1.4.5 has it: its options, and what is wrong with them. Run with Bun or Brio.
import assert from "node:assert";
import { test } from "../harness.ts";

type Options = ConstructorParameters<typeof Bun.Transpiler>[0];

const transpiler = (options: unknown) => new Bun.Transpiler(options as Options);

/** Whether the runtime is Brio, which lacks some options. */
const isBrio = process.versions.brio !== undefined;

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
  const found = transpiler({ loader: "ts" }).scanImports("import { a } from 'a'; a; import('b'); require('c');");
  assert.deepStrictEqual(found.map(({ path, kind }) => `${kind} ${path}`).sort(), [
    "dynamic-import b",
    "import-statement a",
    "require-call c",
  ]);
  assert.throws(() => transpiler({ loader: "ts" }).scanImports("import {"), { name: "BuildMessage" });
});

test("what is missing in Brio and changes programs is an error", () => {
  if (!isBrio) return;
  const missing = { code: "ERR_METHOD_NOT_IMPLEMENTED" };
  assert.throws(() => transpiler({ exports: { eliminate: ["loader"] } }), missing);
  assert.throws(() => transpiler({ exports: { replace: { page: 1 } } }), missing);
  assert.throws(() => transpiler({ replMode: true }), missing);
});
