// Which capability of a policy's packages a builtin belongs to. Builtins that are not here touch nothing outside of the
// program, or only what is about it.

/** All that reach out of the program, of one module. */
const ALL = ["fs", "net", "child_process", "native"];

/** The capabilities that a builtin needs, by its name. */
export const CAPABILITIES: Record<string, readonly string[] | undefined> = {
  __proto__: null as never,
  "node:fs": ["fs"],
  "node:fs/promises": ["fs"],
  "node:sqlite": ["fs"],
  "node:trace_events": ["fs"],
  "node:wasi": ["fs"],
  "bun:sqlite": ["fs"],
  "node:dgram": ["net"],
  "node:dns": ["net"],
  "node:dns/promises": ["net"],
  "node:http": ["net"],
  "node:http2": ["net"],
  "node:https": ["net"],
  "node:net": ["net"],
  "node:quic": ["net"],
  "node:tls": ["net"],
  "node:_http_agent": ["net"],
  "node:_http_client": ["net"],
  "node:_http_server": ["net"],
  "node:_tls_wrap": ["net"],
  "node:child_process": ["child_process"],
  "node:cluster": ["child_process"],
  // It runs files in processes, and its mocks replace modules for all importers.
  "node:test": ["child_process", "vm"],
  "bun:test": ["vm"],
  "node:worker_threads": ["worker_threads"],
  "node:vm": ["vm"],
  "node:inspector": ["vm"],
  "node:inspector/promises": ["vm"],
  "node:repl": ["vm", "fs"],
  "bun:jsc": ["vm"],
  "node:ffi": ["native"],
  "bun:ffi": ["native"],
  "bun:main": ALL,
};

/** The capabilities of globals. */
export const OF_GLOBALS: Record<string, readonly string[]> = {
  fetch: ["net"],
  EventSource: ["net"],
  WebSocket: ["net"],
  Worker: ["worker_threads"],
};

/** The capabilities of members of `Bun` and `Deno`, by patterns of their names. */
export const OF_MEMBERS: Record<string, readonly (readonly [RegExp, readonly string[]])[]> = {
  Bun: [
    [/^(?:\$|cron|openInEditor|spawn|spawnSync)$/, ["child_process"]],
    [/^(?:Archive|FileSystemRouter|Glob|build|file|mmap|stdin|write)$/, ["fs"]],
    [/^(?:RedisClient|S3Client|SQL|connect|dns|fetch|listen|postgres|redis|s3|serve|sql|udpSocket|WebView)$/, ["net"]],
    [/^(?:FFI|unsafe)$/, ["native"]],
    [/^plugin$/, ["vm"]],
  ],
  Deno: [
    [/^(?:ChildProcess|Command|Process|kill|run|spawn\w*)$/, ["child_process"]],
    [/^(?:dlopen|Unsafe\w+)$/, ["native"]],
    [
      /^(?:HttpClient|QuicEndpoint|connect\w*|createHttpClient|listen\w*|networkInterfaces|openKv|resolveDns|serve\w*|startTls|upgrade\w*)$/,
      ["net"],
    ],
    [
      /^(?:FsFile|bundle|chdir|chmod|chown|copyFile|create|fsync|link|lstat|makeTemp|mkdir|open|read|realPath|remove|rename|stat|symlink|truncate|umask|utime|watchFs|write)/,
      ["fs"],
    ],
    [/^(?:jupyter|test)$/, []],
  ],
};
