// `Bun.dns` (https://bun.com/docs/runtime/networking/dns): the resolver of node:dns with Bun's `lookup`.
import nodeDns from "internal:node/dns";
import { findAddresses, readQuery } from "internal:node/dns/lookup";

const ADDRCONFIG = 32;
const ALL = 16;
const V4MAPPED = 8;
const FAMILIES: Record<string, number> = { any: 0, IPv4: 4, IPv6: 6, 0: 0, 4: 4, 6: 6 };

interface Address {
  address: string;
  family: number;
  ttl: number;
}

/** The addresses of a host, from the system's resolver. Rejects with a DNSException (DNS_ENOTFOUND, DNS_ETIMEOUT, …). */
function lookup(hostname: string, options: { family?: string | number } = {}): Promise<Address[]> {
  if (typeof hostname !== "string")
    throw Object.assign(new TypeError("hostname must be a string"), { code: "ERR_INVALID_ARG_TYPE" });
  const family = FAMILIES[`${options.family ?? 0}`] ?? 0;
  return new Promise((resolve, reject) => {
    findAddresses({ ...readQuery(hostname, { family }), all: true }, (error, found) => {
      if (error) reject(failure(error, hostname));
      else resolve(found!.map(({ address, family: kind }) => ({ address, family: kind, ttl: 0 })));
    });
  });
}

function failure(error: Error & { code?: string; errno?: number }, hostname: string): Error {
  const made = Object.assign(new Error(`getaddrinfo ${error.code}`), {
    code: `DNS_${error.code}`,
    errno: error.errno,
    syscall: "getaddrinfo",
    hostname,
  });
  Object.defineProperty(made, "name", { value: "DNSException", writable: true, configurable: true });
  return made;
}

const promises = nodeDns.promises as Record<string, (...args: unknown[]) => unknown>;
const RESOLVER = [
  "resolve",
  "resolveSrv",
  "resolveTxt",
  "resolveSoa",
  "resolveNaptr",
  "resolveMx",
  "resolveCaa",
  "resolveNs",
  "resolvePtr",
  "resolveCname",
  "resolveAny",
  "getServers",
  "setServers",
  "reverse",
  "lookupService",
];

/** `Bun.dns`. */
export const dns: Record<string, (...args: any[]) => unknown> = { lookup };
for (const name of RESOLVER) dns[name] = (...args) => promises[name]!(...args);
Object.assign(dns, {
  /** A hint that a host will be looked up soon. Has no effect: the system's resolver has its own cache. */
  prefetch: (hostname: string) => void hostname,
  getCacheStats: () => ({
    cacheHitsCompleted: 0,
    cacheHitsInflight: 0,
    cacheMisses: 0,
    size: 0,
    errors: 0,
    totalCount: 0,
  }),
  ADDRCONFIG,
  ALL,
  V4MAPPED,
});
