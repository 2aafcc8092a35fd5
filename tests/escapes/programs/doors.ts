// Doors that are easily forgotten: main modules, imports of what the program wrote, caches, snapshots, loaders of data,
// descriptors that are opened again, and what a runtime does in a file's name.
import { escape, type Escape } from "../programs.ts";

const MAIN = "a module that claims to be the program's start is part of the program";
const WRITTEN = "what a program wrote is not part of the program";
const DATA = "loaders of data read files themselves";
const FILES_OF_RUNTIME = "files that the runtime writes for a program";

export const doors: Escape[] = [
  escape("Module.runMain", MAIN, "secret", 'require("node:module").runMain(outside + "/module.cjs")'),
  escape("Module._load as main", MAIN, "secret", 'require("node:module")._load(outside + "/module.cjs", null, true)'),
  escape(
    "Module.runMain with another argv",
    MAIN,
    "secret",
    'process.argv[1] = outside + "/module.cjs"; require("node:module").runMain()',
  ),
  escape(
    "a handler of extensions after runMain",
    MAIN,
    "secret",
    'const M = require("node:module"); try { M.runMain(outside + "/secret.json") } catch {} const m = { exports: {} }; M._extensions[".json"](m, outside + "/secret.json"); show(m.exports)',
  ),
  escape(
    "a written module with a literal import",
    WRITTEN,
    "secret",
    'fs.writeFileSync(work + "/w.mjs", "await import(" + JSON.stringify(outside + "/module.cjs") + ")"); await import("./inside/work/w.mjs")',
  ),
  escape(
    "a written module, imported by a literal",
    WRITTEN,
    "secret",
    'fs.writeFileSync(work + "/w.mjs", "import " + JSON.stringify(outside + "/module.cjs")); await import("./inside/work/w.mjs")',
  ),
  escape(
    "a written module in a folder of packages",
    WRITTEN,
    "secret",
    'fs.mkdirSync(work + "/node_modules/a", { recursive: true }); fs.writeFileSync(work + "/node_modules/a/w.mjs", "import " + JSON.stringify(outside + "/module.cjs")); await import(work + "/node_modules/a/w.mjs")',
  ),
  escape(
    "a written module that a worker begins with",
    WRITTEN,
    "secret",
    'fs.writeFileSync(work + "/w.mjs", "import " + JSON.stringify(outside + "/module.cjs")); const { Worker } = require("node:worker_threads"); await new Promise((done) => { const worker = new Worker(work + "/w.mjs"); worker.on("exit", done); worker.on("error", done); })',
  ),
  escape(
    "a module whose time was set back",
    WRITTEN,
    "secret",
    'fs.writeFileSync(work + "/w.mjs", "import " + JSON.stringify(outside + "/module.cjs")); fs.utimesSync(work + "/w.mjs", 1, 1); await import("./inside/work/w.mjs")',
  ),
  escape(
    "an address with source that imports a file",
    WRITTEN,
    "secret",
    'await import("data:text/javascript," + encodeURIComponent("import all from " + JSON.stringify(pathToFileURL(outside + "/secret.json").href) + " with { type: \'json\' }; process.stdout.write(all.secret)"))',
  ),
  escape(
    "a source of a module that is WebAssembly",
    "the source phase of imports",
    "secret",
    'const wasm = await import.source(outside + "/module.wasm"); for (const { name } of WebAssembly.Module.exports(wasm)) say(name)',
  ),
  escape("require of TOML", DATA, "secret", 'show(require(outside + "/secret.toml"))', { home: "bun" }),
  escape("import of YAML", DATA, "secret", 'show((await import(outside + "/secret.yaml")).default)', { home: "bun" }),
  escape(
    "a file of variables",
    DATA,
    "secret",
    'process.loadEnvFile(outside + "/secret.env"); say(process.env.ESCAPE_FROM_FILE)',
  ),
  escape("a package.json above", DATA, "secret", 'say(require("node:module")._readPackage(outside).name)'),
  escape(
    "certificates from a file",
    DATA,
    "secret",
    'try { require("node:tls").createSecureContext({ ca: fs.readFileSync(outside + "/secret.txt") }) } catch (error) { say(error.message) } show(fs.readFileSync(secretFile))',
  ),
  escape(
    "an error that quotes a line",
    "messages reveal what may not be read",
    "secret",
    'setTimeout(() => require(outside + "/broken.cjs"))',
  ),
  escape(
    "a stack that quotes a line",
    "source maps and stacks read files",
    "secret",
    'process.setSourceMapsEnabled(true); try { (0, eval)("throw new Error(1)\\n//# sourceURL=" + outside + "/module.cjs") } catch (error) { say(error.stack) } show(fs.readFileSync(secretFile))',
  ),
  escape(
    "a blob of a file",
    "CVE-2023-30587 and others: other ways to open",
    "secret",
    "say(await (await fs.openAsBlob(secretFile)).text())",
  ),
  escape(
    "a descriptor opened again",
    "/proc/self/fd gives other rights than the descriptor",
    "change",
    'const fd = fs.openSync(inside + "/file.txt", "r"); fs.writeFileSync("/proc/self/fd/" + fd, "changed")',
  ),
  escape(
    "a descriptor opened again by /dev/fd",
    "/proc/self/fd gives other rights than the descriptor",
    "change",
    'const fd = fs.openSync(inside + "/file.txt", "r"); fs.appendFileSync("/dev/fd/" + fd, "changed")',
  ),
  escape(
    "a FileHandle that changes the mode",
    "CVE-2024-36137: fchmod of a file that may be read",
    "change",
    'const file = await fs.promises.open(inside + "/file.txt", "r"); await file.chmod(0o777)',
  ),
  escape(
    "a FileHandle that changes times",
    "CVE-2024-36137: futimes of a file that may be read",
    "change",
    'const file = await fs.promises.open(inside + "/file.txt", "r"); await file.utimes(1, 1)',
  ),
  escape(
    "a file of local storage",
    FILES_OF_RUNTIME,
    "change",
    'const { DatabaseSync } = require("node:sqlite"); new DatabaseSync(outside + "/storage.db").exec("create table a (b)")',
  ),
  escape(
    "a heap snapshot in the current folder",
    FILES_OF_RUNTIME,
    "change",
    'process.chdir(outside); require("node:v8").writeHeapSnapshot()',
  ),
  escape(
    "a report with a folder",
    FILES_OF_RUNTIME,
    "change",
    "process.report.directory = outside; process.report.writeReport()",
  ),
  escape(
    "a cache of compiled modules",
    FILES_OF_RUNTIME,
    "change",
    'const M = require("node:module"); M.enableCompileCache(outside + "/cache"); fs.writeFileSync(work + "/c.cjs", "module.exports = 1"); require(work + "/c.cjs"); M.flushCompileCache()',
  ),
  escape(
    "a history of the prompt",
    FILES_OF_RUNTIME,
    "change",
    'const { PassThrough } = require("node:stream"); const input = new PassThrough(); const repl = require("node:repl").start({ input, output: new PassThrough(), terminal: true }); repl.setupHistory(outside + "/history", () => { input.write("1\\n"); }); await sleep(300)',
  ),
  escape(
    "Bun.build of a file",
    DATA,
    "secret",
    'const out = await Bun.build({ entrypoints: [outside + "/module.cjs"] }); say(await out.outputs[0].text())',
    {
      home: "bun",
    },
  ),
  escape(
    "Bun.build into a folder",
    FILES_OF_RUNTIME,
    "change",
    'fs.writeFileSync(work + "/b.js", "1"); await Bun.build({ entrypoints: [work + "/b.js"], outdir: outside })',
    {
      home: "bun",
    },
  ),
  escape(
    "names by Bun.Glob",
    "names are metadata",
    "secret",
    'for (const name of new Bun.Glob("*").scanSync({ cwd: outside })) say(name)',
    {
      home: "bun",
    },
  ),
  escape("Bun.$ with cat", "builtins of the shell", "secret", "say(await Bun.$`cat ${secretFile}`.nothrow().text())", {
    home: "bun",
  }),
  escape("Bun.$ with ls", "builtins of the shell", "secret", "say(await Bun.$`ls ${outside}`.nothrow().text())", {
    home: "bun",
  }),
  escape(
    "Bun.$ with mv",
    "builtins of the shell",
    "change",
    "await Bun.$`mv ${outside}/target ${outside}/other`.nothrow()",
    { home: "bun" },
  ),
  escape("Bun.$ with rm", "builtins of the shell", "change", "await Bun.$`rm -rf ${outside}/empty`.nothrow()", {
    home: "bun",
  }),
  escape(
    "Bun.file().writer()",
    "writers open late",
    "change",
    'const w = Bun.file(outside + "/new").writer(); w.write("x"); await w.end()',
    {
      home: "bun",
    },
  ),
  escape(
    "Deno.watchFs",
    "names are metadata",
    "secret",
    "// fs.watch(\n    for await (const { paths } of Deno.watchFs(outside)) { show(paths); break; }",
    {
      home: "deno",
    },
  ),
  escape(
    "Deno.makeTempFileSync with a folder",
    "names that are made up",
    "change",
    "Deno.makeTempFileSync({ dir: outside })",
    { home: "deno" },
  ),
  escape(
    "a permission that is asked for again",
    "what was given up comes back",
    "secret",
    'try { await Deno.permissions.request({ name: "read", path: secretFile }) } catch {} say(Deno.readTextFileSync(secretFile))',
    {
      home: "deno",
    },
  ),
  escape(
    "a worker with a permission of its own",
    "CVE-2022-24783 and others: wider workers",
    "secret",
    'const code = "self.postMessage(Deno.readTextFileSync(" + JSON.stringify(secretFile) + "))"; const worker = new Worker("data:text/javascript," + encodeURIComponent(code), { type: "module", deno: { permissions: { read: true } } }); await new Promise((done) => { worker.onmessage = ({ data }) => { say(data); done(); }; worker.onerror = (event) => { event.preventDefault(); done(); }; })',
    {
      home: "deno",
    },
  ),
  escape(
    "a folder of WASI",
    "node's own WASI, whose preopened folders its permission model does not check",
    "secret",
    `
    const { WASI } = require("node:wasi");
    const wasi = new WASI({ version: "preview1", preopens: { "/o": outside } });
    const memory = new WebAssembly.Memory({ initial: 1 });
    wasi.initialize({ exports: { memory } });
    const bytes = Buffer.from(memory.buffer), view = new DataView(memory.buffer);
    bytes.write("secret.txt", 0);
    wasi.wasiImport.path_open(3, 0, 0, 10, 0, 2n, 0n, 0, 100);
    view.setUint32(200, 400, true); view.setUint32(204, 100, true);
    wasi.wasiImport.fd_read(view.getUint32(100, true), 200, 1, 300);
    say(bytes.toString("latin1", 400, 500))`,
  ),
  escape(
    "a socket of process.binding",
    "denoland/deno: pipe_wrap checked the file system and not the network",
    "reached",
    'const { Pipe, PipeConnectWrap } = process.binding("pipe_wrap"); const request = new PipeConnectWrap(); request.oncomplete = () => process.exit(0); new Pipe(0).connect(request, place.socket); await sleep(500)',
  ),
];
