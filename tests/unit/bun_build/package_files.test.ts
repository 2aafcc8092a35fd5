// Bundles of packages that find files by their places, and load packages by names that are not literals: the bundle does what
// the program does when it runs from its sources, without the packages.
import assert from "node:assert";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "../harness.ts";

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "package-files-")));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));

interface Result {
  /** What it prints from the sources, and as a bundle. */
  printed: string;
  bundled: string;
  warnings: string;
  /** The names of the outputs, without their hashes. */
  outputs: string[];
}

function run(file: string, cwd: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--as", "node", file], { cwd, encoding: "utf8" });
  assert.strictEqual(status, 0, stderr);
  return stdout.trim();
}

function both(files: Record<string, string>, ...flags: string[]): Result {
  const place = fs.mkdtempSync(path.join(folder, "case-"));
  for (const [name, text] of Object.entries({ "package.json": "{}", ...files })) {
    fs.mkdirSync(path.dirname(path.join(place, name)), { recursive: true });
    fs.writeFileSync(path.join(place, name), text);
    if (name.endsWith("/index.js")) {
      const manifest = path.join(place, path.dirname(name), "package.json");
      if (!fs.existsSync(manifest)) fs.writeFileSync(manifest, "{}");
    }
  }
  const printed = run("src/main.ts", place);
  const args = ["build", "src/main.ts", "--target", "node", "--outfile", "app/main.mjs", "--quiet", ...flags];
  const built = spawnSync(process.execPath, args, {
    cwd: place,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  assert.strictEqual(built.status, 0, built.stderr);
  for (const name of ["src", "node_modules"]) fs.rmSync(path.join(place, name), { recursive: true });
  const names = fs.readdirSync(path.join(place, "app")).map((name) => name.replace(/-[\w-]{8}\./, "-[hash]."));
  return { printed, bundled: run("app/main.mjs", place), warnings: built.stderr, outputs: names.sort() };
}

const START = `
  const { spawnSync } = require("node:child_process");
  const start = (file) => spawnSync(process.execPath, [file], { encoding: "utf8" }).stdout.trim();
`;
const MAIN = "import tool from 'tool';\nconsole.log(tool());\n";

test("require.resolve of a file: data is copied, a program is a bundle of its own", () => {
  const result = both({
    "src/main.ts": MAIN,
    "node_modules/tool/index.js": `${START} const fs = require("fs");
      module.exports = () => fs.readFileSync(require.resolve("./style.css"), "utf8") + start(require.resolve("./lib/child"));`,
    "node_modules/tool/style.css": "a { color: red }",
    "node_modules/tool/lib/child.js": "console.log(require('other'))",
    "node_modules/other/index.js": "module.exports = 'from another package'",
  });
  assert.strictEqual(result.printed, "a { color: red }from another package");
  assert.strictEqual(result.bundled, result.printed);
  assert.deepStrictEqual(result.outputs, ["child-[hash].mjs", "main.mjs", "style-[hash].css"]);
});

const places = {
  "join of node:path": "require('path').join(__dirname, '..', 'lib', 'text.txt')",
  "a string": "__dirname + '/text.txt'",
  "a template": "`${__dirname}/text.txt`",
};
for (const [name, place] of Object.entries(places)) {
  test(`a package reads a file beside it: ${name}`, () => {
    const result = both(
      {
        "src/main.ts": MAIN,
        "node_modules/tool/index.js": "module.exports = require('./lib/a.js')",
        "node_modules/tool/lib/a.js": `module.exports = () => require('fs').readFileSync(${place}, 'utf8');`,
        "node_modules/tool/lib/text.txt": "some text",
      },
      "--minify",
    );
    assert.strictEqual(result.printed, "some text");
    assert.strictEqual(result.bundled, result.printed);
  });
}

const READ = `const fs = require("fs"), path = require("path");
const show = (folder) => fs.readdirSync(folder).sort().map((name) => name + "=" + fs.readFileSync(path.join(folder, name))).join();
`;
const MODULE_READ = `import fs from "fs"; import path from "path";
${READ.split("\n")[1]}
`;

for (const [name, source] of Object.entries({
  "a folder beside it": `module.exports = () => show(path.join(__dirname, "..", "static"));`,
  "a folder by a constant": `const root = path.join(__dirname, ".."); module.exports = () => show(path.join(root, "static"));`,
  "a folder, as an ES module": `import { fileURLToPath } from "url"; const here = path.dirname(fileURLToPath(import.meta.url));
    export default () => show(path.join(here, "../static"));`,
})) {
  test(`a package reads ${name}`, () => {
    const isModule = source.includes("import.meta");
    const { printed, bundled, outputs } = both({
      "src/main.ts": MAIN,
      "node_modules/tool/package.json": `{ "main": "lib/tool.js"${isModule ? ', "type": "module"' : ""} }`,
      "node_modules/tool/lib/tool.js": (isModule ? MODULE_READ : READ) + source,
      "node_modules/tool/static/a.html": "<a>",
      "node_modules/tool/static/b.js": "let b;",
    });
    assert.strictEqual(printed, "a.html=<a>,b.js=let b;");
    assert.strictEqual(bundled, printed);
    assert.strictEqual(outputs.length, 2, String(outputs));
  });
}

test("a package in compiled TypeScript starts a program beside it", () => {
  const { printed, bundled } = both({
    "src/main.ts": MAIN,
    "node_modules/tool/index.js": `${START} const path_1 = require("path");
      module.exports = () => start((0, path_1.resolve)(__dirname, "worker.js"));`,
    "node_modules/tool/worker.js": `console.log("worker");`,
  });
  assert.strictEqual(printed, "worker");
  assert.strictEqual(bundled, printed);
});

test("an addon for each system is found by a name that is composed", () => {
  const own = `${process.platform}-${process.arch}`;
  const { printed, bundled, outputs } = both({
    "src/main.ts": MAIN,
    "node_modules/tool/lib/index.js": `const path = require("path"), fs = require("fs"); const target = process.platform + "-" + process.arch;
      module.exports = () => fs.readFileSync(path.join(__dirname, "..", "prebuilds", \`\${target}.node\`), "utf8");`,
    "node_modules/tool/package.json": '{ "main": "lib/index.js" }',
    [`node_modules/tool/prebuilds/${own}.node`]: "own",
    "node_modules/tool/prebuilds/win32-other.node": "other",
  });
  assert.strictEqual(printed, "own");
  assert.strictEqual(bundled, printed);
  assert.strictEqual(outputs.length, 2);
});

test("WebAssembly that a package loads from its own folder is beside the output", () => {
  const { printed, bundled, outputs } = both({
    "src/main.ts": MAIN,
    "node_modules/tool/index.js": `const fs = require("fs"); const folder = __dirname + "/"; const locate = (name) => folder + name;
      module.exports = () => fs.readFileSync(locate("code.wasm"), "utf8");`,
    "node_modules/tool/code.wasm": "wasm",
  });
  assert.strictEqual(printed, "wasm");
  assert.strictEqual(bundled, printed);
  assert.deepStrictEqual(outputs, ["code.wasm", "main.mjs"]);
});

test("an optional peer that a package loads by a variable is in the bundle if the program names it", () => {
  const { printed, bundled } = both({
    "package.json": '{ "dependencies": { "orm": "1", "one": "1" } }',
    "src/main.ts": `import load from "orm"; console.log(load("one").name);`,
    "node_modules/orm/package.json":
      '{ "peerDependenciesMeta": { "one": { "optional": true }, "two": { "optional": true } } }',
    "node_modules/orm/index.js": `module.exports = function load(moduleName) { return require(moduleName); };`,
    "node_modules/one/index.js": `exports.name = "driver one";`,
    "node_modules/two/index.js": `exports.name = "driver two";`,
  });
  assert.strictEqual(printed, "driver one");
  assert.strictEqual(bundled, printed);
});

test("a package of files for browsers returns its folder", () => {
  const { printed, bundled } = both({
    "src/main.ts": `import { folder } from "files"; import fs from "node:fs"; console.log(fs.readFileSync(folder() + "/a.css", "utf8"));`,
    "node_modules/files/index.js": `exports.folder = function () { return require("path").resolve(__dirname); };`,
    "node_modules/files/a.css": "a {}",
  });
  assert.strictEqual(printed, "a {}");
  assert.strictEqual(bundled, printed);
});

test("a package loads its manifest by a constant, and its own folder stays where it is", () => {
  const { printed, bundled, outputs } = both({
    "src/main.ts": MAIN,
    "node_modules/tool/package.json": '{ "version": "1.2.3", "main": "lib/tool.js" }',
    "node_modules/tool/lib/tool.js": `const path = require("path"); const root = path.join(__dirname, ".."), own = path.join(__dirname, "/");
      module.exports = () => require(path.join(root, "package.json")).version + typeof own;`,
  });
  assert.strictEqual(printed, "1.2.3string");
  assert.strictEqual(bundled, printed);
  assert.deepStrictEqual(outputs, ["main.mjs"]);
});

test("programs that start each other, or themselves", () => {
  const child = (other: string, depth: number) => `${START}
    const depth = Number(process.env.DEPTH ?? 0);
    process.env.DEPTH = depth + 1;
    console.log(depth + (depth < ${depth} ? start(require.resolve("${other}")) : ""));`;
  const result = both({
    "src/main.ts": MAIN,
    "node_modules/tool/index.js": `${START} module.exports = () => start(require.resolve("./a.js"));`,
    "node_modules/tool/a.js": child("./b.js", 3),
    "node_modules/tool/b.js": child("./a.js", 3),
  });
  assert.strictEqual(result.printed, "0123");
  assert.strictEqual(result.bundled, result.printed);
  assert.deepStrictEqual(result.outputs, ["a-[hash].mjs", "b-[hash].mjs", "main.mjs"]);
});

test("a program that cannot be built is a warning: it may never be started", () => {
  const result = both({
    "src/main.ts": MAIN,
    "node_modules/tool/index.js": "const file = require.resolve('./broken.js'); module.exports = () => typeof file;",
    "node_modules/tool/broken.js": "import missing from 'missing'; console.log(missing);",
  });
  assert.strictEqual(result.bundled, "string");
  assert.match(
    result.warnings,
    /"node_modules\/tool\/broken\.js" is not in the output[^]*cannot find package "missing"/,
  );
});

test("a module that is loaded or uncached by its path is the same module", () => {
  const result = both({
    "src/main.ts": MAIN,
    "node_modules/tool/index.js": `
      const { join } = require("node:path");
      require("./state").count++;
      require(require.resolve("./state")).count++;
      require(join(__dirname, "state.js")).count++;
      module.exports = () => { const { count } = require("./state"); delete require.cache[require.resolve("./state")]; return count; };`,
    "node_modules/tool/state.js": "exports.count = 0;",
  });
  assert.strictEqual(result.printed, "3");
  assert.strictEqual(result.bundled, result.printed);
  assert.deepStrictEqual(result.outputs, ["main.mjs"]);
});

test("a driver that is installed for another package only stays an import", () => {
  const orm = `
    const KNOWN = ["one", "two", "three"];
    const load = (name) => { if (!KNOWN.includes(name)) throw new Error(name); return require(name); };
    module.exports = () => { try { return load("one").name + load("two").name; } catch (error) { return error.code; } };`;
  const files = {
    "src/main.ts": "import orm from 'orm';\nconsole.log(orm());\n",
    "node_modules/orm/index.js": orm,
    "node_modules/one/index.js": "exports.name = 'one';",
    "node_modules/two/index.js": "exports.name = 'two';",
    "node_modules/other/package.json": '{ "dependencies": { "two": "1" } }',
  };
  const without = both({ "package.json": '{ "dependencies": { "orm": "1", "one": "1", "other": "1" } }', ...files });
  assert.deepStrictEqual([without.printed, without.bundled], ["onetwo", "MODULE_NOT_FOUND"]);
  assert.match(without.warnings, /installed, and left as imports at run time: two \("orm" can use them/);
  const named = both({ "package.json": '{ "dependencies": { "orm": "1", "one": "1", "two": "1" } }', ...files });
  assert.strictEqual(named.bundled, "onetwo");
  assert.doesNotMatch(named.warnings, /installed, and left/);
  // A package in between depends on both.
  const between = { "node_modules/@a/db/package.json": '{ "dependencies": { "orm": "1", "two": "1" } }' };
  const given = both({ "package.json": '{ "dependencies": { "one": "1", "@a/db": "1" } }', ...files, ...between });
  assert.strictEqual(given.bundled, "onetwo");
});

test("a package for each system, whose name is composed", () => {
  const result = both({
    "src/main.ts": MAIN,
    "node_modules/tool/package.json": '{ "optionalDependencies": { "@tool/for-linux": "1", "@tool/for-none": "1" } }',
    "node_modules/tool/index.js": "module.exports = () => require(`@tool/for-${['linux'].join()}`).name;",
    "node_modules/@tool/for-linux/index.js": "exports.name = 'native';",
  });
  assert.strictEqual(result.printed, "native");
  assert.strictEqual(result.bundled, result.printed);
});

test("a transport of pino is a program that a thread loads", () => {
  const result = both({
    "src/main.ts": `
      import pino from "pino";
      console.log(await pino({ level: "info", transport: { targets: [{ target: "pretty", level: "info" }] } }));
      console.log(await pino({ transport: { target: "pretty" } }));`,
    "node_modules/pino/index.js": `
      const { Worker } = require("node:worker_threads");
      const { join, isAbsolute } = require("node:path");
      const { once } = require("node:events");
      module.exports = async ({ transport: { target, targets: [first = { target }] = [] } }) => {
        const file = isAbsolute(first.target) ? first.target : require.resolve(first.target);
        const worker = new Worker(join(__dirname, "lib", "worker.js"), { workerData: file });
        return (await once(worker, "message"))[0];
      };`,
    "node_modules/pino/lib/worker.js": `
      const { parentPort, workerData } = require("node:worker_threads");
      const { pathToFileURL } = require("node:url");
      import(pathToFileURL(workerData)).then((loaded) => parentPort.postMessage(loaded.default("text")));`,
    "node_modules/pretty/index.js": "const { paint } = require('paint'); module.exports = (text) => paint(text);",
    "node_modules/paint/index.js": "exports.paint = (text) => `<${text}>`;",
  });
  assert.strictEqual(result.printed, "<text>\n<text>");
  assert.strictEqual(result.bundled, result.printed);
  assert.deepStrictEqual(result.outputs, ["index-[hash].mjs", "main.mjs", "worker-[hash].mjs"]);
});

test("import.meta.resolve of a file: its output's address, also of a worker", () => {
  const result = both({
    "src/main.ts": `import fs from "node:fs"; import { Worker } from "node:worker_threads";
      console.log(fs.readFileSync(new URL(import.meta.resolve("./data.txt")), "utf8"));
      const worker = new Worker(new URL(import.meta.resolve("./child.mjs")));
      worker.on("message", (message) => console.log(message, import.meta.resolve("./data.txt").startsWith("file:///")));`,
    "src/data.txt": "data",
    "src/child.mjs": `import { parentPort } from "node:worker_threads"; import part from "./part.mjs"; parentPort.postMessage(part);`,
    "src/part.mjs": `export default "from a worker";`,
    "node_modules/tool/index.js": "",
  });
  assert.strictEqual(result.printed, "data\nfrom a worker true");
  assert.strictEqual(result.bundled, result.printed);
  assert.deepStrictEqual(result.outputs, ["child-[hash].mjs", "data-[hash].txt", "main.mjs"]);
});

test("a file of a package that tsup or esbuild wrote, whose imports have names as Rolldown's", () => {
  const result = both({
    "src/main.ts": MAIN,
    "node_modules/tool/index.js": `${START} var import_node_path = require("path"), require_fs = require("fs");
      class Tool {
        file() { const path = this.path; if (!path) { return (0, import_node_path.join)(__dirname, "lib/child.js"); } return path; }
      }
      module.exports = () => start(new Tool().file()) + require_fs.readFileSync(import_node_path.join(__dirname, "a.txt"), "utf8");`,
    "node_modules/tool/a.txt": ", text",
    "node_modules/tool/lib/child.js": "console.log('child')",
  });
  assert.strictEqual(result.printed, "child, text");
  assert.strictEqual(result.bundled, result.printed);
  assert.strictEqual(result.warnings, "");
});

test("the worker that a package imports by an option is a bundle of its own", () => {
  const result = both({
    "src/main.ts": MAIN,
    "node_modules/tool/index.js": "export { default } from './lib/tool.mjs';",
    "node_modules/tool/package.json": '{ "type": "module" }',
    "node_modules/tool/lib/tool.mjs": `const options = { workerSrc: "" };
if (import.meta.url) options.workerSrc ||= "./tool.worker.mjs";
const worker = await import(/* @vite-ignore */ options.workerSrc);
export default () => worker.handle();`,
    "node_modules/tool/lib/tool.worker.mjs": "export const handle = () => 'handled';",
  });
  assert.strictEqual(result.printed, "handled");
  assert.strictEqual(result.bundled, result.printed);
  assert.deepStrictEqual(result.outputs, ["main.mjs", "tool.worker-[hash].mjs"]);
});

test("files that a package joined by esbuild finds from a path that one of its modules assigns", () => {
  const result = both({
    "src/main.ts": MAIN,
    "node_modules/tool/index.js": "module.exports = require('./lib/bundle.js');",
    "node_modules/tool/package.json": '{ "name": "tool", "version": "1.2.3" }',
    "node_modules/tool/names.json": '["a"]',
    "node_modules/tool/lib/bundle.js": `var __esm = (fn, res) => () => (fn && (res = fn[Object.keys(fn)[0]](fn = 0)), res);
var path, root, manifest;
var init_paths = __esm({ "src/paths.ts"() {
  path = require("path");
  root = path.join(__dirname, "..");
  manifest = require(path.join(root, "package.json"));
} });
init_paths();
module.exports = () => manifest.version + require(path.join(root, "names.json"));`,
  });
  assert.strictEqual(result.printed, "1.2.3a");
  assert.strictEqual(result.bundled, result.printed);
});

test("TypeScript's compiler finds the declarations of the language", () => {
  const result = both({
    "src/main.ts": "import ts from 'typescript';\nconsole.log(ts.library());\n",
    "node_modules/typescript/package.json": '{ "main": "./lib/typescript.js" }',
    "node_modules/typescript/lib/typescript.js": `const fs = require("fs"), path = require("path");
      function system() {
        const executingFilePath = __filename.endsWith("sys.js") ? path.join(__dirname, "none") : __filename;
        return { getExecutingFilePath() { return executingFilePath; } };
      }
      exports.library = () => fs.readdirSync(path.dirname(system().getExecutingFilePath())).filter((name) =>
        name.endsWith(".ts")).join() + fs.readFileSync(path.dirname(system().getExecutingFilePath()) + "/lib.es5.d.ts");`,
    "node_modules/typescript/lib/lib.es5.d.ts": "interface Array<T> {}",
    "node_modules/typescript/lib/tsc.js": "",
  });
  assert.strictEqual(result.printed, "lib.es5.d.tsinterface Array<T> {}");
  assert.strictEqual(result.bundled, result.printed);
  assert.strictEqual(result.outputs.filter((name) => name.startsWith("lib-")).length, 1);
});
