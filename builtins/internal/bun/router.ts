// Routes of `Bun.serve`: exact paths, then parameters, then wildcards, as Bun orders them.
import defer * as bunErrors from "internal:bun/errors";

/** What a route leads to. */
export type Target = unknown;

interface Pattern {
  segments: string[];
  names: string[];
  isWildcard: boolean;
  target: Target;
}

/** A found route. */
export interface Match {
  target: Target;
  params: Record<string, string>;
}

const CODE_PERCENT = 0x25;
const CODE_SLASH = 0x2f;
const CODE_QUESTION = 0x3f;
const NO_PARAMS: Record<string, string> = Object.freeze({});

/** The paths of routes. Array indexes do not count: Hono's applications have `routes` too, which `Bun.serve` ignores. */
export function pathsOf(routes: object | undefined): string[] {
  return Object.keys(routes ?? {}).filter((path) => !/^(?:0|[1-9]\d*)$/.test(path));
}

export class Router {
  #exact = new Map<string, Match>();
  #patterns: Pattern[] = [];

  constructor(routes: Record<string, Target>) {
    for (const path of pathsOf(routes)) {
      const target = routes[path];
      if (path === "" || target === undefined) continue;
      if (!path.startsWith("/"))
        throw bunErrors.invalid(`Invalid route ${JSON.stringify(path)}. Path must start with '/'`);
      if (/[^\0-\x7f]/.test(path))
        throw bunErrors.invalid(
          `Invalid route ${JSON.stringify(path)}. Please encode all non-ASCII characters in the path.`,
        );
      if (!/[:*]/.test(path)) this.#exact.set(path, { target, params: NO_PARAMS });
      else this.#patterns.push(compile(path, target));
    }
    this.#patterns.sort((a, b) => rank(a) - rank(b));
  }

  /** The route of the path that begins at `start` of `text` (a target or a URL, with its query). */
  find(text: string, start: number): Match | null {
    const { length } = text;
    let end = start;
    while (end < length && text.charCodeAt(end) !== CODE_QUESTION) end++;
    if (this.#exact.size > 0) {
      const exact = this.#exact.get(text.slice(start, end));
      if (exact !== undefined) return exact;
    }
    const patterns = this.#patterns;
    for (let index = 0; index < patterns.length; index++) {
      const pattern = patterns[index]!;
      const params = match(pattern, text, start, end);
      if (params !== null) return { target: pattern.target, params };
    }
    return null;
  }
}

function compile(path: string, target: Target): Pattern {
  const segments = path.split("/");
  const isWildcard = segments[segments.length - 1] === "*";
  if (isWildcard) segments.pop();
  const names = segments.map((segment) => (segment.startsWith(":") ? segment.slice(1) : ""));
  const seen = new Set<string>();
  for (const name of names) {
    if (name === "") continue;
    if (seen.has(name)) throw new TypeError("Support for duplicate route parameter names is not yet implemented.");
    seen.add(name);
  }
  return { segments, names, isWildcard, target };
}

/** Fewer wildcards and parameters first, longer paths before shorter. */
function rank(pattern: Pattern): number {
  const parameters = pattern.names.filter(Boolean).length;
  return (pattern.isWildcard ? 1_000_000 : 0) + parameters * 1_000 - pattern.segments.length;
}

/** The parameters of the path `text.slice(from, end)`, or null when it does not match the pattern. */
function match(pattern: Pattern, text: string, from: number, end: number): Record<string, string> | null {
  const { segments, names } = pattern;
  const count = segments.length;
  const params: Record<string, string> = {};
  let start = from;
  for (let index = 0; index < count; index++) {
    if (start > end) return null;
    const name = names[index]!;
    let stop = start;
    if (name === "") {
      const segment = segments[index]!;
      stop = start + segment.length;
      if (stop > end) return null;
      for (let at = start; at < stop; at++) if (text.charCodeAt(at) !== segment.charCodeAt(at - start)) return null;
      if (stop < end && text.charCodeAt(stop) !== CODE_SLASH) return null;
    } else {
      let isEncoded = false;
      for (let code = 0; stop < end && (code = text.charCodeAt(stop)) !== CODE_SLASH; stop++)
        if (code === CODE_PERCENT) isEncoded = true;
      if (stop === start) return null;
      const value = text.slice(start, stop);
      params[name] = isEncoded ? decode(value) : value;
    }
    start = stop + 1;
  }
  // After the last segment: nothing, or for a wildcard at least a slash.
  return pattern.isWildcard === start <= end ? params : null;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
