// `Bun.build` as Bun 1.4.5 has it. Run with Bun or Brio.
import assert from "node:assert";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bun-build-"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

function write(files: Record<string, string>): string {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
  }
  return place;
}

/** What a bundle prints. */
async function printed(file: string): Promise<string> {
  const child = Bun.spawn([process.execPath, file], { stderr: "inherit" });
  return new Response(child.stdout).text();
}

test("a bundle is written, and prints what its sources print", async () => {
  const place = write({
    "main.ts": "import { b } from './b'; import data from './d.toml'; console.log(b(20), data.x);",
    "b.ts": "export const b = (x: number) => x + 1;",
    "d.toml": "x = [1, 2]",
  });
  const result = await Bun.build({ entrypoints: [`${place}/main.ts`], outdir: `${place}/out`, target: "bun" });
  assert.strictEqual(result.success, true);
  assert.strictEqual(result.outputs.length, 1);
  const [output] = result.outputs;
  assert.strictEqual(output!.kind, "entry-point");
  assert.strictEqual(output!.path, `${place}/out/main.js`);
  assert.strictEqual(await printed(output!.path), "21 [ 1, 2 ]\n");
});

test("without a folder the outputs are Blobs", async () => {
  const place = write({ "main.ts": "console.log('hi' as string);" });
  const result = await Bun.build({ entrypoints: [`${place}/main.ts`], minify: true });
  const [output] = result.outputs;
  assert.ok(output!.size > 0);
  assert.match(await output!.text(), /console\.log\(["'`]hi["'`]\)/);
  assert.strictEqual(output!.type.split(";")[0], "text/javascript");
  assert.deepStrictEqual(fs.readdirSync(place), ["main.ts"]);
});

test("plugins resolve and load", async () => {
  const place = write({
    "main.ts": "import x from 'virtual:x'; import y from './y.txt'; console.log(x, y);",
    "y.txt": "no",
  });
  const seen: string[] = [];
  const result = await Bun.build({
    entrypoints: [`${place}/main.ts`],
    outdir: `${place}/out`,
    target: "bun",
    plugins: [
      {
        name: "virtual",
        setup(build) {
          build.onResolve({ filter: /^virtual:/ }, (args) => {
            seen.push(`${args.path} ${args.kind} ${path.basename(args.importer)}`);
            return { path: args.path.slice(8), namespace: "virtual" };
          });
          build.onLoad({ filter: /.*/, namespace: "virtual" }, (args) => ({
            contents: `export default ${JSON.stringify(args.path)} as string`,
            loader: "ts",
          }));
          build.onLoad({ filter: /\.txt$/ }, async () => ({ contents: "export default 'text'", loader: "js" }));
        },
      },
    ],
  });
  assert.deepStrictEqual(seen, ["virtual:x import-statement main.ts"]);
  assert.strictEqual(await printed(result.outputs[0]!.path), "x text\n");
});

test("a plugin that throws fails the build", async () => {
  const place = write({ "main.ts": "import './a.special';", "a.special": "" });
  const plugin = {
    name: "broken",
    setup(build: Bun.PluginBuilder) {
      build.onLoad({ filter: /\.special$/ }, () => {
        throw new Error("out of order");
      });
    },
  };
  await assert.rejects(Bun.build({ entrypoints: [`${place}/main.ts`], plugins: [plugin] }), (error: AggregateError) => {
    assert.ok(error instanceof AggregateError);
    assert.match(`${error.errors.map((one) => one.message)}`, /out of order/);
    return true;
  });
});

test("what is not found is reported with its place", async () => {
  const place = write({ "main.ts": "const a = 1;\nimport x from './missing';\nconsole.log(a, x);" });
  const result = await Bun.build({ entrypoints: [`${place}/main.ts`], throw: false });
  assert.strictEqual(result.success, false);
  const log = result.logs[0] as { level: string; message: string; position: { line: number; file: string } };
  assert.strictEqual(log.level, "error");
  assert.match(log.message, /missing/);
  assert.strictEqual(log.position.line, 2);
  assert.match(log.position.file, /main\.ts$/);
});

test("a failed build rejects with every error", async () => {
  const place = write({ "main.ts": "import './a'; import './b';" });
  await assert.rejects(Bun.build({ entrypoints: [`${place}/main.ts`] }), (error: AggregateError) => {
    assert.strictEqual(error.message, "Bundle failed");
    assert.strictEqual(error.errors.length, 2);
    return true;
  });
});

test("define, external, banner and naming", async () => {
  const place = write({ "main.ts": "import fs from 'node:fs'; console.log(VERSION, typeof fs.readFileSync);" });
  const result = await Bun.build({
    entrypoints: [`${place}/main.ts`],
    outdir: `${place}/out`,
    target: "node",
    define: { VERSION: '"1.2"' },
    banner: "// banner",
    naming: "[name]-x.[ext]",
  });
  const [output] = result.outputs;
  assert.strictEqual(path.basename(output!.path), "main-x.js");
  assert.ok((await output!.text()).includes("// banner"));
  assert.strictEqual(await printed(output!.path), "1.2 function\n");
});

test("code is split at import()", async () => {
  const place = write({
    "a.ts": "import { s } from './shared'; console.log(s, (await import('./later')).default);",
    "b.ts": "import { s } from './shared'; console.log(s);",
    "shared.ts": "export const s = 'shared';",
    "later.ts": "export default 'later';",
  });
  const entrypoints = [`${place}/a.ts`, `${place}/b.ts`];
  const result = await Bun.build({ entrypoints, outdir: `${place}/out`, splitting: true, target: "bun" });
  const kinds = result.outputs.map((output) => output.kind);
  assert.strictEqual(kinds.filter((kind) => kind === "entry-point").length, 2);
  assert.ok(kinds.includes("chunk"));
  assert.strictEqual(await printed(`${place}/out/a.js`), "shared later\n");
  assert.strictEqual(await printed(`${place}/out/b.js`), "shared\n");
});

test("source maps stand beside or in the output", async () => {
  const place = write({ "main.ts": "export const a: number = 1;" });
  const entrypoints = [`${place}/main.ts`];
  const linked = await Bun.build({ entrypoints, outdir: `${place}/out`, sourcemap: "linked" });
  assert.ok(linked.outputs.some((output) => output.kind === "sourcemap"));
  assert.match(await linked.outputs[0]!.text(), /sourceMappingURL=main\.js\.map/);
  assert.strictEqual(linked.outputs[0]!.sourcemap?.kind, "sourcemap");
  const inline = await Bun.build({ entrypoints, sourcemap: "inline" });
  assert.match(await inline.outputs[0]!.text(), /sourceMappingURL=data:application\/json/);
});

test("options that do not fit are refused", () => {
  assert.throws(() => Bun.build({ entrypoints: ["a.ts"], target: "moon" as "bun" }), TypeError);
  assert.throws(() => Bun.build({ entrypoints: ["a.ts"], format: "umd" as "esm" }), TypeError);
  assert.throws(() => Bun.build({} as Bun.BuildConfig), TypeError);
});

test("a transpiler strips types, and lists imports and exports", () => {
  const transpiler = new Bun.Transpiler({ loader: "ts" });
  assert.match(transpiler.transformSync("export const a: number = 1;"), /^export const a = 1;\s*$/);
  const found = transpiler.scan("import a from 'b'; export const c = 1; import('d'); console.log(a)");
  assert.deepStrictEqual(found.exports, ["c"]);
  assert.deepStrictEqual(
    found.imports.map((one) => [one.path, one.kind]),
    [
      ["b", "import-statement"],
      ["d", "dynamic-import"],
    ],
  );
});

test("metadata of decorators reads imported interfaces, and classes that are defined later", async () => {
  const place = write({
    "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }',
    "reflect.ts": `Object.assign(Reflect, { metadata: (key, value) => () => {
      console.log(key, [value].flat().map((type) => type?.name ?? "none").join());
    } });
    export const seen: any = () => {};`,
    "shape.ts": "export interface Shape { size: number }\nexport class Other {}",
    "user.ts": `import { seen } from "./reflect.ts";
    import { Article } from "./article.ts";
    import { Shape, Other } from "./shape.ts";
    @seen export class User { constructor(shape: Shape, other: Other) {} @seen article: Article; }`,
    "article.ts": `import { seen } from "./reflect.ts";
    import { User } from "./user.ts";
    export class Article { @seen author: User; }`,
    "main.ts": 'import { User } from "./user.ts"; new User({ size: 1 }, {});',
  });
  const result = await Bun.build({ entrypoints: [`${place}/main.ts`], outdir: `${place}/out`, target: "bun" });
  assert.deepStrictEqual([result.success, result.logs.length], [true, 0]);
  // What TypeScript's CommonJS modules print.
  assert.strictEqual(
    await printed(result.outputs[0]!.path),
    "design:type none\ndesign:type Article\ndesign:paramtypes Object,Other\n",
  );
});

// Bun 1.4.5 fails: the interface is no export.
test("metadata reads an interface that only a package's declarations have, without a warning", async () => {
  const place = write({
    "tsconfig.json": '{ "compilerOptions": { "experimentalDecorators": true, "emitDecoratorMetadata": true } }',
    "main.ts": `import { log, Logger } from "logger";
    Object.assign(Reflect, { metadata: (key, value) => () => log(key, [value].flat().map((type) => type.name).join()) });
    const seen: any = () => {};
    @seen class User { constructor(logger: Logger) {} }`,
    "node_modules/logger/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/logger/index.js": "export const log = console.log;",
  });
  const outdir = `${place}/out`;
  const options = { entrypoints: [`${place}/main.ts`], outdir, target: "bun", throw: false };
  const { success, logs } = await Bun.build(options as Bun.BuildConfig);
  if (process.versions["brio"] === undefined) return;
  assert.deepStrictEqual([success, logs.length], [true, 0]);
  // What TypeScript's CommonJS modules print.
  assert.strictEqual(await printed(`${outdir}/main.js`), "design:paramtypes Object\n");
  // The same from the folder of the sources.
  const command = Bun.spawn([process.execPath, "build", "main.ts"], { cwd: place, stderr: "pipe", stdout: "ignore" });
  assert.strictEqual(await new Response(command.stderr).text(), "");
});

test("a warning about a source with decorators shows the place in it, wherever it is", async () => {
  const place = write({
    "main.ts": `import * as library from "library";
const seen: any = () => {};
interface Shape {
  size: number;

  color: string;
}
@seen export class User {
  name() { return (library as any).missing; }
}`,
    "node_modules/library/package.json": '{ "type": "module", "exports": "./index.js" }',
    "node_modules/library/index.js": "export const log = 1;",
  });
  const { logs } = await Bun.build({ entrypoints: [`${place}/main.ts`], target: "bun" });
  assert.deepStrictEqual(
    logs.map(({ message, position }) => [/missing/.test(message), position?.line]),
    [[true, 9]],
  );
});

test("a path of onResolve that is not a string is an error", async () => {
  const place = write({ "main.ts": "export {};" });
  const build = (path: unknown): Promise<Bun.BuildOutput> => {
    const plugin = {
      name: "paths",
      setup: (builder: Bun.PluginBuilder) => void builder.onResolve({ filter: /main/ }, () => ({ path }) as never),
    };
    return Bun.build({ entrypoints: [`${place}/main.ts`], plugins: [plugin], throw: false });
  };
  for (const path of [null, 5, {}, true]) {
    const { success, logs } = await build(path);
    const message = "onResolve plugins 'path' field must be a string if provided";
    assert.deepStrictEqual([success, logs.map((log) => log.message)], [false, [message]]);
  }
  for (const path of [undefined, ""]) assert.strictEqual((await build(path)).success, true);
});

test("features of bun:bundle are replaced, and what is off is left out", async () => {
  const place = write({
    "main.ts":
      "import { feature } from 'bun:bundle'; if (feature('ON')) console.log('on'); if (feature('OFF')) console.log('not in it'); console.log(feature('OFF') ? 1 : 2);",
  });
  const entrypoints = [`${place}/main.ts`];
  const options = { entrypoints, outdir: `${place}/out`, target: "bun", features: ["ON"] };
  const { outputs } = await Bun.build(options as Bun.BuildConfig);
  assert.doesNotMatch(await outputs[0]!.text(), /not in it|bun:bundle/);
  assert.strictEqual(await printed(outputs[0]!.path), "on\n2\n");
  const child = Bun.spawn([process.execPath, "--feature", "OFF", entrypoints[0]!], { stderr: "inherit" });
  assert.strictEqual(await new Response(child.stdout).text(), "not in it\n1\n");
});

test("the metafile counts the bytes of modules after they are minified", async () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const place = write({
    "main.ts": "import { f } from './long'; import data from './data.json'; console.log(f(1), data);",
    "long.ts": `/* ${"a long comment ".repeat(100)}*/ export function f(someLongParameterName: number) {
      const anotherLongName = someLongParameterName * Number(process.argv.length); return anotherLongName; }`,
    "data.json": JSON.stringify({ a: numbers }),
  });
  const result = await Bun.build({
    entrypoints: [`${place}/main.ts`],
    minify: true,
    metafile: true,
    target: "bun",
  });
  const [output] = Object.values(result.metafile!.outputs);
  const bytes = Object.entries(output!.inputs).map(
    ([name, { bytesInOutput }]) => [path.basename(name), bytesInOutput] as const,
  );
  const bytesOf = (name: string) => bytes.find(([one]) => one === name)?.[1] ?? 0;
  assert.ok(bytesOf("long.ts") > 20 && bytesOf("long.ts") < 100, String(bytesOf("long.ts")));
  assert.ok(bytesOf("data.json") >= numbers.join().length && bytesOf("data.json") < 250, String(bytesOf("data.json")));
  const total = bytes.reduce((sum, [, count]) => sum + count, 0);
  assert.ok(total <= output!.bytes && total > output!.bytes / 2, `${total} of ${output!.bytes}`);
});
