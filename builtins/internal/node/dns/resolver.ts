// `dns.Resolver`, `dns.promises.Resolver`, and the resolver behind the functions of both modules.
// https://nodejs.org/api/dns.html#class-dnsresolver
import { safe } from "internal:core/bootstrap";
import { launch } from "internal:core/launch";
import * as permissions from "native:permissions";
import { PermissionKind, PermissionModel } from "native:permissions";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, dnsException } from "internal:core/errors";
import { Channel } from "internal:node/dns/channel";
import { METHODS } from "internal:node/dns/methods";
import { formatServer } from "internal:node/dns/servers";
import { isIP } from "internal:core/ip_address";
import { validateFunction, validateInt32, validateString, validateUint32 } from "internal:core/validators";

/** Options of both classes, checked by the constructor. */
interface ResolverOptions {
  timeout?: unknown;
  tries?: unknown;
  maxTimeout?: unknown;
}

const METHOD_OF_TYPE: Record<string, string> = safe.fromEntries(
  safe.entries(METHODS).map(([method, type]) => [type, method]),
);

/** The method for a record type; throws ERR_INVALID_ARG_TYPE or ERR_INVALID_ARG_VALUE. */
export function methodOf(type: unknown): string {
  if (typeof type !== "string") throw new ERR_INVALID_ARG_TYPE("rrtype", "string", type);
  const method = safe.hasOwn(METHOD_OF_TYPE, type) ? METHOD_OF_TYPE[type] : undefined;
  if (method === undefined) throw new ERR_INVALID_ARG_VALUE("rrtype", type);
  return method;
}

/** The base of both classes: servers, local addresses, and cancelling. */
export class ResolverBase {
  /** Node's name; programs replace its methods. */
  declare _handle: Channel;

  constructor(options?: ResolverOptions) {
    const { timeout = -1, tries = 4, maxTimeout = 0 } = { ...options };
    validateInt32(timeout, "options.timeout", -1);
    validateInt32(tries, "options.tries", 1);
    validateUint32(maxTimeout, "options.maxTimeout");
    this._handle = new Channel(timeout, tries, maxTimeout);
  }

  cancel(): void {
    this._handle.cancel();
  }

  getServers(): string[] {
    // As in Deno: the servers reveal the network of the machine.
    if (launch().restricts && permissions.model() === PermissionModel.DENO)
      permissions.check(PermissionKind.SYS, "networkInterfaces");
    return (this._handle.getServers() ?? []).map(([address, port]) => formatServer({ address, port }));
  }

  setServers(servers: unknown): void {
    this._handle.setServers(servers);
  }

  /** Sets the addresses that queries are sent from; with "0.0.0.0" and "::" the system chooses. */
  setLocalAddress(ipv4: unknown, ipv6?: unknown): void {
    validateString(ipv4, "ipv4");
    if (ipv6 !== undefined) validateString(ipv6, "ipv6");
    const addresses = [ipv4, ipv6].filter((address) => address !== undefined) as string[];
    const families = addresses.map(isIP);
    if (families.includes(0)) throw invalidAddress("Invalid IP address.");
    if (families[0] === families[1]) throw invalidAddress(`Cannot specify two IPv${families[0]} addresses.`);
    this._handle.setLocalAddresses(addresses);
  }
}

function invalidAddress(message: string): Error {
  return safe.assign(new TypeError(message), { code: "ERR_INVALID_ARG_VALUE" });
}

const channelOf = (resolver: Partial<ResolverBase> | undefined): Channel =>
  resolver?._handle instanceof Channel ? resolver._handle : defaultResolver()._handle;

/** What a query with a callback returns: only its class is visible. */
class QueryReqWrap {}

type Callback = (error: Error | null, result?: any) => void;
/** The methods of METHODS, which are defined below. */
type RecordMethods = Record<string, (hostname: unknown, callback?: unknown) => any>;

/** `dns.Resolver`: queries with callbacks. */
export class Resolver extends ResolverBase {
  /** Queries records of the type `rrtype`, "A" by default. */
  resolve(hostname: unknown, rrtype?: unknown, callback?: Callback): object {
    const methods = this as unknown as RecordMethods;
    if (typeof rrtype === "function") return methods.resolve4!(hostname, rrtype);
    return methods[methodOf(rrtype)]!(hostname, callback);
  }

  /** The names of an address. Throws EINVAL for an invalid address. */
  reverse(address: unknown, callback: Callback): object {
    validateString(address, "name");
    validateFunction(callback, "callback");
    checkAddress(address);
    channelOf(this).reverse(address, callback);
    return new QueryReqWrap();
  }
}

function checkAddress(address: string): void {
  if (isIP(address) === 0) throw dnsException(-22, "getHostByAddr", address);
}

/** `dns.promises.Resolver`: queries with promises. */
export class PromisesResolver extends ResolverBase {
  resolve(hostname: unknown, rrtype: unknown = "A"): Promise<any> {
    return (this as unknown as RecordMethods)[methodOf(rrtype)]!(hostname);
  }

  reverse(address: unknown): Promise<string[]> {
    validateString(address, "name");
    return new Promise((resolve, reject) => {
      checkAddress(address);
      channelOf(this).reverse(address, (error, names) => (error === null ? resolve(names) : reject(error)));
    });
  }
}
safe.defineProperty(PromisesResolver, "name", { value: "Resolver", configurable: true });

for (const [method, type] of safe.entries(METHODS)) {
  const withCallback = {
    [method](this: Resolver | undefined, hostname: unknown, options?: any, callback?: any): object {
      validateString(hostname, "name");
      if (arguments.length < 3) {
        callback = options;
        options = {};
      }
      validateFunction(callback, "callback");
      channelOf(this).resolve(hostname, type, Boolean(options?.ttl), callback);
      return new QueryReqWrap();
    },
  }[method]!;
  const withPromise = {
    [method](this: PromisesResolver | undefined, hostname: unknown, options?: { ttl?: unknown }): Promise<unknown> {
      validateString(hostname, "name");
      return new Promise((resolve, reject) => {
        channelOf(this).resolve(hostname, type, Boolean(options?.ttl), (error, result) =>
          error === null ? resolve(result) : reject(error),
        );
      });
    },
  }[method]!;
  // In Node the functions' names are `queryA`, `queryAaaa`.
  const name = `query${type[0]}${type.slice(1).toLowerCase()}`;
  for (const fn of [withCallback, withPromise])
    safe.defineProperties(fn, {
      name: { value: name, configurable: true },
      length: { value: 2, configurable: true },
    });
  safe.defineProperty(Resolver.prototype, method, {
    value: withCallback,
    writable: true,
    configurable: true,
    enumerable: true,
  });
  safe.defineProperty(PromisesResolver.prototype, method, {
    value: withPromise,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}

for (const { prototype } of [Resolver, PromisesResolver]) {
  safe.defineProperties(prototype.reverse, {
    name: { value: "getHostByAddr", configurable: true },
    length: { value: 2, configurable: true },
  });
  safe.defineProperty(prototype, "reverse", { enumerable: true });
  safe.defineProperty(prototype, "resolve", { enumerable: true });
}

let shared: Resolver | undefined;

/** The resolver behind the functions of node:dns and node:dns/promises. */
export function defaultResolver(): Resolver {
  return (shared ??= new Resolver());
}

/** `dns.setServers`: replaces the shared resolver, so that in-flight queries are not affected. */
export function setDefaultServers(servers: unknown): void {
  const next = new Resolver();
  next.setServers(servers);
  shared = next;
}

/** A method of one of the classes, bound to the shared resolver. */
export function bindDefault(prototype: any, method: string): (...args: unknown[]) => unknown {
  const bound = (...args: unknown[]): unknown =>
    prototype[method].apply({ _handle: defaultResolver()._handle, __proto__: prototype }, args);
  const { name, length } = prototype[method];
  safe.defineProperties(bound, {
    name: { value: `bound ${name}`, configurable: true },
    length: { value: length, configurable: true },
  });
  return bound;
}
