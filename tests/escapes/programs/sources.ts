// What the runtime reads to explain errors and to find names: sources, source maps, manifests, snapshots.
import { escape, type Escape } from "../programs.ts";

const QUOTES = "an error quotes the line of a file that the program only names";
const MAPS = "source maps name other files";
const HOOKS = "hooks of modules, and other ways into the loader";
const BUILDS = "builds read files themselves";

export const sources: Escape[] = [
  escape(
    "an uncaught error with the name of a file",
    QUOTES,
    "secret",
    'setTimeout(() => (0, eval)("throw new Error(1)\\n//# sourceURL=" + secretFile))',
  ),
  escape(
    "an uncaught error with the address of a file",
    QUOTES,
    "secret",
    'setTimeout(() => (0, eval)("throw new Error(1)\\n//# sourceURL=" + pathToFileURL(secretFile).href))',
  ),
  escape(
    "an uncaught error of a script",
    QUOTES,
    "secret",
    'setTimeout(() => require("node:vm").runInThisContext("throw new Error(1)", { filename: secretFile }))',
  ),
  escape(
    "a syntax error of a script",
    QUOTES,
    "secret",
    'setTimeout(() => new (require("node:vm").Script)("const = 1", { filename: secretFile }))',
  ),
  escape(
    "an error in a function with a file's name",
    QUOTES,
    "secret",
    'process.on("uncaughtException", (error) => { say(error.stack); say(require("node:util").inspect(error)); }); const run = require("node:vm").compileFunction("throw new Error(1)", [], { filename: secretFile }); console.trace(); try { run() } catch (error) { say(error.stack); console.error(error); } queueMicrotask(() => { throw Object.assign(new Error(2), { stack: "Error: 2\\n    at x (" + secretFile + ":1:1)" }); }); await sleep(50)',
  ),
  escape(
    "an assertion about a file",
    QUOTES,
    "secret",
    'const run = require("node:vm").compileFunction("assert(0)", ["assert"], { filename: secretFile }); try { run(require("node:assert").ok) } catch (error) { say(error.message); say(error.stack) } process.on("exit", () => {}); setTimeout(() => { throw new Error("x\\n at " + secretFile + ":1:1"); })',
  ),
  escape(
    "a source map that is the file",
    MAPS,
    "secret",
    'process.setSourceMapsEnabled(true); fs.writeFileSync(work + "/m.js", "module.exports = 1;\\n//# sourceMappingURL=" + outside + "/secret.json"); require(work + "/m.js"); show(require("node:module").findSourceMap(work + "/m.js")?.payload)',
  ),
  escape(
    "a source that a source map names",
    MAPS,
    "secret",
    'process.setSourceMapsEnabled(true); fs.writeFileSync(work + "/m.map", JSON.stringify({ version: 3, sources: [secretFile], names: [], mappings: "AAAA" })); fs.writeFileSync(work + "/m.js", "throw new Error(1);\\n//# sourceMappingURL=m.map"); setTimeout(() => require(work + "/m.js"))',
  ),
  escape(
    "a source that an inline source map names",
    MAPS,
    "secret",
    'process.setSourceMapsEnabled(true); const map = Buffer.from(JSON.stringify({ version: 3, sources: [pathToFileURL(secretFile).href], names: [], mappings: "AAAA" })).toString("base64"); fs.writeFileSync(work + "/m.js", "throw new Error(1);\\n//# sourceMappingURL=data:application/json;base64," + map); setTimeout(() => require(work + "/m.js"))',
  ),
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
    { notHeldBy: {} },
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
  escape("Bun.mmap", "files in memory", "secret", "show(Bun.mmap(secretFile))", { home: "bun" }),
  escape(
    "a worker of a blob",
    "CVE-2022-24783 and others: wider workers",
    "secret",
    'const code = "import all from " + JSON.stringify(pathToFileURL(outside + "/secret.json").href) + " with { type: \'json\' }; postMessage(all.secret)"; const worker = new Worker(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), { type: "module" }); await new Promise((done) => { worker.onmessage = ({ data }) => { say(data); done(); }; worker.onerror = (event) => { event.preventDefault(); done(); }; }); Deno.exit(0)',
    { home: "deno" },
  ),
];
