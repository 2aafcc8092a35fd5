// `Bun.Glob` (https://bun.com/docs/runtime/glob): patterns of paths, to match paths against or to search folders with.
// Its rules differ from those of `node:fs`: hidden names match wildcards, and a leading `!` negates a pattern.
import type { Dirent } from "internal:node/fs/dirent";
import fs from "internal:node/fs";
import nodePath from "internal:core/path";
import defer * as bunErrors from "internal:bun/errors";

/** What a walk requests: the entries of a folder. */
interface Listing {
  folder: string;
  isRoot: boolean;
}
interface Options {
  cwd: string;
  dot: boolean;
  absolute: boolean;
  followSymlinks: boolean;
  throwErrorOnBrokenSymlink: boolean;
  onlyFiles: boolean;
}

const MAGIC = /[*?[\]{}\\!]/;

/** `Bun.Glob`. */
export class Glob {
  #pattern: string;
  #isNegated = false;
  #expression: RegExp;

  constructor(pattern: string) {
    if (typeof pattern !== "string") throw bunErrors.invalid("pattern must be a string");
    this.#pattern = pattern;
    let start = 0;
    for (; pattern[start] === "!"; start++) this.#isNegated = !this.#isNegated;
    this.#expression = new RegExp(`^${translate(pattern.slice(start))}$`, "su");
  }

  /** Whether the whole string matches. */
  match(text: string): boolean {
    if (typeof text !== "string") throw bunErrors.invalid("Glob.matchString: expected a string");
    return this.#expression.test(text) !== this.#isNegated;
  }

  /** The paths below a folder that match. Rejects with ENOENT when there is no such folder. */
  async *scan(options?: string | Partial<Options>): AsyncGenerator<string> {
    const walk = this.#walk(optionsOf(options));
    for (let step = walk.next(); !step.done;) {
      if (typeof step.value === "string") {
        yield step.value;
        step = walk.next();
      } else {
        const { folder, isRoot } = step.value;
        step = walk.next(
          await fs.promises
            .readdir(folder, { withFileTypes: true })
            .catch((error: unknown) => noFolder(error, folder, isRoot)),
        );
      }
    }
  }

  /** As `scan`, synchronously. */
  *scanSync(options?: string | Partial<Options>): Generator<string> {
    const walk = this.#walk(optionsOf(options));
    for (let step = walk.next(); !step.done;) {
      if (typeof step.value === "string") {
        yield step.value;
        step = walk.next();
      } else step = walk.next(list(step.value));
    }
  }

  *#walk(options: Options): Generator<string | Listing, void, Dirent[]> {
    const segments = this.#pattern.split("/");
    const firstMagic = segments.findIndex((segment) => MAGIC.test(segment));
    const prefix = segments.slice(0, firstMagic === -1 ? segments.length - 1 : firstMagic);
    const depthMax =
      this.#pattern.includes("**") || /\{[^}]*\//.test(this.#pattern) ? Infinity : segments.length - prefix.length;
    const isAbsolute = this.#pattern.startsWith("/");
    const shown = prefix.length === 0 ? "" : `${prefix.join("/")}/`;
    const root = isAbsolute ? shown : nodePath.join(options.cwd, shown);
    // A folder that the pattern names may be missing; the folder where the search starts may not.
    const isStart = prefix.length === 0 || isAbsolute || !fs.existsSync(options.cwd);
    const seesHidden = options.dot || /(?:^|[/{,])\.[^./]/.test(this.#pattern);
    const queue: { path: string; shown: string; depth: number }[] = [{ path: root, shown, depth: 1 }];
    for (let index = 0; index < queue.length; index++) {
      const { path, shown: before, depth } = queue[index]!;
      for (const entry of yield { folder: path, isRoot: index === 0 && isStart }) {
        const name = entry.name as string;
        if (!seesHidden && name.startsWith(".")) continue;
        const kind = kindOf(entry, nodePath.join(path, name), options);
        if (kind === null) continue;
        const found = before + name;
        if ((!options.onlyFiles || kind === "file") && this.match(found))
          yield options.absolute && !isAbsolute ? nodePath.join(options.cwd, found) : found;
        if (kind === "folder" && depth < depthMax)
          queue.push({ path: nodePath.join(path, name), shown: `${found}/`, depth: depth + 1 });
      }
    }
  }
}

function optionsOf(options: string | Partial<Options> | undefined): Options {
  const given = typeof options === "string" ? { cwd: options } : (options ?? {});
  if (typeof given !== "object") throw bunErrors.invalid("Glob.scan: expected first argument to be an object");
  return {
    cwd: nodePath.resolve(given.cwd ?? "."),
    dot: Boolean(given.dot),
    absolute: Boolean(given.absolute),
    followSymlinks: Boolean(given.followSymlinks),
    throwErrorOnBrokenSymlink: Boolean(given.throwErrorOnBrokenSymlink),
    onlyFiles: given.onlyFiles ?? true,
  };
}

function list({ folder, isRoot }: Listing): Dirent[] {
  try {
    return fs.readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    return noFolder(error, folder, isRoot);
  }
}

// Below the root a folder may be gone or unreadable by now.
function noFolder(error: unknown, folder: string, isRoot: boolean): Dirent[] {
  if (!isRoot) return [];
  const { message, code, errno } = error as Error & { code: string; errno: number };
  throw Object.assign(
    new Error(
      `${message.split(",")[0]}, open '${folder.length > 1 && folder.endsWith("/") ? folder.slice(0, -1) : folder}'`,
    ),
    { code, errno, syscall: "open", path: folder },
  );
}

function kindOf(
  entry: Dirent,
  path: string,
  { followSymlinks, throwErrorOnBrokenSymlink }: Options,
): "file" | "folder" | "other" | null {
  if (entry.isDirectory()) return "folder";
  if (!entry.isSymbolicLink()) return "file";
  try {
    return fs.statSync(path).isDirectory() ? (followSymlinks ? "folder" : "other") : "file";
  } catch (error) {
    if (throwErrorOnBrokenSymlink) throw error;
    return "file";
  }
}

/** The source of the regular expression of a pattern. */
function translate(pattern: string): string {
  let source = "";
  for (let index = 0; index < pattern.length;) {
    const character = String.fromCodePoint(pattern.codePointAt(index)!);
    if (character === "*") {
      const [text, next] = stars(pattern, index);
      source += text;
      index = next;
    } else if (character === "{" || character === "[") {
      const group = character === "{" ? braces(pattern, index) : characterClass(pattern, index);
      source += group === null ? `\\${character}` : group[0];
      index = group === null ? index + 1 : group[1];
    } else if (character === "\\" && index + 1 < pattern.length) {
      const escaped = String.fromCodePoint(pattern.codePointAt(index + 1)!);
      source += literal(escaped);
      index += 1 + escaped.length;
    } else {
      source += character === "?" ? "[^/]" : literal(character);
      index += character.length;
    }
  }
  return source;
}

// `**` matches any number of names only where it is a whole name.
function stars(pattern: string, index: number): [source: string, next: number] {
  let end = index;
  while (pattern[end] === "*") end++;
  const startsName =
    index === 0 || pattern[index - 1] === "/" || pattern[index - 1] === "{" || pattern[index - 1] === ",";
  if (end - index < 2 || !startsName) return ["[^/]*", end];
  if (pattern[end] === "/") {
    // Several in a row mean the same as one, and would backtrack exponentially.
    while (pattern.startsWith("**/", end + 1)) end += "**/".length;
    return ["(?:[^/]*/)*", end + 1];
  }
  const endsName = end === pattern.length || pattern[end] === "}" || pattern[end] === ",";
  return [endsName ? ".*" : "[^/]*", end];
}

function braces(pattern: string, start: number): [source: string, next: number] | null {
  const parts: string[] = [];
  let depth = 0;
  let from = start + 1;
  for (let index = start; index < pattern.length; index++) {
    const character = pattern[index];
    if (character === "\\") index++;
    else if (character === "{") depth++;
    else if (character === "," && depth === 1) {
      parts.push(pattern.slice(from, index));
      from = index + 1;
    } else if (character === "}" && --depth === 0) {
      parts.push(pattern.slice(from, index));
      return [`(?:${parts.map(translate).join("|")})`, index + 1];
    }
  }
  return null;
}

function characterClass(pattern: string, start: number): [source: string, next: number] | null {
  const isNegated = pattern[start + 1] === "!" || pattern[start + 1] === "^";
  let members = "";
  for (let index = start + (isNegated ? 2 : 1), isFirst = true; index < pattern.length; isFirst = false) {
    if (pattern[index] === "]" && !isFirst)
      return [`(?!/)${members === "" ? (isNegated ? "." : "(?!)") : `[${isNegated ? "^" : ""}${members}]`}`, index + 1];
    const [from, next] = classMember(pattern, index);
    index = next;
    if (pattern[index] !== "-" || pattern[index + 1] === undefined || pattern[index + 1] === "]") {
      members += inClass(from);
      continue;
    }
    const [to, end] = classMember(pattern, index + 1);
    index = end;
    // A descending range is empty.
    if (from.codePointAt(0)! <= to.codePointAt(0)!) members += `${inClass(from)}-${inClass(to)}`;
  }
  return null;
}

function classMember(pattern: string, index: number): [character: string, next: number] {
  const at = pattern[index] === "\\" && index + 1 < pattern.length ? index + 1 : index;
  const character = String.fromCodePoint(pattern.codePointAt(at)!);
  return [character, at + character.length];
}

function inClass(character: string): string {
  return character.replace(/[\\\][^-]/, "\\$&");
}

function literal(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, "\\$&");
}
