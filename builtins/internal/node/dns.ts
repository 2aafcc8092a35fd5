// node:dns: addresses of names by the system's resolver (`lookup`), and records of name servers (`resolve` and the `resolve…`
// functions). The parts are in `internal:node/dns/*`. https://nodejs.org/api/dns.html
import { codes } from "internal:node/dns/codes";
import { getDefaultResultOrder, lookup, setDefaultResultOrder } from "internal:node/dns/lookup";
import { METHODS } from "internal:node/dns/methods";
import { addLazy } from "internal:node/process/define";
import defer * as services from "internal:node/dns/lookup_service";
import defer * as resolvers from "internal:node/dns/resolver";
import defer * as promises from "internal:node/dns/promises";

const dns: Record<string, unknown> & { lookup: typeof lookup } = {
  lookup,
  getDefaultResultOrder,
  setDefaultResultOrder,
  getServers: () => resolvers.defaultResolver().getServers(),
  ADDRCONFIG: 0x20,
  ALL: 0x10,
  V4MAPPED: 0x08,
  ...codes,
};
addLazy(dns, "lookupService", () => services.lookupService);
addLazy(dns, "Resolver", () => resolvers.Resolver);
addLazy(dns, "setServers", () => resolvers.setDefaultServers);
for (const method of ["resolve", ...Object.keys(METHODS), "reverse"])
  addLazy(dns, method, () => resolvers.bindDefault(resolvers.Resolver.prototype, method));
Object.defineProperty(dns, "promises", { get: () => promises.default, enumerable: true, configurable: true });

export default dns;
