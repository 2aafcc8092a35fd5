// `Deno.bundle`: bundles with the bundler of `brio build`. https://docs.deno.com/runtime/reference/bundling/
//
// The bundler reads what the entries import on threads of its own, packages in folders above included. So a program needs the
// permission to read all files; in Deno that for the files of the bundle is enough.
import { services } from "internal:core/bootstrap";
import { ERR_METHOD_NOT_IMPLEMENTED } from "internal:core/errors";
import path from "internal:core/path";
import { check } from "internal:core/permissions";
import { createHash } from "internal:node/crypto/hash";
import fs from "internal:node/fs";
import process from "internal:node/process";
import { PermissionKind } from "native:permissions";
import { decodeUtf8 } from "internal:core/utf8";
import { fileURLToPath } from "internal:web/file_urls";

/** https://docs.deno.com/api/deno/~/Deno.bundle.Options */
interface Options {
  entrypoints: string[];
  outputPath?: string;
  outputDir?: string;
  external?: string[];
  format?: string;
  minify?: boolean;
  keepNames?: boolean;
  codeSplitting?: boolean;
  inlineImports?: boolean;
  packages?: string;
  sourcemap?: string;
  platform?: string;
  write?: boolean;
}

interface Location {
  file: string;
  namespace: string;
  line: number;
  column: number;
  length: number;
  suggestion: string;
}

interface Message {
  text: string;
  location: Location | null;
  notes: never[];
}

interface OutputFile {
  path: string;
  contents?: Uint8Array;
  hash: string;
  text(): string;
}

interface Result {
  success: boolean;
  errors: Message[];
  warnings: Message[];
  outputFiles?: OutputFile[] | null;
}

/** A message of the bundler. */
interface Log {
  level: string;
  message: string;
  position: { file: string; line: number; column: number } | null;
}

/** The path of an output without a file, as esbuild calls it. */
const STANDARD_OUTPUT = "<stdout>";
/** The length of the hashes of outputs, as in Deno, which has others. */
const HASH_LENGTH = 11;

/**
 * Bundles.
 *
 * @param options The entries (`entrypoints`), where the outputs are written, if they are, and how they are made.
 * @returns What is wrong, and the outputs unless they were written.
 * @throws NotCapable when an entry page may not be read, or the outputs not be written; TypeError for options that do not fit;
 * Error for an entry that does not exist.
 */
export async function bundle(options: Options): Promise<Result> {
  const config = configOf(options);
  const { outputDir, outputPath } = options;
  const writes = options.write ?? (outputDir !== undefined || outputPath !== undefined);
  const target = outputDir ?? outputPath;
  const entries = options.entrypoints.map(pathOfEntry);
  const refusal = refusalOf(entries, outputDir);
  if (refusal !== null) return failed([refusal]);
  if (writes && target !== undefined) check(PermissionKind.WRITE, path.resolve(target));
  const limit = entries.length === 0 ? null : refusalOfRead(null);
  if (limit !== null) return failed([limit]);
  if (entries.length === 0) return { success: true, errors: [], warnings: [] };
  if (entries.length > 1 && outputDir === undefined)
    return failed([messageOf('Must use "outdir" when there are multiple input files')]);
  const build = await services().bundle({ ...config, entrypoints: entries }, writes && target !== undefined);
  const logs = build.logs as unknown as Log[];
  const result: Result = {
    success: build.success,
    errors: logs.filter((log) => log.level === "error").map(messageOfLog),
    warnings: logs.filter((log) => log.level !== "error").map(messageOfLog),
  };
  if (!result.success) return result;
  if (writes && target !== undefined) return { ...result, outputFiles: null };
  result.outputFiles = [];
  for (const output of build.outputs) {
    const bytes = new Uint8Array(await output.arrayBuffer());
    const isOnly = target === undefined && output.kind === "entry-point";
    result.outputFiles.push(outputFile(isOnly ? STANDARD_OUTPUT : output.path, bytes));
  }
  return result;
}

function outputFile(name: string, contents: Uint8Array): OutputFile {
  const hash = createHash("sha256").update(contents).digest("base64") as string;
  return {
    path: name,
    ...(contents.length === 0 ? {} : { contents }),
    hash: hash.slice(0, HASH_LENGTH),
    text: () => decodeUtf8(contents),
  };
}

const FORMATS = ["esm", "cjs", "iife"];
const PLATFORMS = ["deno", "browser"];
const MAPS = ["linked", "inline", "external"];
const PACKAGES = ["bundle", "external"];

/** The options of the bundler. Throws a TypeError for what does not fit. */
function configOf(options: Options): object {
  if (options === null || typeof options !== "object") throw new TypeError("expected an object with options");
  if (!Array.isArray(options.entrypoints)) throw new TypeError("expected an array of entrypoints");
  oneOf(options.format, FORMATS);
  oneOf(options.platform, PLATFORMS);
  oneOf(options.sourcemap, MAPS);
  oneOf(options.packages, PACKAGES);
  if (options.inlineImports === false) throw new ERR_METHOD_NOT_IMPLEMENTED("Deno.bundle with inlineImports: false");
  const { outputDir, outputPath } = options;
  const minified = options.minify === true;
  return {
    target: options.platform ?? "deno",
    format: options.format ?? "esm",
    splitting: options.codeSplitting === true,
    sourcemap: options.sourcemap ?? "none",
    external: options.external ?? [],
    packages: options.packages ?? "bundle",
    minify: { whitespace: minified, identifiers: minified, syntax: minified, keepNames: options.keepNames === true },
    ...(outputDir === undefined && outputPath === undefined
      ? {}
      : { outdir: path.resolve(outputDir ?? path.dirname(outputPath!)) }),
    ...(outputDir === undefined && outputPath !== undefined ? { naming: path.basename(outputPath) } : {}),
    throw: false,
  };
}

function oneOf(value: string | undefined, values: string[]): void {
  if (value === undefined || values.includes(value)) return;
  const list = values.map((one) => `\`${one}\``).join(", ");
  throw new TypeError(`unknown variant \`${value}\`, expected one of ${list}`);
}

function pathOfEntry(entry: string): string {
  return path.resolve(process.cwd(), `${entry}`.startsWith("file:") ? fileURLToPath(entry) : `${entry}`);
}

/** Why entries may not be bundled: as a message for modules; throws it for pages, and for what does not exist. */
function refusalOf(entries: string[], outputDir: string | undefined): Message | null {
  for (const entry of entries) {
    const isPage = entry.endsWith(".html");
    if (isPage) check(PermissionKind.READ, entry);
    const refusal = refusalOfRead(entry);
    if (refusal !== null) return refusal;
    if (!fs.existsSync(entry)) throw new Error("No such file or directory (os error 2)");
    if (isPage && outputDir === undefined) throw new Error("--outdir is required when bundling HTML entrypoints");
  }
  return null;
}

/** The refusal to read a file, or all files. */
function refusalOfRead(file: string | null): Message | null {
  try {
    check(PermissionKind.READ, file);
    return null;
  } catch (error) {
    return messageOf((error as Error).message);
  }
}

function failed(errors: Message[]): Result {
  return { success: false, errors, warnings: [] };
}

function messageOf(text: string): Message {
  return { text, location: null, notes: [] };
}

function messageOfLog({ message, position }: Log): Message {
  if (position === null) return messageOf(message);
  const { file, line, column } = position;
  return {
    text: message,
    location: { file, namespace: "", line, column: column - 1, length: 0, suggestion: "" },
    notes: [],
  };
}
