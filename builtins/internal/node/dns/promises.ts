// node:dns/promises: node:dns with promises. https://nodejs.org/api/dns.html#dns-promises-api
import { safe } from "internal:core/bootstrap";
import { codes } from "internal:node/dns/codes";
import {
  findAddresses,
  getDefaultResultOrder,
  readQuery,
  requireName,
  setDefaultResultOrder,
} from "internal:node/dns/lookup";
import { lookupServicePromise } from "internal:node/dns/lookup_service";
import { METHODS } from "internal:node/dns/methods";
import type { LookupAddress } from "internal:node/net/types";
import { PromisesResolver, bindDefault, defaultResolver, setDefaultServers } from "internal:node/dns/resolver";

/** The address of a host and its family; with `all` an array of them. */
function lookup(hostname: string, options?: unknown): Promise<LookupAddress | LookupAddress[] | undefined> {
  const query = readQuery(hostname, options ?? 0);
  return new Promise((resolve, reject) => {
    requireName(hostname);
    findAddresses(query, (error, addresses) => {
      if (error !== null) reject(error);
      else resolve(query.all ? addresses : addresses![0]);
    });
  });
}

const promises: Record<string, unknown> = {
  lookup,
  lookupService: lookupServicePromise,
  Resolver: PromisesResolver,
  getDefaultResultOrder,
  setDefaultResultOrder,
  setServers: setDefaultServers,
  getServers: () => defaultResolver().getServers(),
  ...codes,
};
safe.defineProperty(lookupServicePromise, "name", { value: "lookupService", configurable: true });
for (const method of ["resolve", ...Object.keys(METHODS), "reverse"])
  promises[method] = bindDefault(PromisesResolver.prototype, method);

export default promises;
