// `process.binding`: those of Node's deprecated internal bindings that are tables, or functions with the same meaning here.
import { launch } from "internal:core/launch";
import { ERR_ACCESS_DENIED } from "internal:core/errors";
import { PermissionModel, model } from "native:permissions";
import { load, safe } from "internal:core/bootstrap";
import defer * as launching from "internal:core/launch";
import defer * as packageGuard from "internal:core/package_guard";
import defer * as warnings from "internal:core/process/warn";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";

// `process.binding("util")`: programs use only its type checks.
const TYPE_CHECKS = [
  "isAnyArrayBuffer",
  "isArrayBuffer",
  "isArrayBufferView",
  "isAsyncFunction",
  "isDataView",
  "isDate",
  "isExternal",
  "isMap",
  "isMapIterator",
  "isNativeError",
  "isPromise",
  "isRegExp",
  "isSet",
  "isSetIterator",
  "isTypedArray",
  "isUint8Array",
];
// Node's other bindings, which expose its implementation: they throw.
const OTHERS = new Set([
  "buffer",
  "cares_wrap",
  "contextify",
  "fs",
  "fs_event_wrap",
  "icu",
  "js_stream",
  "natives",
  "os",
  "process_wrap",
  "stream_wrap",
  "tcp_wrap",
  "tls_wrap",
  "udp_wrap",
  "zlib",
]);
// The phases of trace events are letters (Chrome's trace format).
const TRACE_PHASES = {
  BEGIN: "B",
  END: "E",
  COMPLETE: "X",
  INSTANT: "I",
  ASYNC_BEGIN: "S",
  ASYNC_STEP_INTO: "T",
  ASYNC_STEP_PAST: "p",
  ASYNC_END: "F",
  NESTABLE_ASYNC_BEGIN: "b",
  NESTABLE_ASYNC_END: "e",
  NESTABLE_ASYNC_INSTANT: "n",
  FLOW_BEGIN: "s",
  FLOW_STEP: "t",
  FLOW_END: "f",
  METADATA: "M",
  COUNTER: "C",
  SAMPLE: "P",
  CREATE_OBJECT: "N",
  SNAPSHOT_OBJECT: "O",
  DELETE_OBJECT: "D",
  MEMORY_DUMP: "v",
  MARK: "R",
  CLOCK_SYNC: "c",
};

const makers: Record<string, () => object> = {
  util: () => {
    const { types } = load("internal:node/util").default;
    return safe.fromEntries(TYPE_CHECKS.map((check) => [check, types[check]]));
  },
  uv: makeUv,
  constants: () => ({
    __proto__: null,
    os: load("internal:node/os").default.constants,
    fs: load("internal:node/fs").default.constants,
    crypto: load("internal:node/crypto").default.constants,
    zlib: load("internal:node/zlib").default.constants,
    trace: {
      __proto__: null,
      ...Object.fromEntries(
        safe.entries(TRACE_PHASES).map(([name, letter]) => [`TRACE_EVENT_PHASE_${name}`, letter.charCodeAt(0)]),
      ),
    },
    internal: { __proto__: null, EXTENSIONLESS_FORMAT_JAVASCRIPT: 0, EXTENSIONLESS_FORMAT_WASM: 1 },
  }),
  config: () => ({
    isDebugBuild: false,
    openSSLIsBoringSSL: false,
    hasOpenSSL: true,
    fipsMode: false,
    hasIntl: true,
    hasTracing: false,
    hasNodeOptions: true,
    hasInspector: false,
    noBrowserGlobals: false,
    bits: 64,
    getDefaultLocale: () => Intl.DateTimeFormat().resolvedOptions().locale,
  }),
  inspector: () => ({ isEnabled: () => load("internal:node/inspector").default.url() !== undefined }),
  pipe_wrap: () => load("internal:node/net/pipe_binding").binding,
  tty_wrap: () => load("internal:node/tty/binding").binding,
  spawn_sync: () => load("internal:node/child_process/sync").binding,
};

// `errname` and the tables behind `util.getSystemErrorMap()`.
function makeUv(): object {
  const errors: Map<number, [string, string]> = load("internal:node/util").default.getSystemErrorMap();
  const uv: Record<string, unknown> = {
    errname: (errno: number) => {
      warnOfErrname();
      return errors.get(errno)?.[0] ?? `Unknown system error ${errno}`;
    },
  };
  for (const [errno, [name]] of errors) uv[`UV_${name}`] = errno;
  uv["getErrorMap"] = () => new Map(errors);
  uv["getErrorMessage"] = (errno: number) => errors.get(errno)?.[1] ?? `Unknown system error ${errno}`;
  return uv;
}

let hasWarnedOfErrname = false;

function warnOfErrname(): void {
  if (hasWarnedOfErrname || launching.option("--pending-deprecation") === undefined) return;
  hasWarnedOfErrname = true;
  warnings.emitWarning(
    "Directly calling process.binding('uv').errname(<val>) is being deprecated. " +
      "Please make sure to use util.getSystemErrorName() instead.",
    "DeprecationWarning",
    "DEP0119",
  );
}

const made = new Map<string, object>();
let hasWarned = false;

/** Throws for unknown and missing bindings. */
function binding(name: unknown): unknown {
  if (launch().restricts && model() === PermissionModel.NODE)
    throw new ERR_ACCESS_DENIED("Access to this API has been restricted");
  name = `${name}`;
  if (launching.option("--sandbox-packages") !== undefined) checkPackage(name as string);
  if (!hasWarned && launching.option("--pending-deprecation") !== undefined) {
    hasWarned = true;
    warnings.emitWarning(
      "process.binding() is deprecated. Please use public APIs instead.",
      "DeprecationWarning",
      "DEP0111",
    );
  }
  const key = name as string;
  const found = made.get(key);
  if (found !== undefined) return found;
  if (safe.hasOwn(makers, key)) {
    const binding = makers[key]!();
    made.set(key, binding);
    return binding;
  }
  if (OTHERS.has(key)) throw new ERR_METHOD_NOT_IMPLEMENTED(`process.binding("${key}")`);
  throw new Error(`No such module: ${key}`);
}

/** Refuses the bindings that are more than tables to packages whose policy lacks the module. */
function checkPackage(name: string): void {
  const module = name === "spawn_sync" ? "child_process" : name === "pipe_wrap" ? "net" : null;
  if (module !== null) packageGuard.checkCaller([module], `process.binding("${name}")`, binding);
}

/** Members of `process`. */
export const members = { binding };
