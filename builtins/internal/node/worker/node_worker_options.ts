// Checks the arguments of Node's `new Worker`, in Node's order and with Node's messages.
import { load } from "internal:core/bootstrap";
import { fileURLToPath } from "internal:web/file_urls";
import { URL } from "web:url";
import {
  ERR_INVALID_ARG_TYPE,
  ERR_INVALID_ARG_VALUE,
  ERR_INVALID_URL_SCHEME,
  ERR_WORKER_PATH,
} from "internal:core/errors";
import { validateArray, validateObject, validateString } from "internal:core/validators";
import { cwd, getEnvironment } from "native:process";
import { launch } from "internal:core/launch";
import { readLimits } from "internal:node/worker/limits";
import { type ThreadOptions } from "internal:web/worker/thread";
import defer * as engineFlags from "internal:node/v8/engine_flags";
import { readExecArguments, readNodeOptions } from "internal:node/worker/exec_arguments";

/** The checked options. */
export interface WorkerOptions {
  start: ThreadOptions & { resourceLimits: Record<string, number>; name: string };
  capturesOut: boolean;
  capturesError: boolean;
  hasInput: boolean;
  data: unknown;
  transferList: object[];
}

const SHARE_ENV = Symbol.for("nodejs.worker_threads.SHARE_ENV");

/** Checks and reads. Throws Node's errors. */
export function readOptions(filename: unknown, options: any): WorkerOptions {
  validateObject(options, "options");
  if (options.execArgv && !Array.isArray(options.execArgv))
    throw new ERR_INVALID_ARG_TYPE("options.execArgv", "Array", options.execArgv);
  let argv: string[] = [];
  if (options.argv) {
    validateArray(options.argv, "options.argv");
    argv = options.argv.map(String);
  }
  const entry = readEntry(filename, options);
  const env = readEnvironment(options.env);
  const name = readName(options.name);
  const limits = readLimits(options.resourceLimits);
  const execArguments: string[] = options.execArgv ? beforeEnd(options.execArgv.map(String)) : launch().execArguments;
  const flags: Partial<ReturnType<typeof readExecArguments>> = options.execArgv ? readExecArguments(execArguments) : {};
  flags.options?.push(...launch().options.filter(([name]) => engineFlags.OF_PROCESS.includes(name)));
  // NODE_OPTIONS of the process itself is parsed already.
  if (env !== null && typeof env.NODE_OPTIONS === "string" && env.NODE_OPTIONS !== getEnvironment("NODE_OPTIONS")) {
    flags.options = [...readNodeOptions(env.NODE_OPTIONS), ...(flags.options ?? launch().options)];
  }
  return {
    start: {
      ...entry,
      isWeb: false,
      arguments: argv,
      execArguments,
      name,
      resourceLimits: limits,
      ...(env === null ? {} : { environment: env }),
      sharedEnvironment: options.env === SHARE_ENV ? load("internal:core/process/environment").shareEnvironment() : 0,
      ...flags,
      closesDescriptors: options.trackUnmanagedFds === undefined || Boolean(options.trackUnmanagedFds),
    },
    capturesOut: Boolean(options.stdout),
    capturesError: Boolean(options.stderr),
    hasInput: Boolean(options.stdin),
    data: options.workerData,
    transferList: typeof options.transferList?.[Symbol.iterator] === "function" ? [...options.transferList] : [],
  };
}

/** The flags before `--`, which ends them. */
function beforeEnd(flags: string[]): string[] {
  const end = flags.indexOf("--");
  return end === -1 ? flags : flags.slice(0, end);
}

function readEntry(
  filename: unknown,
  options: { eval?: unknown; type?: string },
): { entryKind: "path" | "url" | "code"; entry: string; inputType?: string | null } {
  if (options.eval) {
    if (typeof filename !== "string")
      throw new ERR_INVALID_ARG_VALUE("options.eval", options.eval, "must be false when 'filename' is not a string");
    return { entryKind: "code", entry: filename, inputType: options.type ?? launch().inputType };
  }
  if (isUrl(filename)) {
    if (filename.protocol === "data:") return { entryKind: "url", entry: filename.href };
    if (filename.protocol !== "file:") throw new ERR_INVALID_URL_SCHEME("file");
    return { entryKind: "path", entry: fileURLToPath(filename) };
  }
  if (typeof filename !== "string") throw new ERR_INVALID_ARG_TYPE("filename", ["string", "URL"], filename);
  if (filename.startsWith("/")) return { entryKind: "path", entry: filename };
  if (!/^\.\.?[\\/]/.test(filename)) throw new ERR_WORKER_PATH(filename);
  return { entryKind: "path", entry: `${cwd()}/${filename}` };
}

function isUrl(value: unknown): value is URL {
  return (
    value instanceof URL ||
    (typeof value === "object" &&
      value !== null &&
      typeof (value as URL).href === "string" &&
      typeof (value as URL).protocol === "string" &&
      (value as { auth?: unknown }).auth === undefined)
  );
}

function readEnvironment(env: unknown): Record<string, string> | null {
  if (env === undefined || env === null || env === SHARE_ENV) return null;
  if (typeof env !== "object")
    throw new ERR_INVALID_ARG_TYPE("options.env", ["object", "undefined", "null", "worker_threads.SHARE_ENV"], env);
  return Object.fromEntries(Object.entries(env).map(([name, value]) => [name, `${value}`]));
}

function readName(name: unknown): string {
  if (name === undefined) return "";
  validateString(name, "options.name");
  return name.trim();
}
