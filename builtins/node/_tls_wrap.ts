// `node:_tls_wrap`: an older name of parts of `node:tls` (https://nodejs.org/api/tls.html).
// Implemented by `internal:node/_tls_wrap`.
export { default } from "internal:node/_tls_wrap";
