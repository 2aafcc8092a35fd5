// dns.lookup: the addresses of a host, by getaddrinfo on the thread pool. https://nodejs.org/api/dns.html#dnslookuphostname-options-callback
import * as lists from "internal:core/lists";
import { safe } from "internal:core/bootstrap";
import { ERR_INVALID_ARG_TYPE, ERR_INVALID_ARG_VALUE, dnsException } from "internal:core/errors";
import { validateBoolean, validateFunction, validateNumber, validateOneOf } from "internal:core/validators";
import { isIP } from "internal:core/ip_address";
import { option } from "internal:core/launch";
import { callbackOf } from "internal:core/ops";
import { nextTick } from "internal:core/ticks";
import { kCustomPromisifyArgs } from "internal:core/util/promisify";
import * as performance from "internal:node/dns/performance_entries";
import type { LookupAddress } from "internal:node/net/types";
import { AddressFamily } from "native:dns";
import * as native from "native:dns";

const HINTS_ALL = 0x38;
const FAMILIES: Record<string, AddressFamily> = { IPv4: AddressFamily.IPV4, IPv6: AddressFamily.IPV6 };
const ORDERS = ["verbatim", "ipv4first", "ipv6first"];
/** The longest name of the system's resolver. */
const NAME_LENGTH_MAX = 255;

/** The order of addresses of calls without the option. */
let defaultOrder = String(option("--dns-result-order") ?? "verbatim");

export function getDefaultResultOrder(): string {
  return defaultOrder;
}

export function setDefaultResultOrder(order: unknown): void {
  validateOneOf(order, "dnsOrder", ORDERS);
  defaultOrder = order as string;
}

/** The checked arguments of a lookup. */
export interface LookupQuery {
  hostname: string;
  family: AddressFamily;
  hints: number;
  all: boolean;
  order: string;
}

/** Checks the arguments of a lookup; `options` is a family or an object. */
export function readQuery(hostname: string, options: unknown): LookupQuery {
  checkName(hostname);
  return readOptions(hostname, options);
}

function checkName(hostname: string): void {
  if (hostname && typeof hostname !== "string") throw new ERR_INVALID_ARG_TYPE("hostname", "string", hostname);
  if (typeof hostname === "string" && safe.includes(hostname, "\0"))
    throw new ERR_INVALID_ARG_VALUE("hostname", hostname, "must be a string without null bytes");
}

function readOptions(hostname: string, options: any): LookupQuery {
  const query: LookupQuery = { hostname, family: AddressFamily.ANY, hints: 0, all: false, order: defaultOrder };
  if (typeof options === "number") {
    if (options !== 0) validateOneOf(options, "family", [0, 4, 6]);
    query.family = options as AddressFamily;
    return query;
  }
  if (options !== undefined && typeof options !== "object")
    throw new ERR_INVALID_ARG_TYPE("options", ["integer", "object"], options);
  if (options?.hints != null) {
    validateNumber(options.hints, "options.hints");
    query.hints = options.hints >>> 0;
    if ((query.hints & ~HINTS_ALL) !== 0) throw new ERR_INVALID_ARG_VALUE("hints", query.hints);
  }
  if (options?.family != null) {
    if (FAMILIES[options.family] !== undefined) query.family = FAMILIES[options.family]!;
    else {
      validateOneOf(options.family, "options.family", [0, 4, 6]);
      query.family = options.family;
    }
  }
  if (options?.all != null) {
    validateBoolean(options.all, "options.all");
    query.all = options.all;
  }
  if (options?.verbatim != null) {
    validateBoolean(options.verbatim, "options.verbatim");
    query.order = options.verbatim ? "verbatim" : "ipv4first";
  }
  if (options?.order != null) {
    validateOneOf(options.order, "options.order", ORDERS);
    query.order = options.order;
  }
  return query;
}

/** `dns.lookup(hostname, options?, callback)`. */
export function lookup(hostname: string, options: any, callback?: any): object {
  checkName(hostname);
  if (typeof options === "function") {
    callback = options;
    options = 0;
  } else {
    const isOptions = typeof options === "object" || typeof options === "number" || options === undefined;
    if (!isOptions || typeof callback !== "function")
      validateFunction(!isOptions && arguments.length === 2 ? options : callback, "callback");
  }
  const query = readOptions(hostname, options ?? 0);
  requireName(hostname);
  const numericFamily = isIP(hostname);
  // The address needs no lookup: its callback is called with it as soon as this function has returned.
  if (numericFamily !== 0) {
    if (query.all) nextTick(callback, null, [{ address: hostname, family: numericFamily }]);
    else nextTick(callback, null, hostname, numericFamily);
    return {};
  }
  findAddresses(query, (error, addresses) => {
    if (error !== null) callback(error);
    else if (query.all) callback(null, addresses);
    else callback(null, addresses![0]!.address, addresses![0]!.family);
  });
  return new GetAddrInfoReqWrap();
}

/** What `lookup` returns: only its class is visible. */
class GetAddrInfoReqWrap {}

/** Throws ERR_INVALID_ARG_VALUE for a name that is empty or missing. */
export function requireName(hostname: unknown): void {
  if (!hostname) throw new ERR_INVALID_ARG_VALUE("hostname", hostname, "must be a non-empty string");
}
safe.defineProperty(lookup, kCustomPromisifyArgs, { value: ["address", "family"], enumerable: false });

type FoundDone = (error: (Error & { code?: string }) | null, addresses?: LookupAddress[]) => void;

/** Calls `done` with the addresses, never before this function returns. */
export function findAddresses(query: LookupQuery, done: FoundDone): void {
  const { hostname, family, hints, order } = query;
  if (hostname.length > NAME_LENGTH_MAX) {
    const EINVAL = -22;
    nextTick(done, dnsException(EINVAL, "getaddrinfo", hostname));
    return;
  }
  const numericFamily = isIP(hostname);
  if (numericFamily !== 0) {
    nextTick(done, null, [{ address: hostname, family: numericFamily }]);
    return;
  }
  const observed = performance.begin("lookup");
  callbackOf(
    "GETADDRINFOREQWRAP",
    native.lookup,
    (error: Error | null, results: string[]) => {
      if (error !== null) return done(error);
      if (results.length === 0) return done(dnsException("ENOTFOUND", "getaddrinfo", hostname));
      if (results[0]![0] === "E") return done(resolverError(results[0]!.slice(1), hostname));
      const addresses = inOrder(
        lists.map(results, (result) => ({ address: result.slice(1), family: Number(result[0]) })),
        order,
      );
      performance.end(observed, {
        hostname,
        family,
        hints,
        verbatim: order === "verbatim",
        order,
        addresses: lists.map(addresses, ({ address }) => address),
      });
      done(null, addresses);
    },
    hostname,
    family,
    hints,
  );
}

/** libuv's numbers of the resolver's errors, the `errno` of Node's errors. */
export const RESOLVER_ERRNOS: Record<string, number> = {
  ENOTFOUND: -3008,
  EAI_ADDRFAMILY: -3000,
  EAI_AGAIN: -3001,
  EAI_BADFLAGS: -3002,
  EAI_FAIL: -3004,
  EAI_FAMILY: -3005,
  EAI_MEMORY: -3006,
  EAI_OVERFLOW: -3009,
  EAI_SERVICE: -3010,
  EAI_SOCKTYPE: -3011,
};

function resolverError(code: string, hostname: string): Error {
  const errno = RESOLVER_ERRNOS[code];
  return dnsException(errno ?? code, "getaddrinfo", hostname);
}

function inOrder(addresses: LookupAddress[], order: string): LookupAddress[] {
  if (order === "verbatim") return addresses;
  const first = order === "ipv4first" ? 4 : 6;
  return [...addresses.filter(({ family }) => family === first), ...addresses.filter(({ family }) => family !== first)];
}
