// `import.meta.glob` as Vite has it: https://vite.dev/guide/features#glob-import. The outputs run afterwards.
import assert from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const FILES = {
  "src/pages/a.ts": `export default "a"; export const name: string = "A"; console.log("loads a");`,
  "src/pages/b.ts": `export default "b"; export const name: string = "B";`,
  "src/pages/sub/c.ts": `export default "c"; export const name: string = "C";`,
  "src/pages/.hidden.ts": `export default "hidden";`,
  "src/pages/B.TS": "",
  "src/pages/node_modules/p/d.ts": `export default "d";`,
  "src/texts/x.txt": "text x",
  "src/texts/y.txt": "text y",
  "other/z.ts": `export default "z";`,
};

const folders: string[] = [];
process.on("exit", () => folders.forEach((folder) => fs.rmSync(folder, { recursive: true, force: true })));

/** A folder with the common files and a main module, which is removed at the end. */
function project(main: string, more: Record<string, string> = {}): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "brio-globs-")));
  folders.push(folder);
  for (const [name, text] of Object.entries({ ...FILES, "src/main.ts": main, ...more })) {
    fs.mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    fs.writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

function brio(folder: string, args: string[]) {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", env: { ...process.env, NO_COLOR: "1" } });
}

/** What `show(value)` of a main module prints when it is bundled. */
function shown(main: string, flags: string[] = [], more: Record<string, string> = {}): unknown {
  const folder = project(
    `const show = (value: unknown) => console.log("SHOWN" + JSON.stringify(value));\n${main}`,
    more,
  );
  const built = brio(folder, ["build", "src/main.ts", "--outdir", "out", ...flags]);
  assert.strictEqual(built.status, 0, built.stderr);
  fs.rmSync(path.join(folder, "src"), { recursive: true });
  const { stdout, stderr } = brio(folder, ["out/main.js"]);
  assert.strictEqual(stderr, "");
  return JSON.parse(stdout.slice(stdout.indexOf("SHOWN") + "SHOWN".length));
}

/** What is reported for a call that cannot be expanded. */
function refused(call: string): string {
  const { status, stderr } = brio(project(`const name = "x";\nexport default ${call};`), ["build", "src/main.ts"]);
  assert.strictEqual(status, 1, call);
  assert.match(stderr, /src\/main\.ts:2:\d+/, call);
  return stderr.split("\n")[0]!;
}

test("files are loaded when their functions are called", () => {
  const main = `const pages = import.meta.glob("./pages/*.ts");
const started = Object.keys(pages);
const a = await pages["./pages/a.ts"]!() as any;
show([started, a.default, a.name, Object.getPrototypeOf(pages) === Object.prototype]);`;
  const expected = [["./pages/a.ts", "./pages/b.ts"], "a", "A", true];
  for (const flags of [[], ["--minify"], ["--splitting"], ["--target", "browser"]])
    assert.deepStrictEqual(shown(main, flags), expected, flags.join(" "));
});

test("eager files are loaded before the module, all of them or one export", () => {
  const main = `const all = import.meta.glob<any>("./pages/**/*.ts", { eager: true });
const names = import.meta.glob("./pages/**/*.ts", { eager: true, import: "name" });
const defaults = import.meta.glob("./pages/*.ts", { eager: true, import: "default" });
show([Object.entries(all).map(([key, page]) => [key, page.default]), names, defaults]);`;
  assert.deepStrictEqual(shown(main), [
    [
      ["./pages/a.ts", "a"],
      ["./pages/b.ts", "b"],
      ["./pages/sub/c.ts", "c"],
    ],
    { "./pages/a.ts": "A", "./pages/b.ts": "B", "./pages/sub/c.ts": "C" },
    { "./pages/a.ts": "a", "./pages/b.ts": "b" },
  ]);
});

test("one export of a file that is loaded later", () => {
  const main = `const names = import.meta.glob("./pages/*.ts", { import: "name" });
show(await Promise.all(Object.values(names).map((load) => load())));`;
  assert.deepStrictEqual(shown(main), ["A", "B"]);
});

test("patterns are lists, exclude files, and have alternatives", () => {
  const main = `show([
  Object.keys(import.meta.glob(["./pages/*.ts", "../other/*.ts", "!**/b.ts"])),
  Object.keys(import.meta.glob("./{pages,texts}/*.{ts,txt}")),
  Object.keys(import.meta.glob("./pages/[bc]*.ts")),
  Object.keys(import.meta.glob("./*.ts")),
  Object.keys(import.meta.glob("./nothing/*.ts")),
  Object.keys(import.meta.glob("./pages/{a,sub/c}.ts")),
  Object.keys(import.meta.glob(\`./pages/sub/**\`)),
]);`;
  assert.deepStrictEqual(shown(main), [
    ["../other/z.ts", "./pages/a.ts"],
    ["./pages/a.ts", "./pages/b.ts", "./texts/x.txt", "./texts/y.txt"],
    ["./pages/b.ts"],
    [],
    [],
    ["./pages/a.ts", "./pages/sub/c.ts"],
    ["./pages/sub/c.ts"],
  ]);
});

test("a query is that of each import", () => {
  const main = `const raw = import.meta.glob("./texts/*.txt", { eager: true, import: "default", query: "?raw" });
const old = import.meta.glob("./texts/*.txt", { eager: true, as: "raw" });
const source = import.meta.glob("./pages/b.ts", { eager: true, import: "default", query: { raw: true } });
show([raw, old, Object.keys(source)]);`;
  const texts = { "./texts/x.txt": "text x", "./texts/y.txt": "text y" };
  assert.deepStrictEqual(shown(main), [texts, texts, ["./pages/b.ts"]]);
});

test("patterns start at the root, at a base, or at an alias", () => {
  const main = `show([
  import.meta.glob("/other/*.ts", { eager: true, import: "default" }),
  Object.keys(import.meta.glob("./*.ts", { base: "./pages" })),
  Object.keys(import.meta.glob("./*.ts", { base: "/other" })),
  Object.keys(import.meta.glob("@/pages/*.ts")),
]);`;
  const expected = [{ "/other/z.ts": "z" }, ["./a.ts", "./b.ts"], ["./z.ts"], ["/src/pages/a.ts", "/src/pages/b.ts"]];
  assert.deepStrictEqual(shown(main, ["--alias", "@=./src"]), expected);
  const tsconfig = { "tsconfig.json": '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }' };
  assert.deepStrictEqual(shown(main, [], tsconfig), expected);
});

test("hidden files, packages and other cases are found when they are meant", () => {
  const main = `show([
  Object.keys(import.meta.glob("./pages/*.ts", { exhaustive: true })),
  Object.keys(import.meta.glob("./pages/node_modules/p/*.ts")),
  Object.keys(import.meta.glob("./pages/?.ts", { caseSensitive: false })),
]);`;
  assert.deepStrictEqual(shown(main), [
    ["./pages/.hidden.ts", "./pages/a.ts", "./pages/b.ts"],
    ["./pages/node_modules/p/d.ts"],
    ["./pages/B.TS", "./pages/a.ts", "./pages/b.ts"],
  ]);
});

test("nothing is imported for the keys, and a call can follow a line without a semicolon", () => {
  const main = `const count = 1
import.meta.glob("./pages/b.ts", { eager: true })
show([Object.keys(import.meta.glob("./pages/a.ts", { eager: true })), count, typeof import.meta.glob]);`;
  const folder = project(main);
  const built = brio(folder, ["build", "src/main.ts", "--outdir", "out"]);
  assert.strictEqual(built.status, 0, built.stderr);
  assert.doesNotMatch(fs.readFileSync(path.join(folder, "out/main.js"), "utf8"), /loads a/);
  assert.deepStrictEqual(shown(main), [["./pages/a.ts"], 1, "undefined"]);
});

test("an argument that is not a literal is an error with its place", () => {
  assert.match(refused("import.meta.glob(name)"), /arguments of import\.meta\.glob must be literals/);
  assert.match(refused('import.meta.glob("./*.ts", { eager: name })'), /must be literals/);
  assert.match(refused("import.meta.glob(`./${name}/*.ts`)"), /must be literals/);
  assert.match(refused('import.meta.glob("./*.ts", { ...{} })'), /must be literals/);
  assert.match(refused("import.meta.glob()"), /needs a pattern/);
  assert.match(refused("import.meta.glob(1)"), /a pattern of import\.meta\.glob is a number/);
  assert.match(refused('import.meta.glob("./*.ts", "./*.js")'), /must be an object/);
  assert.match(
    refused('import.meta.glob("./*.ts", { eager: 1 })'),
    /the option "eager" of import\.meta\.glob is a number/,
  );
  assert.match(refused('import.meta.glob("./*.ts", { lazy: true })'), /has no option "lazy"/);
  assert.match(refused('import.meta.glob("./*.ts", { base: "src" })'), /must begin with/);
  assert.match(refused('import.meta.glob("pages/*.ts")'), /must begin with .* an alias: "pages\/\*\.ts"/);
});

test("--watch builds again when there is another file", async () => {
  const folder = project(`console.log(Object.keys(import.meta.glob("./pages/**/*.ts")).length);`);
  const args = ["build", "src/main.ts", "--outdir", "out", "--watch"];
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ["pipe", "ignore", "ignore"] });
  const prints = async (expected: string) => {
    let printed = "";
    for (let tries = 0; tries < 200 && printed !== expected; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      printed = fs.existsSync(path.join(folder, "out/main.js")) ? brio(folder, ["out/main.js"]).stdout.trim() : "";
    }
    assert.strictEqual(printed, expected);
  };
  try {
    await prints("3");
    fs.writeFileSync(path.join(folder, "src/pages/new.ts"), "");
    await prints("4");
    fs.rmSync(path.join(folder, "src/pages/sub/c.ts"));
    await prints("3");
  } finally {
    child.kill();
  }
}, 30_000);
