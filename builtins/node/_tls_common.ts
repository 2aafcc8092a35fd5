// `node:_tls_common`: an older name of parts of `node:tls` (https://nodejs.org/api/tls.html).
// Implemented by `internal:node/_tls_common`.
export { default } from "internal:node/_tls_common";
