// `cc` of `bun:ffi`: C that is compiled when the program runs. Bun has TinyCC in its binary; here the C compiler of the
// system does it.
import { option } from "internal:core/launch";
import { safe } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import { codedTypeError, invalidArgument } from "internal:bun/ffi/errors";
import { type FunctionDefinition, type Library, openFunctions, typesOf } from "internal:bun/ffi/library";
import { requireAny } from "internal:core/ffi/permission";
import { spawnSync } from "internal:node/child_process/sync";
import fs from "internal:node/fs";
import os from "internal:node/os";
import process from "internal:node/process";

/** In this order, where the environment's `CC` names none. */
const COMPILERS = ["cc", "gcc", "clang", "tcc"];
/** An error in what a compiler or linker prints. */
const ERROR = /\berror: (?!ld returned)|undefined reference|cannot find/g;

export interface CompileOptions {
  source: unknown;
  symbols: Record<string, FunctionDefinition>;
  library?: unknown;
  include?: unknown;
  flags?: unknown;
  define?: Record<string, unknown>;
}

function wrongType(name: string, expected: string, value: unknown): Error {
  const given = value === undefined || value === null ? String(value) : `type ${typeof value} (${String(value)})`;
  return invalidArgument(`The "${name}" argument must be of type ${expected}. Received ${given}`);
}

/** A path as a string, a URL or a `Bun.file`. */
function pathOf(source: unknown, isListed: boolean): string {
  const named = typeof source === "object" && source !== null ? (source as { href?: string; name?: string }) : {};
  const text = named.href ?? named.name ?? source;
  if (text === undefined || text === "") throw new Error("Expected source to be a string to a file path");
  if (typeof text !== "string") throw wrongType("source", isListed ? "array of strings" : "string", source);
  return pathOfFileUrl(text) ?? text;
}

function pathsOf(source: unknown): string[] {
  if (!safe.isArray(source)) return [pathOf(source, false)];
  if (source.length === 0)
    throw codedTypeError(
      "ERR_INVALID_ARG_VALUE",
      'The "source" argument must have at least one file. Received an instance of Array',
    );
  return source.map((one) => pathOf(one, true));
}

function stringsOf(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  const list: unknown[] = safe.isArray(value) ? value : [value];
  for (const one of list) if (typeof one !== "string") throw wrongType(name, "array of strings", one);
  return list as string[];
}

/** Flags in one string are separated by spaces. */
function flagsOf(value: unknown): string[] {
  if (typeof value === "string") return value.split(/\s+/).filter((flag) => flag !== "");
  if (value !== undefined && value !== null && !safe.isArray(value)) throw wrongType("flags", "string", value);
  return stringsOf("flags", value);
}

function definesOf(define: unknown): string[] {
  if (define === undefined || define === null) return [];
  if (typeof define !== "object") throw wrongType("define", "object", define);
  return safe.entries(define).map(([name, value]) => {
    if (typeof value !== "string") throw wrongType(`define.${name}`, "string", value);
    return value === "" ? `-D${name}` : `-D${name}=${value}`;
  });
}

function checkSymbols(symbols: unknown): asserts symbols is Record<string, FunctionDefinition> {
  if (typeof symbols !== "object" || symbols === null) {
    const given = symbols === undefined || symbols === null ? String(symbols) : `type ${typeof symbols}`;
    throw invalidArgument(`The "symbols" argument must be of type object. Received ${given}`);
  }
  const entries = safe.entries(symbols as Record<string, FunctionDefinition>);
  if (entries.length === 0) throw new Error("Expected at least one exported symbol");
  for (const [name, definition] of entries) {
    if (typeof definition !== "object" || definition === null)
      throw codedTypeError("ERR_INVALID_ARG_VALUE", `Expected an object for key "${name}"`);
    typesOf(definition);
  }
}

/** Runs the compiler. */
function compile(sources: string[], output: string, flags: string[], libraries: string[]): void {
  const { CC } = process.env;
  const compilers = CC === undefined || CC === "" ? COMPILERS : [CC];
  const options = ["-shared", "-fPIC", "-O2", "-o", output];
  for (const compiler of compilers) {
    const { status, stderr, error, signal } = spawnSync(compiler, [...options, ...flags, ...sources, ...libraries], {
      encoding: "utf8",
      // The errors are counted by their words.
      env: { ...process.env, LC_ALL: "C" },
      stdio: ["ignore", "ignore", "pipe"],
    }) as { status: number | null; stderr: string; error?: Error & { code?: string }; signal: string | null };
    if (error?.code === "ENOENT") continue;
    if (error !== undefined) throw error;
    if (status === 0) return;
    const text = stderr.trim() === "" ? `${compiler} ended with ${signal ?? status}` : stderr;
    const count = Math.max(1, text.match(ERROR)?.length ?? 0);
    throw new Error(`${count} errors while compiling ${sources.join(", ")}\n${text}`);
  }
  throw new Error(
    `bun:ffi.cc needs a C compiler: ${compilers.map((name) => `"${name}"`).join(", ")} ${compilers.length === 1 ? "was" : "were"} not found. Install one, or name one in the environment variable CC.`,
  );
}

/**
 * Compiles C and opens its functions, as `dlopen` does. Needs the permissions to run the compiler and to call native code.
 * Throws what the compiler prints.
 */
export function cc(options: CompileOptions): Library {
  if (option("--no-ffi-cc") !== undefined || option("--no-addons") !== undefined)
    throw Object.assign(new Error("Cannot compile C code because the bun:ffi C compiler is disabled."), {
      code: "ERR_FFI_CC_DISABLED",
    });
  if (typeof options !== "object" || options === null) throw new Error("Expected options to be an object");
  const sources = pathsOf(options.source);
  checkSymbols(options.symbols);
  const libraries = stringsOf("library", options.library).map((name) => `-l${name}`);
  const includes = stringsOf("include", options.include).map((folder) => `-I${folder}`);
  const flags = [...flagsOf(options.flags), ...includes, ...definesOf(options.define)];
  requireAny();
  const folder = fs.mkdtempSync(`${os.tmpdir()}/brio-cc-`);
  try {
    const output = `${folder}/compiled.so`;
    compile(sources, output, flags, libraries);
    return openFunctions(
      output,
      options.symbols,
      (symbol) => new Error(`"${symbol}" is missing from ${sources.join(", ")}. Was it included in the source code?`),
    );
  } finally {
    // An open library does not need its file.
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
