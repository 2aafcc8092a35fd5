// Glob patterns: braces, "**", "*", "?", character classes and the extended groups `?( ) *( ) +( ) @( ) !( )`. A pattern
// is expanded, split into segments, and each segment becomes a regular expression. Used by `path.matchesGlob` and `fs.glob`.
import { pinned, safe } from "internal:core/bootstrap";
import * as lists from "internal:core/lists";
import { requireString } from "internal:core/path/segments";
import { expandBraces } from "internal:core/path/braces";

/** A segment of a pattern: "**", a literal name, or a test of a name. */
export type GlobSegment = typeof GLOBSTAR | string | RegExp;
export const GLOBSTAR = Symbol("**");

const cache = pinned(new Map<string, GlobSegment[][]>());
const cacheIgnoringCase = pinned(new Map<string, GlobSegment[][]>());
const CACHE_ENTRIES_MAX = 200;

/** The alternatives of a pattern, each as its segments. Backslashes separate, as in Node, on every system. */
export function compileGlob(pattern: string, ignoreCase: boolean): GlobSegment[][] {
  const known = ignoreCase ? cacheIgnoringCase : cache;
  let compiled = known.get(pattern);
  if (compiled === undefined) {
    compiled = expandBraces(pattern.replaceAll("\\", "/")).map((one) =>
      simplify(splitPattern(one)).map((segment) => compileSegment(segment, ignoreCase)),
    );
    if (known.size >= CACHE_ENTRIES_MAX) known.clear();
    known.set(pattern, compiled);
  }
  return compiled;
}

/** Whether the entire path matches the pattern. A slash at the end of the path is ignored. */
export function matchGlob(path: unknown, pattern: unknown, isWindows: boolean): boolean {
  requireString(path, "path");
  requireString(pattern, "pattern");
  if (pattern === "") return path === "";
  const names = namesOf(isWindows ? path.replaceAll("\\", "/") : path);
  const alternatives = compileGlob(pattern, false);
  // A leading separator makes an empty first name, which represents the root.
  for (let index = 0; index < alternatives.length; index++) {
    if (matchSegments(names, 0, alternatives[index]!, 0)) return true;
  }
  return false;
}

/** The names of a path. Runs of separators, which need a pattern, are rare. */
function namesOf(path: string): string[] {
  return safe.includes(path, "//") ? path.split(/\/+/) : path.split("/");
}

function isHidden(name: string): boolean {
  return name.startsWith(".");
}

function matchSegments(names: string[], nameIndex: number, segments: GlobSegment[], segmentIndex: number): boolean {
  for (; segmentIndex < segments.length; segmentIndex++, nameIndex++) {
    const segment = segments[segmentIndex]!;
    if (segment === GLOBSTAR) return matchGlobstar(names, nameIndex, segments, segmentIndex);
    if (nameIndex >= names.length || !matchName(names[nameIndex]!, segment)) return false;
  }
  return nameIndex === names.length || (nameIndex === names.length - 1 && names[nameIndex] === "");
}

/** "**" matches any number of names, none of them hidden; as the last segment it matches at least one. */
function matchGlobstar(names: string[], nameIndex: number, segments: GlobSegment[], segmentIndex: number): boolean {
  const isLast = segmentIndex === segments.length - 1;
  if (isLast) {
    if (nameIndex >= names.length) return false;
    return !names.slice(nameIndex).some(isHidden);
  }
  for (let next = nameIndex; next <= names.length; next++) {
    if (matchSegments(names, next, segments, segmentIndex + 1)) return true;
    if (next === names.length || isHidden(names[next]!)) return false;
  }
  return false;
}

/** Whether a name of a folder matches one segment. */
export function matchName(name: string, segment: string | RegExp): boolean {
  return typeof segment === "string" ? name === segment : segment.test(name);
}

function splitPattern(pattern: string): string[] {
  return pattern.split(/\/+/);
}

/** Removes "." and each name that a following ".." cancels, where that cannot change the meaning. */
function simplify(segments: string[]): string[] {
  const result: string[] = [];
  segments.forEach((segment, index) => {
    const last = result[result.length - 1];
    if (segment === "." && index > 0) return;
    if (segment === ".." && last !== undefined && last !== ".." && last !== "." && last !== "" && last !== "**")
      lists.pop(result);
    else if (segment !== "**" || last !== "**") lists.push(result, segment);
  });
  return result;
}

function compileSegment(segment: string, ignoreCase: boolean): GlobSegment {
  if (segment === "**") return GLOBSTAR;
  if (!/[*?[\]]|[+@!]\(/.test(segment)) return ignoreCase ? new RegExp(`^${escapeLiteral(segment)}$`, "i") : segment;
  const body = translate(segment);
  // A wildcard never matches the dot that hides a file; "." and ".." match only themselves.
  const guard = segment.startsWith(".") ? "(?!\\.{1,2}$)" : "(?!\\.)";
  // A name is not empty, even when the pattern would allow it.
  return new RegExp(`^${guard}(?=.)${body}$`, ignoreCase ? "isu" : "su");
}

function escapeLiteral(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** In a class, where `-` has a meaning; elsewhere it must not be escaped. */
function escapeMember(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** A regular expression's source for one segment. */
function translate(pattern: string): string {
  let source = "";
  for (let index = 0; index < pattern.length;) {
    const character = pattern[index]!;
    if (pattern[index + 1] === "(" && "?*+@!".includes(character)) {
      const end = groupEnd(pattern, index + 1);
      if (end !== -1) {
        source += translateGroup(character, pattern.slice(index + 2, end), pattern.slice(end + 1));
        index = end + 1;
        continue;
      }
    }
    if (character === "[") {
      const [characterClass, end] = translateClass(pattern, index);
      source += characterClass;
      index = end;
      continue;
    }
    if (character === "*") {
      while (pattern[index + 1] === "*") index++;
      source += "[^/]*?";
    } else {
      source += character === "?" ? "[^/]" : escapeLiteral(String.fromCodePoint(pattern.codePointAt(index)!));
    }
    index += pattern.codePointAt(index)! > 0xffff ? 2 : 1;
  }
  return source;
}

/** The index of the parenthesis that closes the one at `open`; -1 when there is none. */
function groupEnd(pattern: string, open: number): number {
  let depth = 0;
  for (let index = open; index < pattern.length; index++) {
    if (pattern[index] === "(") depth++;
    else if (pattern[index] === ")" && --depth === 0) return index;
  }
  return -1;
}

function splitAlternatives(body: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < body.length; index++) {
    if (body[index] === "(") depth++;
    else if (body[index] === ")") depth--;
    else if (body[index] === "|" && depth === 0) {
      lists.push(parts, body.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, body.slice(start)];
}

/** `rest` is the pattern after the group: "!(a)b" means that there is no "a" before the final "b". */
function translateGroup(kind: string, body: string, rest: string): string {
  const alternatives = splitAlternatives(body).map(translate).join("|");
  if (kind === "!") return `(?:(?!(?:${alternatives})${translate(rest)}$)[^/]*?)`;
  return `(?:${alternatives})${kind === "@" ? "" : kind}`;
}

const namedClasses: Record<string, string> = {
  alnum: "\\p{L}\\p{Nl}\\p{Nd}",
  alpha: "\\p{L}\\p{Nl}",
  ascii: "\\x00-\\x7f",
  blank: "\\p{Zs}\\t",
  cntrl: "\\p{Cc}",
  digit: "\\p{Nd}",
  lower: "\\p{Ll}",
  print: "\\P{C}",
  punct: "\\p{P}",
  space: "\\p{Z}\\t\\r\\n\\v\\f",
  upper: "\\p{Lu}",
  word: "\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}",
  xdigit: "A-Fa-f0-9",
};

/** The class that begins at `start` and the index after it; an open bracket without its end is a literal character. */
function translateClass(pattern: string, start: number): [string, number] {
  let index = start + 1;
  const isNegated = pattern[index] === "!" || pattern[index] === "^";
  if (isNegated) index++;
  let members = "";
  for (let isFirst = true; index < pattern.length; isFirst = false) {
    const character = pattern[index]!;
    if (character === "]" && !isFirst) return [`[${isNegated ? "^" : ""}${members}]`, index + 1];
    const named = /^\[:(\w+):\]/.exec(pattern.slice(index));
    if (named !== null && namedClasses[named[1]!] !== undefined) {
      members += namedClasses[named[1]!];
      index += named[0].length;
      continue;
    }
    const end = pattern[index + 2];
    if (pattern[index + 1] === "-" && end !== undefined && end !== "]") {
      if (character <= end) members += `${escapeMember(character)}-${escapeMember(end)}`;
      index += 3;
      continue;
    }
    members += escapeMember(character);
    index++;
  }
  return ["\\[", start + 1];
}
