// Glob patterns: braces, `*`, `?`, `[…]` with POSIX classes, `@(…)`-style groups and `**`, as `fs.glob`,
// `path.matchesGlob` and the option `ignore` of `fs.watch` accept them. Walking directories is in `glob.ts`.
import { expandBraces } from "internal:core/path/braces";

/** One part of a pattern between slashes. */
export type Segment =
  | { kind: "literal"; text: string }
  | { kind: "magic"; matches: RegExp; matchesDot: boolean }
  | { kind: "globstar" }
  /** After a last slash: what was found so far must be a directory. */
  | { kind: "directory" };

const POSIX_CLASSES: Record<string, string> = {
  alnum: "\\p{L}\\p{Nl}\\p{Nd}",
  alpha: "\\p{L}\\p{Nl}",
  ascii: "\\x00-\\x7f",
  blank: "\\p{Zs}\\t",
  cntrl: "\\p{Cc}",
  digit: "\\p{Nd}",
  graph: "\\p{L}\\p{N}\\p{P}\\p{S}",
  lower: "\\p{Ll}",
  print: "\\p{L}\\p{N}\\p{P}\\p{S}\\p{Zs}",
  punct: "\\p{P}",
  space: "\\p{Z}\\t\\r\\n\\v\\f",
  upper: "\\p{Lu}",
  word: "\\p{L}\\p{Nl}\\p{Nd}\\p{Pc}",
  xdigit: "A-Fa-f0-9",
};

/** The segments of one pattern without braces; none for an empty one. A leading "/" makes an empty first literal. */
export function toSegments(pattern: string): Segment[] {
  if (pattern === "") return [];
  const segments: Segment[] = [];
  for (const part of pattern.split("/")) {
    if (part === "" && segments.length > 0) continue;
    const segment = toSegment(part);
    // Adjacent globstars match the same as one.
    if (segment.kind === "globstar" && segments.at(-1)?.kind === "globstar") continue;
    segments.push(segment);
  }
  if (pattern.endsWith("/") && pattern !== "/") segments.push({ kind: "directory" });
  return segments;
}

function toSegment(part: string): Segment {
  if (part === "**") return { kind: "globstar" };
  const source = toSource(part);
  if (source === null) return { kind: "literal", text: part.replace(/\\(.)/g, "$1") };
  return {
    kind: "magic",
    matches: new RegExp(`^(?:${source})$`, "su"),
    matchesDot: part.startsWith(".") || part.startsWith("\\."),
  };
}

/** The source of the regular expression of one segment; null when the segment has no special characters. */
function toSource(part: string): string | null {
  let source = "";
  let isMagic = false;
  const groups: string[] = [];
  for (let index = 0; index < part.length; index++) {
    const character = part[index] as string;
    if (character === "\\" && index + 1 < part.length) source += escape(part[++index] as string);
    else if ("?*+@!".includes(character) && part[index + 1] === "(" && part.indexOf(")", index) !== -1) {
      isMagic = true;
      index++;
      groups.push(character);
      source += character === "!" ? "(?!(?:" : "(?:";
    } else if (groups.length > 0 && character === "|") source += "|";
    else if (groups.length > 0 && character === ")")
      source += closeGroup(groups.pop() as string, part.slice(index + 1));
    else if (character === "*") {
      isMagic = true;
      while (part[index + 1] === "*") index++;
      source += "[^/]*?";
    } else if (character === "?") {
      isMagic = true;
      source += "[^/]";
    } else if (character === "[") {
      const set = readSet(part, index);
      if (set === null) source += "\\[";
      else {
        isMagic = true;
        source += set.source;
        index = set.end;
      }
    } else source += escape(character);
  }
  return isMagic ? source : null;
}

function closeGroup(kind: string, rest: string): string {
  if (kind === "@") return ")";
  if (kind !== "!") return `)${kind}`;
  // The negative look-ahead covers the rest of the segment, or `!(a)b` would match "ab" through an empty group.
  return `)${toSource(rest) ?? escape(rest)}$)[^/]*?`;
}

function readSet(part: string, start: number): { source: string; end: number } | null {
  let index = start + 1;
  const isNegated = part[index] === "!" || part[index] === "^";
  if (isNegated) index++;
  let body = "";
  for (let isFirst = true; index < part.length; index++, isFirst = false) {
    const character = part[index] as string;
    if (character === "]" && !isFirst) return { source: `[${isNegated ? "^/" : ""}${body}]`, end: index };
    const posix = character === "[" ? /^\[:(\w+):\]/.exec(part.slice(index)) : null;
    const known = posix === null ? undefined : POSIX_CLASSES[posix[1] as string];
    if (posix !== null && known !== undefined) {
      body += known;
      index += posix[0].length - 1;
    } else if (character === "\\" && index + 1 < part.length) body += escapeInSet(part[++index] as string);
    else body += character === "-" && !isFirst && part[index + 1] !== "]" ? "-" : escapeInSet(character);
  }
  return null;
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

function escapeInSet(character: string): string {
  return /[\\\]^[-]/.test(character) ? `\\${character}` : character;
}

/** Whether a segment matches a name. A leading dot matches only a literal dot of the pattern. */
export function matchesSegment(segment: Segment, name: string): boolean {
  if (segment.kind === "literal") return segment.text === name;
  if (segment.kind === "directory") return false;
  if (segment.kind === "globstar") return !name.startsWith(".");
  if (name.startsWith(".") && (!segment.matchesDot || name === "." || name === "..")) return false;
  return segment.matches.test(name);
}

/** Makes a test for complete paths. With `matchBase`, a pattern without "/" is tested against the last part only. */
export function compileGlob(pattern: string, options: { matchBase?: boolean } = {}): (path: string) => boolean {
  const patterns = expandBraces(pattern).map(toSegments);
  return (path) => {
    const names = path.split("/").filter((name, index) => name !== "" || index === 0);
    return patterns.some((all) => {
      const isDirectory = all.at(-1)?.kind === "directory";
      if (all.length === 0 || (isDirectory && !path.endsWith("/"))) return false;
      const segments = isDirectory ? all.slice(0, -1) : all;
      if (options.matchBase && segments.length === 1 && segments[0]?.kind !== "globstar")
        return matchesSegment(segments[0] as Segment, names.at(-1) ?? "");
      return matchesFrom(segments, 0, names, 0);
    });
  };
}

function matchesFrom(segments: Segment[], segmentIndex: number, names: string[], nameIndex: number): boolean {
  for (; segmentIndex < segments.length; segmentIndex++, nameIndex++) {
    const segment = segments[segmentIndex] as Segment;
    if (segment.kind === "globstar") {
      for (let skip = nameIndex; ; skip++) {
        if (matchesFrom(segments, segmentIndex + 1, names, skip)) return true;
        if (skip >= names.length || !matchesSegment(segment, names[skip] as string)) return false;
      }
    }
    if (nameIndex >= names.length || !matchesSegment(segment, names[nameIndex] as string)) return false;
  }
  return nameIndex === names.length;
}
