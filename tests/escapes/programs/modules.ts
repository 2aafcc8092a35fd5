// Code and data through the loader, databases, the environment and the engine.
import { escape, type Escape } from "../programs.ts";

const LOADER = "the loader reads files, too";
const ENVIRONMENT = "CVE-2025-48934: the environment as a whole instead of by name";
const INTERNALS = "CVE-2023-32558, CVE-2023-30581: internals without checks";

export const modules: Escape[] = [
  escape("require of JSON", LOADER, "secret", 'show(require(outside + "/secret.json"))'),
  escape("require of a module", LOADER, "secret", 'require(outside + "/module.cjs")'),
  escape("require by a relative path", LOADER, "secret", 'show(require("./outside/secret.json"))'),
  escape(
    "require through a link",
    LOADER,
    "secret",
    'fs.symlinkSync(outside, work + "/link"); show(require(work + "/link/secret.json"))',
  ),
  escape("import of a module", LOADER, "secret", "await import(pathToFileURL(outside + '/module.cjs').href)"),
  escape(
    "import of JSON",
    LOADER,
    "secret",
    "show((await import(pathToFileURL(outside + '/secret.json').href, { with: { type: 'json' } })).default)",
  ),
  escape(
    "import of text",
    LOADER,
    "secret",
    "show((await import(pathToFileURL(secretFile).href, { with: { type: 'text' } })).default)",
    { home: "bun" },
  ),
  escape(
    "import of bytes",
    LOADER,
    "secret",
    "show((await import(pathToFileURL(secretFile).href, { with: { type: 'bytes' } })).default)",
    { home: "deno" },
  ),
  escape(
    "createRequire",
    LOADER,
    "secret",
    'show(require("node:module").createRequire(outside + "/")("./secret.json"))',
  ),
  escape(
    "the main file of a package",
    "GHSA-968w-xfqw-vp9q: main with ..",
    "secret",
    `
    fs.mkdirSync(work + "/node_modules/evil", { recursive: true });
    fs.writeFileSync(work + "/node_modules/evil/package.json", JSON.stringify({ main: "../../../../outside/secret.json" }));
    fs.writeFileSync(work + "/use.cjs", 'process.stdout.write(JSON.stringify(require("evil")))');
    require(work + "/use.cjs")`,
  ),
  escape("Module._load", INTERNALS, "secret", 'show(require("node:module")._load(outside + "/secret.json"))'),
  escape(
    "Module._extensions",
    INTERNALS,
    "secret",
    'const m = new (require("node:module"))("x"); require("node:module")._extensions[".json"](m, outside + "/secret.json"); show(m.exports)',
  ),
  escape(
    "process.mainModule.require",
    "CVE-2023-30581: process.mainModule",
    "secret",
    'show(process.mainModule.require(outside + "/secret.json"))',
  ),
  escape(
    "a static import of a file that was written",
    LOADER,
    "secret",
    `
    fs.writeFileSync(work + "/nested.mjs", "import secret from " + JSON.stringify(outside + "/secret.json") + " with { type: 'json' }; globalThis.found = secret;");
    import(pathToFileURL(work + "/nested.mjs").href).then(() => show(globalThis.found))`,
  ),
  escape(
    "hooks of the loader",
    LOADER,
    "secret",
    `
    const module = require("node:module");
    module.registerHooks({ load: (url, context, next) => next(pathToFileURL(outside + "/module.cjs").href, { ...context, format: "commonjs" }) });
    fs.writeFileSync(work + "/empty.cjs", ""); require(work + "/empty.cjs")`,
  ),
  escape(
    "process.binding of fs",
    "CVE-2023-32558: process.binding",
    "secret",
    `
    try { const binding = process.binding("fs"); const fd = binding.open(secretFile, 0, 0o666, undefined, {}); show(fs.readFileSync(fd)); } catch {}
    show(fs.readFileSync(secretFile))`,
  ),
  escape(
    "a constructor from another context",
    "vm contexts",
    "secret",
    `
    const vm = require("node:vm");
    const outer = vm.runInNewContext("this.constructor.constructor('return process')")?.() ?? process;
    show(vm.runInNewContext("read(file)", { read: fs.readFileSync, file: secretFile }))`,
  ),
  escape(
    "a worker",
    "workers have their own realm",
    "secret",
    `
    const { Worker } = require("node:worker_threads");
    const worker = new Worker("const { parentPort, workerData } = require('node:worker_threads'); parentPort.postMessage(require('node:fs').readFileSync(workerData, 'latin1'))", { eval: true, workerData: secretFile });
    await new Promise((done) => { worker.on("message", (text) => { say(text); done(); }); worker.on("error", done); worker.on("exit", done); })`,
  ),
  escape(
    "a worker from a file outside",
    "workers have their own realm",
    "secret",
    `
    const { Worker } = require("node:worker_threads");
    const worker = new Worker(outside + "/module.cjs");
    await new Promise((done) => { worker.on("error", done); worker.on("exit", done); })`,
  ),
  escape(
    "a worker with flags",
    "CVE-2023-30587, CVE-2025-23083: workers beside the rules of their parent",
    "secret",
    `
    const { Worker } = require("node:worker_threads");
    const worker = new Worker("", { eval: true, execArgv: ["--require", outside + "/module.cjs"] });
    await new Promise((done) => { worker.on("error", done); worker.on("exit", done); })`,
  ),
  escape(
    "a worker with all permissions",
    "workers that ask for more than their parent has",
    "secret",
    `
    const url = "data:text/javascript," + encodeURIComponent("postMessage(Deno.readTextFileSync(" + JSON.stringify(secretFile) + "))");
    const worker = new Worker(url, { type: "module", deno: { permissions: { read: true } } });
    await new Promise((done) => { worker.onmessage = (event) => { say(event.data); done(); }; worker.onerror = (event) => { event.preventDefault(); done(); }; setTimeout(done, 1000); });
    Deno.exit(0)`,
    { home: "deno" },
  ),
  escape(
    "a database",
    "SQLite opens files itself",
    "secret",
    'const { DatabaseSync } = require("node:sqlite"); show(new DatabaseSync(outside + "/secret.db").prepare("select * from t").all())',
  ),
  escape(
    "ATTACH",
    "CVE-2025-48935: SQL that names files",
    "secret",
    'const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync(":memory:"); db.exec("attach \'" + outside + "/secret.db\' as o"); show(db.prepare("select * from o.t").all())',
  ),
  escape(
    "ATTACH by an address",
    "CVE-2025-48935: SQL that names files",
    "secret",
    'const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync(":memory:"); db.exec("attach \'file:" + outside + "/secret.db?mode=ro&immutable=1\' as o"); show(db.prepare("select * from o.t").all())',
  ),
  escape(
    "ATTACH with a parameter",
    "CVE-2025-48935: SQL that names files",
    "secret",
    'const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync(":memory:"); db.prepare("attach ? as o").run(outside + "/secret.db"); show(db.prepare("select * from o.t").all())',
  ),
  escape(
    "bun:sqlite",
    "SQLite opens files itself",
    "secret",
    'const { Database } = await import("bun:sqlite"); show(new Database(outside + "/secret.db", { readonly: true }).query("select * from t").all())',
    { home: "bun" },
  ),
  escape("a variable by its name", ENVIRONMENT, "secret", "say(process.env[secret])"),
  escape("all variables", ENVIRONMENT, "secret", "show({ ...process.env })"),
  escape(
    "variables by JSON",
    ENVIRONMENT,
    "secret",
    "say(JSON.stringify(process.env)); for (const name in process.env) say(process.env[name])",
  ),
  escape("variables by a descriptor", ENVIRONMENT, "secret", "show(Object.getOwnPropertyDescriptors(process.env))"),
  escape("variables in a report", ENVIRONMENT, "secret", "show(process.report.getReport())"),
  escape(
    "variables of a worker",
    ENVIRONMENT,
    "secret",
    `
    const { Worker, SHARE_ENV } = require("node:worker_threads");
    const worker = new Worker("require('node:worker_threads').parentPort.postMessage(JSON.stringify(process.env))", { eval: true, env: SHARE_ENV });
    await new Promise((done) => { worker.on("message", (text) => { say(text); done(); }); worker.on("error", done); })`,
  ),
  escape("/proc/self/environ", ENVIRONMENT, "secret", 'show(fs.readFileSync("/proc/self/environ"))'),
  escape(
    "Bun.env",
    ENVIRONMENT,
    "secret",
    "show({ ...Bun.env }); say(import.meta.env?.[secret])".replace("import.meta.env?.[secret]", "Bun.env[secret]"),
    { home: "bun" },
  ),
  escape("Deno.env.get", ENVIRONMENT, "secret", "say(Deno.env.get(secret))", { home: "deno" }),
  escape("Deno.env.toObject", ENVIRONMENT, "secret", "show(Deno.env.toObject())", { home: "deno" }),
];
