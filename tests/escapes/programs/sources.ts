// What the loader, its hooks, the test runner, builds and servers read on behalf of a program.
import { escape, type Escape } from "../programs.ts";

const HOOKS = "hooks of modules, and other ways into the loader";
const BUILDS = "builds read files themselves";

export const sources: Escape[] = [
  escape("Module.prototype.load", HOOKS, "secret", 'new (require("node:module"))("x").load(outside + "/module.cjs")'),
  escape("folders of a module", HOOKS, "secret", 'module.paths.unshift(outside); show(require("secret.json"))'),
  escape(
    "NODE_PATH that was set later",
    HOOKS,
    "secret",
    'process.env.NODE_PATH = outside; require("node:module")._initPaths(); require("module.cjs")',
  ),
  escape(
    "globalPaths",
    HOOKS,
    "secret",
    'require("node:module").globalPaths.push(outside); show(require("secret.json"))',
  ),
  escape(
    "resolve of registerHooks",
    HOOKS,
    "secret",
    'require("node:module").registerHooks({ resolve: (name, context, next) => name === "./x" ? { url: pathToFileURL(outside + "/module.cjs").href, format: "commonjs", shortCircuit: true } : next(name, context) }); require("./x")',
  ),
  escape(
    "resolve of registerHooks for import",
    HOOKS,
    "secret",
    'require("node:module").registerHooks({ resolve: (name, context, next) => name === "./x" ? { url: pathToFileURL(outside + "/secret.json").href, format: "json", importAttributes: { type: "json" }, shortCircuit: true } : next(name, context) }); show((await import("./x", { with: { type: "json" } })).default)',
  ),
  escape(
    "a thread of hooks",
    HOOKS,
    "secret",
    'const code = "import fs from \'node:fs\'; export async function load(url, context, next) { return url.endsWith(\'?s\') ? { format: \'json\', source: JSON.stringify(fs.readFileSync(" + JSON.stringify(secretFile) + ", \'latin1\')), shortCircuit: true } : next(url, context); }"; require("node:module").register("data:text/javascript," + encodeURIComponent(code)); show((await import(pathToFileURL(inside + "/file.txt").href + "?s", { with: { type: "json" } })).default)',
  ),
  escape(
    "a written module that require loads",
    HOOKS,
    "secret",
    'fs.writeFileSync(work + "/w.mjs", "import all from " + JSON.stringify(outside + "/secret.json") + " with { type: \'json\' }; export default all;"); show(require(work + "/w.mjs").default)',
  ),
  escape(
    "a written module that imports a source",
    HOOKS,
    "secret",
    'fs.writeFileSync(work + "/w.mjs", "import source wasm from " + JSON.stringify(outside + "/module.wasm") + "; for (const { name } of WebAssembly.Module.exports(wasm)) process.stdout.write(name);"); await import(pathToFileURL(work + "/w.mjs").href)',
  ),
  escape("packages of another project", HOOKS, "secret", 'show(require(outside + "/node_modules/other/secret.json"))'),
  escape(
    "an import of packages of another project",
    HOOKS,
    "secret",
    'show((await import(pathToFileURL(outside + "/node_modules/other/secret.json").href, { with: { type: "json" } })).default)',
  ),
  escape(
    "import of code in a function",
    HOOKS,
    "secret",
    'const run = new Function("file", "return import(file, { with: { type: \'json\' } })"); show((await run(pathToFileURL(outside + "/secret.json").href)).default)',
  ),
  escape(
    "import of a script with the main loader",
    HOOKS,
    "secret",
    'const vm = require("node:vm"); const script = new vm.Script("import(" + JSON.stringify(pathToFileURL(outside + "/secret.json").href) + ", { with: { type: \'json\' } })", { filename: process.argv[1], importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER }); show((await script.runInThisContext()).default)',
  ),
  escape(
    "a file snapshot of a test",
    "the test runner reads and writes snapshots",
    "secret",
    'const { test } = require("node:test"); await test("x", (t) => { try { t.assert.fileSnapshot("a", secretFile); } catch (error) { say(error.message); say(error.actual); say(error.expected); throw error; } })',
  ),
  escape(
    "a build that imports the file",
    BUILDS,
    "secret",
    'fs.writeFileSync(work + "/b.js", "import text from " + JSON.stringify(secretFile) + " with { type: \'text\' }; console.log(text)"); const out = await Bun.build({ entrypoints: [work + "/b.js"] }); say(await out.outputs[0].text())',
    { home: "bun" },
  ),
  escape(
    "a build of a style sheet",
    BUILDS,
    "secret",
    'fs.writeFileSync(work + "/b.css", "@import " + JSON.stringify(outside + "/secret.css") + ";"); fs.existsSync(outside); const out = await Bun.build({ entrypoints: [work + "/b.css"] }); say(await out.outputs[0].text())',
    { home: "bun" },
  ),
  escape(
    "a server with a file as its route",
    "servers send files themselves",
    "secret",
    'const server = Bun.serve({ port: place.listenPort, hostname: "127.0.0.1", routes: { "/": new Response(Bun.file(secretFile)) }, fetch: () => new Response(Bun.file(secretFile)) }); for (const path of ["/", "/other"]) { try { say(await (await fetch(new URL(path, server.url))).text()); } catch {} } process.exit(0)',
    { home: "bun" },
  ),
  escape(
    "Bun.mmap",
    "files in memory",
    "secret",
    "try { show(Bun.mmap(secretFile)); } catch { show(fs.readFileSync(secretFile)); }",
    { home: "bun" },
  ),
  escape(
    "a worker of a blob",
    "CVE-2022-24783 and others: wider workers",
    "secret",
    'const code = "import all from " + JSON.stringify(pathToFileURL(outside + "/secret.json").href) + " with { type: \'json\' }; postMessage(all.secret)"; const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" }); await new Promise((done) => { worker.onmessage = ({ data }) => { say(data); done(); }; worker.onerror = (event) => { event.preventDefault(); done(); }; }); Deno.exit(0)',
    { home: "deno" },
  ),
];
