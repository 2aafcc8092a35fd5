// Permission sets of deno.json: `-P` takes the set `default`, `-P=NAME` another one.
// https://docs.deno.com/runtime/fundamentals/security/#permissions-in-the-config-file
import { parseJson5 } from "internal:core/data_formats/json5";
import { ERR_INVALID_ARG_VALUE } from "internal:core/errors";
import { type Launch } from "internal:core/launch";
import { DENO_KINDS } from "internal:core/permission_kinds";
import path from "internal:core/path";
import { workingDirectory } from "internal:core/process/working_directory";
import { existsSync, readFileTextSync } from "native:fs";

const FILES = ["deno.json", "deno.jsonc"];
/** Kinds whose values are paths, relative to the file. */
const PATHS = new Set(["read", "write", "ffi"]);

type Value =
  | boolean
  | string[]
  | { allow?: boolean | string[]; deny?: boolean | string[]; ignore?: boolean | string[] };

/** The text of a file. */
export function readText(file: string): string {
  return readFileTextSync(file, 0);
}

/** The flags of a set of the program's deno.json. Throws ERR_INVALID_ARG_VALUE when there is no such set. */
export function read(program: Launch, name: string): string[] {
  const set = name === "" ? "default" : name;
  const file = find(program.file === null ? workingDirectory() : path.dirname(path.resolve(program.file)));
  const config = (file === null ? {} : parseJson5(readText(file), false, file)) as {
    permissions?: Record<string, Record<string, Value>>;
  };
  const found = config.permissions?.[set];
  if (file === null || typeof found !== "object" || found === null)
    throw new ERR_INVALID_ARG_VALUE("--permission-set", set, "is not a permission set of deno.json");
  const flags: string[] = [];
  for (const kind of DENO_KINDS)
    addKind(flags, kind, found[kind] ?? (found["all"] === true ? true : undefined), path.dirname(file));
  return flags;
}

function find(start: string): string | null {
  for (let folder = start; ; folder = path.dirname(folder)) {
    for (const name of FILES) if (existsSync(path.resolve(folder, name))) return path.resolve(folder, name);
    if (folder === "/") return null;
  }
}

function addKind(flags: string[], kind: string, value: Value | undefined, folder: string): void {
  if (value === undefined || value === false) return;
  if (value === true || Array.isArray(value)) return addList(flags, `allow-${kind}`, value, kind, folder);
  addList(flags, `allow-${kind}`, value.allow, kind, folder);
  addList(flags, `deny-${kind}`, value.deny, kind, folder);
  addList(flags, `ignore-${kind}`, value.ignore, kind, folder);
}

function addList(
  flags: string[],
  flag: string,
  list: boolean | string[] | undefined,
  kind: string,
  folder: string,
): void {
  if (list === true) flags.push(flag);
  if (!Array.isArray(list)) return;
  for (const one of list)
    flags.push(`${flag}=${PATHS.has(kind) || isProgramPath(kind, one) ? path.resolve(folder, one) : one}`);
}

/** A program that is named by a path, not by a name that PATH finds. */
function isProgramPath(kind: string, value: string): boolean {
  return kind === "run" && value.includes("/");
}
