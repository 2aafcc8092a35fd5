// Routes of `Bun.serve`: exact paths, then parameters, then wildcards, as Bun orders them.

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

const NO_PARAMS: Record<string, string> = Object.freeze({});

export class Router {
  #exact = new Map<string, Match>();
  #patterns: Pattern[] = [];

  constructor(routes: Record<string, Target>) {
    for (const [path, target] of Object.entries(routes)) {
      if (!path.startsWith("/")) throw new TypeError(`Invalid route ${JSON.stringify(path)}. Path must start with '/'`);
      if (!/[:*]/.test(path)) this.#exact.set(path, { target, params: NO_PARAMS });
      else this.#patterns.push(compile(path, target));
    }
    this.#patterns.sort((a, b) => rank(a) - rank(b));
  }

  /** The route of a target (path and query). */
  find(target: string): Match | null {
    const query = target.indexOf("?");
    const path = query === -1 ? target : target.slice(0, query);
    const exact = this.#exact.get(path);
    if (exact !== undefined) return exact;
    if (this.#patterns.length === 0) return null;
    const segments = path.split("/");
    const patterns = this.#patterns;
    for (let index = 0; index < patterns.length; index++) {
      const pattern = patterns[index]!;
      const params = match(pattern, segments);
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

function match(pattern: Pattern, path: string[]): Record<string, string> | null {
  const { segments, names } = pattern;
  if (pattern.isWildcard ? path.length < segments.length + 1 : path.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (let index = 0; index < segments.length; index++) {
    const name = names[index]!;
    const value = path[index]!;
    if (name !== "") {
      if (value === "") return null;
      params[name] = value.includes("%") ? decode(value) : value;
    } else if (segments[index] !== value) return null;
  }
  return params;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
