// `node:dns` (https://nodejs.org/api/dns.html): name resolution with callbacks.
// Implemented by `internal:node/dns`.
export { default } from "internal:node/dns";
