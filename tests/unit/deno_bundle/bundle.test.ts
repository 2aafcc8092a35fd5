// Deno.bundle. The behaviour is that of Deno 2.9.6 with --unstable-bundle; what its bundler calls things is not compared.
import assert from "node:assert";
import { readdirSync, realpathSync } from "node:fs";
import process from "node:process";
import { test } from "../harness.ts";

interface OutputFile {
  path: string;
  contents?: Uint8Array;
  hash: string;
  text(): string;
}

interface Result {
  success: boolean;
  errors: { text: string; location: { file: string; line: number; column: number } | null }[];
  warnings: unknown[];
  outputFiles?: OutputFile[] | null;
}

const { bundle } = Deno as unknown as { bundle(options: object): Promise<Result> };
const folder = realpathSync(Deno.makeTempDirSync());
globalThis.addEventListener("unload", () => Deno.removeSync(folder, { recursive: true }));
const file = (name: string, source: string): string => {
  Deno.writeTextFileSync(`${folder}/${name}`, source);
  return `${folder}/${name}`;
};
const part = file("part.ts", "export const greet = (name: string): string => `hello ${name}`;\n");
const entry = file("main.ts", 'import { greet } from "./part.ts";\nconsole.log(greet("world"));\n');

test("bundles in memory when no output is named", async () => {
  const result = await bundle({ entrypoints: [entry] });
  assert.deepStrictEqual([result.success, result.errors, result.warnings], [true, [], []]);
  const [output] = result.outputFiles!;
  assert.strictEqual(result.outputFiles!.length, 1);
  assert.strictEqual(output!.path, "<stdout>");
  assert(output!.contents instanceof Uint8Array && output!.hash.length === 11);
  assert(output!.text().includes("hello ") && !output!.text().includes(": string"));
});

test("writes to outputPath and to outputDir, unless write is false", async () => {
  assert.strictEqual((await bundle({ entrypoints: [entry], outputPath: `${folder}/one/x.js` })).outputFiles, null);
  assert(Deno.readTextFileSync(`${folder}/one/x.js`).includes("hello "));
  assert.strictEqual((await bundle({ entrypoints: [entry, part], outputDir: `${folder}/two` })).outputFiles, null);
  assert.deepStrictEqual(readdirSync(`${folder}/two`).sort(), ["main.js", "part.js"]);
  const kept = await bundle({ entrypoints: [entry], outputDir: `${folder}/three`, write: false, sourcemap: "linked" });
  assert.deepStrictEqual(kept.outputFiles!.map(({ path }) => path).sort(), [
    `${folder}/three/main.js`,
    `${folder}/three/main.js.map`,
  ]);
  const map = kept.outputFiles!.find(({ path }) => path.endsWith(".map"))!;
  const sources = (JSON.parse(map.text()).sources as string[]).map((source) => new URL(source, `file://${map.path}`));
  assert.deepStrictEqual(
    sources.map(({ pathname }) => pathname),
    [part, entry],
  );
  assert.throws(() => Deno.statSync(`${folder}/three`), Deno.errors.NotFound);
});

test("several entries need a folder, and none have no output", async () => {
  const several = await bundle({ entrypoints: [entry, part], write: false });
  assert.deepStrictEqual(
    [several.success, several.errors.map(({ text, location }) => [text, location])],
    [false, [['Must use "outdir" when there are multiple input files', null]]],
  );
  assert.deepStrictEqual(await bundle({ entrypoints: [] }), { success: true, errors: [], warnings: [] });
});

/** What Deno's command prints, or its program. */
async function printed(directory: string, ...words: string[]): Promise<string[]> {
  const command = new Deno.Command(Deno.execPath(), { args: words, cwd: directory, stderr: "inherit" } as object);
  return new TextDecoder()
    .decode((await command.output()).stdout)
    .trim()
    .split("\n");
}

test("the command bundles with the configuration of the program, or the one that is named", async () => {
  const place = `${folder}/configured`;
  Deno.mkdirSync(place);
  const jsx = { jsx: "react-jsx", jsxImportSource: "own" };
  const imports = { "own/jsx-runtime": "./jsx.ts", "own/jsx-dev-runtime": "./jsx.ts", part: "./part.ts" };
  const configuration = { compilerOptions: { ...jsx, experimentalDecorators: true }, imports };
  const other = { compilerOptions: { jsx: "react", jsxFactory: "h" }, imports: { part: "./other.ts" } };
  file("configured/deno.json", JSON.stringify(configuration));
  file("configured/other.json", JSON.stringify(other));
  file("configured/map.json", JSON.stringify({ imports: { ...imports, part: "./other.ts" } }));
  file("configured/jsx.ts", "export const jsx = (tag: string) => `own ${tag}`;\nexport const jsxDEV = jsx;\n");
  file("configured/part.ts", 'export const part = "part";\n');
  file("configured/other.ts", 'export const part = "other";\n');
  file(
    "configured/main.tsx",
    `import { part } from "part";
    const h = (tag: string) => \`h \${tag}\`;
    const seen = (_: unknown, name: unknown): void => console.log(typeof name);
    class Page { @seen head = h("e"); body() { return <p />; } }
    console.log(new Page().body(), part);`,
  );
  const run = async (...flags: string[]): Promise<string[]> => {
    await printed(place, "bundle", "--quiet", "--output", "out.js", ...flags, "main.tsx");
    return printed(place, "run", "--no-config", "out.js");
  };
  assert.deepStrictEqual(await run(), ["string", "own p part"]);
  assert.deepStrictEqual(await run("--config", "other.json"), ["object", "h p other"]);
  assert.deepStrictEqual(await run("--import-map=map.json"), ["string", "own p other"]);
});

test("without a configuration JSX calls React.createElement", async () => {
  const source = "declare const React: unknown;\nconsole.log(<p />);\n";
  const { outputFiles } = await bundle({ entrypoints: [file("classic.tsx", source)], write: false });
  assert.match(outputFiles![0]!.text(), /React\.createElement\("p", null\)/);
});

test("what a module imports and is not there is an error of the result", async () => {
  const result = await bundle({ entrypoints: [file("bad.ts", 'import "./missing.ts";\n')] });
  assert.strictEqual(result.success, false);
  assert(result.errors[0]!.text.includes("missing.ts"));
  const { line, column } = result.errors[0]!.location!;
  assert.deepStrictEqual([line, column, result.outputFiles], [1, 7, undefined]);
});

test("rejects for an entry that does not exist, and for options that do not fit", async () => {
  await assert.rejects(bundle({ entrypoints: [`${folder}/none.ts`] }), {
    name: "Error",
    message: "No such file or directory (os error 2)",
  });
  await assert.rejects(bundle({ entrypoints: [entry], format: "wrong" }), {
    name: "TypeError",
    message: "unknown variant `wrong`, expected one of `esm`, `cjs`, `iife`",
  });
  await assert.rejects(bundle({} as object), TypeError);
  await assert.rejects(bundle(undefined as never), TypeError);
  await assert.rejects(bundle({ entrypoints: [file("page.html", "<p>")] }), {
    message: "--outdir is required when bundling HTML entrypoints",
  });
});

test("formats, minification and names", async () => {
  const textOf = async (options: object): Promise<string> =>
    (await bundle({ entrypoints: [part], ...options })).outputFiles![0]!.text();
  assert.match(await textOf({}), /export\s*\{\s*greet\s*\}/);
  assert.match(await textOf({ format: "cjs" }), /exports/);
  assert.doesNotMatch(await textOf({ format: "iife" }), /export\s*\{/);
  assert((await textOf({ minify: true })).length < (await textOf({})).length);
  assert.match(await textOf({ sourcemap: "inline" }), /sourceMappingURL=data:application\/json;base64,/);
});

test("without the permissions nothing is read or written", async () => {
  const program = `${folder}/runner.ts`;
  file(
    "runner.ts",
    `
const of = (options) => Deno.bundle(options).then(({ errors }) => errors[0].text, (error) => "rejected: " + error.message);
console.log(await of({ entrypoints: ["${entry}"] }));
console.log(await of({ entrypoints: ["${program}"], outputPath: "${folder}/never/x.js" }));
console.log(await of({ entrypoints: ["${folder}/page.html"], outputDir: "${folder}/never", write: false }));
`,
  );
  const { stdout } = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      ...("brio" in process.versions ? ["--as", "deno"] : ["--unstable-bundle"]),
      "--no-prompt",
      `--allow-read=${program}`,
      program,
    ],
  }).outputSync();
  assert.deepStrictEqual(new TextDecoder().decode(stdout).trim().split("\n"), [
    `Requires read access to "${entry}", run again with the --allow-read flag`,
    `rejected: Requires write access to "${folder}/never/x.js", run again with the --allow-write flag`,
    `rejected: Requires read access to "${folder}/page.html", run again with the --allow-read flag`,
  ]);
  assert.throws(() => Deno.statSync(`${folder}/never`), Deno.errors.NotFound);
});
