// node:dns: names to addresses by the system's resolver (`lookup`), and records of name servers (`resolve` and its kin).
// The parts are in `internal:dns/*`. https://nodejs.org/api/dns.html
import { codes } from "internal:dns/codes";
import { getDefaultResultOrder, lookup, setDefaultResultOrder } from "internal:dns/lookup";
import { lookupService } from "internal:dns/lookup_service";
import { METHODS, Resolver, bindDefault, defaultResolver, setDefaultServers } from "internal:dns/resolver";
import defer * as promises from "node:dns/promises";

const dns: any = {
  lookup, lookupService, Resolver, getDefaultResultOrder, setDefaultResultOrder,
  setServers: setDefaultServers,
  getServers: () => defaultResolver().getServers(),
  ADDRCONFIG: 0x20, ALL: 0x10, V4MAPPED: 0x08, ...codes,
};
for (const method of ["resolve", ...Object.keys(METHODS), "reverse"]) dns[method] = bindDefault(Resolver.prototype, method);
Object.defineProperty(dns, "promises", { get: () => promises.default, enumerable: true, configurable: true });

export default dns;
