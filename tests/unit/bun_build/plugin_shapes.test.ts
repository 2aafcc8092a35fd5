// Plugins of esbuild's and Rollup's shapes in `Bun.build`, as https://esbuild.github.io/plugins/ and
// https://rollupjs.org/plugin-development/ define their hooks.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "plugin-shapes-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

/** Builds `main.ts` of some files in memory. */
async function build(files: Record<string, string>, plugins: object[], options: object = {}): Promise<Bun.BuildOutput> {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) fs.writeFileSync(path.join(place, name), text);
  const entrypoints = [path.join(place, "main.ts")];
  return Bun.build({ entrypoints, plugins, target: "bun", ...options } as Bun.BuildConfig);
}

/** What the bundle's default export is. */
async function run(output: Bun.BuildOutput): Promise<unknown> {
  const file = path.join(folder, `out-${Math.random()}.mjs`);
  fs.writeFileSync(file, await output.outputs[0]!.text());
  return (await import(file)).default;
}

test("esbuild: pluginData goes from onResolve to onLoad and to imports of the module", async () => {
  const seen: unknown[] = [];
  const plugin = {
    name: "data",
    setup(build: any) {
      build.onResolve({ filter: /^first$/ }, () => ({ path: "first", namespace: "data", pluginData: { level: 1 } }));
      build.onResolve({ filter: /^second$/ }, ({ pluginData }: any) => {
        seen.push(pluginData);
        return { path: "second", namespace: "data", pluginData: { level: pluginData.level + 1 } };
      });
      build.onLoad({ filter: /.*/, namespace: "data" }, ({ path, pluginData }: any) => ({
        contents: path === "first" ? `export { default } from "second"` : `export default ${pluginData.level}`,
        loader: "js",
      }));
    },
  };
  assert.strictEqual(await run(await build({ "main.ts": `export { default } from "first"` }, [plugin])), 2);
  assert.deepStrictEqual(seen, [{ level: 1 }]);
});

test("esbuild: build.resolve finds what plugins and the resolver find, and says when nothing is", async () => {
  const results: any[] = [];
  const plugin = {
    name: "resolve",
    setup(build: any) {
      build.onResolve({ filter: /^other$/ }, () => ({ path: "other", namespace: "virtual", external: true }));
      build.onResolve({ filter: /^all$/ }, async ({ resolveDir, kind }: any) => {
        for (const name of ["./real", "other", "./gone"]) results.push(await build.resolve(name, { resolveDir, kind }));
        return { path: results[0].path };
      });
    },
  };
  const output = await build({ "main.ts": `export { default } from "all"`, "real.ts": "export default 'real'" }, [
    plugin,
  ]);
  assert.strictEqual(await run(output), "real");
  const shown = results.map(({ path: found, namespace, external, errors }) => ({
    found: path.basename(found),
    namespace,
    external,
    errors: errors.length,
  }));
  assert.deepStrictEqual(shown, [
    { found: "real.ts", namespace: "file", external: false, errors: 0 },
    { found: "other", namespace: "virtual", external: true, errors: 0 },
    { found: "", namespace: "file", external: false, errors: 1 },
  ]);
});

test("esbuild: warnings of hooks are logs, errors of hooks fail with their place, and onEnd gets both", async () => {
  let ended: any;
  const plugin = (result: object) => ({
    name: "notes",
    setup(build: any) {
      build.onLoad({ filter: /\.note$/ }, () => result);
      build.onEnd((given: any) => void (ended = given));
    },
  });
  const files = { "main.ts": `export { default } from "./a.note"`, "a.note": "" };
  const location = { file: "a.note", line: 3, column: 4, lineText: "abc" };
  const warned = await build(files, [
    plugin({ contents: "export default 1", loader: "js", warnings: [{ text: "careful", location }] }),
  ]);
  assert.deepStrictEqual(
    warned.logs.map(({ level, message, position }) => [level, message, position?.file, position?.line]),
    [["warn", "careful", "a.note", 3]],
  );
  assert.strictEqual(ended.warnings.length, 1);
  const failed = await build(files, [plugin({ errors: [{ text: "broken", location }] })], { throw: false });
  assert.strictEqual(failed.success, false);
  assert.match(failed.logs[0]!.message, /a\.note:3:5: broken/);
});

test("esbuild: errors that onStart or onEnd return fail the build", async () => {
  for (const hook of ["onStart", "onEnd"]) {
    const plugin = {
      name: "returns",
      setup: (build: any) =>
        build[hook](() => ({ errors: [{ text: `of ${hook}`, location: { file: "a", line: 2 } }] })),
    };
    await assert.rejects(build({ "main.ts": "export default 1" }, [plugin]), { message: `a:2:1: of ${hook}` });
  }
});

test("Rollup: every transform sees what the one before it made, in the order that they ask for", async () => {
  const append = (name: string, order?: string) => ({
    name,
    transform: { order, handler: (code: string) => code.replace('"', `"${name}`) },
  });
  const output = await build({ "main.ts": 'export default "";' }, [
    append("a"),
    append("b", "pre"),
    append("c", "post"),
  ]);
  assert.strictEqual(await run(output), "cab");
});

test("Rollup: filters of hooks", async () => {
  const calls: string[] = [];
  const plugin = {
    name: "filters",
    resolveId: { filter: { id: /^virtual:/ }, handler: (id: string) => (calls.push(id), `\0${id}`) },
    load: {
      filter: { id: { include: [/^\0virtual:/], exclude: /none/ } },
      handler: (id: string) => (calls.push(id.slice(1)), "export default 7"),
    },
    transform: { filter: { code: "MARK" }, handler: (code: string) => code.replace("MARK", "") },
  };
  const output = await build({ "main.ts": `/*MARK*/ export { default } from "virtual:x"` }, [plugin]);
  assert.strictEqual(await run(output), 7);
  assert.deepStrictEqual(calls, ["virtual:x", "virtual:x"]);
});

test("Rollup: files of another kind are what a transform makes of them, or stay files", async () => {
  const plugin = {
    name: "kinds",
    transform: (code: string, id: string) => (id.endsWith(".greet") ? `export default ${JSON.stringify(code)}` : null),
  };
  const files = {
    "main.ts": `import text from "./a.greet"; import file from "./b.bin"; export default text + typeof file;`,
    "a.greet": "hello ",
    "b.bin": "\u0001",
  };
  const output = await build(files, [plugin]);
  assert.strictEqual(await run(output), "hello string");
  assert.strictEqual(output.outputs.length, 2);
});

test("Rollup: this.resolve, emitFile, renderChunk and generateBundle", async () => {
  const plugin = {
    name: "outputs",
    async resolveId(this: any, source: string, importer: string) {
      if (source !== "alias") return null;
      return this.resolve("./real", importer);
    },
    buildEnd(this: any) {},
    renderChunk: (code: string, chunk: any) => code.replace("PLACE", `${chunk.fileName} ${chunk.isEntry}`),
    generateBundle(this: any, _options: object, bundle: any) {
      const names = Object.keys(bundle).sort();
      this.emitFile({ type: "asset", fileName: "list.json", source: JSON.stringify(names) });
      bundle["main.js"].code += "\n// generated";
    },
  };
  const output = await build({ "main.ts": `export { default } from "alias"`, "real.ts": "export default 'PLACE'" }, [
    plugin,
  ]);
  assert.strictEqual(await run(output), "main.js true");
  assert.match(await output.outputs[0]!.text(), /\/\/ generated$/);
  const list = output.outputs.find((one) => one.path.endsWith("list.json"));
  assert.strictEqual(await list!.text(), '["main.js"]');
});

// Bun 1.4.5 does the same.
test("style sheets that others import pass through plugins", async () => {
  const loaded: string[] = [];
  const plugin = {
    name: "sheets",
    setup(build: any) {
      build.onResolve({ filter: /^theme$/ }, () => ({ path: "theme", namespace: "virtual" }));
      build.onLoad({ filter: /.*/, namespace: "virtual" }, () => ({ contents: ".theme{color:red}", loader: "css" }));
      build.onLoad({ filter: /\.css$/ }, ({ path: file }: any) => {
        loaded.push(path.basename(file));
        return { contents: fs.readFileSync(file, "utf8").replace("SIZE", "3px"), loader: "css" };
      });
    },
  };
  const files = {
    "main.ts": `import "./a.css";`,
    "a.css": `@import "theme"; @import "./b.css"; .a{top:SIZE}`,
    "b.css": ".b{left:SIZE}",
  };
  const output = await build(files, [plugin], { target: "browser", minify: true });
  const sheet = output.outputs.find((one) => one.path.endsWith(".css"));
  assert.match(await sheet!.text(), /\.theme\{color:red\}\s*\.b\{left:3px\}\s*\.a\{top:3px\}/);
  assert.deepStrictEqual(loaded.sort(), ["a.css", "b.css"]);
});

test("Rollup: hooks get the options of the build", async () => {
  const seen: unknown[] = [];
  const plugin = {
    name: "options",
    options: ({ plugins }: any) => void seen.push(plugins.map((one: any) => one.name)),
    buildStart: ({ input, plugins }: any) =>
      void seen.push([input.map((one: string) => path.basename(one)), plugins[0].name]),
    generateBundle: ({ dir, format, sourcemap }: any) => void seen.push([dir, format, sourcemap]),
  };
  const outdir = path.join(folder, "options");
  await build({ "main.ts": "export default 1" }, [plugin], { outdir, sourcemap: "linked" });
  assert.deepStrictEqual(seen, [["options"], [["main.ts"], "options"], [outdir, "es", true]]);
});

test("Rollup: this.parse is a parser of the project, and getModuleInfo shares meta", async () => {
  const place = fs.mkdtempSync(path.join(folder, "parser-"));
  const parser = path.join(place, "node_modules/rollup");
  fs.mkdirSync(parser, { recursive: true });
  fs.writeFileSync(path.join(parser, "parseAst.js"), "exports.parseAst = (code) => ({ type: 'Mine', code });");
  const seen: unknown[] = [];
  const first = {
    name: "first",
    transform(this: any, code: string, id: string) {
      this.getModuleInfo(id).meta.first = this.parse(code);
    },
  };
  const second = {
    name: "second",
    transform(this: any, _code: string, id: string) {
      if (id.endsWith("main.ts")) seen.push(this.getModuleInfo(id).meta.first);
    },
  };
  const before = process.cwd();
  try {
    process.chdir(place);
    await build({ "main.ts": "export default 1" }, [first, second]);
  } finally {
    process.chdir(before);
  }
  assert.deepStrictEqual(seen, [{ type: "Mine", code: "export default 1" }]);
});

test("Rollup: the end of an id makes a style sheet of a plugin a CSS module", async () => {
  const id = path.join(folder, "Part.vue?style&lang.module.css");
  const plugin = {
    name: "part",
    resolveId: (source: string) => (source === "part" ? id : null),
    load: (given: string) => (given === id ? ".box { color: red }" : null),
    transform: () => null,
  };
  const output = await build({ "main.ts": 'import names from "part"; export default Object.keys(names);' }, [plugin]);
  assert.deepStrictEqual(await run(output), ["box"]);
});
