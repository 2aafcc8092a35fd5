// node:dns: names to addresses by the system's resolver. https://nodejs.org/api/dns.html
// Asking name servers (`resolve`, `Resolver`, …) is missing and says so.
import { lookup } from "internal:dns/lookup";
import { missingFunction } from "internal:missing_members";

const dns: any = { lookup, ADDRCONFIG: 0x20, ALL: 0x10, V4MAPPED: 0x08 };
for (const name of ["lookupService", "resolve", "resolve4", "resolve6", "reverse"]) dns[name] = missingFunction(`dns.${name}`);

export default dns;
