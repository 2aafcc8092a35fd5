// `node:dns/promises` (https://nodejs.org/api/dns.html): name resolution with promises.
// Implemented by `internal:node/dns/promises`.
export { default } from "internal:node/dns/promises";
