// `node:tls` (https://nodejs.org/api/tls.html): TLS sockets and servers.
// Implemented by `internal:node/tls`.
export { default } from "internal:node/tls";
