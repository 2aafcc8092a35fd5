// What each package may import, as a policy lists it (`[packages.NAME]`). It limits the damage of a package that was taken
// over, and is no wall: packages share one heap, and a package can call what another one exports.
//
// A request counts as that of the file that makes it. For `require` that is the module whose `require` it is, and the
// caller too, since `require.main.require` belongs to another file.
import { pinned, safe } from "internal:core/bootstrap";
import { pathOfFileUrl } from "internal:core/file_url";
import { option } from "internal:core/launch";
import { makeError } from "internal:core/native_errors";
import { home } from "internal:core/program";
import { captureFrames } from "internal:core/stack/stack";
import { CAPABILITIES } from "internal:core/package_capabilities";
import { packageScope, readNearby } from "native:modules";
import { PermissionKind, PermissionState, query } from "native:permissions";

/** The option of the command line with the packages' lists, as JSON. */
export const PACKAGES = "--sandbox-packages";
/** The option of a worker with the packages that started it, as JSON: what code of its own they give it is theirs. */
export const STARTED_BY = "--sandbox-started-by";

/** What a specifier was resolved to (`internal:loader/resolve`). */
interface Resolved {
  format: string;
  path: string;
  suffix: string;
  url?: string | undefined;
}
/** What a package may import: these capabilities, or everything. */
type Imports = true | readonly string[];
/** The packages whose lists count for a file, the outermost first; none for the program itself. */
type Owners = readonly string[];

const OTHERS = "*";
const FRAMES_MAX = 100;
const NAME_LENGTH_MAX = 80;
/** Frames that are not the program's. */
const OF_RUNTIME = /^(?:node|bun|brio|deno|internal|web|native):/;
/** Modules whose source is in their address. */
const CODE_ADDRESS = /^(?:data|blob|https?):/i;

const lists = pinned(readLists());
const starters: Owners = JSON.parse((option(STARTED_BY) as string | undefined) ?? "[]");
const owners = pinned(new Map<string, Owners>());
const names = pinned(new Map<string, string | null>());
/** Which file loaded a file first. */
const importers = pinned(new Map<string, string>());

function readLists(): Map<string, Imports> {
  const text = option(PACKAGES);
  return new Map(typeof text === "string" ? safe.entries(JSON.parse(text) as Record<string, Imports>) : []);
}

/** Throws unless the file `importer` may import a builtin. */
export function checkBuiltin(id: string, importer: string): void {
  const needed = CAPABILITIES[id];
  if (needed !== undefined) checkOwners(ownersOf(importer), needed, id, importer);
}

/** Throws unless the file `importer`, if there is one, and the caller may load a builtin. */
export function checkRequiredBuiltin(id: string, importer: string | null, above: Function): void {
  const needed = CAPABILITIES[id];
  if (needed === undefined) return;
  if (importer !== null) checkOwners(ownersOf(importer), needed, id, importer);
  checkCaller(needed, id, above);
}

/** Throws unless the caller of `above`, a function of the runtime, has these capabilities. */
export function checkCaller(needed: readonly string[], id: string, above: Function): void {
  const caller = callerOf(above);
  if (caller !== null) return checkOwners(ownersOf(caller), needed, id, caller);
  for (const [name, imports] of lists) {
    const missing = missingIn(imports, needed);
    // Without a frame it can be any package.
    if (missing !== null) throw refusal(name, missing, id, "");
  }
}

/** Throws unless what `importer` resolved may be imported by it; notes the import for the chains of errors. */
export function checkResolved(resolved: Resolved, importer: string): void {
  if (resolved.format === "builtin") return checkBuiltin(resolved.path, importer);
  const address = resolved.url ?? (resolved.suffix.startsWith("http") ? resolved.suffix : resolved.path);
  if (CODE_ADDRESS.test(address)) checkOwners(ownersOf(importer), ["vm"], shortened(address), importer);
  record(resolved.path, importer);
}

/** Throws unless the caller may load a native addon: the package that it is in, or else the caller's. */
export function checkAddon(path: string, above: Function): void {
  const own = ownersOf(path);
  if (own.length > 0) checkOwners(own, ["native"], path, path);
  else checkCaller(["native"], path, above);
}

/** Notes which file loads another one first. A file that the program could have written itself counts as its importer's. */
export function record(path: string, importer: string): void {
  if (path === "" || path === importer || importers.has(path)) return;
  importers.set(path, importer);
  const from = ownersOf(importer);
  if (!isLimited(from) || ownersOf(path).length > 0) return;
  if (query(PermissionKind.WRITE, path) === PermissionState.GRANTED) owners.set(path, from);
}

/** The first of the capabilities that the caller of `above` lacks, with its package; null when it has all of them. */
export function lackOfCaller(needed: readonly string[], above: Function): { name: string; capability: string } | null {
  const caller = callerOf(above);
  if (caller === null) return null;
  for (const name of ownersOf(caller)) {
    const capability = missingIn(importsOf(name), needed);
    if (capability !== null) return { name, capability };
  }
  return null;
}

/** The refusal of `lackOfCaller` for something that is called `id`. */
export function refusalOf(lack: { name: string; capability: string }, id: string): Error {
  return refusal(lack.name, lack.capability, id, "");
}

/** The options of a worker that the caller of `above` starts: those in `given`, and the packages' lists. */
export function optionsOfWorker(given: [string, string][], above: Function): [string, string][] {
  const caller = callerOf(above);
  const own = caller === null ? starters : ownersOf(caller);
  const others = given.filter(([name]) => name !== PACKAGES && name !== STARTED_BY);
  return [...others, [PACKAGES, option(PACKAGES) as string], [STARTED_BY, JSON.stringify(own)]];
}

function checkOwners(list: Owners, needed: readonly string[], id: string, importer: string): void {
  for (const name of list) {
    const missing = missingIn(importsOf(name), needed);
    if (missing !== null) throw refusal(name, missing, id, importer);
  }
}

function importsOf(name: string): Imports {
  return lists.get(name) ?? lists.get(OTHERS) ?? true;
}

function missingIn(imports: Imports, needed: readonly string[]): string | null {
  return imports === true ? null : (needed.find((capability) => !imports.includes(capability)) ?? null);
}

function isLimited(list: Owners): boolean {
  return list.some((name) => importsOf(name) !== true);
}

/** The packages that a path or URL belongs to. */
function ownersOf(file: string): Owners {
  const path = file.startsWith("/") ? file : (pathOfFileUrl(file) ?? file);
  let found = owners.get(path);
  if (found === undefined) {
    found = packagesIn(path);
    if (found.length === 0) {
      const name = path.startsWith("/") ? memberOf(path) : null;
      found = name !== null && lists.has(name) ? [name] : starters;
    }
    owners.set(path, found);
  }
  return found;
}

/** The packages in a path. One inside of another is limited by both: a package can contain any other. */
function packagesIn(path: string): string[] {
  const found: string[] = [];
  for (const part of path.split("/node_modules/").slice(1)) {
    const [first = "", second = ""] = part.split("/");
    // Stores of package managers have hidden names: `.pnpm/a@1.0.0/node_modules/a`.
    if (!first.startsWith(".")) found.push(first.startsWith("@") ? `${first}/${second}` : first);
  }
  return found;
}

/** The name of the nearest package.json that has one: that of a member of the workspace, or of the project. */
function memberOf(path: string): string | null {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const known = names.get(folder);
  if (known !== undefined) return known;
  const manifest = packageScope(path);
  let name: string | null = null;
  if (manifest !== null) {
    name = /"name"\s*:\s*"([^"\\]+)"/.exec(readNearby(manifest) ?? "")?.[1] ?? null;
    const above = manifest.slice(0, manifest.lastIndexOf("/"));
    if (name === null && above !== "") name = memberOf(above);
  }
  names.set(folder, name);
  return name;
}

/** The file of the program that called `above`; null when only the runtime's functions are on the stack. */
function callerOf(above: Function): string | null {
  for (const { isNative, url } of captureFrames(above, FRAMES_MAX))
    if (!isNative && !OF_RUNTIME.test(url)) return pathOfFileUrl(url) ?? url;
  return null;
}

function refusal(name: string, capability: string, id: string, importer: string): Error {
  const table = lists.has(name) ? name : OTHERS;
  const chain = chainOf(importer);
  const subject = name === OTHERS ? "a package" : `the package "${name}"`;
  const reason = `packages."${table}".import lacks "${capability}"`;
  const trace = chain.length > 0 ? `\nImport chain:\n- ${chain.join("\n- ")}` : "";
  const message = `The policy does not let ${subject} import "${id}": ${reason}${trace}`;
  const code = home() === "deno" ? "NOT_CAPABLE" : "ERR_ACCESS_DENIED";
  const error = makeError(0, code, message, "Import", id, undefined) as Error & { importChain?: string[] };
  error.importChain = chain;
  return error;
}

/** The files from an importer up to the first one of the program. */
function chainOf(importer: string): string[] {
  const chain: string[] = [];
  for (let file: string | undefined = importer; file; file = importers.get(file)) {
    if (chain.includes(file)) break;
    chain.push(file);
  }
  return chain;
}

function shortened(address: string): string {
  return address.length > NAME_LENGTH_MAX ? `${address.slice(0, NAME_LENGTH_MAX)}…` : address;
}
