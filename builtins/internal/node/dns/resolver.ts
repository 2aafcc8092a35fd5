// `dns.Resolver` and what it shares with `dns.promises.Resolver` and the functions of the modules.
// https://nodejs.org/api/dns.html#class-dnsresolver
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, dnsException } from "internal:core/errors";
import { Channel } from "internal:node/dns/channel";
import { METHODS } from "internal:node/dns/methods";
import { serverText } from "internal:node/dns/servers";
import { isIP } from "internal:core/ip_address";
import { validateFunction, validateInt32, validateString, validateUint32 } from "internal:core/validators";

const METHOD_OF_TYPE: Record<string, string> = Object.fromEntries(
  Object.entries(METHODS).map(([method, type]) => [type, method]),
);

/** The method for a record type; throws ERR_INVALID_ARG_TYPE or ERR_INVALID_ARG_VALUE. */
export function methodOf(type: unknown): string {
  if (typeof type !== "string") throw new ERR_INVALID_ARG_TYPE("rrtype", "string", type);
  const method = Object.hasOwn(METHOD_OF_TYPE, type) ? METHOD_OF_TYPE[type] : undefined;
  if (method === undefined) throw new ERR_INVALID_ARG_VALUE("rrtype", type);
  return method;
}

/** What both classes have: servers, addresses to send from, and cancelling. */
export class ResolverBase {
  /** As Node calls it; programs replace its methods. */
  declare _handle: Channel;

  constructor(options?: any) {
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
    return (this._handle.getServers() ?? []).map(([address, port]) => serverText({ address, port }));
  }

  setServers(servers: unknown): void {
    this._handle.setServers(servers);
  }

  /** The addresses that questions are sent from; "0.0.0.0" and "::" leave it to the system. */
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
  return Object.assign(new TypeError(message), { code: "ERR_INVALID_ARG_VALUE" });
}

// Node's are enumerable neither, but come before the questions.
const channelOf = (resolver: any): Channel =>
  resolver?._handle instanceof Channel ? resolver._handle : defaultResolver()._handle;

/** What a question returns, which tells nothing but its class. */
class QueryReqWrap {}

/** `dns.Resolver`: questions with callbacks. */
export class Resolver extends ResolverBase {
  /** Asks for records of the type `rrtype`, "A" without one. */
  resolve(hostname: unknown, rrtype?: any, callback?: any): object {
    if (typeof rrtype === "function") return (this as any).resolve4(hostname, rrtype);
    return (this as any)[methodOf(rrtype)](hostname, callback);
  }

  /** The names of an address. Throws EINVAL for no address. */
  reverse(address: unknown, callback: any): object {
    validateString(address, "name");
    validateFunction(callback, "callback");
    checkAddress(address as string);
    channelOf(this).reverse(address as string, callback);
    return new QueryReqWrap();
  }
}

function checkAddress(address: string): void {
  if (isIP(address) === 0) throw dnsException(-22, "getHostByAddr", address);
}

/** `dns.promises.Resolver`: questions with promises. */
export class PromisesResolver extends ResolverBase {
  resolve(hostname: unknown, rrtype: unknown = "A"): Promise<any> {
    return (this as any)[methodOf(rrtype)](hostname);
  }

  reverse(address: unknown): Promise<string[]> {
    validateString(address, "name");
    return new Promise((resolve, reject) => {
      checkAddress(address as string);
      channelOf(this).reverse(address as string, (error, names) => (error === null ? resolve(names) : reject(error)));
    });
  }
}
Object.defineProperty(PromisesResolver, "name", { value: "Resolver", configurable: true });

for (const [method, type] of Object.entries(METHODS)) {
  const ask = {
    [method](this: any, hostname: any, options?: any, callback?: any): object {
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
  const promise = {
    [method](this: any, hostname: any, options?: any): Promise<any> {
      validateString(hostname, "name");
      return new Promise((resolve, reject) => {
        channelOf(this).resolve(hostname, type, Boolean(options?.ttl), (error, result) =>
          error === null ? resolve(result) : reject(error),
        );
      });
    },
  }[method]!;
  // Node names them after the records: `queryA`, `queryAaaa`.
  const name = `query${type[0]}${type.slice(1).toLowerCase()}`;
  for (const fn of [ask, promise])
    Object.defineProperties(fn, {
      name: { value: name, configurable: true },
      length: { value: 2, configurable: true },
    });
  Object.defineProperty(Resolver.prototype, method, {
    value: ask,
    writable: true,
    configurable: true,
    enumerable: true,
  });
  Object.defineProperty(PromisesResolver.prototype, method, {
    value: promise,
    writable: true,
    configurable: true,
    enumerable: true,
  });
}

for (const { prototype } of [Resolver, PromisesResolver]) {
  Object.defineProperties(prototype.reverse, {
    name: { value: "getHostByAddr", configurable: true },
    length: { value: 2, configurable: true },
  });
  Object.defineProperty(prototype, "reverse", { enumerable: true });
  Object.defineProperty(prototype, "resolve", { enumerable: true });
}

let shared: Resolver | undefined;

/** The resolver behind the functions of node:dns and node:dns/promises. */
export function defaultResolver(): Resolver {
  return (shared ??= new Resolver());
}

/** As `dns.setServers`: one after another replaces the shared resolver, so that questions under way keep theirs. */
export function setDefaultServers(servers: unknown): void {
  const next = new Resolver();
  next.setServers(servers);
  shared = next;
}

/** A method of one of the classes, bound to the shared resolver. */
export function bindDefault(prototype: any, method: string): (...args: any[]) => any {
  const bound = (...args: any[]): any =>
    prototype[method].apply({ _handle: defaultResolver()._handle, __proto__: prototype }, args);
  const { name, length } = prototype[method];
  Object.defineProperties(bound, {
    name: { value: `bound ${name}`, configurable: true },
    length: { value: length, configurable: true },
  });
  return bound;
}
