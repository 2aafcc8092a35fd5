// Routes as files: the pattern of a path in the folder of pages, its rank among others, and what it matches.

export type Kind = "exact" | "dynamic" | "catch-all" | "optional-catch-all";
const KINDS: Kind[] = ["exact", "dynamic", "catch-all", "optional-catch-all"];

type Segment =
  | { kind: "static"; text: string }
  // `suffix`: what follows the brackets in the name of the file.
  | { kind: "dynamic"; name: string; suffix: string }
  | { kind: "catch-all"; name: string }
  | { kind: "optional-catch-all"; name: string };

export interface Route {
  /** The path with its parameters in brackets, such as `/posts/[id]`. */
  name: string;
  kind: Kind;
  segments: Segment[];
  filePath: string;
  /** The path of the file below the folder of pages. */
  relative: string;
}

/** The route of a file. Throws a string, which is the message of the report. */
export function routeOf(relative: string, filePath: string): Route {
  // oxlint-disable-next-line no-control-regex
  if (/[^\x00-\x7f]/.test(relative)) throw "Route name must be plaintext";
  const name = `/${relative.replace(/\.[^./]*$/, "")}`.replace(/\/index$/, "") || "/";
  const segments: Segment[] = [];
  let kind: Kind = "exact";
  const parts = name === "/" ? [] : name.slice(1).split("/");
  for (const [index, part] of parts.entries()) {
    const segment = segmentOf(part, index === 0, index === parts.length - 1);
    segments.push(segment);
    if (segment.kind !== "static" && KINDS.indexOf(segment.kind) > KINDS.indexOf(kind)) kind = segment.kind;
  }
  return { name, kind, segments, filePath, relative };
}

function segmentOf(part: string, isFirst: boolean, isLast: boolean): Segment {
  if (!part.startsWith("[")) return { kind: "static", text: part };
  const isOptional = part.startsWith("[[");
  const dots = isOptional ? part.slice(2) : part.slice(1);
  if (isOptional && !dots.startsWith("...")) throw "Invalid optional catch-all route, e.g. should be [[...param]]";
  if (!isOptional && dots.startsWith(".") && !dots.startsWith("..."))
    throw "Invalid catch-all route, e.g. should be [...param]";
  const isCatchAll = dots.startsWith("...");
  const closing = isOptional ? "]]" : "]";
  const rest = isCatchAll ? dots.slice(3) : dots;
  const end = rest.indexOf(closing);
  if (end === -1 || (end === 0 && isCatchAll))
    throw isFirst ? "Route is missing a closing bracket]" : "Invalid dynamic route";
  if (end === 0) throw "Invalid dynamic route";
  const name = rest.slice(0, end);
  const suffix = rest.slice(end + closing.length);
  if (!isCatchAll) return { kind: "dynamic", name, suffix };
  if (!isLast || suffix !== "") throw "Catch-all route must be at the end of the path";
  return { kind: isOptional ? "optional-catch-all" : "catch-all", name };
}

/** The order of routes: exact ones by their names and `/` last, then those with parameters, the first of which matches. */
export function compareRoutes(left: Route, right: Route): number {
  const byKind = KINDS.indexOf(left.kind) - KINDS.indexOf(right.kind);
  if (byKind !== 0) return byKind;
  if (left.kind === "exact") {
    if (left.name === "/" || right.name === "/") return left.name === "/" ? 1 : -1;
    return compareText(left.name.toLowerCase(), right.name.toLowerCase());
  }
  return rankOfFirst(left) - rankOfFirst(right) || compareText(left.name, right.name);
}

/** A route whose first parameter is one segment is before those whose first parameter is the rest of the path. */
function rankOfFirst(route: Route): number {
  return route.segments.find(({ kind }) => kind !== "static")?.kind === "dynamic" ? 0 : 1;
}

/** Compares by characters; `/` is behind the characters of names, and brackets are behind it. */
function compareText(left: string, right: string): number {
  const rank = (text: string, index: number): number => {
    if (index >= text.length) return -1;
    const place = "/[".indexOf(text[index]!);
    return place === -1 ? text.charCodeAt(index) : 0x10000 + place;
  };
  for (let index = 0; index < Math.max(left.length, right.length); index++) {
    const order = rank(left, index) - rank(right, index);
    if (order !== 0) return order;
  }
  return 0;
}

/** The parameters of a path, which is split at its slashes, or null when the route does not match it. */
export function matchRoute({ segments }: Route, parts: string[]): [name: string, value: string][] | null {
  const found: [string, string][] = [];
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (segment.kind === "catch-all" || segment.kind === "optional-catch-all") {
      if (part !== undefined) return [...found, [segment.name, parts.slice(index).join("/")]];
      return segment.kind === "catch-all" ? null : found;
    }
    if (part === undefined) return null;
    if (segment.kind === "static") {
      if (part !== segment.text) return null;
    } else if (segment.kind === "dynamic") {
      if (!part.endsWith(segment.suffix)) return null;
      found.push([segment.name, part.slice(0, part.length - segment.suffix.length)]);
    }
  }
  return parts.length === segments.length ? found : null;
}
