// What style sheets import and name, as Bun 1.4.5 builds them. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "style-sheet-imports-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

interface Built {
  /** Without comments and blanks. */
  css: string;
  text: string;
  files: string[];
  errors: string[];
}

/** Builds the first of the files. */
async function built(files: Record<string, string | Uint8Array>, options: object = {}): Promise<Built> {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, contents] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), contents);
  }
  const outdir = path.join(place, "out");
  const entrypoints = [path.join(place, Object.keys(files)[0]!)];
  const result = await Bun.build({ entrypoints, outdir, throw: false, ...options } as never);
  const errors = result.logs.map((log) => log.message);
  if (!result.success) return { css: "", text: "", files: [], errors };
  const text = await result.outputs.find((output) => output.path.endsWith(".css"))!.text();
  const css = text.replace(/\/\*[^]*?\*\//g, "").replace(/\s+|;(?=\s*\})/g, "");
  return { css, text, files: fs.readdirSync(outdir).sort(), errors };
}

const RED = { "red.css": "a { color: red }" };

test("an import keeps its layer, its features and its media", async () => {
  const cases: [condition: string, css: string][] = [
    ["print", "@mediaprint{a{color:red}}"],
    ["layer(one)", "@layerone{a{color:red}}"],
    ["layer", "@layer{a{color:red}}"],
    ["supports(display: flex)", "@supports(display:flex){a{color:red}}"],
    ["layer(one) supports(display: flex) screen", "@mediascreen{@supports(display:flex){@layerone{a{color:red}}}}"],
  ];
  for (const [condition, css] of cases) {
    const { css: actual, errors } = await built({ "a.css": `@import "./red.css" ${condition};`, ...RED });
    assert.strictEqual(actual, css, `${condition} ${errors.join()}`);
  }
});

test("conditions of imports are inside of those of their importers", async () => {
  const files = {
    "a.css": '@import "./b.css" layer(outer); @import "./b.css" not print;',
    "b.css": '@import "./red.css" layer(inner); @import "./red.css" screen;',
    ...RED,
  };
  const { css, errors } = await built(files);
  const expected = [
    "@layerouter{@layerinner{a{color:red}}}",
    "@layerouter{@mediascreen{a{color:red}}}",
    "@medianotprint{@layerinner{a{color:red}}}",
    "@medianotprint{@mediascreen{a{color:red}}}",
  ];
  for (const rules of expected) assert.ok(css.includes(rules), `${rules} in ${css} ${errors.join()}`);
});

test("a sheet that several import is where its last import is", async () => {
  const { css } = await built({
    "a.css": '@import "./b.css"; @import "./c.css"; .a { top: 0 }',
    "b.css": '@import "./d.css"; .b { top: 0 }',
    "c.css": '@import "./d.css"; .c { top: 0 }',
    "d.css": ".d { top: 0 }",
  });
  assert.strictEqual(css, ".b{top:0}.d{top:0}.c{top:0}.a{top:0}");
});

test("a sheet that has several paths is one", async () => {
  const source = '@import "./b.css"; @import "./c/../b.css"; @import "./c/../././b.css";';
  const { css, text } = await built({ "a.css": source, "b.css": ".b { top: 0 }", "c/d.css": "" });
  assert.strictEqual(css, ".b{top:0}");
  assert.ok(!text.includes("/./"), text);
});

test("sheets that import each other end", async () => {
  const { css } = await built({
    "a.css": '@import "./b.css"; .a { top: 0 }',
    "b.css": '@import "./a.css" print; @import "./b.css"; .b { top: 0 }',
  });
  assert.strictEqual(css, ".b{top:0}.a{top:0}");
});

test("layers stay in their order when a sheet is imported again", async () => {
  const { css } = await built({
    "a.css": '@import "./b.css" layer(b); @import "./c.css" layer(c); @import "./b.css" layer(b);',
    "b.css": ".b { top: 0 }",
    "c.css": ".c { top: 0 }",
  });
  assert.strictEqual(css, "@layerb;@layerc{.c{top:0}}@layerb{.b{top:0}}");
});

test("imports of other sites come first, with their conditions", async () => {
  const { css, errors } = await built({
    "a.css": '@import "./red.css"; @import "https://a.test/b.css" layer(x) print; @import "https://a.test/c.css";',
    ...RED,
  });
  const expected = '@import"https://a.test/b.css"layer(x)print;@import"https://a.test/c.css";a{color:red}';
  assert.strictEqual(css, expected, errors.join());
});

test("an external sheet stays an import, and an external file an address", async () => {
  const { css, errors } = await built(
    { "a.css": '@import "./gone.css"; @import "./red.css"; b { background: url("./gone.png") }', ...RED },
    { external: ["*gone.css", "*gone.png"] },
  );
  assert.match(css, /^@import"\.\/gone\.css";a\{color:red\}b\{background:url\("?\.\/gone\.png"?\)\}$/, errors.join());
});

test("the comments say which files the rules are of", async () => {
  const { text } = await built({ "a.css": '@import "./red.css"; b { top: 0 }', ...RED });
  assert.match(text, /\/\* .*red\.css \*\/\na \{\n {2}color: red;\n\}\n\n\/\* .*a\.css \*\/\nb \{/);
});

test("a small file is part of the sheet, a large one is a file", async () => {
  const { css, files } = await built({
    "a.css": "a { background: url(./small.png) } b { background: url(./large.png) }",
    "small.png": new Uint8Array([0x89, 0x50, 0x4e, 0x47]),
    "large.png": new Uint8Array((128 << 10) + 1),
  });
  assert.match(css, /^a\{background:url\("?data:image\/png;base64,iVBORw=="?\)\}/);
  assert.match(css, /b\{background:url\("?\.\/large-\w+\.png"?\)\}$/);
  assert.strictEqual(files.length, 2);
});

test("a file of a package is found, one beside the sheet first", async () => {
  const { css, errors } = await built({
    "a.css": "a { background: url(b/1.txt) } b { background: url(c/2.txt) }",
    "b/1.txt": "own",
    "node_modules/b/1.txt": "other",
    "node_modules/c/2.txt": "two",
  });
  assert.ok(css.includes("base64,b3du") && css.includes("base64,dHdv"), css + errors.join());
});

test("all files that are missing are errors", async () => {
  const { errors } = await built({ "a.css": "a { background: url(./one.png) }\nb { background: url('./two.png') }" });
  assert.deepStrictEqual(errors, ['Could not resolve: "./one.png"', 'Could not resolve: "./two.png"']);
  const missing = await built({ "a.css": '@import "./gone.css";' });
  assert.deepStrictEqual(missing.errors, ['Could not resolve: "./gone.css"']);
});

test("a style sheet that imports a script is an error", async () => {
  const { errors } = await built({ "a.css": '@import "./b.ts";', "b.ts": "export {}" });
  assert.deepStrictEqual(errors, ['Cannot import a ".ts" file into a CSS file']);
});

test("fragments, data URLs and addresses of servers stay", async () => {
  const source = 'a { fill: url(#b); src: url("data:x,y"); background: url(//a.test/b.png) }';
  const { css, errors } = await built({ "a.css": source });
  assert.strictEqual(errors.length, 0, errors.join());
  assert.match(css, /url\("?#b"?\).*url\("?data:x,y"?\).*url\("?\/\/a\.test\/b\.png"?\)/);
});
