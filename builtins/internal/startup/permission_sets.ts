// Permission sets of deno.json: `-P` takes the set `default`, `-P=NAME` another one.
// https://docs.deno.com/runtime/fundamentals/security/#permissions-in-the-config-file
import { parseJson5 } from "internal:core/data_formats/json5";
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

type PermissionSet = Record<string, Value>;
type Config = {
  permissions?: Record<string, PermissionSet>;
  /** The set of `deno test -P`, or its name. */
  test?: { permissions?: PermissionSet | string };
  workspace?: string[] | { members?: string[] };
};

/**
 * The flags of a set of the program's deno.json, or of the workspace that it belongs to. Without a set of the name
 * `default` nothing is granted; null for another set that is not there.
 */
export function read(program: Pick<Launch, "file">, name: string, isForTests = false): string[] | null {
  const start = program.file === null ? workingDirectory() : path.dirname(path.resolve(program.file));
  for (const [file, config] of configsOf(start)) {
    const ofTests = isForTests && name === "" ? config.test?.permissions : undefined;
    const found =
      typeof ofTests === "object" ? ofTests : config.permissions?.[ofTests ?? (name === "" ? "default" : name)];
    if (typeof found !== "object" || found === null) continue;
    const flags: string[] = [];
    for (const kind of DENO_KINDS) addKind(flags, kind, ofKind(found, kind), path.dirname(file));
    return flags;
  }
  return name === "" ? [] : null;
}

/** What a set says of a kind: `all` grants what the kind does not grant itself. */
function ofKind(set: Record<string, Value>, kind: string): Value | undefined {
  const value = set[kind];
  if (set["all"] !== true || Array.isArray(value) || typeof value === "boolean") return value;
  return { allow: true, ...value };
}

/** The configuration of a folder, and that of the workspace which has it as a member. */
function configsOf(start: string): [string, Config][] {
  const own = find(start);
  if (own === null) return [];
  const configs: [string, Config][] = [[own, configIn(own)]];
  const folder = path.dirname(own);
  for (let above = folder === "/" ? null : find(path.dirname(folder)); above !== null;) {
    const config = configIn(above);
    if (hasMember(path.dirname(above), config, folder)) configs.push([above, config]);
    const outer = path.dirname(above);
    above = outer === "/" ? null : find(path.dirname(outer));
  }
  return configs;
}

function configIn(file: string): Config {
  return parseJson5(readText(file), false, file) as Config;
}

function hasMember(root: string, { workspace }: Config, folder: string): boolean {
  const members = Array.isArray(workspace) ? workspace : (workspace?.members ?? []);
  return members.some((member) =>
    member.endsWith("/*")
      ? path.dirname(folder) === path.resolve(root, member.slice(0, -2))
      : path.resolve(root, member) === folder,
  );
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
