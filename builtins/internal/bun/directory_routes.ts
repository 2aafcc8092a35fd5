// Routes of `Bun.serve` that are a folder: `"/assets/*": { dir: "./public" }`. A file is sent with its ETag and date, a folder is its
// `index.html`. Nothing outside the folder is sent, neither by dots nor by links. https://bun.com/docs/runtime/http/routing
import fs from "internal:node/fs";
import nodePath from "internal:core/path";
import { file } from "internal:bun/file";
import { fileResponse } from "internal:bun/file_routes";
import { invalid } from "internal:bun/errors";
import { type ServerRequest } from "internal:http_server/server_request";
import { typeOfPath } from "internal:web/mime_types";
import { Response } from "web:response";

const WILDCARD = "/*";
const INDEX = "index.html";
const { O_RDONLY, O_DIRECTORY } = fs.constants;

/** The folder routes of a server by the object that the program passed. */
export type Folders = Map<unknown, FolderRoute>;

/** The folder routes among `routes`, also those of a single method; null: none. Throws for a path, `dir` or folder that is invalid. */
export function foldersOf(routes: Record<string, unknown>, paths: string[]): Folders | null {
  const folders: Folders = new Map();
  for (const path of paths) {
    const route = routes[path] as Record<string, unknown> | null;
    if (typeof route !== "object" || route === null) continue;
    for (const target of [route, ...Object.values(route)]) if (isFolder(target)) add(folders, path, target);
  }
  return folders.size === 0 ? null : folders;
}

/** Whether a route is an object with `dir`. */
function isFolder(route: unknown): route is { dir: unknown } {
  return typeof route === "object" && route !== null && Object.hasOwn(route, "dir");
}

function add(folders: Folders, path: string, target: { dir: unknown }): void {
  const { dir } = target;
  if (typeof dir !== "string") throw invalid(`The "dir" property must be of type string, got ${typeof dir}`);
  if (!path.endsWith(WILDCARD)) throw invalid("To mount a directory, make sure the path ends in `/*`");
  if (path.includes(":"))
    throw invalid("Directory routes do not support :parameters; use a fixed prefix ending in `/*`");
  const prefix = path.slice(0, -1);
  const known = folders.get(target);
  if (known === undefined) folders.set(target, new FolderRoute(dir, prefix));
  else known.prefixes.push(prefix);
}

/** A folder, and the prefixes under which it is served. */
export class FolderRoute {
  readonly prefixes: string[];
  readonly #root: string;

  /** Throws the system's error when `dir` is no folder. */
  constructor(dir: string, prefix: string) {
    fs.closeSync(fs.openSync(dir, O_RDONLY | O_DIRECTORY));
    this.#root = fs.realpathSync(dir);
    this.prefixes = [prefix];
  }

  /** The response for `target`, the path and query of a request. */
  respond(target: string, request: ServerRequest): Response {
    const query = target.indexOf("?");
    const path = query === -1 ? target : target.slice(0, query);
    const prefix = this.prefixes.find((one) => path.startsWith(one));
    const name = prefix === undefined ? null : nameOf(path.slice(prefix.length));
    const found = name === null ? null : this.#find(name);
    if (found === null) return new Response(null, { status: 404 });
    if (!found.stats.isDirectory()) return name!.endsWith("/") ? notFound() : send(found, request);
    if (name !== "" && !name!.endsWith("/"))
      return new Response(null, {
        status: 301,
        headers: { location: `${path}/${query === -1 ? "" : target.slice(query)}` },
      });
    const index = this.#find(name! + INDEX);
    return index === null || index.stats.isDirectory() ? notFound() : send(index, request);
  }

  #find(name: string): Found | null {
    try {
      const path = fs.realpathSync(nodePath.join(this.#root, name));
      const isInside = path === this.#root || path.startsWith(this.#root === "/" ? "/" : `${this.#root}/`);
      const stats = fs.statSync(path);
      return isInside && (stats.isFile() || stats.isDirectory()) ? { name, path, stats } : null;
    } catch {
      return null;
    }
  }
}

/** What is at a name of the folder; `path` has no links. */
interface Found {
  name: string;
  path: string;
  stats: ReturnType<typeof fs.statSync>;
}

/** The decoded name below the prefix; null when it is invalid or could leave the folder. */
function nameOf(encoded: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(encoded);
  } catch {
    return null;
  }
  if (name === "") return name;
  if (/[\0\\]/.test(name)) return null;
  const segments = (name.endsWith("/") ? name.slice(0, -1) : name).split("/");
  return segments.some((segment) => segment === "" || segment === "." || segment === "..") ? null : name;
}

function notFound(): Response {
  return new Response(null, { status: 404 });
}

function send({ name, path, stats }: Found, request: ServerRequest): Response {
  const seconds = Math.floor(stats.mtimeMs / 1000);
  const headers = {
    "content-type": typeOfPath(name),
    etag: `W/"${stats.size.toString(16)}-${seconds.toString(16)}"`,
    "accept-ranges": "bytes",
  };
  return fileResponse(file(path), new Response(null, { headers }), request) ?? notFound();
}
