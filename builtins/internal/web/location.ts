// The global `location` of a program with `--location URL`, which names the page that the program is not: it resolves
// relative addresses, and cannot be changed. In Deno's workers it is the address of their module. https://html.spec.whatwg.org/#the-location-interface
import { ERR_ILLEGAL_CONSTRUCTOR } from "internal:core/errors";
import { DOMException } from "web:dom_exception";
import { URL } from "web:url";
import defer * as inspecting from "internal:core/util/inspect";

const kCreate = Symbol("create");
const kInspect = Symbol.for("nodejs.util.inspect.custom");
const MEMBERS = ["hash", "host", "hostname", "href", "origin", "pathname", "port", "protocol", "search"] as const;

class Location {
  constructor(key: unknown, url: URL) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    for (const name of MEMBERS) {
      const set = name === "origin" ? undefined : () => refuse(`Cannot set "location.${name}"`);
      Object.defineProperty(this, name, { get: () => url[name], set, enumerable: true });
    }
    Object.defineProperty(this, "ancestorOrigins", {
      get: () => ({ length: 0, item: () => null, contains: () => false }),
      enumerable: true,
    });
    for (const name of ["assign", "reload", "replace"])
      Object.defineProperty(this, name, { value: () => refuse(`Cannot call "location.${name}()"`), enumerable: true });
    Object.defineProperty(this, "toString", { value: () => url.href, enumerable: true });
    Object.defineProperty(this, kInspect, {
      value: (_depth: number, options: object) =>
        `Location ${inspecting.inspect(Object.fromEntries(MEMBERS.map((name) => [name, url[name]])), options)}`,
    });
  }
}
Object.defineProperty(Location.prototype, Symbol.toStringTag, { value: "Location", configurable: true });

class WorkerLocation {
  #url: URL;
  constructor(key: unknown, url: URL) {
    if (key !== kCreate) throw new ERR_ILLEGAL_CONSTRUCTOR();
    this.#url = url;
  }

  toString(): string {
    return this.#url.href;
  }

  static {
    const { prototype } = this;
    for (const name of MEMBERS) {
      const { get } = {
        get(this: WorkerLocation) {
          return this.#url[name];
        },
      };
      Object.defineProperty(prototype, name, { get, enumerable: true, configurable: true });
    }
    Object.defineProperty(prototype, "toString", { enumerable: true });
    Object.defineProperty(prototype, Symbol.toStringTag, { value: "WorkerLocation", configurable: true });
    Object.defineProperty(prototype, kInspect, {
      value(this: WorkerLocation, _depth: number, options: object) {
        const members = Object.fromEntries(MEMBERS.map((name) => [name, this.#url[name]]));
        return `WorkerLocation ${inspecting.inspect(members, options)}`;
      },
      configurable: true,
    });
  }
}

function refuse(message: string): never {
  throw new DOMException(message, "NotSupportedError");
}

/** The URL of the location; undefined without one. */
export let locationUrl: string | undefined;

/** Defines the globals `location` and `Location`. Throws a TypeError for an address that is not a URL of HTTP. */
export function install(address: string): void {
  const url = new URL(address);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TypeError(`--location expects an address of http or https, not "${address}"`);
  url.username = url.password = "";
  locationUrl = url.href;
  const location = new Location(kCreate, url);
  Object.defineProperty(globalThis, "Location", {
    value: Location,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  Object.defineProperty(globalThis, "location", {
    get: () => location,
    set: () => refuse('Cannot set "location"'),
    enumerable: true,
  });
}

/** Defines the globals `location` and `WorkerLocation` of a worker whose module has an address. */
export function installInWorker(address: string): void {
  const url = URL.parse(address);
  if (url === null) return;
  locationUrl = url.href;
  const location = new WorkerLocation(kCreate, url);
  delete (globalThis as { Location?: unknown }).Location;
  Object.defineProperty(globalThis, "WorkerLocation", {
    value: WorkerLocation,
    writable: true,
    enumerable: false,
    configurable: true,
  });
  Object.defineProperty(globalThis, "location", {
    get: () => location,
    set: undefined,
    enumerable: true,
    configurable: true,
  });
}
