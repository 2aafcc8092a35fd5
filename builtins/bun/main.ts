// The global `Bun`.
import type { URL } from "web:url";
import { load } from "internal:bootstrap";
import defer * as inspecting from "internal:util/inspect";
import { mainUrl } from "internal:program";
import { pathOfFileUrl } from "internal:loader/file_url";
import { setTimeout } from "internal:timers";
import { addLazy } from "internal:process/define";
import { collectGarbage } from "native:realm";
import { now } from "native:time";

const VERSION = "1.4.5";

/** Waits. `time` is in milliseconds, or a Date to wait for. */
function sleep(time: number | Date): Promise<void> {
  const milliseconds = time instanceof Date ? time.getTime() - Date.now() : Number(time);
  return new Promise((resolve) => {
    setTimeout(() => resolve(), Math.max(0, milliseconds));
  });
}

function sleepSync(milliseconds: number): void {
  if (typeof milliseconds !== "number" || !(milliseconds >= 0))
    throw new TypeError("argument to sleepSync must be a number of milliseconds that is not negative");
  const end = now() + milliseconds;
  while (now() < end);
}

const Bun: any = {
  version: VERSION,
  version_with_sha: `v${VERSION} (brio)`,
  revision: "brio",
  sleep,
  sleepSync,
  nanoseconds: () => Math.trunc(now() * 1e6),
  gc: (_force?: boolean) => {
    collectGarbage();
    return 0;
  },
  inspect: Object.assign((value: unknown, options?: object) => inspecting.inspect(value, options), {
    custom: Symbol.for("nodejs.util.inspect.custom"),
    table: (data: unknown, columns?: unknown, options?: unknown) => load("bun:extras").table(data, columns, options),
  }),
  isMainThread: true,
  isStandaloneExecutable: false,
  origin: "",
  embeddedFiles: [],
  fileURLToPath: (url: string | URL) => load("node:url").default.fileURLToPath(url),
  pathToFileURL: (path: string) => load("node:url").default.pathToFileURL(path),
  resolveSync: (specifier: string, parent: string) =>
    load("internal:loader/resolve").resolve(specifier, `${parent}/_`, false).path,
  resolve: async (specifier: string, parent: string) => Bun.resolveSync(specifier, parent),
  randomUUIDv7: (encoding?: unknown, timestamp?: unknown) => load("bun:random").randomUUIDv7(encoding, timestamp),
  allocUnsafe: (size: number) => new Uint8Array(load("node:buffer").Buffer.allocUnsafeSlow(size).buffer),
  shrink: () => collectGarbage(),
  which(command: string, options: { PATH?: string; cwd?: string } = {}) {
    return load("internal:which").which(
      `${command ?? ""}`,
      options.PATH ?? load("node:process").default.env.PATH ?? "",
      options.cwd ?? load("node:process").default.cwd(),
    );
  },
};

/** Members that a module exports under their own names. */
const MODULES: [module: string, names: string[]][] = [
  ["bun:shell", ["$"]],
  ["bun:heap_snapshot", ["generateHeapSnapshot"]],
  ["bun:string_width", ["stringWidth"]],
  [
    "bun:extras",
    ["stripANSI", "escapeHTML", "indexOfLine", "concatArrayBuffers", "deepEquals", "deepMatch", "peek", "randomUUIDv5"],
  ],
  [
    "bun:readable_streams",
    [
      "readableStreamToText",
      "readableStreamToJSON",
      "readableStreamToBytes",
      "readableStreamToBlob",
      "readableStreamToArray",
      "readableStreamToArrayBuffer",
      "readableStreamToFormData",
    ],
  ],
  ["bun:sinks", ["ArrayBufferSink"]],
  ["bun:cookies", ["Cookie", "CookieMap"]],
  ["bun:color", ["color"]],
  ["bun:glob", ["Glob"]],
  ["bun:dns", ["dns"]],
  ["bun:terminal", ["Terminal"]],
  ["bun:csrf", ["CSRF"]],
  ["bun:data_formats", ["TOML", "YAML", "JSON5", "JSONC", "JSONL"]],
];

const LAZY: Record<string, () => unknown> = {
  serve: () => load("bun:serve").serve,
  semver: () => ({ satisfies: load("bun:semver").satisfies, order: load("bun:semver").order }),
  file: () => load("bun:file").file,
  write: () => load("bun:file").write,
  spawn: () => load("bun:spawn").spawn,
  spawnSync: () => load("bun:spawn").spawnSync,
  password: () => load("bun:password").password,
  hash: () => load("bun:hash").hash,
  CryptoHasher: () => load("bun:crypto_hasher").CryptoHasher,
  sha: () => load("bun:crypto_hasher").sha,
  enableANSIColors: () => load("node:process").default.stdout.hasColors?.() ?? false,
  fetch: () => load("web:fetch").fetch,
  env: () => load("node:process").default.env,
  argv: () => load("node:process").default.argv,
  main: () => pathOfFileUrl(mainUrl()) ?? "",
  cwd: () => load("node:process").default.cwd(),
  stdin: () => load("bun:file").fileOfDescriptor(0),
  stdout: () => load("bun:file").fileOfDescriptor(1),
  stderr: () => load("bun:file").fileOfDescriptor(2),
};
for (const name of Object.keys(LAZY)) addLazy(Bun, name, LAZY[name]!);
for (const name of ["connect", "listen"]) addLazy(Bun, name, () => load("bun:sockets")[name]);
for (const [module, names] of MODULES) for (const name of names) addLazy(Bun, name, () => load(module)[name]);
addLazy(Bun, "udpSocket", () => load("bun:udp_socket").udpSocket);
for (const name of [
  "gzipSync",
  "gunzipSync",
  "deflateSync",
  "inflateSync",
  "zstdCompress",
  "zstdCompressSync",
  "zstdDecompress",
  "zstdDecompressSync",
]) {
  addLazy(Bun, name, () => load("bun:compression")[name]);
}

for (const name of ["MD4", "MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512_256"]) {
  addLazy(Bun, name, () => load("bun:crypto_hasher").classes[name]);
}

// They may be read, as `{ ...Bun }` and `typeof Bun.sql` do; who uses them is told.
const MISSING = [
  "build",
  "Transpiler",
  "FileSystemRouter",
  "sql",
  "SQL",
  "postgres",
  "RedisClient",
  "S3Client",
  "plugin",
  "jest",
  "mmap",
  "openInEditor",
  "Archive",
  "Image",
  "WebView",
  "cron",
  "registerMacro",
  "sliceAnsi",
  "wrapAnsi",
];
for (const name of MISSING) addLazy(Bun, name, () => load("internal:missing_members").missingMember("Bun", name));
for (const name of ["redis", "s3", "secrets", "unsafe", "FFI", "XML", "markdown"])
  addLazy(Bun, name, () => load("internal:missing_members").missingObject(`Bun.${name}`));
Object.defineProperty(Bun, Symbol.toStringTag, { value: "Bun", configurable: true });

export default Bun;
