// The global `Bun`.
import type { URL } from "web:url";
import { load } from "internal:core/bootstrap";
import defer * as inspecting from "internal:bun/inspect";
import { launch } from "internal:core/launch";
import { mainUrl } from "internal:core/program";
import { pathOfFileUrl } from "internal:core/file_url";
import { setImmediate, setTimeout } from "internal:core/timers";
import { addLazy } from "internal:node/process/define";
import { collectGarbage, memoryStatistics, requestCollection } from "native:realm";
import { now } from "native:time";

const VERSION = "1.4.5";

/** Waits for `time` milliseconds, or until the Date `time`. */
function sleep(time: number | Date): Promise<void> {
  const milliseconds = time instanceof Date ? time.getTime() - Date.now() : Number(time);
  return new Promise((resolve) => {
    // As in Bun, no timer can be due earlier.
    if (milliseconds <= 0) setImmediate(resolve);
    else setTimeout(() => resolve(), milliseconds);
  });
}

function sleepSync(milliseconds: number): void {
  if (typeof milliseconds !== "number" || !(milliseconds >= 0))
    throw new TypeError("argument to sleepSync must be a number of milliseconds that is not negative");
  const end = now() + milliseconds;
  while (now() < end);
}

/** The bytes of live objects after the last `Bun.gc(true)`: to count them takes as long as to collect. */
let collectedHeapSize = 0;

/** The builtins that `Bun.resolveSync` has found, by specifier. */
const knownBuiltins = new Map<string, string>();

const Bun = {
  version: VERSION,
  version_with_sha: `v${VERSION} (brio)`,
  revision: "brio",
  sleep,
  sleepSync,
  nanoseconds: () => Math.trunc(now() * 1e6),
  gc(force?: boolean): number {
    if (force !== true) {
      requestCollection();
      return collectedHeapSize;
    }
    collectGarbage();
    return (collectedHeapSize = memoryStatistics().heapSize);
  },
  inspect: Object.assign((...args: [value?: unknown, options?: object]) => inspecting.inspect(...args), {
    custom: Symbol.for("nodejs.util.inspect.custom"),
    table: (data: unknown, columns?: unknown, options?: unknown) =>
      load("internal:bun/inspect_table").table(data, columns, options),
  }),
  get isMainThread() {
    const { isTestThread, workerStart } = load("internal:core/worker_state");
    return workerStart() === null || isTestThread();
  },
  origin: "",
  fileURLToPath: (url: string | URL) => load("internal:node/url").default.fileURLToPath(url),
  pathToFileURL: (path: string) => load("internal:node/url").default.pathToFileURL(path),
  resolveSync(specifier: string, parent: string): string {
    if (typeof specifier === "string" && specifier.startsWith("node:") && typeof parent === "string") {
      const before = knownBuiltins.get(specifier);
      if (before !== undefined) return before;
      const builtin: string | null = load("internal:loader/resolve").builtinOf(specifier);
      if (builtin !== null) {
        knownBuiltins.set(specifier, builtin);
        return builtin;
      }
    }
    const importer = `${load("internal:core/path").default.resolve(parent)}/_`;
    const find = (): string => load("internal:loader/resolve").resolve(specifier, importer, false).path;
    return launch().restricts
      ? load("internal:loader/import_guard").checkResolvedPath(specifier, importer, find)
      : find();
  },
  resolve: async (specifier: string, parent: string): Promise<string> => Bun.resolveSync(specifier, parent),
  randomUUIDv7: (encoding?: unknown, timestamp?: unknown) =>
    load("internal:bun/uuid").randomUUIDv7(encoding, timestamp),
  allocUnsafe: (size: number) =>
    new Uint8Array(size >>> 0 === size ? size : load("internal:bun/bytes").checkedSize(size)),
  shrink: () => collectGarbage(),
  which(command: string, options: { PATH?: string; cwd?: string } = {}) {
    return load("internal:node/process/which").which(
      `${command ?? ""}`,
      options.PATH ?? load("internal:node/process").default.env.PATH ?? "",
      options.cwd ?? load("internal:node/process").default.cwd(),
    );
  },
};

/** Members that a module exports under the same names. */
const MODULES: [module: string, names: string[]][] = [
  ["internal:bun/shell", ["$"]],
  ["internal:bun/heap_snapshot", ["generateHeapSnapshot"]],
  ["internal:bun/string_width", ["stringWidth"]],
  ["internal:bun/wrap_ansi", ["wrapAnsi"]],
  ["internal:bun/slice_ansi", ["sliceAnsi"]],
  ["internal:bun/strings", ["stripANSI", "escapeHTML"]],
  ["internal:bun/bytes", ["indexOfLine", "concatArrayBuffers"]],
  ["internal:bun/comparisons", ["deepEquals", "deepMatch"]],
  ["internal:bun/peek", ["peek"]],
  ["internal:bun/uuid", ["randomUUIDv5"]],
  [
    "internal:bun/readable_streams",
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
  ["internal:bun/sinks", ["ArrayBufferSink"]],
  ["internal:bun/cookies", ["Cookie", "CookieMap"]],
  ["internal:bun/color", ["color"]],
  ["internal:bun/glob", ["Glob"]],
  ["internal:bun/dns", ["dns"]],
  ["internal:bun/redis/client", ["RedisClient"]],
  ["internal:bun/redis/default", ["redis"]],
  ["internal:bun/s3/client", ["S3Client"]],
  ["internal:bun/s3/default", ["s3"]],
  ["internal:bun/terminal", ["Terminal"]],
  ["internal:bun/csrf", ["CSRF"]],
  ["internal:bun/sql", ["SQL", "sql"]],
  ["internal:bun/build", ["build"]],
  ["internal:bun/plugin", ["plugin"]],
  ["internal:bun/transpiler", ["Transpiler"]],
  ["internal:bun/file_system_router/router", ["FileSystemRouter"]],
  ["internal:bun/archive/archive", ["Archive"]],
  ["internal:bun/cron/cron", ["cron"]],
  ["internal:bun/unsafe", ["unsafe"]],
  ["internal:bun/secrets", ["secrets"]],
  ["internal:bun/data_formats", ["TOML", "YAML", "JSON5", "JSONC", "JSONL"]],
];

const LAZY: Record<string, () => unknown> = {
  serve: () => load("internal:bun/serve").serve,
  semver: () => ({ satisfies: load("internal:bun/semver").satisfies, order: load("internal:bun/semver").order }),
  XML: () => ({
    parse: load("internal:bun/xml/parse").parse,
    stringify: load("internal:bun/xml/stringify").stringify,
  }),
  markdown: () => ({
    html: load("internal:bun/markdown/html").html,
    render: load("internal:bun/markdown/render").render,
    react: load("internal:bun/markdown/react").react,
    ansi: load("internal:bun/markdown/ansi").ansi,
  }),
  file: () => load("internal:bun/file").file,
  write: () => load("internal:bun/file").write,
  spawn: () => load("internal:bun/spawn").spawn,
  spawnSync: () => load("internal:bun/spawn").spawnSync,
  jest: () => (_file?: unknown) => load("internal:test_runner/dialects/bun_test").default,
  password: () => load("internal:bun/password").password,
  hash: () => load("internal:bun/hash").hash,
  CryptoHasher: () => load("internal:bun/crypto_hasher").CryptoHasher,
  sha: () => load("internal:bun/crypto_hasher").sha,
  enableANSIColors: () => load("internal:node/process").default.stdout.hasColors?.() ?? false,
  postgres: () => load("internal:bun/sql").sql,
  fetch: () => load("web:fetch").fetch,
  env: () => load("internal:node/process").default.env,
  argv: () => load("internal:node/process").default.argv,
  main: () => pathOfFileUrl(mainUrl()) ?? "",
  cwd: () => load("internal:node/process").default.cwd(),
  isStandaloneExecutable: () => load("internal:core/embedded_files").isExecutable(),
  embeddedFiles: () => load("internal:bun/file").embeddedFiles(),
  stdin: () => load("internal:bun/file").fileOfDescriptor(0),
  stdout: () => load("internal:bun/file").fileOfDescriptor(1),
  stderr: () => load("internal:bun/file").fileOfDescriptor(2),
};
for (const name of Object.keys(LAZY)) addLazy(Bun, name, LAZY[name]!);
for (const name of ["connect", "listen"]) addLazy(Bun, name, () => load("internal:bun/sockets")[name]);
for (const [module, names] of MODULES) for (const name of names) addLazy(Bun, name, () => load(module)[name]);
addLazy(Bun, "udpSocket", () => load("internal:bun/udp_socket").udpSocket);
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
  addLazy(Bun, name, () => load("internal:bun/compression")[name]);
}

for (const name of ["MD4", "MD5", "SHA1", "SHA224", "SHA256", "SHA384", "SHA512", "SHA512_256"]) {
  addLazy(Bun, name, () => load("internal:bun/crypto_hasher").classes[name]);
}

// Reading them is allowed, as `{ ...Bun }` and `typeof Bun.cron` do; using them throws.
const MISSING = ["mmap", "openInEditor", "Image", "WebView", "registerMacro"];
for (const name of MISSING) addLazy(Bun, name, () => load("internal:core/missing_members").missingMember("Bun", name));
addLazy(Bun, "FFI", () => {
  const { viewSource, dlopen, linkSymbols, toBuffer, toArrayBuffer, CString, ptr, read } =
    load("internal:bun/ffi/main");
  return { viewSource, dlopen, linkSymbols, toBuffer, toArrayBuffer, CString, ptr, read };
});
Object.defineProperty(Bun, Symbol.toStringTag, { value: "Bun", configurable: true });

export default Bun;
