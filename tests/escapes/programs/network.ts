// Reaching hosts, ports and sockets that are not allowed. The policy has 127.0.0.1 at one port.
import { escape, type Escape } from "../programs.ts";

const CLIENTS = "a client without the check of net.connect";
const HOSTS = "an address that is written in another way";
const UNIX = "CVE-2026-21636: Unix sockets beside the rules of the network";

/** Waits for a socket's connection or its failure. */
const settle =
  'await new Promise((done) => { socket.on("connect", done); socket.on("error", done); setTimeout(done, 1500); }); process.exit(0)';

export const network: Escape[] = [
  escape(
    "net.connect to another port",
    CLIENTS,
    "reached",
    `const socket = net.connect(place.otherPort, "127.0.0.1"); ${settle}`,
  ),
  escape(
    "net.connect to another host at the allowed port",
    "ports are not hosts",
    "reached",
    `const socket = net.connect(place.allowedPort, "127.0.0.2"); ${settle}`,
  ),
  escape(
    "net.connect by IPv6",
    HOSTS,
    "reached",
    `const socket = net.connect(place.otherPort, "::ffff:127.0.0.1"); ${settle}`,
  ),
  escape(
    "net.connect by a number",
    HOSTS,
    "reached",
    `const socket = net.connect(place.otherPort, "2130706433"); ${settle}`,
  ),
  escape(
    "net.connect by a short address",
    HOSTS,
    "reached",
    `const socket = net.connect(place.otherPort, "127.1"); ${settle}`,
  ),
  escape(
    "net.connect to every address",
    HOSTS,
    "reached",
    `const socket = net.connect(place.otherPort, "0.0.0.0"); ${settle}`,
  ),
  escape(
    "net.connect by a name",
    HOSTS,
    "reached",
    `const socket = net.connect(place.otherPort, "localhost"); ${settle}`,
  ),
  escape(
    "net.connect with a lookup of its own",
    "DNS rebinding: the address that is connected is not the one that was checked",
    "reached",
    `
    const socket = net.connect({ host: "127.0.0.1.example", port: place.allowedPort, lookup: (host, options, done) => done(null, options.all ? [{ address: "127.0.0.2", family: 4 }] : "127.0.0.2", 4) }); ${settle}`,
  ),
  escape(
    "net.connect with a lookup that changes its answer",
    "DNS rebinding: the address that is connected is not the one that was checked",
    "reached",
    `
    let count = 0;
    const options = { port: place.allowedPort, get host() { return count++ === 0 ? "127.0.0.1" : "127.0.0.2"; } };
    const socket = net.connect(options); ${settle}`,
  ),
  escape(
    "a socket that connects later",
    CLIENTS,
    "reached",
    `const socket = new net.Socket(); socket.connect({ port: place.otherPort, host: "127.0.0.1" }); ${settle}`,
  ),
  escape(
    "tls.connect",
    CLIENTS,
    "reached",
    `const socket = require("node:tls").connect(place.otherPort, "127.0.0.1", { rejectUnauthorized: false }); ${settle}`,
  ),
  escape(
    "fetch",
    CLIENTS,
    "reached",
    'await fetch("http://127.0.0.1:" + place.otherPort).catch(() => {}); process.exit(0)',
  ),
  escape(
    "fetch of a redirect",
    "CVE-2025-21620 and others: redirects to hosts that were not checked",
    "reached",
    'await fetch("http://127.0.0.1:" + place.allowedPort + "/redirect?" + place.otherPort).catch(() => {}); process.exit(0)',
  ),
  escape(
    "fetch of a redirect to another host",
    "CVE-2025-21620 and others: redirects to hosts that were not checked",
    "reached",
    'await fetch("http://127.0.0.1:" + place.allowedPort + "/host?" + place.allowedPort).catch(() => {}); process.exit(0)',
  ),
  escape(
    "http.get with a name in the address",
    HOSTS,
    "reached",
    'require("node:http").get("http://127.0.0.1:" + place.allowedPort + "@127.0.0.1:" + place.otherPort + "/").on("error", () => {}); await sleep(500); process.exit(0)',
  ),
  escape(
    "fetch by Request",
    CLIENTS,
    "reached",
    'await fetch(new Request("http://127.0.0.1:" + place.otherPort)).catch(() => {}); process.exit(0)',
  ),
  escape(
    "http.get",
    "CVE-2023-33966: node:http beside the rules of fetch",
    "reached",
    'require("node:http").get("http://127.0.0.1:" + place.otherPort).on("error", () => {}); await sleep(500); process.exit(0)',
  ),
  escape(
    "http.request through an agent",
    "CVE-2023-33966: node:http beside the rules of fetch",
    "reached",
    `
    const http = require("node:http");
    const agent = new http.Agent(); agent.createConnection = () => net.connect(place.otherPort, "127.0.0.1");
    http.get({ host: "127.0.0.1", port: place.allowedPort, agent }).on("error", () => {}); await sleep(500); process.exit(0)`,
  ),
  escape(
    "https.get",
    "CVE-2023-33966: node:https beside the rules of fetch",
    "reached",
    'require("node:https").get({ host: "127.0.0.1", port: place.otherPort, rejectUnauthorized: false }).on("error", () => {}); await sleep(500); process.exit(0)',
  ),
  escape(
    "http2.connect",
    CLIENTS,
    "reached",
    'require("node:http2").connect("http://127.0.0.1:" + place.otherPort).on("error", () => {}); await sleep(500); process.exit(0)',
  ),
  escape(
    "WebSocket",
    CLIENTS,
    "reached",
    'new WebSocket("ws://127.0.0.1:" + place.otherPort).onerror = () => {}; await sleep(500); process.exit(0)',
  ),
  escape(
    "EventSource",
    CLIENTS,
    "reached",
    'const { EventSource: Source = undefined } = globalThis; const source = Source ? new Source("http://127.0.0.1:" + place.otherPort) : require("node:http").get("http://127.0.0.1:" + place.otherPort).on("error", () => {}); source.onerror = () => source.close?.(); await sleep(500); process.exit(0)',
  ),
  escape(
    "a proxy from the environment",
    "proxies that are not checked",
    "reached",
    `
    process.env.HTTP_PROXY = process.env.http_proxy = "http://127.0.0.1:" + place.otherPort; process.env.NODE_USE_ENV_PROXY = "1";
    require("node:http").get({ host: "127.0.0.1", port: place.otherPort, path: "http://127.0.0.1/" }).on("error", () => {}); await sleep(500); process.exit(0)`,
  ),
  escape(
    "a datagram",
    "datagrams name their receivers themselves",
    "reached",
    'const socket = require("node:dgram").createSocket("udp4"); socket.on("error", () => {}); socket.send("x", place.otherPort, "127.0.0.1", () => {}); await sleep(300); process.exit(0)',
  ),
  escape(
    "a connected datagram socket",
    "datagrams name their receivers themselves",
    "reached",
    'const socket = require("node:dgram").createSocket("udp4"); socket.on("error", () => {}); socket.connect(place.otherPort, "127.0.0.1", () => socket.send("x")); await sleep(300); process.exit(0)',
  ),
  escape(
    "a name server of its own",
    "DNS carries data to any host",
    "reached",
    'const { Resolver } = require("node:dns"); const resolver = new Resolver({ timeout: 200, tries: 1 }); resolver.setServers(["127.0.0.1:" + place.otherPort]); resolver.resolve4("secret.example", () => process.exit(0)); await sleep(1500); process.exit(0)',
  ),
  escape("a Unix socket", UNIX, "reached", `const socket = net.connect(place.socket); ${settle}`),
  escape(
    "a Unix socket through a link",
    UNIX,
    "reached",
    `fs.symlinkSync(place.socket, work + "/link.sock"); const socket = net.connect(work + "/link.sock"); ${settle}`,
  ),
  escape(
    "a Unix socket by a relative path",
    UNIX,
    "reached",
    `process.chdir(work); const socket = net.connect(path.relative(work, place.socket)); ${settle}`,
  ),
  escape(
    "a Unix socket with an abstract name",
    UNIX,
    "reached",
    `const socket = net.connect("\\0" + place.abstractSocket); ${settle}`,
  ),
  escape(
    "http over a Unix socket",
    UNIX,
    "reached",
    'require("node:http").get({ socketPath: place.socket }).on("error", () => {}); await sleep(500); process.exit(0)',
  ),
  escape(
    "fetch over a Unix socket",
    UNIX,
    "reached",
    'await fetch("http://localhost/", { unix: place.socket }).catch(() => {}); process.exit(0)',
    { home: "bun" },
  ),
  escape(
    "Bun.connect",
    CLIENTS,
    "reached",
    'await Bun.connect({ hostname: "127.0.0.1", port: place.otherPort, socket: { data() {}, open() {}, error() {} } }).catch(() => {}); await sleep(200); process.exit(0)',
    { home: "bun" },
  ),
  escape(
    "Bun.connect to a Unix socket",
    UNIX,
    "reached",
    "await Bun.connect({ unix: place.socket, socket: { data() {}, open() {}, error() {} } }).catch(() => {}); await sleep(200); process.exit(0)",
    { home: "bun" },
  ),
  escape(
    "Deno.connect",
    CLIENTS,
    "reached",
    'await Deno.connect({ hostname: "127.0.0.1", port: place.otherPort }).catch(() => {}); Deno.exit(0)',
    { home: "deno" },
  ),
  escape(
    "Deno.connect to a Unix socket",
    UNIX,
    "reached",
    'await Deno.connect({ transport: "unix", path: place.socket }).catch(() => {}); Deno.exit(0)',
    { home: "deno" },
  ),
  escape(
    "import of an address",
    "imports are requests",
    "reached",
    'await import("http://127.0.0.1:" + place.otherPort + "/mod.js").catch(() => {}); await fetch("http://127.0.0.1:" + place.otherPort).catch(() => {}); Deno.exit(0)',
    { home: "deno" },
  ),
  escape(
    "a connection of a worker",
    "workers have their own realm",
    "reached",
    `
    const { Worker } = require("node:worker_threads");
    new Worker("const { workerData } = require('node:worker_threads'); require('node:net').connect(workerData, '127.0.0.1').on('error', () => {})", { eval: true, workerData: place.otherPort }).on("error", () => {});
    await sleep(700); process.exit(0)`,
  ),
  escape(
    "a server at another port",
    "servers are the way in",
    "listening",
    'net.createServer((socket) => socket.end("here")).on("error", () => process.exit(0)).listen(place.otherListenPort, "127.0.0.1"); await sleep(900); process.exit(0)',
  ),
  escape(
    "a server at another address",
    "ports are not addresses",
    "listening",
    'net.createServer((socket) => socket.end("here")).on("error", () => process.exit(0)).listen(place.otherListenPort, "0.0.0.0"); await sleep(900); process.exit(0)',
  ),
  escape(
    "an HTTP server at another port",
    "servers are the way in",
    "listening",
    'require("node:http").createServer((request, response) => response.end("here")).on("error", () => process.exit(0)).listen(place.otherListenPort, "127.0.0.1"); await sleep(900); process.exit(0)',
  ),
  escape(
    "Bun.serve at another port",
    "servers are the way in",
    "listening",
    'Bun.serve({ port: place.otherListenPort, hostname: "127.0.0.1", fetch: () => new Response("here") }); await sleep(900); process.exit(0)',
    { home: "bun" },
  ),
  escape(
    "Bun.listen at another port",
    "servers are the way in",
    "listening",
    'Bun.listen({ port: place.otherListenPort, hostname: "127.0.0.1", socket: { open(socket) { socket.end("here"); }, data() {} } }); await sleep(900); process.exit(0)',
    { home: "bun" },
  ),
  escape(
    "Deno.listen at another port",
    "servers are the way in",
    "listening",
    'const listener = Deno.listen({ port: place.otherListenPort, hostname: "127.0.0.1" }); await sleep(900); Deno.exit(0)',
    { home: "deno" },
  ),
];
