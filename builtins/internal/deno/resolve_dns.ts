// Deno.resolveDns (https://docs.deno.com/api/deno/~/Deno.resolveDns): DNS records in Deno's form.
import defer * as servers from "internal:node/dns/servers";
import * as permissions from "internal:core/permissions";
import { AbortError } from "internal:core/errors";
import { PromisesResolver, methodOf } from "internal:node/dns/resolver";
import { errors } from "internal:deno/errors";

/** Names of Deno's records end with a dot. */
const full = (name: string): string => (name.endsWith(".") ? name : `${name}.`);

const FORMS: Record<string, (record: any) => unknown> = {
  A: (address) => address,
  AAAA: (address) => address,
  CNAME: full,
  NS: full,
  PTR: full,
  TXT: (texts) => texts,
  MX: ({ priority, exchange }) => ({ preference: priority, exchange: full(exchange) }),
  SRV: ({ priority, weight, port, name }) => ({ priority, weight, port, target: full(name) }),
  NAPTR: ({ order, preference, flags, service, regexp, replacement }) => ({
    order,
    preference,
    flags,
    services: service,
    regexp,
    replacement: full(replacement),
  }),
  SOA: ({ nsname, hostmaster, serial, refresh, retry, expire, minttl }) => ({
    mname: full(nsname),
    rname: full(hostmaster),
    serial,
    refresh,
    retry,
    expire,
    minimum: minttl,
  }),
  CAA: ({ critical, type: _type, ...rest }) => {
    const [tag, value] = Object.entries(rest)[0]!;
    return { critical: critical >= 128, tag, value };
  },
};

// Name servers are not queried for localhost (RFC 6761 §6.3).
function localAddress(query: string, recordType: string): string | null {
  if (!/^(?:.*\.)?localhost\.?$/i.test(query)) return null;
  return recordType === "A" ? "127.0.0.1" : recordType === "AAAA" ? "::1" : null;
}

/**
 * The records of type `recordType` of the name `query`. `options.nameServer` replaces the system's servers; `options.signal`
 * aborts the query. Rejects with Deno.errors.NotFound when there are none.
 */
export async function resolveDns(query: string, recordType: string, options?: any): Promise<unknown[]> {
  const form = Object.hasOwn(FORMS, recordType) ? FORMS[recordType]! : undefined;
  if (form === undefined) throw new TypeError(`unsupported record type "${recordType}"`);
  const local = localAddress(query, recordType);
  if (local !== null) return [local];
  const resolver: any = new PromisesResolver();
  const { nameServer, signal } = options ?? {};
  if (nameServer !== undefined) {
    const { ipAddr, port = 53 } = nameServer;
    resolver.setServers([ipAddr.includes(":") ? `[${ipAddr}]:${port}` : `${ipAddr}:${port}`]);
  }
  if (permissions.isRestricted) {
    const { ipAddr, port = 53 } = nameServer ?? {};
    const asked = nameServer === undefined ? servers.systemServers() : [{ address: ipAddr, port }];
    for (const { address, port } of asked) permissions.checkHost(address, port);
  }
  const reason = (): unknown => signal.reason ?? new AbortError();
  if (signal?.aborted) throw reason();
  const abort = (): void => resolver.cancel();
  signal?.addEventListener("abort", abort, { once: true });
  try {
    const records = await resolver[methodOf(recordType)](query);
    return (Array.isArray(records) ? records : [records]).map(form);
  } catch (error: any) {
    if (signal?.aborted) throw reason();
    if (error.code === "ENOTFOUND" || error.code === "ENODATA")
      throw new errors.NotFound(
        `proto error: no records found for Query { name: Name("${full(query)}"), query_type: ${recordType}, query_class: IN }`,
      );
    throw error;
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}
