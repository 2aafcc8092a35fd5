// `Bun.FileSystemRouter`: the routes of a folder of pages, named as in Next.js.
// https://bun.com/docs/runtime/file-system-router
import { type Message, messageOf } from "internal:bun/build/messages";
import { invalid } from "internal:bun/errors";
import { shapeAsNative } from "internal:bun/native_class";
import type { Dirent } from "internal:node/fs/dirent";
import fs from "internal:node/fs";
import nodePath from "internal:core/path";
import process from "internal:node/process";
import { Request } from "web:request";
import { Response } from "web:response";
import { compareRoutes, type Kind, matchRoute, type Route, routeOf } from "internal:bun/file_system_router/route";

type Query = Record<string, string | string[]>;
interface Options {
  dir: string;
  origin: string;
  assetPrefix: string;
  extensions: string[];
}

const EXTENSIONS = ["tsx", "jsx", "ts", "mjs", "cjs", "js"];

/** `Bun.FileSystemRouter`. */
export class FileSystemRouter {
  #options: Options;
  #routes: Route[];
  #table: Record<string, string> | undefined;

  constructor(...args: unknown[]) {
    this.#options = readOptions(args[0]);
    this.#routes = readRoutes(this.#options);
  }

  static {
    shapeAsNative(this, "FileSystemRouter", (value) => #routes in value);
  }

  get assetPrefix(): string | null {
    return this.#options.assetPrefix || null;
  }

  get origin(): string | null {
    return this.#options.origin || null;
  }

  get style(): string {
    return "nextjs";
  }

  /** The files of the routes, by their names. */
  get routes(): Record<string, string> {
    return (this.#table ??= Object.fromEntries(this.#routes.map(({ name, filePath }) => [name, filePath])));
  }

  /** The route of a path, of an address, or of the address of a request or response; null without one. */
  match(input: unknown): MatchedRoute | null {
    const given = pathOf(input);
    if (given === null) return null;
    const pathname = given.includes("%") ? decode(given) : given;
    const mark = pathname.indexOf("?");
    const path = cleanPath(mark === -1 ? pathname : pathname.slice(0, mark));
    const query = mark === -1 ? "" : pathname.slice(mark + 1);
    const lowerCase = path.toLowerCase();
    const parts = path === "/" ? [] : path.slice(1).split("/");
    for (const route of this.#routes) {
      const isExact = route.kind === "exact";
      const params = isExact ? (route.name.toLowerCase() === lowerCase ? [] : null) : matchRoute(route, parts);
      if (params === null || (parts.length === 0 && route.segments.length === 1)) continue;
      return new MatchedRoute(key, { route, pathname, params, query, src: sourceOf(route, this.#options) });
    }
    return null;
  }

  /** Reads the folder again. */
  reload(): this {
    this.#routes = readRoutes(this.#options);
    this.#table = undefined;
    return this;
  }
}

/** Only the router makes matches. */
const key = Symbol("matched route");
interface Facts {
  route: Route;
  pathname: string;
  params: [name: string, value: string][];
  query: string;
  src: string;
}

class MatchedRoute {
  #facts: Facts;
  #params: Record<string, string> | undefined;
  #query: Query | undefined;

  constructor(given: symbol, facts: Facts) {
    if (given !== key) throw new TypeError("Illegal constructor");
    this.#facts = facts;
  }

  static {
    shapeAsNative(this, "MatchedRoute", (value) => #facts in value, true);
  }

  get filePath(): string {
    return this.#facts.route.filePath;
  }

  get kind(): Kind {
    return this.#facts.route.kind;
  }

  get name(): string {
    return this.#facts.route.name;
  }

  get pathname(): string {
    return this.#facts.pathname;
  }

  get params(): Record<string, string> {
    return (this.#params ??= Object.fromEntries(this.#facts.params));
  }

  /** The parameters of the path, then those of the query that have other names. */
  get query(): Query {
    return (this.#query ??= queryOf(this.#facts));
  }

  get scriptSrc(): string {
    return this.#facts.src;
  }

  get src(): string {
    return this.#facts.src;
  }
}

function queryOf({ params, query }: Facts): Query {
  const found = new Map<string, string | string[]>();
  for (const pair of query.split("&")) {
    const end = pair.indexOf("=");
    const name = end === -1 ? pair : pair.slice(0, end);
    const value = end === -1 ? "" : pair.slice(end + 1);
    if (name === "") continue;
    const before = found.get(name);
    found.set(name, before === undefined ? value : [before, value].flat());
  }
  const fixed = new Set(params.map(([name]) => name));
  return Object.fromEntries([...params, ...[...found].filter(([name]) => !fixed.has(name))]);
}

function readOptions(given: unknown): Options {
  if (typeof given !== "object" || given === null) throw invalid("Expected object");
  const { dir, style, origin, assetPrefix, fileExtensions } = given as Record<string, unknown>;
  if (dir === undefined || dir === null) throw invalid("FileSystemRouterOptions.dir is required");
  if (typeof dir !== "string") throw invalid("FileSystemRouterOptions.dir must be a string");
  if (style === undefined || style === null) throw invalid('Expected \'style\' option (ex: "style": "nextjs")');
  if (style !== "nextjs") throw invalid("Only 'nextjs' style is currently implemented");
  if (fileExtensions !== undefined && !Array.isArray(fileExtensions))
    throw invalid("FileSystemRouterOptions.fileExtensions must be an array of string");
  const extensions = ((fileExtensions as unknown[] | undefined) ?? []).map((extension) => {
    if (typeof extension === "string") return extension.slice(1);
    throw invalid("element of FileSystemRouterOptions.fileExtensions must be a string");
  });
  return {
    dir: nodePath.resolve(process.cwd(), dir),
    origin: optionalString(origin, "origin"),
    assetPrefix: optionalString(assetPrefix, "assetPrefix"),
    extensions: extensions.length === 0 ? EXTENSIONS : extensions,
  };
}

function optionalString(value: unknown, name: string): string {
  if (value === undefined || value === null) return "";
  if (typeof value === "string") return value;
  throw invalid(`FileSystemRouterOptions.${name} must be a string`);
}

/** The routes of a folder in their order. Throws what is wrong with its files: one report, or an AggregateError. */
function readRoutes({ dir, extensions }: Options): Route[] {
  const routes = new Map<string, Route>();
  const reports: Message[] = [];
  const report = (file: string, text: string): void => {
    const place = { file, line: -1, column: -2, lineText: "" };
    reports.push(messageOf({ level: "error", message: text, place, text }));
  };
  for (const relative of filesBelow(dir, "", extensions)) {
    const filePath = `${dir === "/" ? "" : dir}/${relative}`;
    try {
      const route = routeOf(relative, filePath);
      const other = routes.get(route.name);
      if (other === undefined) routes.set(route.name, route);
      else report(filePath, `Route "${route.name}" is already defined by ${other.filePath}`);
    } catch (error) {
      if (typeof error !== "string") throw error;
      report(filePath, error);
    }
  }
  if (reports.length === 1) throw reports[0]!;
  if (reports.length > 1) throw new AggregateError(reports, "loading routes");
  return [...routes.values()].sort(compareRoutes);
}

/** The paths of the pages below a folder, in the order of their names. */
function* filesBelow(dir: string, prefix: string, extensions: string[]): Generator<string> {
  for (const entry of entriesOf(dir, prefix)) {
    const name = `${entry.name}`;
    if (name.startsWith(".") || name === "node_modules") continue;
    const relative = `${prefix}${name}`;
    if (isFolder(entry, `${dir}/${relative}`)) yield* filesBelow(dir, `${relative}/`, extensions);
    else if (extensions.includes(nodePath.extname(name).slice(1))) yield relative;
  }
}

function entriesOf(dir: string, prefix: string): Dirent[] {
  try {
    const entries: Dirent[] = fs.readdirSync(`${dir}/${prefix}`, { withFileTypes: true });
    return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch (error) {
    if (prefix === "" && /^(?:ENOENT|ENOTDIR)$/.test((error as { code?: string }).code ?? ""))
      throw new Error(`Unable to find directory: ${dir}`);
    throw error;
  }
}

function isFolder(entry: Dirent, path: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  return fs.statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** The path and query that are to be matched, or null for what has no path. */
function pathOf(input: unknown): string | null {
  let address: string;
  if (typeof input === "string") address = input;
  else if (input instanceof Request || input instanceof Response) address = input.url;
  else throw invalid("Expected string, Request or Response");
  if (address === "") return "/";
  if (address.startsWith("/")) return address;
  const absolute = /^[A-Za-z][\w+.-]*:\/\/[^/?#]*([^#]*)/.exec(address);
  if (absolute === null) return null;
  return absolute[1]!.startsWith("/") ? absolute[1]! : `/${absolute[1]!}`;
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new Error(`DecodingError parsing path: ${path}`);
  }
}

/** A path without slashes at its ends and without `index` as its last name. */
function cleanPath(path: string): string {
  const name = path.replace(/^\/+/, "").replace(/\/+$/, "");
  return `/${name === "index" ? "" : name.replace(/\/index$/, "")}`;
}

/** The address of a page: below the origin and the prefix of assets when there is an origin. */
function sourceOf({ relative }: Route, { origin, assetPrefix }: Options): string {
  if (origin === "") return relative;
  const host = /^(?:[A-Za-z][\w+.-]*:)?(?:\/\/)?[^/]*/.exec(origin)![0];
  return `${host}/${assetPrefix.replace(/^\//, "")}${relative}`;
}
